# Reference data of the intraclass correlations, and the coefficients from their definitions:
# sums of squares of fits by lm.fit(), expectations of mean squares from the matrices of projection.

# Items × raters; or, where raters rated an item more than once, long form.
icc_table <- function(dataset) {
  own <- c(anxiety = "irr-anxiety.csv", video = "irr-video.csv")
  file <- if (dataset %in% names(own)) own[[dataset]] else paste0("icc-", dataset, ".csv")
  read_reference(file.path("tables", file))
}

icc_of <- function(m, ...) icc(unname(as.matrix(m)), layout = "raters_in_columns", ...)

# The sets of icc-irrNA.csv are written "1 2 .;3 . 4".
icc_matrix <- function(text) {
  rows <- strsplit(strsplit(text, ";", fixed = TRUE)[[1]], " ", fixed = TRUE)
  suppressWarnings(matrix(as.numeric(unlist(rows)), nrow = length(rows), byrow = TRUE))
}

# Returns rows of item, rater and y: about `n` × `k` of them with gaps and different levels, sometimes with a rater who
# rates twice, or with a disconnected part.
random_icc_rows <- function(n = sample(3:9, 1), k = sample(2:6, 1), digits = 1) {
  rows <- expand.grid(item = seq_len(n), rater = seq_len(k))
  rows$y <- round(stats::rnorm(n)[rows$item] + stats::rnorm(k)[rows$rater] + stats::rnorm(n * k), digits)
  rows <- rows[stats::runif(n * k) > stats::runif(1, 0, 0.5), ]
  if (stats::runif(1) < 0.3) rows <- rbind(rows, transform(rows[1:2, ], y = y + 1))
  apart <- transform(rows, item = item + 20, rater = rater + 20, y = -y)
  if (stats::runif(1) < 0.3) rows <- rbind(rows, apart)
  rows[!is.na(rows$y), ]
}

# Returns B, R and E with their degrees of freedom and expectations, by least squares.
oracle_icc_squares <- function(rows) {
  design <- function(x) outer(x, unique(x), `==`) + 0
  left <- function(...) stats::lm.fit(cbind(...), rows$y)
  squares <- function(fit) sum(fit$residuals^2)
  item <- design(rows$item)
  rater <- design(rows$rater)
  both <- left(item, rater)
  # The expectation of a sum of squares has the trace of the other factor projected onto the complement of `out`.
  trace <- function(of, out) {
    rest <- of - out %*% solve(crossprod(out), crossprod(out, of))
    sum(rest * of)
  }
  df_items <- both$rank - ncol(rater)
  df_raters <- both$rank - ncol(item)
  df_error <- nrow(rows) - both$rank
  list(
    items = (squares(left(rater)) - squares(both)) / df_items,
    raters = (squares(left(item)) - squares(both)) / df_raters,
    error = squares(both) / df_error,
    df_items = df_items, df_raters = df_raters, df_error = df_error,
    k = trace(item, rater) / df_items, n = trace(rater, item) / df_raters
  )
}

# Variance components, then the shares that define the two-way coefficients.
oracle_icc <- function(rows) {
  s <- oracle_icc_squares(rows)
  if (min(s$df_items, s$df_raters, s$df_error) < 1) {
    return(NULL)
  }
  item <- (s$items - s$error) / s$k
  rater <- (s$raters - s$error) / s$n
  c(s, list(
    icc_a1 = item / (item + rater + s$error), icc_c1 = item / (item + s$error),
    total = item + rater + s$error
  ))
}
