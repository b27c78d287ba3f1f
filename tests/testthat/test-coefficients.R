# The names that the user gives say which coefficients are computed.

# Items rated by all of `n_raters`, in two categories that alternate.
rated_by <- function(n_raters, n_items = 6) {
  data <- expand.grid(item = seq_len(n_items), rater = seq_len(n_raters))
  data$label <- c("a", "b", "b", "a", "b")[(data$item * 3 + data$rater %/% 2) %% 5 + 1]
  data
}

named <- function(coefficients, data = rated_by(2), ...) {
  agreement(data, item, rater, label, coefficients = coefficients, ..., ci = ci_none())$coefficient
}

test_that("all is every coefficient once, the special cases where there are two raters", {
  expect_equal(
    named("all"), c(
      "percent_agreement", "cohen_kappa", "scott_pi", "brennan_prediger", "gwet_ac1", "krippendorff_alpha"
    )
  )
  for (n_raters in 3:4) {
    expect_equal(
      named("all", rated_by(n_raters)),
      c(
        "percent_agreement", "fleiss_kappa", "conger_kappa", "light_kappa", "brennan_prediger", "gwet_ac1",
        "krippendorff_alpha"
      )
    )
  }
})

test_that("Light's kappa joins all where there are no more pairs of raters than items", {
  without <- c(
    "percent_agreement", "fleiss_kappa", "conger_kappa", "brennan_prediger", "gwet_ac1", "krippendorff_alpha"
  )
  # four raters are six pairs
  expect_true("light_kappa" %in% named("all", rated_by(4, n_items = 6)))
  expect_equal(named("all", rated_by(4, n_items = 5)), without)
  expect_equal(named("all", rated_by(20)), without)
  # it can be requested by name
  expect_equal(named("light_kappa", rated_by(20)), "light_kappa")
})

test_that("all leaves out what has to know the raters where they are anonymous", {
  got <- agreement(rated_by(3), item, rating = label, ci = ci_none())
  expect_equal(got$coefficient, c(
    "percent_agreement", "fleiss_kappa", "brennan_prediger", "gwet_ac1", "krippendorff_alpha"
  ))
  expect_equal(unique(got$status), "ok")
})

test_that("any coefficient may be named, in any order, and comes once", {
  some <- c(
    "krippendorff_alpha", "fleiss_kappa", "cohen_kappa", "percent_agreement", "light_kappa", "scott_pi",
    "conger_kappa", "brennan_prediger"
  )
  expect_equal(named(some), some)
  expect_equal(named(rev(some)), rev(some))
  expect_equal(named(c("fleiss_kappa", "percent_agreement", "fleiss_kappa")), c("fleiss_kappa", "percent_agreement"))
})

test_that("Gwet's coefficient is AC1 without weights and AC2 with them", {
  steps <- factor(rated_by(2)$label, ordered = TRUE)
  data <- transform(rated_by(2), label = steps)
  for (name in c("gwet_ac", "gwet_ac1", "gwet_ac2")) {
    expect_equal(named(name, data), "gwet_ac1", info = name)
    expect_equal(named(name, data, weights = NULL), "gwet_ac1", info = name)
    expect_equal(named(name, data, weights = "identity"), "gwet_ac1", info = name)
    expect_equal(named(name, data, weights = "linear"), "gwet_ac2", info = name)
    expect_equal(named(name, data, weights = diag(2)), "gwet_ac2", info = name)
  }
  expect_equal(named(c("gwet_ac2", "fleiss_kappa", "gwet_ac1", "gwet_ac")), c("gwet_ac1", "fleiss_kappa"))
  expect_true("gwet_ac2" %in% named("all", data, weights = "linear"))
  ac <- function(...) gwet_ac(data, item, rater, label, ..., ci = ci_none())$coefficient
  expect_equal(ac(), "gwet_ac1")
  expect_equal(ac(weights = "quadratic"), "gwet_ac2")
})

