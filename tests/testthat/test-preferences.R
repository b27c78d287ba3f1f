# Published statistics of judges on LLMBar (reference/judges), counts made by hand, and limits from the definition.

llmbar <- utils::read.csv(test_path("reference/judges/llmbar.csv"), colClasses = "character", check.names = FALSE)

# A row per judgement: the columns of judges hold the answer chosen when answer 1 stood first, then when 2 did.
llmbar_rows <- function(judges) {
  rows <- lapply(judges, function(judge) {
    text <- llmbar[[judge]]
    given <- text != ""
    place <- list(c(`1` = "first", `2` = "second"), c(`1` = "second", `2` = "first"))
    do.call(rbind, lapply(1:2, function(order) {
      answer <- substr(text, order, order)
      data.frame(
        set = llmbar$set, item = llmbar$item, judge = judge, first = c("1", "2")[order], second = c("2", "1")[order],
        choice = ifelse(answer == "-", "none", place[[order]][answer])
      )[given, ]
    }))
  })
  label <- data.frame(
    set = llmbar$set, item = llmbar$item, judge = "label", first = "1", second = "2",
    choice = ifelse(llmbar$label == "1", "first", "second")
  )
  rbind(do.call(rbind, rows), label)
}
as_llmbar <- function(rows) {
  as_preferences(
    rows, c(set, item), first, second, choice,
    judge = judge, choices = c(first = "first", second = "second", none = "none")
  )
}

test_that("the 120 published rows of LLMBar are met", {
  skip_if_quick()
  printed <- utils::read.csv(test_path("reference/judges/llmbar_expected.csv"))
  names <- paste(printed$judge, printed$prompt, sep = ".")
  rows <- llmbar_rows(unique(names))
  for (set in unique(printed$set)) {
    x <- as_llmbar(rows[rows$set == set, ])
    found <- pairwise_judgements(x, reference = "label")
    at <- printed$set == set
    value <- function(quantity) found$estimate[match(paste(names[at], quantity), paste(found$judge, found$quantity))]
    all <- value("accuracy_of_all")
    all <- ifelse(is.na(all), value("accuracy"), all)
    expect_equal(100 * all, printed$accuracy_percent[at], tolerance = 1e-12)
    n <- function(quantity) found$n[match(paste(names[at], quantity), paste(found$judge, found$quantity))]
    expect_equal(value("accuracy_both") * n("accuracy_both"), as.double(printed$right_both[at]), tolerance = 1e-12)
    # The program of the source takes two missing replies for the same one.
    texts <- llmbar[llmbar$set == set, names[at], drop = FALSE]
    neither <- vapply(texts, function(text) sum(text == "--"), 0L, USE.NAMES = FALSE)
    expect_equal(
      value("consistency") * n("consistency") + neither, as.double(printed$same_both[at]), tolerance = 1e-12
    )
    complete <- n("consistency") == printed$items[at]
    kappas <- vapply(names[at], function(judge) {
      orders <- as_ratings(x[x$judge == judge, ], raters = "orders")
      suppressWarnings(cohen_kappa(orders, ci = ci_none())$estimate)
    }, 0)
    expect_equal(unname(kappas)[complete], printed$kappa_orders[at][complete], tolerance = 1e-12)
    # In its kappa a missing reply is the second answer.
    as_second <- vapply(texts, function(text) {
      orders <- cbind(substr(text, 1, 1), substr(text, 2, 2)) == "1"
      cohen_kappa(orders, layout = "raters_in_columns", ci = ci_none())$estimate
    }, 0, USE.NAMES = FALSE)
    expect_equal(as_second, printed$kappa_orders[at], tolerance = 1e-12)
  }
})

test_that("position bias has Tango's limits", {
  found <- pairwise_judgements(as_llmbar(llmbar_rows(c("GPT-4.plain", "ChatGPT.plain", "Falcon.plain"))))
  found <- found[found$quantity == "position_bias" & found$judge != "label", ]
  # First twice, second twice, same answer twice: GPT-4 20, 10, 389; ChatGPT 133, 10, 276; Falcon 238, 7, 174. The
  # limits are those of scoreci.mp() of PropCIs, as printed with five digits.
  expect_equal(found$estimate, c(20 - 10, 133 - 10, 238 - 7) / 419, tolerance = 1e-12)
  expect_equal(found$conf.low, c(-0.001863965, 0.2458561, 0.4992711), tolerance = 1e-5)
  expect_equal(found$conf.high, c(0.051695544, 0.3427003, 0.6006610), tolerance = 1e-5)
})

