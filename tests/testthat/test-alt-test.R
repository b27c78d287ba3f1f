models <- c("m1", "m2")

test_that("the winning rates and advantages that the authors print", {
  published <- read_reference("alt-test-published.csv")
  expect_equal(nrow(published), 18)
  for (set in unique(published$dataset)) {
    rows <- published[published$dataset == set, ]
    ratings <- local_data("alternative-annotator", paste0(set, ".csv"))
    x <- alt_test(
      ratings, item, annotator, label,
      models = rows$model, epsilon = rows$epsilon[1], score = rows$score[1]
    )
    for (i in seq_len(nrow(rows))) {
      info <- paste(set, rows$model[i])
      expect_published(x$advantage_probability[i], rows$advantage_probability[i], 2, info)
      # A share of people: 3 of 8 is printed .38.
      expect_lt(abs(x$winning_rate[i] - rows$winning_rate[i]), 0.0051, label = info)
      expect_equal(x$n_people[i], rows$people[i], info = info)
    }
  }
})

test_that("the test is that of the definition, for every score, on random sparse data", {
  set.seed(20)
  sets <- c("a", "b", "a|b", "a|b|c", "c", "<empty>")
  for (i in seq_len(test_size(1, 60))) {
    for (score in names(ALT_ORACLE)) {
      values <- switch(score, accuracy = c("x", "y", "z"), neg_rmse = c(1, 2, 3.3, 5), sets)
      data <- random_alt(45, 4, values)
      given <- data
      if (score %in% c("jaccard", "masi")) given$label <- lapply(data$label, label_set)
      epsilon <- sample(c(0, 0.1, 0.3), 1)
      x <- alt_test(given, item, rater, label, models, epsilon = epsilon, score = score, min_items = 25)
      for (m in 1:2) {
        oracle <- oracle_alt_test(data, models[m], models, epsilon, ALT_ORACLE[[score]], min_items = 25)
        info <- paste(score, i, m)
        expect_equal(x$people[[m]]$p.value, as.double(oracle$people$p), info = info)
        expect_equal(x$people[[m]]$n_items, oracle$people$n, info = info)
        expect_equal(x$people[[m]]$model_wins, oracle$people$wins, info = info)
        expect_equal(x$winning_rate[m], oracle$winning_rate, info = info)
        expect_equal(x$advantage_probability[m], oracle$advantage, info = info)
      }
    }
  }
})

test_that("a function of two ratings is a score", {
  set.seed(3)
  data <- random_alt(60, 3, c(1, 2, 3, 4))
  own <- alt_test(data, item, rater, label, models, epsilon = 0.1, score = function(a, b) -(a - b)^2)
  named <- alt_test(data, item, rater, label, models, epsilon = 0.1, score = "neg_rmse")
  expect_equal(own$people, named$people)
  expect_equal(own$score, c("custom", "custom"))
  sets <- data
  sets$label <- lapply(data$label, function(x) c("a", "b", "c", "d")[seq_len(x)])
  own <- alt_test(sets, item, rater, label, models, epsilon = 0.1, score = setequal)
  expect_equal(own$people, alt_test(data, item, rater, label, models, epsilon = 0.1)$people)
})

test_that("order of rows, names and the other models change nothing", {
  set.seed(4)
  data <- random_alt(80, 4, c("x", "y", "z"))
  x <- alt_test(data, item, rater, label, models, epsilon = 0.1)
  expect_equal(alt_test(data[sample(nrow(data)), ], item, rater, label, models, epsilon = 0.1), x)
  expect_equal(alt_test(data, item, rater, label, rev(models), epsilon = 0.1)[2:1, ], x)
  alone <- alt_test(data[data$rater != "m2", ], item, rater, label, "m1", epsilon = 0.1)
  expect_equal(alone, x[1, ])
  renamed <- transform(data, item = paste0("t", 200 - item), rater = chartr("p1234", "q4321", rater))
  renamed$rater <- sub("m4", "a1", sub("m3", "a2", renamed$rater))
  y <- alt_test(renamed, item, rater, label, c("a1", "a2"), epsilon = 0.1)
  numbers <- c("winning_rate", "advantage_probability", "passed", "n_people", "n_items")
  expect_equal(unclass(y)[numbers], unclass(x)[numbers])
  expect_equal(alt_test(as_ratings(data, item, rater, label), models = models, epsilon = 0.1), x)
  set <- c("z", "y", "x")
  expect_equal(alt_test(data, item, rater, label, models, epsilon = 0.1, categories = set), x)
})

