# Marks of pairs of raters, from their definition on random ratings.

test_that("marks of pairs have difference, correlation, exact and adjacent agreement, by their definition", {
  local_seed(71)
  rows <- expand.grid(item = 1:40, rater = c("ann", "bob", "cat"), round = c("a", "b"))
  rows <- rows[stats::runif(nrow(rows)) < 0.7, ]
  rows$mark <- pmin(6, pmax(0, rows$item %% 5 + sample(-1:2, nrow(rows), TRUE)))
  rows$mark[rows$mark == 3] <- 4
  found <- pairwise_agreement(rows, item, rater, mark, by = round, weights = "quadratic", scores = TRUE)
  expect_identical(nrow(found), 6L)
  for (k in seq_len(nrow(found))) {
    own <- rows[rows$round == found$round[k], ]
    both <- merge(own[own$rater == found$rater_1[k], ], own[own$rater == found$rater_2[k], ], by = "item")
    apart <- both$mark.y - both$mark.x
    expect_equal(
      unlist(found[k, c("difference", "correlation", "exact", "adjacent")], use.names = FALSE),
      c(mean(apart), stats::cor(both$mark.x, both$mark.y), mean(apart == 0), mean(abs(apart) <= 1))
    )
  }
  expect_identical(found$estimate, pairwise_agreement(
    rows, item, rater, mark, by = round, weights = "quadratic"
  )$estimate)
  same <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), mark = c(1, 2, 1, 3, 1, 5))
  constant <- pairwise_agreement(same, item, rater, mark, weights = "quadratic", scores = TRUE)
  expect_identical(constant$correlation, NA_real_)
  labels <- transform(same, mark = letters[mark])
  expect_fault(pairwise_agreement(labels, item, rater, mark, scores = TRUE), "level", "labels: \"a\"")
})
