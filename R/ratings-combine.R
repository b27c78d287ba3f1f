# The rating columns of a wide data frame as one vector, or the reason why they cannot be combined.

# Combines all rating columns, called `names`, into one vector; their types must be compatible. If one of them is a
# list of sets, a single label counts as a set.
combine_columns <- function(columns, names) {
  is_sets <- vapply(columns, is_list_of_labels, NA)
  if (any(is_sets)) {
    columns[!is_sets] <- lapply(columns[!is_sets], function(x) as.list(plain_rating(x)))
    return(do.call(c, lapply(unname(columns), unclass)))
  }
  columns <- Map(function(x, name) {
    if (is.null(kind_of(x)) && !is_no_vector(x)) abort_column_type(x, name) else plain_rating(x)
  }, unname(columns), names)
  tryCatch(
    vctrs::vec_c(!!!unname(columns)),
    vctrs_error_incompatible_type = function(cnd) {
      types <- vapply(columns, function(x) class(x)[1], "")
      ordered <- all(types == "ordered")
      kinds <- names(sort(-table(types)))
      shown <- cut_end(names, 60)
      examples <- vapply(kinds, function(kind) {
        as_written(cli::format_inline("{.cls {kind}}: {.var {first_few(shown[types == kind])}}."))
      }, "")
      most <- which(types == kinds[1])
      # Beside T1, T2 and so on another number is something else.
      numbered <- numbered_items(names[most])
      if (!is.null(numbered)) most <- most[numbered$at]
      marks <- if (!ordered) number_marks(columns)
      abort_accord(
        "rating_type",
        c(
          "All rating columns must be of one kind.",
          x = if (ordered) {
            "Their levels differ, or stand in another order."
          } else {
            "Found {length(kinds)} kinds among {length(types)} columns: {.cls {kinds}}."
          },
          if (!ordered) rlang::set_names(examples, rep("x", length(examples))),
          i = if (ordered) "Give all of these ordered factors the same levels.",
          i = if (length(marks)) {
            "Texts among numbers are {.val {marks}}: if they mean no rating, use {.code na = {text_code(marks)}}."
          },
          i = if (!ordered && length(most) > 1 && length(marks) == 0) choice_of(most, names),
          i = if (!ordered) {
            "If they are ratings, convert them with {.fn as.character}, or texts of numbers with {.fn as.numeric}."
          },
          i = "Name the column of ids with {.arg item} or {.arg rater}."
        ),
        columns = names
      )
    }
  )
}

# The texts in columns whose cells are mostly numbers, if there are at most three.
number_marks <- function(columns) {
  marks <- lapply(Filter(function(x) is.character(x) || is.factor(x), columns), function(x) {
    x <- as.character(x[!is.na(x)])
    text <- is.na(suppressWarnings(as.numeric(x)))
    if (2 * sum(text) < length(x)) unique(x[text])
  })
  marks <- unique(unlist(marks))
  if (length(marks) <= 3) marks
}

# Texts as R code.
text_code <- function(text) vector_code(encodeString(text, quote = "\""))

abort_column_type <- function(x, name) {
  dates <- inherits(x, c("Date", "POSIXt", "difftime"))
  abort_accord(
    "rating_type",
    c(
      "Ratings are numbers, labels or logicals.",
      x = "Column {.var {cut_end(name, 60)}} is {.obj_type_friendly {x}}.",
      i = "If it holds no ratings, leave it out, as in {.code data[names(data) != {deparse1(name)}]}.",
      i = if (!dates) "Convert it with {.fn as.character} otherwise."
    ),
    columns = name
  )
}
