# Cohen's kappa for all pairs of raters, against a self-join by hand in data.table, and against
# the loop over pairs that other packages need, at the largest size that each survives.
source("bench/crowd.R")
library(accord)
library(data.table)

# What a good R programmer writes: join the ratings of an item, count the cells of every pair.
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

# A loop over pairs on a wide table, with the kappa of another package.
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
rivals <- list(
  irr = function(a, b) irr::kappa2(data.frame(a, b)),
  psych = function(a, b) try(suppressWarnings(psych::cohen.kappa(cbind(a, b))), silent = TRUE)
)
for (name in Filter(function(x) requireNamespace(x, quietly = TRUE), names(rivals))) {
  for (items in c(400, 4000, 40000)) {
    small <- crowd(items, items / 20)
    seconds <- race(
      accord = function() pairwise_agreement(small, item, worker, rating),
      rival = function() loop(small, rivals[[name]]),
      times = 1
    )
    show(
      paste(name, utils::packageVersion(name), nrow(small), "ratings"),
      seconds = seconds[["rival"]], `times accord` = seconds[["rival"]] / max(seconds[["accord"]], 0.001)
    )
    if (seconds[["rival"]] > 20) break
  }
}
