# The text of a request: `{column}` is replaced by the row's value, `{options(field)}` by the options of a field in
# the order in which they are shown, `{{` and `}}` by braces.

# Returns a list: `text` (the text between the placeholders), `name` (of each placeholder) and `options` (whether it
# stands for the options of a field).
parse_prompt <- function(prompt, data, fields) {
  if (!rlang::is_string(prompt) || is.na(prompt) || trimws(prompt) == "") {
    abort_argument(prompt, "prompt", "one text, such as \"Is this an understatement? {sentence}\"")
  }
  prompt <- plain_text(prompt, "prompt")
  # Braces are matched from left to right, so that "{{{t}}}" is the value of t in braces.
  at <- gregexpr("[{]{2}|[}]{2}|[{][^{}]*[}]|[{}]", prompt, perl = TRUE)
  marks <- regmatches(prompt, at)[[1]]
  if (any(marks %in% c("{", "}"))) {
    doubled <- c("{{", "}}")
    abort_accord(
      "prompt",
      c(
        "Braces in {.arg prompt} must name a column, as in {.code {{column}}}.",
        x = "One brace has no other.",
        i = "For braces themselves write {doubled[1]} and {doubled[2]}."
      )
    )
  }
  doubled <- marks %in% c("{{", "}}")
  text <- paste0(c("", ifelse(doubled, substr(marks, 1, 1), "")), regmatches(prompt, at, invert = TRUE)[[1]])
  text <- unname(vapply(split(text, cumsum(c(TRUE, !doubled))), paste, "", collapse = ""))
  places <- marks[!doubled]
  name <- trimws(substr(places, 2, nchar(places) - 1))
  options <- grepl("^options[(].*[)]$", name)
  name[options] <- trimws(sub("^options[(](.*)[)]$", "\\1", name[options]))
  check_prompt_columns(name[!options], data)
  check_prompt_options(name[options], fields)
  list(text = text, name = name, options = options)
}

check_prompt_columns <- function(name, data) {
  gone <- setdiff(name, names(data))
  if (length(gone)) abort_missing("{.arg prompt} must name existing columns.", gone, names(data))
  nested <- unique(name[vapply(name, function(n) is.list(data[[n]]), NA)])
  if (length(nested)) {
    abort_accord(
      "list_column",
      c(
        "{.arg prompt} must name columns of single values.",
        x = "{length(nested)} of them {?is a list/are lists}: {.var {nested}}."
      ),
      argument = "prompt"
    )
  }
}

check_prompt_options <- function(name, fields) {
  known <- names(fields)[vapply(fields, function(f) !is.null(f$values), NA)]
  wrong <- setdiff(name, known)
  if (length(wrong)) {
    abort_accord(
      "prompt",
      c(
        "{.code options()} in {.arg prompt} must name a field with options.",
        x = "{length(wrong)} {?is/are} not: {.field {wrong}}.",
        i = if (length(known)) "There {cli::qty(length(known))}{?is/are} {.field {known}}."
      ),
      fields = wrong
    )
  }
}

# Stops if every row would give the same request, each of which would be charged.
check_prompt_varies <- function(prompt, images) {
  if (is.null(images) && all(prompt$options)) {
    abort_accord(
      "prompt",
      c(
        "{.arg prompt} must name a column of the data, as in {.code {{column}}}.",
        x = "It names none, and there is no {.arg image}: every row would be the same request."
      )
    )
  }
}

# Warns before any request is sent about rows in which a text of the prompt is missing: the model would read "NA".
warn_missing_text <- function(prompt, data, rows) {
  named <- unique(prompt$name[!prompt$options])
  missing <- lapply(data[named], function(x) is.na(vctrs::vec_slice(x, rows)))
  rows <- rows[Reduce(`|`, missing, logical(length(rows)))]
  if (length(rows)) {
    warn_accord(
      "llm_missing_text",
      c(
        "Columns that {.arg prompt} names should have a value in each row.",
        x = "In {length(rows)} row{?s} one is {.val {NA}}, and the model reads \"NA\": row{cli::qty(length(rows))}{?s}
             {first_few(rows)}.",
        i = "Leave such rows out, if there is nothing to annotate."
      ),
      rows = rows
    )
  }
}

# The prompts of `rows`. `options`: a list with the order of each shuffled field, for one row; otherwise `{options()}`
# is left as it is, so that the text of a row does not depend on the random order.
render_prompt <- function(prompt, data, rows, fields = NULL, options = list()) {
  filled <- Map(function(name, is_options) {
    if (!is_options) {
      values <- vctrs::vec_slice(data[[name]], rows)
      text <- plain_text(as.character(values), "prompt")
      text[is.na(text)] <- "NA"
      text
    } else if (is.null(fields)) {
      paste0("{options(", name, ")}")
    } else {
      paste(options[[name]] %||% fields[[name]]$values, collapse = ", ")
    }
  }, prompt$name, prompt$options)
  pieces <- vector("list", length(prompt$text) + length(filled))
  pieces[seq(1, length(pieces), by = 2)] <- prompt$text
  pieces[seq_along(filled) * 2] <- filled
  rep_len(do.call(paste0, pieces), length(rows))
}

# A hash of each row's text and image. It works in blocks, so that not all texts are in memory at once.
row_hashes <- function(prompt, data, image) {
  hashes <- character(nrow(data))
  for (rows in row_blocks(nrow(data))) {
    text <- render_prompt(prompt, data, rows)
    if (!is.null(image)) text <- paste(text, image_mark(image[rows]), sep = "\n")
    hashes[rows] <- cli::hash_md5(text)
  }
  hashes
}

row_blocks <- function(n) split(seq_len(n), (seq_len(n) - 1) %/% 1000)

# A file is identified by a hash of its content, an address by itself.
image_mark <- function(image) {
  ifelse(is_address(image), image, vapply(image, function(path) {
    if (file.exists(path)) cli::hash_file_md5(path) else ""
  }, "", USE.NAMES = FALSE))
}

is_address <- function(image) grepl("^(https?|data):", image)
