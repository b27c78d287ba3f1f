# Agreement on each category. Numbers are worked out by hand in the comments; category kappas that
# were printed: test-published-kappa.R; more definitions: test-oracle-kappa.R.

# Six items and three raters, as on the help page.
diagnoses <- function(...) {
  data <- data.frame(
    item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
    label = c(
      "a", "a", "a", "b", "b", "a", "c", "b", "b", "b", "b", NA, "a", "a", "a", "b", "c", "b"
    )
  )
  transform(data, ...)
}

on <- function(data, ..., ci = ci_none()) category_agreement(data, item, rater, label, ..., ci = ci)
specific <- function(data, ...) on(data, coefficients = "category_agreement", ...)
quietly <- function(code) suppressWarnings(code, classes = "accord_warning")

test_that("specific agreement is the share of pairs with a category that have it twice", {
  got <- specific(diagnoses())
  expect_equal(got$category, c("a", "b", "c"))
  # a has 6 + 0 + 6 of 6 + 2 + 6 such pairs, b 2 + 2 + 2 + 2 of 4 + 4 + 2 + 4, c none of 2 + 2
  expect_equal(got$estimate, c(12 / 14, 8 / 14, 0))
  # per item, of six
  expect_equal(got$expected, c(14, 14, 4) / 6)
  expect_equal(got$observed, c(2, 6, 4) / 6)
  expect_true(all(is.na(c(got$observed_agreement, got$expected_agreement))))
  expect_equal(got$metric, rep("identity", 3))
  expect_equal(got$n_ratings, rep(17, 3))
})

test_that("items with one rating take no part in specific agreement", {
  more <- rbind(diagnoses(), data.frame(item = c(7, 8), rater = "ann", label = c("a", "c")))
  expect_equal(specific(more), specific(diagnoses()))
  # but in Fleiss' shares: pi_a = (1 + 1/3 + 1 + 1) / 8, 1 - p_a = 2/3 over six
  got <- on(more, coefficients = "fleiss")
  pi <- (1 + 1 / 3 + 1 + 1) / 8
  expect_equal(got$estimate[1], 1 - (2 / 3 / 6) / (2 * pi * (1 - pi)))
  expect_equal(got$n_items, rep(8, 3))
})

test_that("for two raters it is the positive and the negative agreement", {
  got <- category_agreement(
    rbind(yes = c(yes = 7, no = 4), no = c(8, 81)),
    layout = "confusion", coefficients = "category_agreement", ci = ci_none()
  )
  expect_equal(got$category, c("yes", "no"))
  expect_equal(got$estimate, c(2 * 7 / (2 * 7 + 4 + 8), 2 * 81 / (2 * 81 + 4 + 8)))
})

test_that("kappas and alpha are those of the category against all others", {
  got <- on(diagnoses(), coefficients = c("fleiss", "alpha", "brennan_prediger", "gwet_ac"))
  a <- got[got$category == "a", ]
  expect_equal(a$coefficient, c("fleiss_kappa", "krippendorff_alpha", "brennan_prediger", "gwet_ac1"))
  # p_a = (1 + 1/3 + 1 + 1 + 1 + 1) / 6, pi_a = (1 + 1/3 + 1) / 6 = 7/18
  chance <- c((49 + 121) / 324, 1 / 2, 154 / 324)
  expect_equal(a$estimate[-2], (8 / 9 - chance) / (1 - chance))
  # seven of 17 are a: 2 * 2 / (3 - 1) over 17, and 2 * 7 * 10 of 17 * 16
  expect_equal(a$estimate[2], 1 - (2 / 17) / (140 / 272))
  expect_equal(a$metric, c("identity", "nominal", "identity", "identity"))
})

