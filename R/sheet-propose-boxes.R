# Check boxes of raters in the names of columns: topic_health_A, topic_sport_A, topic_health_B and so on.

# How likely each of these columns is a box: 2 for a mark or blanks, the text of its option or blanks, 1 and 0, or TRUE
# and FALSE; 1 for other pairs such as yes and no, which are as often answers; else 0.
box_likelihood <- function(columns, options) {
  mapply(function(x, option) {
    values <- tolower(trim_blanks(unique(as.character(x[!is.na(x)]))))
    if (is_marked(x) || is_coded_box(x) || anyNA(x) && identical(values, tolower(option))) return(2)
    # 1 and 2 are a scale rather than boxes.
    if (any(vapply(BOX_PAIRS, function(pair) all(values %in% setdiff(pair, "2")), NA))) 1 else 0
  }, columns, options)
}

is_coded_box <- function(x) all(tolower(as.character(x)) %in% c("0", "1", "true", "false", NA))

is_marked <- function(x) anyNA(x) && all(grepl(TICK_MARK, x[!is.na(x)]))

# The arguments that read as boxes the columns of which the templates `code` make questions and raters, alone and before
# or after `code`, or in its place. Names of questions that begin alike, as topic_health and topic_sport, say that these
# are options of one question; without that only marks and 1 and 0 do.
with_box_codes <- function(code, columns) {
  names <- grep("^names", code, value = TRUE)
  # SR1 and SR2 are raters rather than options.
  numbered <- names[vapply(names, has_numbered_raters, NA, names(columns))]
  if (length(numbered)) names <- numbered
  led <- led_boxes(names[1], columns)
  if (!is.null(led)) return(if (led$sure) c(led$code, code) else c(code, led$code))
  marked <- all(vapply(columns, is_marked, NA))
  ticked <- marked || all(vapply(columns, is_coded_box, NA))
  if (!ticked) return(code)
  if (length(numbered) == 0 && !marked) names <- names[1]
  boxes <- sub("{question", "{option", sub("names =", "boxes =", names), fixed = TRUE)
  if (marked) c(boxes, code) else c(code, boxes)
}

# What the names of any questions may begin with, so that it is no question with options.
ANY_LEAD <- "^(labels?|codes?|rating|category|class|annotation|answer|score|value|var|variable|q|question|item|is|has)$"

# The arguments for boxes whose names begin with their question, and for the other questions, if there are any: `code`,
# and whether it is `sure`. NULL if no two boxes begin alike.
led_boxes <- function(code, columns) {
  text <- sub("\"$", "", sub("^names = \"", "", code))
  fit <- if (length(text) && !is.na(text)) tried_fit(text, columns)
  form <- sprintf("^(.*[}][%s]+|)([^{}]*)[{]question[}](.*)$", NAME_MARKS)
  if (length(fit$at) != length(columns) || !grepl(form, text, perl = TRUE)) {
    return(NULL)
  }
  question <- paste0(sub(form, "\\2", text, perl = TRUE), fit$parts$question)
  split <- sprintf("^([^%1$s]+)([%1$s]+)(.+)$", NAME_MARKS)
  has <- grepl(split, question, perl = TRUE)
  lead <- ifelse(has, sub(split, "\\1", question, perl = TRUE), "")
  option <- sub(split, "\\3", question, perl = TRUE)
  box <- box_likelihood(columns, option)
  of_boxes <- vapply(unique(lead[has]), function(one) {
    own <- lead == one
    all(box[own] > 0) && length(unique(option[own])) > 1
  }, NA)
  leads <- names(of_boxes)[of_boxes]
  mark <- unique(sub(split, "\\2", question[lead %in% leads], perl = TRUE))
  if (length(mark) != 1) {
    return(NULL)
  }
  at <- function(field) paste0(sub(form, "\\1", text, perl = TRUE), field, sub(form, "\\3", text, perl = TRUE))
  boxes <- at(sprintf("{question:%s}%s{option}", paste(leads, collapse = "|"), mark))
  others <- unique(question[!lead %in% leads])
  code <- sprintf("boxes = \"%s\"", boxes)
  if (length(others)) {
    code <- sprintf("names = \"%s\", %s", at(sprintf("{question:%s}", paste(others, collapse = "|"))), code)
  }
  list(code = code, sure = all(box[lead %in% leads] == 2) && !any(grepl(ANY_LEAD, tolower(leads))))
}

tried_fit <- function(text, columns) {
  tryCatch(
    suppressWarnings(fit_names(parse_template(text, "names", SHEET_FIELDS), columns, "names", tried = TRUE)),
    accord_error = function(cnd) NULL
  )
}
