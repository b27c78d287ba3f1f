# Tables of the summaries of raters and items, with a column for each of their columns.

FIGURE_WORDS <- c(
  agree_majority = "Agreement with the majority",
  agree_others = "Agreement with the others' majority",
  agree_pairs = "Mean agreement with each other rater",
  kappa = "Kappa against the other ratings",
  difference = "Difference from the others",
  correlation = "Correlation with the others",
  exact = "Equal to other ratings",
  adjacent = "Within a step of other ratings",
  set_aside = "Share set aside"
)

# Shares cannot exceed 1; entropies and means of further columns can.
SHARE_COLUMNS <- c(
  AGREE_FIGURES, "conf.low", "conf.high", "correlation", "exact", "adjacent", "set_aside", "majority_share", "agreement"
)

table_parts.accord_summary <- function(x, style) {
  # For raters the number of ratings set aside is a column.
  of_raters <- inherits(x, "accord_raters")
  aside <- of_raters && style$format != "text" && isTRUE(any(x[["n_set_aside"]] > 0))
  if (of_raters && all(x[["n_set_aside"]] %in% 0)) {
    x[["set_aside"]] <- NULL
    if (style$format != "text") x[["n_set_aside"]] <- NULL
  }
  # Items and comparable ratings are often as many as the ratings.
  again <- repeated_counts(x, c(n_items = "n_ratings", n_compared = "n_ratings"))
  once <- of_raters && style$format != "text" && nrow(x) > 1 && length(again) == 2
  if (once) x <- x[setdiff(names(x), again)]
  # With one other rater, the majority of the others is this one.
  if (of_raters && style$format != "text" && all(x[["n_met"]] %in% 1)) {
    others <- intersect(c("agree_majority", "agree_others"), names(x))
    alike <- vapply(unclass(x)[others], identical, NA, x[["agree_pairs"]])
    x <- x[setdiff(names(x), others[alike])]
  }
  if (of_raters && style$format != "text") x <- x[setdiff(names(x), untelling_columns(x))]
  meanings <- if (style$format != "text") vapply(figure_meanings(x), escape, "", style)
  # That everybody met everybody is nothing unusual.
  others <- attr(x, "rated", exact = TRUE)$raters - 1
  if (of_raters && style$format != "text" && nrow(x) > 1 && all(x[["n_met"]] %in% others)) {
    x[["n_met"]] <- NULL
  }
  notes <- c(
    if (of_raters && style$format != "text") rated_words(x),
    if (style$format != "text") c(meanings_note(meanings), if (of_raters) tie_note(x)),
    status_notes(x, style),
    if (aside) paste("Set aside:", SET_ASIDE_WORDS)
  )
  list(
    columns = summary_columns(x, style), notes = notes, told = is_told(x), because = SUMMARY_GAPS,
    aside_told = of_raters, meanings = meanings
  )
}

# The columns of agreement of raters that tell nothing: of two other raters the majority is that they agree, which with
# the rater is that all three do, the same for all; and where hardly two ratings lie within a step of each other, as of
# lengths in millimetres, shares of equal ratings say how fine the steps are.
untelling_columns <- function(x) {
  if (all(x[["adjacent"]] < 0.25) %in% TRUE && length(x[["adjacent"]])) {
    return(c(setdiff(AGREE_FIGURES, "kappa"), "exact", "adjacent"))
  }
  if (all(x[["n_met"]] %in% 2) || identical(x[["agree_others"]], x[["agree_majority"]])) "agree_others"
}

# How many items and categories there are, where all rows are of the same ones.
rated_words <- function(x) {
  of <- attr(x, "rated", exact = TRUE)
  if (is.null(of) || is.null(x[["n_ratings"]]) || anyDuplicated(x[["rater"]])) {
    return(NULL)
  }
  paste0(count(of$items, "item"), ", ", big(of$categories), if (of$categories == 1) " category" else " categories")
}

