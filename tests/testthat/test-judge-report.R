# Published and recomputed figures of PandaLM and LLMBar (inst/extdata/judges), worked examples by hand, definitions.

long_form <- function(data, raters, ...) {
  rows <- lapply(raters, function(name) {
    data.frame(item = rownames(data), data[...], rater = name, rating = data[[name]])
  })
  do.call(rbind, rows)
}
study_file <- function(name) {
  path <- system.file("extdata", "judges", name, package = "accord")
  utils::read.csv(path, colClasses = "character", na.strings = "", check.names = FALSE)
}
people <- c("person_1", "person_2", "person_3")
pandalm <- local({
  data <- study_file("pandalm.csv")
  rows <- long_form(data, c(people, "gpt35", "pandalm7b"), c("task", "words_1", "words_2"))
  rows[c("words_1", "words_2")] <- lapply(rows[c("words_1", "words_2")], as.double)
  rows
})
llmbar_judges <- c("GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2", "PaLM2", "Falcon")
llmbar <- local({
  data <- study_file("llmbar.csv")
  data[c("words_1", "words_2")] <- lapply(data[c("words_1", "words_2")], as.double)
  rows <- long_form(data, c(llmbar_judges, "label"), c("words_1", "words_2"))
  label <- rows$rater == "label"
  each <- lapply(1:2, function(order) {
    transform(rows[!label, ], first = as.character(order), rating = substr(rating, order, order))
  })
  rbind(do.call(rbind, each), transform(rows[label, ], first = NA))
})
without_stray <- function(code) {
  withCallingHandlers(code, accord_warning_stray_reply = function(cnd) rlang::cnd_muffle(cnd))
}
figure <- function(x, quantity, judge = x$judge, column = "estimate") {
  x[[column]][x$quantity %in% quantity & x$judge == judge]
}

test_that("agreement with people stands beside that among people, by item and by task", {
  skip_if_quick()
  gpt <- pandalm[pandalm$rater != "pandalm7b", ]
  x <- judge_report(gpt, item, rater, rating, "gpt35", questions = "agreement")
  expect_identical(x$quantity, c("with_people", "among_people", "difference"))
  # Recomputed by an independent script, with seven digits, on the 974 items with a usable reply.
  expect_equal(x$estimate, c(0.7063655, 0.9219713, -0.2156057), tolerance = 1e-7)
  expect_equal(x$std.error[3], 0.01416964, tolerance = 1e-6)
  expect_identical(x$n, rep(974L, 3))
  y <- judge_report(gpt, item, rater, rating, "gpt35", cluster = task, questions = "agreement")
  expect_equal(y$std.error[3], 0.02437285, tolerance = 1e-6)
  expect_identical(y$n_clusters, rep(50L, 3))
  expect_true(all(y$conf.low < x$conf.low & y$conf.high > x$conf.high))
})

test_that("accuracy and macro scores are those that the authors print", {
  # The tables of arXiv 2306.05087 take an unusable reply for a tie.
  gpt <- pandalm[pandalm$rater != "pandalm7b", ]
  gpt$rating[is.na(gpt$rating)] <- "0"
  x <- judge_report(gpt, item, rater, rating, "gpt35", questions = "majority")
  found <- x$estimate[match(c("accuracy", "macro_precision", "macro_recall", "macro_f1"), x$quantity)]
  expect_equal(round(found, 4), c(0.7107, 0.5879, 0.5736, 0.5755))
  votes <- pandalm[pandalm$rater %in% people, ]
  kappas <- pairwise_agreement(votes, item, rater, rating, ci = ci_none())
  expect_setequal(round(kappas$estimate, 2), c(0.85, 0.88, 0.86))
})

test_that("unusable replies count as wrong, and are left out", {
  gpt <- pandalm[pandalm$rater != "pandalm7b", ]
  x <- judge_report(gpt, item, rater, rating, "gpt35", questions = "majority")
  wide <- study_file("pandalm.csv")
  # Three people who are never all different: two of them give the majority.
  majority <- ifelse(wide$person_1 == wide$person_2 | wide$person_1 == wide$person_3, wide$person_1, wide$person_2)
  right <- wide$gpt35 == majority
  expect_equal(figure(x, "accuracy"), sum(right, na.rm = TRUE) / 999)
  expect_equal(figure(x, "accuracy_usable"), mean(right, na.rm = TRUE))
  expect_equal(figure(x, "usable"), 974 / 999)
  wilson <- stats::prop.test(sum(right, na.rm = TRUE), 999, correct = FALSE)$conf.int
  expect_equal(c(figure(x, "accuracy", column = "conf.low"), figure(x, "accuracy", column = "conf.high")), c(wilson))
})

test_that("a person's own vote is left out of the majority", {
  x <- judge_report(pandalm, item, rater, rating, "pandalm7b", people = people, questions = "majority")
  wide <- study_file("pandalm.csv")
  each <- lapply(1:3, function(j) {
    others <- wide[setdiff(people, people[j])]
    gold <- ifelse(others[[1]] == others[[2]], others[[1]], NA)
    data.frame(item = seq_len(999), judge = wide$pandalm7b == gold, person = wide[[people[j]]] == gold)
  })
  all <- do.call(rbind, each)
  hit <- function(name) replace(all[[name]], is.na(all[[name]]) & !is.na(all$person), FALSE)
  expect_equal(figure(x, "accuracy_others"), mean(hit("judge"), na.rm = TRUE))
  expect_equal(figure(x, "person_others"), mean(all$person, na.rm = TRUE))
  expect_equal(figure(x, "difference"), mean(hit("judge") - all$person, na.rm = TRUE))
})

test_that("a judge like the people does not differ from the person left out", {
  skip_if_quick()
  # Of 60 items with one dissenter only the dissenter can be left out, who is wrong; the other 40 have three hits each.
  # The judge is wrong on 20 of these.
  d <- data.frame(item = rep(1:100, each = 4), rater = c("ann", "bob", "cat", "gpt"), label = "x")
  d$label[d$item <= 60 & d$rater == c("ann", "bob", "cat")[(d$item - 1) %% 3 + 1]] <- "y"
  d$label[d$item > 80 & d$rater == "gpt"] <- "y"
  ask <- function(d, ...) judge_report(d, item, rater, label, judges = "gpt", questions = "majority", ...)
  x <- ask(d)
  rows <- x[x$quantity %in% c("accuracy_others", "person_others", "difference"), ]
  expect_equal(rows$estimate, c(120, 120, 0) / 180)
  expect_identical(rows$n, rep(100L, 3))
  # The standard error of a ratio of sums is close to its jackknife over items.
  sums <- cbind(rep(c(1, 0, -3), c(60, 20, 20)), rep(c(1, 3), c(60, 40)))
  without <- (sum(sums[, 1]) - sums[, 1]) / (sum(sums[, 2]) - sums[, 2])
  expect_equal(rows$std.error[3], sqrt(99 / 100 * sum((without - mean(without))^2)), tolerance = 0.02)
  expect_true(rows$conf.low[3] < 0 && rows$conf.high[3] > 0)

  # Judge and people have the same rate of errors: the mean over samples is 0 but for its own error.
  set.seed(1)
  differences <- vapply(1:40, function(i) {
    n <- 150
    truth <- sample(c("x", "y", "z"), n, TRUE)
    each <- lapply(1:4, function(j) ifelse(stats::runif(n) < 0.3, sample(c("x", "y", "z"), n, TRUE), truth))
    rows <- data.frame(item = 1:n, rater = rep(c("ann", "bob", "cat", "gpt"), each = n), label = unlist(each))
    figure(ask(rows, ci = ci_none()), "difference")
  }, 0)
  expect_lt(abs(mean(differences)), 3 * stats::sd(differences) / sqrt(40))

  two <- ask(d[d$rater != "cat", ])
  expect_identical(
    unique(two$status[two$quantity %in% c("accuracy_others", "person_others", "difference")]),
    "not possible: to leave out a person, three must have rated an item"
  )
})

