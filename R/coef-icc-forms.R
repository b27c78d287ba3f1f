# The six forms of the intraclass correlation: from mean squares to estimates and tests, and to the result. Functions
# take columns with one element per group.

ICC_FORMS <- data.frame(
  id = c("icc1", "icc_a1", "icc_c1", "icc1k", "icc_ak", "icc_ck"),
  two_way = c(FALSE, TRUE, TRUE, FALSE, TRUE, TRUE),
  agreement = c(FALSE, TRUE, FALSE, FALSE, TRUE, FALSE),
  average = c(FALSE, FALSE, FALSE, TRUE, TRUE, TRUE)
)

# Columns of the result beyond AGREEMENT_COLUMNS, inserted after conf.high.
ICC_COLUMNS <- c("statistic", "df1", "df2", "p.value", "n_averaged")

# Those that are added if they are asked for.
SEM_COLUMNS <- c("sem", "mdc")

# Status texts that occur only for intraclass correlations.
ICC_STATUS <- c(
  one_item = "one item only", all_equal = "all ratings are equal",
  confounded = "items and raters are confounded", no_convergence = "fit did not converge"
)

check_icc_form <- function(form) {
  if (identical(form, "all")) {
    return(ICC_FORMS$id)
  }
  if (length(form) == 0) form <- NULL
  check_shrout_fleiss(form)
  for (one in if (is.character(form)) as.list(form) else list(form)) {
    check_choice(one, c("all", ICC_FORMS$id), "form")
  }
  if ("all" %in% form) ICC_FORMS$id else unique(form)
}

# `absent`: whether each argument was left out of the call.
check_no_anova <- function(absent) {
  given <- names(absent)[!absent]
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "{.code method = \"reml\"} has no F test, and no choice of mean squares.",
        x = "{length(given)} {?is/are} given, and would change nothing: {.arg {given}}."
      ),
      argument = given
    )
  }
}

# Names by Shrout and Fleiss (1979), which other software uses for these forms.
SHROUT_FLEISS <- c(
  icc11 = "icc1", icc21 = "icc_a1", icc31 = "icc_c1", icc1 = "icc1", icc2 = "icc_a1", icc3 = "icc_c1",
  icc1k = "icc1k", icc2k = "icc_ak", icc3k = "icc_ck"
)

check_shrout_fleiss <- function(form) {
  if (!is.character(form)) {
    return(invisible())
  }
  plain <- tolower(gsub("[^[:alnum:]]", "", form))
  theirs <- form[plain %in% names(SHROUT_FLEISS) & !form %in% ICC_FORMS$id]
  if (length(theirs)) {
    ours <- SHROUT_FLEISS[tolower(gsub("[^[:alnum:]]", "", theirs))]
    abort_accord(
      "argument",
      c(
        "{.arg form} must be {.val all} or some of {.or {.val {ICC_FORMS$id}}}.",
        x = "{length(theirs)} {?is a name/are names} of Shrout and Fleiss (1979): {.val {theirs}}.",
        i = "Here {cli::qty(length(theirs))}{?it is/they are} {.val {unname(ours)}}."
      ),
      argument = "form",
      value = form
    )
  }
}

# `rule`: what needs numeric ratings, for the error message.
rating_numbers <- function(categories, rule, of_spans = FALSE) {
  if (is.numeric(categories) || is.logical(categories)) {
    return(as.double(categories))
  }
  lost <- lost_numbers(as.character(categories))
  abort_accord(
    "level",
    c(
      rule,
      x = "The ratings are labels: {.val {first_few(categories)}}.",
      i = if (!of_spans) numbers_hint(categories),
      i = if (of_spans) {
        "Positions in spans have labels: {.fn span_alpha} and {.fn krippendorff_alpha} are for these."
      } else if (is.null(lost)) {
        NAMES_AS_NUMBERS
      } else {
        "For labels there are {.fn krippendorff_alpha} and other coefficients: {.fn agreement}."
      }
    ),
    level = "interval",
    categories = categories
  )
}

# Returns the rows of one form, one for each group.
icc_rows <- function(id, designs, ratings, k, test_value, ci) {
  form <- as.list(ICC_FORMS[ICC_FORMS$id == id, ])
  anova <- if (form$two_way) designs$two_way else designs$one_way
  if (!form$average) k <- 1
  k <- if (is.null(k)) anova$ratings_per_item else rep(k, nrow(anova))
  single <- if (form$agreement) anova$agreement else anova$consistency
  estimate <- step_up(single, k)
  status <- icc_status(anova, single, estimate, form, ratings)
  # Only absolute agreement has approximate limits; those of the other forms are exact limits of the F distribution.
  if (ci$method == "mover" && !form$agreement) ci$label <- ci_f()$label
  limits <- if (ci$method == "none") {
    list(low = NA_real_, high = NA_real_)
  } else if (ci$label == "F") {
    icc_f_limits(anova, single, form$agreement, ci$conf_level)
  } else {
    icc_mover_limits(anova, single, ci$conf_level)
  }
  rows <- data.frame(
    estimate = estimate, conf.low = step_up(limits$low, k), conf.high = step_up(limits$high, k),
    icc_test(anova, form$agreement, step_down(test_value, k)), n_averaged = k,
    sem = icc_sem(anova, form$agreement, k)
  )
  # If a lower limit is too negative to be stepped up, the upper limit is dropped too, since it alone is no interval.
  half <- is.na(rows$conf.low) | is.na(rows$conf.high)
  rows[half, c("conf.low", "conf.high")] <- NA_real_
  rows[status != "ok", ] <- NA_real_
  if (test_value != 0) rows$null.value <- test_value
  cbind(rows, interval = ci$label, status = status)
}

