# Nominal alpha from the long frame: accord compared with other packages, including the time to reshape, each at the
# largest size that it completes within the time limit. Packages that are not installed are left out. `pack` is items ×
# 7 anonymous slots, a layout that experts use; `count` is items × categories.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
limit <- as.numeric(Sys.getenv("ACCORD_BENCH_LIMIT", "60"))
sizes <- c(4000L, 40000L, 400000L, 2000000L) # items; five ratings each on average

pack <- function(d) {
  item <- match(d$item, unique(d$item))
  row <- order(item)
  m <- matrix(NA_integer_, max(item), 7)
  m[cbind(item[row], sequence(tabulate(item)))] <- match(d$rating[row], letters)
  m
}
count <- function(d) {
  item <- match(d$item, unique(d$item))
  k <- match(d$rating, letters)
  matrix(tabulate((k - 1L) * max(item) + item, max(item) * max(k)), ncol = max(k))
}
in_python <- function(d) {
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  utils::write.table(count(d), file, row.names = FALSE, col.names = FALSE, sep = ",")
  code <- paste0(
    "import time, numpy, krippendorff; c = numpy.loadtxt('", file, "', delimiter=',', dtype=int);",
    "t = time.time(); a = krippendorff.alpha(value_counts=c, level_of_measurement='nominal');",
    "print(time.time() - t, a)"
  )
  as.numeric(strsplit(system2("python3", c("-c", shQuote(code)), stdout = TRUE), " ")[[1]])
}
has <- function(package) requireNamespace(package, quietly = TRUE)
rivals <- list(
  irr = if (has("irr")) function(d) irr::kripp.alpha(t(pack(d)))$value,
  icr = if (has("icr")) function(d) icr::krippalpha(t(pack(d)), metric = "nominal", bootstrap = FALSE)$alpha,
  irrCAC = if (has("irrCAC")) function(d) irrCAC::krippen.alpha.raw(pack(d))$est$coeff.val
)
rivals <- Filter(Negate(is.null), rivals)
try_python <- function(code) system2("python3", c("-c", shQuote(code)), stdout = FALSE, stderr = FALSE)
python <- suppressWarnings(try_python("import krippendorff")) == 0

rows <- list()
note <- function(rival, d, seconds, own, value, truth) {
  rows[[length(rows) + 1]] <<- data.frame(
    rival = rival, ratings = nrow(d), seconds = seconds, `times as long as accord` = seconds / own,
    same = isTRUE(abs(value - truth) < 1e-5), check.names = FALSE
  )
}
alive <- names(rivals)
for (items in sizes) {
  d <- crowd(items, max(items %/% 200L, 700L))
  truth <- krippendorff_alpha(d, item, worker, rating, ci = ci_none())$estimate
  own <- race(accord = function() krippendorff_alpha(d, item, worker, rating), times = 3)[[1]]
  for (name in alive) {
    value <- NULL
    seconds <- tryCatch(
      {
        setTimeLimit(elapsed = 3 * limit, transient = TRUE)
        system.time(value <- rivals[[name]](d))[["elapsed"]]
      },
      error = function(cnd) Inf
    )
    setTimeLimit()
    note(name, d, seconds, own, value, truth)
    # The next size is about ten times as long.
    if (seconds > limit / 5) alive <- setdiff(alive, name)
  }
  if (python) {
    got <- in_python(d)
    reshape <- system.time(count(d))[["elapsed"]]
    note("krippendorff (Python)", d, got[1] + reshape, own, got[2], truth)
  }
}
show("accord beside other packages", do.call(rbind, rows))
