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
