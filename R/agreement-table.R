# The table of an <agreement>: its columns, all of them text.

# Returns a list with an entry per column in each element: `cells` (character vectors), `names` (headings) and `align`.
table_columns <- function(x, style) {
  keys <- key_names(x)
  own <- names_of_user(x)
  bind_columns(c(
    as_keys(c(identifying_columns(x, keys, style), list(coefficient_column(x, style), averaged_column(x, style)))),
    # A reader of a phone sees for whom limits are before the limits.
    list(estimate_column(x, style), population_column(x), interval_column(x, style), method_column(x, style)),
    test_columns(x, style),
    measurement_columns(x, style),
    interpretation_columns(x, style),
    lapply(counts_shown(x, style), function(name) count_column(x, name, style)),
    own_columns(x, own, style)
  ))
}

names_of_user <- function(x) setdiff(names(x), c(key_names(x), AGREEMENT_COLUMNS, added_names(x)))

# A pair has two raters, with a rating each, which a reader of a table knows.
counts_shown <- function(x, style) {
  of_pair <- style$format != "text" && inherits(x, "accord_pairs") &&
    all(x[["n_ratings"]] == 2 * x[["n_items"]], na.rm = TRUE)
  setdiff(names(COUNTS), c(if (!style$categories) "n_categories", if (of_pair) c("n_raters", "n_ratings")))
}

# The number of categories is shown if asked for, or if a coefficient depends on it.
shows_categories <- function(x, asked) asked %||% any(depends_on_categories(x[["coefficient"]]), na.rm = TRUE)

# Key columns that accord itself adds to a class of results, which have a heading in words.
own_keys <- function(x) UseMethod("own_keys")

own_keys.default <- function(x) NULL

# The column of category_agreement(); without specific agreement it may be one of the user's groups.
own_keys.accord_agreement <- function(x) if (any(x[["coefficient"]] %in% "category_agreement")) "category"

# The raters of a pair are in one column of a narrow table.
identifying_columns <- function(x, keys, style) {
  if (!in_column(style) || !inherits(x, "accord_pairs") || !all(own_keys(x) %in% keys)) {
    return(with_uses(user_columns(x, keys, style), x, style))
  }
  pair <- pair_column("Raters", id_text(x$rater_1), id_text(x$rater_2), style)
  c(user_columns(x, setdiff(keys, own_keys(x)), style), list(pair))
}

# Categories with the number of ratings in each, as "agree (46)".
with_uses <- function(columns, x, style) {
  n <- known_uses(x)
  if (style$format == "text" || is.null(n)) {
    return(columns)
  }
  one <- columns$category
  columns$category <- replace(one, "cells", list(paste0(one$cells, " (", big_cells(unname(n), style), ")")))
  columns
}

# The number of ratings in the category of each row; NULL if it is not known. Rows of several results have the numbers
# of the first.
known_uses <- function(x) {
  n <- attr(x, "uses", exact = TRUE)[as.character(x[["category"]])]
  known <- "category" %in% own_keys(x) && length(n) > 0 && !anyNA(n) &&
    !anyDuplicated(data.frame(x[["category"]], coefficient_labels(x)))
  if (known) n
}

user_columns <- function(x, names, style) {
  lapply(stats::setNames(names, names), function(name) {
    heading <- if (style$format == "text") name else key_heading(x, name)
    key_column(heading, x[[name]], style)
  })
}

key_heading <- function(x, name) if (name %in% own_keys(x)) RESULT_HEADINGS[[name]] else name

coefficient_column <- function(x, style) {
  labels <- row_coefficients(x, style)
  if (length(unique(labels)) > 1) name_column("Coefficient", greek(escape(labels, style), style))
}

# The labels of coefficients in the rows of a table, without weights that are those of all rows: these are in the note.
row_coefficients <- function(x, style) {
  labels <- coefficient_labels(x)
  bare <- coefficient_labels(x, measured = FALSE)
  if (length(unique(labels)) < 2 || is.null(shared_metrics(x))) labels else bare
}

