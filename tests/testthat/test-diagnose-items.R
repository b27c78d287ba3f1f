test_that("every column equals the definition on random sparse data", {
  for (seed in 1:test_size(4, 60)) {
    data <- random_job(seed, labels = letters[1:(1 + seed %% 4)])
    base <- c(2, exp(1), 3)[1 + seed %% 3]
    truth <- oracle_item_rows(data, base)
    found <- item_summary(data, item, rater, rating, base = base)
    expect_equal(found$item, truth$item)
    expect_equal(found$n_ratings, truth$n_ratings)
    expect_equal(found$majority, as.character(truth$majority))
    expect_equal(found$tie, truth$tie)
    expect_equal(found$unanimous, truth$unanimous)
    for (name in c("majority_share", "entropy", "agreement")) {
      expect_equal(found[[name]], truth[[name]], tolerance = 1e-12, info = name)
    }
  }
})

test_that("the mean item agreement is the observed agreement of Fleiss' kappa", {
  found <- item_summary(sarcasm_labels(), ID, annotator, annotation)
  expect_equal(round(mean(found$agreement), 3), 0.766) # printed by the study
})

# t1: a a b; t2: a b c, a tie; t3: b b; t4: one rating; t5: none.
by_hand <- function() {
  data.frame(
    item = c("t1", "t1", "t1", "t2", "t2", "t2", "t3", "t3", "t4", "t5"),
    rater = c("ann", "bob", "cat", "ann", "bob", "cat", "ann", "bob", "ann", "ann"),
    rating = c("a", "a", "b", "a", "b", "c", "b", "b", "a", NA)
  )
}

test_that("what is worked out by hand comes out", {
  found <- item_summary(by_hand(), item, rater, rating)
  expect_equal(
    tibble::as_tibble(unclass(found)),
    tibble::tibble(
      item = paste0("t", 1:5), n_ratings = c(3L, 3L, 2L, 1L, 0L), majority = c("a", NA, "b", "a", NA),
      majority_share = c(2 / 3, 1 / 3, 1, 1, NA), tie = c(FALSE, TRUE, FALSE, FALSE, NA),
      unanimous = c(FALSE, FALSE, TRUE, NA, NA),
      entropy = c(log2(3) - 2 / 3, log2(3), 0, 0, NA), # -2/3 log(2/3) - 1/3 log(1/3)
      agreement = c(1 / 3, 0, 1, NA, NA),
      status = c("ok", "ok", "ok", "one rating only", "no ratings")
    )
  )
  # Anonymous raters, and numbers as they are.
  counts <- rbind(c(2, 1, 0), c(1, 1, 1), c(0, 2, 0))
  of_counts <- item_summary(counts, layout = "counts", categories = 1:3)
  expect_equal(of_counts$majority, c(1, NA, 2))
  expect_equal(of_counts$agreement, found$agreement[1:3])
})

# Ids of the tweets on which all six annotators of the sarcasm study agreed, as its notebook printed
# them; inst/extdata/sarcasm carries the same.
printed_unanimous <- list(
  sarcastic = c(
    "1677", "2387", "2680", "5231", "8189", "13865", "18286", "19625"
  ),
  not = c(
    "369", "804", "1211", "1553", "3577", "4046", "4175", "4982", "5370", "6788", "7036",
    "7573", "8514", "8789", "8957", "10210", "10404", "10670", "10995", "11576", "11720",
    "11744", "12163", "13447", "13491", "13722", "14195", "14286", "15430", "15559", "15759",
    "16097", "16224", "16276", "16929", "17484", "19171"
  )
)

test_that("the unanimous items of the six annotators are the printed ones", {
  found <- item_summary(sarcasm_labels(), ID, annotator, annotation)
  of <- function(label) found$item[found$unanimous & found$majority == label]
  expect_setequal(of(1), printed_unanimous$sarcastic)
  expect_setequal(of(0), printed_unanimous$not)
})

test_that("the order of rows, frames and threads do not matter, and groups stand alone", {
  data <- random_job(3, n_items = 50)
  found <- item_summary(data, item, rater, rating)
  shuffled <- item_summary(data[sample(nrow(data)), ], item, rater, rating)
  expect_equal(shuffled[match(found$item, shuffled$item), ], found)
  expect_equal(item_summary(as_ratings(data, item, rater, rating)), found)
  expect_equal(item_summary(data, item, rating = rating), found)
  old <- options(accord.threads = 1)
  expect_identical(item_summary(data, item, rater, rating), found)
  options(old)
  two <- rbind(cbind(part = "y", random_job(4)), cbind(part = "x", data))
  by_part <- item_summary(two, item, rater, rating, by = part)
  expect_equal(by_part[by_part$part == "x", -1], found)
  expect_equal(unique(by_part$part), c("x", "y"))
})

test_that("one rating per item: the majority works, and says what it is", {
  alone <- by_hand()[!duplicated(by_hand()$item), ]
  expect_warning(
    found <- item_summary(alone, item, rater, rating),
    "5 items have one or none: a single rating", class = "accord_warning_undefined"
  )
  expect_equal(found$majority, c("a", "a", "b", "a", NA))
  expect_equal(found$agreement, rep(NA_real_, 5))
  expect_warning(
    item_summary(alone[1, ], item, rater, rating),
    "1 item has one or none", class = "accord_warning_undefined"
  )
})

test_that("a group with a fault is left out, with a warning", {
  d <- rbind(cbind(part = "x", by_hand()), cbind(part = "y", by_hand()), cbind(part = "z", by_hand()))
  expect_warning(
    found <- item_summary(rbind(d, d[1, ]), item, rater, rating, by = part),
    "1 group is left", class = "accord_warning_faulty_group"
  )
  expect_equal(unique(found$part), c("y", "z"))
  expect_warning(
    item_summary(rbind(d, d[c(1, 11), ]), item, rater, rating, by = part),
    "2 groups are left", class = "accord_warning_faulty_group"
  )
})

test_that("bad input is a classed error", {
  skip_if_quick()
  of <- function(..., data = by_hand()) item_summary(data, item, rater, rating, ...)
  for (base in list(0, -2, NA, "two", c(2, 3), 1)) {
    expect_fault(of(base = base), "argument", argument = "base")
  }
  expect_fault(of(level = "nominal"), "argument", argument = "level")
  expect_fault(of(weights = "linear"), "argument", "1 unknown argument")
  key <- cbind(by_hand(), tie = 1, entropy = 2)
  expect_fault(of(data = key, by = tie), "reserved_name", "1 of them does", columns = "tie")
  expect_fault(of(data = key, by = c(tie, entropy)), "reserved_name", "2 of them do")
})
