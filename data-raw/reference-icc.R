# Runs irrNA's iccNA() on random sparse ratings and writes what it gives, together with the
# ratings, to tests/testthat/reference/icc-irrNA.csv. From the root of the package:
#
#   Rscript data-raw/reference-icc.R <library with irrNA> [output file]
#
# Nothing of accord is called. One row per set of ratings: items are separated by ";", raters by blanks,
# "." is a missing rating; then k (its k_0) and, for each form, the estimate, p value and limits, and
# for the one-way and the consistency forms F and its second degrees of freedom. Left empty are
# infinite values; the limits of ICC(A,1) if their degrees of freedom are below 1 (irrNA calls these
# approximations), and those of ICC(A,k), in which irrNA uses k twice (see ?icc).

arguments <- commandArgs(trailingOnly = TRUE)
if (!length(arguments) %in% 1:2) {
  stop("Usage: Rscript data-raw/reference-icc.R <library> [output file]")
}
.libPaths(c(arguments[1], .libPaths()))
folder <- file.path("tests", "testthat", "reference")
to <- if (length(arguments) == 2) arguments[2] else file.path(folder, "icc-irrNA.csv")

FORMS <- c(
  icc1 = "ICC(1)", icc_a1 = "ICC(A,1)", icc_c1 = "ICC(C,1)",
  icc1k = "ICC(k)", icc_ak = "ICC(A,k)", icc_ck = "ICC(C,k)"
)

# Items × raters; every item and every rater has a rating, and raters differ in level.
draw <- function(set) {
  n <- sample(3:9, 1)
  k <- sample(2:6, 1)
  size <- c(0.3, 1, 3)[sample(3, 2, replace = TRUE)]
  m <- outer(rnorm(n, 0, size[1]), rnorm(k, 0, size[2]), "+") + rnorm(n * k)
  m <- round(2 * m, sample(0:2, 1))
  share <- if (set %% 10 == 0) 0 else runif(1, 0, 0.6)
  m[runif(n * k) < share] <- NA
  enough <- rowSums(!is.na(m)) > 0
  m <- m[enough, , drop = FALSE]
  m <- m[, colSums(!is.na(m)) > 0, drop = FALSE]
  sparse <- nrow(m) < 2 || ncol(m) < 2 || all(rowSums(!is.na(m)) == 1)
  if (sparse || stats::var(c(m), na.rm = TRUE) == 0) draw(set) else m
}

as_text <- function(x) {
  x[!is.finite(x)] <- NA
  ifelse(is.na(x), "", formatC(x, digits = 12, format = "g", width = 1))
}

mean_squares <- function(table) table[, 1] / table[, 2]

# The degrees of freedom of the limits of ICC(A,1), from what irrNA returns.
limits_df <- function(x) {
  ms <- mean_squares(x$twoway_Stats)
  df <- x$twoway_Stats[, 2]
  rho <- x$ICCs["ICC(A,1)", 1]
  a <- x$k_0 * rho / (x$n * (1 - rho)) * ms[3]
  b <- (1 + x$k_0 * rho * (x$n - 1) / (x$n * (1 - rho))) * ms[4]
  (a + b)^2 / (a^2 / df[3] + b^2 / df[4])
}

run <- function(set) {
  m <- draw(set)
  x <- suppressMessages(irrNA::iccNA(as.data.frame(m), rho0 = 0, detail = TRUE))
  # Sums of squares of 0: irrNA puts a value near the limit in place of what is not defined.
  if (any(c(x$oneway_Stats[, 1], x$twoway_Stats[, 1]) < 1e-9)) {
    return(run(set))
  }
  values <- x$ICCs[FORMS, ]
  dimnames(values) <- list(names(FORMS), c("estimate", "p.value", "conf.low", "conf.high"))
  df <- limits_df(x)
  if (is.na(df) || df < 1) values["icc_a1", 3:4] <- NA
  values["icc_ak", 3:4] <- NA
  one <- mean_squares(x$oneway_Stats)
  two <- mean_squares(x$twoway_Stats)
  row <- c(
    k = x$k_0,
    one_way_statistic = one[[1]] / one[[2]], one_way_df2 = x$oneway_Stats[[2, 2]],
    two_way_statistic = two[[1]] / two[[4]], two_way_df2 = x$twoway_Stats[[4, 2]],
    stats::setNames(c(t(values)), paste(rep(names(FORMS), each = 4), colnames(values), sep = "."))
  )
  cells <- ifelse(is.na(m), ".", format(m, trim = TRUE, drop0trailing = TRUE))
  cells <- apply(cells, 1, paste, collapse = " ")
  data.frame(ratings = paste(cells, collapse = ";"), as.list(as_text(row)))
}

set.seed(1951)
table <- cbind(irrNA = as.character(packageVersion("irrNA")), do.call(rbind, lapply(1:240, run)))
write.csv(table, to, row.names = FALSE, quote = FALSE)