test_that("limits solve the equations of the score tests", {
  # Tango (1998): the likelihood of the trinomial counts is maximized under the difference d over the rarer share.
  statistic <- function(d, more, less, n) {
    likelihood <- function(rare) {
      log0 <- function(k, p) if (k == 0) 0 else k * log(p)
      log0(more, rare + d) + log0(less, rare) + log0(n - more - less, 1 - 2 * rare - d)
    }
    rare <- stats::optimize(likelihood, c(max(0, -d), (1 - d) / 2), maximum = TRUE, tol = 1e-12)$maximum
    (more - less - n * d) / sqrt(n * (2 * rare + d - d^2))
  }
  for (counts in list(c(12, 2, 50), c(3, 9, 40), c(5, 1, 10))) {
    x <- data.frame(item = rep(seq_len(counts[3]), 2), first = rep(c("a", "b"), each = counts[3]))
    x$second <- ifelse(x$first == "a", "b", "a")
    kind <- rep(rep(1:3, c(counts[1:2], counts[3] - sum(counts[1:2]))), 2)
    x$choice <- ifelse(kind == 1, x$first, ifelse(kind == 2, x$second, "a"))
    found <- pairwise_judgements(x, item, first, second, choice, ci = ci_score(0.9))
    found <- found[found$quantity == "position_bias", ]
    z <- stats::qnorm(0.95)
    expect_equal(statistic(found$conf.low, counts[1], counts[2], counts[3]), z, tolerance = 1e-4)
    expect_equal(statistic(found$conf.high, counts[1], counts[2], counts[3]), -z, tolerance = 1e-4)
  }
})

test_that("parts of signs count as the whole signs that are as precise", {
  d <- c(rep(c(1, -1, 0) / 3, c(22, 6, 30)), 1, -1, 2 / 3)
  n <- length(d)
  limits <- function(x) limits_of_sums(share_sums(x, seq_along(x), is_signed = TRUE), 0.95)
  variance <- ((sum(d^2) + 1) / n - mean(d)^2) * (stats::qt(0.975, n - 1) / stats::qnorm(0.975))^2
  worth <- (mean(abs(d)) - mean(d)^2) / variance
  expect_gt(worth, 1)
  expected <- difference_limits(worth * sum(pmax(d, 0)), worth * sum(pmax(-d, 0)), worth * n, 0.95)
  expect_equal(unlist(limits(d)), unlist(expected), tolerance = 1e-10)
  # Whole signs are not changed, and parts never have wider limits than whole signs with the same sums.
  whole <- sign(d)
  expect_equal(
    unlist(limits(whole)), unlist(difference_limits(sum(whole > 0), sum(whole < 0), n, 0.95)), tolerance = 1e-10
  )
  few <- c(0.5, rep(0, 7))
  expect_equal(unlist(limits(few)), unlist(difference_limits(0.5, 0, 8, 0.95)), tolerance = 1e-10)
})

test_that("shares of independent pairs have Wilson's limits", {
  x <- data.frame(item = 1:30, first = "a", second = "b", choice = rep(c("a", "b"), c(21, 9)))
  found <- pairwise_judgements(x, item, first, second, choice)
  wilson <- stats::prop.test(21, 30, correct = FALSE)$conf.int
  expect_identical(found$quantity, "first_place")
  expect_equal(c(found$conf.low, found$conf.high), as.vector(wilson), tolerance = 1e-12)
  wins <- win_rates(x, item, first, second, choice)
  expect_equal(c(wins$conf.low[1], wins$conf.high[1]), as.vector(wilson), tolerance = 1e-12)
  expect_equal(wins$conf.low[2], 1 - wins$conf.high[1], tolerance = 1e-12)
})

