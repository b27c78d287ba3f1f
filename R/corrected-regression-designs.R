# The two designs of a regression: with labels where there are some, and with predictions.

# A list of `true` and `guess`, each a list of `x` and `y`.
designs_of <- function(formula, data, name, label, guess, family) {
  labelled <- !is.na(label)
  label[!labelled] <- guess[!labelled]
  # Levels that no row has would be columns of nothing.
  data <- without_integer64(as.data.frame(data))
  unused <- vapply(data, function(x) is.factor(x) && nlevels(x) > length(unique(x[!is.na(x)])), NA)
  data[unused] <- lapply(data[unused], droplevels)
  frame <- function(of, values) {
    data[[name]] <- values
    # What R would warn of, such as log(-1), are values that check_design() lists.
    suppressWarnings(stats::model.frame(of, data, na.action = stats::na.pass))
  }
  first <- computed_terms(frame(formula, guess))
  check_categories_differ(first[-1])
  check_by_row(first, function(values) frame(formula, values), guess)
  # A basis that depends on other columns, as of poly(), is the same in both.
  both <- list(true = computed_terms(frame(stats::terms(first), label)), guess = first)
  designs <- lapply(both, function(one) {
    list(x = computed_terms(stats::model.matrix(stats::terms(one), one)), y = outcome_of(one))
  })
  check_same_columns(designs)
  check_design(designs, family, if (name %in% all.vars(formula[[2]])) labelled else TRUE)
  designs
}

# What R finds wrong with a term, such as a function that it does not know.
computed_terms <- function(code) {
  tryCatch(code, error = function(cnd) {
    abort_accord(
      "formula",
      c(
        "R must be able to compute the terms of {.arg formula} from the columns.",
        x = "It says: {conditionMessage(cnd)}.",
        i = "A function of a package that is not attached is written with its name, as in {.code splines::ns(x, 3)}."
      )
    )
  })
}

# R has no contrasts of one category.
check_categories_differ <- function(frame) {
  same <- names(frame)[vapply(frame, function(x) (is.factor(x) || is.character(x)) && length(unique(x)) < 2, NA)]
  if (length(same)) {
    abort_accord(
      "collinear",
      c(
        "Categories of the formula must differ between rows.",
        x = "{length(same)} variable{?s} {?has/have} the same category in all of them: {.var {first_few(same)}}.",
        i = "Leave {cli::qty(length(same))}{?it/them} out."
      ),
      terms = same
    )
  }
}

# A term whose value in a row depends on the labels of others, such as scale(x), is another variable with labels than
# with predictions. Labels of the lower half, then of the upper, are moved; the other rows must stay as they are.
check_by_row <- function(first, frame, values) {
  low <- values <= stats::median(values)
  if (all(low)) low <- values < max(values)
  ends <- range(values)
  moves <- list(
    list(rows = low, to = ends[2] + diff(ends)), list(rows = low, to = ends[2]), list(rows = !low, to = ends[1])
  )
  moved <- unique(unlist(lapply(moves, function(move) {
    # A function may refuse a value, which says nothing of other rows.
    now <- tryCatch(frame(replace(values, move$rows, move$to)), error = function(cnd) NULL)
    names(first)[!mapply(same_rows, first, now %||% first, MoreArgs = list(rows = which(!move$rows)))]
  })))
  if (length(moved)) {
    abort_accord(
      "formula",
      c(
        "A term with the labels must be computed row by row.",
        x = "{length(moved)} depend{?s/} on the labels of other rows: {.code {moved}}.",
        i = "Write numbers that do not come from the labels, as in {.code I((x - 3) / 2)}."
      ),
      terms = moved
    )
  }
}

same_rows <- function(a, b, rows) {
  plain <- function(x) {
    x <- as.matrix(if (is.factor(x)) as.character(x) else x)
    unname(x[rows, , drop = FALSE])
  }
  a <- plain(a)
  b <- plain(b)
  attributes(a) <- attributes(b) <- NULL
  isTRUE(all.equal(a, b, tolerance = 1e-10))
}

# factor(x) has a column for each label, but predictions may be other numbers.
check_same_columns <- function(designs) {
  true <- colnames(designs$true$x)
  guess <- colnames(designs$guess$x)
  if (!identical(true, guess)) {
    differing <- c(setdiff(guess, true), setdiff(true, guess))
    abort_accord(
      "formula",
      c(
        "Labels and predictions must give the same columns of the design matrix.",
        x = "{length(differing)} {?is/are} of one of them only: {.var {first_few(differing)}}.",
        i = "Compare labels with each category, or take {.code calibrate = FALSE}, which leaves the
             predictions unchanged."
      ),
      terms = differing
    )
  }
}