test_that("the longer answer is counted where both chose, and where they differ", {
  x <- judge_report(
    pandalm, item, rater, rating, "gpt35", people = people, length = c(`1` = words_1, `2` = words_2),
    questions = "length"
  )
  # Recomputed: 514 and 552 of 811; where they differ, the judge took the longer in 57 of 152.
  expect_equal(x$estimate, c(514 / 811, 552 / 811, (514 - 552) / 811, 57 / 152))
  expect_identical(x$n, c(811L, 811L, 811L, 152L))
  y <- judge_report(
    llmbar, item, rater, rating, "GPT-4", people = "label", order = first,
    length = c(`1` = words_1, `2` = words_2), questions = "length"
  )
  # Of its 70 wrong choices between answers of unequal length, 56 are the longer.
  expect_equal(c(figure(y, "longer_if_differ"), figure(y, "longer_if_differ", column = "n")), c(56 / 70, 70))
  expect_equal(round(y$estimate[1:2], 4), c(0.3766, 0.2718))
  z <- judge_report(
    transform(pandalm, one = "1", two = "2"), item, rater, rating, "gpt35", people = people, order = c(one, two),
    length = c(first = words_1, second = words_2), questions = "length"
  )
  expect_equal(z$estimate, x$estimate)
})

test_that("a panel of six is worth two", {
  skip_if_quick()
  expect_warning(
    x <- judge_report(
      llmbar, item, rater, rating, llmbar_judges, order = first, questions = c("majority", "panel", "position")
    ),
    class = "accord_warning_stray_reply"
  )
  expect_equal(figure(x, "error_correlation"), 0.3637268, tolerance = 1e-6)
  expect_equal(figure(x, "effective_number"), 2.1286906, tolerance = 1e-7)
  expect_equal(round(figure(x, "highest_correlation"), 4), 0.6692)
  expect_identical(x$of[x$quantity %in% "highest_correlation"], "ChatGPT with ChatGPT-0301")
  expect_equal(figure(x, "all_wrong"), 0.07398568, tolerance = 1e-6)
  expect_equal(figure(x, "all_wrong_if_independent"), 0.004135186, tolerance = 1e-6)
  expect_equal(figure(x, "panel_accuracy"), 0.552506, tolerance = 1e-6)
  accuracies <- vapply(llmbar_judges, function(judge) figure(x, "accuracy", judge), 0)
  expect_equal(unname(round(accuracies, 4)), c(0.8282, 0.4057, 0.4893, 0.4415, 0.6802, 0.5561))
  # Position bias of three judges, with the limits of PropCIs::scoreci.mp().
  bias <- x[x$quantity == "position_bias" & x$judge %in% c("GPT-4", "ChatGPT", "Falcon"), ]
  expect_equal(bias$estimate, c(0.02386635, 0.29355609, 0.55131265), tolerance = 1e-6)
  expect_equal(bias$conf.low, c(-0.001863965, 0.2458561, 0.4992711), tolerance = 1e-5)
  pair <- function(judges) {
    x <- without_stray(judge_report(
      llmbar, item, rater, rating, judges, people = "label", order = first, questions = "panel"
    ))
    figure(x, "error_consistency")
  }
  expect_equal(pair(c("GPT-4", "PaLM2")), 0.3372825, tolerance = 1e-6)
  expect_equal(pair(c("ChatGPT", "LLaMA2")), 0.5460772, tolerance = 1e-6)
})

test_that("the standard error of the correlation of errors is that of the jackknife", {
  skip_if_quick()
  wide <- study_file("llmbar.csv")
  wrong <- vapply(llmbar_judges[1:3], function(judge) substr(wide[[judge]], 1, 1) != wide$label, logical(419))
  mean_r <- function(rows) {
    r <- stats::cor(wrong[rows, ])
    mean(r[lower.tri(r)])
  }
  without <- vapply(seq_len(419), function(i) mean_r(-i), 0)
  se <- sqrt(418 / 419 * sum((without - mean(without))^2))
  x <- judge_report(
    llmbar, item, rater, rating, llmbar_judges[1:3], people = "label", order = first, questions = "panel"
  )
  expect_equal(figure(x, "error_correlation", column = "std.error"), se, tolerance = 0.01)
})

test_that("limits of the correlation of errors are those of a score test in the beta-binomial model", {
  # The variance of the influence of an item by its definition, over all patterns of errors of k judges.
  variance <- function(r, p, k) {
    x <- as.matrix(expand.grid(rep(list(0:1), k)))
    s <- rowSums(x)
    a <- p * (1 - r) / r
    b <- (1 - p) * (1 - r) / r
    probability <- exp(lbeta(s + a, k - s + b) - lbeta(a, b))
    z <- (x - p) / sqrt(p * (1 - p))
    pairs <- utils::combn(k, 2)
    each <- apply(pairs, 2, function(at) z[, at[1]] * z[, at[2]] - r * (z[, at[1]]^2 + z[, at[2]]^2) / 2)
    sum(probability * rowMeans(each)^2)
  }
  # Of two judges it is that of Bloch and Kraemer (1989), doi:10.2307/2532008.
  kraemer <- function(r, p) (1 - r) * ((1 - r) * (1 - 2 * r) + r * (2 - r) / (2 * p * (1 - p)))
  expect_equal(variance(0.3, 0.2, 2), kraemer(0.3, 0.2))

  # Each judge errs on 10 of 50 items; the number of judges that err is that of the model or less dispersed.
  sets <- list(
    two = cbind(rep(1:0, c(10, 40)), rep(c(1, 0, 1, 0), c(4, 6, 6, 34))),
    three = cbind(
      rep(1:0, c(10, 40)), rep(c(1, 0, 1, 0), c(4, 6, 6, 34)), rep(c(1, 0, 1, 0, 1, 0), c(2, 5, 3, 6, 5, 29))
    )
  )
  for (wrong in sets) {
    k <- ncol(wrong)
    names <- letters[seq_len(k)]
    data <- data.frame(
      item = 1:50, rater = rep(c(names, "gold"), each = 50), label = c("right", "wrong")[1 + c(wrong, rep(0, 50))]
    )
    x <- judge_report(data, item, rater, label, names, questions = "panel", categories = c("right", "wrong"))
    of <- x[x$quantity == "error_correlation", ]
    r <- stats::cor(wrong)
    mean_r <- mean(r[lower.tri(r)])
    expect_equal(of$estimate, mean_r)
    excess <- max(1 / 50, of$std.error^2 / variance(mean_r, 0.2, k))
    inside <- function(r0) (mean_r - r0)^2 - stats::qt(0.975, 49)^2 * excess * variance(r0, 0.2, k)
    high <- stats::uniroot(inside, c(mean_r, 1 - 1e-6), tol = 1e-10)$root
    expect_equal(of$conf.high, high, tolerance = 1e-6)
    number <- x[x$quantity == "effective_number", ]
    expect_equal(number$conf.low, k / (1 + (k - 1) * high), tolerance = 1e-6)
    if (inside(1e-4) > 0) {
      expect_equal(of$conf.low, stats::uniroot(inside, c(1e-4, mean_r), tol = 1e-10)$root, tolerance = 1e-6)
    } else {
      expect_lt(of$conf.low, 1e-4)
    }
  }
  # Fewer than 8 clusters give no limits.
  x <- judge_report(
    cbind(data, topic = data$item %% 7), item, rater, label, names, cluster = topic, questions = "panel",
    categories = c("right", "wrong")
  )
  expect_identical(unique(x$conf.high[x$quantity %in% c("error_correlation", "effective_number")]), NA_real_)
  expect_match(x$status[1], "fewer than 8 clusters")
})

