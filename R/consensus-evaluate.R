#' How good is a consensus?
#'
#' Holds labels against gold labels: accuracy, macro F1, and precision, recall and F1 of every class,
#' each with an interval. Numbers are held against gold by their errors.
#'
#' @details
#' With \eqn{t_c} items of class \eqn{c} that have label \eqn{c}, \eqn{g_c} items of the class and
#' \eqn{l_c} with the label, among \eqn{n} items,
#' \deqn{\mathrm{precision}_c = t_c / l_c, \quad \mathrm{recall}_c = t_c / g_c, \quad
#' F_c = \frac{2 t_c}{l_c + g_c}, \quad \mathrm{accuracy} = \sum_c t_c / n.}{
#' precision_c = t_c / l_c,  recall_c = t_c / g_c,  F_c = 2 t_c / (l_c + g_c),  accuracy = sum_c t_c / n.}
#' Macro F1 is the mean of \eqn{F_c} over the classes that are in the gold labels or among the labels.
#'
#' An item without a label, as after a tie, counts as wrong. `labelled` is the share of items that have
#' one.
#'
#' Intervals: for accuracy, `labelled`, precision and recall Wilson's (1927), given the number of items
#' they are shares of. F1 is \eqn{2 J / (1 + J)} with
#' \eqn{J = t_c / (l_c + g_c - t_c)}{J = t_c / (l_c + g_c - t_c)}, a share of the items that are of the
#' class or have the label (Hand et al. 2021); its interval is that of Wilson for \eqn{J}, carried over.
#' For macro F1 the delta method over items (Takahashi et al. 2022), cut off at 0 and 1; where all
#' labels are right, or all wrong, it sees no variance, and the limits are the means of those of the
#' classes.
#'
#' For numbers: the mean absolute error `mae`, the root mean square error `rmse` and Pearson's
#' `correlation`, with intervals from the \eqn{t} distribution of the absolute errors, of the squared
#' errors (then the root), and from Fisher's z.
#'
#' @section Missing and degenerate data:
#' Items without gold, and gold of items that are not there, are left out; so are items whose label was
#' given as gold to [consensus()]. `estimate` is `NA` with a `status` where it is not defined:
#' `"no items"`, `"class never used"` (neither gold nor label), `"never labelled"` (precision),
#' `"not in gold"` (recall); for numbers `"no spread"`.
#'
#' @section Errors:
#' `accord_error_gold` for gold labels that are not among the categories or contradict each other,
#' `accord_error_not_numbers` for gold that is no number where labels are,
#' `accord_error_missing_column`, `accord_error_argument`.
#'
#' @param x The result of [consensus()], or a data frame with the columns `item` and `label`.
#' @param gold A vector of labels named by items, or a data frame with the columns `item` and `label`,
#'   and group keys if there are any.
#' @param conf.level Level of the intervals.
#' @param by Names of the group keys of a data frame; those of a consensus are known.
#' @return A tibble: the group keys, `class` (`NA` for all of them), `metric`, `estimate`, `conf.low`,
#'   `conf.high`, `n` (the items it is a share of; for F1 those of \eqn{J}) and `status`.
#' @references
#' Hand, D. J., Christen, P. & Kirielle, N. (2021) F*: an interpretable transformation of the F-measure.
#' *Machine Learning* 110, 451-456. \doi{10.1007/s10994-021-05964-1}
#'
#' Takahashi, K., Yamamoto, K., Kuchiba, A. & Koyama, T. (2022) Confidence interval for micro-averaged
#' F1 and macro-averaged F1 scores. *Applied Intelligence* 52, 4961-4972.
#' \doi{10.1007/s10489-021-02635-5}
#'
#' Wilson, E. B. (1927) Probable inference, the law of succession, and statistical inference. *Journal
#' of the American Statistical Association* 22, 209-212. \doi{10.1080/01621459.1927.10502953}
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' x <- consensus(ratings, item, rater, label)
#' evaluate_consensus(x, gold = c("1" = "a", "2" = "b", "3" = "b", "4" = "b", "5" = "a", "6" = "c"))
evaluate_consensus <- function(x, gold, conf.level = 0.95, by = NULL) {
  check_number(conf.level, "conf.level", above = 0, below = 1)
  keys <- evaluation_keys(x, by)
  gold <- read_gold(gold, names(keys))
  facts <- attr(x, "consensus")
  known <- !is.null(facts) && !facts$method %in% NUMBER_METHODS
  if (known) check_gold_labels(gold, facts$categories)
  row <- match_gold(gold, x[["item"]], keys)
  row[x[["status"]] %in% "gold"] <- NA
  truth <- gold$label[row]
  numbers <- is.numeric(x[["label"]]) && !known
  if (numbers) truth <- gold_numbers(truth)
  groups <- row_groups(keys)
  code <- groups$code %||% rep(1L, nrow(x))
  z <- stats::qnorm((1 + conf.level) / 2)
  classes <- if (known) as.character(facts$categories)
  rows <- lapply(seq_along(groups$status), function(g) {
    use <- which(code == g & !is.na(row))
    if (numbers) {
      number_scores(x[["label"]][use], truth[use], conf.level)
    } else {
      class_scores(as.character(x[["label"]][use]), truth[use], classes, z)
    }
  })
  group <- rep.int(seq_along(rows), vapply(rows, nrow, 1L))
  vctrs::vec_cbind(vctrs::vec_slice(groups$keys, group), vctrs::vec_rbind(!!!rows))
}

