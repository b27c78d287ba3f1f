# Shared by the readers of events in time: read_textgrid(), read_eaf() and read_boris().

# The files of `path`, with `document` and `annotator` of each: by `names`, a template of file names, or else the name
# of the file and the name of the element of `path` or of the folder.
event_files <- function(path, extensions, names, own) {
  pattern <- if (!is.null(names)) name_pattern(names, c("item", "annotator"), "names")
  inner <- path
  for (extension in extensions) inner <- with_inner_folders(inner, extension)
  found <- files_of_annotators(inner, extensions, function(file) basename(dirname(normalizePath(file))), own)
  found$document <- sub("[.][^.]*$", "", basename(found$files))
  if (!is.null(pattern)) {
    parts <- named_parts(found$document, pattern)
    lost <- is.na(parts[[1]])
    if (any(lost)) {
      abort_accord(
        "argument",
        c(
          "{.arg names} must describe the names of all files.",
          x = "{sum(lost)} file{?s} {?is/are} not of the form {.val {names}}: {.file {first_few(found$files[lost])}}."
        ),
        argument = "names"
      )
    }
    found$document <- parts$item %||% found$document
    found$annotator <- parts$annotator %||% found$annotator
  }
  found
}

# A template such as "{tier}_{annotator}" as a regular expression, with the `fields` in their order.
name_pattern <- function(template, fields, arg) {
  good <- rlang::is_string(template)
  used <- if (good) gsub("[{}]", "", regmatches(template, gregexpr("[{][^{}]*[}]", template))[[1]])
  if (!good || length(used) == 0 || anyDuplicated(used) || !all(used %in% fields)) {
    shape <- paste0("{", fields, "}", collapse = "_")
    if (good) {
      odd <- unique(setdiff(used, fields))
      abort_accord(
        "argument",
        c(
          "{.arg {arg}} must be a template such as {.val {shape}}, with each placeholder once at most.",
          x = if (length(odd)) {
            "{.val {template}} has a placeholder that is none of these: {.val {odd}}."
          } else if (length(used) == 0) {
            "{.val {template}} has no placeholder."
          } else {
            "{.val {template}} has one twice."
          }
        ),
        argument = arg, value = template
      )
    }
    abort_argument(template, arg, sprintf("a template such as \"%s\", or NULL", shape))
  }
  fixed <- strsplit(paste0(template, "\u0001"), "[{][^{}]*[}]")[[1]]
  fixed <- gsub("([.|()\\\\^${}*+?\\[\\]])", "\\\\\\1", sub("\u0001", "", fixed, fixed = TRUE), perl = TRUE)
  list(regex = paste0("^", paste(fixed, collapse = "(.+)"), "$"), fields = used)
}

# The parts of each name, NA for all of a name that does not have the form.
named_parts <- function(names, pattern) {
  found <- regmatches(names, regexec(pattern$regex, names))
  parts <- lapply(seq_along(pattern$fields), function(k) {
    vapply(found, function(x) if (length(x)) x[k + 1] else NA_character_, "")
  })
  rlang::set_names(parts, pattern$fields)
}

EVENT_COLUMNS <- c("item", "annotator", "tier", "participant", "kind", "label", "start", "end", "length", "file")