# Returns the meanings of the short headings in a table of raters or items, named by the headings.
figure_meanings <- function(x) {
  words <- c(
    agree_majority = "majority: agreement with the majority",
    agree_others = "others: agreement with the majority of the others",
    agree_pairs = "pairs: mean agreement with each other rater",
    kappa = "kappa: as Cohen's, of a rater and all other ratings of the same items",
    majority_share = "share: the largest share of the ratings that a label has",
    entropy = "entropy: of the ratings in bits, 0 if all are the same",
    agreement = "agreement: the share of pairs of ratings that are the same",
    difference = "difference: from the mean of the others, on average",
    correlation = "correlation: with the mean of the others", exact = "exact: share of equal ratings by others",
    adjacent = "adjacent: share of those at most one step apart"
  )
  scale <- attr(x, "scale")
  # Coefficients of all ratings may count the other items for agreement by chance.
  if (isTRUE(any(x[["n_compared"]] < x[["n_ratings"]]))) {
    words[["kappa"]] <- paste0(words[["kappa"]], ", without those that nobody else rated")
  }
  words[["kappa"]] <- paste0(words[["kappa"]], if (is.null(scale)) ", unweighted" else paste0(" (", scale, ")"))
  if (!is.null(x[["kappa"]]) && !all(is.na(x[["conf.low"]] %||% NA))) {
    level <- ci_heading(unique(level_words(x[["conf.level"]])))
    by <- if ("n_clusters" %in% names(x)) "jackknife over clusters" else "analytic"
    words[["kappa"]] <- paste0(words[["kappa"]], "; ", level, ": of kappa, ", by)
  }
  shown <- words[intersect(names(words), names(x))]
  rlang::set_names(shown, SUMMARY_HEADINGS[names(shown)])
}

# Says how ties count in agreement with a majority.
tie_note <- function(x) {
  if (any(c("agree_majority", "agree_others") %in% names(x))) TIE_WORDS[[attr(x, "ties") %||% "disagree"]]
}

TIE_WORDS <- list(
  disagree = "In a tie there is no majority, and nobody agrees with it",
  split = "If several categories have the most votes, a rating in one of them counts its share of these"
)

SUMMARY_GAPS <- list(Kappa = "one category only", Majority = "a tie")

figure_words <- function(figure) {
  words <- FIGURE_WORDS[figure]
  words[is.na(words)] <- plain_name(figure[is.na(words)])
  unname(words)
}

# Returns names such as "mean_confidence" and "share_yes" in words.
plain_name <- function(name) {
  name <- sub("^mean_", "Mean ", name)
  # A category that is a number is not taken for the whole.
  sub("^share_", "Share of ", sub("^share_(?=[0-9.]+$)", "share_category ", name, perl = TRUE))
}

summary_columns <- function(x, style, shares = SHARE_COLUMNS, headings = SUMMARY_HEADINGS) {
  columns <- unclass(x)[setdiff(names(x), "status")]
  limits <- c("conf.low", "conf.high")
  both <- all(limits %in% names(columns))
  # Without a level no interval was asked for.
  asked <- nrow(x) == 0 || is.null(columns[["conf.level"]]) || !all(is.na(columns[["conf.level"]]))
  names <- setdiff(names(columns), c("std.error", if (both) c("conf.high", "conf.level"), if (!asked) limits))
  keys <- row_keys(names)
  bind_columns(lapply(stats::setNames(names, names), function(name) {
    is_share <- name %in% shares || startsWith(name, "share_")
    if (both && name == "conf.low") {
      return(limits_column(columns[limits], columns[["conf.level"]], is_share, style))
    }
    heading <- headings[name]
    if (is.na(heading)) heading <- user_heading(plain_name(name), style)
    made <- result_column(name, unname(heading), columns[[name]], is_share, style)
    c(spare(made, if (startsWith(name, "share_")) 2 else SPARE_FIGURES[name]), key = name %in% keys)
  }))
}

# Columns of raters and items that a narrow table does without, with their ranks: others say nearly the same.
SPARE_FIGURES <- c(agree_majority = 1, tie = 1, entropy = 3, unanimous = 4)

limits_column <- function(limits, level, is_share, style) {
  if (!is_share) style$leading_zero <- TRUE
  found <- interval_column(list(conf.low = limits[[1]], conf.high = limits[[2]], conf.level = level), style)
  # If no row has limits, each gets a dash.
  found %||% column(escape(ci_heading(level_words(level)), style), rep(dash(style), length(limits[[1]])), TRUE)
}

not_coefficients.accord_summary <- function(x) "a summary of raters or items"
