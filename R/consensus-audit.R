#' Are the labels right often enough?
#'
#' A test of a share of right labels by audits, which may be looked at after every audit: stop as soon as it says so.
#'
#' Draw items at random, one after the other, and find out for each whether its label is right: by an expert, or by more
#' raters. The probabilities that a model states are not evidence of it, since raters who make the same errors are
#' stated to be right.
#'
#' @details
#' The test bets against "at most a share \eqn{a} of the labels is right", where \eqn{a} is `target` (Waudby-Smith and
#' Ramdas 2024). With \eqn{X_t = 1} if the label of audit \eqn{t} is right and 0 otherwise, the capital begins with 1,
#' and is after \eqn{t} audits
#' \deqn{C_t = \prod_{s \le t} (1 + \lambda_s (X_s - a)), \quad
#' \lambda_s = \min\left(\frac{p_s - a}{a (1 - a)}, \frac{0.9}{a}\right),}{
#' C_t = prod_(s <= t) (1 + lambda_s (X_s - a)),  lambda_s = min((p_s - a) / (a (1 - a)), 0.9 / a),}
#' where \eqn{p_s = \max(a, (h + 1) / (s + 1))}{p_s = max(a, (h + 1) / (s + 1))} is estimated from the \eqn{h} right
#' labels among the \eqn{s - 1} earlier audits. If at most the share \eqn{a} is right, the capital is expected not to
#' grow, and it ever reaches \eqn{1 / \alpha}{1 / alpha} with a probability of at most \eqn{\alpha}{alpha}
#' (Ville's inequality), however often it is looked at. An ordinary confidence limit that is looked at after each audit
#' has no such guarantee.
#'
#' `conf.low` is the smallest share that no such test has rejected so far, in steps of .001 and rounded down. It
#' holds at all times with probability \eqn{1 - \alpha}{1 - alpha}.
#'
#' If few items are drawn from `n_items` without replacement, \eqn{a} is replaced by the share that the items that are
#' left would have, \eqn{(n a - h) / (n - s + 1)}{(n a - h) / (n - s + 1)} with \eqn{n} items, so that the test is exact
#' and needs fewer audits.
#'
#' If all `n_items` were audited, nothing is estimated: the share is known, `conf.low` is the share itself, and
#' `decision` is `"stop"` if it is above `target` and `"not reached"` otherwise.
#'
#' `needed` is the number of audits after which the logarithm of the capital is expected to reach
#' \eqn{\log (1 / \alpha)}{log(1 / alpha)} if the share `expected` is right: about the mean number of
#' audits until the test stops.
#'
#' @section Missing and degenerate data:
#' Audits whose result is `NA` are left out and counted in `n_set_aside`. Without any audit, nothing is decided, and the
#' result says how many audits are needed. If `expected` is not above `target`, no number is enough: `needed` is
#' `Inf`; it is `NA` above 20,000.
#'
#' @section Errors:
#' `accord_error_argument` for values that are neither `TRUE` and `FALSE` nor 1 and 0, and for other arguments that are
#' not as described; `accord_error_duplicate_items` if `n_items` is given and the column `item` of `data` has an item
#' twice; `accord_error_missing_column`.
#'
#' @param data A data frame with a row per audit, in the order of the audits; or the vector `right` itself.
#' @param right <[`tidy-select`][tidyselect::language]> The column that says whether the label was right: `TRUE` and
#'   `FALSE`, or 1 and 0. It is not given if `data` is a vector.
#' @param ... Must be empty.
#' @param target The share of right labels that is to be shown, such as 0.9.
#' @param alpha The probability of stopping although the share is at most `target`.
#' @param n_items The number of items from which the audited ones are drawn without replacement; `Inf` if they are drawn
#'   with replacement, or from very many.
#' @param expected The share of right labels for which `needed` is computed. The default is the one found so far,
#'   \eqn{(h + 1) / (t + 2)}; without audits, half way from the target to 1.
#' @return A tibble of class `accord_audit` with one row: `target`, `estimate` (the share of audited labels that are
#'   right), `conf.low`, `conf.level`, `n_audited`, `n_right`, `n_set_aside`, `capital` (after the last audit;
#'   `Inf` once more labels are right than the target allows for all `n_items`),
#'   `stopped` (the first audit after which the capital was \eqn{1 / \alpha}{1 / alpha} or more, `NA` if none),
#'   `decision` (`"stop"`: the target is shown; `"go on"`; or `"not reached"` if all items were audited), `expected`
#'   and `needed`. `tidy()` has a row per audit with the capital; `glance()` the row of the result.
#' @references
#' Waudby-Smith, I. and Ramdas, A. (2024) Estimating means of bounded random variables by betting. *Journal of the Royal
#' Statistical Society B* 86, 1-27. \doi{10.1093/jrsssb/qkad009}
#' @seealso [consensus()], [next_items()] for the ratings to ask for next, [evaluate_consensus()] for a fixed number of
#'   gold labels.
#' @export
#' @examples
#' # How many audits to show 90%, if 95% are right?
#' audit_labels(logical(), target = 0.9, expected = 0.95)
#'
#' audits <- data.frame(item = 1:60, right = TRUE)
#' audits$right[c(9, 31)] <- FALSE
#' audit_labels(audits, right, target = 0.8)
audit_labels <- function(data, right, ..., target = 0.9, alpha = 0.05, n_items = Inf, expected = NULL) {
  check_no_dots(...)
  check_given(data, "data")
  check_number(target, "target", above = 0, below = 1)
  check_number(alpha, "alpha", above = 0, below = 1)
  if (!is.null(expected)) check_number(expected, "expected", above = 0, to = 1)
  values <- audited_values(data, rlang::enquo(right))
  known <- !is.na(values)
  found <- as.double(values[known])
  if (!identical(n_items, Inf)) check_whole(n_items, "n_items", least = max(1, length(found)))
  if (is.data.frame(data) && is.finite(n_items)) check_audited_once(data[["item"]][known])
  capital <- capital_of(found, target, n_items)
  reached <- which(capital >= 1 / alpha)
  n <- length(found)
  census <- n == n_items
  # Rounding of a product does not decide.
  shown <- if (census) sum(found) > target * n * (1 + 1e-12) else length(reached) > 0
  expected <- expected %||% if (n) (sum(found) + 1) / (n + 2) else (1 + target) / 2
  new_result(
    list(
      target = target, estimate = if (n) mean(found) else NA_real_,
      conf.low = if (census) mean(found) else lower_share(found, alpha, n_items), conf.level = 1 - alpha, n_audited = n,
      n_right = as.integer(sum(found)), n_set_aside = sum(!known), capital = c(1, capital)[n + 1],
      stopped = if (shown) c(reached, n)[1] else NA_integer_,
      decision = if (shown) "stop" else if (census) "not reached" else "go on", expected = expected,
      needed = if (census) as.double(n) else audits_needed(target, alpha, expected, n_items),
      status = if (n) "ok" else "no audit"
    ),
    nrow = 1L, class = "accord_audit",
    path = tibble::tibble(audit = seq_len(n), row = which(known), right = found == 1, capital = capital),
    census = census
  )
}

