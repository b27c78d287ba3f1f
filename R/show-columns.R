# The columns of a table for the paper: headings and cells, all of them text.

# A list: `cells` (character vectors), `names` (headings) and `align`, one of each per column.
table_columns <- function(x, style) {
  keys <- key_names(x)
  own <- setdiff(names(x), c(keys, AGREEMENT_COLUMNS, added_names(x)))
  bind_columns(c(
    user_columns(x, keys, style),
    list(coefficient_column(x, style), averaged_column(x, style)),
    list(estimate_column(x, style), interval_column(x, style)),
    test_columns(x, style),
    interpretation_columns(x, style),
    lapply(counts_shown(style), function(name) count_column(x, name, style)),
    user_columns(x, own, style)
  ))
}

COUNTS <- c(n_items = "Items", n_raters = "Raters", n_ratings = "Ratings", n_categories = "Categories")

counts_shown <- function(style) setdiff(names(COUNTS), if (!style$categories) "n_categories")

# The number of categories is shown where it is asked for, or some coefficient depends on it.
shows_categories <- function(x, asked) asked %||% any(depends_on_categories(x[["coefficient"]]))

added_names <- function(x) setdiff(intersect(ADDED_COLUMNS, names(x)), key_names(x))

# Is there such a column, with a value in it?
has_added <- function(x, name) name %in% added_names(x) && !all(is.na(x[[name]]))

user_columns <- function(x, names, style) {
  lapply(stats::setNames(names, names), function(name) {
    column(escape(name, style), user_cells(x[[name]], style), is.numeric(x[[name]]))
  })
}

coefficient_column <- function(x, style) {
  labels <- coefficient_labels(x)
  if (length(unique(labels)) > 1) column("Coefficient", escape(labels, style), FALSE)
}

# Of how many ratings an intraclass correlation says how reliable their mean is.
averaged_column <- function(x, style) {
  if (has_added(x, "n_averaged") && !is_same(x[["n_averaged"]])) {
    column("k", user_cells(x[["n_averaged"]], style), TRUE)
  }
}

estimate_column <- function(x, style) {
  labels <- unique(coefficient_labels(x))
  heading <- if (length(labels) == 1) escape(labels, style) else "Estimate"
  column(heading, format_numbers(x$estimate, style), TRUE)
}

test_columns <- function(x, style) {
  numbers <- function(name, heading, digits = 2) {
    if (!has_added(x, name)) {
      return(NULL)
    }
    values <- x[[name]]
    cells <- format_numbers(values, utils::modifyList(style, list(digits = digits, leading_zero = TRUE)))
    column(heading, ifelse(is.na(values), "", cells), TRUE)
  }
  list(
    numbers("statistic", statistic_name(x)),
    numbers("df1", "df1", df_digits(x[["df1"]])),
    numbers("df2", "df2", df_digits(x[["df2"]])),
    if (has_added(x, "p.value")) column("p", format_p(x[["p.value"]], style), TRUE)
  )
}

# Degrees of freedom are whole numbers, or approximations.
df_digits <- function(df) if (any(df != round(df), na.rm = TRUE)) 1 else 0

# z where the p values are those of the normal distribution, F beside two degrees of freedom.
statistic_name <- function(x) {
  if (all(c("df1", "df2") %in% added_names(x))) {
    known <- is.na(x[["statistic"]]) | !is.na(x[["df1"]])
    return(if (all(known)) "F" else "Statistic")
  }
  p <- as.double(x[["p.value"]] %||% NA)
  normal <- 2 * stats::pnorm(-abs(as.double(x[["statistic"]] %||% NA)))
  same <- abs(p - normal) <= 1e-6 * normal
  same <- same[x[["statistic"]] != 0] # there all distributions agree
  same <- same[!is.na(same)]
  if (length(same) && all(same)) "z" else if (length(same) && !any(same)) "t" else "Statistic"
}

interpretation_columns <- function(x, style) {
  list(
    if (has_added(x, "interpretation")) {
      words <- as.character(x[["interpretation"]])
      column("Interpretation", ifelse(is.na(words), "", escape(words, style)), FALSE)
    },
    if (has_added(x, "probability")) {
      p <- x[["probability"]]
      column("Probability", ifelse(is.na(p), "", format_numbers(p, style)), TRUE)
    }
  )
}

count_column <- function(x, name, style) {
  n <- x[[name]]
  if (all(is.na(n))) {
    return(NULL)
  }
  column(COUNTS[[name]], ifelse(is.na(n), dash(style), big(n)), TRUE)
}
