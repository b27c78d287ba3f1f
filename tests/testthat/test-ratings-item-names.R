# Forms with a row per rater and the items in the names of columns: "Clip 1: Decision?".

set.seed(2)
truth <- sample(c("Foul", "Dive", "No foul"), 20, TRUE)
said <- sapply(1:5, function(i) ifelse(runif(20) < 0.8, truth, "Dive"))
form <- data.frame(Timestamp = paste0("2024/01/0", 1:5, " 10:00:00"), Email = paste0(letters[1:5], "@x.org"), t(said))
names(form)[-(1:2)] <- paste0("Clip ", 1:20, ": Decision?")

test_that("inspect_sheet() proposes a call that reads such a form", {
  utils::capture.output(call <- inspect_sheet(form))
  expect_identical(call, "read_sheet(form, rater = Email, names = \"{item}: Decision?\")")
  x <- eval(str2lang(call))
  expect_identical(x$rating[x$rater == "b@x.org"], said[, 2])
  expect_identical(unique(x$item), paste("Clip", 1:20))
  # Three clips of four referees, and items whose names have nothing in common.
  few <- form[1:4, 1:5]
  utils::capture.output(call <- inspect_sheet(few))
  expect_identical(nrow(eval(str2lang(call), list(few = few))), 12L)
  odd <- stats::setNames(few, c("Timestamp", "Email", "Dog", "Cat", "Horse"))
  utils::capture.output(call <- inspect_sheet(odd))
  x <- eval(str2lang(call), list(odd = odd))
  expect_true(all(x$item %in% c("Dog", "Cat", "Horse")))
  expect_setequal(x$rater, odd$Email)
})

test_that("a measure without `item` names the call", {
  for (call in list(
    quote(krippendorff_alpha(form, rating = `Clip 1: Decision?`:`Clip 20: Decision?`)),
    quote(krippendorff_alpha(form, rater = Email, rating = `Clip 1: Decision?`:`Clip 20: Decision?`))
  )) {
    cnd <- expect_error(eval(call), class = "accord_error_argument")
    expect_identical(cnd$advice, "read_sheet(form, rater = Email, names = \"{item}: Decision?\")")
  }
})

test_that("two questions of each item are told apart", {
  both <- form[1:2]
  for (i in 1:4) {
    both[[paste0("Clip ", i, ": Decision?")]] <- said[i, ]
    both[[paste0("Clip ", i, ": Sure?")]] <- rep_len(c("yes", "no"), 5)
  }
  utils::capture.output(call <- inspect_sheet(both))
  x <- eval(str2lang(call[1]), list(both = both))
  expect_setequal(x$question, c("Decision?", "Sure?"))
  expect_setequal(x$item, paste("Clip", 1:4))
})
