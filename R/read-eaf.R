#' Read annotations of ELAN
#'
#' Reads files of ELAN (`.eaf`), or tables that ELAN exported as tab-delimited text, and returns one tibble with a row
#' per annotation.
#'
#' @details Times in ELAN are in milliseconds, and in seconds here, as those of the other readers: use
#' `as_spans(unit = 0.001)`. An annotation that refers to another one has the times of that one. Time slots without a
#' time are placed evenly between their neighbours in the tier. ELAN does not save how long a recording is: give
#' `lengths` to [as_spans()] where it matters.
#'
#' The annotator is that of the file (`annotator = "file"`), or what ELAN stores for a tier: its `"annotator"`, its
#' `"participant"`, or its name (`"tier"`); or a part of the name, as in `tiers = "{tier}_{annotator}"`.
#'
#' An export as tab-delimited text (`.txt`, `.tsv`) has no names of columns, and those that were chosen when it was
#' exported. Begin and end are recognised by their values, as hours, minutes and seconds (`00:01:02.345`), seconds or
#' milliseconds; of the columns of text, a file name is left out, the first is the tier and the last the value. If there
#' are others, `columns` says which is which.
#'
#' @inheritSection read_textgrid Tiers and annotators
#'
#' @section Problems:
#' Listed in [problems()]: slots without a time (placed between their neighbours), annotations whose times are unknown
#' or that do not end after their start (left out), and lines of an export without two times (left out).
#'
#' @section Errors:
#' Those of [read_textgrid()], `accord_error_missing_package` without package xml2 for `.eaf`, and
#' `accord_error_not_a_table` for files that are no XML, or whose columns cannot be recognised.
#'
#' @inheritParams read_textgrid
#' @param annotator `"file"`, `"annotator"`, `"participant"` or `"tier"`, see below.
#' @param columns For exports as text: numbers of the columns `tier`, `start`, `end` and `label`, as in
#'   `c(tier = 1, start = 3, end = 4, label = 6)`; `NULL` recognises them.
#' @return A tibble with the columns of [read_textgrid()]; `participant` is that of the tier.
#' @seealso [as_spans()], [event_kappa()], [problems()], [read_] for other tools
#' @export
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(c("gesture\t1006\t1896\tnod", "gesture\t3738\t4926\tshrug"),
#'   file.path(folder, "talk.txt"))
#' read_eaf(c(ann = folder))
read_eaf <- function(path, tier = NULL, annotator = "file", tiers = NULL, names = NULL, columns = NULL) {
  check_given(path, "path")
  check_choice(annotator, c("file", "annotator", "participant", "tier"), "annotator")
  check_export_columns(columns)
  found <- event_files(path, c("eaf", "txt", "tsv"), names, "eaf")
  check_format(found$files, found$files, "eaf")
  check_documents_once(found$document, found$annotator, found$files)
  xml <- formats_of(found$files) == "eaf" | has_extension(found$files, "eaf")
  if (any(xml)) need_package("xml2", "to read files of ELAN")
  parts <- Map(function(file, xml) if (xml) eaf_file(file) else eaf_export(file, columns), found$files, xml)
  check_files_read(parts, found$files)
  bind_events(parts, found, tier, tiers, annotator)
}

check_export_columns <- function(columns) {
  wanted <- c("tier", "start", "end", "label")
  good <- is.null(columns) || is_numbers(columns) && setequal(names(columns), wanted) && length(columns) == 4 &&
    all(is.finite(columns) & columns >= 1 & columns == round(columns))
  if (!good) abort_argument(columns, "columns", "numbers named tier, start, end and label, or NULL")
}

eaf_file <- function(path) {
  xml <- tryCatch(xml2::read_xml(path, options = "HUGE"), error = function(cnd) NULL)
  if (is.null(xml) || xml2::xml_name(xml) != "ANNOTATION_DOCUMENT") {
    return(bad_file("not_a_table", "not an annotation document of ELAN"))
  }
  attribute <- function(nodes, name) unname(xml2::xml_attr(nodes, name))
  slots <- xml2::xml_find_all(xml, "./TIME_ORDER/TIME_SLOT")
  time <- rlang::set_names(as.double(attribute(slots, "TIME_VALUE")), attribute(slots, "TIME_SLOT_ID"))
  tier <- xml2::xml_find_all(xml, "./TIER")
  aligned <- xml2::xml_find_all(xml, "./TIER/ANNOTATION/ALIGNABLE_ANNOTATION")
  referring <- xml2::xml_find_all(xml, "./TIER/ANNOTATION/REF_ANNOTATION")
  tier_of <- function(nodes) attribute(xml2::xml_find_first(nodes, "../.."), "TIER_ID")
  value <- function(nodes) {
    text <- xml2::xml_text(xml2::xml_find_first(nodes, "./ANNOTATION_VALUE"))
    ifelse(is.na(text), "", text)
  }
  from <- attribute(aligned, "TIME_SLOT_REF1")
  to <- attribute(aligned, "TIME_SLOT_REF2")
  untimed <- sum(is.na(time[unique(c(from, to))]))
  time <- placed_slots(time, from, to, tier_of(aligned))
  root <- referred_annotation(
    attribute(referring, "ANNOTATION_ID"), attribute(referring, "ANNOTATION_REF"), attribute(aligned, "ANNOTATION_ID")
  )
  names <- c(tier_of(aligned), tier_of(referring))
  at <- c(seq_along(aligned), root)
  person <- attribute(tier, "PARTICIPANT")
  rows <- new_events(
    names, "interval", c(value(aligned), value(referring)), time[from[at]] / 1000, time[to[at]] / 1000,
    person[match(names, attribute(tier, "TIER_ID"))]
  )
  bad <- is.na(rows$start) | is.na(rows$end) | rows$end <= rows$start
  empty <- is_blank(rows$label) & !bad
  rows$label[empty] <- NA
  list(
    rows = sorted_events(rows[!bad, ]),
    tiers = new_tiers(attribute(tier, "TIER_ID"), person, attribute(tier, "ANNOTATOR")), length = NA_real_,
    unread = unique(rows$tier[bad]),
    problems = rbind(
      if (untimed) {
        new_problems(problem = sprintf(
          "%d time slot%s without a time; placed between the neighbours.", untimed, if (untimed == 1) " is" else "s are"
        ))
      },
      new_problems(problem = sprintf(
        "In tier \"%s\", \"%s\" does not end after its start; left out.", rows$tier[bad], rows$label[bad]
      )),
      empty_labels(rows$tier[empty])
    )
  )
}

# An annotation without text is a stretch without a label, not one with the label "".
empty_labels <- function(tier) {
  n <- table(factor_in_order(tier))
  new_problems(problem = sprintf(
    "In tier \"%s\", %d annotation%s no text; kept without a label.", names(n), n, ifelse(n == 1, " has", "s have")
  ))
}

sorted_events <- function(rows) rows[order(match(rows$tier, unique(rows$tier)), rows$start, rows$end), ]

# Slots without a time are placed evenly between the nearest slots of the tier that have one.
placed_slots <- function(time, from, to, tier) {
  if (!anyNA(time[c(from, to)])) {
    return(time)
  }
  for (rows in split(seq_along(from), factor(tier, unique(tier)))) {
    slot <- unique(c(rbind(from[rows], to[rows])))
    known <- which(!is.na(time[slot]))
    lost <- setdiff(seq_along(slot), known)
    if (length(known) > 1 && length(lost)) time[slot[lost]] <- stats::approx(known, time[slot[known]], lost)$y
  }
  time
}

# For annotations that refer to another one, which may do so too, the position of the one with times, NA for none.
referred_annotation <- function(id, ref, with_times) {
  # An annotation may not refer to itself by way of others, so that there are at most as many steps as annotations.
  for (step in seq_along(id)) {
    onward <- match(ref, id)
    if (all(is.na(onward))) break
    ref <- ifelse(is.na(onward), ref, ref[onward])
  }
  match(ref, with_times)
}

eaf_export <- function(path, columns) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  lines <- strsplit(text, "\r?\n")[[1]]
  line <- which(!is_blank(lines))
  # Some versions write two tabs between columns, which gives empty columns.
  cells <- strsplit(paste0(lines[line], "\t\u0001"), "\t", fixed = TRUE)
  cells <- lapply(cells, function(x) x[-length(x)])
  width <- max(lengths(cells), 0)
  table <- vapply(cells, function(x) c(x, rep("", width - length(x))), character(width))
  table <- matrix(table, ncol = length(cells))
  # The first line may name the columns, which is so if times are recognised only without it.
  if (is.null(columns) && ncol(table) > 1 && is.null(export_columns(table))) {
    columns <- export_columns(table[, -1, drop = FALSE])
    if (!is.null(columns)) {
      table <- table[, -1, drop = FALSE]
      line <- line[-1]
    }
  }
  columns <- columns %||% export_columns(table)
  if (is.null(columns) || max(columns) > nrow(table)) {
    return(bad_file("not_a_table", paste(
      "not an export of ELAN with a tier, begin, end and value that can be told apart: see `columns` of `read_eaf()`"
    )))
  }
  times <- elan_seconds(table[columns[["start"]], ], table[columns[["end"]], ])
  start <- times$start
  end <- times$end
  rows <- new_events(table[columns[["tier"]], ], "interval", table[columns[["label"]], ], start, end)
  bad <- is.na(start) | is.na(end) | end <= start
  empty <- is_blank(rows$label) & !bad
  rows$label[empty] <- NA
  list(
    rows = sorted_events(rows[!bad, ]), tiers = new_tiers(unique(rows$tier)), length = NA_real_,
    unread = unique(rows$tier[bad]),
    problems = rbind(
      new_problems(row = line[bad], problem = rep("The line has no begin and end after it; left out.", sum(bad))),
      empty_labels(rows$tier[empty])
    )
  )
}