test_that("limits over clusters are those of the definition", {
  set.seed(20261127)
  topic <- sample(12, 60, TRUE)
  x <- data.frame(item = 1:60, topic, first = "a", second = "b")
  x$choice <- ifelse(stats::runif(60) < topic / 12, "a", "b")
  found <- pairwise_judgements(x, item, first, second, choice, cluster = topic)
  score <- x$choice == "a"
  size <- c(table(topic), length(topic) / length(unique(topic)))
  wins <- c(tapply(score, topic, sum), 0.5 * length(topic) / length(unique(topic)))
  p <- sum(wins) / sum(size)
  without <- vapply(seq_along(size), function(g) sum(wins[-g]) / sum(size[-g]), 0)
  clusters <- length(unique(topic))
  v <- clusters / (clusters + 1) * sum((without - mean(without))^2)
  m <- min(60, p * (1 - p) / v) * (stats::qt(0.975, 59) / stats::qt(0.975, clusters - 1))^2
  limits <- range(Re(polyroot(c(
    mean(score)^2, -2 * mean(score) - stats::qnorm(0.975)^2 / m, 1 + stats::qnorm(0.975)^2 / m
  ))))
  expect_equal(c(found$conf.low, found$conf.high), limits, tolerance = 1e-8)
  expect_identical(found$n_clusters, clusters)
})

test_that("limits are finite where no choice differs", {
  x <- data.frame(item = rep(1:40, 2), topic = rep(1:8, each = 5), first = rep(c("a", "b"), each = 40), choice = "a")
  x$second <- ifelse(x$first == "a", "b", "a")
  found <- pairwise_judgements(x, item, first, second, choice, cluster = topic)
  expect_identical(found$estimate, c(1, 0))
  expect_true(all(found$conf.low < c(0.95, 0)) && all(found$conf.low > c(0.5, -0.5)))
  expect_equal(found$conf.high, c(1, -found$conf.low[2]), tolerance = 1e-8)
})

test_that("few clusters give no limits, and say so", {
  x <- data.frame(item = rep(1:3, each = 4), first = "a", second = c("b", "c", "d", "e"), choice = "a")
  expect_warning(found <- pairwise_judgements(x, item, first, second, choice), class = "accord_warning_undefined")
  expect_identical(found$status, "no limits: fewer than 8 clusters")
  expect_identical(c(found$estimate, found$conf.low), c(1, NA))
})

test_that("counts of a small example are those made by hand", {
  # Of four pairs in both orders, the first place won twice in the second pair and the second twice in the third; the
  # first pair is consistent; a tie and a win in the fourth. There is one tie among two choices of one of four pairs.
  x <- data.frame(item = rep(1:4, each = 2), first = c("x", "y"), second = c("y", "x"))
  x$choice <- c("x", "x", "x", "y", "y", "x", "x", "tie")
  x <- as_preferences(
    transform(x, choice = ifelse(choice == "tie", "t", ifelse(choice == first, "f", "s"))), item, first, second, choice,
    choices = c(first = "f", second = "s", tie = "t")
  )
  found <- pairwise_judgements(x)
  expect_equal(found$estimate, c(1 / 4, 0, 1 / 8))
  expect_identical(found$n, rep(4L, 3))
  expect_equal(win_rates(x)$estimate, c(1 + 3 / 2, 3 / 2) / 4)
  expect_equal(win_rates(x, conflicts = "mean")$estimate, c(1 + 1 / 2 + 1 / 2 + 3 / 4, 1 / 2 + 1 / 2 + 1 / 4) / 4)
})

