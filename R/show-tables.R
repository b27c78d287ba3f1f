# Tables of the results other than coefficients: which of their columns are shown, the words that head them,
# and what their codes mean.

# A heading for each column, wherever it stands; columns that are not here keep their names.
RESULT_HEADINGS <- c(
  SUMMARY_HEADINGS,
  rater_1 = "First rater", rater_2 = "Second rater", category = "Category",
  annotator_1 = "First annotator", annotator_2 = "Second annotator",
  label = "Label", probability = "Probability", std.error = "Standard error", n = "Ratings", ease = "Ease",
  posterior = "Posterior", estimate = "Estimate", estimate_without = "Without", influence = "Influence",
  disagreement = "Disagreement", share = "Share", ratings = "Answers", category_1 = "First category",
  category_2 = "Second category", coincidences = "Coincidences", class = "Class", metric = "Score",
  key = "Key", response = "Response", document = "Document", measure = "Measure", recall = "Recall",
  precision = "Precision", f1 = "F1", left = "First only", both = "Both", right = "Second only",
  difference = "Difference", delta = "Delta", chain_1 = "First chain", chain_2 = "Second chain",
  unique = "Unique", distance = "Distance", observed = "Observed", expected = "Expected",
  kind = "Kind", n_mentions = "Mentions", n_values = "Annotations", n_pairs = "Pairs"
)

RESULT_SHARES <- c(
  "probability", "estimate", "estimate_without", "influence", "share", "recall", "precision", "f1", "delta",
  "observed", "expected"
)

SCORE_WORDS <- c(
  accuracy = "Accuracy", macro_f1 = "Macro F1", labelled = "Labelled", precision = "Precision",
  recall = "Recall", f1 = "F1", mae = "Mean absolute error", rmse = "Root mean square error",
  correlation = "Correlation", auc = "Area under the curve", brier = "Brier score",
  ece = "Expected calibration error"
)

COREF_WORDS <- c(
  muc = "MUC", b_cubed = "B-cubed", ceaf_m = "CEAF by mentions", ceaf_e = "CEAF by entities",
  blanc = "BLANC", lea = "LEA", conll = "CoNLL mean"
)

# `codes` in words; those that are not known stay as they are.
in_words <- function(codes, words) {
  known <- words[as.character(codes)]
  unname(ifelse(is.na(known), as.character(codes), known))
}

check_table.accord_consensus <- function(x) check_table_cells(without_matrices(x))
check_table.accord_comparison <- function(x) check_kept(x, is_whole(x), "a comparison")
check_table.accord_plan <- function(x) check_kept(x, is_whole(x), "a plan")

check_kept <- function(x, kept, kind) {
  check_table_cells(x)
  if (!kept) {
    abort_accord(
      "not_agreement",
      c(
        "A table of {kind} needs all columns of {kind}.",
        x = "Some are gone, or are not numbers any more.",
        i = "Choose rows, and leave the columns as they are."
      )
    )
  }
}

# Posteriors are read as soft labels, not in a table.
without_matrices <- function(x) x[!vapply(x, function(column) length(dim(column)) > 1, NA)]

table_parts.accord_consensus <- function(x, style) {
  headings <- replace(RESULT_HEADINGS, "probability", support_words(x))
  result_parts(without_matrices(x), style, headings, notes = status_notes(x, style))
}

# What speaks for a label: a vote estimates nothing.
support_words <- function(x) {
  method <- attr(x, "consensus")$method
  # Labels that a database counted do not say so, nor do those that were bound together; votes are whole numbers.
  votes <- x[["probability"]] * x[["n"]]
  if (is.null(method) && all(abs(votes - round(votes)) < 1e-6, na.rm = TRUE)) method <- "majority"
  switch(method %||% "", majority = "Share of votes", wawa = , zbs = "Share of weighted votes", "Probability")
}

table_parts.accord_influence <- function(x, style) {
  headings <- replace(RESULT_HEADINGS, "n_ratings", attr(x, "counted") %||% COUNTS[["n_ratings"]])
  result_parts(x, style, headings, notes = status_notes(x, style))
}

