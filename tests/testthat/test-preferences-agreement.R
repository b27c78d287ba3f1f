# Agreement and consistency of judges of pairs: printed and recomputed values, and definitions.

pairs_matrix <- function(name) {
  as.matrix(utils::read.csv(test_path("reference/rankings", paste0(name, ".csv")), row.names = 1))
}

# Judges with the given counts: the first c_ij of them prefer i.
judges_of <- function(counts, m) {
  n <- nrow(counts)
  pairs <- utils::combn(n, 2)
  names <- rownames(counts)
  do.call(rbind, lapply(seq_len(m), function(k) {
    yes <- counts[t(pairs)] >= k
    data.frame(
      item = 1, judge = k, first = names[pairs[1, ]], second = names[pairs[2, ]],
      choice = names[ifelse(yes, pairs[1, ], pairs[2, ])]
    )
  }))
}
agreement_in <- function(rows, ..., choices = NULL) {
  x <- as_preferences(rows, item, first, second, choice, judge = judge, choices = choices)
  preference_agreement(x, ...)
}

test_that("u, its test and the violations of transitivity of the boys are those printed by eba", {
  x <- agreement_in(judges_of(pairs_matrix("subjects_boys"), 21))
  u <- x[x$quantity == "u", ]
  expect_published(u$estimate, .1866, 4)
  expect_published(u$statistic, 412.22, 2)
  expect_published(u$df, 90.75, 2)
  violations <- x[grepl("violations", x$quantity), ]
  expect_equal(violations$estimate * violations$n, c(9, 16, 99))
  expect_identical(violations$n, rep(292L, 3))
})

test_that("the dog has five circular triads", {
  x <- suppressWarnings(agreement_in(judges_of(pairs_matrix("dog"), 1)))
  triads <- x[x$quantity == "circular_triads", ]
  expect_identical(c(triads$estimate, triads$n), c(5, 8))
  expect_published(x$estimate[x$quantity == "zeta"], .375, 3)
  expect_identical(x$status[x$quantity == "u"], "no pair with two judges")
})

test_that("parties have the recomputed u, triads and consistency", {
  skip_if_quick()
  d <- utils::read.csv(test_path("reference/rankings/parties.csv"), check.names = FALSE)
  rows <- do.call(rbind, lapply(names(d)[-1], function(pair) {
    two <- strsplit(pair, "_", fixed = TRUE)[[1]]
    data.frame(
      item = 1, judge = d$respondent, first = two[1], second = two[2], choice = two[ifelse(d[[pair]] == 1, 1, 2)]
    )
  }))
  x <- agreement_in(rows)
  expect_published(x$estimate[1], .1835006, 7)
  expect_published(mean(x$estimate[x$quantity == "circular_triads"]), .322917, 6)
  expect_published(mean(x$estimate[x$quantity == "zeta"]), .959635, 6)
})

random_judges <- function(m, n) {
  rows <- expand.grid(judge = seq_len(m), first = letters[seq_len(n)], second = letters[seq_len(n)], item = 1:2)
  rows <- rows[as.character(rows$first) < as.character(rows$second), ]
  rows[2:3] <- lapply(rows[2:3], as.character)
  rows$choice <- ifelse(stats::runif(nrow(rows)) < 0.6, rows$first, rows$second)
  rows
}

test_that("u is Brennan and Prediger's coefficient for two categories, also with gaps", {
  skip_if_quick()
  set.seed(11)
  for (i in 1:5) {
    rows <- random_judges(6, 4)
    left <- rows[sample(nrow(rows), 60), ]
    u <- function(rows) agreement_in(rows)$estimate[1]
    # Pairs of judges, pair by pair.
    by_pair <- split(left$choice, paste(left$item, left$first, left$second))
    same <- sum(vapply(by_pair, function(x) sum(choose(table(x), 2)), 0))
    expect_equal(suppressWarnings(u(left)), 2 * same / sum(choose(lengths(by_pair), 2)) - 1)
    rows$rating <- as.character(rows$choice == rows$first)
    rows$pair <- paste(rows$item, rows$first, rows$second)
    bp <- brennan_prediger(rows, pair, judge, rating, categories = c("FALSE", "TRUE"), ci = ci_none())
    expect_equal(u(rows), bp$estimate)
    left_out <- vapply(1:6, function(k) u(rows[rows$judge != k, ]), 0)
    s <- sqrt(5 / 6 * sum((left_out - mean(left_out))^2))
    x <- agreement_in(rows)
    ends <- tanh(atanh(x$estimate[1]) + c(-1, 1) * qt(0.975, 5) * s / (1 - x$estimate[1]^2))
    expect_equal(c(x$conf.low[1], x$conf.high[1]), ends)
  }
})

