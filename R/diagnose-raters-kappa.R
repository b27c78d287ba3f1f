# Kappa of each rater with its limits; the formula is in the core (consensus/rater_kappa.h).

# `found`: what sums_by_rater() found; `rows`: the rows of the summary, of which those without ratings have no place
# in `found`.
kappa_of_raters <- function(found, rows, conf_level) {
  kappa <- found$kappa[rows$row]
  kappa[is.nan(kappa)] <- NA_real_
  half <- stats::qt((1 + conf_level) / 2, pmax(rows$n_compared - 1, 1)) * found$std.error[rows$row]
  half[rows$n_compared < 2 | half %in% 0 | is.na(half)] <- NA_real_
  list(
    kappa = kappa, std.error = ifelse(is.na(half), NA_real_, found$std.error[rows$row]),
    conf.low = pmax(kappa - half, -1), conf.high = pmin(kappa + half, 1)
  )
}
