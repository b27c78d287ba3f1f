# Two readers of 40 items who differ on every fourth, and a third who reads some of the items.
three_readers <- function(third) {
  first <- data.frame(item = 1:40, rater = "ann", label = rep(c("a", "b"), 20))
  second <- transform(first, rater = "bob", label = ifelse(item %% 4 == 0, "a", label))
  rbind(first, second, transform(first[third, ], rater = "cat", label = "a"))
}

test_that("a third reader who saw only disagreements is named", {
  split <- seq(4, 40, 4)
  x <- three_readers(split)
  note <- paste(format(percent_agreement(x, item, rater, label, ci = ci_none()), width = 500), collapse = " ")
  expect_match(note, "Rater cat read 10 items; the others differ on all of them, and on 0 of the other 30")
  # By hand: 30 of 40 items agree without cat; with cat a third of the pairs of each of the other ten agree too.
  expect_equal(percent_agreement(x, item, rater, label, ci = ci_none())$estimate, (30 + 10 / 3) / 40)
  expect_match(format(as_ratings(x, item, rater, label)), "Rater cat read 10 items", all = FALSE)
  # An item on which the others agree, read by mistake, changes nothing.
  expect_match(format(as_ratings(three_readers(c(1, split)), item, rater, label)), "differ on 10 of them", all = FALSE)
})

test_that("a third reader of a sample, or of everything, is not", {
  for (third in list(1:40, 1:20, seq(4, 12, 4), 21:36)) {
    expect_no_match(format(as_ratings(three_readers(third), item, rater, label)), "chosen items")
  }
  one <- data.frame(item = c(1, 1, 1, 2), rater = c("a", "b", "c", "a"), label = c("x", "y", "x", "x"))
  expect_no_match(format(as_ratings(one, item, rater, label)), "chosen items")
})

test_that("third ratings of a crowd are noticed by the numbers of ratings", {
  x <- three_readers(seq(4, 40, 4))
  # Each item has other workers, so that no worker stands out.
  x$rater <- paste0("w", (x$item * 3 + match(x$rater, c("ann", "bob", "cat")) * 5) %% 17)
  expect_match(format(as_ratings(x, item, rater, label)), "The 30 items with two ratings all agree", all = FALSE)
  counts <- unclass(table(x$item, x$label))
  expect_match(format(as_ratings(counts, layout = "counts")), "The 30 items with two ratings all agree", all = FALSE)
  # One item of two ratings that differ shows that nothing was added there.
  x <- rbind(x, data.frame(item = 41, rater = c("w1", "w2"), label = c("a", "b")))
  expect_no_match(format(as_ratings(x, item, rater, label)), "chosen items")
})
