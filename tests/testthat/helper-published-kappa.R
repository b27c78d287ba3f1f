# Published kappas, the weights they use, and how the oracle computes each.

published_kappas <- function() {
  table <- read_reference("kappa-published.csv", colClasses = "character")
  table$digits <- as.integer(table$digits)
  table[is.na(table)] <- ""
  table$info <- with(table, paste(dataset, coefficient, weights, part, quantity, source, sep = ", "))
  table
}

# Returns whether expect_published() would succeed.
same_as_printed <- function(value, printed, digits) {
  if (length(value) != 1) return(FALSE)
  shown <- formatC(c(value, as.numeric(printed)), digits = digits, format = "f")
  shown <- sub("^-(0\\.?0*)$", "\\1", shown)
  shown[1] == shown[2]
}

# Published weights, as a matrix over the categories in order.
reference_weights <- list(
  linear_ranks = function(labels) oracle_weights("linear", seq_along(labels)),
  quadratic_ranks = function(labels) oracle_weights("quadratic", seq_along(labels)),
  half_check = function(labels) 1 - oracle_matrix(reference_distances$half_check, labels),
  # irr: 0, 0, 1, 1, 2, 2 for categories that are 0 to 5 steps apart
  irr_001122 = function(labels) 1 - oracle_matrix(function(a, b) c(0, 1, 1, 2, 2)[abs(a - b)], 1:6) / 2,
  # Cohen (1968): disagreement of the three pairs of categories
  cohen1968 = function(labels) 1 - matrix(c(0, 1, 3, 1, 0, 6, 3, 6, 0), 3) / 6,
  cohen1968_asymmetric = function(labels) 1 - matrix(c(0, 1, 2, 1, 0, 2, 4, 6, 0), 3) / 6,
  # Fleiss, Cohen and Everitt (1969), as psych prints them
  fce1969 = function(labels) matrix(c(1, 0, 0.4444, 0, 1, 0.6667, 0.4444, 0.6667, 1), 3)
)

gwet_weights <- c("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")

# The categories of a table in their order: numbers if they are numbers.
reference_categories <- function(table) {
  categories <- table$categories
  if (is.null(categories)) {
    categories <- if (table$layout == "tidy") table$data$label else unlist(table$data)
    categories <- sort(unique(categories[!is.na(categories)]), method = "radix")
  }
  if (!anyNA(suppressWarnings(as.numeric(categories)))) as.numeric(categories) else categories
}

# The ratings of a table, one row an item that looks different, with the number of such items.
reference_items <- function(dataset, item = NULL) {
  table <- reference_table(dataset)
  labels <- reference_categories(table)
  if (table$layout == "tidy") {
    items <- with(table$data, oracle_items(item, coder, match(label, labels)))
    return(list(items = items, labels = labels))
  }
  cells <- as.matrix(table$data)
  if (table$layout == "raters_in_rows") cells <- t(cells)
  if (table$layout == "counts") {
    cells <- t(apply(cells, 1, function(n) rep(c(seq_along(n), NA), c(n, 99 - sum(n)))))
  }
  if (table$layout == "confusion") {
    cells <- cbind(rep(c(row(cells)), cells), rep(c(col(cells)), cells))
  }
  if (!table$layout %in% c("counts", "confusion")) cells[] <- match(trimws(cells), labels)
  cells <- matrix(as.integer(cells), ncol = ncol(cells))
  if (!is.null(item)) cells <- cells[item, , drop = FALSE]
  key <- apply(cells, 1, paste, collapse = " ")
  times <- table(key)
  cells <- cells[!duplicated(key), , drop = FALSE]
  key <- unique(key)
  items <- oracle_items(key[c(row(cells))], c(col(cells)), c(cells), times)
  items$times <- as.numeric(items$times)
  list(items = items, labels = labels)
}

reference_weight_matrix <- function(weights, labels) {
  if (weights %in% names(reference_weights)) return(reference_weights[[weights]](labels))
  oracle_weights(weights, if (is.numeric(labels)) labels else seq_along(labels))
}

# Alpha's disagreements are in the unit of the distance, those of weights from 0 to 1.
weight_unit <- function(weights, labels) {
  if (!weights %in% gwet_weights || weights == "identity") return(1)
  max(oracle_gwet_distance(weights, if (is.numeric(labels)) labels else seq_along(labels)))
}

