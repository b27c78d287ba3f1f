# Worths of answers: published values and those of other software (reference/rankings), and a likelihood from the
# definition.

pairs_file <- function(name) {
  utils::read.csv(test_path("reference/rankings", paste0(name, ".csv")), check.names = FALSE)
}

# One judgement per row, from counts of wins and ties.
counted <- function(i, j, win_i, win_j, tie = 0) {
  n <- cbind(win_i, win_j, tie)
  at <- rep(seq_along(i), rowSums(n))
  what <- unlist(lapply(seq_along(i), function(k) rep(1:3, n[k, ])))
  first <- as.character(i[at])
  second <- as.character(j[at])
  data.frame(
    item = seq_along(at), first = first, second = second,
    choice = ifelse(what == 1, first, ifelse(what == 2, second, "tie"))
  )
}
model_of <- function(rows, ...) {
  x <- as_preferences(rows, item, first, second, choice, choices = c(tie = "tie"))
  preference_model(x, ..., over = "none")
}
expect_all <- function(values, printed) {
  printed <- strsplit(printed, " ", fixed = TRUE)[[1]]
  digits <- nchar(sub("^[^.]*[.]", "", printed))
  for (k in seq_along(printed)) expect_published(values[k], as.numeric(printed[k]), digits[k], info = printed[k])
}
# Codes for the fit itself, of weighted rows.
weighted_fit <- function(i, j, counts, ties, ...) {
  n <- length(i)
  data <- list(
    first = as.integer(rep(i, 3) - 1), second = as.integer(rep(j, 3) - 1), choice = rep(0:2, each = n),
    weight = as.double(unlist(counts)), cluster = integer()
  )
  data <- lapply(data, function(x) if (length(x)) x[data$weight > 0] else x)
  fit_worths(data, as.character(seq_len(max(i, j))), ties, ...)
}

test_that("citations have the log worths and the deviance that BradleyTerry2 prints", {
  counts <- as.matrix(pairs_file("citations")[-1])
  pairs <- utils::combn(4, 2)
  rows <- counted(
    colnames(counts)[pairs[1, ]], colnames(counts)[pairs[2, ]], counts[t(pairs)], counts[t(pairs[2:1, ])]
  )
  x <- model_of(rows, reference = "Biometrika")
  expect_all(x$estimate[match(c("Comm Statist", "JASA", "JRSS-B"), x$answer)], "-2.9491 -.4796 .2690")
  expect_published(glance(x)$deviance, 4.293, 3)
  expect_identical(glance(x)$df.residual, 3L)
})

test_that("pudding has Davidson's worths", {
  d <- pairs_file("pudding")
  x <- model_of(counted(d$i, d$j, d$win_i, d$win_j, d$tie))
  # The iterations of 1970 ended before the fifth digit.
  expect_all(x$share[1:6], ".1388 .1730 .1617 .1654 .1587 .2024")
  expect_published(exp(glance(x)$tie), .7468, 4)
})

test_that("springall has the likelihoods of Rao-Kupper and of Davidson", {
  d <- pairs_file("springall")
  rows <- counted(d$row, d$col, d$row_wins, d$col_wins, d$tie)
  expect_published(glance(model_of(rows, ties = "rao_kupper"))$logLik, -730.00436, 5)
  expect_published(glance(model_of(rows))$logLik, -732.06726, 5)
})

test_that("the arena has the losses that leaderbot prints", {
  d <- utils::read.csv(test_path("reference/rankings/arena.csv.xz"))
  fit <- weighted_fit(d$i, d$j, d[c("win_i", "win_j", "tie")], "davidson")
  expect_identical(fit$n, 1374996)
  expect_published(-fit$log_likelihood / fit$n, 1.0100, 4)
  fit <- weighted_fit(d$i, d$j, d[c("win_i", "win_j", "tie")], "half")
  expect_published(-fit$log_likelihood / fit$n, .6554, 4)
})

