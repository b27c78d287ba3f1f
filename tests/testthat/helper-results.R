# One small result of every class, for the tests of all classes.

# Raters, labels, items and documents are renamed by `name`, for instance to contain special characters of LaTeX.
result_ratings <- function(name = identity) {
  labels <- c(
    "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", "b",
    "a", "a", "a", "c", "a", "c", "b", "b", "c", "a", "c", "a"
  )
  data.frame(
    item = name(paste0("t", rep(1:8, each = 3))), rater = name(c("ann", "bob", "cat")), label = name(labels)
  )
}

result_chains <- function(name = identity) {
  marked <- data.frame(
    document = rep(name(c("d1", "d2")), each = 8), annotator = rep(rep(name(c("ann", "bob")), each = 4), 2),
    mention = 1:4,
    chain = c("r", "r", "n", "n", "r", "r", "r", NA, "r", "r", "r", "n", "r", "n", "r", "r")
  )
  as_chains(marked)
}

result_spans <- function(name = identity) {
  data.frame(
    document = rep(name(c("d1", "d2")), each = 5), annotator = name(c("ann", "ann", "bob", "bob", "cat")),
    start = c(0, 9, 0, 10, 1, 3, 11, 3, 12, 3), end = c(4, 14, 4, 14, 5, 8, 15, 7, 15, 8),
    label = name(c("PER", "LOC", "PER", "PER", "PER")), length = 20
  )
}

result_trees <- function(name = identity) {
  data.frame(
    document = rep(name(c("d1", "d2")), c(6, 4)), annotator = rep(name(c("ann", "bob", "ann", "bob")), c(3, 3, 2, 2)),
    token = c(1:3, 1:3, 1:2, 1:2), head = c(2, 0, 2, 2, 0, 1, 0, 1, 2, 0), label = name("x")
  )
}

result_preferences <- function(name = identity) {
  judged <- expand.grid(item = name(paste0("t", 1:10)), judge = name(c("ann", "bob")), first = name(c("x", "y")))
  judged$second <- rev(judged$first)
  judged$choice <- name(c("x", "x", "y", "x", "y", "x", "x"))[seq_len(40) %% 7 + 1]
  as_preferences(judged, item, first, second, choice, judge = judge)
}

# The results are made once for many tests that only read them.
every_result <- function(name = identity) {
  if (!identical(name, identity)) return(make_every_result(name))
  RESULTS$every <- RESULTS$every %||% make_every_result(name)
}

RESULTS <- new.env(parent = emptyenv())

make_every_result <- function(name) {
  data <- result_ratings(name)
  numbers <- data.frame(item = data$item, rater = data$rater, score = c(1, 2, 2, 4, 5, 4, 2, 2, 3, 5, 5, 4))
  chains <- result_chains(name)
  labels <- consensus(data, item, rater, label, method = "one_coin")
  pairs <- pairwise_agreement(data, item, rater, label, confusion = TRUE)
  gold <- stats::setNames(name(rep(c("a", "b"), 3)), name(paste0("t", 1:6)))
  plan <- with_seed(
    1, plan_agreement(n_items = c(20, 40), ratings_per_item = 2:3, times = 5, ci = ci_jackknife())
  )
  list(
    accord_agreement = agreement(data, item, rater, label),
    accord_icc = icc(numbers, item, rater, score),
    accord_intra = intra_rater_agreement(
      rbind(data, transform(data, label = rev(label))), item, rater, label,
      level = "nominal"
    ),
    accord_pairs = pairs,
    accord_raters = rater_summary(data, item, rater, label),
    accord_rater_means = summary(rater_summary(data, item, rater, label)),
    accord_items = item_summary(data, item, rater, label),
    accord_influence = rater_influence(data, item, rater, label),
    accord_disagreements = disagreements(data, item, rater, label),
    accord_comparison = compare_agreement(
      data, item, rater, label, raters = list(all = NULL, two = name(c("ann", "bob")))
    ),
    accord_group_comparison = suppressWarnings(compare_agreement(
      data, item, rater, label, groups = stats::setNames(name(c("x", "x", "y")), name(c("ann", "bob", "cat")))
    )),
    accord_consensus = labels,
    accord_evaluation = evaluate_consensus(labels, gold),
    accord_audit = audit_labels(rep(c(TRUE, TRUE, FALSE), 4), target = 0.5),
    accord_next = next_items(data, item, rater, label, budget = 3, items = name("t9")),
    accord_fewer = with_seed(1, fewer_ratings(data, item, rater, label, times = 1, least = 1)),
    accord_plan = plan,
    accord_sample_size = sample_size("fleiss_kappa", c(0.6, 0.7), width = 0.2, n_raters = 2:3),
    accord_chain_agreement = chain_agreement(chains),
    accord_coref = coref_scores(chains),
    accord_coref_means = mean(coref_scores(chains)),
    accord_chain_alpha = chain_alpha(chains),
    accord_ratings = as_ratings(data, item, rater, label),
    accord_ratings_summary = summary(as_ratings(data, item, rater, label)),
    accord_preferences = result_preferences(name),
    accord_pairwise = pairwise_judgements(result_preferences(name), reference = name("bob")),
    accord_worths = preference_model(result_preferences(name)),
    accord_alt_test = suppressWarnings(
      alt_test(data, item, rater, label, models = name("cat"), epsilon = 0.1, min_items = 5)
    ),
    accord_judge_report = judge_report(
      data, item, rater, label, judges = name("cat"), questions = c("agreement", "majority", "runs")
    ),
    accord_estimate = corrected_estimate(
      data.frame(person = c(TRUE, FALSE, TRUE, FALSE, rep(NA, 8)), model = rep(c(TRUE, FALSE, FALSE), 4)),
      person, model
    ),
    accord_components = variance_components(numbers, score ~ (1 | item) + (1 | rater)),
    accord_generalizability = generalizability(
      numbers, score ~ (1 | item) + (1 | rater), item,
      n = list(rater = 1:3)
    ),
    accord_spans = as_spans(data.frame(
      document = name("d1"), annotator = name(c("ann", "bob")), start = 0:1, end = 4:5, label = "x", length = 20
    )),
    accord_span_agreement = span_agreement(result_spans(name)),
    accord_event_kappa = event_kappa(result_spans(name)),
    accord_relation_agreement = relation_agreement(result_trees(name)),
    accord_span_alpha = span_alpha(result_spans(name)),
    accord_span_gamma = with_seed(1, span_gamma(result_spans(name))),
    span_consensus = span_consensus(result_spans(name)),
    accord_chains = chains,
    accord_limits = limits_of_agreement(numbers, item, rater, score),
    accord_concordance = concordance(numbers, item, rater, score),
    accord_severity = rater_severity(numbers, item, rater, score),
    accord_marks = fair_marks(rater_severity(numbers, item, rater, score), cut = 3),
    confusion = pairs$confusion[[1]]
  )
}

with_seed <- function(seed, code) {
  set.seed(seed)
  code
}
