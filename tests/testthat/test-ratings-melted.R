# One column that names rater and question, as `variable` after a table was made long.

tone <- cbind(A = c("pos", "neg", "neu", "pos", "neg", "neu"), B = c("pos", "neg", "pos", "pos", "neg", "neu"))
topic <- cbind(A = c("war", "tax", "art", "war", "tax", "art"), B = c("war", "tax", "art", "tax", "tax", "art"))
melted <- data.frame(
  id = rep(1:6, 4), variable = rep(c("A_tone", "B_tone", "A_topic", "B_topic"), each = 6), value = c(tone, topic)
)

test_that("names of raters that tell questions are a warning whose call reads the sheet", {
  cnd <- expect_warning(as_ratings(melted, id, variable, value), class = "accord_warning_several_questions")
  x <- eval(str2lang(cnd$advice[1]))
  expect_setequal(x$question, c("tone", "topic"))
  expect_setequal(x$rater, c("A", "B"))
  expect_identical(x$rating[x$question == "tone" & x$rater == "B"], unname(tone[, "B"]))
})

test_that("inspect_sheet() proposes this call", {
  expect_output(call <- inspect_sheet(melted), "rater and question: variable")
  expect_match(call[1], "rater = c(variable = \"{rater}_{question}\")", fixed = TRUE)
})

test_that("raters of two teams, and workers with few ratings, are raters", {
  teams <- rep(c("t1_a", "t1_b", "t2_a", "t2_b"), each = 6)
  same <- data.frame(id = rep(1:6, 4), who = teams, value = c(tone, tone[, 2:1]))
  expect_silent(as_ratings(same, id, who, value))
  few <- data.frame(
    id = rep(1:4, each = 3), who = paste0("w_", rep(1:3, 4), "_", rep(1:4, each = 3)),
    value = c("a", "a", "b", "c", "c", "c", "d", "d", "a", "b", "b", "b")
  )
  expect_silent(as_ratings(few, id, who, value))
})
