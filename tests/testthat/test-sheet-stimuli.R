# Five persons rated six pictures, a row each.
answers <- data.frame(
  participant = paste0("p", 1:5), lamp = c(1, 2, 1, 1, 2), river = c(3, 3, 2, 3, 3), sofa = c(1, 1, 1, 2, 1),
  tulip = c(2, 2, 3, 2, 2), tiger = c(3, 3, 3, 3, 2), bread = c(2, 1, 2, 2, 2)
)
said <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))

test_that("columns that participants answered to are no raters unless it is said", {
  cnd <- expect_error(
    read_sheet(answers, item = participant, rating = c(lamp, river, sofa, tulip, tiger, bread)),
    class = "accord_error_stimuli"
  )
  expect_match(said(cnd), "rater = participant, names = \"{item}\"", fixed = TRUE)
  x <- read_sheet(answers, rater = participant, rating = lamp:bread, names = "{item}")
  expect_setequal(x$item, names(answers)[-1])
  expect_setequal(x$rater, answers$participant)
  kept <- read_sheet(answers, item = participant, rating = lamp:bread, names = "{rater}")
  expect_setequal(kept$rater, names(answers)[-1])
  # A column of raters as the item.
  names(answers)[1] <- "coder"
  expect_error(read_sheet(answers, item = coder, rating = lamp:sofa), class = "accord_error_stimuli")
})

test_that("columns that are named like stimuli are no raters, and those of raters are", {
  for (form in c("stim%d", "Image %d", "clip_%d.mp4", "sentence.%d")) {
    own <- stats::setNames(answers, c("id", sprintf(form, 1:6)))
    expect_error(read_sheet(own, item = id, rating = 2:7), class = "accord_error_stimuli")
    expect_error(read_sheet(own, rating = 2:7), class = "accord_error_stimuli")
    x <- read_sheet(own, rater = id, rating = 2:7, names = "{item}")
    expect_length(unique(x$item), 6)
  }
  for (names in list(paste0("coder", 1:6), letters[1:6], c("ann", "bob", "cem", "dan", "eve", "fay"))) {
    own <- stats::setNames(answers, c("id", names))
    expect_length(unique(read_sheet(own, item = id, rating = 2:7)$rater), 6)
  }
  # Few columns of participants may be raters of what they said.
  expect_silent(read_sheet(answers[1:4], item = participant, rating = lamp:sofa))
})

test_that("rows of persons are proposed as raters, whatever the columns are named", {
  proposed <- function(data) {
    utils::capture.output(calls <- inspect_sheet(data))
    calls
  }
  expect_identical(
    proposed(answers), "read_sheet(data, rater = participant, rating = lamp:bread, names = \"{item}\")"
  )
  # With more persons than columns both ways are open.
  many <- rbind(answers, transform(answers, participant = paste0("q", 1:5)))
  expect_match(proposed(many)[1], "rater = participant", fixed = TRUE)
  expect_match(proposed(many)[2], "item = participant", fixed = TRUE)
  # Rows that agree are raters, and columns that do not are items.
  many$participant <- 1:10
  names(many)[1] <- "id"
  expect_match(proposed(many), "rater = id, rating = lamp:bread, names = \"{item}\"", fixed = TRUE)
})
