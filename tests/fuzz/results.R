# One result of each verb, damage to its columns and attributes, and what shows a result.

# The results are made once, since some take long.
MADE_RESULTS <- new.env()
made_result <- function() {
  if (is.null(MADE_RESULTS$all)) {
    set.seed(1)
    made <- function() c(results_of_labels(), results_of_scores(), results_of_text())
    MADE_RESULTS$all <- suppressWarnings(suppressMessages(made()))
  }
  sample(MADE_RESULTS$all, 1)[[1]]
}

results_of_labels <- function() {
  r <- as_ratings(made_ratings_frame(), item, rater, rating)
  twice <- expand.grid(item = 1:20, rater = c("a", "b", "c", "model"), round = 1:2)
  twice$label <- sample(c("x", "y"), nrow(twice), replace = TRUE)
  twice$outside <- ifelse(twice$item == 1, "z", twice$label)
  once <- twice[twice$round == 1, ]
  people <- once[once$rater != "model", ]
  labels <- consensus(people, item, rater, label, method = "one_coin")
  gold <- stats::setNames(rep(c("x", "y"), 10), 1:20)
  answers <- data.frame(label = once$label[1:20], sure = rep(1:4, 5), gold = once$label[21:40])
  checked <- data.frame(person = c(once$label[1:10], rep(NA, 10)), model = once$label[21:40])
  list(
    agreement(r), pairwise_agreement(r), rater_summary(r), item_summary(r), rater_influence(r), item_influence(r),
    consensus(r), consensus(r, method = "dawid_skene"), consensus(r, method = "mace", posterior = TRUE),
    consensus(r, method = "wawa"), consensus(people, item, rater, label, method = "glad"), disagreements(r),
    disagreements(r, what = "categories"), category_agreement(r), summary(r), summary(rater_summary(r)),
    krippendorff_alpha(people, item, rater, outside, categories = c("x", "y")), interpret(agreement(r)),
    rater_summary(people, item, rater, outside, categories = c("x", "y")),
    evaluate_consensus(labels, gold), calibration(answers, label, sure, gold),
    compare_agreement(twice, item, rater, label, by = round),
    intra_rater_agreement(twice, item, rater, label, occasion = round),
    alt_test(once, item, rater, label, models = "model", epsilon = 0.1, min_items = 10),
    corrected_estimate(checked, person, model),
    plan_agreement(
      n_items = c(20, 40), ratings_per_item = 2, prevalence = c(x = 0.5, y = 0.5), accuracy = 0.8, times = 20
    )
  )
}

results_of_scores <- function() {
  both <- expand.grid(item = 1:20, rater = c("a", "b", "c"))
  both$rating <- sample(1:5, nrow(both), replace = TRUE)
  s <- as_ratings(both, item, rater, rating, level = "interval")
  parts <- variance_components(both, rating ~ (1 | item) + (1 | rater))
  list(
    icc(s), limits_of_agreement(both, item, rater, rating), concordance(both, item, rater, rating),
    consensus(s, method = "mean"), consensus(s, method = "weighted_mean"), rater_severity(both, item, rater, rating),
    parts, generalizability(both, rating ~ (1 | item) + (1 | rater), item)
  )
}

results_of_text <- function() {
  chains <- made_chains()
  spans <- made_spans()
  list(
    chain_agreement(chains), chain_alpha(chains), coref_scores(chains), mean(coref_scores(chains)),
    span_agreement(spans), span_alpha(spans), span_gamma(spans), disagreements(spans)
  )
}

damage_result <- function(x) {
  if (stats::runif(1) < 0.7) {
    return(if (is.data.frame(x) && ncol(x)) damage_frame(x) else damage_field(x))
  }
  name <- sample(setdiff(names(attributes(x)), c("names", "class", "row.names")), 1)
  value <- attr(x, name)
  attr(x, name) <- if (is.list(value) && length(value)) damage_field(value, seq_along(value)) else damage_one(value)
  x
}

# Verbs for results of any kind; those of each kind follow.
RESULT_VERBS <- list(
  print = print_quietly, format = function(x) format(x), tidy = generics::tidy, glance = generics::glance,
  table = paper_table, plot = function(x) ggplot2::autoplot(x), bind = function(x) rbind(x, x), summary = summary,
  latex = function(x) paper_table(x, "latex", digits = 2),
  own = function(x) {
    kind <- class(x)[1]
    verb <- sample(list(
      accord_consensus = list(
        function(x) generics::tidy(x, "posterior"), function(x) generics::tidy(x, "classes"),
        function(x) generics::tidy(x, "iterations"), function(x) generics::augment(x, data.frame(item = 1:3))
      ),
      accord_severity = list(
        generics::augment, function(x) generics::tidy(x, "items"), function(x) generics::tidy(x, "steps")
      ),
      accord_limits = list(generics::augment), accord_pairs = list(mean, as.matrix), accord_coref = list(mean),
      accord_agreement = list(interpret, function(x) format(x, style = "apa"))
    )[[kind]] %||% list(print_quietly), 1)[[1]]
    verb(x)
  }
)