test_that("evalica's worths are met to many digits", {
  d <- pairs_file("evalica_food")
  gold <- pairs_file("evalica_food_golden")
  rows <- data.frame(item = seq_len(nrow(d)), first = d$left, second = d$right, choice = d$winner)
  x <- as_preferences(
    rows, item, first, second, choice,
    choices = c(first = "left", second = "right", tie = "tie")
  )
  fit <- preference_model(x, ties = "half", over = "none")
  gold <- gold[gold$algorithm == "bradley_terry", ]
  expect_equal(fit$share, gold$score[match(fit$answer, gold$item)], tolerance = 1e-12)
})

# The political parties: 192 respondents, 15 pairs.
party_rows <- function() {
  d <- pairs_file("parties")
  label <- readLines(test_path("reference/rankings/parties_labels.txt"))
  rows <- do.call(rbind, lapply(names(d)[-1], function(pair) {
    two <- label[as.integer(strsplit(pair, "_", fixed = TRUE)[[1]])]
    data.frame(
      item = "vote", judge = d$respondent, first = two[1], second = two[2],
      choice = ifelse(d[[pair]] == 1, two[1], two[2])
    )
  }))
  list(x = as_preferences(rows, item, first, second, choice, judge = judge), label = label)
}

test_that("parties have the recomputed worths and standard errors, of the model and over respondents", {
  parties <- party_rows()
  x <- preference_model(parties$x, reference = "none")
  at <- match(parties$label[-1], x$answer)
  expect_all(x$estimate[at], "-.240508 1.56132 1.18866 .551182 .375562")
  expect_all(x$std.error[at], ".120597 .123966 .112225 .114221 .115866")
  expect_identical(c(x$interval[at[1]], x$n_clusters[1]), c("judge-clustered", "192"))
  model <- preference_model(parties$x, reference = "none", over = "none")
  expect_all(model$std.error[at], ".0913403 .0978062 .0932225 .0892711 .0890154")
  half <- qt(0.975, 191) * sqrt(192 / 191) * x$std.error[at]
  expect_equal(x$conf.high[at] - x$estimate[at], half)
})

test_that("cems has the recomputed worths, tie and standard errors", {
  d <- pairs_file("cems")
  school <- c("London", "Paris", "Milano", "St.Gallen", "Barcelona", "Stockholm")
  pairs <- do.call(rbind, lapply(2:6, function(b) cbind(seq_len(b - 1), b)))
  rows <- do.call(rbind, lapply(1:15, function(k) {
    two <- school[pairs[k, ]]
    data.frame(
      item = "choice", judge = d$student, first = two[1], second = two[2],
      choice = c(two, "tie")[match(d[[k + 1]], c(0, 2, 1))]
    )
  }))
  x <- as_preferences(rows, item, first, second, choice, judge = judge, choices = c(tie = "tie"))
  fit <- preference_model(x, reference = "Stockholm")
  at <- c(match(school[-6], fit$answer), which(fit$quantity == "tie"))
  expect_all(fit$estimate[at], "1.5812 .7949 .2090 .3639 .1609 -1.3262")
  expect_all(fit$std.error[at], ".0983 .1014 .0939 .0983 .0512 .0961")
  model <- preference_model(x, reference = "Stockholm", over = "none")
  expect_all(model$std.error[at], ".0811 .0757 .0745 .0735 .0736 .0485")
  expect_output(print(fit), "Left out")
})

# Data in which all answers meet in both orders.
random_rows <- function(n = 400, ties = TRUE) {
  good <- c(a = 0.7, b = 0.2, c = -0.3, d = -0.6)
  rows <- data.frame(item = seq_len(n), judge = sample(1:20, n, TRUE), first = sample(names(good), n, TRUE))
  rows$second <- vapply(rows$first, function(x) sample(setdiff(names(good), x), 1), "")
  sure <- good[rows$first] - good[rows$second] + 0.4 + stats::rlogis(n)
  rows$choice <- ifelse(ties & abs(sure) < 0.5, "tie", ifelse(sure > 0, rows$first, rows$second))
  rows
}