outcome_of <- function(frame) {
  y <- stats::model.response(frame)
  if (!(is.numeric(y) || is.logical(y)) || length(dim(y)) > 0) {
    abort_accord(
      "outcome",
      c("The outcome must be a number or logical.", x = "It is {.obj_type_friendly {y}}.")
    )
  }
  as.double(y)
}

# `known`: rows whose outcome is not a prediction.
check_design <- function(designs, family, known) {
  x <- designs$guess$x
  bad <- which(Reduce(`|`, lapply(designs, function(one) rowSums(!is.finite(cbind(one$x, one$y))) > 0)))
  if (length(bad)) {
    abort_accord(
      "missing_value",
      c(
        "All variables of the formula must be finite in every row, with labels and with predictions.",
        x = "{length(bad)} row{?s} {?has/have} one that is not: {first_few(bad)}.",
        i = "If only predictions are not, {.code calibrate = FALSE} uses them unchanged."
      ),
      rows = unname(bad)
    )
  }
  decomposed <- qr(x)
  rank <- decomposed$rank
  if (rank < ncol(x)) {
    extra <- colnames(x)[decomposed$pivot[seq(rank + 1, ncol(x))]]
    abort_accord(
      "collinear",
      c(
        "The variables of the formula must be linearly independent.",
        x = "There are {ncol(x)} coefficients, of which {rank} can be estimated.",
        x = "{length(extra)} {?follows/follow} from the others, or {?does/do} not vary: {.var {first_few(extra)}}.",
        i = "Leave {cli::qty(length(extra))}{?it/them} out; of a {.fn factor} in the formula, levels that no row has."
      ),
      rank = rank, terms = extra
    )
  }
  outcome <- designs$true$y[known]
  bad <- if (family == "logit") unique(outcome[!outcome %in% 0:1])
  if (length(bad)) {
    abort_accord(
      "outcome",
      c(
        "The outcome of a logistic regression is 0 or 1, or logical.",
        x = "It is {.val {first_few(bad)}} too."
      ),
      values = bad
    )
  }
}

# What labelled rows say about the coefficients of a regression.

# By what the columns and the outcome are divided, so that no square overflows or vanishes because of their unit.
design_units <- function(designs, family) {
  x <- rbind(designs$true$x, designs$guess$x)
  list(
    x = apply(x, 2, unit_of),
    y = if (family == "linear") unit_of(designs$true$y, designs$guess$y) else 1
  )
}

# Columns that are orthogonal over all rows: `x %*% basis`. Variables in any unit, far from 0 or close to each other,
# are then as good as others.
common_basis <- function(designs) {
  x <- rbind(designs$true$x, designs$guess$x)
  backsolve(qr.R(qr(x, tol = 1e-300)), diag(ncol(x))) * sqrt(nrow(x))
}

# By how many labelled rows each coefficient is told: 0, 1, 2, or 3 for more. Of the level of a factor these are the
# rows that have it. `x`: labelled rows in a basis.
fewest_rows <- function(x, basis) {
  n <- rep(3, ncol(x))
  parts <- svd(x, nv = 0)
  u <- parts$u[, parts$d > 1e-6 * max(parts$d), drop = FALSE]
  leverage <- rowSums(u^2)
  without <- function(rows) untold_coefficients(x[-rows, , drop = FALSE], basis)
  # Two rows are all that tells a coefficient where the design of the others has a rank less.
  for (row in which(leverage >= 0.5 - 1e-8 & leverage <= 1 - 1e-8)) {
    shared <- drop(u %*% u[row, ])
    other <- which((1 - leverage[row]) * (1 - leverage) - shared^2 < 1e-8 & leverage <= 1 - 1e-8)
    for (second in setdiff(other, row)) n[without(c(row, second))] <- 2
  }
  for (row in which(leverage > 1 - 1e-8)) n[without(row)] <- 1
  n[untold_coefficients(x, basis)] <- 0
  n
}

# Which coefficients the rows say nothing about, as that of a level without one: predictions alone would.
untold_coefficients <- function(x, basis) {
  parts <- svd(x, nu = 0, nv = ncol(x))
  values <- c(parts$d, rep(0, ncol(x) - length(parts$d)))
  null <- values <= 1e-6 * max(values)
  moved <- basis %*% parts$v[, null, drop = FALSE]
  rowSums(abs(moved)) > 1e-6 * sqrt(rowSums(basis^2))
}