# "category=3" or "item=12" in the column `part`
part_of <- function(row, what) {
  if (!startsWith(row$part, paste0(what, "="))) return(NULL)
  sub("^[a-z]+=", "", row$part)
}

# The items and weights of a row of the table of printed values.
oracle_of_row <- function(row) {
  item <- part_of(row, "item")
  set <- reference_items(row$dataset, if (!is.null(item)) as.integer(item))
  items <- set$items
  w <- reference_weight_matrix(row$weights, set$labels)
  category <- part_of(row, "category")
  if (!is.null(category)) {
    items <- oracle_one_category(items, match(category, set$labels))
    w <- diag(2)
  }
  list(items = items, w = w)
}

# Returns the arguments of a verb for a row of the table of printed values.
kappa_call <- function(row) {
  call <- reference_call(row$dataset)
  item <- part_of(row, "item")
  if (!is.null(item)) call[[1]] <- call[[1]][as.integer(item), , drop = FALSE]
  if (is.numeric(call[[1]]) && !is.null(call$categories)) call$categories <- as.numeric(call$categories)
  weights <- row$weights
  if (weights %in% names(reference_weights)) {
    weights <- reference_weights[[weights]](reference_categories(reference_table(row$dataset)))
  }
  c(call, list(weights = weights))
}

# Two raters who both rated every item, as a table.
oracle_cells <- function(items, q) {
  cells <- matrix(0, q, q)
  for (i in seq_along(items$code)) {
    pair <- items$code[[i]][order(items$rater[[i]])]
    cells[pair[1], pair[2]] <- cells[pair[1], pair[2]] + items$times[i]
  }
  cells
}

# The values that the oracle has for rows of the table of printed values that are about the same
# estimate (and the same variance, if they are about an interval).
oracle_values <- function(rows) {
  row <- rows[1, ]
  set <- oracle_of_row(row)
  items <- set$items
  r <- lengths(items$code)
  result <- oracle_kappa(items, row$coefficient, set$w)
  estimate <- result[["estimate"]]
  n <- sum(items$times[if (row$coefficient == "krippendorff_alpha") r > 1 else r > 0])
  wanted <- function(...) any(rows$quantity %in% c(...))
  error <- if (wanted("std.error", "conf.low", "conf.high", "p.value")) {
    switch(row$variance,
      gwet = oracle_se_gwet(items, row$coefficient, set$w),
      gwet_n = oracle_se_gwet(items, row$coefficient, set$w) * sqrt((n - 1) / n),
      classic = oracle_se_classic(oracle_cells(items, nrow(set$w)), set$w)[["std.error"]]
    )
  } else {
    NA_real_
  }
  null <- if (wanted("statistic_null", "p.value_null", "std.error_null")) {
    switch(row$coefficient,
      cohen_kappa = oracle_se_classic(oracle_cells(items, nrow(set$w)), set$w)[["null"]],
      fleiss_kappa = oracle_se_fleiss_null(items, nrow(set$w))
    )
  } else {
    NA_real_
  }
  df <- if (row$variance == "classic") Inf else max(n - 1, 1)
  half <- error * stats::qt(0.975, df)
  printed_values(list(
    estimate = estimate, observed = result[["observed"]], expected = result[["expected"]],
    std.error = error, conf.low = estimate - half, conf.high = estimate + half,
    p.value = 2 * stats::pt(-abs(estimate / error), df),
    std.error_null = null, statistic_null = estimate / null,
    p.value_null = 2 * stats::pnorm(-abs(estimate / null)),
    n_items = sum(items$times[r > 1]), n_ratings = sum((items$times * r)[r > 1])
  ), row$coefficient)
}

# Converts a result to what other sources print. Their agreement is one minus our disagreement; that of alpha in Gwet's
# notation also lacks the correction 1 - 1 / n.. in both parts. Limits are cut at 1.
printed_values <- function(result, coefficient) {
  correction <- if (coefficient == "krippendorff_alpha") 1 - 1 / result$n_ratings else 1
  result$agreement_observed <- 1 - result$observed * correction
  result$agreement_expected <- 1 - result$expected * correction
  result$conf.low <- max(result$conf.low, -1)
  result$conf.high <- min(result$conf.high, 1)
  result
}
