# Checks of a batch of sets: coefficients against the definition, summaries against tables of counts, intervals against
# what they must contain, and input rows against output rows.

check_batch_kappas <- function(batch) {
  coefficients <- setdiff(oracle_coefficients(), c("cohen_kappa", "scott_pi"))
  if (stats::runif(1) < 0.5) coefficients <- sample(coefficients, pick(seq_along(coefficients)))
  if (batch$extra == "dropped") return(check_dropped(batch, coefficients))
  if (batch$extra == "duplicates") return(check_duplicates(batch, coefficients))
  got <- of_batch(batch, agreement, coefficients = coefficients, level = "nominal", ci = ci_none())
  compare_batch(batch, got, kappas_of_batch(batch, dense_batch(batch), coefficients))
}

kappas_of_batch <- function(batch, d, coefficients, w = diag(d$n_categories), q = categories_of_batch(batch, d)) {
  lapply(rlang::set_names(coefficients), function(name) {
    cbind(dense_kappa(d, name, w, q), dense_counts(d, oracle_least(name)))
  })
}

# Ratings in two of the categories only: the others are set aside, and counted.
check_dropped <- function(batch, coefficients) {
  rated <- batch$rated
  if (rated$sets || rated$declared || length(rated$values) < 2) return(NULL)
  kept <- sort(sample.int(length(rated$values), 2))
  labels <- labels_of(batch, kept)
  got <- of_batch(batch, agreement, coefficients = coefficients, level = "nominal", categories = labels, ci = ci_none())
  place <- match(rated$place, kept)
  d <- dense(batch$cells$set, batch$cells$item, batch$cells$rater, place, batch$n_sets, 2L)
  aside <- tabulate(batch$cells$set[is.na(place) & !is.na(rated$place)], batch$n_sets)
  wanted <- kappas_of_batch(batch, d, coefficients, q = rep(2, batch$n_sets))
  compare_batch(batch, got, lapply(wanted, cbind, n_set_aside = aside))
}

# If rows occur twice, the first or last counts: the others must be set aside, and counted.
check_duplicates <- function(batch, coefficients) {
  n <- nrow(batch$plain)
  again <- sample.int(n, n, TRUE)
  again <- again[!is.na(batch$rated$place[again])]
  rows <- c(seq_len(n), again)
  place <- batch$rated$place[rows]
  # The second rating is that of another row.
  second <- seq_along(rows) > n
  other <- sample.int(n, n, TRUE)
  other <- other[!is.na(batch$rated$place[other])]
  if (length(other) < 2 || !any(second)) return(NULL)
  from <- sample(other, sum(second), TRUE)
  data <- tibble::as_tibble(batch$plain)
  frame <- data[rows, ]
  frame$rating <- data[c(seq_len(n), from), ]$rating
  place[second] <- batch$rated$place[from]
  which <- pick(c("first", "last"))
  got <- of_batch(batch, agreement,
    frame = frame, coefficients = coefficients, level = "nominal", ci = ci_none(), duplicates = which
  )
  given <- which(!is.na(place))
  cell <- paste(batch$cells$set, batch$cells$item, batch$cells$rater)[rows]
  out <- given[duplicated(cell[given], fromLast = which == "last")]
  place[out] <- NA
  aside <- tabulate(batch$cells$set[rows][out], batch$n_sets)
  d <- dense_batch(batch, batch$cells[rows, ], place)
  compare_batch(batch, got, lapply(kappas_of_batch(batch, d, coefficients), cbind, n_set_aside = aside))
}

check_batch_weighted <- function(batch) {
  kind <- pick(c("number", "integer64", "labelled", "asis"))
  scheme <- pick(c("linear", "quadratic", "ordinal", "radical", "circular", if (kind != "integer64") "ratio"))
  rated <- RATING_CLASSES[[kind]](batch$rated$place, seq_along(batch$rated$values) + 1)
  rated$declared <- TRUE
  batch$rated <- rated
  batch$frame <- tibble::as_tibble(batch$plain)
  batch$frame$rating <- rated$rating
  coefficients <- c(setdiff(oracle_coefficients(), c("cohen_kappa", "scott_pi", "gwet_ac1")), "gwet_ac2")
  got <- of_batch(batch, agreement,
    coefficients = setdiff(coefficients, "krippendorff_alpha"), weights = scheme, categories = rated$values,
    ci = ci_none()
  )
  d <- dense_batch(batch)
  w <- oracle_weights(scheme, rated$values)
  compare_batch(batch, got, kappas_of_batch(batch, d, setdiff(coefficients, "krippendorff_alpha"), w))
}

