# Numbers that may be typing errors or missing codes, and ids that look alike, in a row per rating.

# Returns what the checks of ratings need to know of a design.
seen_ratings <- function(design) {
  item <- design$columns$item
  sorted <- order(item, method = "radix")
  values <- sort(unique(design$rating))
  list(
    categories = values, code = match(design$rating[sorted], values) - 1L, level = "interval", declared = FALSE,
    items = design$levels$item, item_start = c(0L, cumsum(tabulate(item, vctrs::vec_size(design$levels$item)))),
    raters = design$levels$rater, rater = design$columns$rater[sorted] - 1L, group_status = "ok"
  )
}

# Stops for numbers that may be typing errors or missing codes, with advice that holds with facets as well.
check_severity_codes <- function(design) {
  if (!is.null(design$labels)) {
    return(invisible())
  }
  tryCatch(check_missing_codes(seen_ratings(design)), accord_error_missing_code = function(cnd) {
    values <- sort(unique(design$rating))
    scale <- paste(range(setdiff(values, cnd$codes)), collapse = ":")
    keep <- if (length(values) > 15) paste(range(values), collapse = ":") else vector_code(values)
    n <- length(cnd$codes)
    body <- c(cnd$body[names(cnd$body) == "x"], vapply(c(
      i = "If {cli::qty(n)}{?it is no rating/they are no ratings}, {.code categories = {scale}}
           leaves {cli::qty(n)}{?it/them} out.",
      i = "If {cli::qty(n)}{?it is a rating/they are ratings}, use {.code categories = {keep}}."
    ), function(line) cli::format_inline(line), ""))
    abort_again(cnd, body)
  })
}

# Raises a warning or an error of such numbers as an error with other advice.
abort_again <- function(cnd, body) {
  rlang::abort(
    message_parts(cnd)$message,
    class = sub("_warning", "_error", grep("^accord_", class(cnd), value = TRUE)), body = body, use_cli_format = TRUE,
    codes = cnd$codes, n = cnd$n, call = cnd$call
  )
}