# Times may have been written anew by a program that has decimal commas, or no decimals of whole numbers.
ELAN_CLOCK <- "^[0-9]+:[0-9]{2}:[0-9]{2}([.,][0-9]+)?$"
ELAN_NUMBER <- "^[0-9]+([.,][0-9]+)?$"
ELAN_DECIMALS <- "[.,]"

# Columns of an export by their values: NULL if they cannot be told apart.
export_columns <- function(table) {
  some <- apply(table, 1, function(x) any(x != ""))
  all_like <- function(form) {
    which(some & apply(table, 1, function(x) all(grepl(form, x[x != ""]))))
  }
  clock <- all_like(ELAN_CLOCK)
  number <- all_like(ELAN_NUMBER)
  decimal <- number[apply(table[number, , drop = FALSE], 1, function(x) any(grepl(ELAN_DECIMALS, x)))]
  # Numbers with decimals are seconds, and those without milliseconds; of seconds, all in a column may be whole.
  times <- begin_and_end(table, clock) %||% begin_and_end(table, decimal) %||% begin_and_end(table, number)
  text <- setdiff(which(some), c(clock, number))
  text <- text[!apply(table[text, , drop = FALSE], 1, function(x) all(grepl("[.]eaf$|^file:", x[x != ""])))]
  # ELAN writes tier and participant before the times, and the value after them.
  if (length(times) && length(text) == 3 && sum(text < times[1]) == 2) text <- text[c(1, 3)]
  if (length(times) == 0 || length(text) != 2) {
    return(NULL)
  }
  c(tier = text[1], start = times[1], end = times[2], label = text[2])
}

# The first of these columns that can be the begin and the end of the same events, mostly; NULL if none are.
begin_and_end <- function(table, columns) {
  for (start in columns) {
    for (end in columns[columns > start]) {
      times <- elan_seconds(table[start, ], table[end, ])
      after <- times$end > times$start
      if (mean(after, na.rm = TRUE) > 0.5) return(c(start, end))
    }
  }
}

# The `start` and `end` of events in seconds.
elan_seconds <- function(start, end) {
  n <- length(start)
  x <- sub(",", ".", c(start, end), fixed = TRUE)
  clock <- grepl(ELAN_CLOCK, x)
  seconds <- suppressWarnings(as.double(x))
  if (!any(grepl(ELAN_DECIMALS, x[!clock]))) seconds <- seconds / 1000
  parts <- strsplit(x[clock], ":", fixed = TRUE)
  seconds[clock] <- vapply(parts, function(p) sum(as.double(p) * c(3600, 60, 1)), 0)
  list(start = seconds[seq_len(n)], end = seconds[n + seq_len(n)])
}
