# A fit of variance components: from a design to variances in units of the scores.

# A list: `design`; `variance`, the error first, and `criterion`, both in the search's unit; `components` in
# squared units of the scores, named; `fixed`; `converged`, `decrement`, `evaluations`; `status`.
fit_components <- function(design) {
  fit <- call_core(mixed_fit(design$problem, n_threads()))
  fit$design <- design
  fit$components <- rlang::set_names(
    c(fit$variance[-1], fit$variance[1]) * design$unit^2, c(design$labels, "residual")
  )
  fixed <- backsolve(design$rotation, fit$fixed * design$unit) + design$origin
  fit$fixed <- rlang::set_names(fixed, design$fixed)
  fit$deviance <- fit$criterion + design$offset
  fit$status <- if (!all(is.finite(fit$variance))) {
    "no likelihood"
  } else if (!fit$converged) {
    "did not converge"
  } else if (fit$variance[1] <= 1e-8 * max(fit$variance) || fit$error_share < 0.1) {
    # A search may end a little above such a variance, where rounding hides that the likelihood still grows.
    "no error variance"
  } else {
    "ok"
  }
  fit
}