test_that("the fit is a maximum of the likelihood from the definition, with the order", {
  set.seed(3)
  rows <- random_rows()
  for (ties in c("davidson", "rao_kupper", "half")) {
    fit <- model_of(rows, ties = ties, order = TRUE)
    names <- c("a", "b", "c", "d")
    loss <- function(beta) {
      s <- beta[match(rows$first, names)] - beta[match(rows$second, names)] + beta[5]
      p <- switch(ties,
        davidson = cbind(exp(s / 2), exp(-s / 2), exp(beta[6])),
        rao_kupper = cbind(stats::plogis(s - beta[6]), stats::plogis(-s - beta[6])),
        half = cbind(stats::plogis(s), stats::plogis(-s))
      )
      if (ties == "davidson") p <- p / rowSums(p)
      if (ties == "rao_kupper") p <- cbind(p, 1 - rowSums(p))
      if (ties == "half") p <- cbind(p, sqrt(p[, 1] * p[, 2]))
      what <- ifelse(rows$choice == "tie", 3, ifelse(rows$choice == rows$first, 1, 2))
      -sum(log(p[cbind(seq_along(what), what)]))
    }
    tie <- fit$estimate[fit$quantity == "tie"]
    best <- c(fit$estimate[1:4], fit$estimate[fit$quantity == "order"], if (length(tie)) tie else 0)
    expect_equal(-glance(fit)$logLik, loss(best))
    for (k in seq_len(5 + length(tie))) {
      for (step in c(-1e-4, 1e-4)) expect_gt(loss(replace(best, k, best[k] + step)), loss(best) - 1e-9)
    }
  }
})

test_that("without ties the models are one, that of a logistic regression", {
  set.seed(4)
  rows <- random_rows(ties = FALSE)
  fits <- lapply(c("davidson", "rao_kupper", "half"), function(ties) model_of(rows, ties = ties, order = TRUE))
  expect_equal(fits[[1]]$estimate, fits[[2]]$estimate)
  expect_equal(fits[[1]]$std.error, fits[[3]]$std.error)
  design <- sapply(c("b", "c", "d"), function(k) (rows$first == k) - (rows$second == k))
  by_glm <- stats::glm((rows$choice == rows$first) ~ design, family = stats::binomial())
  x <- model_of(rows, order = TRUE, reference = "a")
  expect_equal(x$estimate[c(5, 2:4)], unname(stats::coef(by_glm)), tolerance = 1e-7)
  expect_equal(x$std.error[c(5, 2:4)], unname(sqrt(diag(stats::vcov(by_glm)))), tolerance = 1e-5)
  # Over judges: scores summed by judge.
  score <- cbind(1, design) * (by_glm$y - stats::fitted(by_glm))
  meat <- crossprod(rowsum(score, rows$judge))
  robust <- stats::vcov(by_glm) %*% meat %*% stats::vcov(by_glm)
  both <- preference_model(
    as_preferences(rows, item, first, second, choice, judge = judge),
    order = TRUE, reference = "a"
  )
  expect_equal(both$std.error[c(5, 2:4)], unname(sqrt(diag(robust))), tolerance = 1e-5)
})

test_that("worths do not depend on the order of rows, names and places", {
  set.seed(5)
  rows <- random_rows(200)
  x <- model_of(rows)
  turned <- transform(rows, first = second, second = first)[sample(200), ]
  expect_equal(model_of(turned)$estimate, x$estimate)
  renamed <- rows
  for (column in c("first", "second", "choice")) renamed[[column]] <- chartr("abcd", "dcba", renamed[[column]])
  expect_equal(model_of(renamed)$estimate[4:1], x$estimate[1:4])
})