test_that("one name that is not known is named, with the nearest that is", {
  cnd <- expect_fault(
    named("fleis"), "argument", "1 of them is not known: \"fleis\"",
    argument = "coefficients", value = "fleis"
  )
  expect_match(
    conditionMessage(cnd), "must be \"all\" or some of \"percent_agreement\", \"cohen_kappa\"", fixed = TRUE
  )
  expect_match(conditionMessage(cnd), "Did you mean \"fleiss_kappa\"?", fixed = TRUE)
  expect_match(conditionMessage(expect_fault(named("Cohen"), "argument")), "Did you mean \"cohen_kappa\"?")
})

test_that("several names that are not known are all named", {
  cnd <- expect_fault(named(c("percent", "cohens", "alfa", "xyzzy")), "argument", "3 of them are not known")
  message <- conditionMessage(cnd)
  expect_match(message, "\"cohens\", \"alfa\", and \"xyzzy\"", fixed = TRUE)
  expect_match(message, "Did you mean \"cohen_kappa\" and \"krippendorff_alpha\"?", fixed = TRUE)
})

test_that("a word of one name alone stands for it, wherever coefficients are named", {
  meant <- c(
    percent = "percent_agreement", cohen = "cohen_kappa", scott = "scott_pi", pi = "scott_pi",
    fleiss = "fleiss_kappa", conger = "conger_kappa", light = "light_kappa", brennan = "brennan_prediger",
    prediger = "brennan_prediger", gwet = "gwet_ac1", ac = "gwet_ac1", ac1 = "gwet_ac1", van = "van_oest",
    oest = "van_oest", unanimous = "unanimous_agreement", alpha = "krippendorff_alpha",
    krippendorff = "krippendorff_alpha"
  )
  for (word in names(meant)) expect_equal(named(word), meant[[word]], info = word)
  expect_equal(named(c("alpha", "krippendorff_alpha", "cohen")), c("krippendorff_alpha", "cohen_kappa"))
  d <- rated_by(3)
  expect_equal(
    item_influence(d, item, rater, label, coefficient = "fleiss"),
    item_influence(d, item, rater, label, coefficient = "fleiss_kappa")
  )
  pairs <- pairwise_agreement(d, item, rater, label, coefficient = "krippendorff")
  expect_equal(unique(pairs$coefficient), "krippendorff_alpha")
  by_category <- category_agreement(d, item, rater, label, coefficients = c("category", "pi"), ci = ci_none())
  expect_equal(unique(by_category$coefficient), c("category_agreement", "scott_pi"))
})

test_that("every word of a name finds it, or the error lists all names that have it", {
  skip_if_quick()
  registry <- accord:::coefficient_registry()
  registry <- registry[registry$joins != "own_verb", ]
  for (word in unique(unlist(strsplit(registry$id, "_")))) {
    has <- grepl(paste0("(^|_)", word, "(_|$)"), registry$id)
    if (length(unique(registry$verb[has])) == 1) {
      expect_true(registry$verb[registry$id == named(word)] %in% registry$verb[has], info = word)
    } else {
      message <- conditionMessage(expect_fault(named(word), "argument", "1 of them is a word of several names"))
      for (id in registry$id[has]) expect_match(message, paste0("mean .*\"", id, "\""), info = word)
    }
  }
  expect_fault(named(c("kappa", "agreement")), "argument", "2 of them are words of several names: \"kappa\" and")
  expect_fault(named(c("kappa", "xyzzy")), "argument", "1 of them is not known: \"xyzzy\"")
})