# Two raters in each set; if one of them has no ratings, there is no kappa.
check_batch_two_raters <- function(batch) {
  use <- batch$cells$rater <= 2
  frame <- tibble::as_tibble(batch$plain)[use, ]
  d <- dense_batch(batch, batch$cells[use, ], batch$rated$place[use])
  both <- dense_counts(d, 1)[, "n_raters"] == 2
  if (!any(both)) return(NULL)
  coefficients <- c("cohen_kappa", "scott_pi")
  got <- of_batch(batch, agreement, frame = frame, coefficients = coefficients, level = "nominal", ci = ci_none())
  wanted <- kappas_of_batch(batch, d, coefficients)
  for (name in coefficients) wanted[[name]][!both, ] <- NA
  compare_batch(batch, got, wanted)
}

check_batch_alpha <- function(batch) {
  rated <- batch$rated
  if (rated$sets) {
    distance <- pick(c("jaccard", "masi"))
    got <- of_batch(batch, krippendorff_alpha, distance = distance, ci = ci_none())
    delta <- set_delta(distance, labels_of(batch))
  } else {
    levels <- c("nominal", "ordinal", "interval")
    levels <- levels[seq_len(match(rated$level, levels))]
    if (batch$kinds[["rating"]] %in% c("number", "asis", "labelled")) {
      levels <- c(levels, "ratio", "circular", "bipolar")
    }
    level <- pick(levels)
    range <- switch(level, circular = 40, bipolar = c(0, 31))
    arguments <- list(batch, krippendorff_alpha, level = level, ci = ci_none())
    got <- do.call(of_batch, c(arguments, if (!is.null(range)) list(range = range)))
    delta <- if (level == "ordinal") "ordinal" else oracle_delta(level, rated$values, range)
  }
  d <- dense_batch(batch)
  compare_batch(batch, got, list(krippendorff_alpha = cbind(dense_alpha(d, delta), dense_counts(d, 2))))
}

# Intervals must contain the estimate, be in the range of the coefficient, and not depend on the order of the rows.
check_batch_intervals <- function(batch) {
  if (batch$rated$sets) return(NULL)
  method <- pick(c("analytic", "jackknife", "bayes"))
  if (method == "bayes") batch <- part_of_batch(batch, 100)
  ci <- list(analytic = ci_analytic(), jackknife = ci_jackknife(), bayes = ci_default())[[method]]
  coefficients <- setdiff(oracle_coefficients(), c("cohen_kappa", "scott_pi"))
  ask <- function(frame) {
    of_batch(batch, agreement, frame = frame, coefficients = coefficients, level = "nominal", ci = ci)
  }
  got <- ask(batch$frame)
  again <- ask(tibble::as_tibble(batch$plain)[sample.int(nrow(batch$plain)), ])
  faults <- c(got$fault, got$error, again$fault, again$error)
  if (length(faults)) return(faults)
  here <- got$value
  order_of <- function(x) order(match(key_text(x$set), batch$keys), match(x$coefficient, coefficients))
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "n_items", "n_ratings")
  one <- lapply(unclass(here)[columns], `[`, order_of(here))
  other <- lapply(unclass(again$value)[columns], `[`, order_of(again$value))
  differs <- function(a, b) !identical(is.na(a), is.na(b)) || any(abs(a - b) > 1e-12, na.rm = TRUE)
  apart <- mapply(differs, one, other)
  known <- !is.na(here$conf.low)
  low <- here$conf.low[known]
  high <- here$conf.high[known]
  estimate <- here$estimate[known]
  c(
    if (any(apart)) paste("wrong:", method, "depends on the order of rows in", columns[apart]),
    if (any(low > estimate + 1e-12 | estimate > high + 1e-12)) paste("wrong:", method, "estimate outside"),
    if (any(high > 1 + 1e-12 | low < ifelse(here$coefficient[known] == "percent_agreement", 0, -Inf))) {
      paste("wrong:", method, "limits outside the range")
    },
    if (any(is.na(here$conf.low) != is.na(here$conf.high))) paste("wrong:", method, "one limit alone"),
    if (any(is.na(here$estimate) & known)) paste("wrong:", method, "limits without an estimate")
  )
}

# The first sets of a batch.
part_of_batch <- function(batch, n_sets) {
  n_sets <- min(n_sets, batch$n_sets)
  use <- batch$cells$set <= n_sets
  batch$n_sets <- n_sets
  batch$cells <- batch$cells[use, ]
  batch$rated$place <- batch$rated$place[use]
  batch$plain <- tibble::as_tibble(batch$plain)[use, ]
  batch$frame <- batch$plain
  batch$item <- batch$item[use]
  batch$keys <- batch$keys[seq_len(n_sets)]
  batch
}
