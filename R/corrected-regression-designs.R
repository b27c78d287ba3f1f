# The two designs of a regression: with labels where available, and with predictions only.

# Returns a list of `true` and `guess`, each a list of `x` and `y`.
designs_of <- function(formula, data, name, label, guess, family) {
  labelled <- !is.na(label)
  label[!labelled] <- guess[!labelled]
  # Unused levels would become columns of zeros.
  data <- without_integer64(as.data.frame(data))
  unused <- vapply(data, function(x) is.factor(x) && nlevels(x) > length(unique(x[!is.na(x)])), NA)
  data[unused] <- lapply(data[unused], droplevels)
  frame <- function(of, values) {
    data[[name]] <- values
    # Warnings of R, as for log(-1), concern values that check_design() reports.
    suppressWarnings(stats::model.frame(of, data, na.action = stats::na.pass))
  }
  first <- computed_terms(frame(formula, guess))
  check_categories_differ(first[-1])
  check_by_row(first, function(values) frame(formula, values), guess)
  # Terms whose basis depends on the data, as for poly(), use the same basis in both designs.
  both <- list(true = computed_terms(frame(stats::terms(first), label)), guess = first)
  designs <- lapply(both, function(one) {
    list(x = computed_terms(stats::model.matrix(stats::terms(one), one)), y = outcome_of(one))
  })
  check_same_columns(designs)
  check_design(designs, family, if (name %in% all.vars(formula[[2]])) labelled else TRUE)
  designs
}

# Evaluates terms; errors of R, such as an unknown function in the formula, become errors of accord.
computed_terms <- function(code) {
  tryCatch(code, error = function(cnd) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} could not be evaluated with these columns.",
        x = "It says: {conditionMessage(cnd)}.",
        i = "A function of a package that is not attached is written with its name, as in {.code splines::ns(x, 3)}."
      )
    )
  })
}

# R cannot build contrasts for a single category.
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

# Stops at terms whose value in a row depends on labels of other rows, such as scale(x), since they would be different
# variables with labels and with predictions. To detect them, the values of the lower half, then of the upper half, are
# changed; the other rows must not change.
check_by_row <- function(first, frame, values) {
  low <- values <= stats::median(values)
  if (all(low)) low <- values < max(values)
  ends <- range(values)
  moves <- list(
    list(rows = low, to = ends[2] + diff(ends)), list(rows = low, to = ends[2]), list(rows = !low, to = ends[1])
  )
  moved <- unique(unlist(lapply(moves, function(move) {
    # A function may reject a value, which is no evidence about other rows.
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

# factor(x) has a column for each value, and predictions may have other values than labels.
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

# Functions that assess how well the labelled rows identify the coefficients of a regression.

# Returns divisors of the columns and the outcome, so that squares neither overflow nor vanish, whatever the units.
design_units <- function(designs, family) {
  x <- rbind(designs$true$x, designs$guess$x)
  list(
    x = apply(x, 2, unit_of),
    y = if (family == "linear") unit_of(designs$true$y, designs$guess$y) else 1
  )
}

# Returns a basis in which the columns `x %*% basis` are orthogonal over all rows, so that units, large offsets and
# strong correlation of variables do not affect accuracy.
common_basis <- function(designs) {
  x <- rbind(designs$true$x, designs$guess$x)
  backsolve(qr.R(qr(x, tol = 1e-300)), diag(ncol(x))) * sqrt(nrow(x))
}

# Returns how many labelled rows identify each coefficient: 0, 1, 2, or 3 for more. For a level of a factor these are
# the rows with this level. `x`: labelled rows in a basis.
fewest_rows <- function(x, basis) {
  n <- rep(3, ncol(x))
  parts <- svd(x, nv = 0)
  u <- parts$u[, parts$d > 1e-6 * max(parts$d), drop = FALSE]
  leverage <- rowSums(u^2)
  without <- function(rows) untold_coefficients(x[-rows, , drop = FALSE], basis)
  # Two rows alone identify a coefficient if the design without them has a lower rank.
  for (row in which(leverage >= 0.5 - 1e-8 & leverage <= 1 - 1e-8)) {
    shared <- drop(u %*% u[row, ])
    other <- which((1 - leverage[row]) * (1 - leverage) - shared^2 < 1e-8 & leverage <= 1 - 1e-8)
    for (second in setdiff(other, row)) n[without(c(row, second))] <- 2
  }
  for (row in which(leverage > 1 - 1e-8)) n[without(row)] <- 1
  n[untold_coefficients(x, basis)] <- 0
  n
}

# Returns which coefficients the rows do not identify, such as that of a level without a row; they would depend on
# predictions only.
untold_coefficients <- function(x, basis) {
  parts <- svd(x, nu = 0, nv = ncol(x))
  values <- c(parts$d, rep(0, ncol(x) - length(parts$d)))
  null <- values <= 1e-6 * max(values)
  moved <- basis %*% parts$v[, null, drop = FALSE]
  rowSums(abs(moved)) > 1e-6 * sqrt(rowSums(basis^2))
}
