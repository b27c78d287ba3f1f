# Plots of a consensus: the confidence in labels, its calibration against gold labels, and the errors of raters.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_consensus <- function(object, ..., what = NULL, gold = NULL, n = NULL, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  if (!is.null(n)) check_whole(n, "n")
  check_choice(what, c("labels", "raters", "calibration"), "what", optional = TRUE)
  check_plot_columns(object, c("item", "label", "status"))
  check_still_numbers(object, "n")
  facts <- consensus_of(object)
  numbers <- facts$method %in% NUMBER_METHODS
  what <- what %||% if (is.null(gold)) "labels" else "calibration"
  if (what == "raters") {
    confusions <- facts$method %in% c("dawid_skene", "anchored")
    return(if (confusions) confusion_plot(object, facts, n) else skill_plot(object, facts))
  }
  if (numbers && what == "calibration") {
    abort_argument(what, "what", "\"labels\" or \"raters\" where labels are numbers")
  }
  if (what == "calibration") calibration_plot(object, gold, facts) else sureness_plot(object, numbers, facts)
}

# Plots a histogram of probabilities, or of standard errors of numeric labels.
sureness_plot <- function(x, numbers, facts) {
  shown <- first_groups(x, "item")
  x <- shown$rows
  column <- if (numbers) "std.error" else "probability"
  check_plot_columns(x, column)
  value <- x[[column]]
  check_plot_values(
    value, x$status, "item", if (numbers) "a standard error" else "a probability",
    if (facts$method == "median") "Medians have no standard error; {.code plot(table(x$label))} draws the labels."
  )
  tie <- ifelse(x$status %in% "tie", "Tie", "Label")
  known <- !is.na(value)
  data <- stats::aggregate(
    list(n = rep(1L, sum(known))),
    list(value = in_bins(value[known]), tie = factor(tie, c("Tie", "Label"))[known], panel = shown$panel[known]),
    sum
  )
  width <- bar_width(data$value, if (numbers) Inf else 0.05)
  several <- length(unique(data$tie)) > 1
  binned <- !setequal(data$value, round(value[known], 6))
  what <- if (numbers) "Standard error of the label" else support_title(x)
  start_plot(
    data, c(shown$caption, missing_caption(value, x$status, "item")),
    paste0(
      "Each bar counts the items whose label is that sure", if (several) "; ties are lighter",
      if (binned) ". Values are in 20 bins", "."
    ),
    bars_alt(data, what)
  ) +
    ggplot2::geom_col(ggplot2::aes(.data$value, .data$n, fill = .data$tie), width = width) +
    ggplot2::scale_fill_manual(
      values = c(Tie = PALETTE[6], Label = PALETTE[1]), name = NULL, guide = if (several) "legend" else "none"
    ) +
    share_axis(data$value, panels_across(length(unique(data$panel)))) +
    ggplot2::scale_y_continuous(
      labels = axis_counts, breaks = count_breaks(data$panel), guide = no_overlap(),
      expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    by_panel(data$panel) +
    ggplot2::labs(
      x = what,
      y = "Items"
    )
}

# Returns the title of the axis, in the words of paper_table().
support_title <- function(x) {
  words <- support_words(x)
  paste(words, if (words == "Probability") "of the label" else "for the label")
}

# Plots the share of correct labels, with its interval, in bins of probability.
calibration_plot <- function(x, gold, facts) {
  if (is.null(gold)) {
    abort_accord(
      "argument",
      c("Calibration needs labels that are known.", x = "{.arg gold} is not given."),
      argument = "gold"
    )
  }
  keys <- evaluation_keys(x, NULL)
  gold <- read_gold(gold, names(keys), facts$item, facts$rating, facts$labels)
  check_result_gold(gold, facts)
  row <- match_result_gold(gold, x, keys)
  use <- which(!is.na(row) & !is.na(x[["probability"]]) & !is.na(x[["label"]]))
  right <- (id_text(x[["label"]]) == id_text(gold$label, like = x[["label"]])[row])[use]
  data <- calibration_bins(x[["probability"]][use], right)
  data <- data.frame(at = data$probability, data[c("right", "low", "high", "n")], panel = rep("", nrow(data)))
  reliability_plot(
    data, paste0(count(length(use), "item"), " with gold."),
    paste0(
      "Line: perfect calibration.", if (nrow(data) > 1) paste(" Points:", nrow(data), "bins of about as many items.")
    ),
    c(support_title(x), "Share of labels that are right, 95% CI"), "items"
  )
}

# Returns up to ten bins with about the same number of items; equal probabilities are in the same bin.
calibration_bins <- function(probability, right) {
  if (length(probability) == 0) {
    return(
      data.frame(probability = double(), right = double(), low = double(), high = double(), n = integer())
    )
  }
  cuts <- unique(stats::quantile(probability, seq(0, 1, length.out = 11), names = FALSE))
  bin <- rep(1L, length(probability))
  if (length(cuts) > 1) bin <- findInterval(probability, cuts, rightmost.closed = TRUE)
  rows <- lapply(split(seq_along(bin), bin), function(rows) {
    n <- length(rows)
    limits <- share_limits(sum(right[rows]), n, 0.95)
    data.frame(
      probability = mean(probability[rows]), right = mean(right[rows]), low = limits$low,
      high = limits$high, n = n
    )
  })
  do.call(rbind, rows)
}

# Plots confusion matrices of the raters with most ratings: the distribution of their answers given the label. By
# default as many are drawn as leave room for their numbers, at most nine.
confusion_plot <- function(x, facts, n) {
  rows <- tidy(x, "raters")
  rater <- as.character(rows$rater)
  key <- plot_groups(rows, "rater")
  check_plot_values(rows$n, x$status, "rater", n = length(unique(rater)))
  who <- factor_in_order(paste0(rater, if (!is.null(key)) paste0(", ", key)))
  busiest <- order(-tapply(rows$n, who, max))
  known <- as.character(facts$categories)
  short <- function(labels) {
    factor(match(as.character(labels), known), seq_along(known), cut_labels(known, 12))
  }
  data <- data.frame(
    row = short(rows$label), column = short(rows$rating), value = rows$estimate,
    # Without the many zeros the errors are seen.
    text = sub("^[.]00$", "", plot_numbers(rows$estimate)), panel = factor_in_order(as.character(who))
  )
  n <- n %||% panels_with_numbers(data, 9)
  kept <- levels(who)[utils::head(busiest, n)]
  data <- data[who %in% kept, ]
  data$panel <- droplevels(data$panel)
  tile_plot(
    data, "Probability", c(
      if (nlevels(who) > length(kept)) busiest_caption(kept, unique(rater), key, nlevels(who)),
      if (any(data$text == "" & !is.na(data$value))) "Empty: less than .005.", if (anyNA(data$value)) "Grey: no items."
    ),
    limits = 0:1, axes = c("Answer of the rater", "Label"), noun = "Categories",
    read = "Each row shows how often the rater gives each answer where the label is that of the row."
  )
}

# Panels are combinations of rater and group.
busiest_caption <- function(kept, raters, key, panels) {
  n <- length(kept)
  if (is.null(key) && n == 1) {
    return(paste0("Shown: ", cut_labels(kept, 30), ", who has the most ratings of the ", big(panels), " raters."))
  }
  if (is.null(key)) return(paste0("The ", n, " of ", big(panels), " raters with most ratings."))
  all <- paste(count(length(raters), "rater"), "in", count(nlevels(key), "group"))
  paste0("The ", n, " panels with most ratings, of ", all, ".")
}

# Plots the estimated parameter of each rater against the number of ratings, for votes and for models with one parameter
# per rater.
skill_plot <- function(x, facts) {
  rows <- tidy(x, "raters")
  if ("term" %in% names(rows)) rows <- rows[rows$term != "bias", ]
  shown <- first_groups(rows, "rater")
  rows <- shown$rows
  if (!"term" %in% names(rows)) {
    abort_accord(
      "argument",
      c(
        "Plots of raters need a method that estimates their errors.",
        x = "The method is {.val {facts$method}}.",
        i = "{.fn rater_summary} compares raters without a model."
      ),
      argument = "what"
    )
  }
  what <- if (facts$method == "weighted_mean") "a standard deviation" else "a skill"
  check_plot_values(rows$estimate, x$status, "rater", what, n = nrow(rows))
  data <- data.frame(
    n = rows$n, value = rows$estimate, rater = as.character(rows$rater), outside = FALSE,
    panel = shown$panel
  )
  words <- c(
    wawa = "Agreement with the labels", zbs = "Agreement with the labels",
    one_coin = "Probability of being right",
    mace = "Probability of knowing the label", mace_vb = "Probability of knowing the label", glad = "Ability",
    weighted_mean = "Standard deviation of the errors"
  )
  if (nrow(data) <= 40 && diff(range(data$n)) < 0.2 * max(data$n)) {
    return(skill_rows(data, words[[facts$method]], shown$caption))
  }
  named <- if (nrow(data) <= 12) named_points(data)
  start_plot(data[!is.na(data$value), ], c(
    if (!is.null(named)) unnamed_caption(named), shown$caption, missing_caption(data$value, NULL, "rater")
  ), "Points are raters.", raters_alt(data[!is.na(data$value), ], words[[facts$method]])) +
    rater_points(data[!is.na(data$value), ]) +
    (if (!is.null(named)) name_layer(named)) +
    volume_scale(data$n) +
    ggplot2::scale_y_continuous(labels = axis_numbers, guide = no_overlap()) +
    by_panel(data$panel) +
    ggplot2::labs(x = "Ratings", y = words[[facts$method]])
}

# If all raters have about the same number of ratings, they are rows, sorted by their estimates.
skill_rows <- function(data, title, caption) {
  data <- data[order(data$panel, -data$value), ]
  data$label <- factor_in_order(cut_labels(data$rater))
  data$low <- data$high <- NA_real_
  data$reason <- "no estimate"
  forest_plot(data, title, caption, zero = FALSE, read = "Rows are raters.", bare = "the method gives none")
}
