# Shared functions for tables of results other than coefficients: which columns are shown, and their headings. Most
# kinds of results have a file of their own.

SUMMARY_HEADINGS <- c(
  question = "Question", rater = "Rater", item = "Item",
  n_positions = "Positions", n_items = "Items", n_ratings = "Ratings",
  n_compared = "Compared",
  n_met = "Raters met", n_set_aside = "Set aside", set_aside = "Share set aside",
  agree_majority = "Majority", agree_others = "Others", agree_pairs = "Pairs",
  kappa = "Kappa", difference = "Difference", correlation = "Correlation", exact = "Exact", adjacent = "Adjacent",
  majority = "Majority", majority_share = "Share", tie = "Tie", unanimous = "Unanimous",
  entropy = "Entropy", agreement = "Agreement",
  weighted_mean = "Weighted mean", n_raters = "Raters"
)

MEANS_HEADINGS <- c(SUMMARY_HEADINGS, measure = "Statistic", estimate = "Mean")

# The heading for each column in any kind of result; other columns keep their names.
RESULT_HEADINGS <- c(
  SUMMARY_HEADINGS,
  rater_1 = "First rater", rater_2 = "Second rater", category = "Category",
  annotator_1 = "First annotator", annotator_2 = "Second annotator",
  label = "Label", probability = "Probability", std.error = "Standard error", n = "Ratings", ease = "Ease",
  posterior = "Posterior", estimate = "Estimate", estimate_without = "Estimate without", influence = "Influence",
  disagreement = "Disagreement", share = "Share", ratings = "Answers", category_1 = "First category",
  category_2 = "Second category", coincidences = "Coincidences", class = "Class",
  key = "Key", response = "Response", document = "Document", measure = "Measure", recall = "Recall",
  precision = "Precision", f1 = "F1", left = "First only", both = "Both", right = "Second only",
  delta = "Delta", chain_1 = "First chain", chain_2 = "Second chain",
  unique = "Unique", distance = "Distance", observed = "Observed", expected = "Expected",
  kind = "Kind", n_mentions = "Mentions", n_values = "Annotations", n_pairs = "Pairs"
)

RESULT_SHARES <- c(
  "probability", "estimate", "estimate_without", "influence", "share", "recall", "precision", "f1", "delta",
  "observed", "expected"
)

SPAN_SHARES <- c(RESULT_SHARES, "coverage")

# Replaces `codes` by words; unknown codes are kept. NULL if the column was removed.
in_words <- function(codes, words) {
  if (length(codes) == 0) {
    return(NULL)
  }
  known <- words[as.character(codes)]
  unname(ifelse(is.na(known), as.character(codes), known))
}

# The columns of a result in their order, without `status`. `shares`: columns whose values cannot exceed 1. `replace`:
# ready columns for some names, NULL to leave one out. `about`: columns that identify a row.
result_parts <- function(x, style, headings = RESULT_HEADINGS, shares = RESULT_SHARES, replace = list(),
                         notes = character(), about = ROW_KEYS) {
  names <- setdiff(names(x), "status")
  keys <- row_keys(names, about)
  columns <- lapply(names, function(name) {
    if (name %in% names(replace)) {
      return(replace[[name]])
    }
    heading <- if (name %in% names(headings)) headings[[name]] else user_heading(name, style)
    # A probability near 1 is not 1.
    values <- if (name %in% PROBABILITIES) x[[name]] else whole_but_rounded(x[[name]])
    # A column with only NA is left out, unless it is the estimate.
    if (is.numeric(values) && length(values) && all(is.na(values)) && !name %in% c("estimate", "f1")) {
      return(NULL)
    }
    made <- c(result_column(name, heading, values, name %in% shares, style), key = name %in% keys)
    if (name %in% names(SPARE_COLUMNS)) made <- spare(made, SPARE_COLUMNS[[name]])
    if (name %in% PAIR_COLUMNS) in_note(made, heading, values[1], style) else made
  })
  list(columns = bind_columns(columns), notes = notes, told = is_told(x))
}

# Columns without which a table fits the column of a page, with their ranks.
SPARE_COLUMNS <- c(
  observed = 4, expected = 4, unanimous = 4, entropy = 3, coverage = 3, n_1 = 3, n_2 = 3, n_links = 3, n_ratings = 2,
  n_values = 2, maximum = 2, precision = 1, recall = 1, p_pass = 1
)

result_column <- function(name, heading, values, is_share, style) {
  if (grepl("^n(_|$)", name) && is_count(name, values)) {
    return(counts_column(heading, values, style))
  }
  if (name %in% PROBABILITIES && !startsWith(heading, "Share") && style$format != "text" && is.double(values)) {
    return(column(escape(heading, style), probability_cells(values, style), TRUE, must = name %in% style$figures))
  }
  # Other counts, such as those of coincidences, are what the table is about, and stay columns.
  cells <- if (is_count(name, values)) big_cells(values, style) else summary_cells(values, is_share, style)
  # The figures that a result is about are shown in the console however narrow it is.
  one <- column(escape(heading, style), cells, is.numeric(values), must = name %in% style$figures)
  # Figures of each row are told with its counts.
  if (name %in% c("disagreement", "share")) return(or_note(one, paste(tolower(escape(heading, style)), cells[1])))
  if (name %in% SETTING_COLUMNS) or_note(one, paste0(escape(heading, style), ": ", cells[1]), setting = TRUE) else one
}

# Probabilities of a model, which is never certain.
PROBABILITIES <- c("probability", "p_pass")

# With the digits of `style`, those that would be 0 or 1 without being it are "< .01" or "> .99".
probability_cells <- function(values, style) {
  cells <- format_numbers(values, style)
  least <- 10^-style$digits
  ends <- escape(paste(c("<", ">"), sub("^0", if (style$leading_zero) "0" else "", format(c(least, 1 - least)))), style)
  cells[values > 0 & values < least / 2 & !is.na(values)] <- ends[1]
  cells[values < 1 & values > 1 - least / 2 & !is.na(values)] <- ends[2]
  cells
}

# Columns of a pair of annotators, which the note names if all rows are about the same pair.
PAIR_COLUMNS <- c("annotator_1", "annotator_2", "key", "response")

in_note <- function(column, heading, value, style) {
  or_note(column, escape(paste0(heading, ": ", value), style), setting = TRUE)
}

# Columns that say how rows were computed.
SETTING_COLUMNS <- c("match", "distance")

summary_cells <- function(values, is_share, style) {
  values <- whole_but_rounded(values)
  if (is.numeric(values) && (is_share || any(values != round(values), na.rm = TRUE))) {
    if (!is_share) style$leading_zero <- TRUE
    return(format_numbers(values, style))
  }
  cells <- if (is.logical(values)) ifelse(values, "yes", "no") else user_cells(values, style)
  ifelse(is.na(values), dash(style), cells)
}

# Rounds numbers that are integers except for the rounding error of sums of fractions.
whole_but_rounded <- function(values) {
  if (!is.double(values) || is.object(values)) {
    return(values)
  }
  near <- which(abs(values - round(values)) <= 1e-10 * pmax(1, abs(values)))
  values[near] <- round(values[near])
  values
}

# Whether a column contains counts, which get thousands separators; ids and answers may be integers too.
is_count <- function(name, values) {
  named <- grepl("^n(_|$)", name) || name %in% c("left", "both", "right", "difference", "coincidences")
  named && is.numeric(values) && all(values == round(values), na.rm = TRUE)
}