table_parts.accord_disagreements <- function(x, style) {
  result_parts(x, style)
}

table_parts.accord_evaluation <- function(x, style) {
  metric <- as.character(x[["metric"]])
  in_units <- metric %in% c("mae", "rmse")
  if (any(in_units)) style <- style_in_units(style, x[["estimate"]][in_units])
  shares <- if (!any(in_units)) "estimate"
  interval <- interval_column(
    x, if (length(shares)) style else utils::modifyList(style, list(leading_zero = TRUE))
  )
  x[["metric"]] <- in_words(metric, SCORE_WORDS)
  if (all(is.na(x[["class"]]))) x[["class"]] <- NULL
  for (name in intersect("class", names(x))) x[[name]] <- ifelse(
    is.na(x[[name]]), "all", as.character(x[[name]])
  )
  parts <- result_parts(
    x, style, c(RESULT_HEADINGS[names(RESULT_HEADINGS) != "n"], n = "Items"), shares,
    replace = list(conf.low = interval, conf.high = NULL, conf.level = NULL)
  )
  parts$about <- score_labels(x)
  parts$notes <- phrase_notes(parts$about, x[["status"]], style)
  parts
}

# "g1, Recall of a", with the columns of groups that vary.
score_labels <- function(x) {
  of_class <- !(x[["class"]] %||% "all") %in% c("all", NA)
  score <- ifelse(of_class, paste(x[["metric"]], "of", x[["class"]]), x[["metric"]])
  groups <- x[setdiff(row_keys(names(x)), c("class", "metric"))]
  groups <- groups[vapply(groups, function(column) length(unique(column)) > 1, NA)]
  if (ncol(groups)) do.call(paste, c(unname(as.list(groups)), list(score), sep = ", ")) else score
}

table_parts.accord_chain_agreement <- function(x, style) {
  x <- named_totals(x)
  parts <- result_parts(x, style, notes = phrase_notes(x[["document"]], x[["status"]], style))
  if (all(c("chain_1", "chain_2") %in% names(x))) {
    # A chain without a partner is named by itself.
    first <- as.character(x[["chain_1"]])
    parts$about <- ifelse(is.na(first), as.character(x[["chain_2"]]), first)
  }
  parts
}

table_parts.accord_chain_alpha <- function(x, style) {
  x <- named_totals(x)
  if (!is.null(x[["distance"]])) x[["distance"]] <- metric_words(x[["distance"]])
  headings <- replace(RESULT_HEADINGS, "estimate", "Krippendorff's alpha")
  limits <- c("conf.low", "conf.high") %in% names(x)
  known <- all(limits) && !all(is.na(x[["conf.low"]]))
  hidden <- list(
    std.error = NULL, conf.low = if (known) interval_column(x, style), conf.high = NULL, interval = NULL,
    conf.level = NULL
  )
  result_parts(
    x, style, headings, replace = hidden, notes = phrase_notes(x[["document"]], x[["status"]], style)
  )
}

table_parts.accord_coref <- function(x, style) {
  x <- named_totals(x)
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  about <- paste(x[["document"]], x[["measure"]], sep = ", ")
  parts <- result_parts(x, style, notes = phrase_notes(about, x[["status"]], style))
  c(parts, list(about = x[["measure"]], because = CONLL_GAPS))
}

table_parts.accord_coref_means <- function(x, style) {
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  c(result_parts(x, style), list(about = x[["measure"]], because = CONLL_GAPS))
}

CONLL_GAPS <- list(Recall = "it is a mean of F1")

# "all documents" for the rows of totals, which have no document; then nobody needs the scope.
named_totals <- function(x) {
  if (!is.null(x[["document"]]) && !is.null(x[["scope"]])) {
    x[["document"]] <- ifelse(x[["scope"]] == "total", "all", id_text(x[["document"]]))
    x[["scope"]] <- NULL
  }
  x
}