test_that("other names of a coefficient lead to the one that is known here", {
  skip_if_quick()
  hint <- function(name) conditionMessage(expect_fault(named(name), "argument"))
  meant <- c(
    kripendorff = "krippendorff_alpha", "Cohen's kappa" = "cohen_kappa", pabak = "brennan_prediger",
    maxwell = "brennan_prediger", r_wg = "brennan_prediger", "free-marginal" = "brennan_prediger"
  )
  for (name in names(meant)) {
    expect_match(hint(name), paste0("Did you mean \"", meant[[name]], "\"?"), fixed = TRUE, info = name)
  }
  kappas <- "Did you mean \"cohen_kappa\", \"fleiss_kappa\", \"conger_kappa\", or \"light_kappa\"?"
  expect_match(hint("kappa"), kappas, fixed = TRUE)
  d <- rated_by(3)
  expect_fault(item_influence(d, item, rater, label, coefficient = "kappa"), "argument", kappas)
  expect_fault(pairwise_agreement(d, item, rater, label, coefficient = "kripendorff"), "argument", "krippendorff_alpha")
})

test_that("no hint is given where no name is near", {
  message <- conditionMessage(expect_fault(named("xyzzy"), "argument"))
  expect_no_match(message, "Did you mean", fixed = TRUE)
})

test_that("coefficients of other verbs are not known here", {
  skip_if_quick()
  expect_fault(named("specific"), "argument", "not known: \"specific\"")
  for (name in c("icc", "icc1", "icc_ak")) expect_fault(named(name), "argument", "not known")
  expect_match(conditionMessage(expect_fault(named("Cronbach's alpha"), "argument")), "icc_ck", fixed = TRUE)
})

test_that("names are characters", {
  skip_if_quick()
  expect_fault(named(1:3), "argument", "It is an integer vector", value = 1:3)
  expect_fault(named(NA), "argument", "It is `NA`")
  expect_fault(named(NULL), "argument", "It is NULL")
  expect_fault(named(factor("fleiss")), "argument", "factor")
  expect_fault(named(character()), "argument")
  expect_fault(named(list("fleiss")), "argument", "a list")
})

test_that("a coefficient has the name of its verb, unless the verb has several", {
  registry <- accord:::coefficient_registry()
  expect_equal(anyDuplicated(registry$id), 0)
  alone <- table(registry$verb)[registry$verb] == 1
  expect_equal(registry$id[alone], registry$verb[alone])
  expect_setequal(registry$verb[!alone], c("gwet_ac", "icc", "kendall_w"))
  expect_true(all(nzchar(registry$label)) && all(nzchar(registry$source)))
  general <- registry$general[registry$general != ""]
  expect_equal(registry$id[registry$general != ""], c("cohen_kappa", "scott_pi"))
  expect_equal(general, c("conger_kappa", "fleiss_kappa"))
  expect_equal(length(ENUMS$model), max(registry$model) + 1)
  expect_equal(anyDuplicated(ENUMS$model), 0)
})

test_that("help has every coefficient of the registry, and the reference index finds its page by the concept", {
  skip_if_quick()
  registry <- accord:::coefficient_registry()
  registry <- registry[registry$joins != "own_verb", ]
  pages <- lapply(tools::Rd_db("accord"), function(page) paste(as.character(page), collapse = ""))
  for (verb in unique(registry$verb)) {
    expect_match(pages[[paste0(verb, ".Rd")]], "\\concept{coefficient}", fixed = TRUE)
  }
  table <- sub(".*section\\{Coefficients\\}", "", pages[["agreement.Rd"]])
  for (i in seq_len(nrow(registry))) {
    expect_match(table, paste0('"', registry$verb[i], '"'), fixed = TRUE)
    expect_match(table, sub(".* ", "", registry$label[i]), fixed = TRUE)
    expect_match(table, registry$chance[i], fixed = TRUE)
  }
})

test_that("a name may not be NA", {
  expect_fault(named(NA_character_), "argument", argument = "coefficients")
})

test_that("all cannot be combined", {
  message <- conditionMessage(expect_fault(named(c("all", "percent_agreement")), "argument", "cannot be combined"))
  expect_no_match(message, "Did you mean", fixed = TRUE)
})

