# Tabs such as "Patient 1" with raters in columns: the tab is a part of the item.

test_that("tabs that are numbered items are proposed as a part of the item", {
  folder <- own_folder()
  set.seed(8)
  tabs <- lapply(1:4, function(i) {
    truth <- sample(1:5, 10, TRUE)
    said <- function() ifelse(runif(10) < 0.8, truth, sample(1:5, 10, TRUE))
    data.frame(Item = paste("Braden", 1:10), "Nurse A" = said(), "Nurse B" = said(), check.names = FALSE)
  })
  for (i in 1:4) utils::write.csv(tabs[[i]], file.path(folder, sprintf("Patient %d.csv", i)), row.names = FALSE)
  utils::capture.output(calls <- inspect_sheet(folder))
  expect_match(calls[1], "item = c(\"{file}\", Item), rating = c(`Nurse A`, `Nurse B`)", fixed = TRUE)
  x <- eval(str2lang(calls[1]))
  expect_length(unique(x$item), 40)
  expect_setequal(x$rater, c("Nurse A", "Nurse B"))
  expect_equal(x$rating[x$rater == "Nurse A"], unlist(lapply(tabs, `[[`, "Nurse A")))
  # Tabs of raters stay raters.
  of_raters <- own_folder()
  for (i in 1:2) utils::write.csv(tabs[[i]], file.path(of_raters, sprintf("Coder %d.csv", i)), row.names = FALSE)
  utils::capture.output(calls <- inspect_sheet(of_raters))
  expect_false(any(grepl("c(\"{file}\"", calls, fixed = TRUE)))
})

test_that("tabs whose categories differ are questions", {
  folder <- own_folder()
  hate <- rep(c("yes", "no", "no", "yes"), 5)
  target <- rep(c("women", "men", "none", "none"), 5)
  turned <- c(2, 1, 3:20)
  write_tab <- function(name, x, raters) {
    tab <- stats::setNames(data.frame(1:20, x, x[turned]), c("Post", raters))
    utils::write.csv(tab, file.path(folder, paste0(name, ".csv")), row.names = FALSE)
  }
  for (raters in list(c("Ida", "Max"), c("Rater 1", "Rater 2"))) {
    write_tab("Hate", hate, raters)
    write_tab("Target", target, raters)
    utils::capture.output(calls <- inspect_sheet(folder))
    expect_match(calls[1], "question = \"{file}\"", fixed = TRUE)
    x <- eval(str2lang(calls[1]))
    expect_setequal(x$question, c("Hate", "Target"))
    expect_setequal(x$rater, raters)
    expect_identical(x$rating[x$question == "Target" & x$rater == raters[2]], target[turned])
  }
  cnd <- expect_error(read_sheet(folder, item = Post, rating = 2:3), class = "accord_error_roles")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "question = \"{file}\"", fixed = TRUE)
})

test_that("the error about several sheets says that each may be a question", {
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "coders.xlsx")
  cnd <- expect_error(read_sheet(path, rating = tone), class = "accord_error_sheets")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "question = \"{sheet}\"", fixed = TRUE)
})