table_parts.accord_comparison <- function(x, style) {
  keys <- lapply(Filter(Negate(is.null), comparison_keys(x, style)), function(key) {
    if (key$heading == "Coefficient") key$cells <- escape(coefficient_labels(x), style)
    key
  })
  columns <- c(
    as_keys(keys),
    comparison_cells(x, style, c("First estimate", "Second estimate"))
  )
  about <- if (!is.null(x[["coefficient"]])) coefficient_labels(x)[is_same(coefficient_labels(x))]
  list(
    columns = bind_columns(columns),
    notes = c(
      if (length(about)) escape(about[1], style),
      paste0("Difference: second minus first, ", escape(pairing_words(x), style)),
      phrase_notes(comparison_labels(x), x$status, style),
      if (all(is.na(x$conf.low)) && any(x$status == "ok" & x$interval != "none")) "No intervals",
      if (several_tests(x)) escape(
        paste0("p adj.: for ", sum(!is.na(x$p.value)), " tests (", x$adjust[1], ")"), style
      )
    ),
    told = x$status != "ok", about = comparison_labels(x)
  )
}

table_parts.accord_plan <- function(x, style) {
  labels <- coefficient_labels(x)
  same <- is_same(labels)
  number <- function(name, heading) {
    if (!all(is.na(x[[name]]))) column(heading, format_numbers(x[[name]], style), TRUE)
  }
  failed <- any(x$no_interval > 0, na.rm = TRUE)
  design <- as_keys(list(
    items = column("Items", big(x$n_items), TRUE),
    per_item = column(
      "Ratings per item", user_cells(x$ratings_per_item, utils::modifyList(style, list(digits = 1))), TRUE
    ),
    raters = if (!all(is.na(x$n_raters))) column(
      "Raters", ifelse(is.na(x$n_raters), dash(style), big(x$n_raters)), TRUE
    ),
    coefficient = if (!same) column("Coefficient", escape(labels, style), FALSE)
  ))
  columns <- list(
    design$items, design$per_item, design$raters,
    column("Ratings", big(round(x$n_ratings)), TRUE),
    design$coefficient,
    number("value", if (same) escape(labels[1], style) else "True value"),
    number("width", "Mean width"),
    number("width_90", escape("90% quantile", style)),
    if (failed) column("No interval", escape(share_cells(x$no_interval, style), style), TRUE),
    number("aggregated", "Aggregated labels")
  )
  level <- if (!is.na(x$conf.level[1])) paste0(
    "Width of ", format(100 * x$conf.level[1]), "% ", intervals_by(x$interval[1]), ", "
  )
  list(
    columns = bind_columns(columns),
    notes = escape(paste0(level %||% "", "from ", big(x$times[1]), " simulated studies per row"), style)
  )
}

# The columns of a result as they stand, less `status`. `shares`: those that cannot pass 1. `replace`: for
# some a ready column in their place, or NULL for none. `about`: those that say which row it is.
result_parts <- function(x, style, headings = RESULT_HEADINGS, shares = RESULT_SHARES, replace = list(),
                         notes = character(), about = ROW_KEYS) {
  names <- setdiff(names(x), "status")
  keys <- row_keys(names, about)
  columns <- lapply(names, function(name) {
    if (name %in% names(replace)) {
      return(replace[[name]])
    }
    heading <- if (name %in% names(headings)) headings[[name]] else name
    values <- x[[name]]
    # A column of NA alone says nothing, unless it is what the result is about.
    if (is.numeric(values) && length(values) && all(is.na(values)) && !name %in% c("estimate", "f1")) {
      return(NULL)
    }
    cells <- if (is_count(name, values)) {
      ifelse(is.na(values), dash(style), big(values))
    } else {
      summary_cells(values, name %in% shares, style)
    }
    c(column(escape(heading, style), cells, is.numeric(values)), key = name %in% keys)
  })
  list(columns = bind_columns(columns), notes = notes, told = is_told(x))
}

# Ids and answers are whole numbers too, and are not grouped in thousands.
is_count <- function(name, values) {
  named <- grepl("^n(_|$)", name) || name %in% c("left", "both", "right", "difference", "coincidences")
  named && is.numeric(values) && all(values == round(values), na.rm = TRUE)
}
