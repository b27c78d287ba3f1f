# Which coefficients are computed, from the names that the user gives.

# Items that all of `n_raters` rate, in two categories that go round.
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
    named("all"), c("percent", "cohen", "scott", "brennan_prediger", "gwet_ac1", "alpha")
  )
  for (n_raters in 3:4) {
    expect_equal(
      named("all", rated_by(n_raters)),
      c("percent", "fleiss", "conger", "light", "brennan_prediger", "gwet_ac1", "alpha")
    )
  }
})

test_that("Light's kappa joins all where there are no more pairs of raters than items", {
  without <- c("percent", "fleiss", "conger", "brennan_prediger", "gwet_ac1", "alpha")
  # four raters are six pairs
  expect_true("light" %in% named("all", rated_by(4, n_items = 6)))
  expect_equal(named("all", rated_by(4, n_items = 5)), without)
  expect_equal(named("all", rated_by(20)), without)
  # it may be asked for
  expect_equal(named("light", rated_by(20)), "light")
})

test_that("all leaves out what has to know the raters where they are anonymous", {
  got <- agreement(rated_by(3), item, rating = label, ci = ci_none())
  expect_equal(got$coefficient, c("percent", "fleiss", "brennan_prediger", "gwet_ac1", "alpha"))
  expect_equal(unique(got$status), "ok")
})

test_that("any coefficient may be named, in any order, and comes once", {
  some <- c("alpha", "fleiss", "cohen", "percent", "light", "scott", "conger", "brennan_prediger")
  expect_equal(named(some), some)
  expect_equal(named(rev(some)), rev(some))
  expect_equal(named(c("fleiss", "percent", "fleiss")), c("fleiss", "percent"))
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
  expect_equal(named(c("gwet_ac2", "fleiss", "gwet_ac1", "gwet_ac")), c("gwet_ac1", "fleiss"))
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
  expect_match(conditionMessage(cnd), "must be \"all\" or some of \"percent\", \"cohen\"", fixed = TRUE)
  expect_match(conditionMessage(cnd), "Did you mean \"fleiss\"?", fixed = TRUE)
  expect_match(conditionMessage(expect_fault(named("Cohen"), "argument")), "Did you mean \"cohen\"?")
})

test_that("several names that are not known are all named", {
  cnd <- expect_fault(named(c("percent", "cohens", "alfa", "xyzzy")), "argument", "3 of them are not known")
  message <- conditionMessage(cnd)
  expect_match(message, "\"cohens\", \"alfa\", and \"xyzzy\"", fixed = TRUE)
  expect_match(message, "Did you mean \"cohen\" and \"alpha\"?", fixed = TRUE)
})

test_that("other names of a coefficient lead to the one that is known here", {
  hint <- function(name) conditionMessage(expect_fault(named(name), "argument"))
  meant <- c(
    krippendorff = "alpha", kripendorff = "alpha", krippendorff_alpha = "alpha", "Cohen's kappa" = "cohen",
    fleiss_kappa = "fleiss", pi = "scott", ac1 = "gwet_ac1", gwet = "gwet_ac", pabak = "brennan_prediger",
    maxwell = "brennan_prediger", r_wg = "brennan_prediger", "free-marginal" = "brennan_prediger"
  )
  for (name in names(meant)) {
    expect_match(hint(name), paste0("Did you mean \"", meant[[name]], "\"?"), fixed = TRUE, info = name)
  }
  kappas <- "Did you mean \"cohen\", \"fleiss\", \"conger\", or \"light\"?"
  expect_match(hint("kappa"), kappas, fixed = TRUE)
  d <- rated_by(3)
  expect_fault(item_influence(d, item, rater, label, coefficient = "kappa"), "argument", kappas)
  expect_fault(pairwise_agreement(d, item, rater, label, coefficient = "krippendorff"), "argument", "mean \"alpha\"")
})

test_that("no hint is given where no name is near", {
  message <- conditionMessage(expect_fault(named("xyzzy"), "argument"))
  expect_no_match(message, "Did you mean", fixed = TRUE)
})

test_that("coefficients of other verbs are not known here", {
  expect_fault(named("specific"), "argument", "not known: \"specific\"")
  for (name in c("icc", "icc1", "icc_ak")) expect_fault(named(name), "argument", "not known")
  expect_match(conditionMessage(expect_fault(named("Cronbach's alpha"), "argument")), "icc_ck", fixed = TRUE)
})

test_that("names are characters", {
  expect_fault(named(1:3), "argument", "It is an integer vector", value = 1:3)
  expect_fault(named(NA), "argument", "It is `NA`")
  expect_fault(named(NULL), "argument", "It is NULL")
  expect_fault(named(factor("fleiss")), "argument", "factor")
  expect_fault(named(character()), "argument")
  expect_fault(named(list("fleiss")), "argument", "a list")
})

test_that("the result names what the registry lists, with labels for all", {
  registry <- accord:::coefficient_registry()
  expect_equal(anyDuplicated(registry$id), 0)
  expect_true(all(nzchar(registry$label)) && all(nzchar(registry$source)))
  general <- registry$general[registry$general != ""]
  expect_equal(registry$id[registry$general != ""], c("cohen", "scott"))
  expect_equal(general, c("conger", "fleiss"))
  expect_equal(length(ENUMS$model), max(registry$model) + 1)
  expect_equal(anyDuplicated(ENUMS$model), 0)
})

test_that("help has every coefficient of the registry, and the reference index finds its page by the concept", {
  registry <- accord:::coefficient_registry()
  registry <- registry[registry$joins != "own_verb", ]
  pages <- lapply(tools::Rd_db("accord"), function(page) paste(as.character(page), collapse = ""))
  for (verb in unique(registry$verb)) {
    expect_match(pages[[paste0(verb, ".Rd")]], "\\concept{coefficient}", fixed = TRUE)
  }
  table <- sub(".*section\\{Coefficients\\}", "", pages[["agreement.Rd"]])
  names <- ifelse(registry$verb == "gwet_ac", "gwet_ac", registry$id)
  for (i in seq_len(nrow(registry))) {
    expect_match(table, paste0('"', names[i], '"'), fixed = TRUE)
    expect_match(table, paste0(registry$verb[i], "()"), fixed = TRUE)
    expect_match(table, registry$chance[i], fixed = TRUE)
  }
})

test_that("a name may not be NA", {
  expect_fault(named(NA_character_), "argument", argument = "coefficients")
})

test_that("all cannot be combined", {
  message <- conditionMessage(expect_fault(named(c("all", "percent")), "argument", "cannot be combined"))
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
  several <- 0
  for (seed in seq_len(test_size(2, 60))) {
    data <- uneven_groups(seed)
    of <- function(data, ci) {
      x <- suppressWarnings(agreement(data, item, rater, label, by = part, level = "nominal", ci = ci))
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
      as.data.frame(x)
    }
    alone <- do.call(rbind, lapply(split(data, data$part), function(x) suppressWarnings(binary(x))))
    expect_equal(suppressWarnings(binary(data)), `row.names<-`(alone, NULL), tolerance = 1e-12, info = seed)
    several <- several + all(c("cohen", "conger") %in% of(data, ci_none())$coefficient)
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
  expect_equal(of(data), c("percent", "fleiss", "conger", "brennan_prediger", "gwet_ac1", "alpha"))
  expect_true("light" %in% of(transform(rated_by(3, n_items = 12), part = item > 6)))
})