test_that("each category has what recoding by hand gives", {
  coefficients <- c(
    "percent_agreement", "fleiss_kappa", "conger_kappa", "light_kappa", "gwet_ac", "brennan_prediger",
    "krippendorff_alpha"
  )
  got <- on(diagnoses(), coefficients = coefficients)
  for (k in c("a", "b", "c")) {
    binary <- transform(diagnoses(), label = ifelse(label == k, "it", "not"))
    expected <- agreement(binary, item, rater, label, coefficients = coefficients, ci = ci_none())
    of_k <- as.list(got[got$category == k, names(expected)])
    expect_equal(of_k, as.list(expected), info = k, ignore_attr = c("uses", "seal"))
  }
})

test_that("groups, frequencies and items of several sizes change nothing in that", {
  skip_if_quick()
  data <- expand.grid(item = 1:30, rater = c("ann", "bob", "cat", "dan"))
  data$label <- letters[(data$item * 7 + as.integer(data$rater) * (data$item %% 3)) %% 9 + 1]
  data <- data[(data$item + 2 * as.integer(data$rater)) %% 5 > 0, ]
  data$part <- ifelse(data$item > 11, "x", "y")
  data$n <- as.integer(data$item %% 4 + 1)
  coefficients <- c("percent_agreement", "fleiss_kappa", "conger_kappa", "gwet_ac", "krippendorff_alpha")
  for (few in list(coefficients, setdiff(coefficients, "conger_kappa"))) {
    got <- quietly(on(data, by = part, case_weights = n, coefficients = few, ci = ci_bayes()))
    for (k in c("a", "e", "i")) {
      binary <- transform(data, label = factor(label == k, c(FALSE, TRUE)))
      expected <- quietly(agreement(binary, item, rater, label, by = part, case_weights = n, coefficients = few))
      expect_equal(as.list(got[got$category == k, names(expected)])[1:13], as.list(expected)[1:13], info = k)
    }
  }
})

test_that("with two categories each has the value of both", {
  two <- diagnoses(label = ifelse(label == "a", "a", "b"))
  coefficients <- c("fleiss_kappa", "krippendorff_alpha", "conger_kappa")
  got <- on(two, coefficients = coefficients)
  both <- agreement(two, item, rater, label, coefficients = coefficients, ci = ci_none())$estimate
  expect_equal(got$estimate, rep(both, 2))
})

test_that("the default is specific agreement, Fleiss' kappa and alpha", {
  got <- on(diagnoses())
  expect_equal(got$coefficient, rep(c("category_agreement", "fleiss_kappa", "krippendorff_alpha"), 3))
  expect_equal(got$category, rep(c("a", "b", "c"), each = 3))
  expect_s3_class(got, c("accord_agreement", "tbl_df"))
  expect_equal(names(got)[1:2], c("category", "coefficient"))
})

test_that("categories stand in their order, the unused ones included", {
  declared <- c("c", "unused", "a", "b")
  results <- list(
    quietly(on(diagnoses(), categories = declared)),
    quietly(on(transform(diagnoses(), label = factor(label, declared)))),
    quietly(category_agreement(
      as_ratings(diagnoses(), item, rater, label, categories = declared), ci = ci_none()
    ))
  )
  for (got in results) {
    expect_equal(as.character(got$category), rep(declared, each = 3))
    unused <- got[got$category == "unused", ]
    expect_equal(unused$status, c("category not used", "one category only", "one category only"))
    expect_identical(unused$estimate, rep(NA_real_, 3))
    used <- got[got$category != "unused", ]
    used <- used[order(as.character(used$category)), ]
    expect_equal(used$estimate, on(diagnoses())$estimate)
  }
})

test_that("numbers and logicals keep their type", {
  got <- specific(diagnoses(label = c(a = 10, b = 9, c = 100)[label]))
  expect_equal(got$category, c(9, 10, 100))
  expect_equal(got$estimate, c(8 / 14, 12 / 14, 0))
  got <- specific(diagnoses(label = label == "a"))
  expect_equal(got$category, c(FALSE, TRUE))
  # not a: one pair of different ratings in 4 + 6 + 2 + 6 with one more such pair
  expect_equal(got$estimate, c((2 + 6 + 2 + 6) / (4 + 6 + 2 + 6), 12 / 14))
})

