# A proposed call is tried: what its errors ask for is added, and what it reads must have raters who meet.

# The `arguments` of a call, with those that its errors ask for: codes for missing ratings, rows that are none; and with
# the separators of labels that are sets; the `reasons` of these, in words; the `doubts` that are left, and `advised`,
# the arguments with those that answer them; and whether raters `met`. The call is tried, and nothing is measured. A
# list of such lists: of both where an error has two ways out. `said`: what errors asked for before, by argument;
# `left`: how many more are followed.
tried_arguments <- function(arguments, path, header, said = list(), left = 6, reasons = character()) {
  call <- str2lang(sprintf("read_sheet(.path, %s, header = .header)", arguments))
  mask <- list(.path = path, .header = header, read_sheet = read_sheet)
  doubts <- list()
  met <- reason <- NULL
  note_doubt <- function(cnd) doubts <<- c(doubts, list(list(words = condition_words(cnd$lines), advice = cnd$advice)))
  ways <- tryCatch(
    suppressWarnings(suppressMessages({
      read <- withCallingHandlers(eval(call, mask, baseenv()), accord_warning = note_doubt)
      met <- raters_met(read)
      doubts <- c(meeting_doubt(read, met), doubts, maybe_missing_doubt(read, call))
      c(separators_advice(read), clock_advice(read))
    })),
    accord_error = function(cnd) {
      parts <- message_parts(cnd)
      reason <<- condition_words(c(parts$message, parts$body))
      cnd$advice
    },
    error = function(cnd) NULL
  )
  followed <- lapply(if (left > 0) ways, function(advice) {
    changed <- with_advice(arguments, advice, call, said)
    if (is.null(changed)) return(NULL)
    name <- argument_of(advice)
    said[[name]] <- advice
    if (!is.null(reason)) reasons <- c(reasons, sprintf("%s: %s", name, reason))
    tried_arguments(changed, path, header, said, left - 1, reasons)
  })
  followed <- unlist(followed, recursive = FALSE)
  if (length(followed)) return(followed)
  # What no argument was found for is left to the user.
  if (!is.null(reason)) doubts <- c(doubts, list(list(words = reason)))
  list(list(
    arguments = arguments, met = met, reasons = unique(reasons), doubts = vapply(doubts, `[[`, "", "words"),
    advised = answered_doubts(arguments, unlist(lapply(doubts, `[[`, "advice")), path, header, said)
  ))
}

argument_of <- function(advice) sub(" =.*$", "", advice)

# The arguments with one that an error or a doubt asks for, or NULL if they have it already.
with_advice <- function(arguments, advice, call, said) {
  name <- argument_of(advice)
  again <- !name %in% c("na", "rating", "recode", "rater", "names", "boxes") && name %in% names(call)
  if (again || identical(advice, said[[name]])) return(NULL)
  # An error about missing values or texts names those that were declared before, and one about columns all of them.
  typed <- said[[name]] %||% paste0(name, " = ", deparse1(call[[name]]))
  if (name %in% names(call)) arguments <- sub(paste0(", ", typed), "", arguments, fixed = TRUE)
  paste0(arguments, ", ", advice)
}

# The arguments that answer all doubts at once, as far as these say how, and as they can be read; or NULL.
answered_doubts <- function(arguments, advice, path, header, said) {
  for (one in advice) {
    call <- str2lang(sprintf("read_sheet(.path, %s)", arguments))
    changed <- with_advice(arguments, one, call, said)
    if (is.null(changed)) next
    arguments <- changed
    said[[argument_of(one)]] <- one
  }
  if (length(advice) == 0) return(NULL)
  call <- str2lang(sprintf("read_sheet(.path, %s, header = .header)", arguments))
  read <- tryCatch(
    suppressWarnings(suppressMessages(eval(call, list(.path = path, .header = header, read_sheet = read_sheet)))),
    error = function(cnd) NULL
  )
  if (!is.null(read)) arguments
}

# The rule of a condition, and what was found: its lines without advice, as one text.
condition_words <- function(lines) {
  signs <- names(lines) %||% rep("", length(lines))
  lines <- sub("([^.:!?])$", "\\1.", cli::ansi_strip(lines[signs != "i"]))
  gsub("\\\\?\\s+", " ", paste(lines, collapse = " "))
}

# Whether two raters rated one item of a sheet that was read.
raters_met <- function(read) {
  first <- vctrs::vec_unique_loc(columns_without(read, "rating"))
  vctrs::vec_duplicate_any(vctrs::vec_slice(columns_without(read, c("rating", "rater")), first))
}

columns_without <- function(read, names) {
  vctrs::new_data_frame(unclass(read)[setdiff(names(read), names)], n = nrow(read))
}

# A doubt about items of which a rater has several ratings, or none has two raters. A list, empty if there is none.
meeting_doubt <- function(read, met) {
  if (!met) {
    return(list(list(words = "No item has ratings of two raters: is there another column of items or raters?")))
  }
  n <- nrow(read) - vctrs::vec_unique_count(columns_without(read, "rating"))
  if (n > 0) {
    words <- "%s of an item by a rater: is another column a part of the item, or an occasion?"
    list(list(words = sprintf(words, count(n, "further rating"))))
  }
}

# Words among labels by which some mean that nothing was reported or known, and others an answer. Reading takes them as
# labels; whoever looks at the sheet is asked.
MAYBE_MISSING <- paste0(
  "^[(<[]?(n[.]?[ /]?[rd][.]?|nsp|ns ?/ ?nr|ns ?/ ?nc|not (reported|stated|given|specified|known|mentioned)|no data|",
  "no info(rmation)?|unknown|unreported|nicht (berichtet|angegeben|bekannt)|unbekannt|",
  "non (rapport\u00e9|pr\u00e9cis\u00e9|renseign\u00e9|connu)|ne sait pas|no (reportado|informado|sabe))[])>]?$"
)

# A doubt about such words, with the `na` of the `call` and these; or NULL. Beside R, the label NR is its opposite.
maybe_missing_doubt <- function(read, call) {
  questions <- attr(read, "sheet")$questions
  of <- questions$question[questions$kind == "labels"]
  texts <- unique(unlist(read$rating[read$question %in% of]))
  plain <- fold_case(trim_blanks(texts))
  said <- grepl(MAYBE_MISSING, plain, ignore.case = TRUE)
  opposite <- sub("^(n[. /]?|not |no |un|non |nicht )", "", plain)
  found <- texts[said & !(opposite != plain & gsub("[.]", "", opposite) %in% gsub("[.]", "", plain))]
  if (length(found) == 0 || sum(!said) < 2) {
    return(NULL)
  }
  quoted <- encodeString(utils::head(found, 5), quote = "\"")
  before <- eval(call$na, baseenv())
  code <- if (is.null(before) || is.atomic(before)) paste("na =", missing_code_of(found, list(na = before)))
  words <- "%s among the labels may mean that nothing was rated%s. Otherwise it is a label like the others."
  then <- if (length(code)) paste0(": then use ", code) else ""
  list(list(words = sprintf(words, in_a_list(quoted), then), advice = code))
}

# The argument that makes numbers of a single question whose labels are times such as 12:30, or NULL.
clock_advice <- function(read) {
  if (nrow(attr(read, "sheet")$questions) > 1) {
    return(NULL)
  }
  texts <- unique(unlist(read$rating))
  if (is.character(texts) && length(texts) > 3 && all(are_clock_times(texts))) paste("recode = ~", clock_code(".x"))
}