test_that("drift is what a version gained less what it lost, with Tango's limits", {
  rows <- llmbar[llmbar$rater %in% c("ChatGPT", "ChatGPT-0301", "label"), ]
  rows$version <- c("ChatGPT-0301" = "0301", ChatGPT = "0613")[rows$rater]
  rows$rater[rows$rater == "ChatGPT-0301"] <- "ChatGPT"
  x <- judge_report(rows, item, rater, rating, "ChatGPT", version = version, order = first, questions = "drift")
  expect_identical(x$judge[1], "ChatGPT (0613)")
  expect_equal(x$estimate[-1], c(18 / 419, 53 / 419, -0.08353222), tolerance = 1e-7)
  expect_equal(c(x$conf.low[4], x$conf.high[4]), c(-0.12380339, -0.04544831), tolerance = 1e-6)
})

test_that("versions and runs in text have the order of their numbers", {
  # ann is right throughout; v9 errs on 3 of 10 items, v10 on none.
  rows <- data.frame(
    item = rep(1:10, 3), rater = rep(c("ann", "gpt", "gpt"), each = 10), version = rep(c(NA, "v10", "v9"), each = 10),
    label = c("a", "b")
  )
  rows$label[21:23] <- chartr("ab", "ba", rows$label[21:23])
  x <- judge_report(rows, item, rater, label, "gpt", version = version, questions = "drift")
  expect_identical(x$judge[1], "gpt (v10)")
  expect_equal(c(figure(x, "gained"), figure(x, "lost"), figure(x, "drift")), c(0.3, 0, 0.3))
  # Items with an unusable reply do not change, but are wrong: 2 of 8 change, v10 gains two and loses one.
  lost <- transform(rows, label = replace(label, c(11, 15), NA))
  w <- judge_report(lost, item, rater, label, "gpt", version = version, questions = "drift")
  expect_equal(w$estimate, c(2 / 8, 0.2, 0.1, 0.1))
  expect_identical(w$n, c(8L, 10L, 10L, 10L))
  # Of runs "10" and "2" the second is the first.
  runs <- transform(rows, run = sub("v", "", sub("v9", "v2", version)))
  y <- judge_report(runs, item, rater, label, "gpt", run = run, questions = "majority")
  expect_equal(figure(y, "accuracy"), 0.7)
  # The levels of a factor have their own order.
  z <- judge_report(
    transform(rows, version = factor(version, c("v10", "v9"))), item, rater, label, "gpt",
    version = version, questions = "drift"
  )
  expect_equal(figure(z, "drift"), -0.3)
})

test_that("a judge of one version has no drift", {
  one <- data.frame(item = 1:10, rater = rep(c("ann", "gpt"), each = 10), version = NA, label = "x")
  ask <- function(rows) judge_report(rows, item, rater, label, "gpt", version = version, questions = "drift")
  full <- judge_report(one, item, rater, label, "gpt", questions = "majority")
  for (version in list(NA, c(NA, "v1"))) {
    x <- ask(transform(one, version = rep(rep_len(version, 2), each = 10)))
    expect_identical(x$status, "not possible: one version")
    expect_identical(names(x), names(full))
    expect_match(format(x), "Versions: not possible: one version", fixed = TRUE, all = FALSE)
  }
})

test_that("flips over runs are those of the worked example", {
  runs <- c("yyyy", "ynyy", "nnnn", "ynny", "yyy-", "ny--")
  rows <- expand.grid(item = 1:6, run = 1:4)
  rows$label <- substr(runs[rows$item], rows$run, rows$run)
  rows <- rows[rows$label != "-", ]
  rows$rater <- "judge"
  x <- judge_report(rows, item, rater, label, "judge", run = run, questions = "runs")
  # By item 0, 1/2, 0, 2/3, 0, 1: of pairs of runs, the share that differ.
  expect_equal(figure(x, "flips"), mean(c(0, 1 / 2, 0, 2 / 3, 0, 1)))
  expect_equal(figure(x, "ever_flips"), 3 / 6)
  expect_identical(x$of[2], "2 to 4 runs")
  expect_gt(figure(x, "flips", column = "conf.high"), figure(x, "flips"))
  same <- judge_report(transform(rows, label = "y"), item, rater, label, "judge", run = run, questions = "runs")
  expect_match(paste(format(same), collapse = " "), "temperature 0 or a cache may explain it", fixed = TRUE)
  expect_no_match(paste(format(x), collapse = " "), "temperature 0", fixed = TRUE)
})

test_that("an item that flips in one of two orders is an item that flips", {
  # In each of 10 items the two runs differ in one order of two.
  rows <- expand.grid(item = 1:10, run = 1:2, first = c("A", "B"), stringsAsFactors = FALSE)
  rows$rater <- "gpt"
  rows$label <- ifelse(rows$run == 2 & (rows$item <= 5) == (rows$first == "A"), "B", "A")
  x <- judge_report(rows, item, rater, label, "gpt", run = run, order = first, questions = "runs")
  expect_equal(x$estimate, c(0.5, 1))
  expect_identical(x$n, c(10L, 10L))
  expect_identical(x$of[2], "2 runs")
})

test_that("runs of scores have the standard deviation and ICC of the worked example", {
  rows <- data.frame(
    item = rep(1:5, each = 3), run = 1:3, rater = "judge", score = c(7, 8, 7, 3, 3, 4, 9, 9, 9, 5, 7, 6, 2, 2, 1)
  )
  x <- judge_report(rows, item, rater, score, "judge", run = run, level = "interval", questions = "runs")
  # Mean squares within .4 and between 8.677778.
  expect_equal(x$estimate, c(sqrt(0.4), 0.9559364), tolerance = 1e-7)
})

test_that("scores are compared by distances, errors and the mean of people", {
  set.seed(4)
  scores <- data.frame(item = rep(1:30, 4), rater = rep(c("a", "b", "c", "judge"), each = 30))
  scores$score <- sample(1:9, 120, TRUE)
  x <- judge_report(scores, item, rater, score, "judge", level = "interval", questions = c("agreement", "majority"))
  wide <- matrix(scores$score, 30)
  to_people <- rowMeans(abs(wide[, 1:3] - wide[, 4]))
  of_people <- rowMeans(cbind(abs(wide[, 1] - wide[, 2]), abs(wide[, 1] - wide[, 3]), abs(wide[, 2] - wide[, 3])))
  error <- wide[, 4] - rowMeans(wide[, 1:3])
  expect_equal(
    x$estimate,
    c(mean(to_people), mean(of_people), mean(to_people - of_people), mean(abs(error)), mean(error),
      stats::cor(wide[, 4], rowMeans(wide[, 1:3])))
  )
  t <- stats::t.test(to_people - of_people)
  expect_equal(c(x$conf.low[3], x$conf.high[3]), c(t$conf.int), tolerance = 1e-10)
})

