# Fits of rater_severity() compared by information criteria.

# Words such as "rating scale", or "partial credit by criterion" with separate steps.
model_words <- function(model) {
  words <- if (is.null(model$steps)) "rating scale" else paste("partial credit by", model$names[[model$steps]])
  if (model$slopes) paste0("generalized ", words, ", a slope by rater") else words
}

# AIC and BIC for the print. BIC counts items, which are independent.
criteria_words <- function(x) {
  parts <- of_fit(x, "parts")
  if (isTRUE(parts$ok)) {
    number <- function(value) formatC(value, digits = 1, format = "f", big.mark = ",")
    paste0(
      "# Model: ", model_words(parts$model), ", AIC ", number(parts$glance$AIC), ", BIC ", number(parts$glance$BIC),
      "; anova(x, y) compares two"
    )
  }
}

#' @rdname print.accord_severity
#' @param object,... For `anova()`, fits of [rater_severity()] to the same ratings; `...` must be empty otherwise.
#' @importFrom stats anova
#' @export
anova.accord_severity <- function(object, ...) {
  fits <- list(object, ...)
  if (!all(vapply(fits, inherits, NA, "accord_severity")) || length(fits) < 2) {
    abort_accord(
      "argument",
      c(
        "{.fn anova} compares two fits of {.fn rater_severity} or more.",
        x = if (length(fits) < 2) "There is one." else "Another object is among them."
      ),
      argument = "..."
    )
  }
  parts <- lapply(fits, check_one_fit, "parts", "anova")
  check_same_ratings(parts)
  glances <- vctrs::vec_rbind(!!!lapply(parts, `[[`, "glance"))
  rows <- tibble::tibble(
    model = vapply(parts, function(part) model_words(part$model), ""),
    facets = vapply(parts, function(part) paste(names(part$model$facets), collapse = ", "), ""),
    batches = vapply(parts, function(part) !is.null(part$model$batches), NA),
    glances[c("n_parameters", "log_likelihood", "AIC", "BIC")]
  )
  rows <- rows[order(rows$n_parameters), ]
  rows$statistic <- c(NA, 2 * diff(rows$log_likelihood))
  rows$df <- c(NA, diff(rows$n_parameters))
  rows$p.value <- ifelse(rows$df > 0, stats::pchisq(rows$statistic, rows$df, lower.tail = FALSE), NA)
  rows
}

# Likelihoods can be compared if the ratings are the same, in any order.
check_same_ratings <- function(parts) {
  values <- lapply(parts, function(part) {
    kept <- !is.na(part$ratings$rows$.fitted)
    rows <- part$ratings$rows[kept, c(part$model$names[c("item", "rater")], part$model$rating_name)]
    count <- tapply(part$ratings$count[kept], do.call(paste, c(lapply(unname(rows), id_text), sep = "\r")), sum)
    count[order(names(count))]
  })
  same <- vapply(values[-1], identical, NA, values[[1]])
  if (!all(same)) {
    abort_accord(
      "argument",
      c(
        "Likelihoods can only be compared for the same ratings.",
        x = "{sum(!same)} of the fits {cli::qty(sum(!same))}{?is/are} of others than the first."
      ),
      argument = "..."
    )
  }
}
