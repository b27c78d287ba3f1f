# Small data sets for tests of the entry of data and of results.

# Six ratings of three texts by two raters, in two groups.
small <- function(...) {
  d <- data.frame(
    item = c("t1", "t1", "t2", "t2", "t3", "t3"),
    who = rep(c("ann", "bob"), 3),
    label = c("a", "b", "a", "a", "b", "b"),
    score = c(1, 2, 3, 4, 5, 5),
    part = c("x", "x", "x", "x", "y", "y")
  )
  transform(d, ...)
}

# Krippendorff (2011), example C: four observers in rows, twelve units.
krippendorff_c <- function() {
  rbind(
    A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
    B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
    C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
    D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
  )
}

# The rows of a matrix with raters in rows, in long form.
long <- function(m) {
  d <- data.frame(item = c(col(m)), rater = rownames(m)[row(m)], rating = c(m))
  d[!is.na(d$rating), ]
}

# Checks an error of accord: its class, its message, its fields.
expect_fault <- function(code, what, regexp = NULL, ...) {
  cnd <- expect_error(code, regexp, class = paste0("accord_error_", what))
  # If there was no error, that expectation has failed, and one failure is enough.
  if (!inherits(cnd, "condition")) return(invisible(cnd))
  if (!inherits(cnd, "accord_error")) testthat::expect_s3_class(cnd, "accord_error")
  fields <- list(...)
  for (name in names(fields)) expect_equal(cnd[[name]], fields[[name]], info = name)
  invisible(cnd)
}

# Returns all columns except the number of categories, which is that of the whole data.
but_categories <- function(x) x[setdiff(names(x), "n_categories")]

# Checks that `n` ratings of a result were set aside, and returns the result with that column set to 0.
but_set_aside <- function(x, n) {
  expect_equal(x$n_set_aside, rep(n, nrow(x)))
  x$n_set_aside <- 0L
  x
}

# Returns the number of random sets: `short` in `make test`, `long` in `make test-long`.
test_size <- function(short, long) {
  if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) long else short
}

# The first line of a test that takes three tenths of a second or more. `make test` leaves it out, so that it ends
# within three minutes; `make test-all`, the check of a commit and the long tests run it.
skip_if_quick <- function() {
  testthat::skip_if_not(any(Sys.getenv(c("ACCORD_TEST_ALL", "ACCORD_TEST_LONG")) == "true"), "slow: make test-all")
}

# Is only run in the long tests, since other processes may disturb it: four times the `size` must take about four times
# as long, not sixteen times.
expect_linear_time <- function(run, size) {
  if (!asks_all()) {
    return(invisible())
  }
  seconds <- function(n) min(replicate(3, system.time(run(n))[["elapsed"]]))
  expect_lt(seconds(4 * size), 10 * max(seconds(size), 0.01))
}

# The ids of coefficients, one for each kappa, and of alpha.
every <- c(
  "percent_agreement", "cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa", "light_kappa",
  "brennan_prediger", "gwet_ac1", "krippendorff_alpha"
)

measure <- function(data, ..., coefficients = every) {
  agreement(data, item, rater, label, coefficients = coefficients, ..., ci = ci_none())
}

# Rows of raters, NA for none; items are numbered.
rated <- function(...) {
  labels <- list(...)
  n <- length(labels[[1]])
  data <- data.frame(
    item = rep(seq_len(n), length(labels)), rater = rep(names(labels), each = n),
    label = unlist(labels, use.names = FALSE)
  )
  data[!is.na(data$label), ]
}

value <- function(x, coefficient, column = "estimate") x[[column]][match(coefficient, x$coefficient)]