test_that("answers that are not connected are named, and pseudo-judgements connect them", {
  rows <- data.frame(
    item = 1:6, first = c("a", "a", "b", "c", "c", "d"), second = c("b", "b", "a", "d", "d", "c"),
    choice = c("a", "b", "b", "c", "d", "c")
  )
  expect_fault(model_of(rows), "disconnected", "2 sets")
  one_sided <- data.frame(item = 1:3, first = c("a", "b", "a"), second = c("b", "a", "c"), choice = c("a", "b", "a"))
  cnd <- expect_fault(model_of(one_sided), "disconnected", "\"c\"")
  expect_setequal(unlist(cnd$sets), c("a", "b", "c"))
  x <- model_of(one_sided, npseudo = 0.5)
  # Each answer has half a win and half a loss against one of worth 0.
  loss <- function(b) {
    -sum(stats::plogis(c(b[1] - b[2], b[2] - b[1], b[1] - b[3]), log.p = TRUE)) -
      0.5 * sum(stats::plogis(c(b, -b), log.p = TRUE))
  }
  best <- stats::optim(c(0, 0, 0), loss, method = "BFGS", control = list(reltol = 1e-14))$par
  expect_equal(x$estimate, best - mean(best), tolerance = 1e-5)
  expect_output(print(x), "pseudo-wins")
  always_first <- data.frame(item = 1:4, first = "a", second = "b", choice = c("a", "b", "a", "b"))
  expect_fault(model_of(always_first, order = TRUE), "not_identified")
  expect_fault(model_of(data.frame(item = 1:2, first = "a", second = "b", choice = "tie")), "no_fit", "ties")
  expect_fault(model_of(always_first, reference = "z"), "argument", "name of an answer")
})

test_that("few clusters give no limits", {
  set.seed(6)
  rows <- transform(random_rows(100), item = item %% 4, judge = seq_len(100))
  x <- as_preferences(rows, item, first, second, choice, judge = judge, choices = c(tie = "tie"))
  few <- suppressWarnings(preference_model(x, over = "items"))
  expect_match(few$status[1], "fewer than 8 clusters")
  expect_true(all(is.na(few$conf.low)))
})

test_that("an order effect that explains all choices is refused", {
  rows <- expand.grid(item = 1:3, first = c("x", "y", "z"), second = c("x", "y", "z"), stringsAsFactors = FALSE)
  rows <- rows[rows$first != rows$second, ]
  fit <- function(choice, ...) {
    rows$choice <- choice
    preference_model(rows, item, first, second, choice, order = TRUE, over = "none", ...)
  }
  expect_fault(fit(rows$first), "not_identified")
  expect_fault(fit(rows$second), "not_identified")
  expect_fault(fit(rows$first, npseudo = 0.5), "not_identified")
  mixed <- ifelse(rows$item == 1 & rows$first < rows$second, rows$second, rows$first)
  found <- fit(mixed)
  expect_true(all(is.finite(found$estimate)))
  # Two first choices and one second choice in each order: the worths are equal and the effect is the log odds.
  even <- rows
  even$choice <- ifelse(even$item == 1, even$second, even$first)
  effect <- preference_model(even, item, first, second, choice, order = TRUE, over = "none")
  expect_equal(effect$estimate[effect$quantity == "order"], log(2), tolerance = 1e-8)
})

test_that("few clusters give a warning that names another variance", {
  rows <- data.frame(item = 1:4, first = "x", second = "y", choice = c("x", "y", "x", "x"))
  expect_warning(
    x <- preference_model(rows, item, first, second, choice), "over = \"none\"", class = "accord_warning_no_interval"
  )
  expect_match(format(x), "No standard errors over fewer than 8 items", all = FALSE)
  expect_no_warning(preference_model(rows, item, first, second, choice, over = "none"))
  order <- data.frame(item = 1, first = c("x", "x", "y"), second = c("y", "z", "z"), choice = c("x", "x", "y"))
  cnd <- expect_fault(preference_model(order, item, first, second, choice), "disconnected", "never contradicts")
  expect_no_match(conditionMessage(cnd), "x, y")
})
