# Sets written as text: checks that a text is a list of labels, and is not split in the wrong place.

# `x`: the texts of a column, NA for a missing rating. `column`: its name, if they come from one.
check_set_texts <- function(x, separator, column = NULL) {
  text <- unique(x)
  text <- text[!is.na(text) & text != ""]
  if (length(text) == 0) {
    return(invisible())
  }
  # The first texts show how all are written.
  text <- utils::head(text, MANY_TEXTS)
  check_no_brackets(text, separator, column)
  pieces <- strsplit(text, separator, fixed = TRUE)
  check_no_row_of_boxes(text, pieces, separator)
  warn_blank_separator(pieces, separator, column)
  warn_divided_options(pieces, separator, column)
}

# The column in advice on how to change it: with its name in the user's data, or any of several.
changed_column <- function(column) if (is.null(column)) "x" else paste0(typed_data(), "$", column_code(column))

# Stops for texts such as "[1, 2]" and "['a', 'b']", as lists are written by Python and in JSON. Some of them may be
# empty.
check_no_brackets <- function(text, separator, column) {
  code <- changed_column(column)
  listed <- grepl("^\\s*(\\[[^][]*\\]|\\{[^{}]*\\})\\s*$", text)
  if (!all(listed)) {
    return(invisible())
  }
  quoted <- any(grepl("['\"]", text))
  signs <- if (quoted) "[][{}'\\\"]" else "[][{}]"
  inner <- if (all(grepl(", ", text[grepl(",", text, fixed = TRUE)], fixed = TRUE))) ", " else ","
  abort_accord(
    "separated_text",
    c(
      "Brackets and quotation marks must not be part of the labels of a set.",
      x = "All {length(text)} distinct text{?s} {?is/are} a list in brackets: {.val {first_few(text)}}.",
      i = "Remove them from the column of ratings, as in {.code {code} <- gsub(\"{signs}\", \"\", {code})}, and use \\
           {.code separator = \"{inner}\"}."
    ),
    values = text
  )
}

# Stops for texts such as "1,0,0,1": a checkbox for each option, with 1 for those ticked.
check_no_row_of_boxes <- function(text, pieces, separator) {
  pieces <- lapply(pieces, function(piece) tolower(trimws(piece)))
  n <- unique(lengths(pieces))
  all <- unique(unlist(pieces))
  signs <- Filter(function(two) all(all %in% two), list(c("1", "0"), c("true", "false")))
  again <- any(vapply(pieces, anyDuplicated, 0L) > 0)
  if (length(n) != 1 || n < 2 || length(signs) == 0 || !again) {
    return(invisible())
  }
  tick <- signs[[1]][1]
  test <- if (tick == "1") "box == 1" else "tolower(box) == \"true\""
  abort_accord(
    "separated_text",
    c(
      "Boxes in one text must not be taken for labels.",
      x = paste(
        "Each of the {length(text)} distinct texts has {n} parts that are {.val {signs[[1]]}}, such as",
        "{.val {text[1]}}: a box for each of {n} options."
      ),
      i = paste0(
        "Make a list column of each column {.var x} of ratings: {.code x <- lapply(strsplit(x, \"{separator}\", ",
        "fixed = TRUE), function(box) if (anyNA(box)) NA else which({test}))}."
      ),
      i = "Then leave out {.arg separator}: the sets have the numbers of the boxes that are ticked."
    ),
    values = text
  )
}

# Warns about texts such as "a, b" with the separator ",": either every label begins with a blank, or a label occurs
# with and without one.
warn_blank_separator <- function(pieces, separator, column) {
  code <- changed_column(column)
  later <- unlist(lapply(pieces, `[`, -1))
  later <- later[later != ""]
  spaced <- unique(later[grepl("^\\s", later)])
  same <- spaced[trimws(spaced, "left") %in% unlist(pieces)]
  if (length(same)) {
    longer <- paste0(separator, sub("^(\\s+).*$", "\\1", spaced[1]))
    always <- all(grepl("^\\s", later))
    warn_accord(
      "look_alike",
      c(
        "Labels that look alike are separate categories.",
        x = "{length(same)} label{?s} begin{?s/} with the blank behind the separator: {.val {first_few(same)}}.",
        x = "{.val {same[1]}} and {.val {trimws(same[1], 'left')}} are different labels.",
        i = if (always) {
          "Use {.code separator = \"{longer}\"}."
        } else {
          paste(
            "Some separators have a blank behind them, others have none. Remove the blanks from each column",
            "of ratings, as in {.code {code} <- gsub(\"{longer}\", \"{separator}\", {code}, fixed = TRUE)}."
          )
        }
      ),
      labels = same
    )
  }
}

# Warns about options that contain the separator, such as "Blame, mild": the second part occurs only after one other
# piece, and never alone. To exclude chance, a piece must occur with several endings, or endings must begin in lower
# case where all other pieces begin in upper case.
warn_divided_options <- function(pieces, separator, column) {
  code <- changed_column(column)
  n <- lengths(pieces)
  piece <- unlist(pieces)
  first <- sequence(n) == 1
  before <- c(NA, piece[-length(piece)])
  before[first] <- NA
  labels <- unique(piece[piece != ""])
  if (length(labels) < 3 || length(labels) > 1000) {
    return(invisible())
  }
  owners <- tapply(before, piece, function(b) if (anyNA(b)) NA_character_ else if (length(unique(b)) == 1) b[1] else NA)
  ends <- names(owners)[!is.na(owners)]
  after <- c(piece[-1], NA)
  after[c(first[-1], TRUE)] <- NA
  found <- lapply(split(ends, owners[ends]), function(of) {
    owner <- owners[[of[1]]]
    if (owner %in% ends) return(NULL)
    closed <- sum(piece == owner) > 2 && all(after[piece == owner] %in% of)
    starts <- setdiff(labels, ends)
    if (length(starts) < 2) return(NULL)
    small <- all(grepl("^\\s*[[:lower:]]", of)) && all(grepl("^\\s*[[:upper:]]", starts))
    if (closed && (length(of) > 1 || small)) list(options = paste0(owner, separator, of), sure = small)
  })
  found <- Filter(Negate(is.null), found)
  options <- unlist(lapply(found, `[[`, "options"), use.names = FALSE)
  sure <- all(vapply(found, `[[`, NA, "sure"))
  # If other labels follow the separator at once, a blank behind it belongs to an option.
  blank <- !first & grepl("^\\s+\\S", piece)
  tight <- !first & grepl("^\\S", piece)
  spaced <- setdiff(unique(paste0(before, separator, piece)[blank]), options)
  if (length(spaced) && any(tight) && !any(trimws(piece[blank]) %in% piece)) {
    options <- c(options, spaced)
    sure <- FALSE
  }
  if (length(options)) {
    joined <- gsub(separator, "; ", options[1], fixed = TRUE)
    warn_accord(
      "divided_option",
      c(
        "An option that contains {.arg separator} is divided into two labels.",
        x = paste(
          "The second part of {length(options)} text{?s} never occurs without the first, nor the first alone:",
          "{.val {first_few(options)}}."
        ),
        i = paste0(
          "If {cli::qty(length(options))}{?this is one option/each is one option}, write it without {.arg separator} ",
          "in each column of ratings first, as in {.code {code} <- gsub(\"{options[1]}\", \"{joined}\", {code}, ",
          "fixed = TRUE)}."
        )
      ),
      options = options, sure = sure, blank = length(spaced) > 0
    )
  }
}