# Returns in words the level and weights that all rows of a table share; NULL if rows with weights differ in them.
shared_metrics <- function(x) {
  metric <- as.character(x[["metric"]] %||% NA)
  id <- as.character(x[["coefficient"]])
  icc <- startsWith(id, "icc")
  alpha <- id == "krippendorff_alpha"
  raw <- id %in% UNWEIGHTED_BY_DEFAULT & metric %in% "identity"
  levels <- unique(metric[alpha])
  weights <- unique(metric[!alpha & !raw & !icc])
  if (length(levels) > 1 || length(weights) > 1 || anyNA(c(levels, weights)) || any(icc)) {
    return(NULL)
  }
  weighted <- !weights %in% c("identity", "nominal")
  c(
    if (any(weighted)) paste0(weights_in_words(weights), if (any(raw)) ", percent agreement unweighted"),
    if (length(levels)) level_in_words(levels)
  )
}

# The same as a note, if the labels are those without level and weights.
metric_note <- function(x, style) {
  if (identical(row_coefficients(x, style), coefficient_labels(x))) {
    return(NULL)
  }
  words <- paste(shared_metrics(x), collapse = "; ")
  escape(paste0(toupper(substr(words, 1, 1)), substring(words, 2)), style)
}

weights_in_words <- function(name) paste(metric_words(name), "weights")

level_in_words <- function(name) {
  if (name %in% c("linear", "radical", "ordinal weights")) {
    paste("alpha with", sub(" weights", "", name), "weights")
  } else if (name == "custom") {
    "alpha with a custom distance"
  } else if (name %in% set_weights()) {
    paste("alpha with the", metric_words(name), "distance")
  } else {
    paste("alpha at the", name, "level")
  }
}

# The number of ratings averaged, for intraclass correlations that are the reliability of a mean.
averaged_column <- function(x, style) {
  if ("n_averaged" %in% names(x) && has_added(x, "n_averaged") && !is_same(x[["n_averaged"]])) {
    cells <- user_cells(x[["n_averaged"]], style)
    none <- ifelse(startsWith(as.character(x[["coefficient"]]), "icc"), dash(style), "")
    column("k", ifelse(is.na(x[["n_averaged"]]), none, cells), TRUE)
  }
}

# If the limits of some rows refer to other raters and those of others do not, each row says to whom.
population_column <- function(x) {
  method <- as.character(x[["interval"]] %||% rep(NA, nrow(x)))
  population <- replace(population_of_limits(method), is.na(x[["conf.low"]] %||% NA), NA)
  if (!any(has_random_raters(method)) || length(unique(population[!is.na(population)])) < 2) {
    return(NULL)
  }
  c(column("Limits for", ifelse(is.na(population), "", population), FALSE), told = TRUE)
}

# If an estimate has limits of several methods, as in results bound by rbind(), each row names its own.
method_column <- function(x, style) {
  method <- x[["interval"]]
  row <- c(unclass(x)[c(key_names(x), intersect(c("coefficient", "metric", "n_averaged"), names(x)))], list(x$estimate))
  again <- vctrs::vec_duplicate_detect(vctrs::new_data_frame(unname(row) |> stats::setNames(seq_along(row)), nrow(x)))
  if (any(again) && !is_same(method[again])) {
    c(column("Method", user_cells(as.character(method), style), FALSE), told = TRUE)
  }
}

# The standard error of measurement and the minimal detectable change, in the unit of the ratings.
measurement_columns <- function(x, style) {
  lapply(c(SEM = "sem", MDC = "mdc")[c("sem", "mdc") %in% added_names(x)], function(name) {
    of <- utils::modifyList(style_in_units(style, x[[name]]), list(leading_zero = TRUE))
    column(toupper(name), format_numbers(x[[name]], of), TRUE)
  })
}

estimate_column <- function(x, style) {
  labels <- unique(coefficient_labels(x))
  heading <- if (length(labels) == 1) {
    letter_of(labels, style) %||% greek(escape(labels, style), style)
  } else {
    "Estimate"
  }
  column(heading, format_numbers(x$estimate, style), TRUE, must = TRUE)
}

# The Greek letter of a coefficient, which heads its column in a narrow table; NULL if there is none.
letter_of <- function(label, style) {
  if (in_column(style) && length(label) == 1) greek_letter(label, style)
}

greek_letter <- function(label, style) {
  known <- Filter(function(letter) grepl(paste0("\\b", letter, "\\b"), label), names(GREEK))
  if (length(known) == 1) greek(known, style)
}

