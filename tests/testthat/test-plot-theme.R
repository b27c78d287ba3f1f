test_that("long ids keep both ends and stay different", {
  skip_if_not(l10n_info()[["UTF-8"]])
  ids <- c("short", "annotator_of_the_first_batch_001", "annotator_of_the_first_batch_002", NA)
  cut <- cut_labels(ids, 15)
  expect_equal(cut, c("short", "annotat...h_001", "annotat...h_002", "NA"))
  alike <- c("aaaaaaaaaa1bbbbbbbbbb", "aaaaaaaaaa2bbbbbbbbbb", "aaaaaaaaaa1bbbbbbbbbb")
  expect_equal(
    cut_labels(alike, 12), c("...1bbbbb...", "...2bbbbb...", "...1bbbbb...")
  )
  paths <- c("http://a.example/users/041/profile", "http://a.example/users/042/profile")
  expect_equal(cut_labels(paths, 14), c("...041/profile", "...042/profile"))
  counted <- paste0("aaaaaaaaaaaa", c("xbbbbbbbbbbbb1bbbbb", "xbbbbbbbbbbbb2bbbbb", "ybbbbbbbbbbbb1bbbbb"))
  expect_equal(
    cut_labels(counted, 12), c("...xbbbbb... (1)", "...xbbbbb... (2)", "...ybbbbb...")
  )
  expect_equal(cut_end(c("abc", "abcdef", NA), 4), c("abc", "a...", NA))
})

test_that("words stand in lines", {
  expect_equal(
    wrap_words(c("Krippendorff's alpha (nominal)", "a"), 20), c("Krippendorff's alpha\n(nominal)", "a")
  )
})

test_that("numbers of axes have no zero before the point", {
  minus <- "-"
  expect_equal(axis_numbers(c(-0.5, 0, 0.5, 1, NA)), c(paste0(minus, ".5"), "0", ".5", "1.0", NA))
  expect_equal(axis_numbers(c(-8e-4, 0)), c(paste0(minus, ".0008"), "0"))
})