test_that("a group is tested by itself", {
  set.seed(5)
  one <- random_alt(50, 3, c("x", "y"))
  two <- random_alt(60, 3, c("x", "y"))
  both <- rbind(cbind(one, part = "one"), cbind(two, part = "two"))
  x <- alt_test(both, item, rater, label, models, epsilon = 0.2, by = part)
  expect_equal(x$part, rep(c("one", "two"), each = 2))
  alone <- alt_test(two, item, rater, label, models, epsilon = 0.2)
  expect_equal(x$people[3:4], alone$people)
  expect_equal(x$n_items[3:4], alone$n_items)
})

test_that("a model that is as good as a person is rejected at the level of the test", {
  skip_if_quick()
  set.seed(6)
  # Model and person are exchangeable and epsilon is 0, which is the boundary of the hypothesis.
  p <- replicate(test_size(60, 3000), {
    truth <- sample(1:3, 40, replace = TRUE)
    other <- matrix(sample(1:3, 160, replace = TRUE), 40)
    label <- ifelse(matrix(stats::runif(160), 40) < 0.4, other, truth)
    data <- data.frame(item = 1:40, rater = rep(c("a", "b", "c", "m"), each = 40), label = letters[c(label)])
    alt_test(data, item, rater, label, "m", epsilon = 0)$people[[1]]$p.value[1]
  })
  expect_lt(mean(p <= 0.05), stats::qbinom(0.999, length(p), 0.05) / length(p))
  expect_gt(mean(p <= 0.05), stats::qbinom(0.001, length(p), 0.05) / length(p))
})

# Ten items: the model is right throughout, ann is once wrong, bob never.
ten <- rated(ann = c("b", rep("a", 9)), bob = rep("a", 10), m = rep("a", 10))

test_that("people with few items are left out, or tested by ranks", {
  expect_warning(
    x <- alt_test(ten, item, rater, label, "m", epsilon = 0.1), "few = \"wilcoxon\"",
    class = "accord_warning_undefined"
  )
  expect_true(is.na(x$winning_rate) && is.na(x$passed) && is.na(x$advantage_probability))
  expect_equal(x$n_left_out, 2L)
  expect_equal(x$status, "no person with 30 shared items")
  expect_equal(x$people[[1]]$status, rep("fewer than 30 shared items", 2))
  expect_equal(x$people[[1]]$test, c(NA_character_, NA_character_))

  x <- alt_test(ten, item, rater, label, "m", epsilon = 0.1, few = "wilcoxon")
  d <- c(-1, rep(0, 9)) # ann against bob; bob against ann has no differences
  by_ranks <- stats::wilcox.test(d, mu = 0.1, alternative = "less", exact = FALSE)$p.value
  expect_equal(x$people[[1]]$p.value[1], by_ranks)
  expect_equal(x$people[[1]]$test, rep("wilcoxon", 2))
})

test_that("differences without variance give 0 or 1", {
  x <- alt_test(ten, item, rater, label, "m", epsilon = 0.1, min_items = 10)
  # bob: model and he are the same on every item, difference 0 < .1.
  expect_equal(x$people[[1]]$p.value[2], 0)
  expect_equal(x$people[[1]]$model_wins, c(1, 1))
  expect_equal(x$people[[1]]$person_wins, c(0.9, 1))
  bad <- transform(ten, label = ifelse(rater == "m", "c", "a"))
  x <- quietly(alt_test(bad, item, rater, label, "m", epsilon = 0.1, min_items = 10))
  expect_equal(x$people[[1]]$p.value, c(1, 1))
  expect_equal(x$winning_rate, 0)
  # A difference of 0 is not below an epsilon of 0.
  same <- alt_test(transform(ten, label = "a"), item, rater, label, "m", epsilon = 0, min_items = 10)
  expect_equal(same$people[[1]]$p.value, c(1, 1))
})