# Items are drawn without replacement, so that none is audited twice.
check_audited_once <- function(item) {
  twice <- unique(item[vctrs::vec_duplicate_detect(item)])
  if (length(twice)) {
    abort_accord(
      "duplicate_items",
      c(
        "With {.arg n_items} the audited items are drawn without replacement, each once.",
        x = "{length(twice)} item{?s} {?is/are} audited more than once: {.val {first_few(as.character(twice))}}.",
        i = "Keep one audit of each, or use {.code n_items = Inf} if they were drawn with replacement."
      ),
      items = twice
    )
  }
}

# Returns TRUE, FALSE or NA for each audit.
audited_values <- function(data, quo) {
  given <- !rlang::quo_is_missing(quo)
  if (is.data.frame(data)) {
    values <- data[[select_one(quo, data, "right", layouts = FALSE)]]
    name <- "right"
  } else {
    if (given) abort_argument(data, "data", "a data frame if `right` is given")
    values <- data
    name <- "data"
  }
  plain <- is.atomic(values) && !is.object(values) && is.null(dim(values))
  if (plain && (is.logical(values) || is.numeric(values) && all(values %in% c(0, 1, NA)))) {
    return(as.logical(values))
  }
  odd <- if (is.numeric(values) && plain) unique(values[!values %in% c(0, 1, NA)])
  abort_accord(
    "argument",
    c(
      "{.arg {name}} must say of each audit whether the label was right: TRUE or FALSE, or 1 and 0.",
      x = if (length(odd)) {
        "{length(odd)} other value{?s} {?occurs/occur}: {.val {first_few(odd)}}."
      } else {
        "It is {.obj_type_friendly {values}}."
      },
      i = if (plain && is.character(values) && all(values %in% c("TRUE", "FALSE", "true", "false", "T", "F", NA))) {
        "Text is converted by {.fn as.logical}."
      },
      i = "Labels are compared with gold labels by {.code data$label == data$gold}."
    ),
    argument = name, value = values
  )
}

