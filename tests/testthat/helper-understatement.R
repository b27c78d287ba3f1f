# The people's sheets of the understatement study with a model's answers, and the figures that were published of
# them or recomputed by others' programs.

understatement_labels <- function(model) {
  folder <- system.file("extdata", "understatement", "people", package = "accord")
  people <- read_annotators(folder, id = item, annotation = c(understatement, confidence))
  rbind(
    data.frame(
      item = as.integer(people$item), rater = people$annotator, label = people$understatement == "Yes",
      confidence = as.integer(substr(people$confidence, 1, 1))
    ),
    data.frame(item = model$item, rater = "llm", label = model$is_understatement, confidence = model$confidence)
  )
}

expect_understatement_table <- function(model) {
  labels <- understatement_labels(model)
  expected <- utils::read.csv(test_path("reference", "tables", "understatement-expected.csv"))
  value <- function(quantity, table = "is_understatement") {
    found <- expected$value[expected$quantity == quantity & expected$table == table]
    expect_length(found, 1)
    found
  }
  people <- labels[labels$rater != "llm", ]
  pairs <- pairwise_agreement(labels, item, rater, label)
  for (i in seq_len(nrow(pairs))) {
    # The table names the raters of a pair in another order.
    two <- intersect(c("szabi", "antanas", "kris", "bastiaan", "llm"), c(pairs$rater_1[i], pairs$rater_2[i]))
    name <- paste(two, collapse = "_")
    expect_equal(pairs$estimate[i], value(paste0("cohen_kappa_complete_pairs_", name)), tolerance = 1e-12)
    expect_equal(pairs$n_items[i], value(paste0("n_both_", name)))
    # The authors count a missing answer as a "no" in the margins and as a disagreement.
    expect_equal(
      authors_kappa(labels, two), value(paste0("cohen_kappa_authors_formula_", name)),
      tolerance = 1e-12
    )
  }
  complete <- labels[!labels$item %in% labels$item[is.na(labels$label)], ]
  fleiss <- fleiss_kappa(complete, item, rater, label, ci = ci_none())
  expect_equal(fleiss$estimate, value("fleiss_kappa_listwise"), tolerance = 1e-12)
  expect_equal(fleiss$n_items, value("fleiss_items"))
  alpha <- function(data, rating, level) {
    krippendorff_alpha(data, item, rater, {{ rating }}, level = level, ci = ci_none())$estimate
  }
  expect_equal(alpha(labels, label, "nominal"), value("krippendorff_alpha_nominal_all_five"), tolerance = 1e-12)
  expect_equal(alpha(people, label, "nominal"), value("krippendorff_alpha_nominal_four_humans"), tolerance = 1e-12)
  for (level in c("nominal", "ordinal", "interval")) {
    name <- function(who) paste0("krippendorff_alpha_", level, "_", who)
    of <- function(data) {
      if (level == "ordinal") data$confidence <- factor(data$confidence, 1:3, ordered = TRUE)
      alpha(data, confidence, level)
    }
    expect_equal(of(labels), value(name("all_five"), "confidence"), tolerance = 1e-12)
    expect_equal(of(people), value(name("four_humans"), "confidence"), tolerance = 1e-12)
  }
  for (who in unique(labels$rater)) {
    mine <- labels[labels$rater == who, ]
    expect_equal(sum(mine$label, na.rm = TRUE), value(paste0("n_true_", who)))
    expect_equal(mean(mine$confidence, na.rm = TRUE), value(paste0("mean_", who), "confidence"), tolerance = 1e-12)
  }
}

authors_kappa <- function(labels, two) {
  x <- labels$label[labels$rater == two[1]][order(labels$item[labels$rater == two[1]])]
  y <- labels$label[labels$rater == two[2]][order(labels$item[labels$rater == two[2]])]
  observed <- sum(x == y, na.rm = TRUE) / length(x)
  p <- sum(x, na.rm = TRUE) / length(x)
  q <- sum(y, na.rm = TRUE) / length(y)
  chance <- p * q + (1 - p) * (1 - q)
  (observed - chance) / (1 - chance)
}