test_that("no shared item gives NA and the reason", {
  alone <- rated(ann = c("a", "b", NA), bob = c(NA, NA, "a"), m = c("a", "b", "a"))
  expect_warning(
    x <- alt_test(alone, item, rater, label, "m", epsilon = 0.1),
    class = "accord_warning_undefined"
  )
  expect_equal(x$status, "no item that two people and the model rated")
  expect_equal(x$n_items, 0L)
  expect_equal(nrow(x$people[[1]]), 0)
  expect_output(print(x), "no item that two people")
  expect_equal(nrow(tidy(x)), 0)
})

test_that("bad arguments are told in words", {
  skip_if_quick()
  test <- function(..., epsilon = 0.1) alt_test(ten, item, rater, label, ..., epsilon = epsilon)
  expect_fault(test("m", epsilon = NULL), "argument", "must be given", argument = "epsilon")
  expect_fault(test("m", epsilon = 2), "argument", "between 0 and 1", argument = "epsilon")
  expect_fault(test(), "argument", "None is named", argument = "models")
  expect_fault(test(c("m", "m")), "argument", "each once")
  expect_fault(test("M2"), "unknown_rater", raters = "M2")
  expect_fault(test(c("x", "y")), "unknown_rater", "2 of them are not", raters = c("x", "y"))
  expect_fault(test(c("ann", "bob", "m")), "argument", "must be people")
  expect_fault(test("m", score = "acc"), "argument", "score")
  expect_fault(test("m", score = "neg_rmse"), "argument", "numbers", argument = "score")
  expect_fault(test("m", score = "masi"), "score", "sets")
  expect_fault(test("m", score = function(a, b) "x"), "score", "one finite number")
  expect_fault(test("m", score = function(a, b) stop("no")), "score", "It stopped")
  expect_fault(test("m", fdr = 1), "argument", argument = "fdr")
  expect_fault(test("m", min_items = 1), "argument", argument = "min_items")
  expect_fault(test("m", few = "drop"), "argument", argument = "few")
  expect_fault(test("m", duplicates = "keep"), "argument", argument = "duplicates")
  expect_fault(test("m", level = "nominal"), "argument", argument = "level")
  twice <- as_ratings(rbind(ten, ten[1:2, ]), item, rater, label, duplicates = "keep")
  expect_fault(alt_test(twice, models = "m", epsilon = 0.1), "argument", "2 items have more")
  anonymous <- as_ratings(ten, item, rating = label)
  expect_fault(alt_test(anonymous, models = "m", epsilon = 0.1), "anonymous")
  expect_fault(
    alt_test(transform(ten, model = "x"), item, rater, label, "m", epsilon = 0.1, by = model), "reserved_name"
  )
})

test_that("the recipes of the help page answer how steady a model is", {
  labels <- rated(
    ann = c("a", "a", "b", "b", "a", "b"), bob = c("a", "b", "b", "b", "a", "b"),
    cat = c("a", "b", "b", "a", "a", "b"),
    run1 = c("a", "b", "b", "b", "b", "b"), run2 = c("a", "b", "b", "b", "a", "b")
  )
  people <- c("ann", "bob", "cat")
  runs <- c("run1", "run2")
  # 1 of 6 pairs differs; of 12 ratings 3 are a and 9 b: expected 2 * 3 * 9 / (12 * 11).
  steady <- krippendorff_alpha(labels[labels$rater %in% runs, ], item, rater, label, ci = ci_none())
  expect_equal(steady$estimate, 1 - (1 / 6) / (54 / 132))
  pairs <- pairwise_agreement(labels, item, rater, label, coefficient = "percent")
  pairs <- pairs[xor(pairs$rater_1 %in% runs, pairs$rater_2 %in% runs), ]
  expect_equal(nrow(pairs), 6)
  expect_equal(pairs$estimate[pairs$rater_1 == "ann"], c(4, 5) / 6)
  votes <- consensus(labels[labels$rater %in% people, ], item, rater, label)
  expect_equal(votes$label, c("a", "b", "b", "b", "a", "b"))
  majority <- data.frame(item = votes$item, rater = "majority", label = votes$label)
  both <- rbind(majority, labels[labels$rater == "run1", ])
  found <- category_agreement(both, item, rater, label, ci = ci_none())
  specific <- found[found$coefficient == "category_agreement", ]
  # a: 1 item both, 3 ratings; b: 4 items both, 9 ratings.
  expect_equal(specific$estimate, c(2 / 3, 8 / 9))
})

