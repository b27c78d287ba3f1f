answers <- function() {
  rated(ann = c("a", "b", "b", "a"), bob = c("a", "b", "a", "a"), cat = c("b", "b", "a", "a"))
}
settle <- function(..., d = answers()) consensus(d, item, rater, label, ...)

test_that("methods and options that are not there are errors", {
  expect_fault(settle(method = "dawid_sken"), "argument", "Did you mean \"dawid_skene\"")
  expect_fault(
    settle(method = "median", gold = c("1" = "a")), "argument", "`gold` is not used by method", argument = "gold"
  )
  expect_fault(
    settle(method = "mean", gold = c("1" = "a"), posterior = TRUE), "argument", "`gold` and `posterior` are not used"
  )
  expect_fault(settle(ties = "last"), "argument", "\"first\", or \"random\"|\"first\" or \"random\"")
  expect_fault(settle(posterior = "yes"), "argument")
  expect_fault(settle(levle = "nominal"), "argument", "unknown")
  expect_fault(settle(lev = "nominal"), "argument", "unknown")
})

test_that("settings of a method are checked by its function", {
  skip_if_quick()
  for (make in list(dawid_skene, one_coin)) {
    expect_fault(make(restarts = -1), "argument", "from 0 on")
    expect_fault(make(max_iterations = 0), "argument", "from 1 on")
    expect_fault(make(tolerance = -1), "argument", "between 0 and 1")
    expect_fault(make(smoothing = -1), "argument", "0 or more")
    expect_fault(make(bags = 1.5), "argument", argument = "bags")
    expect_fault(make(prior = "flat"), "argument", "\"uniform\"")
  }
  expect_fault(weighted_mean(smoothing = 0), "argument", "above 0")
  expect_fault(weighted_mean(rater_weights = c(ann = 1), tolerance = 0.1), "argument", "`tolerance` is a setting of")
  expect_fault(
    weighted_mean(rater_weights = c(ann = 1), tolerance = 0.1, smoothing = 1), "argument",
    "`smoothing` and `tolerance` are settings of"
  )
  expect_fault(dawid_skene("uniform"), "argument", "go by name only: `prior`")
  expect_fault(dawid_skene(priors = "uniform"), "argument", "Did you mean `prior`")
  expect_error(dawid_skene(prior = "flat"), class = "accord_error_argument")
})

# The call in the last line of an error's message, as it would be typed.
advised <- function(code) {
  cnd <- expect_fault(code, "argument")
  text <- cli::ansi_strip(paste(cnd$message, paste(cnd$body, collapse = " ")))
  parse(text = sub("^(method = )?", "", regmatches(text, regexpr("(?<=Use `)[^`]+", text, perl = TRUE))))[[1]]
}

test_that("a setting in the place of another gets the call that works", {
  skip_if_quick()
  d <- answers()
  wanted <- settle(method = one_coin(prior = "uniform", smoothing = 1))
  call <- advised(settle(method = "one_coin", prior = "uniform", smoothing = 1))
  expect_identical(settle(method = eval(call)), wanted)
  call <- advised(settle(method = one_coin(smoothing = 1), prior = "uniform"))
  expect_identical(settle(method = eval(call)), wanted)
  smooth <- one_coin(smoothing = 1)
  call <- advised(settle(method = smooth, prior = "uniform"))
  expect_identical(settle(method = eval(call)), wanted)
  weights <- c(ann = 5, bob = 1, cat = 1)
  call <- advised(settle(rater_weights = weights))
  expect_identical(call, quote(majority(rater_weights = weights)))
  expect_identical(advised(settle(restart = 2)), quote(dawid_skene(restarts = 2)))
  expect_fault(settle(weights = weights), "argument", "`case_weights`")
  expect_identical(advised(settle(prior = "free", restarts = 2)), quote(dawid_skene(prior = "free", restarts = 2)))
  # If settings belong to two methods, the message suggests a call for one of them.
  expect_fault(settle(rater_weights = weights, prior = "free"), "argument", "`prior` is not a setting of `majority")
  expect_fault(
    settle(method = "glad", smoothing = 1), "argument", "`smoothing` is not a setting of `glad",
    argument = "smoothing"
  )
  expect_fault(settle(method = "glad", smoothing = 1, bags = 2), "argument", "`smoothing` and `bags` are not settings")
  expect_fault(
    settle(method = "mean", rater_weights = weights), "argument", "a setting of `majority\\(\\)` and `weighted_mean"
  )

  known <- c("1" = "a")
  call <- advised(dawid_skene(gold = known, duplicates = "keep"))
  expect_identical(call, quote(consensus(..., method = dawid_skene(), gold = known, duplicates = "keep")))
  typed <- rlang::call_modify(call, ... = rlang::zap(), d, quote(item), quote(rater), quote(label))
  expect_s3_class(eval(typed), "accord_consensus")
  expect_fault(glad(smoothing = 1), "argument", "`smoothing` is a setting of `dawid_skene")
})