test_that("means that do not vary have no t limits, and the status says so", {
  people <- function(y, shift) c(y, y + shift[1], y + shift[2])
  ask <- function(rows, ...) {
    judge_report(rows, item, rater, y, "m", ..., level = "interval", questions = c("agreement", "majority"))
  }
  # Tenths have rounding errors in their differences, which are all equal as well.
  for (unit in c(1, 0.1, 1e-200, 1e200)) {
    rows <- data.frame(item = 1:8, rater = rep(c("p1", "p2", "m"), each = 8), y = unit * people(1:8, c(1, 3)))
    x <- ask(rows)
    means <- x[x$quantity != "correlation", ]
    expect_equal(means$estimate / unit, c(2.5, 1, 1.5, 2.5, 2.5))
    expect_identical(means$status, rep("no limits: all values are equal", 5))
    expect_identical(means$conf.low, rep(NA_real_, 5))
    expect_identical(means$std.error, rep(0, 5))
    expect_equal(x$estimate[x$quantity == "correlation"], 1)
  }
  expect_identical(unique(ask(rows, ci = ci_none())$status), "ok")
  # Errors of 1 and 3 in each of four clusters.
  torn <- data.frame(item = 1:8, rater = rep(c("p", "m"), each = 8), y = c(1:8, 1:8 + c(1, 3)), g = rep(1:4, each = 2))
  x <- ask(torn, cluster = g)
  expect_identical(x$status[x$quantity == "mean_error"], "no limits: all clusters have the same mean")
  expect_false(anyNA(ask(torn)$conf.low[x$quantity == "mean_error"]))
})

test_that("figures of scores do not depend on their unit, however small or large it is", {
  local_seed(76)
  rows <- expand.grid(item = 1:12, run = 1:2, rater = c("p1", "p2", "p3", "m"))
  rows <- rows[rows$rater == "m" | rows$run == 1, ]
  rows$y <- rows$item + sample(0:3, nrow(rows), TRUE)
  ask <- function(rows) {
    x <- judge_report(
      rows, item, rater, y, "m",
      run = run, level = "interval", questions = c("agreement", "majority", "runs")
    )
    as.list(x)[c("quantity", "estimate", "std.error", "conf.low", "conf.high", "status")]
  }
  one <- ask(rows)
  free <- one$quantity %in% c("correlation", "icc_runs")
  for (unit in 2^c(-700, 600)) {
    found <- ask(transform(rows, y = y * unit))
    expect_identical(found[c("quantity", "status")], one[c("quantity", "status")])
    for (name in c("estimate", "std.error", "conf.low", "conf.high")) {
      expect_equal(found[[name]] / ifelse(free, 1, unit), one[[name]], info = paste(name, log2(unit)))
    }
  }
})

test_that("self-preference is the difference of two shares, with Newcombe's limits", {
  # Of 40 pairs in which people prefer the judge's own answer it prefers its own in 36; of 30 in which they prefer the
  # other it prefers the other in 18. Newcombe (1998), from Wilson's limits.
  pairs <- data.frame(item = 1:80, mine = rep(c("model", "other"), c(70, 10)), yours = "third")
  person <- c(rep(c("a", "b"), c(40, 30)), rep("a", 10))
  judge <- c(rep(c("a", "b"), c(36, 4)), rep(c("b", "a"), c(18, 12)), rep("b", 10))
  rows <- rbind(cbind(pairs, rater = "ann", choice = person), cbind(pairs, rater = "model", choice = judge))
  x <- judge_report(rows, item, rater, choice, "model", source = c(a = mine, b = yours), questions = "source")
  expect_equal(x$estimate, c(36 / 40, 18 / 30, 36 / 40 - 18 / 30))
  one <- stats::prop.test(36, 40, correct = FALSE)$conf.int
  two <- stats::prop.test(18, 30, correct = FALSE)$conf.int
  d <- 0.3
  expect_equal(x$conf.low[3], d - sqrt((0.9 - one[1])^2 + (two[2] - 0.6)^2), tolerance = 1e-10)
  expect_equal(x$conf.high[3], d + sqrt((one[2] - 0.9)^2 + (0.6 - two[1])^2), tolerance = 1e-10)
  expect_match(paste(format(x), collapse = " "), "model wrote an answer of 70 of the 80 pairs", fixed = TRUE)
})

test_that("shares, confidence and the test of a judge are those of the functions for them", {
  set.seed(8)
  truth <- sample(c("no", "yes"), 200, TRUE)
  slip <- function(p) ifelse(stats::runif(200) < p, sample(truth), truth)
  rows <- data.frame(item = 1:200, rater = rep(c("a", "b", "c", "judge"), each = 200))
  rows$sure <- round(stats::runif(800), 1)
  rows$label <- c(slip(0.2), slip(0.2), slip(0.2), slip(0.3))
  few <- rows[rows$rater == "judge" | rows$item <= 80, ]
  x <- judge_report(few, item, rater, label, "judge", confidence = sure, epsilon = 0.1)
  wide <- matrix(rows$label == "yes", 200)
  gold <- ifelse(rowSums(wide[, 1:3]) >= 2, "yes", "no")
  judged <- rows$label[rows$rater == "judge"]
  alone <- corrected_estimate(data.frame(l = replace(gold, 81:200, NA), p = judged), l, p)
  found <- x[x$quantity == "corrected", ]
  expect_identical(found$of, alone$term)
  expect_equal(found$estimate, alone$estimate)
  expect_equal(figure(x, "as_judged")[found$of == "yes"], mean(judged == "yes"))
  right <- judged[1:80] == gold[1:80]
  sure <- rows$sure[rows$rater == "judge"][1:80]
  expect_equal(figure(x, "brier"), mean((sure - right)^2))
  test <- alt_test(few, item, rater, label, models = "judge", epsilon = 0.1)
  expect_equal(figure(x, c("winning_rate", "advantage")), c(test$winning_rate, test$advantage_probability))
  everyone <- judge_report(rows, item, rater, label, "judge", questions = c("share", "runs", "replace"))
  expect_match(everyone$status, "^not possible: (people rated all|no column `run`|no `epsilon`)")
})

test_that("what the judge alone says needs no majority of people", {
  set.seed(4)
  n <- 100
  truth <- sample(c("p", "q"), n, TRUE)
  slip <- function(e) ifelse(stats::runif(n) < e, sample(c("p", "q"), n, TRUE), truth)
  d <- data.frame(item = rep(1:n, 3), rater = rep(c("h1", "h2", "g1"), each = n))
  d$label <- c(slip(0.5), slip(0.5), slip(0.3))
  d <- d[d$rater == "g1" | d$item <= 40, ]
  x <- judge_report(d, item, rater, label, "g1", questions = "share")
  alone <- x[x$quantity == "as_judged" & x$of == "p", ]
  expect_equal(alone$estimate, mean(d$label[d$rater == "g1"] == "p"))
  expect_equal(alone$n, 100)
  # The corrected share is of the items that have a label, or were not rated by people.
  wide <- matrix(d$label[d$rater != "g1"], 40)
  tied <- which(wide[, 1] != wide[, 2])
  rows <- data.frame(l = c(wide[, 1], rep(NA, 60)), p = d$label[d$rater == "g1"])[-tied, ]
  expect_equal(x$estimate[x$quantity == "corrected"], corrected_estimate(rows, l, p)$estimate)
})

