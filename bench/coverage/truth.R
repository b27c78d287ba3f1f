# True values of the coefficients of a design: those of its population of items. Known exactly where the
# design says so; of a real job, those of the job; else from 400,000 items, in eight parts whose
# spread tells how exact it is. Kept in truth.csv.

TRUTH <- "bench/coverage/truth.csv"

seed_of <- function(name) {
  sum(utf8ToInt(name) * (seq_len(nchar(name)) %% 97 + 1) * 131) %% .Machine$integer.max
}

# The call that is judged: all coefficients, a group per job.
agreement_of <- function(design, data, ci) {
  rater <- if (anyNA(data$rater)) NULL else quote(rater)
  cluster <- if (isTRUE(design$cluster)) quote(cluster)
  ratings <- as_ratings(
    data, item = item, rater = !!rater, rating = rating, by = job, categories = design$categories,
    cluster = !!cluster, separator = design$separator, level = if (is.null(design$separator)) design$level
  )
  agreement(ratings,
    coefficients = design$coefficients, weights = design$weights,
    level = if (is.null(design$separator)) design$level, ci = ci
  )
}

is_there <- function(design) is.null(design$file) || file.exists(file.path(DATA, design$file))

population <- function(design) {
  set.seed(seed_of(design$name))
  if (is.null(design$whole)) {
    parts <- lapply(1:8, function(part) {
      data <- if (isTRUE(design$anew)) replace(design$draw(1, 50000), "job", 1) else design$draw(50000, 1)
      agreement_of(design, data, ci_none())
    })
  } else {
    data <- design$whole()
    times <- ceiling(2e5 / max(data$item))
    many <- data[rep(seq_len(nrow(data)), times), ]
    many$item <- many$item + max(data$item) * rep(seq_len(times) - 1, each = nrow(data))
    many$job <- 1
    parts <- list(agreement_of(design, many, ci_none()))
  }
  values <- vapply(parts, function(x) x$estimate, parts[[1]]$estimate)
  values <- matrix(values, ncol = length(parts))
  data.frame(
    design = design$name, coefficient = sub("_ac2", "_ac1", parts[[1]]$coefficient), truth = rowMeans(values),
    error = if (length(parts) > 1) apply(values, 1, stats::sd) / sqrt(length(parts)) else 0,
    source = if (length(parts) > 1) "simulated" else "population"
  )
}

true_values <- function(design) {
  kept <- if (file.exists(TRUTH)) utils::read.csv(TRUTH)
  mine <- kept[kept$design == design$name, ]
  if (!length(mine$design)) {
    mine <- population(design)
    known <- mine$coefficient %in% names(design$exact)
    mine$simulated <- mine$truth
    mine$truth[known] <- design$exact[mine$coefficient[known]]
    mine$source[known] <- "exact"
    utils::write.csv(rbind(kept, mine), TRUTH, row.names = FALSE)
  }
  stats::setNames(mine$truth, mine$coefficient)
}
