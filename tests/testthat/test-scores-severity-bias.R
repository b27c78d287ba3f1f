# Bias of raters by the levels of facets: the definition in terms of the likelihood, and planted interactions.

# Marks of `n` essays on three criteria by all four markers; the first marker is `bias` logits more severe on "a".
draw_biased <- function(n, bias) {
  rows <- expand.grid(essay = seq_len(n), marker = c("ann", "bob", "cat", "dan"), criterion = c("a", "b", "c"))
  severity <- c(-0.5, 0, 0.2, 0.3)[as.integer(rows$marker)]
  eta <- 1.2 * stats::rnorm(n)[rows$essay] - severity - c(-0.3, 0, 0.3)[as.integer(rows$criterion)] -
    bias * (rows$marker == "ann" & rows$criterion == "a")
  w <- exp(outer(eta, 0:4) - rep(cumsum(c(0, -1.5, -0.5, 0.5, 1.5)), each = length(eta)))
  rows$mark <- rowSums(stats::runif(nrow(rows)) > t(apply(w / rowSums(w), 1, cumsum)))
  rows
}

test_that("bias is the step of Newton's method on the likelihood for a severity at one level alone", {
  skip_if_quick()
  local_seed(91)
  rows <- draw_biased(30, 0.8)
  x <- rater_severity(rows, essay, marker, mark, facets = criterion, center = "items")
  found <- tidy(x, "bias")
  expect_identical(nrow(found), 12L)
  steps <- c(cumsum(tidy(x, "steps")$estimate)[1:3], 0)
  difficulty <- tidy(x, "facets")$estimate
  z <- seq(-7, 7, length.out = 401)
  # The log likelihood with the added severity `b` of the marker at the criterion, all else fixed.
  value <- function(b, marker, criterion) {
    sum(vapply(split(rows, rows$essay), function(own) {
      w <- stats::dnorm(z)
      for (j in seq_len(nrow(own))) {
        added <- b * (own$marker[j] == marker & own$criterion[j] == criterion)
        place <- x$severity[as.integer(own$marker[j])] + difficulty[as.integer(own$criterion[j])] + added
        w <- w * oracle_share(glance(x)$item_sd * z - place, steps, own$mark[j])
      }
      log(sum(w))
    }, 0))
  }
  for (k in c(1, 8)) {
    at <- vapply(c(-1e-3, 0, 1e-3), value, 0, found$rater[k], found$level[k])
    slope <- (at[3] - at[1]) / 2e-3
    information <- -(at[1] - 2 * at[2] + at[3]) / 1e-6
    # The information is expected for the variance of the rating, so that it differs a little from the observed.
    expect_equal(found$estimate[k] / found$std.error[k]^2, slope, tolerance = 1e-4)
    expect_equal(1 / found$std.error[k]^2, information, tolerance = 1e-3)
  }
  expect_equal(found$adj.p.value, stats::p.adjust(found$p.value, "holm"))
  cell <- rows$mark[rows$marker == "ann" & rows$criterion == "a"]
  expect_equal(found$observed[1], mean(cell))
})

test_that("a planted bias is found and told, and few others", {
  skip_if_quick()
  local_seed(92)
  x <- rater_severity(draw_biased(150, 1.2), essay, marker, mark, facets = criterion)
  expect_match(tidy(x, "verdicts")$why[1], "a: ratings 0[.][0-9]+ lower than expected from this rater")
  expect_match(x$verdict[1], "bias")
  bias <- tidy(x, "bias")
  expect_identical(which.min(bias$p.value), 1L)
  even <- replicate(10, tidy(rater_severity(
    draw_biased(40, 0), essay, marker, mark, facets = criterion
  ), "bias")$p.value)
  # The test is conservative: at most 5% of 120, plus three standard errors.
  expect_lt(mean(even < 0.05), 0.05 + 3 * sqrt(0.05 * 0.95 / 120))
  alone <- rater_severity(draw_severity(30, c(0, 0.3), k = 2), item, rater, x)
  expect_fault(tidy(alone, "bias"), "argument", "no facets")
})

test_that("fits are compared by information criteria, if they are of the same ratings", {
  skip_if_quick()
  local_seed(93)
  rows <- draw_biased(60, 0)
  shared <- rater_severity(rows, essay, marker, mark, facets = criterion)
  own <- rater_severity(rows[sample(nrow(rows)), ], essay, marker, mark, facets = criterion, steps = criterion)
  found <- anova(own, shared)
  expect_identical(found$model, c("rating scale", "partial credit by criterion"))
  expect_equal(found$AIC, c(glance(shared)$AIC, glance(own)$AIC))
  # Three more steps for each of two further criteria.
  expect_equal(found$df[2], 6)
  expect_equal(found$statistic[2], 2 * (glance(own)$log_likelihood - glance(shared)$log_likelihood))
  expect_gt(found$p.value[2], 0.001)
  expect_match(format(shared), "rating scale, AIC", all = FALSE)
  expect_fault(anova(shared), "argument", "There is one")
  expect_fault(anova(shared, 1), "argument", "Another object")
  other <- rater_severity(rows[-1, ], essay, marker, mark, facets = criterion)
  expect_fault(anova(shared, other), "argument", "1 of the fits is")
})
