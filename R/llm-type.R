# The schema of answers: ellmer's type_object() as a plain list of fields, which can be written, hashed, used for
# checks, and read again without ellmer.

# A named list of fields: `kind`, `required`, `description`, and where applicable `values`, `min`, `max`.
llm_fields <- function(type, range) {
  if (!inherits(type, "ellmer::TypeObject")) {
    abort_accord(
      "argument",
      c(
        "{.arg type} must be made by {.fn type_object} of package ellmer.",
        x = "It is {.obj_type_friendly {type}}.",
        i = "As in {.code type_object(answer = type_boolean())}, with a field for each part of the answer."
      ),
      argument = "type", value = type
    )
  }
  types <- attr(type, "properties")
  fields <- Map(llm_field, types, names(types))
  check_fields(fields)
  with_ranges(fields, range)
}

llm_field <- function(type, name) {
  part <- function(what) attr(type, what, exact = TRUE)
  basic <- c(boolean = "logical", integer = "integer", number = "number", string = "text")
  items <- part("items")
  is_set <- inherits(type, "ellmer::TypeArray") && inherits(items, "ellmer::TypeEnum")
  kind <- if (inherits(type, "ellmer::TypeBasic")) {
    unname(basic[part("type")])
  } else if (inherits(type, "ellmer::TypeEnum")) {
    "enum"
  } else if (is_set) {
    "set"
  } else {
    abort_schema(
      c(x = "Field {.field {name}} is {.cls {class(type)[1]}}."),
      "Fields may be a boolean, integer, number, string, enum, or an array of an enum.", name
    )
  }
  field <- list(kind = kind, required = part("required"), description = part("description"))
  if (kind %in% c("enum", "set")) {
    field$values <- plain_text(as.character(if (is_set) attr(items, "values") else part("values")), "type")
  }
  field
}

check_fields <- function(fields) {
  names <- names(fields)
  if (length(fields) == 0) abort_schema(c(x = "It has no fields."))
  check_free_names(names, LLM_COLUMNS, "field of an answer")
  none <- names[vapply(fields, function(f) f$kind %in% c("enum", "set") && length(f$values) == 0, NA)]
  if (length(none)) {
    abort_schema(c(x = "{length(none)} field{?s} {?has/have} no value to choose: {.field {none}}."), fields = none)
  }
  twice <- names[vapply(fields, function(f) anyDuplicated(f$values) > 0, NA)]
  if (length(twice)) {
    abort_schema(c(x = "{length(twice)} field{?s} {?has/have} a value twice: {.field {twice}}."), fields = twice)
  }
}

with_ranges <- function(fields, range) {
  if (is.null(range)) {
    return(fields)
  }
  good <- is.list(range) && rlang::is_named(range) && !anyDuplicated(names(range))
  if (!good) abort_argument(range, "range", "a named list such as list(confidence = c(1, 3))")
  for (name in names(range)) {
    limits <- range[[name]]
    kind <- fields[[name]]$kind %||% "not a field"
    if (!kind %in% c("integer", "number")) {
      abort_schema(c(x = "{.arg range} names {.field {name}}, which is {kind}."), "Name integers and numbers.", name)
    }
    if (!is.numeric(limits) || length(limits) != 2 || !all(is.finite(limits))) {
      abort_argument(limits, paste0("range$", name), "two numbers, the least and the greatest")
    }
    fits <- if (kind == "integer") floor(limits[2]) >= ceiling(limits[1]) else limits[2] >= limits[1]
    if (!fits) {
      abort_schema(c(x = "No value of {.field {name}} lies from {limits[1]} to {limits[2]}."), fields = name)
    }
    fields[[name]]$min <- as.double(limits[1])
    fields[[name]]$max <- as.double(limits[2])
  }
  fields
}

abort_schema <- function(found, advice = NULL, fields = character(), .envir = parent.frame()) {
  abort_accord(
    "schema",
    c("{.arg type} must be a schema that some answer can fit.", found, i = advice),
    fields = fields, .envir = .envir
  )
}

# ---- Conversion to ellmer: options in the order of the request, and the range in words ----

ellmer_type <- function(fields, description, options) {
  types <- lapply(names(fields), function(name) {
    field <- fields[[name]]
    values <- options[[name]] %||% field$values
    about <- field_description(field)
    switch(field$kind,
      logical = ellmer::type_boolean(about, field$required),
      integer = ellmer::type_integer(about, field$required),
      number = ellmer::type_number(about, field$required),
      text = ellmer::type_string(about, field$required),
      enum = ellmer::type_enum(values, about, field$required),
      set = ellmer::type_array(ellmer::type_enum(values), about, field$required)
    )
  })
  ellmer::type_object(description, !!!rlang::set_names(types, names(fields)))
}

field_description <- function(field) {
  range <- if (!is.null(field$min)) sprintf("From %s to %s.", format(field$min), format(field$max))
  if (is.null(field$description) && is.null(range)) NULL else paste(c(field$description, range), collapse = " ")
}