test_that("clusters are refused", {
  d <- data.frame(item = rep(1:6, 3), rater = rep(c("ann", "bob", "llm"), each = 6), label = "a", doc = 1:2)
  expect_error(
    alt_test(d, item, rater, label, models = "llm", epsilon = 0.1, cluster = doc),
    class = "accord_error_argument"
  )
})

test_that("models without quotes are asked for in quotes", {
  d <- data.frame(item = rep(1:5, 3), rater = rep(c("ann", "bob", "gpt"), each = 5), label = "a")
  expect_fault(alt_test(d, item, rater, label, models = gpt, epsilon = 0.1), "argument", "in quotes: .gpt.")
  # The choice of models is checked before the margin.
  expect_fault(alt_test(d, item, rater, label), "argument", "None is named", argument = "models")
  expect_fault(alt_test(d, item, rater, label, models = c(gpt, claude), epsilon = 0.1), "argument", "gpt")
})

test_that("that nobody is left is said in the singular too", {
  one <- data.frame(item = 1:3, rater = "a", label = c("x", "y", "x"))
  expect_fault(alt_test(one, item, rater, label, models = "a", epsilon = 0.1), "argument", "The only one is named")
})

test_that("errors of numbers are compared in any unit", {
  set.seed(8)
  numbers <- transform(random_alt(60, 3, 1:5), label = as.double(label))
  ask <- function(unit) {
    data <- transform(numbers, label = label * unit)
    alt_test(data, item, rater, label, models, epsilon = 0.1, score = "neg_rmse")
  }
  expect_equal(ask(2^900), ask(1))
  expect_equal(ask(2^-900), ask(1))
})

test_that("the number of raters is told if all are models", {
  data <- rated(ann = rep("a", 40), bob = rep("a", 40))
  expect_fault(
    alt_test(data, item, rater, label, c("ann", "bob"), epsilon = 0.1), "argument", "All 2 are named in `models`"
  )
})

test_that("groups in which nobody can be compared are bound to the others, and named", {
  data <- data.frame(
    item = c(rep(1:40, 3), 1:5), rater = c(rep(c("ann", "bob", "model"), each = 40), rep("ann", 5)),
    label = c(rep(c("x", "y"), 60), rep("x", 5)), group = rep(c("b", "a"), c(120, 5))
  )
  expect_warning(
    x <- alt_test(data, item, rater, label, "model", epsilon = 0.1, by = group),
    "1 of 2 tests could not be made.*a: no item", class = "accord_warning_undefined"
  )
  expect_identical(tidy(x)$group, c("b", "b"))
  expect_identical(tidy(x)$term, c("ann", "bob"))
  none <- x$people[[which(x$group == "a")]]
  expect_identical(lapply(none, class), lapply(x$people[[which(x$group == "b")]], class))
  expect_match(format(x), "a: no item that two people and the model rated", all = FALSE)
  expect_warning(
    alt_test(data[data$group == "a" | data$item > 38, ], item, rater, label, "model", epsilon = 0.1, by = group),
    "2 of 2 tests could not be made"
  )
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(x), "ggplot")
})

