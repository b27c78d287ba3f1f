# Skewed numbers: what the print says where limits of alpha at the interval or ratio level may be too narrow.

# In the study of bench/coverage default limits covered .88 to .93 for lognormal values, whose samples of 20 to 200
# items have a skewness of 2.2 to 3.6 (medians), and .956 and more for normal values and a scale with a ceiling, where
# it is at most 1.1. Scales with few values are covered however rare a value is.
SKEWED <- 2
SKEWED_VALUES <- 10

# Adds the groups with skewed ratings and their skewness.
note_skewed <- function(result, ratings, metric) {
  values <- ratings$categories
  if (!metric$name %in% c("interval", "ratio") || !is.numeric(values) || length(values) <= SKEWED_VALUES) {
    return(result)
  }
  groups <- which(ratings$group_status == "ok")
  skew <- vapply(groups, function(g) {
    at <- ratings$item_start[ratings$group_start[g + 0:1] + 1L]
    code <- ratings$code[at[1] + seq_len(at[2] - at[1])]
    skewness_of(as.double(values), tabulate(code + 1L, length(values)))
  }, 0)
  far <- which(abs(skew) >= SKEWED)
  if (length(far) == 0) {
    return(result)
  }
  with_note(result, "skewed", rlang::set_names(skew[far], group_labels(ratings$groups, "")[groups[far]]))
}

# The third central moment over the cube of the standard deviation; 0 for few distinct values.
skewness_of <- function(values, n) {
  used <- n > 0 & is.finite(values)
  if (sum(used) <= SKEWED_VALUES) {
    return(0)
  }
  n <- n[used]
  around <- values[used] - stats::weighted.mean(values[used], n)
  around <- around / max(abs(around))
  stats::weighted.mean(around^3, n) / stats::weighted.mean(around^2, n)^1.5
}

# A line of the print, where some limits of alpha depend on it.
skewed_note <- function(x) {
  skew <- attr(x, "skewed")
  of_alpha <- x[["coefficient"]] %in% "krippendorff_alpha" & !is.na(x[["conf.low"]] %||% NA)
  if (is.null(skew) || !any(of_alpha)) {
    return(NULL)
  }
  furthest <- formatC(skew[which.max(abs(skew))], format = "f", digits = 1)
  paste0(
    "# The ratings are skewed (skewness ", if (length(skew) > 1) "up to ", furthest, "): limits of alpha may be too ",
    "narrow, see ?krippendorff_alpha"
  )
}
