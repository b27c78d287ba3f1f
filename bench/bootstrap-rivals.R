# The bootstrap of nominal alpha in other packages, seconds per replicate as ratios to accord's over
# items, each package at the largest number of items at which 20 replicates take less than a minute.
# Five raters rate all items. Packages that are not installed are left out. icr and kripp.boot draw
# cells as Krippendorff's algorithm does, krippendorffsalpha draws items.
#   Rscript bench/bootstrap-rivals.R
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
limit <- as.numeric(Sys.getenv("ACCORD_BENCH_LIMIT", "60"))
sizes <- 10^(2:6)

has <- function(package) requireNamespace(package, quietly = TRUE)
rivals <- list(
  icr = if (has("icr")) function(m, times) icr::krippalpha(t(m), bootstrap = TRUE, nboot = times),
  krippendorffsalpha = if (has("krippendorffsalpha")) function(m, times) {
    krippendorffsalpha::krippendorffs.alpha(
      m,
      level = "nominal", method = "customary", confint = TRUE,
      control = list(bootit = max(times, 100), parallel = FALSE)
    )
  },
  kripp.boot = if (has("kripp.boot")) function(m, times) {
    kripp.boot::kripp.boot(t(m), iter = times, method = "nominal")
  }
)
rivals <- Filter(Negate(is.null), rivals)
replicates <- c(icr = 20, krippendorffsalpha = 100, kripp.boot = 20) # the least that each accepts, or 20

rows <- list()
alive <- names(rivals)
for (items in sizes) {
  set.seed(1)
  truth <- sample.int(5, items, replace = TRUE)
  m <- vapply(1:5, function(r) ifelse(stats::runif(items) < 0.7, truth, sample.int(5, items, TRUE)), truth)
  ratings <- as_ratings(m, layout = "raters_in_columns", level = "nominal")
  own <- race(
    few = function() krippendorff_alpha(ratings, ci = ci_bootstrap(times = 1000)),
    many = function() krippendorff_alpha(ratings, ci = ci_bootstrap(times = 9000)), times = 3
  )
  own <- (own[["many"]] - own[["few"]]) / 8000
  for (name in alive) {
    seconds <- tryCatch(
      {
        setTimeLimit(elapsed = 3 * limit, transient = TRUE)
        system.time(rivals[[name]](m, replicates[[name]]))[["elapsed"]]
      },
      error = function(cnd) Inf
    )
    setTimeLimit()
    if (seconds < limit) {
      each <- seconds / replicates[[name]]
      rows[[name]] <- data.frame(
        rival = paste(name, utils::packageVersion(name)), items = items, `seconds per replicate` = each,
        `times accord` = each / own, check.names = FALSE
      )
    }
    # The next size is ten times as long, or a hundred times.
    if (seconds > limit / 8) alive <- setdiff(alive, name)
  }
}
if (length(rows)) show("the bootstrap of other packages, beside accord's over items", do.call(rbind, rows))