test_that("frequencies choose the coefficients that the same items one by one do, and warn alike", {
  rated <- data.frame(
    r1 = c("x", "y", "x", "y"), r2 = c("x", "y", "y", "y"), r3 = c("x", "y", "x", "x"), r4 = c("x", "y", "x", "y"),
    n = c(20L, 20L, 5L, 5L)
  )
  chosen <- function(...) agreement(..., layout = "raters_in_columns", rating = r1:r4, ci = ci_none())$coefficient
  expect_equal(chosen(rated, case_weights = n), chosen(rated[rep(1:4, rated$n), ]))
  half <- data.frame(r1 = c("x", "y", "x", "y"), r2 = c("x", "y", NA, NA), n = c(20L, 20L, 40L, 5L))
  expect_warning(
    krippendorff_alpha(half, layout = "raters_in_columns", rating = r1:r2, case_weights = n, ci = ci_none()),
    "45 of 85 items", class = "accord_warning_one_rating"
  )
})

# Groups of one to five raters and a few items, with gaps.
uneven_groups <- function(seed) {
  local_seed(seed)
  groups <- lapply(letters[1:4], function(part) {
    n_raters <- sample.int(5, 1)
    data <- expand.grid(item = seq_len(sample(3:12, 1)), rater = sample.int(5, n_raters))
    data$label <- sample(c("a", "b", "c"), nrow(data), TRUE, c(5, 3, 2))
    data$label[stats::runif(nrow(data)) < 0.2] <- NA
    cbind(data, part = part)
  })
  do.call(rbind, groups)
}

test_that("which coefficients a group gets, and all of its values, are those of the group alone", {
  skip_if_quick()
  several <- 0
  for (seed in seq_len(test_size(2, 60))) {
    data <- uneven_groups(seed)
    of <- function(data, ci) {
      x <- suppressWarnings(agreement(data, item, rater, label, by = part, level = "nominal", ci = ci))
      # Each group has its own note on items with one rating.
      attributes(x)[c("rated_twice", "seal")] <- NULL
      as.data.frame(x)
    }
    for (ci in list(ci_jackknife(), ci_default())[test_size(seed %% 2 + 1, 1:2)]) {
      alone <- do.call(rbind, lapply(split(data, data$part), of, ci))
      # Light's kappa adds up pairs in the order of the raters
      expect_equal(of(data, ci), `row.names<-`(alone, NULL), tolerance = 1e-12, info = seed)
    }
    binary <- function(data) {
      x <- category_agreement(
        data, item, rater, label, by = part, coefficients = "all", categories = c("a", "b", "c"), ci = ci_none()
      )
      # One group alone has the number of ratings of each category.
      attributes(x)[c("uses", "seal")] <- NULL
      as.data.frame(x)
    }
    alone <- do.call(rbind, lapply(split(data, data$part), function(x) suppressWarnings(binary(x))))
    expect_equal(suppressWarnings(binary(data)), `row.names<-`(alone, NULL), tolerance = 1e-12, info = seed)
    several <- several + all(c("cohen_kappa", "conger_kappa") %in% of(data, ci_none())$coefficient)
  }
  expect_gt(several, 0)
})

test_that("a rater who gave no rating is none of two or more", {
  data <- rbind(rated_by(2), data.frame(item = 1:6, rater = 3, label = NA))
  expect_equal(named("all", data), named("all"))
})

test_that("groups are compared by the coefficients that all of them have", {
  data <- rbind(cbind(rated_by(2), part = "two"), cbind(rated_by(3), part = "three"))
  of <- function(data) {
    suppressWarnings(compare_agreement(
      data, item, rater, label, by = part, coefficients = "all", level = "nominal", ci = ci_none()
    ))$coefficient
  }
  expect_equal(of(data), c(
    "percent_agreement", "fleiss_kappa", "conger_kappa", "brennan_prediger", "gwet_ac1", "krippendorff_alpha"
  ))
  expect_true("light_kappa" %in% of(transform(rated_by(3, n_items = 12), part = item > 6)))
})
