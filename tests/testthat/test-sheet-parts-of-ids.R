# Ids of two columns in sheets whose columns are raters: blanks below a slide, and patients in several sessions. What is
# read by the advice has each cell of the table once.

set.seed(3)
first <- sample(0:3, 12, TRUE)
slides <- data.frame(
  Slide = c(rbind(paste0("S", 1:6), NA)), L = rep(c("a", "b"), 6), P1 = first, P2 = pmin(3, first + rep(0:2, 4) %/% 2)
)
sessions <- data.frame(Patient = rep(1:6, each = 2), Session = rep(1:2, 6), slides[3:4])
calls_of <- function(data) {
  utils::capture.output(calls <- inspect_sheet(data))
  calls
}

test_that("blank ids beside a part of the id are filled, and no rows are lost", {
  cnd <- expect_error(read_sheet(slides, item = Slide, rating = P1:P2), class = "accord_error_blank_id")
  expect_identical(cnd$advice, "item = c(Slide, L), fill = TRUE")
  x <- read_sheet(slides, item = c(Slide, L), fill = TRUE, rating = P1:P2)
  expect_identical(unique(x$item), paste(rep(paste0("S", 1:6), each = 2), c("a", "b"), sep = " / "))
  expect_equal(x$rating, c(slides$P1, slides$P2))
  expect_match(calls_of(slides), "item = c(Slide, L), fill = TRUE", fixed = TRUE)
  # Nothing tells the rows apart where both parts recur.
  again <- slides
  again$L <- "a"
  cnd <- expect_error(read_sheet(again, item = Slide, rating = P1:P2), class = "accord_error_blank_id")
  expect_identical(cnd$advice, "drop = is.na(Slide)")
})

test_that("repeated ids are told apart by the session, which an error and a proposal name", {
  x <- read_sheet(sessions, item = Patient, rating = P1:P2)
  cnd <- expect_error(as_ratings(x), class = "accord_error_duplicate_rating")
  expect_identical(cnd$columns, "Session")
  expect_match(conditionMessage(cnd), "by = Session", fixed = TRUE)
  expect_match(conditionMessage(cnd), "add it to `item`", fixed = TRUE)
  calls <- calls_of(sessions)
  expect_length(calls, 2)
  for (call in calls) expect_no_error(as_ratings(eval(str2lang(call), list(data = sessions))))
  by_session <- eval(str2lang(calls[1]), list(data = sessions))
  expect_identical(unique(by_session$Session), c("1", "2"))
  both <- eval(str2lang(calls[2]), list(data = sessions))
  expect_equal(both$rating, c(sessions$P1, sessions$P2))
  expect_length(unique(both$item), 12)
  named <- stats::setNames(sessions, c("Patient", "Session", "mood_A", "mood_B"))
  named$pain_A <- named$mood_A
  named$pain_B <- named$mood_B
  expect_match(calls_of(named)[1], "by = Session", fixed = TRUE)
})
