# Published values, and the distances they use.

# Values must be equal when rounded to the printed digits.
expect_published <- function(value, printed, digits, info = NULL) {
  shown <- formatC(c(value, printed), digits = digits, format = "f")
  shown <- sub("^-(0\\.?0*)$", "\\1", shown) # a rounded -0.0004 is 0.000
  expect_identical(shown[1], shown[2], info = info)
}

published_alphas <- function() {
  table <- read_reference("alpha-published.csv", colClasses = c(value = "character"))
  table$info <- paste0(table$dataset, ", ", table$level, ", ", table$quantity, ": ", table$source)
  table
}

# Sets are written "A|B"; no label at all is "<empty>".
label_set <- function(x) setdiff(strsplit(x, "|", fixed = TRUE)[[1]], "<empty>")

jaccard <- function(a, b) {
  if (setequal(a, b)) 0 else 1 - length(intersect(a, b)) / length(union(a, b))
}

# How far the two sets are from being nested: 0 equal, then a subset, an overlap, disjoint.
set_step <- function(a, b) {
  if (setequal(a, b)) return(0)
  if (all(a %in% b) || all(b %in% a)) return(1)
  if (length(intersect(a, b))) 2 else 3
}

# Disagreement functions of two single values that are not a level of measurement.
reference_distances <- list(
  linear = function(a, b) abs(a - b),
  radical = function(a, b) sqrt(abs(a - b)),
  gwet_ordinal = function(a, b) choose(abs(a - b) + 1, 2),
  half_check = function(a, b) if (a == b) 0 else if ("Chck" %in% c(a, b)) 0.5 else 1,
  category_1 = function(a, b) as.numeric((a == 1) != (b == 1)),
  category_2 = function(a, b) as.numeric((a == 2) != (b == 2)),
  category_3 = function(a, b) as.numeric((a == 3) != (b == 3)),
  category_4 = function(a, b) as.numeric((a == 4) != (b == 4)),
  set_steps = function(a, b) set_step(label_set(a), label_set(b)) / 3,
  set_jaccard = function(a, b) jaccard(label_set(a), label_set(b)),
  set_masi = function(a, b) {
    a <- label_set(a)
    b <- label_set(b)
    1 - (1 - jaccard(a, b)) * (1 - set_step(a, b) / 3)
  },
  set_masi_dkpro = function(a, b) {
    a <- label_set(a)
    b <- label_set(b)
    jaccard(a, b) * set_step(a, b) / 3
  }
)

# All warnings of an expression, as a list of conditions.
capture_warnings_of <- function(code) {
  warnings <- list()
  withCallingHandlers(code, warning = function(cnd) {
    warnings[[length(warnings) + 1]] <<- cnd
    invokeRestart("muffleWarning")
  })
  warnings
}