test_that("a category of any name is a category", {
  got <- specific(diagnoses(label = c(a = "all others", b = "", c = "NA")[label]), na = character())
  expect_setequal(got$category, c("all others", "", "NA"))
  expect_equal(got$estimate[match(c("all others", "", "NA"), got$category)], c(12 / 14, 8 / 14, 0))
})

# Groups.

grouped <- function() {
  rbind(cbind(diagnoses(), part = "y"), cbind(diagnoses(label = chartr("abc", "bba", label)), part = "x"))
}

test_that("rows are group by group, then category by category", {
  got <- quietly(on(grouped(), by = part, coefficients = c("fleiss", "category_agreement")))
  expect_equal(names(got)[1:3], c("part", "category", "coefficient"))
  expect_equal(got$part, rep(unique(got$part), each = 6))
  expect_equal(got$category, rep(rep(c("a", "b", "c"), each = 2), 2))
  expect_equal(got$coefficient, rep(c("fleiss_kappa", "category_agreement"), 6))
  y <- got[got$part == "y" & got$coefficient == "category_agreement", ]
  expect_equal(y$estimate, c(12 / 14, 8 / 14, 0))
  # in x, c is a and all others are b: b in 17 - 2 ratings, 4 pairs differ twice
  x <- got[got$part == "x" & got$coefficient == "category_agreement", ]
  expect_equal(x$estimate, c(0, 1 - 4 / (6 + 6 + 4 + 2 + 6 + 4), NA))
  expect_equal(x$status, c("ok", "ok", "category not used"))
})

test_that("one warning names group, category and coefficient", {
  warnings <- capture_warnings_of(on(grouped(), by = part))
  expect_length(warnings, 1)
  expect_s3_class(warnings[[1]], "accord_warning_undefined")
  expect_equal(warnings[[1]]$groups, rep("x, c", 3))
  expect_equal(warnings[[1]]$coefficients, c("category_agreement", "fleiss_kappa", "krippendorff_alpha"))
  expect_equal(warnings[[1]]$reasons, c("category not used", rep("one category only", 2)))
  expect_match(conditionMessage(warnings[[1]]), "3 of 18 estimates have no value", fixed = TRUE)
})

test_that("a faulty group leaves the others their values", {
  data <- rbind(grouped(), cbind(diagnoses()[1, ], part = "y"))
  got <- quietly(specific(data, by = part))
  expect_equal(got$status[got$part == "y"], rep("duplicate ratings", 3))
  expect_identical(got$estimate[got$part == "y"], rep(NA_real_, 3))
  expect_equal(got$estimate[got$part == "x"][1:2], c(0, 1 - 4 / 28))
  expect_fault(specific(data), "duplicate_rating")
})

test_that("a group named category has to have another name", {
  data <- transform(grouped(), category = part)
  cnd <- expect_fault(on(data, by = category), "reserved_name", "1 of them does: category")
  expect_equal(cnd$columns, "category")
  cnd <- expect_fault(on(transform(data, metric = 1), by = c(metric, part)), "reserved_name")
  expect_equal(cnd$columns, "metric")
  got <- quietly(specific(data, by = c(part = category)))
  expect_equal(got, quietly(specific(grouped(), by = part)))
  # other verbs have no column of that name
  named <- agreement(data, item, rater, label, by = category, coefficients = "percent", ci = ci_none())
  expect_setequal(named$category, c("x", "y"))
})

# Data without a value.

test_that("with one category all agree on it, and no kappa is defined", {
  warnings <- capture_warnings_of(got <- on(diagnoses(label = "a")))
  expect_length(warnings, 1)
  expect_equal(got$estimate, c(1, NA, NA))
  expect_equal(got$status, c("ok", "one category only", "one category only"))
})

test_that("one rater, no item with two ratings, no rating", {
  status <- function(data, ...) {
    warnings <- capture_warnings_of(got <- on(data, ...))
    expect_length(warnings, 1)
    expect_identical(got$estimate, rep(NA_real_, nrow(got)))
    unique(got$status)
  }
  expect_equal(status(diagnoses()[seq(1, 18, by = 3), ]), "one rater only")
  expect_equal(status(diagnoses()[c(1, 5, 9), ]), "no item with two ratings")
  expect_equal(status(diagnoses(label = NA_character_), categories = c("a", "b")), "no ratings")
})