test_that("a method is an object or its name", {
  skip_if_quick()
  expect_fault(settle(method = dawid_skene), "argument", "Call it: `method = dawid_skene\\(\\)`")
  expect_fault(settle(method = mean), "argument", "Give its name: `method = \"mean\"`")
  expect_fault(settle(method = stats::median), "argument", "Give its name: `method = \"median\"`")
  expect_fault(settle(method = "dawid_sken()"), "argument", "Did you mean \"dawid_skene\"")
  expect_fault(settle(method = list("glad")), "argument", "accord::dawid_skene")
  for (name in setdiff(names(CONSENSUS_METHODS), c("mean", "median", "weighted_mean", "crowdlab", "medoid"))) {
    expect_identical(settle(method = method_of(name)), settle(method = name), info = name)
  }
  expect_output(print(dawid_skene()), "^<accord_method> Dawid-Skene$")
  expect_output(print(one_coin(prior = "uniform", restarts = 3)), "one-coin.*; prior = \"uniform\", restarts = 3$")
  expect_output(print(glad(start = c("1" = "a"))), "GLAD; start = c(", fixed = TRUE)
  weighted <- weighted_mean(rater_weights = c(ann = 2, bob = 1))
  expect_output(print(weighted), "mean; rater_weights = c(ann = 2", fixed = TRUE)
})

test_that("a method that was changed is checked again", {
  changed <- function(x, name, value) {
    x[[name]] <- value
    x
  }
  expect_fault(settle(method = changed(glad(), "restarts", -1)), "argument", argument = "restarts")
  expect_fault(settle(method = changed(glad(), "smoothing", 1)), "argument", "not a setting of `glad")
  expect_fault(settle(method = changed(glad(), "method", "best")), "damaged", "none of the methods")
  lost <- structure(list(method = "dawid_skene"), class = "accord_method")
  expect_equal(settle(method = lost), settle(method = "dawid_skene"))
  # Long values are not shown.
  many <- stats::setNames(rep("a", 200), 1:200)
  given <- list(answers(), quote(item), quote(rater), quote(label), start = many)
  cnd <- expect_fault(do.call(consensus, given), "argument")
  expect_match(conditionMessage(cnd), "dawid_skene(start = ...)", fixed = TRUE)
})

test_that("ties are broken by a rule, a rater, or one after the other", {
  skip_if_quick()
  expect_fault(settle(ties = "ann"), "argument", "`ties = c\\(rater = \"ann\"\\)`")
  expect_fault(settle(ties = c(rater = "ann", rater = "bob")), "argument", "name one rater")
  expect_fault(settle(ties = c(rater = "ann", "first", "random")), "argument", "name one rater")
  expect_fault(settle(ties = c(judge = "ann")), "argument", "name one rater")
  expect_fault(settle(ties = c(rater = NA)), "argument", "name one rater")
  expect_fault(settle(ties = NULL), "argument")
  numbers <- data.frame(item = rep(1:2, each = 2), rater = 1:2, label = c("a", "b", "b", "b"))
  expect_identical(consensus(numbers, item, rater, label, ties = c(rater = 2))$label, c("b", "b"))
  expect_fault(
    consensus(data.frame(item = 1, rater = 1:2, label = c(1, 9, 4)), item, rater, label,
      method = "median", ties = c(rater = 1), duplicates = "keep"
    ),
    "argument", "two middle ratings"
  )
})

