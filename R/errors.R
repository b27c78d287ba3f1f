# The only place that raises conditions. Messages are sentences: first the rule, then `x` with what was found (beginning
# with the count), then `i` with advice.

#' Stop with a classed error
#'
#' @param what Name of the problem, or several from the special to the general: the class is `accord_error_<what>`, then
#'   `accord_error`.
#' @param message cli message; its `{}` are read in the caller's frame.
#' @param ... Fields of the condition: the data behind the message.
#' @noRd
abort_accord <- function(what, message, ..., .envir = parent.frame()) {
  cli::cli_abort(
    message,
    class = c(paste0("accord_error_", what), "accord_error"),
    ...,
    call = user_frame(),
    .envir = .envir
  )
}

#' Warn with a class
#' @inheritParams abort_accord
#' @noRd
warn_accord <- function(what, message, ..., .envir = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(paste0("accord_warning_", what), "accord_warning"),
    ...,
    # Versions of rlang differ in where they keep the lines of a warning.
    lines = vapply(message, cli::format_inline, "", .envir = .envir, keep_whitespace = FALSE),
    call = user_frame(),
    .envir = .envir
  )
}

#' Tell something that was decided for the user
#' @inheritParams abort_accord
#' @param about What it is about: it is told once per session. `NULL` for each time.
#' @noRd
inform_accord <- function(what, message, ..., about = NULL, .envir = parent.frame()) {
  cli::cli_inform(
    message,
    class = c(paste0("accord_message_", what), "accord_message"),
    ...,
    .frequency = if (is.null(about)) "always" else "once",
    # rlang uses the id as the name of a variable, which has at most 10,000 bytes.
    .frequency_id = if (!is.null(about)) paste("accord", what, rlang::hash(about)),
    .envir = .envir
  )
}

# Escapes braces, so that text is inserted into a cli message unchanged.
as_written <- function(text) gsub("}", "}}", gsub("{", "{{", text, fixed = TRUE), fixed = TRUE)

# Returns the frame of the accord function that the user called: the outermost one among the callers of this function.
# Other functions on the stack do not count: in `read_mturk(x) |> krippendorff_alpha()` the reader runs while the verb
# evaluates its argument, and an error is the reader's.
user_frame <- function() {
  typed <- user_frame_number()
  if (!is.null(typed)) sys.frame(typed)
}

user_frame_number <- function() {
  ours <- topenv()
  is_ours <- function(frame) identical(topenv(environment(sys.function(frame))), ours)
  typed <- Filter(is_ours, calling_frames())
  if (length(typed)) typed[length(typed)]
}

# Returns the numbers of the frames of the callers, the nearest first. A frame may be its own parent, or have a later
# one: code that is evaluated in the environment of a function, as by Shiny. Each step goes back, so that the search
# ends.
calling_frames <- function() {
  parents <- sys.parents()
  frame <- sys.nframe()
  found <- integer()
  while (frame > 0) {
    found <- c(found, frame)
    frame <- if (parents[frame] < frame) parents[frame] else frame - 1L
  }
  found
}

# Returns the names of the arguments of that function.
user_arguments <- function() names(formals(sys.function(user_frame_number())))

# Suppresses warnings that the caller replaces by its own. `what`: the kinds of warnings, as in abort_accord().
without_warnings <- function(code, what) {
  muffle <- function(cnd) if (inherits(cnd, sprintf("accord_warning_%s", what))) rlang::cnd_muffle(cnd)
  withCallingHandlers(code, accord_warning = muffle)
}

# For estimates in several steps: repeated warnings of the same kind are suppressed.
each_warning_once <- function(code) {
  seen <- character()
  withCallingHandlers(code, accord_warning = function(cnd) {
    if (class(cnd)[1] %in% seen) rlang::cnd_muffle(cnd)
    seen <<- c(seen, class(cnd)[1])
  })
}

# Raises an error with the message of a warning.
warning_as_error <- function(cnd, what, ...) {
  parts <- message_parts(cnd)
  rlang::abort(
    parts$message,
    class = c(paste0("accord_error_", what), "accord_error"), body = parts$body, use_cli_format = TRUE, ...,
    call = cnd$call
  )
}

# The first line of the message of a condition, and the `body` of the others by their signs. Warnings have them in one
# text, where the signs are those of the console.
message_parts <- function(cnd) {
  if (!is.null(cnd$body)) {
    return(list(message = cnd$message, body = cnd$body))
  }
  lines <- strsplit(cli::ansi_strip(cnd$message), "\n(?=[\u2716\u2139xi!\u2022*] )", perl = TRUE)[[1]]
  sign <- chartr("\u2716\u2139\u2022", "xi*", substr(lines[-1], 1, 1))
  list(message = lines[1], body = if (length(sign)) rlang::set_names(substring(lines[-1], 3), sign))
}

# Returns a count with commas; above 2^53, where doubles are not exact, in scientific notation.
big <- function(n) {
  huge <- length(n) > 0 && max(n, 0, na.rm = TRUE) > 2^53
  format(n, big.mark = ",", trim = TRUE, scientific = huge, digits = if (huge) 4 else NULL)
}

# Shortens long vectors in messages: cli shows the first elements and the number of the others.
first_few <- function(x) {
  # Long text is cut, since the time of cli grows with the square of the number of blanks.
  cli::cli_vec(if (is.character(x)) cut_end(x, 200) else x, list("vec-trunc" = 5))
}

# Cuts text that is wider than `width`.
cut_end <- function(text, width) {
  text <- as.character(text)
  long <- which(nchar(text, "width", allowNA = TRUE) > width)
  text[long] <- paste0(strtrim(text[long], width - 3), "...")
  text
}