test_that("anonymous raters have a specific agreement, and no kappa that needs to know them", {
  warnings <- capture_warnings_of(
    got <- category_agreement(
      diagnoses(), item, rating = label, coefficients = c("category_agreement", "conger"), ci = ci_none()
    )
  )
  expect_equal(warnings[[1]]$reasons, rep("raters are anonymous", 3))
  expect_equal(got$estimate, c(12 / 14, NA, 8 / 14, NA, 0, NA))
})

# Arguments of the verb.

test_that("coefficients are those of agreement(), and specific agreement", {
  known <- c("percent_agreement", "light_kappa", "category_agreement", "gwet_ac1")
  got <- on(diagnoses(), coefficients = c("percent", "light", "category_agreement", "gwet_ac"))
  expect_equal(got$coefficient, rep(known, 3))
  expect_fault(on(diagnoses(), coefficients = "specifc"), "argument", "Did you mean \"category_agreement\"?")
  expect_fault(on(diagnoses(), coefficients = c("dice", "f1")), "argument", "2 of them are not known")
  expect_fault(on(diagnoses(), weights = "linear"), "argument", "1 unknown argument: `weights`")
})

test_that("a table of counts has categories", {
  counts <- rbind(c(a = 3, b = 0, c = 0), c(1, 2, 0), c(0, 2, 1), c(0, 2, 0), c(3, 0, 0), c(0, 2, 1))
  got <- category_agreement(counts, layout = "counts", ci = ci_none())
  expect_equal(got$estimate, on(diagnoses())$estimate)
  expect_identical(got$n_raters, rep(NA_integer_, 9))
})

test_that("results have intervals, and show as others do", {
  # all ratings of c are in one category: it is reported once
  cnd <- expect_warning(got <- on(diagnoses(), ci = ci_analytic()), class = "accord_warning_no_interval")
  expect_equal(c(cnd$groups, cnd$coefficients), c("c", "category_agreement"))
  expect_equal(unique(got$interval), "analytic")
  first <- got[got$coefficient == "category_agreement" & got$category == "a", ]
  # a ratio of sums over six items: twice 6, 0 of 2 once
  s <- stats::sd(c(6, 0, 0, 0, 6, 0) - 12 / 14 * c(6, 2, 0, 0, 6, 0)) * sqrt(6) / 14
  expect_equal(first$std.error, s)
  expect_equal(names(tidy(got))[1:2], c("category", "term"))
  expect_match(capture.output(print(got)), "Specific agreement", fixed = TRUE, all = FALSE)
})

test_that("without a category there are no rows, but all columns", {
  got <- quietly(on(diagnoses(label = NA_character_)))
  expect_equal(names(got), names(on(diagnoses())))
  expect_equal(nrow(got), 0)
})

test_that("the headline has no blank before its comma", {
  ratings <- data.frame(item = rep(1:4, each = 2), rater = 1:2, label = c("a", "a", "b", "c", "b", "b", "c", "c"))
  expect_match(format(category_agreement(ratings, item, rater, label))[1], "3 categories, 95%", fixed = TRUE)
})

test_that("numbers of SPSS that are categories are shown with their labels", {
  code <- structure(
    c(1, 2, 9, 1, 1, 2, 9, 2), labels = c(no = 1, yes = 2, unclear = 9),
    class = c("haven_labelled", "vctrs_vctr", "double")
  )
  ratings <- tibble::tibble(item = rep(1:4, 2), rater = rep(c("ann", "bob"), each = 4), code = code)
  x <- category_agreement(ratings, item, rater, code)
  shown <- "# Labels: 1 = no, 2 = yes, 9 = unclear"
  expect_true(shown %in% cli::ansi_strip(format(x)))
  expect_true(shown %in% cli::ansi_strip(format(x[x$coefficient == "category_agreement", ])))
  ratings$code <- as.double(unclass(code))
  expect_equal(x, category_agreement(ratings, item, rater, code), ignore_attr = TRUE)
})