# The group keys of each row.
evaluation_keys <- function(x, by) {
  facts <- attr(x, "consensus")
  if (!is.data.frame(x)) abort_argument(x, "x", "the result of consensus() or a data frame")
  if (!is.null(by) && !is.character(by)) abort_argument(by, "by", "names of columns")
  keys <- by %||% names(facts$keys)
  check_result_columns(x, c(keys, "item", "label"), "What is evaluated")
  check_free_names(keys, c("class", "metric", "estimate", "conf.low", "conf.high", "n", "status"))
  vctrs::new_data_frame(as.list(x)[keys], n = nrow(x))
}

gold_numbers <- function(truth) {
  number <- suppressWarnings(as.double(truth))
  lost <- unique(truth[is.na(number) & !is.na(truth)])
  if (length(lost)) {
    abort_accord(
      "not_numbers",
      c(
        "Gold for numbers must be numbers.",
        x = "{length(lost)} value{?s} {?is/are} not: {.val {first_few(lost)}}."
      ),
      values = lost
    )
  }
  number
}

scores <- function(metric, estimate, low, high, n, status, class = NA_character_) {
  tibble::tibble(
    class = class, metric = metric, estimate = undefined_as_na(estimate), conf.low = undefined_as_na(low),
    conf.high = undefined_as_na(high), n = as.integer(n), status = status
  )
}