test_that("names of answers, order of rows and places make no difference", {
  set.seed(1)
  x <- expand.grid(item = 1:40, order = 1:2)
  x$first <- ifelse(x$order == 1, "x", "y")
  x$second <- ifelse(x$order == 1, "y", "x")
  x$choice <- ifelse(stats::runif(80) < 0.7, x$first, x$second)
  found <- pairwise_judgements(x, item, first, second, choice)
  again <- pairwise_judgements(x[sample(80), ], item, first, second, choice)
  expect_equal(again$estimate, found$estimate)
  renamed <- x
  renamed[c("first", "second", "choice")] <- lapply(x[c("first", "second", "choice")], chartr, old = "xy", new = "za")
  expect_equal(as.list(pairwise_judgements(renamed, item, first, second, choice)), as.list(found))
  swapped <- transform(x, first = second, second = first)
  turned <- pairwise_judgements(swapped, item, first, second, choice)
  bias <- found$quantity == "position_bias"
  expect_equal(turned$estimate[bias], -found$estimate[bias])
  expect_equal(turned$conf.low[bias], -found$conf.high[bias], tolerance = 1e-8)
})

test_that("preferences as ratings agree as choices by hand do", {
  x <- data.frame(
    item = rep(1:3, 2), judge = rep(c("j", "k"), each = 3), first = "a", second = "b",
    choice = c("a", "b", "a", "a", "a", "a")
  )
  ratings <- as_ratings(as_preferences(x, item, first, second, choice, judge = judge))
  expect_equal(percent_agreement(ratings, ci = ci_none())$estimate, 2 / 3)
})

test_that("preferences that were filtered or changed are read anew", {
  set.seed(6)
  rows <- expand.grid(first = c("a", "b"), judge = c("x", "y", "z"), item = 1:20, stringsAsFactors = FALSE)
  rows$second <- ifelse(rows$first == "a", "b", "a")
  rows$choice <- sample(c("a", "b"), nrow(rows), TRUE)
  read <- function(rows) as_preferences(rows, item, first, second, choice, judge = judge)
  x <- read(rows)
  some <- rows$judge != "y"
  expect_equal(win_rates(x[some, ]), win_rates(read(rows[some, ])))
  x$choice[1] <- if (rows$choice[1] == rows$first[1]) "second" else "first"
  rows$choice[1] <- setdiff(c("a", "b"), rows$choice[1])
  expect_equal(pairwise_judgements(x), pairwise_judgements(read(rows)))
})

test_that("names of answers stand beside words for ties and no replies", {
  x <- data.frame(item = 1:3, first = "a", second = "b", choice = c("a", "even", "?"))
  read <- as_preferences(x, item, first, second, choice, choices = c(tie = "even", none = "?"))
  expect_identical(read$choice, c("first", "tie", NA))
})

test_that("win rates with ties have Tango's limits, also if all are ties", {
  x <- data.frame(item = 1:30, first = "a", second = "b", choice = rep(c("a", "b", "tie"), c(12, 2, 16)))
  found <- win_rates(x, item, first, second, choice, choices = c(tie = "tie"))
  bias <- rbind(transform(x, first = "a", second = "b"), transform(x, first = "b", second = "a"))
  expect_equal(found$estimate, c(12 + 8, 2 + 8) / 30)
  # The same counts as place-bound choices in both orders.
  kind <- rep(x$choice, 2)
  bias$choice <- ifelse(kind == "tie", "tie", ifelse(kind == "a", bias$first, bias$second))
  tango <- pairwise_judgements(bias, item, first, second, choice, choices = c(tie = "tie"))
  tango <- tango[tango$quantity == "position_bias", ]
  expect_equal(c(found$conf.low[1], found$conf.high[1]), (1 + c(tango$conf.low, tango$conf.high)) / 2, tolerance = 1e-8)
  even <- win_rates(transform(x, choice = "tie"), item, first, second, choice, choices = c(tie = "tie"))
  # With no win and no loss the limits of d are those of z^2 / (n + z^2).
  z2 <- stats::qnorm(0.975)^2
  expect_equal(even$conf.high - even$conf.low, rep(z2 / (30 + z2), 2), tolerance = 1e-6)
})