# The rows of all files. `parts` has for each file `rows` (tier, participant, kind, label, start, end), the names of all
# its `tiers`, its `length`, `coder` (the annotator that the file names for each tier), `problems`, and `unread`, the
# tiers of rows that were left out.
bind_events <- function(parts, found, tier, tiers, annotator) {
  pattern <- if (!is.null(tiers)) name_pattern(tiers, c("tier", "annotator"), "tiers")
  if (!is.null(tier) && (!is.character(tier) || anyNA(tier))) abort_argument(tier, "tier", "names of tiers, or NULL")
  rows <- Map(function(part, document, who, file) {
    seen <- part$tiers
    split <- if (!is.null(pattern)) named_parts(seen$tier, pattern) else list()
    lost <- if (length(split)) is.na(split[[1]]) else rep(FALSE, nrow(seen))
    seen$name <- split$tier %||% if (annotator == "tier") rep(NA_character_, nrow(seen)) else seen$tier
    seen$annotator <- split$annotator %||% switch(annotator,
      file = rep(who, nrow(seen)), tier = seen$tier, participant = seen$participant, annotator = seen$coder
    )
    at <- match(part$rows$tier, seen$tier)
    rows <- part$rows
    rows$annotator <- seen$annotator[at]
    rows$tier <- seen$name[at]
    rows <- rows[!lost[at], ]
    seen <- seen[!lost, ]
    known <- unique(c(seen$name, seen$tier))
    absent <- character()
    if (!is.null(tier) && annotator != "tier") {
      rows <- rows[rows$tier %in% tier, ]
      # An annotator without these tiers was perhaps not asked, or the name is misspelled.
      absent <- setdiff(seen$annotator, c(seen$annotator[seen$name %in% tier], NA, ""))
      if (nrow(seen) == 0 && is.null(pattern)) absent <- who
      there <- vapply(absent, function(one) quoted(seen$name[seen$annotator %in% one]), "")
      seen <- seen[seen$name %in% tier, ]
    } else if (!is.null(tier)) {
      rows <- rows[rows$annotator %in% tier, ]
      seen <- seen[seen$tier %in% tier, ]
    }
    # An annotator who marked nothing in this file has a row without a time. One all of whose rows were left out marked
    # something, which is not known.
    empty <- setdiff(unique(seen$annotator), c(rows$annotator, NA, ""))
    unread <- intersect(empty, seen$annotator[seen$tier %in% part$unread])
    empty <- setdiff(empty, unread)
    blank <- rows[rep(NA_integer_, length(empty)), ]
    blank$annotator <- empty
    rows <- rbind(rows, blank)
    rows$item <- rep(document, nrow(rows))
    rows$length <- rep(part$length, nrow(rows))
    rows$file <- rep(file, nrow(rows))
    absent <- new_problems(file, problem = sprintf(
      "No tier %s of \"%s\", whose tiers are %s; not counted as seen.", rep(quoted(tier), length(absent)), absent,
      if (length(absent)) there else character()
    ))
    unread <- new_problems(rep(file, length(unread)), problem = sprintf(
      "All that \"%s\" marked is left out; not counted as seen.", unread
    ))
    list(rows = rows, tiers = known, lost = part$tiers$tier[lost], absent = rbind(absent, unread))
  }, parts, found$document, found$annotator, found$files)
  known <- unique(unlist(lapply(rows, `[[`, "tiers")))
  check_tiers_known(tier, known)
  lost <- unlist(lapply(seq_along(rows), function(i) rep(found$files[i], length(rows[[i]]$lost))))
  unmatched <- new_problems(lost, problem = sprintf(
    "The name of tier \"%s\" is not of the form \"%s\"; left out.", unlist(lapply(rows, `[[`, "lost")), tiers %||% ""
  ))
  absent <- do.call(rbind, lapply(rows, `[[`, "absent"))
  rows <- vctrs::vec_rbind(!!!lapply(rows, `[[`, "rows"))
  check_coders_known(rows, annotator)
  rows <- tibble::as_tibble(rows[EVENT_COLUMNS])
  with_problems(rows, rbind(problems_of_parts(parts, found$files), unmatched, absent), found$files)
}

quoted <- function(x) if (length(x)) paste0("\"", x, "\"", collapse = ", ") else "none"

check_tiers_known <- function(tier, known) {
  unknown <- setdiff(tier, known)
  if (length(unknown)) {
    abort_accord(
      "unknown_layer",
      c(
        "{.arg tier} must name what the files have.",
        x = "{length(unknown)} of them {?does/do} not exist: {.val {unknown}}.",
        i = "{length(known)} {?is/are} available: {.val {first_few(known)}}."
      ),
      argument = "tier", available = known
    )
  }
}

check_coders_known <- function(rows, annotator) {
  lacking <- is.na(rows$annotator) | rows$annotator == ""
  if (any(lacking)) {
    abort_accord(
      "missing_id",
      c(
        "Every tier with annotations needs an annotator.",
        x = "{sum(lacking)} row{?s} {?is/are} of tiers without {.var {annotator}}.",
        i = "Use {.code annotator = \"file\"} or {.code \"tier\"}, or a template in {.arg tiers}."
      ),
      argument = "annotator"
    )
  }
}

# Rows of events, sorted by tier and time.
new_events <- function(tier, kind, label, start, end, participant = NA_character_) {
  n <- length(tier)
  data.frame(
    tier = as.character(tier), participant = rep_len(as.character(participant), n), kind = rep_len(kind, n),
    label = as.character(label), start = as.double(start), end = as.double(end)
  )
}

new_tiers <- function(tier, participant = NA_character_, coder = NA_character_) {
  n <- length(tier)
  data.frame(
    tier = as.character(tier), participant = rep_len(participant, n), coder = rep_len(coder, n)
  )
}