test_that("people are those who are named, and runs of a model are none", {
  skip_if_quick()
  set.seed(5)
  data <- data.frame(item = 1:60, rater = rep(c("ann", "bob", "cat", "gpt", "llama-3", "plain"), each = 60))
  data$label <- sample(c("a", "b"), nrow(data), TRUE)
  named <- alt_test(data, item, rater, label, "gpt", people = c("ann", "bob", "cat"), epsilon = 0.1)
  only <- data[data$rater %in% c("ann", "bob", "cat", "gpt"), ]
  expect_equal(named$people, alt_test(only, item, rater, label, "gpt", epsilon = 0.1)$people)
  expect_match(format(named), "# People: ann; bob; cat", fixed = TRUE, all = FALSE)
  expect_warning(
    all <- alt_test(data, item, rater, label, "gpt", epsilon = 0.1), "1 of 5 has the name of a model: \"llama-3\"",
    class = "accord_warning_model_as_person"
  )
  expect_identical(all$n_people, 5L)
  more <- transform(data, rater = ifelse(rater == "plain", "mistral", rater))
  expect_warning(alt_test(more, item, rater, label, "gpt", epsilon = 0.1), "2 of 5 have the name of a model")
  runs <- data
  of_model <- match(data$rater, c("gpt", "llama-3", "plain"))
  runs$rater <- ifelse(is.na(of_model), data$rater, paste0("gpt_", of_model))
  more_runs <- c("gpt_2", "gpt_3")
  expect_fault(alt_test(runs, item, rater, label, "gpt_1", epsilon = 0.1), "runs_as_people", raters = more_runs)
  two <- c("gpt_1", "gpt_2")
  expect_fault(alt_test(runs, item, rater, label, two, epsilon = 0.1), "runs_as_people", "1 of the people")
  fine <- alt_test(runs, item, rater, label, paste0("gpt_", 1:3), epsilon = 0.1)
  expect_identical(fine$n_people, rep(3L, 3))
  # Raters who all have numbers are no runs.
  numbered <- transform(only, rater = paste0("r", match(rater, unique(rater))))
  spaced <- transform(numbered, rater = sub("r", "rater ", rater))
  expect_identical(alt_test(numbered, item, rater, label, "r4", epsilon = 0.1)$n_people, 3L)
  expect_identical(alt_test(spaced, item, rater, label, "rater 4", epsilon = 0.1)$n_people, 3L)
  expect_fault(alt_test(only, item, rater, label, "gpt", people = "zoe", epsilon = 0.1), "unknown_rater")
  expect_fault(alt_test(only, item, rater, label, "gpt", people = c("ann", "gpt"), epsilon = 0.1), "argument", "both")
})

test_that("a person who is a copy of the model is a warning, with the number of items", {
  set.seed(6)
  wide <- replicate(4, sample(c("a", "b"), 80, TRUE))
  wide[1:60, 2] <- wide[1:60, 4]
  rows <- data.frame(item = 1:80, rater = rep(c("ann", "bob", "cat", "m"), each = 80), label = c(wide))
  # The copy rated 60 of the items.
  copied <- rows[rows$rater != "bob" | rows$item <= 60, ]
  test <- function(data, ...) alt_test(data, item, rater, label, models = "m", epsilon = 0.1, ...)
  cnd <- expect_warning(test(copied), class = "accord_warning_both_sides")
  expect_match(cnd$reasons, "^bob gives the label of m on each of their 60 common items")
  # As the warning advises.
  expect_no_warning(test(copied, people = c("ann", "cat")))
  expect_no_warning(test(rows))
})

test_that("runs and orders of a model are neither parts of items nor groups", {
  rows <- data.frame(item = 1:12, rater = rep(c("ann", "bob", "m", "m"), each = 12), label = c("a", "b"))
  rows$run <- rep(c(NA, NA, 1, 2), each = 12)
  cnd <- expect_fault(
    alt_test(rows, item, rater, label, models = "m", epsilon = 0.1), "duplicate_rating", "judge_report"
  )
  expect_no_match(paste(cnd$body, collapse = " "), "cluster =|by =")
})