# Returns the capital after each audit. `right`: 0 or 1.
capital_of <- function(right, target, n_items = Inf) {
  n <- length(right)
  before <- seq_len(n) - 1
  hits <- cumsum(right) - right
  # The share of right labels among the items that are left, if it is `target` among all.
  share <- if (is.finite(n_items)) (n_items * target - hits) / (n_items - before) else rep(target, n)
  guess <- pmin(0.999, pmax(share, (hits + 1) / (before + 2)))
  bet <- pmin((guess - share) / (share * (1 - share)), 0.9 / share)
  bet[share >= 1] <- 0
  gain <- 1 + bet * (right - share)
  # As many labels were right as the target allows for all items: one more, or more already, refutes it.
  end <- share < 1e-9
  gain[end] <- ifelse(right[end] == 1 | share[end] < -1e-9, Inf, 1)
  cumprod(gain)
}

# Labels that were found wrong bound the share of a finite number of items, whatever the order of the audits made of it.
lower_share <- function(right, alpha, n_items) {
  possible <- if (is.finite(n_items)) 1 - sum(right == 0) / n_items else 1
  rejected <- function(share) any(capital_of(right, share, n_items) >= 1 / alpha)
  grid <- seq(0.001, 0.999, by = 0.001)
  open <- which(!vapply(grid, rejected, NA))
  min(possible, if (!length(open)) 0.999 else grid[open[1]] - 0.001)
}

MOST_AUDITS <- 20000

# Returns the first audit after which the expected logarithm of the capital is log(1 / alpha): at each audit, the
# expectation is over the number of right labels so far, which is binomial.
audits_needed <- function(target, alpha, expected, n_items = Inf) {
  if (expected <= target) {
    return(Inf)
  }
  grown <- 0
  for (before in 0:min(MOST_AUDITS, n_items - 1)) {
    reach <- 7 * sqrt(before * expected * (1 - expected)) + 7
    middle <- before * expected
    hits <- seq(max(0, floor(middle - reach)), min(before, ceiling(middle + reach)))
    weight <- stats::dbinom(hits, before, expected)
    guess <- pmin(0.999, pmax(target, (hits + 1) / (before + 2)))
    bet <- pmin((guess - target) / (target * (1 - target)), 0.9 / target)
    gain <- expected * log1p(bet * (1 - target)) + (1 - expected) * log1p(-bet * target)
    grown <- grown + sum(weight * gain)
    if (grown >= log(1 / alpha)) {
      return(before + 1)
    }
  }
  # All items are audited before the test can stop, or there are too many audits.
  if (is.finite(n_items) && n_items <= MOST_AUDITS) as.double(n_items) else NA_real_
}
