crowd <- function() {
  x <- expand.grid(who = c("w1", "w2", "w3"), unit = 1:12, stringsAsFactors = FALSE)
  x$answer <- c("a", "b", "a", "b", "b")[seq_len(nrow(x)) %% 5 + 1]
  x$golden <- x$unit %in% c(3, 8)
  x
}
alpha_of <- function(x) krippendorff_alpha(x, unit, who, answer, ci = ci_none())$estimate

test_that("test questions of a crowd platform are kept or left out knowingly", {
  x <- crowd()
  cnd <- expect_warning(alpha_of(x), class = "accord_warning_golden")
  expect_match(conditionMessage(cnd), "data = x[!x$golden %in% TRUE, ]", fixed = TRUE)
  expect_identical(cnd$rows, which(x$golden))
  # The two suggested calls give no further warning, and their results differ.
  without <- expect_silent(alpha_of(x[!x$golden %in% TRUE, ]))
  with <- expect_silent(alpha_of(x[setdiff(names(x), "golden")]))
  plain <- x[c("who", "unit", "answer")]
  expect_identical(with, alpha_of(plain))
  expect_identical(without, alpha_of(plain[!plain$unit %in% c(3, 8), ]))
  expect_false(without == with)

  # Answers that are known for some items only, even if they are yes and no.
  x$answer <- ifelse(x$answer == "a", "yes", "no")
  x$golden <- ifelse(x$unit == 3, "yes", ifelse(x$unit == 8, "no", ""))
  names(x)[4] <- "GOLDEN:answer"
  cnd <- expect_warning(alpha_of(x), class = "accord_warning_golden")
  expect_match(conditionMessage(cnd), "data = x[x$`GOLDEN:answer` %in% c(NA, \"\"), ]", fixed = TRUE)
  expect_silent(alpha_of(x[x$`GOLDEN:answer` %in% c(NA, ""), ]))
})

test_that("right answers to all items are no test questions", {
  x <- crowd()
  x$answer <- as.integer(x$answer == "a")
  x$gold <- x$unit %% 2L
  x$golden <- NULL
  expect_silent(alpha_of(x))
  x$gold[x$unit == 1] <- NA
  expect_silent(alpha_of(x))
  x <- crowd()
  names(x)[4] <- "marigold"
  expect_silent(alpha_of(x))
})
