# Thousands of errors and warnings are asked for here, and most of the time goes into their text and their traces.

# cli starts anew for each text, and compares each piece of it with its 70 selectors. One start, with those that
# texts of this package need, gives the same text; snapshots would show another one.
kept_theme <- function() {
  markup <- c(
    "arg", "cls", "code", "emph", "field", "file", "fn", "help", "obj_type_friendly", "or", "pkg", "val", "var"
  )
  theme <- cli::builtin_theme()
  kept <- names(theme) %in% c("body", ".code", paste0("span.", markup)) | grepl("bullet", names(theme), fixed = TRUE)
  # Tests have no colours. A style with one is a new function for each word, which R compiles.
  lapply(theme[kept], function(style) style[!names(style) %in% COLOURS])
}
COLOURS <- c("color", "background-color", "font-weight", "font-style", "text-decoration")

start_kept_theme <- function() {
  old <- Sys.getenv("CLI_NO_BUILTIN_THEME")
  Sys.setenv(CLI_NO_BUILTIN_THEME = "true")
  on.exit(if (nzchar(old)) Sys.setenv(CLI_NO_BUILTIN_THEME = old) else Sys.unsetenv("CLI_NO_BUILTIN_THEME"))
  cli::start_app(theme = kept_theme(), .auto_close = FALSE)
}
start_kept_theme()

# rlang makes the text of an error anew for each who reads it, and testthat reads it twice: the last one is kept.
LAST_ERROR <- new.env(parent = emptyenv())
registerS3method("conditionMessage", "accord_error", function(c) {
  width <- cli::console_width()
  if (!identical(LAST_ERROR$condition, c) || !identical(LAST_ERROR$width, width)) {
    LAST_ERROR$text <- NextMethod()
    LAST_ERROR$condition <- c
    LAST_ERROR$width <- width
  }
  LAST_ERROR$text
})

# testthat adds a trace to an error that no test expects.
options(`rlang:::disable_trace_capture` = TRUE)