# Sparse random sets of up to three of four labels by up to four raters; of the last label there are few.
random_sets <- function(seed) {
  set.seed(seed)
  data <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat", "dan"))
  data <- data[stats::runif(nrow(data)) < 0.7, ]
  true <- matrix(stats::runif(12 * 4) < 0.4, 12)
  data$label <- lapply(seq_len(nrow(data)), function(i) {
    has <- xor(true[data$item[i], ], stats::runif(4) < 0.2)
    c("a", "b", "c, d", "e")[has & c(TRUE, TRUE, TRUE, i < 6)]
  })
  data$label[sample(nrow(data), 3)] <- list(NA)
  data
}

test_that("labels of sets have the coefficients of a rating 0 or 1 for each item and rater", {
  skip_if_quick()
  coefficients <- c("category_agreement", "fleiss_kappa", "conger_kappa", "gwet_ac1", "krippendorff_alpha")
  for (seed in seq_len(test_size(12, 300))) {
    data <- random_sets(seed)
    data$part <- data$item %% 2
    # All at once, and one by one, since clusters need whole items.
    for (clusters in c(FALSE, TRUE)) {
      more <- if (clusters) list(cluster = "item") else list(by = "part")
      got <- quietly(rlang::inject(on(data, coefficients = coefficients, !!!more)))
      labels <- sort(unique(stats::na.omit(unlist(data$label))))
      expect_identical(unique(got$category), labels)
      wrong <- unlist(lapply(seq_len(nrow(got)), function(i) {
        own <- if (clusters) data else data[data$part == got$part[i], ]
        has <- vapply(own$label, function(set) if (anyNA(set)) NA else got$category[i] %in% set, NA)
        items <- oracle_items(own$item, own$rater, ifelse(has, 1L, 2L))
        name <- got$coefficient[i]
        oracle <- if (name == "category_agreement") {
          oracle_specific(items, 1)(items$times)
        } else {
          oracle_kappa(items, name, diag(2))
        }
        same <- all.equal(got$estimate[i], oracle[["estimate"]], tolerance = 1e-10)
        if (!isTRUE(same)) paste(name, got$category[i], same)
      }))
      expect_identical(wrong, NULL, info = paste0("random_sets(", seed, ")"))
    }
  }
})

test_that("a print counts empty sets, and unanimous sets are no set of their own", {
  data <- data.frame(item = rep(1:3, each = 2), rater = c("ann", "bob"))
  data$label <- list(c("a", "b"), "a", character(), character(), c("b", "a"), c("a", "b"))
  got <- on(data, coefficients = c("percent_agreement", "category_agreement"))
  expect_identical(got$category, c("a", "a", "b", "b"))
  # All agree on a; two of three on b, with three ratings that have it: two of them meet.
  expect_equal(got$estimate, c(1, 1, 2 / 3, 2 / 3))
  expect_output(print(got), "2 ratings are the empty set")
})

test_that("codes of passages that overlap have the kappa of each code", {
  # Two coders, 280 positions (ccbogel/QualCoder#667). Both mark 35 as cost, and one of them another 18.
  spans <- data.frame(
    document = "d", annotator = rep(c("ann", "bob"), c(2, 2)), start = c(0, 20, 0, 20), end = c(53, 60, 35, 60),
    label = c("cost", "trust"), length = 280
  )
  got <- category_agreement(as_ratings(as_spans(spans)), coefficients = "cohen_kappa", ci = ci_none())
  expect_identical(got$category, c("cost", "trust"))
  # They agree on all but 18 positions.
  pe <- (53 * 35 + 227 * 245) / 280^2
  expect_equal(got$estimate, c((262 / 280 - pe) / (1 - pe), 1))
  expect_equal(round(got$estimate[1], 3), 0.759)
})
