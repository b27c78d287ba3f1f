# Code of the app as text, in the form in which an R user writes it.

# A step as text: the code that runs, and that the script shows.
app_code <- function(name, expr) app_text_of(call("<-", as.name(name), expr))

# Code as an R user writes it: a call that is too long for a line has a line for each argument, a vector as many values
# in a line as fit. `indent`: how far the call is indented; `before`: how many letters precede it in its line.
app_text_of <- function(expr, indent = 0, before = 0, width = 80) {
  text <- deparse(expr, width.cutoff = 500, backtick = TRUE)
  if (length(text) == 1 && indent + before + nchar(text) <= width || !is.call(expr)) {
    return(paste(text, collapse = "\n"))
  }
  if (rlang::is_call(expr, "<-")) {
    to <- paste0(deparse(expr[[2]], backtick = TRUE), " <- ")
    return(paste0(to, app_text_of(expr[[3]], indent, nchar(to), width)))
  }
  args <- as.list(expr)[-1]
  verb <- deparse(expr[[1]], backtick = TRUE)
  if (length(args) == 0 || !grepl("^[[:alpha:].`][[:alnum:]_.:`]*$", verb)) return(paste(text, collapse = "\n"))
  named <- rlang::names2(args)
  names <- ifelse(named == "", "", paste0(vapply(rlang::syms(named), deparse, "", backtick = TRUE), " = "))
  parts <- mapply(function(name, arg) {
    paste0(name, app_text_of(arg, indent + 2, nchar(name) + 1, width))
  }, names, args)
  space <- strrep(" ", indent + 2)
  if (verb == "c" && !any(grepl("\n", parts, fixed = TRUE))) {
    parts <- in_full_lines(parts, width - indent - 2)
  }
  paste0(verb, "(\n", paste0(space, parts, collapse = ",\n"), "\n", strrep(" ", indent), ")")
}

# Joins as many values as fit into the `room` of a line; strwrap() would break values that have blanks.
in_full_lines <- function(values, room) {
  line <- integer(length(values))
  used <- 0
  for (k in seq_along(values)) {
    longer <- used + nchar(values[k]) + 2
    begins <- k == 1 || longer > room
    line[k] <- if (k == 1) 1L else line[k - 1] + begins
    used <- if (begins) nchar(values[k]) + 2 else longer
  }
  unname(tapply(values, line, paste, collapse = ", "))
}
