#' Read codings of BORIS
#'
#' Reads projects of BORIS (`.boris`, `.boris.gz`), and its tabular and aggregated exports (tsv, csv), and returns one
#' tibble with a row per event. State events have a `start` and an `end`, point events have the same time as both.
#'
#' @details Each observation of BORIS is one coding of a recording by one person. BORIS has no field for that person: by
#' default the annotator is the observation (`annotator = "observation"`), or it is the name of an independent variable,
#' or the name of the element of `path`, or else the folder (`"file"`). The document is the first media file, or the
#' observation if it has none. `observations = "{item}_{annotator}"` takes both from the names of the observations.
#' If events have several subjects, which can be in different states at one time, each subject is a document of its own
#' (`"video / subject"`), and an annotator who coded none of its events there has a row without `start`.
#'
#' In a project and in a tabular export, a state begins and ends by two events in turn, of the same subject, behavior
#' and modifiers. In the newer tabular exports and in aggregated ones each row says what it is.
#'
#' @section Problems:
#' Listed in [problems()]: states that do not end, or end without having begun (left out), events of behaviors that the
#' project does not define (left out), and rows without a time (left out). An observation of which all rows are left
#' out is not read.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_missing_package` without package jsonlite for projects,
#' `accord_error_not_a_table` for files that are none of these, `accord_error_duplicate_document` if two codings of a
#' document have the same annotator, and `accord_error_argument`.
#'
#' @param path Files, folders or globs; names are annotators if `annotator = "file"`.
#' @param annotator `"observation"`, `"file"`, or the name of an independent variable.
#' @param observations A template of the names of observations with `{item}` and `{annotator}`, or `NULL`.
#' @param keep Names of the observations to read; `NULL` reads all.
#' @param modifiers Whether modifiers are part of the label, as in `"eat|fast"`.
#' @return A tibble: `item` (the document), `annotator`, `subject`, `kind` (`"state"` or `"point"`), `label` (the
#'   behavior), `modifiers`, `start`, `end`, `length` (of the media, in seconds), `observation` and `file`.
#' @references Friard, O. and Gamba, M. (2016) BORIS: a free, versatile open-source event-logging software for
#' video/audio coding and live observations. *Methods in Ecology and Evolution* 7, 1325-1330.
#' \doi{10.1111/2041-210X.12584}
#' @seealso [as_spans()], [as_ratings.accord_spans()], [event_kappa()], [problems()], [read_] for other tools
#' @export
#' @examples
#' file <- tempfile(fileext = ".tsv")
#' writeLines(c(
#'   paste0("Observation id\tMedia file\tTotal length\tSubject\tBehavior",
#'     "\tModifiers\tBehavior type\tStart (s)\tStop (s)"),
#'   "video1_ann\tvideo1.mp4\t60.0\tNo focal subject\trest\t\tSTATE\t1.8\t8.125",
#'   "video1_ann\tvideo1.mp4\t60.0\tNo focal subject\tbark\t\tPOINT\t32.825\t32.825",
#'   "video1_bob\tvideo1.mp4\t60.0\tNo focal subject\trest\t\tSTATE\t1.9\t8.2"
#' ), file)
#' read_boris(file, observations = "{item}_{annotator}")
read_boris <- function(path, annotator = "observation", observations = NULL, keep = NULL, modifiers = FALSE) {
  check_given(path, "path")
  check_text(annotator, "annotator")
  check_flag(modifiers, "modifiers")
  if (!is.null(keep) && (!is.character(keep) || anyNA(keep))) abort_argument(keep, "keep", "names, or NULL")
  pattern <- if (!is.null(observations)) name_pattern(observations, c("item", "annotator"), "observations")
  found <- files_of_annotators(
    path, c("boris", "gz", "tsv", "csv"), function(file) basename(dirname(normalizePath(file))), "boris"
  )
  parts <- lapply(found$files, boris_file, annotator)
  check_files_read(parts, found$files)
  codings <- boris_codings(parts, found, annotator, keep, pattern, observations)
  events <- vctrs::vec_rbind(!!!lapply(parts, `[[`, "rows"))
  events$coding <- match(paste(rep(seq_along(parts), vapply(parts, function(x) nrow(x$rows), 0L)), events$observation),
                         paste(codings$of, codings$observation))
  events <- events[!is.na(events$coding), ]
  if (modifiers) {
    more <- !is_blank(events$modifiers)
    events$label[more] <- paste(events$label, events$modifiers, sep = "|")[more]
  }
  rows <- boris_rows(events, codings)
  with_problems(rows, problems_of_parts(parts, found$files), found$files)
}

