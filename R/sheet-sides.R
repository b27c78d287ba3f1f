# Sides of the body in names of columns, such as R1_OD_grade and R1_OS_grade, which are parts of the item.

BODY_SIDES <- list(
  c("od", "os"), c("left", "right"), c("l", "r"), c("lt", "rt"), c("links", "rechts"), c("li", "re"),
  c("gauche", "droite"), c("izquierda", "derecha"), c("izquierdo", "derecho"), c("sinistra", "destra")
)

# The template of names with a rater, a question and a side, between which one mark stands: `code`, and `at`, the
# columns; or NULL. A side in names with two parts may as well be what was asked.
side_codes <- function(columns) {
  names <- names(columns)
  parts <- strsplit(names, sprintf("[%s]", NAME_MARKS))
  at <- which(lengths(parts) == 3)
  mark <- unique(gsub(sprintf("[^%s]", NAME_MARKS), "", names[at]))
  if (length(at) < 8 || length(mark) != 1 || nchar(mark) != 2 || substr(mark, 1, 1) != substr(mark, 2, 2)) {
    return(NULL)
  }
  mark <- substr(mark, 1, 1)
  parts <- matrix(unlist(parts[at]), ncol = 3, byrow = TRUE)
  side <- which(apply(parts, 2, function(x) any(vapply(BODY_SIDES, setequal, NA, tolower(x)))))
  if (length(side) != 1) {
    return(NULL)
  }
  one <- parts[, side] == parts[1, side]
  rest <- apply(parts[, -side, drop = FALSE], 1, paste, collapse = mark)
  # Both sides have the same raters and questions.
  if (!setequal(rest[one], rest[!one]) || anyDuplicated(rest[one]) || anyDuplicated(rest[!one])) {
    return(NULL)
  }
  found <- template_codes(rlang::set_names(columns[at[one]], rest[one]))
  form <- "^names = \"([{][^{}]*[}])(.)([{][^{}]*[}])\"$"
  if (length(found$code) == 0 || length(found$at) < sum(one) || !all(grepl(form, found$code))) {
    return(NULL)
  }
  fields <- list(sub(form, "\\1", found$code), sub(form, "\\3", found$code))
  fields <- append(fields, list(sprintf("{item:%s}", paste(unique(parts[, side]), collapse = "|"))), side - 1)
  list(code = sprintf("names = \"%s\"", do.call(paste, c(fields, sep = mark))), at = at, sides = TRUE)
}
