# Limits of components and coefficients by the profile of the likelihood.

# The limits of components, the error last, or of coefficients (columns of `signal` and `noise`, the error
# first): a data frame with `low` and `high`.
profile_components <- function(fit, conf_level) {
  k <- length(fit$variance)
  profile_variances(fit, c(seq_len(k - 1), 0L), conf_level) * fit$design$unit^2
}

# Those of some components, counted from the error at 0, in the search's unit.
profile_variances <- function(fit, which, conf_level) {
  none <- matrix(0, length(fit$variance), 0)
  limits <- call_core(mixed_limits(
    fit$design$problem, fit[c("variance", "criterion", "information")], which, none, none,
    stats::qchisq(conf_level, 1), n_threads()
  ))
  data.frame(limits)
}

profile_ratios <- function(fit, signal, noise, conf_level) {
  limits <- call_core(mixed_limits(
    fit$design$problem, fit[c("variance", "criterion", "information")], integer(), signal, noise,
    stats::qchisq(conf_level, 1), n_threads()
  ))
  share <- function(odds) ifelse(is.infinite(odds), 1, odds / (1 + odds))
  data.frame(low = share(limits$low), high = share(limits$high))
}

# Why there is no value or, of a fit that has some, no limit. `limits`: NaN where the search for one did not end.
limit_status <- function(fit, limits) {
  lost <- is.nan(limits$low) | is.nan(limits$high)
  if (fit$status == "ok") ifelse(lost, "a limit was not found", "ok") else rep(fit$status, length(lost))
}