# The codings of all files: `of` (the file), `observation`, `item`, `annotator`, `length`, `file`.
boris_codings <- function(parts, found, annotator, keep, pattern, template) {
  codings <- vctrs::vec_rbind(!!!lapply(seq_along(parts), function(i) {
    x <- parts[[i]]$observations
    x$of <- rep(i, nrow(x))
    x
  }))
  unknown <- setdiff(keep, codings$observation)
  if (length(unknown)) {
    there <- unique(codings$observation)
    abort_accord(
      "argument",
      c(
        "{.arg keep} must name observations of the files.",
        x = "{length(unknown)} of them {?does/do} not exist: {.val {first_few(unknown)}}.",
        i = "{length(there)} {?is/are} available: {.val {first_few(there)}}."
      ),
      argument = "keep", available = there
    )
  }
  if (!is.null(keep)) codings <- codings[codings$observation %in% keep, ]
  codings$item <- ifelse(is.na(codings$media), codings$observation, codings$media)
  codings$annotator <- switch(annotator,
    observation = codings$observation, file = found$annotator[codings$of], codings$who
  )
  if (!is.null(pattern)) {
    named <- named_parts(codings$observation, pattern)
    lost <- is.na(named[[1]])
    if (any(lost)) {
      abort_accord(
        "argument",
        c(
          "{.arg observations} must describe the names of all observations that are read.",
          x = "{sum(lost)} {?is/are} not of the form {.val {template}}: {.val {first_few(codings$observation[lost])}}.",
          i = "Name those to read in {.arg keep}."
        ),
        argument = "observations"
      )
    }
    codings$item <- named$item %||% codings$item
    codings$annotator <- named$annotator %||% codings$annotator
  }
  variables <- unique(unlist(lapply(parts, `[[`, "variables")))
  near <- encodeString(utils::head(nearest(annotator, variables), 1), quote = "\"")
  if (anyNA(codings$annotator)) {
    lost <- codings$observation[is.na(codings$annotator)]
    abort_accord(
      "argument",
      c(
        "{.arg annotator} must be an independent variable of every observation, or {.val observation} or {.val file}.",
        x = "{length(lost)} observation{?s} {?lacks/lack} {.val {annotator}}: {.val {first_few(lost)}}.",
        i = if (length(near)) "Did you mean {.code annotator = {near}}?",
        i = if (length(near) == 0 && length(variables)) {
          "{cli::qty(length(variables))}The independent variable{?s} {?is/are} {.val {first_few(variables)}}."
        }
      ),
      argument = "annotator"
    )
  }
  codings$file <- found$files[codings$of]
  # An observation of which nothing could be read is not one in which nothing was marked.
  codings <- codings[!codings$lost, ]
  check_documents_once(codings$item, codings$annotator, codings$file, if (annotator == "file") variables)
  codings
}

# Columns of exports that are no independent variables.
BORIS_COLUMNS <- paste0("^(", paste(
  "Observation .*", "Description", "Source", "Time offset.*", "Coding duration", "Media .*", "Total length.*", "FPS.*",
  "Subject", "Behavior.*", "Behavioral category", "Modifiers?.*", "Type", "Status", "Time.*", "Start .*", "Stop .*",
  "Duration .*", "Comment.*", "Image .*", "Start", "Stop", "Duration", "Player.*", sep = "|"
), ")$")

boris_rows <- function(events, codings) {
  subjects <- unique(events$subject)
  several <- length(subjects) > 1
  document <- codings$item[events$coding]
  if (several) document <- paste(document, events$subject, sep = " / ")
  # Adds a row for each annotator who coded a document and has no event there; it names one of the item's subjects.
  all <- unique(data.frame(item = codings$item[events$coding], document, subject = events$subject))
  pairs <- if (several) {
    merge(data.frame(coding = seq_len(nrow(codings)), item = codings$item), all, by = "item")
  } else {
    data.frame(coding = seq_len(nrow(codings)), document = codings$item, subject = rep(NA_character_, nrow(codings)))
  }
  empty <- pairs[!paste(pairs$coding, pairs$document) %in% paste(events$coding, document), ]
  blank <- rep(NA_real_, nrow(empty))
  coding <- c(events$coding, empty$coding)
  text <- function(x) c(x, as.character(blank))
  rows <- tibble::tibble(
    item = c(document, empty$document), annotator = codings$annotator[coding],
    subject = c(events$subject, empty$subject), kind = text(events$kind), label = text(events$label),
    modifiers = text(events$modifiers), start = c(events$start, blank), end = c(events$end, blank),
    length = codings$length[coding], observation = codings$observation[coding], file = codings$file[coding]
  )
  rows[order(coding, c(events$start, blank), method = "radix"), ]
}