test_that("scores of people are numbers, and versions of a judge are no judges", {
  d <- data.frame(item = rep(1:20, 3), rater = rep(c("a", "b", "judge"), each = 20), label = c("p", "q", "q", "p", "p"))
  expect_fault(judge_report(d, item, rater, label, "judge", level = "interval"), "argument", "numbers.*\"p\" and \"q\"")
  d$version <- ifelse(d$rater == "judge", ifelse(d$item > 10, "v2", "v1"), NA)
  x <- judge_report(d, item, rater, label, "judge", version = version, questions = c("agreement", "panel"))
  expect_output(print(x), "Report on judge in 2 versions")
  expect_identical(glance(x)$n_judges, 1L)
})

test_that("names and the order of rows change nothing", {
  skip_if_quick()
  set.seed(2)
  some <- llmbar[llmbar$rater %in% c("GPT-4", "Falcon", "label"), ]
  ask <- function(data) judge_report(data, item, rater, rating, c("GPT-4", "Falcon"), order = first)
  x <- ask(some)
  y <- ask(some[sample(nrow(some)), ])
  expect_equal(y$estimate, x$estimate)
  expect_equal(y$conf.low, x$conf.low)
  renamed <- some
  renamed[c("rating", "first")] <- lapply(some[c("rating", "first")], chartr, old = "12", new = "ab")
  expect_equal(ask(renamed)$estimate, x$estimate)
})

test_that("stray replies are named with their judge", {
  rows <- data.frame(item = rep(1:10, 3), rater = rep(c("ann", "bob", "gpt"), each = 10), score = rep(c("1", "5"), 15))
  rows$score[c(21, 24)] <- c("5/5", "Rating: 2")
  cnd <- expect_warning(
    x <- judge_report(rows, item, rater, score, "gpt", questions = "majority"),
    "2 replies are not. By gpt \\(2\\): \"5/5\", \"Rating: 2\"", class = "accord_warning_stray_reply"
  )
  expect_identical(cnd$values, c("5/5", "Rating: 2"))
  expect_equal(c(figure(x, "accuracy"), figure(x, "accuracy_usable")), c(0.8, 1))
  one <- rows
  one$score[21] <- "1"
  expect_warning(judge_report(one, item, rater, score, "gpt", questions = "runs"), "1 reply is not")
  expect_warning(
    y <- judge_report(rows, item, rater, score, "gpt", level = "interval", questions = "majority"), "must be numbers"
  )
  expect_identical(y$n[1], 8L)
})

test_that("a score that may mean that none was given is an error whose advice works", {
  rows <- data.frame(item = rep(1:30, 4), rater = rep(c("ann", "bob", "gpt", "gpt"), each = 30))
  rows$run <- rep(c(NA, NA, 1, 2), each = 30)
  rows$score <- c(rep(1:10, 9), rep(c(2:10, -1), 3))
  ask <- function(rows, ...) judge_report(rows, item, rater, score, "gpt", run = run, level = "interval", ...)
  cnd <- expect_error(ask(rows), class = "accord_error_missing_code")
  expect_identical(cnd[c("codes", "raters", "n")], list(codes = -1, raters = "gpt", n = 3L))
  x <- ask(transform(rows, score = replace(score, score < 0, NA)))
  y <- ask(rows, categories = c(-1, 1:10))
  # One way analysis of variance of two runs: the mean of half their squared differences.
  d <- rows$score[61:90] - rows$score[91:120]
  expect_equal(figure(y, "within_sd"), sqrt(mean(d^2 / 2)))
  expect_equal(figure(x, "within_sd"), sqrt(mean(d[d < 11 & rows$score[91:120] > 0]^2 / 2)))
  expect_warning(z <- ask(rows, categories = 1:10), "3 replies are not", class = "accord_warning_stray_reply")
  expect_equal(z$estimate, x$estimate)
})

test_that("figures that leave out replies which cannot be used are said to do so", {
  skip_if_quick()
  # The judge copies ann where it does not refuse, which it does on 24 of 40 items.
  set.seed(6)
  rows <- data.frame(item = rep(1:40, 4), rater = rep(c("ann", "bob", "cat", "gpt"), each = 40))
  rows$score <- sample(c("1", "5"), 160, TRUE)
  rows$score[121:160] <- rows$score[1:40]
  rows$score[121:144] <- "5/5"
  ask <- function(rows, ...) judge_report(rows, item, rater, score, "gpt", epsilon = 0.2, ...)
  words <- function(x) paste(format(x, width = 200), collapse = " ")
  told <- "gpt: 24 of 40 replies cannot be used, and are left out of agreement and of replacing people"
  expect_warning(
    x <- ask(rows), "count as wrong for accuracy.*Agreement with people", class = "accord_warning_stray_reply"
  )
  expect_match(words(x), told, fixed = TRUE)
  expect_no_match(words(without_stray(ask(rows, questions = "majority"))), "left out of agreement", fixed = TRUE)
  refused <- transform(rows, score = replace(score, 121:144, NA))
  expect_match(words(ask(refused)), told, fixed = TRUE)
  expect_match(
    words(ask(refused, questions = "agreement")), "cannot be used, and are left out of agreement", fixed = TRUE
  )
  whole <- transform(rows, score = replace(score, 121:144, "5"))
  expect_no_match(words(ask(whole)), "cannot be used", fixed = TRUE)
})

test_that("runs are no people, and a person is no judge", {
  skip_if_quick()
  raters <- c("ann", "gpt_run1", "gpt_run2", "gpt_run3")
  rows <- data.frame(item = rep(1:4, 4), rater = rep(raters, each = 4), label = "a")
  ask <- function(...) judge_report(rows, item, rater, label, ...)
  expect_fault(ask("gpt_run1"), "runs_as_people", "2 of the people have", raters = c("gpt_run2", "gpt_run3"))
  expect_fault(ask(c("gpt_run1", "gpt_run2")), "runs_as_people", "1 of the people has")
  expect_s3_class(ask("gpt_run1", people = "ann"), "accord_judge_report")
  expect_fault(ask("gpt_run1", people = c("ann", "gpt_run1")), "argument", "1 is named in both")
  expect_fault(ask("gpt"), "unknown_rater")
  expect_fault(ask(gpt), "argument", "Put the name in quotes")
  numbered <- transform(rows, rater = sub("gpt_run", "coder ", rater))
  expect_fault(judge_report(numbered, item, rater, label, "coder 1"), "runs_as_people")
  all <- transform(numbered, rater = sub("ann", "coder 4", rater))
  expect_s3_class(judge_report(all, item, rater, label, "coder 1", questions = "agreement"), "accord_judge_report")
})

