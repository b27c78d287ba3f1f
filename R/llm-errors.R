# The message of a failed request, without keys.

# ---- The meaning of errors ----

# A list with `reason` and `kind`: "stop" if every other row would fail too, "row" if the same request would fail
# again, otherwise "again".
explain_error <- function(cnd, secrets) {
  # Lines after the first begin with a bullet that depends on the session.
  reason <- gsub("\n[^[:alnum:]]?[ix]? +", " ", cli::ansi_strip(conditionMessage(cnd)))
  reason <- gsub("[[:space:]]+", " ", reason)
  parent <- cnd$parent
  if (inherits(cnd, "httr2_failure") && !is.null(parent)) {
    reason <- paste("no connection:", gsub("[[:space:]]+", " ", conditionMessage(parent)))
  }
  if (inherits(cnd, "simpleError") && grepl("^(parse|lexical) error", reason)) {
    reason <- "the answer is not valid JSON"
  }
  reason <- substr(hide_secrets(trimws(reason), secrets), 1, 300)
  status <- if (inherits(cnd, "httr2_http")) cnd$status else NA
  kind <- if (status %in% c(401, 402, 403, 404, 405)) {
    "stop"
  } else if (!is.na(status) && status >= 400 && status < 500 && !status %in% c(408, 409, 425, 429)) {
    "row"
  } else {
    "again"
  }
  list(kind = kind, reason = reason, wait = retry_after(cnd))
}

# The number of seconds to wait, from a number or a date in the header; NULL if the server sent none.
retry_after <- function(cnd) {
  headers <- cnd$resp$headers
  at <- match("retry-after", tolower(names(headers)))
  if (is.na(at)) {
    return(NULL)
  }
  value <- unclass(headers)[[at]]
  seconds <- suppressWarnings(as.double(value))
  if (is.na(seconds)) seconds <- as.double(curl::parse_date(value)) - clock()
  if (is.na(seconds)) NULL else max(0, seconds)
}

# Replaces keys in a text, since a server may repeat the key in its error message.
hide_secrets <- function(text, secrets) {
  for (secret in secrets) text <- gsub(secret, "<hidden>", text, fixed = TRUE)
  text
}

# The key and the user's own headers, in every form in which they are sent.
chat_secrets <- function(chat) {
  provider <- chat$get_provider()
  key <- tryCatch(attr(provider, "credentials")(), error = function(cnd) NULL)
  headers <- attr(provider, "extra_headers")
  found <- unlist(list(if (!is.function(key)) key, headers), use.names = FALSE)
  found <- as.character(found)
  found <- unique(c(found, sub("^(Bearer|Basic|Token) ", "", found)))
  found <- found[order(-nchar(found))]
  found[nchar(found) >= 4]
}
