# Checkboxes: columns of options. The options ticked in a row are the set chosen by its rater.

# Returns the names of the boxes ticked in each row. A row without a tick is the empty set, except that it is a
# missing rating in two cases: all its boxes are blank or NA, where unticked boxes have a value such as 0 or `na`
# declares blanks as missing; or all are NA, where unticked boxes are blank.
ticked_sets <- function(data, at, na = NULL) {
  boxes <- lapply(unclass(data)[at], box_states, na)
  block <- box_block(boxes)
  check_are_boxes(data, at, boxes, block)
  states <- Map(function(box, ticked) ticked[box$place], boxes, block$ticked)
  ticked <- matrix(unlist(lapply(states, `%in%`, TRUE), use.names = FALSE), ncol = length(at))
  cells <- which(t(ticked), arr.ind = TRUE)
  sets <- unname(split(names(at)[cells[, 1]], factor(cells[, 2], seq_len(nrow(ticked)))))
  nothing <- Reduce(`&`, lapply(states, is.na))
  unknown <- Reduce(`&`, Map(function(box) is.na(box$text)[box$place], boxes))
  blank_is_na <- "" %in% as.character(na)
  is_blank_written <- any(vapply(boxes, function(box) "" %in% box$text, NA))
  no_answer <- if (block$has_unticked || blank_is_na) nothing else unknown & is_blank_written
  sets[no_answer] <- NA_character_
  sets
}

# A list: the distinct values of a box as `text` ("" for a blank) and as `written`, and the `place` of each row's
# value among them.
box_states <- function(x, na) {
  written <- unique(x)
  text <- if (is.list(x)) rep("a list", length(written)) else as.character(without_na_values(written, na))
  text[!validUTF8(text)] <- "\ufffd"
  text <- sub("^([0-9]+)[.]0+$", "\\1", tolower(trimws(text)))
  list(text = text, written = written, place = match(x, written))
}

box_values <- function(box) setdiff(box$text, c(NA, ""))

# A list: `ticked`, for each distinct value of each box, whether it is a tick (NA for a blank); `odd`, the positions
# of columns that are not checkboxes; and `two`, two values if it is unknown which of them is a tick.
box_block <- function(boxes) {
  values <- lapply(boxes, box_values)
  all <- unique(unlist(values, use.names = FALSE))
  opposite <- unlist(lapply(values[lengths(values) == 2], function(x) intersect(outer(c("not ", "un"), x, paste0), x)))
  unticked <- all[all %in% c("0", "false", opposite) | grepl(UNTICKED, all)]
  n_ticks <- vapply(values, function(x) length(setdiff(x, unticked)), 0L)
  numbers <- vapply(values, function(x) length(x) > 0 && all(grepl("^-?[0-9.]+$", x) & !x %in% c("0", "1")), NA)
  # A number for each option, as where chosen options contain their codes: in a row some of them are blank and others
  # are not.
  gaps <- lapply(boxes, function(box) is.na(box$text) | box$text == "")
  gaps <- Map(function(gap, box) gap[box$place], gaps, boxes)
  partly <- any(Reduce(`|`, gaps) & !Reduce(`&`, gaps))
  two <- if (length(unticked) == 0) undecided_values(values, all, partly)
  list(
    ticked = lapply(boxes, function(box) ifelse(box$text %in% c(NA, ""), NA, !box$text %in% unticked)),
    has_unticked = length(unticked) > 0,
    odd = which(n_ticks > 1 | numbers & (length(unticked) > 0 | !partly) |
      lengths(values) == 2 & n_ticks == 1 & !are_opposite(values, unticked)),
    two = two
  )
}

UNTICKED <- "^(un|not[ _-]?|nicht )(checked|ticked|selected|chosen|quoted|marked|(aus)?gew\u00e4hlt|angekreuzt)$"

# Whether the tick and its opposite belong together, such as 1 and 0, but not "Joy" and 0.
are_opposite <- function(values, unticked) {
  vapply(values, function(x) {
    tick <- setdiff(x, unticked)
    no <- intersect(x, unticked)
    length(tick) != 1 || length(no) != 1 || tick == "1" && no == "0" || tick == "true" && no == "false" ||
      !no %in% c("0", "false") && endsWith(no, tick)
  }, NA)
}

# Values such as yes and no, or 1 and 2, may be checkboxes or answers to questions, and it is unknown which is a tick.
undecided_values <- function(values, all, partly) {
  split <- any(lengths(values) == 2) || !partly
  if (length(all) == 2 && split && (any(lengths(values) == 2) || setequal(all, c("1", "2")))) all
}

