# Counts of votes, as citizen science publishes them.

smooth <- c(27, 18, 14, 13, 13, 16, 8, 8, 3, 9, 30, 0)

galaxies <- data.frame(
  subject_id = paste0("G", 1:12), smooth_count = smooth, disk_count = 30 - smooth,
  smooth_fraction = round(smooth / 30, 3), disk_fraction = round((30 - smooth) / 30, 3)
)

# The share of pairs of votes that agree, by the definition of Fleiss.
pairs_agree <- mean((smooth * (smooth - 1) + (30 - smooth) * (29 - smooth)) / (30 * 29))

test_that("counts of votes are read as counts, with and without their shares, in a file as well", {
  path <- file.path(own_folder(), "votes.csv")
  utils::write.csv(galaxies, path, row.names = FALSE)
  alone <- galaxies[1:3]
  share_of <- function(data) {
    utils::capture.output(calls <- inspect_sheet(data))
    expect_length(calls, 1)
    expect_match(calls, "layout = \"counts\"", fixed = TRUE)
    percent_agreement(eval(str2lang(calls)), ci = ci_none())$estimate
  }
  for (data in list(galaxies, alone, path)) expect_equal(share_of(data), pairs_agree)
})

test_that("each question of votes has its own counts", {
  d <- galaxies
  names(d)[-1] <- paste0("t1_", names(d)[-1])
  odd <- c(5, 3, 9, 1, 0, 2, 7, 4, 6, 5, 8, 2)
  d <- cbind(d, t2_odd_count = odd, t2_even_count = 10 - odd, t2_odd_fraction = odd / 10,
    t2_even_fraction = 1 - odd / 10
  )
  utils::capture.output(calls <- inspect_sheet(d))
  expect_length(calls, 2)
  categories <- lapply(calls, function(call) eval(str2lang(call))$categories)
  expect_setequal(unlist(categories), grep("_count$", names(d), value = TRUE))
})

test_that("counts and shares are no raters, unless they are named", {
  for (names in c("{question}_{rater}", "{rater}_{question}")) {
    expect_error(read_sheet(galaxies, item = subject_id, names = names), class = "accord_error_rating_columns")
  }
  expect_error(
    read_sheet(galaxies, item = subject_id, rating = c(smooth_count, disk_count)),
    class = "accord_error_rating_columns"
  )
  x <- suppressWarnings(read_sheet(galaxies, item = subject_id, names = "{question}_{rater:count|fraction}"))
  expect_setequal(x$rater, c("count", "fraction"))
})

test_that("raters who count, rank or distribute the same are no votes", {
  cells <- data.frame(slide = 1:12, ann_count = smooth, bob_count = smooth + rep(c(0, 1, 0), 4))
  utils::capture.output(calls <- inspect_sheet(cells))
  expect_false(any(grepl("layout", calls)))
  expect_length(unique(read_sheet(cells, item = slide, rating = c(ann_count, bob_count))$rater), 2)
  ranks <- data.frame(judge = letters[1:6], x = c(1, 2, 3, 1, 2, 1), y = c(2, 1, 1, 3, 3, 2), z = c(3, 3, 2, 2, 1, 3))
  utils::capture.output(calls <- inspect_sheet(ranks))
  expect_false(any(grepl("layout", calls)))
})
