# The call of read_sheet(), from the roles of the columns and the fields about cells.

# The call of read_sheet(): the proposed one, with what was chosen in place of it. NULL if nothing says what to read.
app_read_call <- function(source, choices) {
  args <- app_proposed(source, choices)
  if (length(choices$roles)) args <- app_with_roles(args, choices$roles, source$columns$name)
  if (!is.null(choices$raters)) args <- app_with_raters(args, choices$raters)
  for (field in intersect(names(choices), APP_FIELDS)) args[field] <- list(app_field_value(field, choices[[field]]))
  args <- Filter(Negate(is.null), args)
  if (length(source$calls) == 0 && !is.null(source$header)) args$header <- str2lang(source$header)
  if (length(setdiff(names(args), "header")) == 0) {
    return(NULL)
  }
  rlang::call2("read_sheet", source$code, !!!args)
}

# The arguments of the proposed call; those that an error asked for come with the source.
app_proposed <- function(source, choices) {
  call <- if (length(source$calls)) str2lang(source$calls[min(choices$proposal %||% 1, length(source$calls))])
  args <- as.list(call)[-(1:2)]
  args[names(source$advice)] <- source$advice
  args
}

# The columns and other places that an argument such as `item` names: a list of `at`, places of columns, and `other`,
# parts that are no columns, such as "{file}". A template that cuts a column is that column, and is kept in `cut`.
app_places <- function(expr, columns) {
  parts <- if (rlang::is_call(expr, "c")) as.list(expr)[-1] else if (!is.null(expr)) list(expr)
  cut <- vapply(parts, rlang::is_string, NA) & rlang::names2(parts) %in% columns
  other <- vapply(parts, rlang::is_string, NA) & !cut
  data <- rlang::set_names(as.list(seq_along(columns)), columns)
  at <- lapply(seq_along(parts), function(k) {
    if (other[k]) return(integer())
    if (cut[k]) return(match(names(parts)[k], columns))
    tryCatch(unname(tidyselect::eval_select(parts[[k]], data)), error = function(cnd) integer())
  })
  list(at = unlist(at), other = parts[other], cut = parts[cut])
}

# The role of each column by the arguments of read_sheet(); "" for none.
app_roles <- function(args, columns) {
  role <- rep("", length(columns))
  for (one in intersect(APP_ROLES, names(args))) role[app_places(args[[one]], columns)$at] <- one
  role
}

# Whether the name of each column tells what it is: it fits the template of `names` or `boxes`.
app_named <- function(args, columns) {
  fits <- lapply(c("names", "boxes"), function(field) {
    found <- tryCatch(
      template_fits(parse_template(args[[field]], field, SHEET_FIELDS), columns),
      error = function(cnd) NULL
    )
    unlist(lapply(found, function(fit) which(!is.na(fit[[1]]))))
  })
  seq_along(columns) %in% unlist(fits)
}

# Arguments whose columns are other ones now name these one by one.
app_with_roles <- function(args, roles, columns) {
  before <- app_roles(args, columns)
  now <- before
  now[match(names(roles), columns)] <- unlist(roles)
  for (one in APP_ROLES[vapply(APP_ROLES, function(one) !identical(which(now == one), which(before == one)), NA)]) {
    old <- app_places(args[[one]], columns)
    own <- which(now == one)
    kept <- old$cut[names(old$cut) %in% columns[own]]
    nameless <- grepl("^[.]{3}[0-9]+$", columns[own])
    typed <- ifelse(nameless, as.list(as.numeric(own)), rlang::syms(columns[own]))
    if (one == "rater" && length(typed)) old$other <- NULL
    parts <- c(old$other, typed[!columns[own] %in% names(kept)], kept)
    args[one] <- list(if (length(parts) == 1 && is.null(names(parts))) parts[[1]] else if (length(parts)) {
      as.call(c(quote(c), parts))
    })
  }
  args
}

# Returns where the raters are: in a column, in the columns of ratings, in the names of columns, in files or in sheets.
app_raters_in <- function(args, columns) {
  place <- app_places(args$rater, columns)
  template <- grepl("{rater", paste(args$names, args$boxes, deparse1(args$item)), fixed = TRUE)
  if (length(place$at)) {
    "column"
  } else if (length(place$other)) {
    if (grepl("{sheet}", deparse1(args$rater), fixed = TRUE)) "sheet" else "file"
  } else if (template) {
    "names"
  } else {
    "columns"
  }
}

app_with_raters <- function(args, raters) {
  if (raters %in% c("file", "sheet")) args$rater <- sprintf("{%s}", raters)
  if (raters %in% c("columns", "names")) args["rater"] <- list(NULL)
  if (raters == "columns") args[c("names", "boxes", "question")] <- list(NULL)
  args
}

# Returns the value of the text that was typed into a field; NULL if it is empty.
app_field_value <- function(field, text) {
  if (field == "fill") return(switch(text, yes = TRUE, no = FALSE))
  if (field %in% c("names", "boxes", "decimal")) text <- trimws(text)
  if (text == "") {
    return(NULL)
  }
  if (!field %in% c("na", "drop")) {
    return(text)
  }
  parts <- lapply(trimws(strsplit(text, ",", fixed = TRUE)[[1]]), function(part) {
    number <- suppressWarnings(as.numeric(part))
    if (is.na(number)) part else number
  })
  parts <- parts[vapply(parts, function(part) !identical(part, ""), NA)]
  if (length(parts) == 0) NULL else if (length(parts) == 1) parts[[1]] else as.call(c(quote(c), parts))
}

# The text of a field for an argument. Other code than values is shown as it is.
app_field_text <- function(expr) {
  if (is.null(expr)) return("")
  if (is.logical(expr)) return(if (expr) "yes" else "no")
  parts <- if (rlang::is_call(expr, "c")) as.list(expr)[-1] else list(expr)
  # R parses a negative number as a call.
  parts <- lapply(parts, function(part) if (rlang::is_call(part, "-", n = 1)) eval(part, baseenv()) else part)
  plain <- vapply(parts, function(part) is.atomic(part) && length(part) == 1, NA)
  if (all(plain) && is.null(names(parts))) toString(unlist(lapply(parts, as.character))) else deparse1(expr)
}