check_are_boxes <- function(data, at, boxes, block) {
  if (length(block$two)) abort_two_values(data, at, boxes, block$two)
  if (length(block$odd)) {
    no_box <- names(at)[block$odd]
    found <- box_values(boxes[[block$odd[1]]])
    extra <- setdiff(found, c("0", "1"))
    abort_accord(
      "argument",
      c(
        "{.arg rating} must select one column, or several that are boxes to tick.",
        x = "It selects {length(at)} columns: {.var {first_few(names(at))}}.",
        x = "{length(no_box)} of them {?has/have} values other than ticked and not ticked: {.var {first_few(no_box)}}.",
        x = "In {.var {no_box[1]}} {cli::qty(length(found))}{?is/are} {.val {first_few(found)}}.",
        i = if (length(extra) == 1 && length(found) == 3) {
          "If {extra} means no answer, use {.code na = {extra}}."
        },
        i = "A box contains {.val {TRUE}} or {.val {FALSE}}, 1 or 0, checked or unchecked, or one label or nothing.",
        i = "For a table with a column per rater, use {.code layout = \"raters_in_columns\"}.",
        i = questions_hint(data, at)
      ),
      argument = "rating",
      columns = names(at)
    )
  }
}

# Stops, with the code that tells which of two values is a tick.
abort_two_values <- function(data, at, boxes, two) {
  columns <- positions_code(at)
  name <- typed_data()
  tick_code <- function(value) {
    written <- unique(unlist(lapply(boxes, function(box) as.character(box$written)[box$text %in% value])))
    is_number <- all(vapply(boxes, function(box) is.numeric(box$written) || all(is.na(box$written)), NA))
    quoted <- if (is_number) written else encodeString(written, quote = "\"")
    test <- if (length(quoted) == 1) paste("box ==", quoted) else paste0("box %in% c(", toString(quoted), ")")
    code <- sprintf("%s[%s] <- lapply(%s[%s], function(box) %s)", name, columns, name, columns, test)
    list(value = written[1], code = code)
  }
  no <- two %in% c("no", "n", "nein", "non")
  two <- if (sum(no) == 1) two[!no] else if (setequal(two, c("1", "2"))) c("2", "1") else two
  ways <- lapply(two, tick_code)
  found <- vapply(lapply(sort(unique(unlist(lapply(boxes, box_values)))), tick_code), `[[`, "", "value")
  abort_accord(
    "argument",
    c(
      "Boxes to tick must show which value is a tick.",
      x = "{length(at)} columns contain {.val {found}}: {.var {first_few(names(at))}}.",
      i = "If {.val {ways[[1]]$value}} is a tick, write {.code {ways[[1]]$code}}, and repeat the call.",
      i = if (length(ways) > 1) "If {.val {ways[[2]]$value}} is, write {.code {ways[[2]]$code}}.",
      i = "For a table with a column per rater, use {.code layout = \"raters_in_columns\"}.",
      i = questions_hint(data, at)
    ),
    argument = "rating",
    columns = names(at)
  )
}

# A hint for columns that are several questions rather than the boxes of one.
questions_hint <- function(data, at) {
  columns <- columns_code(names(data)[at])
  code <- sprintf(
    "tidyr::pivot_longer(%s, %s, names_to = \"question\", values_to = \"answer\")", typed_data(), columns
  )
  as_written(cli::format_inline(
    "If they are several questions, make a row of each answer, {.code {code}}, and use {.code rating = answer} and ",
    "{.code by = question}."
  ))
}

# Code for positions, such as `5:8` or `c(3, 5)`.
positions_code <- function(at) {
  at <- unname(at)
  if (all(diff(at) == 1)) paste0(at[1], ":", at[length(at)]) else vector_code(at)
}

# The data argument as the user typed it, for code that can be copied; `your_data` where it has no name.
typed_data <- function() {
  at <- user_frame_number()
  call <- if (!is.null(at)) {
    tryCatch(
      match.call(sys.function(at), sys.call(at), expand.dots = FALSE, envir = sys.frame(sys.parents()[at])),
      error = function(cnd) NULL
    )
  }
  data <- as.list(call)$data
  named <- is.symbol(data) && !grepl("^([.]|[.]{2}[0-9]+|)$", as.character(data))
  if (named) column_code(as.character(data)) else "your_data"
}
