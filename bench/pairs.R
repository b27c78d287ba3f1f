# Cohen's kappa for all pairs of raters, against a self-join by hand in data.table, and against
# the loop over pairs that other packages need, at the largest size that each survives.
source("bench/crowd.R")
library(accord)
library(data.table)

# R code for comparison: joins the ratings of an item, and counts the cells of every pair.
by_hand <- function(data) {
  x <- data.table(
    item = collapse::qG(data$item), worker = collapse::qG(data$worker), code = collapse::qG(data$rating)
  )
  pairs <- x[x, on = .(item, worker > worker), nomatch = NULL, allow.cartesian = TRUE,
    .(first = i.worker, second = x.worker, a = i.code, b = x.code)
  ]
  cells <- pairs[, .N, by = .(first, second, a, b)]
  rows <- cells[, .(p = sum(N)), by = .(first, second, a)]
  columns <- cells[, .(q = sum(N)), by = .(first, second, b)]
  agree <- cells[, .(n = sum(N), same = sum(N[a == b])), by = .(first, second)]
  chance <- rows[columns, on = .(first, second, a = b), nomatch = NULL][
    , .(chance = sum(as.double(p) * q)), by = .(first, second)
  ]
  result <- chance[agree, on = .(first, second)]
  result[is.na(chance), chance := 0]
  result[, kappa := (same / n - chance / n^2) / (1 - chance / n^2)]
  result
}

data <- crowd(4e5, 5000)
ours <- pairwise_agreement(data, item, worker, rating)
theirs <- by_hand(data)
stopifnot(
  nrow(ours) == nrow(theirs),
  all.equal(mean(ours), mean(theirs$kappa, na.rm = TRUE))
)
seconds <- race(
  accord = function() pairwise_agreement(data, item, worker, rating),
  data.table = function() by_hand(data),
  times = 3
)
show(
  paste(format(nrow(data), big.mark = ","), "ratings,", format(nrow(ours), big.mark = ","), "pairs"),
  run = names(seconds), seconds = seconds, `times accord` = seconds / seconds[["accord"]]
)

# A loop over pairs on a wide table, with the kappa of another package; larger sizes until one takes
# more than two seconds.
loop <- function(data, kappa) {
  wide <- tapply(match(data$rating, letters), list(data$item, data$worker), identity)
  raters <- seq_len(ncol(wide))
  met <- crossprod(!is.na(wide))
  for (g in raters) {
    for (h in raters[raters > g & met[g, ] > 0]) {
      both <- !is.na(wide[, g]) & !is.na(wide[, h])
      kappa(wide[both, g], wide[both, h])
    }
  }
}
# scikit-learn in Python, the same loop on dictionaries of the items of each rater.
in_python <- function(data) {
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  codes <- data.frame(
    match(data$item, data$item), match(data$worker, data$worker), match(data$rating, letters)
  )
  utils::write.table(codes, file, row.names = FALSE, col.names = FALSE, sep = ",")
  code <- paste0(
    "import time, csv, warnings, sklearn; from sklearn.metrics import cohen_kappa_score as kappa;",
    "warnings.simplefilter('ignore'); rows = [tuple(map(int, r)) for r in csv.reader(open('", file, "'))];",
    "t = time.time(); own = {};\n",
    "for i, w, c in rows: own.setdefault(w, {})[i] = c\n",
    "raters = sorted(own)\n",
    "for j, g in enumerate(raters):\n",
    "  for h in raters[j + 1:]:\n",
    "    both = [i for i in own[g] if i in own[h]]\n",
    "    if both: kappa([own[g][i] for i in both], [own[h][i] for i in both])\n",
    "print(time.time() - t, sklearn.__version__)"
  )
  script <- tempfile(fileext = ".py")
  writeLines(code, script)
  strsplit(system2(python, script, stdout = TRUE), " ")[[1]]
}
has_sklearn <- function(python) {
  code <- c("-c", shQuote("import sklearn"))
  nzchar(python) && system2(python, code, stdout = FALSE, stderr = FALSE) == 0
}
python <- Filter(has_sklearn, Sys.which(c("python3", "/usr/bin/python3")))[1]

rivals <- list(
  irr = function(d) loop(d, function(a, b) irr::kappa2(data.frame(a, b))),
  psych = function(d) {
    kappa <- function(a, b) try(suppressWarnings(psych::cohen.kappa(cbind(a, b))), silent = TRUE)
    loop(d, kappa)
  }
)
rivals <- rivals[vapply(names(rivals), requireNamespace, NA, quietly = TRUE)]
if (!is.na(python)) rivals$sklearn <- in_python
for (name in names(rivals)) {
  for (items in c(400, 4000, 40000)) {
    small <- crowd(items, items / 20)
    own <- race(accord = function() pairwise_agreement(small, item, worker, rating), times = 3)[[1]]
    result <- NULL
    seconds <- race(rival = function() result <<- rivals[[name]](small), times = 1)[[1]]
    if (name == "sklearn") seconds <- as.numeric(result[1]) # without starting Python and reading
    version <- if (name == "sklearn") result[2] else utils::packageVersion(name)
    show(
      paste(name, version, nrow(small), "ratings"),
      seconds = seconds, `times accord` = seconds / max(own, 0.001)
    )
    if (seconds > 2) break
  }
}