boris_file <- function(path, annotator) {
  if (has_extension(path, "boris") || grepl("[.]boris[.]gz$", path, ignore.case = TRUE)) {
    need_package("jsonlite", "to read projects of BORIS")
    boris_project(path, annotator)
  } else {
    boris_table(path, annotator)
  }
}

# A file `.gz` is unpacked when it is opened.
boris_project <- function(path, annotator) {
  text <- tryCatch(paste(readLines(path, warn = FALSE, encoding = "UTF-8"), collapse = "\n"), error = function(cnd) "")
  project <- tryCatch(parse_json(text), error = function(cnd) NULL)
  if (!all(c("observations", "behaviors_conf") %in% names(project))) {
    return(bad_file("not_a_table", "not a project of BORIS"))
  }
  types <- rlang::set_names(
    vapply(project$behaviors_conf, function(x) as.character(x$type)[1], ""),
    vapply(project$behaviors_conf, function(x) as.character(x$code)[1], "")
  )
  observations <- project$observations
  first_text <- function(x) if (length(x) && length(unlist(x))) as.character(unlist(x)[1]) else NA_character_
  about <- data.frame(
    observation = names(observations) %||% character(),
    media = unname(vapply(observations, function(x) first_text(if (is.list(x$file)) x$file), "")),
    who = unname(vapply(observations, function(x) first_text(x$independent_variables[[annotator]]), "")),
    length = unname(vapply(observations, function(x) media_length(x), 0))
  )
  about$media <- last_name(about$media)
  n <- vapply(observations, function(x) length(x$events), 0L)
  events <- unlist(lapply(observations, `[[`, "events"), recursive = FALSE)
  cell <- function(k) vapply(events, function(x) if (length(x) >= k && length(x[[k]])) as.character(x[[k]]) else "", "")
  time <- vapply(events, function(x) if (is.numeric(x[[1]])) as.double(x[[1]]) else NA_real_, 0)
  code <- unname(cell(3))
  rows <- data.frame(
    observation = rep(about$observation, n), subject = unname(cell(2)), label = code, modifiers = unname(cell(4)),
    time = unname(time), type = ifelse(grepl("^Point", types[code]), "POINT", ifelse(is.na(types[code]), NA, "TURN"))
  )
  rows$modifiers[rows$modifiers == "None"] <- ""
  unknown <- is.na(rows$type)
  part <- paired_states(rows[!unknown, ])
  about$lost <- about$observation %in% setdiff(rows$observation, part$rows$observation)
  part$observations <- about
  part$variables <- unique(unlist(lapply(unname(observations), function(x) names(x$independent_variables))))
  part$problems <- rbind(new_problems(problem = sprintf(
    "Observation \"%s\": behavior \"%s\" at %s is not defined in the project; left out.", rows$observation[unknown],
    rows$label[unknown], format_end(rows$time[unknown])
  )), part$problems)
  part
}

# The length of the media of the first player, which are shown one after the other.
media_length <- function(observation) {
  files <- unlist(if (is.list(observation$file) && length(observation$file)) observation$file[[1]])
  length <- observation$media_info$length[as.character(files)]
  if (length(files) && all(lengths(length) == 1)) sum(as.double(unlist(length))) else NA_real_
}

