# Few common items of two raters: what the print says where limits of Light's kappa are too narrow.

# The kappa of a pair has a bias of the order of one over its common items, and so has the mean of all, whose standard
# error is of the order of one over the root of all items. Where the former is not small beside the latter, no limits
# around the estimate contain the true value as often as they say (bench/coverage-light.R).
FEW_COMMON <- 2

# Adds the mean number of common items of two raters where this is few.
note_few_common <- function(result, ratings) {
  used <- count_used(ratings, 2L)
  pairs <- used$n_raters * (used$n_raters - 1) / 2
  meetings <- count_meetings(ratings, ratings$weight %||% 1)
  common <- meetings / pmax(pmin(pairs, meetings), 1)
  few <- which(common < FEW_COMMON * sqrt(used$n_items) & used$n_items > 1)
  if (length(few) == 0) {
    return(result)
  }
  with_note(result, "few_common", min(common[few]))
}

# A line of the print, where Light's kappa has limits.
few_common_note <- function(x) {
  common <- attr(x, "few_common")
  of_light <- x[["coefficient"]] %in% "light_kappa" & !is.na(x[["conf.low"]] %||% NA)
  if (is.null(common) || !any(of_light)) {
    return(NULL)
  }
  items <- format(signif(common, 2), big.mark = ",")
  paste0(
    "# Two raters have ", items, " common item", if (items != "1") "s", " on average: Light's kappa is ",
    "biased, and its limits are too narrow; see ?light_kappa"
  )
}