test_that("bad judgements are errors with advice", {
  skip_if_quick()
  good <- data.frame(item = 1:2, first = "a", second = "b", choice = c("a", "b"))
  read <- function(data, ...) as_preferences(data, item, first, second, choice, ...)
  expect_fault(read(transform(good, choice = c("a", "c"))), "choice", "1 choice is not, in row 2: \"c\".*c[(]tie")
  long <- transform(good, first = "alpaca", second = "vicuna", choice = c("alpaca", "Vicuna"))
  expect_fault(read(long), "choice", "in row 2: \"Vicuna\".*Did you mean \"vicuna\"")
  expect_fault(read(good, choices = c(first = "a")), "argument", "It contains \"a\"")
  expect_fault(read(transform(good, choice = c("1", "b?")), choices = c(first = "1")), "choice", "in row 2: \"b[?]\"")
  expect_fault(read(transform(good, first = "tie")), "reserved_name", "2 judgements have")
  expect_fault(win_rates(read(good), cluster = item, choices = "a"), "argument", "`cluster` and `choices` would change")
  expect_warning(read(transform(good, second = c("bob", "Bob"), choice = "a")), class = "accord_warning_look_alike_id")
  expect_fault(read(good, choices = c("a", "b")), "argument", "named by")
  expect_fault(read(transform(good, second = "a")), "same_answer", "2 judgements have the same name twice")
  expect_fault(read(rbind(good, good)), "duplicate_judgement", "2 judgements repeat another, as in row 3")
  expect_fault(read(transform(good, item = c(1, NA))), "missing_id")
  expect_fault(read(good[0, ]), "no_rows")
  expect_fault(pairwise_judgements(read(good), reference = "z"), "unknown_rater", "is \"z\"")
  expect_fault(pairwise_judgements(read(good), ci = ci_jackknife()), "argument")
  x <- read(good)
  x$choice <- NULL
  expect_fault(win_rates(x), "damaged")
  nothing <- read(transform(good, choice = NA_character_))
  expect_warning(found <- pairwise_judgements(nothing), class = "accord_warning_undefined")
  expect_identical(c(found$status, found$n_left_out), c("no choice", "2"))
})

test_that("print and table say what was compared", {
  found <- pairwise_judgements(as_llmbar(llmbar_rows("GPT-4.plain")), reference = "label")
  lines <- format(found)
  expect_match(lines[1], "Choices in pairs by 1 judge, 95% score intervals", fixed = TRUE)
  expect_match(lines, "Same in both orders *[.]928", all = FALSE) # 389 of 419
  expect_match(paper_table(found, "markdown"), "First minus second place", all = FALSE)
  expect_identical(glance(found)$n_judges, 1L)
})

test_that("groups of a data frame are not ignored", {
  skip_if_not_installed("dplyr")
  rows <- data.frame(item = 1:4, first = "x", second = "y", choice = c("x", "y", "x", "y"), kind = "a")
  grouped <- dplyr::group_by(rows, kind)
  expect_fault(as_preferences(grouped, item, first, second, choice), "argument", "kind")
  expect_fault(win_rates(grouped, item, first, second, choice), "argument", "group_split")
  x <- as_preferences(rows, item, first, second, choice)
  expect_fault(win_rates(dplyr::group_by(x, item)), "argument", "item")
  shown <- dplyr::group_by(data.frame(q = 1, a = c("x", "y"), m = c("best", "worst"), g = 1), g)
  expect_fault(best_worst_scores(shown, q, a, m), "argument", "grouped by")
})

test_that("messages on choices and columns say what helps", {
  rows <- data.frame(item = 1:2, first = "x", second = "y", choice = c("x", "TIE"))
  expect_fault(as_preferences(rows, item, first, second, choice, choices = "TIE"), "argument", "no name: \"TIE\"")
  cnd <- expect_fault(as_preferences(rows, first = first, second = second, choice = choice), "argument", "not given")
  expect_no_match(conditionMessage(cnd), "layout")
})

test_that("people without a run beside judges with runs are told to have one", {
  rows <- data.frame(
    item = rep(1:2, 3), first = "a", second = "b", choice = "a", judge = rep(c("ann", "gpt", "gpt"), each = 2),
    run = rep(c(NA, "r1", "r2"), each = 2)
  )
  read <- function(rows) as_preferences(rows, item, first, second, choice, judge = judge, run = run)
  expect_fault(read(rows), "missing_id", "2 of 6 have none.*Do not remove the rows of people", rows = 1:2)
  rows$run[is.na(rows$run)] <- "r1"
  expect_s3_class(read(rows), "accord_preferences")
})