# Events with START, STOP, POINT, or TURN as `type`, for states that begin and end in turn, as rows with start and end.
paired_states <- function(events) {
  key <- group_ids(as.list(events[c("observation", "subject", "label", "modifiers")]))$code
  late <- is.na(events$time)
  state <- events$type != "POINT" & !late
  sorted <- which(state)[order(key[state], events$time[state], method = "radix")]
  id <- key[sorted]
  turn <- seq_along(id) - match(id, id)
  type <- events$type[sorted]
  opens <- ifelse(type == "TURN", turn %% 2 == 0, type == "START")
  partner <- c(sorted[-1], NA)
  closed <- opens & c(id[-1] == id[-length(id)] & !opens[-1], FALSE)[seq_along(id)]
  used <- c(sorted[closed], partner[closed])
  odd <- setdiff(sorted, used)
  point <- which(events$type == "POINT" & !late)
  first <- c(sorted[closed], point)
  last <- c(partner[closed], point)
  rows <- events[first, c("observation", "subject", "label", "modifiers")]
  rows$kind <- rep(c("state", "point"), c(sum(closed), length(point)))
  rows$start <- events$time[first]
  rows$end <- events$time[last]
  # A state that ends when it begins has no length.
  instant <- rows$kind == "state" & rows$start == rows$end
  list(rows = rows[!instant, ], problems = rbind(
    new_problems(problem = sprintf(
      "Observation \"%s\": \"%s\" at %s does not begin and end; left out.", events$observation[odd], events$label[odd],
      format_end(events$time[odd])
    )),
    new_problems(problem = sprintf(
      "Observation \"%s\": \"%s\" at %s ends when it begins; left out.", rows$observation[instant],
      rows$label[instant], format_end(rows$start[instant])
    )),
    new_problems(problem = sprintf(
      "Observation \"%s\": an event \"%s\" has no time; left out.", events$observation[late], events$label[late]
    ))
  ))
}

# Tabular exports, with a header block or without, and aggregated ones.
boris_table <- function(path, annotator) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  lines <- strsplit(text, "\r?\n")[[1]]
  separator <- if (grepl("\t", lines[1], fixed = TRUE)) "\t" else ","
  names_behavior <- grepl("(^|[\t,])\"?Behavior\"?[\t,]", lines)
  head <- match(TRUE, names_behavior & grepl("(^|[\t,])\"?(Time|Start [(]s[)])\"?", lines))
  if (is.na(head)) {
    return(bad_file("not_a_table", "not a tabular or aggregated export of BORIS"))
  }
  table <- utils::read.table(
    text = lines[head:length(lines)], sep = separator, header = TRUE, check.names = FALSE, colClasses = "character",
    quote = "\"", fill = TRUE, comment.char = "", na.strings = character()
  )
  column <- function(...) {
    name <- intersect(c(...), names(table))
    if (length(name)) table[[name[1]]] else rep("", nrow(table))
  }
  block <- strsplit(lines[seq_len(head - 1)], separator, fixed = TRUE)
  about <- function(name) Find(function(x) length(x) > 1 && x[1] == name, block)[2]
  media <- column("Media file name", "Media file", "Media file path")
  observation <- column("Observation id")
  observation[observation == ""] <- about("Observation id") %||% annotator_of(path)
  events <- data.frame(
    observation = observation, subject = column("Subject"), label = column("Behavior"),
    modifiers = column("Modifiers", "Modifier", "Modifier #1")
  )
  number <- function(x) suppressWarnings(as.double(x))
  if (any(grepl("^[0-9]+,[0-9]+$", c(column("Start (s)"), column("Stop (s)"), column("Time"))))) {
    return(bad_file("not_a_table", "times with decimal commas: write them with points"))
  }
  type <- toupper(column("Behavior type", "Status"))
  if (any(c("Start (s)") %in% names(table))) {
    rows <- events
    rows$kind <- ifelse(type == "POINT", "point", "state")
    rows$start <- number(column("Start (s)"))
    rows$end <- ifelse(rows$kind == "point", rows$start, number(column("Stop (s)")))
    bad <- is.na(rows$start) | is.na(rows$end) | rows$kind == "state" & rows$end <= rows$start
    part <- list(rows = rows[!bad, ], problems = new_problems(
      row = which(bad) + head, problem = rep("The event has no start, or no stop after it; left out.", sum(bad))
    ))
  } else {
    events$time <- number(column("Time"))
    events$type <- ifelse(type %in% c("START", "STOP", "POINT"), type, "POINT")
    part <- paired_states(events)
  }
  first <- !duplicated(observation)
  who <- column(annotator)[first]
  named <- about(annotator)
  # A header block has the independent variables in its first column, too.
  heads <- vapply(Filter(function(x) length(x) > 1, block), `[`, "", 1)
  part$variables <- setdiff(grep(BORIS_COLUMNS, c(names(table), heads), value = TRUE, invert = TRUE), "")
  part$observations <- data.frame(
    observation = observation[first], media = sub("^$", NA, last_name(sub(";.*", "", media[first]))),
    who = ifelse(who == "", if (length(named)) named else NA_character_, who),
    length = number(sub("^$", NA, column("Total length", "Media duration (s)")[first])),
    lost = !observation[first] %in% part$rows$observation
  )
  part
}
