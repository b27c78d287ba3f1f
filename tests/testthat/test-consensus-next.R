# next_items() and fewer_ratings(): the order by hand, the information from its definition, invariances, refusals.

crowd <- function(seed = 1, n = 40, m = 6, k = 3, keep = 0.5) {
  local_seed(seed)
  truth <- sample(k, n, TRUE)
  skill <- seq(0.5, 0.95, length.out = m)
  d <- expand.grid(rater = paste0("r", seq_len(m)), item = paste0("t", seq_len(n)), stringsAsFactors = FALSE)
  of <- match(d$item, paste0("t", seq_len(n)))
  right <- stats::runif(nrow(d)) < skill[match(d$rater, paste0("r", seq_len(m)))]
  d$label <- letters[ifelse(right, truth[of], sample(k, nrow(d), TRUE))]
  d <- d[stats::runif(nrow(d)) < keep, ]
  structure(d, truth = stats::setNames(letters[truth], paste0("t", seq_len(n))))
}

test_that("the plot shows what decides the order, or says that nothing does", {
  skip_if_not_installed("ggplot2")
  x <- next_items(crowd(), item, rater, label, budget = 4)
  plot <- ggplot2::autoplot(x)
  expect_identical(levels(plot$data$panel), c("Uncertainty", "Information (bits)"))
  expect_equal(plot$data$value, c(x$uncertainty, x$information))
  expect_identical(plot$data$y[1:4], 4:1)
  many <- ggplot2::autoplot(next_items(crowd(), item, rater, label, budget = 60))
  expect_match(many$labels$caption, "^The first [0-9]+ of 60 ratings[.]$")
  # Without a model all items are equally uncertain.
  single <- data.frame(item = 1:4, rater = "a", label = c("x", "y"))
  equal <- suppressWarnings(next_items(single, item, rater, label, budget = 3))
  expect_fault(ggplot2::autoplot(equal), "nothing_to_plot", "All 3 ratings have the same uncertainty")
})

test_that("items with fewer ratings than `least` come first, then the least certain", {
  d <- crowd()
  x <- next_items(d, item, rater, label, budget = 30, least = 2)
  n <- table(factor(d$item, unique(c(d$item, x$item))))
  lack <- sum(pmax(0, 2 - n))
  expect_true(all(x$n[seq_len(lack)] < 2))
  rest <- x[-seq_len(lack), ]
  first <- rest[!duplicated(rest$item), ]
  expect_false(is.unsorted(-signif(first$uncertainty, 9)))
  label <- consensus(d, item, rater, label, method = "anchored")
  expect_equal(first$uncertainty, 1 - label$probability[match(first$item, label$item)])
  # None of those left out is less certain.
  left <- 1 - label$probability[!label$item %in% x$item]
  expect_lte(max(left), min(first$uncertainty) + 1e-9)
})

test_that("the rater is the one whose answer tells most, of those who have not rated the item", {
  d <- crowd(2)
  x <- next_items(d, item, rater, label, method = one_coin(smoothing = 1), budget = 6, per_rater = 6)
  fit <- consensus(d, item, rater, label, method = one_coin(smoothing = 1), posterior = TRUE)
  skill <- tidy(fit)
  entropy <- function(p) -sum(ifelse(p > 0, p * log2(p), 0))
  for (i in seq_len(nrow(x))) {
    q <- fit$posterior[match(x$item[i], fit$item), ]
    own <- d$rater[d$item == x$item[i]]
    told <- vapply(skill$estimate, function(a) {
      # Rows: answers; columns: labels.
      p <- matrix((1 - a) / 2, 3, 3)
      diag(p) <- a
      answer <- as.vector(p %*% q)
      entropy(q) - sum(vapply(1:3, function(c) answer[c] * entropy(p[c, ] * q / answer[c]), 0))
    }, 0)
    told[skill$rater %in% c(own, x$rater[seq_len(i - 1)][x$item[seq_len(i - 1)] == x$item[i]])] <- -1
    expect_equal(x$information[i], max(told))
    expect_identical(x$rater[i], skill$rater[which.max(told)])
  }
})

test_that("rows, names of raters and budgets do not change the order", {
  d <- crowd(3)
  x <- next_items(d, item, rater, label, budget = 15)
  local_seed(1)
  expect_equal(next_items(d[sample(nrow(d)), ], item, rater, label, budget = 15), x, ignore_attr = TRUE)
  expect_equal(
    next_items(d, item, rater, label, budget = 5)$item, x$item[1:5]
  )
  expect_lte(max(table(next_items(d, item, rater, label, budget = 12)$rater)), 2)
})

test_that("limits of ratings, raters and new items", {
  d <- crowd(4)
  n <- table(d$item)
  x <- next_items(d, item, rater, label, budget = 1000, least = 1, most = 4, per_rater = 1000)
  got <- table(c(d$item, x$item))
  expect_true(all(got <= pmax(4, n[names(got)])))
  expect_true(all(got >= 4))
  two <- next_items(d, item, rater, label, budget = 5, raters = c("r5", "r6"))
  expect_true(all(two$rater %in% c("r5", "r6", NA)))
  new <- next_items(d, item, rater, label, budget = 2, items = c("new", "t1"))
  expect_identical(new$item, c("new", "new"))
  expect_false(new$rater[1] == new$rater[2])
  expect_identical(anyDuplicated(next_items(d, item, rater, label, budget = 60)[c("item", "rater")]), 0L)
  full <- expand.grid(rater = c("a", "b"), item = 1:4)
  full$label <- c("x", "x", "x", "y", "y", "y", "x", "y")
  none <- next_items(full, item, rater, label, budget = 2)
  expect_true(all(is.na(none$rater)))
  expect_output(print(none), "all who may be asked")
})