# The name of the coefficient of such a column.
letter_note <- function(x, style) {
  label <- unique(coefficient_labels(x))
  letter <- letter_of(label, style)
  if (is.null(letter)) {
    return(NULL)
  }
  name <- trimws(gsub(" +", " ", sub(paste0("\\b(", paste(names(GREEK), collapse = "|"), ")\\b"), "", label)))
  unweighted <- all(x[["metric"]] %in% "identity")
  paste0(letter, ": ", escape(name, style), if (unweighted) ", unweighted")
}

test_columns <- function(x, style) {
  numbers <- function(name, heading, digits = 2) {
    if (!name %in% names(x) || !has_added(x, name)) {
      return(NULL)
    }
    values <- x[[name]]
    cells <- format_numbers(values, utils::modifyList(style, list(digits = digits, leading_zero = TRUE)))
    column(heading, ifelse(is.na(values), "", cells), TRUE)
  }
  list(
    tested_column(x, style),
    # A p value can stand for the statistic and its degrees of freedom.
    spare(numbers("statistic", statistic_name(x)), 3),
    if (any(is.finite(x[["df"]]))) spare(finite_df(x, style), 3),
    spare(numbers("df1", "df1", df_digits(x[["df1"]])), 3),
    spare(numbers("df2", "df2", df_digits(x[["df2"]])), 3),
    if ("p.value" %in% names(x) && has_added(x, "p.value")) column("p", format_p(x[["p.value"]], style), TRUE)
  )
}

# Cells are empty where the reference distribution is normal, which has infinite degrees of freedom.
finite_df <- function(x, style) {
  df <- ifelse(is.finite(x[["df"]]), x[["df"]], NA)
  cells <- format_numbers(df, utils::modifyList(style, list(digits = df_digits(df), leading_zero = TRUE)))
  if (has_added(x, "df")) {
    one <- column("df", ifelse(is.na(df), "", cells), TRUE)
    if (anyNA(df)) one else or_note(one, paste("df =", cells))
  }
}

# Degrees of freedom that are not whole numbers, which come from an approximation, get one decimal.
df_digits <- function(df) if (any(df != round(df), na.rm = TRUE)) 1 else 0

# Returns "z" if the p values are those of the normal distribution, "F" if there are two degrees of freedom, the name of
# a test of rankings, else "t".
statistic_name <- function(x) {
  if (!"df1" %in% names(x) && all(as.character(x[["coefficient"]] %||% "") %in% RANK_COEFFICIENTS)) {
    return("Chi-square")
  }
  if (all(c("df1", "df2") %in% names(x)) && all(c("df1", "df2") %in% added_names(x))) {
    known <- is.na(x[["statistic"]]) | !is.na(x[["df1"]])
    return(if (all(known)) "F" else "Statistic")
  }
  p <- as.double(x[["p.value"]] %||% NA)
  z <- as.double(x[["statistic"]] %||% NA)
  side <- as.character(x[["alternative"]] %||% rep(NA, nrow(x)))
  normal <- ifelse(
    side %in% "greater", stats::pnorm(-z), ifelse(side %in% "less", stats::pnorm(z), 2 * stats::pnorm(-abs(z)))
  )
  same <- abs(p - normal) <= 1e-6 * normal
  same <- same[x[["statistic"]] != 0] # at 0 all distributions give the same p value
  same <- same[!is.na(same)]
  if (length(same) && all(same)) "z" else if (length(same) && !any(same)) "t" else "Statistic"
}

count_column <- function(x, name, style) {
  n <- x[[name]]
  if (all(is.na(n))) {
    return(NULL)
  }
  heading <- if (name == "n_raters" && inherits(x, "accord_intra")) "Occasions" else COUNTS[[name]]
  spare(counts_column(heading, n, style), 1 + match(name, names(COUNTS)) / 10)
}

table_parts.default <- function(x, style) {
  style$categories <- shows_categories(x, style$categories)
  columns <- if (style$wide) wide_columns(x, style) else table_columns(x, style)
  # The notes do not refer to columns that the user added.
  ours <- utils::head(columns$names, length(columns$names) - length(names_of_user(x)))
  list(
    columns = columns, notes = table_notes(x, style, style$wide), all_told = style$wide, columns_told = ours,
    grouped = !is_same(group_names(x)), about = if (!any(columns$key)) rep("", nrow(x))
  )
}

result_kind.accord_agreement <- function(x) list(words = "a result of agreement", columns = AGREEMENT_COLUMNS)
