learnt <- function(method = "dawid_skene", ...) {
  d <- rated(
    ann = c("a", "a", "b", "b", "c", "c"), bob = c("a", "b", "b", "b", "c", "a"),
    cat = c("b", "a", "b", NA, "c", "c")
  )
  consensus(d, item, rater, label, method = method, ...)
}

test_that("tidy() has a row for each rater, or for each cell of a table", {
  table <- tidy(learnt(dawid_skene(smoothing = 0.1)))
  expect_named(table, c("rater", "n", "label", "rating", "term", "estimate", "status"))
  expect_identical(nrow(table), 27L)
  sums <- tapply(table$estimate, paste(table$rater, table$label), sum)
  expect_equal(as.vector(sums), rep(1, 9))
  for (method in c("wawa", "zbs", "one_coin", "mace_vb", "glad")) {
    raters <- tidy(learnt(method))
    expect_named(raters, c("rater", "n", "term", "estimate", "status"))
    expect_identical(raters$term, rep(if (method == "glad") "ability" else "skill", 3))
    expect_identical(raters$rater, c("ann", "bob", "cat"))
    expect_identical(raters$n, c(6L, 6L, 5L))
  }
  expect_named(tidy(learnt("majority")), c("rater", "n"))
  expect_equal(sum(tidy(learnt(), "classes")$estimate), 1)
  strategies <- tidy(learnt("mace_vb"), "strategies")
  expect_equal(unname(c(tapply(strategies$estimate, strategies$rater, sum))), rep(1, 3))
})

test_that("what a method does not learn is an error", {
  expect_fault(tidy(learnt("majority"), "classes"), "argument", "\"majority\"")
  expect_fault(tidy(learnt(), "strategies"), "argument", "\"mace\" or \"mace_vb\"")
  expect_fault(tidy(learnt(), "workers"), "argument")
  x <- learnt()
  attr(x, "consensus") <- NULL
  expect_fault(tidy(x), "not_consensus")
  expect_fault(glance(x), "not_consensus")
})

test_that("what was learnt stays with filtered rows", {
  x <- learnt()
  expect_identical(tidy(x[x$n == 3, ]), tidy(x))
  expect_identical(glance(x[1:2, ])$n_items, 6L)
  skip_if_not_installed("dplyr")
  kept <- dplyr::arrange(dplyr::filter(x, probability > 0.5), item)
  expect_s3_class(kept, "accord_consensus")
  expect_identical(glance(kept), glance(x))
})

test_that("glance() counts", {
  x <- glance(learnt("majority", gold = c("1" = "b")))
  expect_identical(
    unlist(x[c("n_items", "n_ratings", "n_raters", "n_tied", "n_gold", "n_unlabelled")]),
    c(n_items = 6L, n_ratings = 17L, n_raters = 3L, n_tied = 0L, n_gold = 1L, n_unlabelled = 0L)
  )
  expect_identical(x$log_likelihood, NA_real_)
  expect_identical(glance(learnt("mace_vb"))$log_likelihood, NA_real_)
  expect_identical(glance(learnt(zbs(max_iterations = 1)))$iterations, 1L)
})

test_that("augment() joins labels to data", {
  skip_if_quick()
  d <- data.frame(text = c("t2", "t1", "t1", "t3"), who = c("ann", "ann", "bob", "ann"))
  d$says <- c("a", "b", "b", NA)
  x <- consensus(d, text, who, says)
  joined <- augment(x, d)
  expect_identical(joined[names(d)], tibble::as_tibble(d))
  expect_identical(joined$.label, c("a", "b", "b", NA))
  expect_identical(joined$.status, c("ok", "ok", "ok", "no ratings"))
  other <- augment(x, data.frame(id = c("t1", "t9")), item = id)
  expect_identical(other$.label, c("b", NA))
  numbers <- consensus(transform(d, says = c(1, 2, 4, 9)), text, who, says, method = "mean")
  expect_identical(augment(numbers, d)$.std.error, c(NA, 1, 1, NA))
  expect_fault(augment(x, "t1"), "argument")
  other <- data.frame(wrong = seq_len(4))
  expect_fault(augment(x, other, item = wrong), "no_common_item", "`wrong` holds \"1\"")
  expect_identical(nrow(augment(x, d[0, ])), 0L)
  expect_fault(augment(x, data.frame(id = 1)), "missing_column", column = "text")
  expect_fault(augment(x, cbind(d, .label = 1)), "reserved_name", columns = ".label")
  expect_fault(augment(x, cbind(d, .label = 1, .status = 1)), "reserved_name", "2 of them do")
})