test_that("one rating per item: no model, and everyone is asked for a second one", {
  d <- crowd(5)
  d <- d[!duplicated(d$item), ]
  expect_warning(x <- next_items(d, item, rater, label, budget = 10), class = "accord_warning_no_model")
  expect_true(all(x$n == 1) && all(is.na(x$information)))
})

test_that("what cannot be asked is an error", {
  d <- crowd(6)
  expect_fault(next_items(d, item, rater, label, method = "majority"), "argument", "majority")
  expect_fault(next_items(d, item, rater, label, budget = 0), "argument", "budget")
  expect_fault(next_items(d, item, rater, label, raters = "zoe"), "unknown_rater")
  expect_fault(next_items(d, item, rater, label, least = 3, most = 2), "argument", "most")
  expect_fault(next_items(transform(d, g = rep_len(1:2, nrow(d))), item, rater, label, by = g), "argument", "2 groups")
})

test_that("with all ratings nothing is lost, and the order is of the rule", {
  skip_if_quick()
  d <- crowd(7, n = 30, keep = 0.8)
  truth <- attr(d, "truth")
  set.seed(1)
  x <- fewer_ratings(d, item, rater, label, share = c(0.5, 1), times = 1, gold = truth)
  expect_identical(x$order, rep(c("least certain", "in turn"), each = 2))
  all <- x[x$share == 1, ]
  expect_equal(all$agreement, c(1, 1))
  expect_equal(all$loss, c(0, 0))
  label <- consensus(d, item, rater, label, method = "anchored")
  expect_equal(all$accuracy[1], mean(label$label == truth[label$item]))
  set.seed(1)
  expect_identical(fewer_ratings(d, item, rater, label, share = c(0.5, 1), times = 1, gold = truth), x)
  expect_true(all(is.na(fewer_ratings(d, item, rater, label, share = 0.5, times = 1)$accuracy)))
})

test_that("items that have ratings may be named as candidates", {
  d <- crowd()
  expect_no_warning(expect_equal(
    next_items(d, item, rater, label, budget = 3, items = "t1"), next_items(d, item, rater, label, budget = 3)
  ))
})

test_that("without two ratings of an item the advice is one that next_items() can follow", {
  lone <- data.frame(item = 1:6, rater = c("a", "b", "c"), label = c("x", "x", "y", "y", "x", "y"))
  cnd <- expect_warning(next_items(lone, item, rater, label, budget = 2), class = "accord_warning_no_model")
  expect_no_match(conditionMessage(cnd), "majority|gold")
})

test_that("ratings of one category are the reason for no model, not a lack of ratings", {
  same <- data.frame(item = rep(1:6, 3), rater = rep(c("a", "b", "c"), each = 6), label = "x")
  ask <- function() next_items(same, item, rater, label, budget = 2, raters = "a")
  cnd <- expect_warning(x <- ask(), class = "accord_warning_no_model")
  expect_match(conditionMessage(cnd), "All 18 ratings are \"x\"")
  expect_no_match(conditionMessage(cnd), "two ratings|two answers")
  expect_identical(x$uncertainty, c(0, 0))
  expect_warning(
    fewer_ratings(same, item, rater, label, share = 0.9, times = 1), "All 18 ratings",
    class = "accord_warning_no_model"
  )
  expect_equal(suppressWarnings(fewer_ratings(same, item, rater, label, share = 0.9, times = 1))$agreement, c(1, 1))
})

test_that("shares below the first ratings have their number, and without labels there is no agreement", {
  d <- crowd(7, n = 20, keep = 0.8)
  first <- sum(pmin(3, table(d$item)))
  local_seed(1)
  x <- fewer_ratings(d, item, rater, label, share = c(0.01, 0.9), times = 1, least = 3)
  expect_equal(x$n_ratings, rep(c(first, as.integer(round(0.9 * nrow(d)))), 2))
  expect_output(print(x), paste("begins with 3 ratings: no row has fewer than", first))
  above <- fewer_ratings(d, item, rater, label, share = 0.9, times = 1, least = 3)
  expect_false(any(grepl("begins with", format(above))))
  lone <- d[!duplicated(d$item), ]
  gold <- attr(d, "truth")
  x <- suppressWarnings(fewer_ratings(lone, item, rater, label, share = 0.5, times = 1, gold = gold))
  expect_true(all(is.na(x[c("agreement", "accuracy", "loss")])))
})

test_that("the tasks of the help are a JSON list for Label Studio, in the order of the result", {
  skip_if_not_installed("jsonlite")
  ratings <- data.frame(item = rep(c("t1", "t2", "t3"), each = 2), rater = c("ann", "bob"))
  ratings$label <- c("a", "a", "a", "b", "b", "b")
  texts <- data.frame(item = c("t3", "t2", "t1"), text = c("a \"quoted\" word", "two\nlines", "caf\u00e9"))
  asked <- next_items(ratings, item, rater, label, budget = 3, least = 3, raters = "ann")
  tasks <- data.frame(item = asked$item, text = texts$text[match(asked$item, texts$item)])
  file <- tempfile(fileext = ".json")
  jsonlite::write_json(tibble::tibble(data = tasks), file)
  read <- jsonlite::fromJSON(file, simplifyVector = FALSE)
  expect_identical(lapply(read, names), rep(list("data"), 3))
  expect_identical(vapply(read, function(task) task$data$item, ""), asked$item)
  expect_identical(vapply(read, function(task) task$data$text, ""), tasks$text)
})
