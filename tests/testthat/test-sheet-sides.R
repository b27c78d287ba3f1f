reads <- function(form) {
  d <- data.frame(PatientID = sprintf("P%02d", 1:12), Age = 50 + 1:12)
  true <- list(OD = rep(c(0, 1, 2, 3), 3), OS = rep(c(3, 0, 1, 2), 3))
  for (r in c("R1", "R2", "R3")) for (e in names(true)) for (q in c("grade", "edema")) {
    x <- true[[e]]
    x[match(r, c("R1", "R2", "R3")) + 1:2] <- 1
    d[[sprintf(form, r, e, q)]] <- if (q == "grade") x else ifelse(x > 1, "yes", "no")
  }
  d
}
proposed <- function(data) {
  utils::capture.output(calls <- inspect_sheet(data))
  calls
}

test_that("a side of the body in names is a part of the item, wherever it stands", {
  for (form in c("%s_%s_%s", "%3$s.%2$s.%1$s", "%1$s %3$s %2$s")) {
    sheet <- reads(form)
    calls <- proposed(sheet)
    expect_match(calls, "item = PatientID, names = ", fixed = TRUE)
    expect_match(calls, "{item:OD|OS}", fixed = TRUE)
    x <- eval(str2lang(calls[1]), list(data = sheet))
    expect_setequal(x$rater, c("R1", "R2", "R3"))
    expect_setequal(x$question, c("grade", "edema"))
    expect_length(unique(x$item), 24)
  }
})

test_that("names with two parts keep sides as questions", {
  sheet <- data.frame(id = 1:8)
  for (q in c("left", "right")) for (r in c("R1", "R2")) sheet[[paste(q, r, sep = "_")]] <- rep(1:4, 2)
  expect_false(any(grepl("{item", proposed(sheet), fixed = TRUE)))
})