test_that("another version of a model is another model, no run", {
  skip_if_quick()
  ask <- function(judge, other) {
    rows <- data.frame(item = rep(1:4, 3), rater = rep(c("ann", judge, other), each = 4), label = "a")
    judge_report(rows, item, rater, label, judge, questions = "agreement")
  }
  versions <- list(
    c("gpt-4", "gpt-3"), c("GPT 4", "GPT 3"), c("gpt-4", "gpt-3.5"), c("gpt-4.1", "gpt-4.5"),
    c("llama-3.1", "llama-3.2"), c("gpt-4-0314", "gpt-4-0613")
  )
  for (pair in versions) {
    expect_warning(ask(pair[1], pair[2]), "1 of 2 has the name of a model", class = "accord_warning_model_as_person")
  }
  runs <- list(
    c("gpt_1", "gpt_2"), c("gpt #1", "gpt #2"), c("gpt run 1", "gpt run 2"), c("gpt-4_1", "gpt-4_2"),
    c("gpt-4-1", "gpt-4-2"), c("gpt-4 run 1", "gpt-4 run 2"), c("judge-1", "judge-2")
  )
  for (pair in runs) expect_fault(ask(pair[1], pair[2]), "runs_as_people", raters = pair[2])
})

test_that("bad arguments are errors with advice", {
  skip_if_quick()
  rows <- data.frame(
    item = rep(1:4, 3), rater = rep(c("ann", "gpt", "gpt"), each = 4), run = rep(c(NA, 1, 2), each = 4),
    label = c("a", "b"), place = "x", topic = rep(1:2, 6), size = 1
  )
  ask <- function(...) judge_report(rows, item, rater, label, "gpt", ...)
  expect_fault(ask(), "duplicate_rating", "4 ratings repeat another, as of \"gpt\"")
  expect_fault(ask(run = run, order = place), "argument", "1 column and 1 value")
  expect_fault(ask(run = run, order = topic), "argument", "name answers as the ratings do")
  expect_fault(ask(run = run, length = c(size, topic)), "argument", "length = c\\(`A` = size")
  expect_fault(ask(run = run, questions = "lenght"), "argument", "length")
  expect_fault(ask(run = run, level = "ordinal"), "argument")
  expect_fault(ask(run = run, cluster = place, epsilon = 2), "argument")
  expect_fault(ask(run = run, ci = ci_jackknife()), "argument")
  unknown <- transform(rows, run = replace(run, 5:8, NA))
  expect_fault(
    judge_report(unknown, item, rater, label, "gpt", run = run), "missing_id",
    "run. is missing for 4 replies. By gpt \\(4\\), as of item \"1\"", raters = "gpt"
  )
  # A judge that was asked once needs no run.
  single <- transform(rows[1:8, ], run = NA)
  expect_identical(
    judge_report(single, item, rater, label, "gpt", run = run, questions = "runs")$status,
    "not possible: no item with two runs"
  )
  # A missing reply does not hide that the order names no answer.
  lost <- transform(rows, label = replace(label, 5, NA), topic = replace(topic, 1:4, NA))
  expect_fault(
    judge_report(lost, item, rater, label, "gpt", run = run, order = topic), "argument",
    "name answers as the ratings do"
  )
  torn <- transform(rows, topic = seq_len(12))
  expect_fault(judge_report(torn, item, rater, label, "gpt", run = run, cluster = topic), "cluster", "4 items are")
  twice <- rbind(rows, rows[1, ])
  again <- "A person rates an item once"
  expect_fault(judge_report(twice, item, rater, label, "gpt", run = run), "duplicate_rating", again)
  expect_fault(judge_report(rows[0, ], item, rater, label, "gpt"), "no_rows")
})

test_that("labels of people that look alike, or are not those of others, are warnings", {
  skip_if_quick()
  rows <- data.frame(
    item = 1:40, rater = rep(c("ann", "bob", "gpt"), each = 40), label = rep(c("good", "poor"), c(20, 20))
  )
  rows$label[c(81, 120)] <- c("poor", "good")
  ask <- function(labels, ...) {
    judge_report(transform(rows, label = labels), item, rater, label, "gpt", questions = "agreement", ...)
  }
  other_case <- ifelse(rows$rater == "bob", toupper(rows$label), rows$label)
  expect_warning(ask(other_case), "\"GOOD\" and \"good\"", class = "accord_warning_look_alike")
  # Single letters are codes, so that their case counts.
  expect_warning(ask(substr(other_case, 1, 1)), "Raters ann and bob have 40", class = "accord_warning_other_scale")
  expect_no_warning(ask(other_case, categories = c("good", "poor", "GOOD", "POOR")))
  expect_warning(
    ask(ifelse(rows$rater == "gpt", sub("good", "Good", rows$label), rows$label)), "Did you mean \"good\"",
    class = "accord_warning_stray_reply"
  )
})

test_that("a choice that is neither of the answers shown is an error, unless it is a tie or a judge's own words", {
  skip_if_quick()
  rows <- data.frame(
    item = 1:20, rater = rep(c("ann", "bob", "gpt"), each = 20), one = c("alpaca", "vicuna"),
    two = c("vicuna", "alpaca"), label = "alpaca"
  )
  ask <- function(at, label, data = rows, ...) {
    data$label[at] <- label
    judge_report(data, item, rater, label, "gpt", order = c(one, two), questions = "agreement", ...)
  }
  expect_fault(
    ask(c(3, 25), "Alpaca"), "choice", "2 choices are not, by ann and bob: \"Alpaca\".*mean \"alpaca\"", n = 2L
  )
  expect_fault(ask(3, "alpca"), "choice", "Did you mean \"alpaca\"")
  expect_fault(ask(45, "Vicuna"), "choice", "by gpt", raters = "gpt")
  # An answer of another item.
  other <- transform(rows, one = replace(one, item == 2, "llama"), two = replace(two, item == 2, "gemma"))
  expect_fault(ask(1, "alpaca", other), "choice", "3 choices are not.*not shown")
  expect_fault(ask(1:2, c("both", "neither")), "choice", "\"both\" and \"neither\".*name all .categories.")
  for (tie in c("tie", "0")) expect_s3_class(ask(c(3, 25, 45), tie), "accord_judge_report")
  expect_s3_class(ask(1:2, c("both", "neither"), categories = c("alpaca", "vicuna", "both", "neither")), "tbl_df")
  expect_warning(ask(45, "I cannot say"), class = "accord_warning_stray_reply")
})

test_that("lengths are numbers", {
  rows <- data.frame(
    item = 1:4, rater = rep(c("ann", "gpt"), each = 4), label = c("a", "b"), n_a = c("10", "9"), n_b = 1:4
  )
  expect_fault(
    judge_report(rows, item, rater, label, "gpt", length = c(a = n_a, b = n_b)), "argument",
    "1 column holds none: .n_a.", columns = "n_a"
  )
  expect_fault(
    judge_report(transform(rows, n_b = factor(n_b)), item, rater, label, "gpt", length = c(a = n_a, b = n_b)),
    "argument", "2 columns hold none", columns = c("n_a", "n_b")
  )
  # As the error says.
  right <- transform(rows, n_a = as.numeric(n_a))
  x <- judge_report(right, item, rater, label, "gpt", length = c(a = n_a, b = n_b), questions = "length")
  # The answer a is always the longer one, and each of the two chose it in 2 of 4.
  expect_identical(figure(x, c("judge_longer", "people_longer")), c(0.5, 0.5))
})