# `classes` NULL: those that are there.
class_scores <- function(label, truth, classes, z) {
  classes <- classes %||% sort(unique(c(label[!is.na(label)], truth)), method = "radix")
  k <- length(classes)
  n <- length(truth)
  # The last column is for items without a label.
  cells <- matrix(0, k, k + 1)
  at <- match(truth, classes) + k * (match(label, classes, nomatch = k + 1) - 1)
  cells[] <- tabulate(at, length(cells))
  right <- diag(cells[, seq_len(k), drop = FALSE])
  labelled <- colSums(cells)[seq_len(k)]
  real <- rowSums(cells)
  either <- labelled + real - right
  share <- function(metric, times, n, status, class = NA_character_) {
    w <- wilson(times, n, z)
    scores(metric, times / n, w$low, w$high, n, ifelse(n > 0, "ok", status), class)
  }
  f <- function(j) 2 * j / (1 + j)
  f1 <- lapply(wilson(right, either, z), f)
  macro <- macro_f1(cells, z)
  # Without any variance the delta method would claim to be sure.
  if (n > 0 && macro[2] == macro[3]) macro[2:3] <- c(mean(f1$low, na.rm = TRUE), mean(f1$high, na.rm = TRUE))
  by_class <- vctrs::vec_rbind(
    share("precision", right, labelled, ifelse(real > 0, "never labelled", "class never used"), classes),
    share("recall", right, real, ifelse(labelled > 0, "not in gold", "class never used"), classes),
    scores(
      "f1", f(right / either), f1$low, f1$high, either,
      ifelse(either > 0, "ok", "class never used"), classes
    )
  )
  vctrs::vec_rbind(
    share("accuracy", sum(right), n, "no items"),
    scores("macro_f1", macro[1], macro[2], macro[3], n, if (n > 0) "ok" else "no items"),
    share("labelled", sum(!is.na(label)), n, "no items"),
    vctrs::vec_slice(by_class, order(rep(seq_len(k), 3)))
  )
}

# Wilson's interval for shares.
wilson <- function(times, n, z) {
  p <- times / n
  middle <- (p + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(p * (1 - p) / n + z^2 / (4 * n^2))
  list(low = pmax(middle - half, 0), high = pmin(middle + half, 1))
}

# Macro F1 with its interval: F_c is a function of the shares of the cells, gold in rows.
macro_f1 <- function(cells, z) {
  n <- sum(cells)
  k <- nrow(cells)
  shares <- cells / n
  sizes <- rowSums(shares) + colSums(shares)[seq_len(k)]
  right <- diag(shares[, seq_len(k), drop = FALSE])
  used <- which(sizes > 0)
  if (length(used) == 0) {
    return(rep(NA_real_, 3))
  }
  slope <- matrix(0, k, k + 1)
  for (c in used) {
    slope[c, c] <- slope[c, c] + 2 / sizes[c]
    slope[c, ] <- slope[c, ] - 2 * right[c] / sizes[c]^2
    slope[, c] <- slope[, c] - 2 * right[c] / sizes[c]^2
  }
  slope <- slope / length(used)
  estimate <- mean(2 * right[used] / sizes[used])
  variance <- (sum(shares * slope^2) - sum(shares * slope)^2) / n
  half <- z * sqrt(max(variance, 0))
  c(estimate, max(estimate - half, 0), min(estimate + half, 1))
}

number_scores <- function(label, truth, conf.level) {
  n_all <- length(truth)
  error <- (label - truth)[!is.na(label)]
  n <- length(error)
  t <- if (n > 1) stats::qt((1 + conf.level) / 2, n - 1) else NA_real_
  around <- function(x) mean(x) + c(0, -1, 1) * t * stats::sd(x) / sqrt(n)
  absolute <- pmax(around(abs(error)), 0)
  square <- sqrt(pmax(around(error^2), 0))
  spread <- n > 1 && stats::sd(label, na.rm = TRUE) > 0 && stats::sd(truth[!is.na(label)]) > 0
  r <- if (spread) stats::cor(label, truth, use = "complete.obs") else NA_real_
  half <- stats::qnorm((1 + conf.level) / 2) / sqrt(max(n - 3, 0))
  limits <- if (spread && n > 3) tanh(atanh(r) + c(-1, 1) * half) else c(NA_real_, NA_real_)
  some <- if (n > 0) "ok" else "no items"
  z <- stats::qnorm((1 + conf.level) / 2)
  share <- wilson(n, n_all, z)
  scores(
    c("mae", "rmse", "correlation", "labelled"),
    c(mean(abs(error)), sqrt(mean(error^2)), r, n / n_all),
    c(absolute[2], square[2], limits[1], share$low), c(absolute[3], square[3], limits[2], share$high),
    c(n, n, n, n_all),
    c(some, some, if (n > 0 && !spread) "no spread" else some, if (n_all > 0) "ok" else some)
  )
}
