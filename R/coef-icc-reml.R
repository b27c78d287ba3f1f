# Intraclass correlations from variance components by restricted maximum likelihood, for any pattern of missing ratings,
# with an interaction of items and raters if some rater rated an item twice.

# Returns the rows of one form, one for each group, as icc_rows() does.
icc_reml_rows <- function(id, designs, fits, ratings, k, ci) {
  form <- as.list(ICC_FORMS[ICC_FORMS$id == id, ])
  design <- if (form$two_way) "two_way" else "one_way"
  n_groups <- nrow(ratings$groups)
  per_item <- designs[[design]]$ratings_per_item
  rows <- lapply(seq_len(n_groups), function(g) {
    fit <- fits[[design]][[g]]
    size <- if (!form$average) 1 else k %||% fit$per_item %||% per_item[g]
    icc_reml_row(fit, form, size, fit$per_item %||% per_item[g], ci)
  })
  rows <- do.call(rbind, rows)
  status <- icc_status(designs[[design]], rep(0, n_groups), rep(0, n_groups), form, ratings)
  status[status == "ok"] <- rows$status[status == "ok"]
  numbers <- names(rows) != "status"
  rows[status != "ok", numbers] <- NA_real_
  cbind(rows[numbers], interval = ci$label, status = status)
}

# Warns about missing limits. The estimate is still valid, so that its status remains "ok".
warn_no_limit <- function(result) {
  without <- which(result$status == "ok" & (is.na(result$conf.low) | is.na(result$conf.high)))
  if (length(without)) {
    where <- cli::cli_vec(estimate_labels(result)[without], list("vec-trunc" = 5))
    warn_accord(
      "no_interval",
      c(
        "These ratings are too few, or items differ too little, for an interval of each estimate.",
        x = "{length(without)} of {nrow(result)} {cli::qty(length(without))}{?has/have} a limit that was not found:
          {where}.",
        i = "The section {.emph REML} of {.code ?icc} says when this happens."
      ),
      groups = group_labels(agreement_keys(result))[without],
      coefficients = result$coefficient[without]
    )
  }
  result
}

# `met`: the number of ratings per item if `k` are averaged.
icc_reml_row <- function(fit, form, k, met, ci) {
  row <- data.frame(
    estimate = NA_real_, conf.low = NA_real_, conf.high = NA_real_, statistic = NA_real_, df1 = NA_real_,
    df2 = NA_real_, p.value = NA_real_, n_averaged = k, sem = NA_real_, status = fit$status
  )
  if (fit$status != "ok") {
    return(row)
  }
  n <- length(fit$variance)
  # The order of components is error, items, raters, interaction.
  signal <- as.double(seq_len(n) == 2)
  noise <- (1 - signal) / k
  if (form$two_way && !form$agreement) noise[3] <- 0
  sides <- list(signal = cbind(signal), noise = cbind(noise))
  limits <- if (ci$method == "none") {
    list(low = NA_real_, high = NA_real_)
  } else if (ci$method == "profile") {
    profile_ratios(fit, sides$signal, sides$noise, ci$conf_level)
  } else {
    jackknife_ratios(fit, sides, fit$deleted, seq_len(n) != 3 | !form$two_way, met / k, ci$conf_level)
  }
  universe <- sum(fit$variance * signal)
  row$estimate <- universe / (universe + sum(fit$variance * noise))
  row$sem <- fit$design$unit * sqrt(sum(fit$variance * noise))
  row[c("conf.low", "conf.high")] <- lapply(limits, undefined_as_na)
  row
}

# Fits one design in all groups; groups that the analysis of variance rules out get an empty fit.
icc_reml_fits <- function(ratings, values, squares, two_way, ci) {
  item <- rating_items(ratings)
  rows <- split(seq_along(item), factor(item_groups(ratings)[item], seq_along(ratings$group_status)))
  lapply(seq_along(rows), function(g) {
    if (squares$status[g] > 0 || ratings$group_status[g] != "ok") {
      return(list(status = "no fit"))
    }
    at <- rows[[g]]
    codes <- list(item = group_ids(item[at])$code)
    if (two_way) codes$rater <- group_ids(ratings$rater[at])$code
    fit <- fit_icc(values[ratings$code[at] + 1L], codes)
    if (ci$method == "jackknife" && fit$status == "ok") fit$deleted <- deleted_components(fit, codes$item)
    fit
  })
}

fit_icc <- function(y, codes) {
  terms <- as.list(names(codes))
  per_item <- NULL
  if (length(codes) == 2) {
    first <- !duplicated(term_ids(codes)$code)
    if (!all(first)) {
      terms <- c(terms, list(names(codes)))
      per_item <- raters_per_item(tabulate(codes$item[first]))
    }
  }
  level <- lapply(terms, function(term) term_ids(codes[term])$code)
  fit <- tryCatch(
    {
      x <- matrix(1, length(y), 1, dimnames = list(NULL, "(Intercept)"))
      fit_components(problem_of_design(y, terms, level, x, "reml", length(y)))
    },
    accord_error_not_identified = function(cnd) list(status = "items and raters are confounded"),
    accord_error_too_many_effects = function(cnd) list(status = "items and raters are confounded"),
    accord_error_no_variance = function(cnd) list(status = "all ratings are equal")
  )
  # Without error all differences are due to items and raters, and profile likelihoods have no limits.
  c(fit, list(per_item = per_item))
}

# Ebel's (1951) mean number per item, of raters instead of ratings if some raters rated twice. `m`: the number of raters
# of each item.
raters_per_item <- function(m) (sum(m) - sum(m^2) / sum(m)) / (length(m) - 1)