test_that("a person who is a copy of the judge is a warning, unless people nearly always agree", {
  set.seed(5)
  n <- 100
  rows <- data.frame(item = 1:n, rater = rep(c("ann", "bob", "cat", "gpt"), each = n))
  # Three people and a judge who are right on a share of the items.
  ask <- function(right, copies, level = "nominal", items = 1:n) {
    truth <- sample(1:4, n, TRUE)
    wide <- replicate(4, ifelse(stats::runif(n) < right, truth, sample(1:4, n, TRUE)))
    wide[, copies] <- wide[, 4]
    data <- transform(rows, label = c(wide))[rows$item %in% items, ]
    judge_report(data, item, rater, label, "gpt", questions = "agreement", level = level)
  }
  for (level in c("nominal", "interval")) {
    cnd <- expect_warning(ask(0.6, 2, level), class = "accord_warning_both_sides")
    expect_match(cnd$reasons, "^bob gives the label of gpt on each of their 100 common items")
    expect_no_warning(ask(0.6, integer(), level))
  }
  # With few items it may be chance, and with easy ones the judge and the person are right.
  expect_no_warning(ask(0.6, 2, items = 1:25))
  expect_no_warning(ask(0.99, 2))
  expect_no_warning(ask(1, 1:3))
})

test_that("a judge that made the majority, or chose the items, is a warning", {
  set.seed(3)
  n <- 300
  truth <- sample(c("a", "b", "c"), n, TRUE)
  slip <- function(p) ifelse(stats::runif(n) < p, sample(truth), truth)
  two <- cbind(slip(0.4), slip(0.4))
  judge <- slip(0.3)
  vote <- ifelse(two[, 1] == two[, 2] | two[, 1] == judge, two[, 1], ifelse(two[, 2] == judge, two[, 2], NA))
  rows <- data.frame(
    item = 1:n, rater = rep(c("ann", "bob", "final", "gpt"), each = n), label = c(two, vote, judge)
  )
  expect_warning(
    judge_report(rows, item, rater, label, "gpt", questions = "agreement"),
    "final always gives the majority of the other people and gpt", class = "accord_warning_both_sides"
  )
  third <- transform(rows, label = replace(label, rater == "final", slip(0.4)))
  expect_no_warning(judge_report(third, item, rater, label, "gpt", questions = "agreement"))
  wide <- matrix(third$label, n)
  majority <- ifelse(wide[, 1] == wide[, 2] | wide[, 1] == wide[, 3], wide[, 1],
    ifelse(wide[, 2] == wide[, 3], wide[, 2], NA))
  chosen <- third[third$item %in% which(majority == wide[, 4]), ]
  expect_warning(
    judge_report(chosen, item, rater, label, "gpt", questions = "agreement"), "gpt agrees with the majority on each of",
    class = "accord_warning_both_sides"
  )
})

test_that("print, table and tidy say what was found", {
  x <- judge_report(
    pandalm, item, rater, rating, c("gpt35", "pandalm7b"), people = people, questions = c("agreement", "runs", "panel")
  )
  lines <- format(x, width = 90)
  expect_identical(lines[1], "Report on 2 judges, 95% intervals")
  expect_match(lines, "gpt35 +Difference +-[.]216 +\\[-[.]\\d{3}, -[.]\\d{3}\\] +974", all = FALSE)
  expect_match(lines, "Runs: not possible: no column `run`", fixed = TRUE, all = FALSE)
  expect_match(lines, "People differ on 120 items, but on none do all of them differ", fixed = TRUE, all = FALSE)
  # Judges stand beside each other, with the numbers of the result, and the panel in a column of its own.
  table <- strsplit(paper_table(x, "markdown"), "\n")[[1]]
  cells <- function(line) trimws(strsplit(line, "|", fixed = TRUE)[[1]][-1])
  expect_identical(cells(table[1]), c("Comparison", "Measure", "gpt35", "pandalm7b", "All judges"))
  expect_match(cells(table[3])[1], "^Against each person [(]974(-|\u2013)999 items[)]$")
  expect_identical(cells(table[3])[2], "Judge agrees")
  of_judges <- x$estimate[x$quantity == "with_people"]
  expect_identical(gsub("[^.0-9]", "", cells(table[3])[3:4]), sub("^0", "", sprintf("%.3f", of_judges)))
  expect_match(cells(table[4])[3:4], "^\\[.*\\]$")
  expect_match(tail(table, 1), "2 judges beside 3 people. 95% CI in brackets: by score tests.", fixed = TRUE)
  expect_identical(tidy(x)$term, x$quantity)
  expect_identical(glance(x)[c("n_judges", "n_questions", "n_not_possible")], tibble::tibble(
    n_judges = 2L, n_questions = 2L, n_not_possible = 1L
  ))
  expect_match(format(x[x$question == "panel", ])[1], "Report on a panel of judges", fixed = TRUE)
})

test_that("more people than labels cannot all differ", {
  # Of 80 items, people differ on all, and give three labels in turn.
  ask <- function(n) {
    labels <- vapply(1:80, function(i) c("x", "x", "y", "z", "z")[seq_len(n)], character(n))
    rows <- data.frame(item = rep(1:80, each = n), rater = paste0("p", seq_len(n)), label = c(labels))
    rows$label[rows$item > 40] <- chartr("xyz", "yzx", rows$label[rows$item > 40])
    all <- rbind(rows, data.frame(item = 1:80, rater = "judge", label = "x"))
    paste(format(judge_report(all, item, rater, label, "judge", questions = "agreement")), collapse = " ")
  }
  expect_no_match(ask(5), "on none do all of them differ", fixed = TRUE)
  expect_no_match(ask(4), "on none do all of them differ", fixed = TRUE)
  expect_match(ask(3), "People differ on 80 items, but on none do all of them differ", fixed = TRUE)
})

test_that("judges without a usable reply, without people, and without a name", {
  rows <- data.frame(item = rep(1:10, 3), rater = rep(c("ann", "bob", "gpt"), each = 10), label = c("a", "b"))
  none <- rows
  none$label[none$rater == "gpt"] <- NA
  x <- judge_report(none, item, rater, label, "gpt")
  expect_identical(c(figure(x, "accuracy"), figure(x, "usable")), c(0, 0))
  expect_identical(x$status[x$quantity == "kappa"], "not possible: no usable reply")
  one <- judge_report(transform(rows, label = "a"), item, rater, label, "gpt", questions = "majority")
  expect_identical(one$status[one$quantity == "kappa"], "no kappa: one category only")
  alone <- judge_report(rows[rows$rater == "gpt", ], item, rater, label, "gpt")
  expect_match(alone$status, "^not possible: no (ratings by people|column `)")
  expect_identical(format(alone)[1], "Report on judges")
  expect_fault(judge_report(rows, item, rater, label), "argument", argument = "judges")
})

test_that("repeated replies of a judge name the columns that are not given", {
  rows <- data.frame(item = 1:4, rater = rep(c("ann", "gpt", "gpt"), each = 4), run = 1, label = c("a", "b"))
  cnd <- expect_fault(judge_report(rows, item, rater, label, "gpt", run = run), "duplicate_rating", "in .order.")
  expect_no_match(cnd$body[["i"]], "`run`", fixed = TRUE)
})

