test_that("units of UTF-16 become characters", {
  text <- "a\U0001F600b\U0001F601"
  # By hand: a 0-1, the first emoji 1-3, b 3-4, the second 4-6.
  expect_equal(characters_of_utf16(c(0, 1, 3, 4, 6, 8, NA), rep(text, 7)), c(0, 1, 2, 3, 4, 6, NA))
  # Between the halves of a character: its end.
  expect_equal(characters_of_utf16(c(2, 5), rep(text, 2)), c(2, 4))
  expect_equal(characters_of_utf16(c(2, 5), rep("\u00e9\u00e9\u00e9\u00e9\u00e9", 2)), c(2, 5))
  expect_equal(characters_of_utf16(3, NA), 3)
})

test_that("random text agrees with a count of code units", {
  set.seed(5)
  for (i in 1:20) {
    letters <- sample(c("a", "\u00e9", "\U0001F600"), 12, TRUE)
    text <- paste(letters, collapse = "")
    at <- 0:12
    units <- vapply(
      at,
      function(n) {
        length(iconv(paste(letters[seq_len(n)], collapse = ""), "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]) / 2
      },
      0
    )
    expect_equal(characters_of_utf16(units, rep(text, 13)), at)
  }
})

test_that("many spans of a long text are cut out as few are", {
  letters <- rep(c("a", "\u00e9", "\U0001F600", "z"), 20)
  text <- paste(letters, collapse = "")
  start <- rep(0:39, 2)
  end <- start + rep(c(0, 3), each = 40)
  expected <- mapply(function(from, to) paste(letters[seq_len(to - from) + from], collapse = ""), start, end)
  expect_equal(covered_text(rep(text, 80), start, end), expected)
  expect_equal(covered_text(c(text, NA, "ab"), c(78, 0, 1), c(80, 1, 3)), c("\U0001F600z", NA, NA))
})
