# Tables of the summaries of raters and items: a column for each of theirs.

SUMMARY_HEADINGS <- c(
  rater = "Rater", item = "Item", n_items = "Items", n_ratings = "Ratings", n_compared = "Compared",
  n_met = "Raters met", n_set_aside = "Set aside", set_aside = "Share set aside",
  agree_majority = "Majority", agree_others = "Others", agree_pairs = "Pairs",
  kappa = "Kappa", kappa_low = "Kappa low", kappa_high = "Kappa high", conf.low = "Low", conf.high = "High",
  majority = "Majority", majority_share = "Share", tie = "Tie", unanimous = "Unanimous",
  entropy = "Entropy", agreement = "Agreement",
  figure = "Statistic", mean = "Mean", weighted_mean = "Weighted mean", n_raters = "Raters"
)

FIGURE_WORDS <- c(
  agree_majority = "Agreement with the majority",
  agree_others = "Agreement with the majority of the others",
  agree_pairs = "Mean agreement with each other rater",
  kappa = "Kappa against the other ratings",
  set_aside = "Share set aside"
)

# Shares cannot pass 1; entropies and means of other columns can.
SHARE_COLUMNS <- c(AGREE_FIGURES, "kappa_low", "kappa_high", "set_aside", "majority_share", "agreement")


table_parts.accord_summary <- function(x, style) {
  aside <- inherits(x, "accord_raters") && isTRUE(any(x[["n_set_aside"]] > 0))
  notes <- c(status_notes(x, style), if (aside) paste("Set aside:", SET_ASIDE_WORDS))
  list(columns = summary_columns(x, style), notes = notes, told = is_told(x), because = SUMMARY_GAPS)
}

SUMMARY_GAPS <- list(Kappa = "one category only", Majority = "a tie")

table_parts.accord_rater_means <- function(x, style) {
  figure <- x[["figure"]]
  notes <- character()
  if (!is.null(figure)) {
    words <- figure_words(as.character(figure))
    if (length(unique(words)) == 1) {
      notes <- escape(words[1], style)
      x[["figure"]] <- NULL
    } else {
      x[["figure"]] <- words
    }
  }
  # A mean of another column may pass 1.
  shares <- if (!any(startsWith(as.character(figure), "mean_"))) c("mean", "conf.low", "conf.high", "weighted_mean")
  list(columns = summary_columns(x, style, shares), notes = notes)
}

figure_words <- function(figure) {
  words <- FIGURE_WORDS[figure]
  words[is.na(words)] <- plain_name(figure[is.na(words)])
  unname(words)
}

# "mean_confidence" and "share_yes" in words.
plain_name <- function(name) {
  name <- sub("^mean_", "Mean ", name)
  sub("^share_", "Share of ", name)
}

summary_columns <- function(x, style, shares = SHARE_COLUMNS) {
  columns <- unclass(x)[setdiff(names(x), "status")]
  pairs <- Filter(function(pair) all(pair %in% names(columns)), LIMIT_COLUMNS)
  upper <- vapply(pairs, `[`, "", 2)
  names <- setdiff(names(columns), c(upper, if (length(pairs)) "conf.level"))
  keys <- row_keys(names)
  bind_columns(lapply(stats::setNames(names, names), function(name) {
    is_share <- name %in% shares || startsWith(name, "share_")
    pair <- Filter(function(pair) pair[1] == name, pairs)
    if (length(pair)) {
      return(limits_column(columns[pair[[1]]], columns[["conf.level"]], is_share, style))
    }
    heading <- SUMMARY_HEADINGS[name]
    if (is.na(heading)) heading <- plain_name(name)
    cells <- summary_cells(columns[[name]], is_share, style)
    c(column(escape(unname(heading), style), cells, is.numeric(columns[[name]])), key = name %in% keys)
  }))
}

# The limits of rater_summary() and of its means.
LIMIT_COLUMNS <- list(c("kappa_low", "kappa_high"), c("conf.low", "conf.high"))

limits_column <- function(limits, level, is_share, style) {
  if (!is_share) style$leading_zero <- TRUE
  found <- interval_column(list(conf.low = limits[[1]], conf.high = limits[[2]], conf.level = level), style)
  # That nobody has limits is said of each.
  found %||% column(escape(ci_heading(level_words(level)), style), rep(dash(style), length(limits[[1]])), TRUE)
}

summary_cells <- function(values, is_share, style) {
  values <- whole_but_rounded(values)
  if (is.numeric(values) && (is_share || any(values != round(values), na.rm = TRUE))) {
    if (!is_share) style$leading_zero <- TRUE
    return(format_numbers(values, style))
  }
  cells <- if (is.logical(values)) ifelse(values, "yes", "no") else user_cells(values, style)
  ifelse(is.na(values), dash(style), cells)
}

# Numbers that miss a whole one by what sums of fractions are rounded by are whole.
whole_but_rounded <- function(values) {
  if (!is.double(values) || is.object(values)) {
    return(values)
  }
  near <- which(abs(values - round(values)) <= 1e-10 * pmax(1, abs(values)))
  values[near] <- round(values[near])
  values
}