test_that("confidence in percent says why there is no Brier score", {
  skip_if_quick()
  local_seed(3)
  rows <- data.frame(item = rep(1:30, each = 3), rater = c("ann", "bob", "gpt"), label = sample(c("a", "b"), 90, TRUE))
  rows$sure <- ifelse(rows$rater == "gpt", sample(50:100, 90, TRUE), NA)
  report <- function(rows) {
    x <- suppressWarnings(judge_report(rows, item, rater, label, judges = "gpt", confidence = sure))
    x[x$question == "confidence", ]
  }
  expect_no_message(x <- report(rows))
  expect_identical(x$estimate[x$quantity == "brier"], NA_real_)
  expect_match(x$status[x$quantity == "brier"], "divide percentages by 100")
  shares <- report(transform(rows, sure = sure / 100))
  expect_identical(x$estimate[x$quantity == "auc"], shares$estimate[shares$quantity == "auc"])
  expect_true(all(shares$status == "ok"))
  expect_identical(report(transform(rows, sure = sure %/% 25))$quantity, "auc")
})

test_that("the labels that people alone would need are told once for all judges", {
  x <- judge_report(
    pandalm, item, rater, rating, judges = c("gpt35", "pandalm7b"), people = people, questions = "labels"
  )
  alone <- x[x$quantity == "labels_alone", ]
  expect_identical(anyDuplicated(alone$of), 0L)
  expect_identical(unique(alone$judge), ALL_JUDGES)
  one <- judge_report(pandalm, item, rater, rating, judges = "gpt35", people = people, questions = "labels")
  one <- one[one$quantity == "labels_alone", ]
  expect_identical(as.list(alone)[c("of", "estimate", "n")], as.list(one)[c("of", "estimate", "n")])
  # A judge of other items has its own.
  rows <- pandalm[!(pandalm$rater == "gpt35" & pandalm$item %in% unique(pandalm$item)[1:200]), ]
  x <- judge_report(rows, item, rater, rating, judges = c("gpt35", "pandalm7b"), people = people, questions = "labels")
  expect_setequal(x$judge[x$quantity == "labels_alone"], c("gpt35", "pandalm7b"))
})

test_that("labels that are numbers as text get no message that asks for a level", {
  rows <- expand.grid(item = 1:9, rater = c("a", "b", "c", "gpt"), stringsAsFactors = FALSE)
  rows$better <- as.character((rows$item + (rows$rater == "gpt") * (rows$item %% 2)) %% 3)
  rlang::local_options(rlib_message_verbosity = "verbose")
  expect_no_message(judge_report(rows, item, rater, better, judges = "gpt", questions = "majority"))
})

test_that("a single person is no majority", {
  rows <- expand.grid(item = 1:30, rater = c("ann", "gpt"), stringsAsFactors = FALSE)
  rows$label <- c("a", "b")[1 + (rows$item + (rows$rater == "gpt") * (rows$item %% 5 == 0)) %% 2]
  one <- judge_report(rows, item, rater, label, "gpt", questions = "majority")
  expect_identical(unique(comparison_words(one[one$quantity == "accuracy", ])), "Against the reference")
  two <- rbind(rows, transform(rows[rows$rater == "ann", ], rater = "bob"))
  several <- judge_report(two, item, rater, label, "gpt", questions = "majority")
  words <- unique(comparison_words(several[several$quantity == "accuracy", ]))
  expect_identical(words, "Against the majority of people")
})

test_that("several judges are the rows of a plot with a panel for each figure, if there is room", {
  skip_if_not_installed("ggplot2")
  x <- judge_report(
    pandalm, item, rater, rating, judges = c("gpt35", "pandalm7b"), people = people, questions = "agreement"
  )
  rows <- judge_rows(x)
  expect_identical(levels(rows$label), c("gpt35", "pandalm7b"))
  figures <- c("judge agrees", "two people agree", "difference")
  expect_identical(levels(rows$panel), paste("Against each person:", figures))
  expect_identical(levels(judge_rows(x, room = 5)$series), c("gpt35", "pandalm7b"))
  # The heading needs no figure where there is one.
  expect_identical(levels(judge_rows(x[x$quantity == "difference", ])$panel), "Against each person")
  skip_if_not_installed("ggplot2")
  subtitle <- function(x) gsub("\\s+", " ", paste(ggplot2::autoplot(x)$labels$subtitle, collapse = " "))
  expect_match(subtitle(x), paste("Intervals of differences hold together for", length(unique(x$judge)), "judges"))
  expect_no_match(subtitle(x[x$quantity != "difference", ]), "hold together", fixed = TRUE)
})

test_that("intervals of differences from people hold together for all judges, and others stand alone", {
  set.seed(31)
  n <- 60
  truth <- sample(c("a", "b"), n, TRUE)
  slip <- function(p) ifelse(stats::runif(n) < p, sample(c("a", "b"), n, TRUE), truth)
  judges <- c("gpt", "gem", "lam")
  data <- data.frame(
    item = seq_len(n), rater = rep(c("ann", "bob", "cat", judges), each = n), topic = rep(1:20, 3),
    label = c(slip(.2), slip(.2), slip(.2), slip(.6), slip(.3), slip(.4))
  )
  data$score <- (data$label == "a") + data$item %% 4
  columns <- c("estimate", "conf.low", "conf.high", "conf.level", "n_intervals")
  cells <- function(x, rows, columns) lapply(unclass(x)[columns], `[`, rows)
  same <- function(rating, ...) {
    report <- function(judges, ci = ci_score()) {
      data <- data[data$rater %in% c("ann", "bob", "cat", judges), ]
      judge_report(data, item, rater, !!rating, judges, questions = c("agreement", "majority"), ..., ci = ci)
    }
    together <- report(judges)
    for (judge in judges) {
      own <- together[together$judge == judge, ]
      differ <- own$quantity == "difference"
      expect_identical(unique(own$n_intervals[differ & !is.na(own$conf.low)]), 3L)
      expect_true(all(own$n_intervals[!differ] %in% c(1, NA)))
      expect_true(all(own$conf.level %in% c(0.95, NA)))
      expect_equal(cells(own, !differ, columns), cells(report(judge), !differ, columns))
      limits <- c("estimate", "conf.low", "conf.high")
      expect_equal(cells(own, differ, limits), cells(report(judge, ci_score(1 - .05 / 3)), differ, limits))
      expect_match(paste(format(own, width = 200), collapse = " "), "hold together for 3 judges \\(Bonferroni\\)")
    }
    expect_null(together_words(report("gpt")))
    expect_true(all(is.na(report(judges, ci_none())$n_intervals)))
    expect_true("n_intervals" %in% names(tidy(together)))
  }
  same("label")
  same("label", cluster = "topic")
  same("score", level = "interval")
  # The versions of a judge count as judges.
  two <- transform(data[data$rater %in% c("ann", "bob", "cat", "gpt", "gem"), ], version = NA)
  two$version[two$rater %in% c("gpt", "gem")] <- two$rater[two$rater %in% c("gpt", "gem")]
  two$rater[two$rater %in% "gem"] <- "gpt"
  versions <- judge_report(two, item, rater, label, "gpt", version = version, questions = c("agreement", "drift"))
  expect_match(together_words(versions), "for 2 versions of judges", fixed = TRUE)
  expect_identical(versions$n_intervals[versions$quantity == "drift"], 1L)
})