# The standard error of measurement: the root of the variance of a rating, or of a mean of k, that is not due to the
# item. For agreement this includes the variance (R - E) / n of the raters.
icc_sem <- function(anova, agreement, k) {
  noise <- anova$error
  if (agreement) noise <- noise + (anova$raters - anova$error) / anova$per_rater
  anova$unit * sqrt(ifelse(noise < 0, NA_real_, noise) / k)
}

# The difference of two scores that exceeds 95% of those without a change (Weir 2005).
mdc_of <- function(sem) stats::qnorm(0.975) * sqrt(2) * sem

# The reliability of the mean of k ratings from that of one (Spearman 1910; Brown 1910), and the inverse.
step_up <- function(single, k) {
  whole <- 1 + (k - 1) * single
  whole[!is.na(whole) & whole < 1e-12] <- NA_real_
  finite_or_na(k * single / whole)
}

step_down <- function(average, k) average / (k - (k - 1) * average)

finite_or_na <- function(x) {
  x[!is.finite(x)] <- NA_real_
  x
}

icc_status <- function(anova, single, estimate, form, ratings) {
  name <- ENUMS$icc_status[anova$status + 1L]
  no_pairs <- name == "no_pairs"
  if (any(no_pairs)) {
    raters <- call_core(count_by_group(ratings, 1L))$n_raters
    name[no_pairs & raters %in% 1L] <- "one_rater"
  }
  status <- unname(ifelse(is.na(ICC_STATUS[name]), status_in_words(name), ICC_STATUS[name]))
  ok <- status == "ok"
  none <- if (form$agreement) "negative variance" else "raters differ, items do not"
  status[ok & is.na(single)] <- none
  status[ok & !is.na(single) & is.na(estimate)] <- "too negative for a mean"
  faulty <- ratings$group_status != "ok"
  status[faulty] <- ratings$group_status[faulty]
  status
}

# The denominator of the F ratio of the mean square of items if the correlation is `rho`: a R + b E, which then has the
# same expectation (McGraw & Wong 1996, table 8), with Satterthwaite's degrees of freedom.
icc_denominator <- function(anova, rho) {
  terms <- icc_terms(anova, rho)
  sum <- terms$raters + terms$error
  list(value = sum, df = sum^2 / (terms$raters^2 / anova$df_raters + terms$error^2 / anova$df_error))
}

icc_terms <- function(anova, rho) {
  weight <- anova$per_item * rho / (anova$per_rater * (1 - rho))
  list(raters = weight * anova$raters, error = (1 + (anova$per_rater - 1) * weight) * anova$error)
}

# Tests the hypothesis that the correlation is at most `rho` (McGraw & Wong 1996, tables 7 and 8).
icc_test <- function(anova, agreement, rho) {
  over <- list(value = anova$items, df = anova$df_items)
  under <- if (agreement) {
    icc_denominator(anova, rho)
  } else {
    list(value = anova$error * (1 + (anova$per_item - 1) * rho) / (1 - rho), df = anova$df_error)
  }
  # For negative `rho` the weight of R is negative and Satterthwaite's degrees of freedom are too small, so that this
  # term is moved to the numerator and added to B.
  below <- agreement & rho < 0
  if (any(below, na.rm = TRUE)) {
    apart <- icc_terms(anova, rho)
    sum <- anova$items - apart$raters
    df <- sum^2 / (anova$items^2 / anova$df_items + apart$raters^2 / anova$df_raters)
    pick <- function(yes, no) ifelse(below, yes, no)
    over <- list(value = pick(sum, over$value), df = pick(df, over$df))
    under <- list(value = pick(apart$error, under$value), df = pick(anova$df_error, under$df))
  }
  statistic <- finite_or_na(over$value / under$value)
  statistic[under$value <= 0] <- NA_real_
  without <- is.na(statistic)
  df1 <- replace(over$df, without, NA_real_)
  df2 <- replace(under$df, without, NA_real_)
  p_value <- stats::pf(statistic, df1, df2, lower.tail = FALSE)
  data.frame(statistic = statistic, df1 = df1, df2 = df2, p.value = p_value)
}

# Combines the rows of all forms into the result: one row per group and form.
as_icc <- function(rows, form, ratings, ci, sem) {
  n_groups <- nrow(ratings$groups)
  group <- rep(seq_len(n_groups), each = length(form))
  by_group <- order(rep(seq_len(n_groups), length(form)))
  rows <- do.call(rbind, rows)[by_group, ]
  counts <- call_core(count_by_group(ratings, 1L))[group, ]
  all_rows <- function(value) rep(value, length(group))
  columns <- list(
    coefficient = rep(form, n_groups),
    metric = all_rows("interval"),
    estimate = rows$estimate,
    std.error = all_rows(NA_real_),
    conf.low = rows$conf.low,
    conf.high = rows$conf.high,
    observed = all_rows(NA_real_),
    expected = all_rows(NA_real_),
    n_items = counts$n_items,
    n_raters = counts$n_raters,
    n_ratings = counts$n_ratings,
    n_categories = n_categories_by_group(ratings)[group],
    n_set_aside = count_set_aside(ratings, "group", n_groups)[group],
    interval = rows$interval,
    conf.level = all_rows(ci$conf_level %||% NA_real_),
    status = rows$status
  )
  keys <- vctrs::vec_slice(ratings$groups, group)
  warn_undefined(new_agreement(keys, columns))
  rows$mdc <- mdc_of(rows$sem)
  own <- c(ICC_COLUMNS, intersect("null.value", names(rows)), if (sem) SEM_COLUMNS)
  new_agreement(keys, append(columns, as.list(rows[own]), after = 6))
}