test_that("priors must fit the categories", {
  skip_if_quick()
  em <- function(prior) settle(method = one_coin(prior = prior))
  expect_fault(em("flat"), "argument", "\"uniform\"")
  expect_fault(em(c(0.5, 0.6)), "argument", "add up to 1")
  expect_fault(em(c(1, 0)), "argument", "above 0")
  expect_fault(em(c(0.2, 0.3, 0.5)), "argument")
  expect_fault(em(c(a = 0.5, z = 0.5)), "argument", "1 is not, or comes twice: \"z\"", names = "z")
  expect_fault(em(c(a = 0.5, a = 0.5)), "argument", "1 is not, or comes twice: \"a\"", names = "a")
  expect_fault(em(c(y = 0.5, z = 0.5)), "argument", "2 are not, or come twice", names = c("y", "z"))
  expect_equal(em(c(b = 0.3, a = 0.7)), em(c(0.7, 0.3)))
  expect_equal(tidy(em(c(b = 0.3, a = 0.7)), "classes")$estimate, c(0.7, 0.3))
})

test_that("raters that are not there, and no raters, are errors", {
  skip_if_quick()
  expect_fault(settle(ties = c(rater = "bo")), "unknown_rater", "1 of them is not.*mean \"bob\"", raters = "bo")
  expect_fault(
    settle(method = majority(rater_weights = c(ann = 1, bob = 1))), "argument", "1 has none: \"cat\"", raters = "cat"
  )
  expect_fault(
    settle(method = majority(rater_weights = c(ann = 1))), "argument", "2 have none", raters = c("bob", "cat")
  )
  expect_fault(
    settle(method = majority(rater_weights = c(ann = 1, bob = 1, cat = 1, dan = 1, eve = 1))), "unknown_rater",
    "2 of them are not", raters = c("dan", "eve")
  )
  three <- function(ann, bob, cat) c(ann = ann, bob = bob, cat = cat)
  for (bad in list(1:3, three(-1, 1, 1), three(0, 0, 0), three(NA, 1, 1), "x")) {
    expect_fault(majority(rater_weights = bad), "argument", "0 or more")
  }
  for (method in c("wawa", "zbs", "dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    anonymous <- quote(consensus(answers(), item, rating = label, method = method))
    expect_fault(eval(anonymous), "anonymous", "needs raters with names")
  }
  expect_fault(consensus(answers(), item, rating = label, ties = c(rater = "ann")), "anonymous")
})

test_that("gold labels must be categories, of items that are there, and not contradict each other", {
  skip_if_quick()
  expect_fault(settle(gold = c("1" = "z")), "gold", "1 of them is not: \"z\"", labels = "z")
  expect_fault(settle(gold = c("1" = "z", "2" = "y")), "gold", "2 of them are not", labels = c("z", "y"))
  expect_fault(settle(gold = c("1" = "a", "1" = "b")), "gold", "1 item has several", items = "1")
  expect_fault(settle(gold = c("1" = "a", "1" = "b", "2" = "a", "2" = "b")), "gold", "2 items have several")
  expect_fault(settle(gold = c("9" = "a")), "gold", "1 label belongs to none of them")
  expect_fault(settle(gold = c("9" = "a", "8" = "a")), "gold", "2 labels belong to none of them")
  grouped <- function(gold) {
    data <- rated(ann = c("a", "b", "a"), bob = c("a", "b", "b"))
    consensus(cbind(data, group = "g"), item, rater, label, by = group, gold = gold)
  }
  other <- data.frame(group = "h", item = 1:2, label = "a")
  expect_fault(grouped(other[1, ]), "gold", "none of them: \"h, 1\".*in other groups only", items = "1")
  expect_fault(grouped(other), "gold", "2 labels belong to none of them: \"h, 1\" and \"h, 2\"")
  expect_message(
    grouped(rbind(other, data.frame(group = "g", item = 1, label = "a"))), "2 of 3 gold.*\"h, 1\" and \"h, 2\"",
    class = "accord_message_unused_gold"
  )
  expect_fault(settle(gold = c("a", "b")), "argument", "named by items")
  expect_fault(settle(gold = data.frame(item = 1, gold = "a", sure = "b")), "argument", "`label`")
  # Gold labels can add a category that was not used.
  x <- settle(gold = c("1" = "z"), categories = c("a", "b", "z"), method = dawid_skene(smoothing = 0.1))
  expect_identical(x$label[1], "z")
})

test_that("means want numbers and medians an order", {
  expect_fault(settle(method = "mean"), "not_numbers", "numbers")
  expect_fault(settle(method = "weighted_mean"), "not_numbers")
  expect_fault(settle(method = "median"), "level", "no order")
})

test_that("names of groups that are columns of the result are errors", {
  d <- cbind(answers(), status = "x", n = 1)
  expect_fault(settle(d = d, by = status), "reserved_name", "1 of them does", columns = "status")
  expect_fault(settle(d = d, by = c(n, status)), "reserved_name", "2 of them do", columns = c("n", "status"))
})

test_that("tables that do not fit into memory are an error", {
  ratings <- as_ratings(answers(), item, rater, label)
  ratings$categories <- paste0("c", 1:20000)
  expect_fault(consensus(ratings, method = "dawid_skene"), "too_large", "3 raters and 20000 categories")
  ratings$raters <- 1:10000
  for (method in c("mace", "mace_vb")) {
    expect_fault(consensus(ratings, method = method), "too_large", "10000 raters and 20000 categories")
  }
})

test_that("work without end is refused, and long work is announced before it begins", {
  work <- function(method, k, n_items = 1e4) {
    check_work(list(code = integer(4 * n_items), item_start = integer(n_items + 1), raters = 1:5), method, k)
  }
  # 5e4 ratings and items by 1.1e5 categories are 5.5e9 steps, of 1.25e-7 seconds in 25 iterations.
  cnd <- expect_fault(work("one_coin", 1.1e5), "too_large", "40,000 ratings and 110,000 categories", size = 5.5e9)
  expect_match(conditionMessage(cnd), "about 11 minutes")
  expect_fault(work("dawid_skene", 4e4), "too_large", "40,000 categories", size = 4e4 * 5e4 + 5 * 4e4^2)
  expect_message(work("mace", 2e4), "takes about 2 minutes", class = "accord_message_long_work")
  expect_no_message(work("mace", 1e4))
  expect_no_message(work("majority", 1e6))
})

test_that("a table of raters by categories may have more places than an integer can count", {
  skip_if_not(asks_all(), "long")
  # 94,000 raters, one item each; half of those of an item agree, the others each use a label of their own
  d <- data.frame(item = rep(1:470, each = 200), rater = 1:94000)
  d$label <- ifelse(d$rater %% 2 == 0, paste0("item", d$item), paste0("rater", d$rater))
  for (method in c("majority", "wawa", "one_coin")) {
    expect_identical(as.character(consensus(d, item, rater, label, method = method)$label), paste0("item", 1:470))
  }
  d$score <- (d$rater * 7919) %% 94000 + d$item
  by_item <- matrix(d$score, 200)
  settle_by <- function(...) consensus(d, item, rater, score, level = "interval", ...)
  expect_equal(settle_by(method = "mean")$label, colMeans(by_item))
  expect_equal(settle_by(method = "median")$label, apply(by_item, 2, stats::median))
})

test_that("one rating per item teaches nothing, but has a majority", {
  skip_if_quick()
  d <- data.frame(item = 1:4, rater = c("ann", "bob"), label = c("a", "b", "b", "a"), value = 1:4)
  for (method in c("wawa", "zbs", "dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    cnd <- expect_warning(x <- settle(d = d, method = method), class = "accord_warning_no_model")
    expect_identical(cnd$groups, "all")
    expect_identical(x$label, rep(NA_character_, 4), info = method)
    expect_identical(x$status, rep("no item with two ratings", 4), info = method)
    expect_identical(glance(x)$status, "no item with two ratings")
    expect_identical(is.na(tidy(x)$estimate), rep(TRUE, nrow(tidy(x))), info = method)
  }
  expect_warning(
    x <- consensus(d, item, rater, value, method = "weighted_mean"), "Use `method = .mean.` or",
    class = "accord_warning_no_model"
  )
  expect_identical(x$label, rep(NA_real_, 4))
  expect_no_warning(vote <- settle(d = d))
  expect_identical(vote$label, d$label)
  expect_identical(vote$status, rep("ok", 4))
  expect_identical(glance(vote)$status, "no item with two ratings")
  expect_match(paste(format(vote), collapse = " "), "no item with two ratings")
  # Gold labels connect raters too.
  known <- settle(d = d, method = "one_coin", gold = c("1" = "a", "2" = "b"))
  expect_identical(known$label, d$label)
})

test_that("one warning names all groups that teach nothing", {
  d <- data.frame(item = 1:6, rater = c("ann", "bob"), label = c("a", "b"))
  d$part <- rep(c("x", "y", "z"), each = 2)
  d <- rbind(d, data.frame(item = 5, rater = "bob", label = "a", part = "z"))
  cnd <- expect_warning(
    settle(d = d, by = part, method = "wawa"), "2 groups have",
    class = "accord_warning_no_model"
  )
  expect_identical(cnd$groups, c("x", "y"))
})

test_that("one category is the label, and needs no model", {
  d <- rated(ann = c("a", "a"), bob = c("a", NA))
  for (method in c("majority", "wawa", "zbs", "dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    x <- settle(d = d, method = method)
    expect_identical(x$label, c("a", "a"), info = method)
    expect_identical(x$probability, c(1, 1), info = method)
  }
  expect_identical(glance(settle(d = d, method = "glad"))$status, "one category only")
})

test_that("a category that nobody used is never the label", {
  for (method in c("dawid_skene", "one_coin", "mace", "glad")) {
    x <- settle(method = method_of(method, tolerance = 1e-6, max_iterations = 5000), categories = c("a", "z", "b"))
    expect_false("z" %in% x$label, info = method)
    if (method %in% c("dawid_skene", "one_coin")) expect_identical(tidy(x, "classes")$estimate[2], 0)
  }
  table <- tidy(settle(method = "dawid_skene", categories = c("a", "z", "b")))
  expect_true(all(is.na(table$estimate[table$label == "z"])))
  expect_identical(unique(table$status[table$label == "z"]), "no item with the label")
})

test_that("full agreement is separated perfectly", {
  d <- rated(ann = c("a", "b", "a", "c"), bob = c("a", "b", "a", "c"), cat = c("a", "b", "a", "c"))
  for (method in c("dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    x <- settle(d = d, method = method)
    expect_identical(x$label, c("a", "b", "a", "c"), info = method)
    expect_true(all(is.finite(x$probability)) && is.finite(glance(x)$objective), info = method)
    expect_true(glance(x)$converged, info = method)
  }
  x <- settle(d = d, method = "dawid_skene")
  # -log of the shares 2/4, 1/4, 1/4: labels are certain.
  expect_equal(glance(x)$log_likelihood, 2 * log(1 / 2) + 2 * log(1 / 4))
  same <- consensus(data.frame(item = c(1, 1, 2, 2), rater = 1:2, value = c(1, 1, 5, 5)), item, rater, value,
    method = "weighted_mean"
  )
  expect_identical(same$label, c(1, 5))
  expect_identical(same$std.error, c(0, 0))
  expect_identical(estimates_of(same, "sd"), c(0, 0))
  expect_identical(estimates_of(same, "bias"), c(0, 0))
  expect_identical(glance(same)$log_likelihood, NA_real_)
})

test_that("items that are all worth the same have the errors of their raters", {
  d <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), value = c(1, 3, 1, 3, 3, 1))
  x <- consensus(d, item, rater, value, method = "weighted_mean")
  # The means of a and b are 2 - 1/3 and 2 + 1/3, the squares around them 3 - 1/3 each. Residuals of items and raters
  # are 2/3 twice and 4/3 once for each rater; their variance, with 2 degrees of freedom, is that of one additional
  # rating each.
  pooled <- 2 * (2 * (2 / 3)^2 + (4 / 3)^2) / 2
  variance <- (3 - 1 / 3 + pooled) / 4
  expect_equal(estimates_of(x, "bias"), c(-1, 1) / 3)
  expect_equal(estimates_of(x, "sd"), rep(sqrt(variance), 2))
  expect_equal(x$label, c(2, 2, 2))
  expect_equal(x$std.error, rep(sqrt(variance / 2), 3))
  # The variance of the items is 0, so that ratings are independent.
  sure <- stats::dnorm(d$value, 2 + c(-1, 1) / 3, sqrt(variance), log = TRUE)
  expect_equal(glance(x)$log_likelihood, sum(sure))
})

test_that("ratings whose squares are no numbers have no mean", {
  values <- c(1, 2, 3, 2, 2, 2, 5, 4, 4)
  ask <- function(unit, method) {
    consensus(data.frame(item = rep(1:3, each = 3), rater = 1:3, value = values * unit), item, rater, value,
      method = method
    )
  }
  for (method in c("mean", "weighted_mean")) {
    expect_fault(ask(1e200, method), "outside_range", "The largest is 5e\\+200", largest = 5e200)
    expect_fault(ask(1e-200, method), "outside_range")
  }
  expect_equal(ask(2^400, "mean")$std.error, c(1, 0, 1 / 3) / c(sqrt(3), 1, 1) * 2^400)
  expect_equal(ask(3e307, "median")$label, c(2, 2, 4) * 3e307)
})

test_that("EM that stops early warns and returns the best state", {
  d <- random_answers(1)
  cnd <- expect_warning(
    x <- consensus(d, item, rater, code, method = dawid_skene(max_iterations = 2)),
    class = "accord_warning_not_converged"
  )
  expect_identical(cnd$groups, "all")
  expect_false(glance(x)$converged)
  expect_identical(glance(x)$iterations, 2L)
  expect_false(anyNA(x$probability))
  expect_match(paste(format(x), collapse = " "), "not converged after 2 iterations")
  both <- rbind(cbind(d, part = "x"), cbind(d, part = "y"))
  expect_warning(
    consensus(both, item, rater, code, by = part, method = glad(max_iterations = 2)), "2 groups have not",
    class = "accord_warning_not_converged"
  )
})

test_that("a faulty group has no labels, and the others go on", {
  d <- rbind(cbind(answers(), part = "x"), cbind(answers(), part = "y"))
  d <- rbind(d, d[1, ])
  for (method in c("majority", "dawid_skene")) {
    expect_warning(x <- settle(d = d, by = part, method = method), class = "accord_warning_faulty_group")
    expect_identical(glance(x)$status, c("duplicate ratings", "ok"))
    expect_false(anyNA(x$label[x$part == "y"]))
  }
})

test_that("NA of any type leaves ties without a label, and the message about `ties` says so", {
  d <- data.frame(item = 1, rater = c("a", "b"), label = c("x", "y"))
  for (none in list(NA, NA_character_, NA_integer_)) {
    expect_identical(consensus(d, item, rater, label, ties = none)$label, NA_character_)
  }
  expect_fault(consensus(d, item, rater, label, ties = "last"), "argument", "With `NA`, the default")
})