test_that("augment() brings the labels of several questions into a sheet with a row per item", {
  d <- data.frame(
    text = rep(c("t1", "t2"), each = 3), who = c("ann", "bob", "cat"), question = rep(c("tone", "frame"), each = 6),
    answer = c("pos", "pos", "neg", "neg", "neg", "neg", "a", "a", "a", "b", "a", NA)
  )
  x <- consensus(d, text, who, answer, by = question)
  sheet <- data.frame(note = "seen", text = c("t2", "t3", "t1"))
  found <- augment(x, sheet)
  expect_identical(names(found)[-(1:2)], c(
    ".label_frame", ".probability_frame", ".status_frame", ".label_tone", ".probability_tone", ".status_tone"
  ))
  expect_identical(found$.label_tone, c("neg", NA, "pos"))
  expect_equal(found$.probability_tone, c(1, NA, 2 / 3))
  expect_identical(found$.status_frame, c("tie", NA, "ok"))
  expect_fault(augment(x, data.frame(text = "t9")), "no_common_item")
  expect_fault(augment(x, cbind(sheet, .label_tone = 1)), "reserved_name", columns = ".label_tone")
})

test_that("augment() matches within groups", {
  d <- data.frame(item = 1, part = c("x", "y"), who = "ann", says = c("a", "b"))
  x <- consensus(d, item, who, says, by = part)
  expect_identical(augment(x, d[2:1, ])$.label, c("b", "a"))
  expect_fault(augment(x, d["item"]), "missing_column", column = "part")
})

test_that("soft labels have a row per item and category", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  d <- rbind(cbind(d, part = "x"), cbind(d, part = "y"))
  x <- consensus(d, item, rater, label, by = part, posterior = TRUE)
  soft <- tidy(x, "posterior")
  expect_named(soft, c("part", "item", "category", "probability"))
  expect_identical(nrow(soft), 12L)
  expect_identical(soft$category, rep(c("a", "b"), 6))
  expect_equal(soft$probability[1:6], c(2, 1, 0, 3, 2, 1) / 3)
  expect_identical(nrow(tidy(x[x$part == "y", ], "posterior")), 6L)
  expect_identical(tidy(consensus(d, item, rater, label, by = part), "posterior"), soft)
})

test_that("augment() compares ids of another type as text", {
  ratings <- data.frame(
    part = 1, item = rep(c(1, 100000), each = 2), rater = c("a", "b"), label = rep(c("x", "y"), each = 2)
  )
  x <- consensus(ratings, item, rater, label)
  found <- augment(x, data.frame(item = c("100000", "1", "2", NA)))
  expect_identical(found$.label, c("y", "x", NA, NA))
  expect_identical(found$item, c("100000", "1", "2", NA))
  expect_identical(augment(x, data.frame(item = c(100000L, 3L)))$.label, c("y", NA))
  expect_identical(augment(x, data.frame(item = factor("1")))$.label, "x")
  grouped <- consensus(ratings, item, rater, label, by = part)
  expect_identical(augment(grouped, data.frame(part = c("1", "2"), item = "1"))$.label, c("x", NA))
  text <- consensus(transform(ratings, item = rep(c("1", "01"), each = 2)), item, rater, label)
  expect_identical(augment(text, data.frame(item = 1))$.label, "x")
})

test_that("augment() asks for the data", {
  x <- consensus(data.frame(item = rep(1:2, each = 2), rater = c("a", "b"), label = "x"), item, rater, label)
  expect_fault(augment(x), "argument", argument = "data")
})

test_that("a vote takes the time of the ratings, however many categories there are", {
  skip_if_quick()
  many <- function(n) {
    d <- data.frame(item = rep(seq_len(n), 3), rater = rep(1:3, each = n), label = c(1:n, 1:n, n:1))
    as_ratings(d, item, rater, label, level = "nominal")
  }
  ratings <- many(2e5)
  for (method in c("majority", "wawa", "zbs")) {
    x <- consensus(ratings, method = method)
    expect_identical(as.integer(x$label), x$item)
    expect_identical(unique(x$status), "ok")
    expect_linear_time(function(n) consensus(many(n), method = method), 1e4)
  }
})
