# A proposed call is tried: what its errors ask for is added, and what it reads must have raters who meet.

# The `arguments` of a call, with those that its errors ask for: codes for missing ratings, rows that are none; and with
# the separators of labels that are sets; a `doubt` in words; and whether raters `met`. The call is tried, and nothing
# is measured. A list of such lists: of both where an error has two ways out. `said`: what errors asked for before, by
# argument; `left`: how many more are followed.
tried_arguments <- function(arguments, path, header, said = list(), left = 6) {
  call <- str2lang(sprintf("read_sheet(.path, %s, header = .header)", arguments))
  mask <- list(.path = path, .header = header, read_sheet = read_sheet)
  doubt <- met <- NULL
  ways <- tryCatch(
    suppressWarnings(suppressMessages({
      read <- eval(call, mask, baseenv())
      met <- raters_met(read)
      doubt <- c(meeting_line(read, met), following_line(read), maybe_missing_line(read))
      c(separators_advice(read), clock_advice(read))
    })),
    accord_error = function(cnd) cnd$advice,
    error = function(cnd) NULL
  )
  followed <- lapply(if (left > 0) ways, function(advice) {
    argument <- sub(" =.*$", "", advice)
    again <- !argument %in% c("na", "rating", "recode", "rater", "names", "boxes") && argument %in% names(call)
    if (again || identical(advice, said[[argument]])) return(NULL)
    # An error about missing values or texts names those that were declared before, and one about columns all of them.
    typed <- said[[argument]] %||% paste0(argument, " = ", deparse1(call[[argument]]))
    if (argument %in% names(call)) arguments <- sub(paste0(", ", typed), "", arguments, fixed = TRUE)
    said[[argument]] <- advice
    tried_arguments(paste0(arguments, ", ", advice), path, header, said, left - 1)
  })
  followed <- unlist(followed, recursive = FALSE)
  if (length(followed)) followed else list(list(arguments = arguments, doubt = doubt, met = met))
}

# Whether two raters rated one item of a sheet that was read.
raters_met <- function(read) {
  first <- vctrs::vec_unique_loc(columns_without(read, "rating"))
  vctrs::vec_duplicate_any(vctrs::vec_slice(columns_without(read, c("rating", "rater")), first))
}

columns_without <- function(read, names) {
  vctrs::new_data_frame(unclass(read)[setdiff(names(read), names)], n = nrow(read))
}

# A doubt in words about items of which a rater has several ratings, or none has two raters. NULL if there is none.
meeting_line <- function(read, met) {
  if (!met) {
    return("No item has ratings of two raters: is there another column of items or raters?")
  }
  n <- nrow(read) - vctrs::vec_unique_count(columns_without(read, "rating"))
  if (n > 0) {
    further <- count(n, "further rating")
    sprintf("%s of an item by a rater: is another column a part of the item, or an occasion?", further)
  }
}

# Words among labels by which some mean that nothing was reported or known, and others an answer. Reading takes them as
# labels; whoever looks at the sheet is asked.
MAYBE_MISSING <- paste0(
  "^[(<[]?(n[.]?[ /]?[rd][.]?|nsp|ns ?/ ?nr|ns ?/ ?nc|not (reported|stated|given|specified|known|mentioned)|no data|",
  "no info(rmation)?|unknown|unreported|nicht (berichtet|angegeben|bekannt)|unbekannt|",
  "non (rapport\u00e9|pr\u00e9cis\u00e9|renseign\u00e9|connu)|ne sait pas|no (reportado|informado|sabe))[])>]?$"
)

# A question about such words in words, or NULL. Beside R, the label NR is its opposite.
maybe_missing_line <- function(read) {
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
  sprintf(
    "%s among the labels may mean that nothing was rated: then add na = %s. Otherwise it is a label like the others.",
    in_a_list(quoted), vector_code(quoted)
  )
}

# The argument that makes numbers of a single question whose labels are times such as 12:30, or NULL.
clock_advice <- function(read) {
  if (nrow(attr(read, "sheet")$questions) > 1) {
    return(NULL)
  }
  texts <- unique(unlist(read$rating))
  if (is.character(texts) && length(texts) > 3 && all(are_clock_times(texts))) paste("recode = ~", clock_code(".x"))
}