test_that("circular triads and violations are those counted one by one", {
  set.seed(12)
  rows <- random_judges(5, 5)
  x <- agreement_in(rows)
  wins <- function(rows) {
    w <- matrix(0, 5, 5, dimnames = list(letters[1:5], letters[1:5]))
    for (k in seq_len(nrow(rows))) {
      lost <- setdiff(c(rows$first[k], rows$second[k]), rows$choice[k])
      w[rows$choice[k], lost] <- w[rows$choice[k], lost] + 1
    }
    w
  }
  circles <- function(w) {
    sum(apply(utils::combn(5, 3), 2, function(t) all(rowSums(w[t, t]) == 1)))
  }
  for (k in 1:5) {
    d <- sum(vapply(1:2, function(i) circles(wins(rows[rows$judge == k & rows$item == i, ])), 0))
    expect_identical(x$estimate[x$judge == k & x$quantity == "circular_triads"], as.double(d))
    expect_equal(x$estimate[x$judge == k & x$quantity == "zeta"], 1 - d / 10)
  }
  p <- wins(rows)
  p <- p / (p + t(p))
  count <- c(0, 0, 0, 0)
  for (a in 1:5) for (b in setdiff(1:5, a)) for (c in setdiff(1:5, c(a, b))) {
    if (p[a, b] >= 0.5 && p[b, c] >= 0.5) {
      count <- count + c(1, p[a, c] < 0.5, p[a, c] < min(p[a, b], p[b, c]), p[a, c] < max(p[a, b], p[b, c]))
    }
  }
  expect_equal(x$estimate[grepl("violations", x$quantity)], count[-1] / count[1])
})

test_that("ties, gaps and few answers have a status", {
  rows <- random_judges(3, 4)
  tied <- rows
  tied$choice[1] <- "tie"
  expect_warning(x <- agreement_in(tied, choices = c(tie = "tie")), class = "accord_warning_undefined")
  expect_identical(x$status[1], "there are ties")
  # The first judge's other item has no tie.
  expect_false(anyNA(x$estimate[x$quantity == "zeta"]))
  expect_warning(x <- agreement_in(rows[rows$second == "b", ]), class = "accord_warning_undefined")
  expect_identical(x$status[x$quantity == "zeta"], rep("fewer than three answers", 3))
  expect_output(print(suppressWarnings(agreement_in(rows))), "Agreement and consistency of 3 judges")
})

test_that("judgements without a choice are counted, for each judge and for all", {
  rows <- data.frame(
    item = 1, judge = rep(1:3, each = 3), first = c("x", "x", "y"), second = c("y", "z", "z"),
    choice = c("x", "x", "y", "x", NA, "z", NA, NA, "y")
  )
  x <- suppressWarnings(preference_agreement(rows, item, first, second, choice, judge = judge))
  expect_true(all(x$n_left_out[x$judge == "all judges"] == 3))
  for (judge in 1:3) {
    expect_true(all(x$n_left_out[x$judge == judge] == sum(is.na(rows$choice[rows$judge == judge]))))
  }
})

test_that("u without limits says why, and its p-value is printed", {
  judged <- data.frame(
    judge = rep(1:3, each = 3), q = 1, first = c("x", "y", "x"), second = c("y", "z", "z"),
    choice = c("x", "y", "x", "y", "z", "x", "x", "z", "z")
  )
  w <- expect_warning(x <- preference_agreement(judged, q, first, second, choice, judge = judge))
  expect_s3_class(w, "accord_warning_undefined")
  expect_match(x$status[1], "same without any judge")
  expect_equal(x$p.value[1], stats::pchisq(x$statistic[1], x$df[1], lower.tail = FALSE))
  lines <- format(x)
  expect_match(lines, "df +p", all = FALSE)
  expect_no_match(lines, "^# *$")
  expect_warning(
    x <- preference_agreement(judged[judged$judge < 3, ], q, first, second, choice, judge = judge),
    class = "accord_warning_undefined"
  )
  expect_match(x$status[1], "fewer than 3 judges")
})
