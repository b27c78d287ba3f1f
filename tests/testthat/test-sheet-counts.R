read <- function(a, b, ...) {
  read_sheet(data.frame(id = seq_along(a), ann = a, bob = b), item = id, rating = c(ann, bob), ...)
}

test_that("labels with a count in any form are an error whose advice gives the labels", {
  label <- list(
    a = c("anger", "joy", "none", "anger", "joy", "anger"), b = c("anger", "joy", "none", "joy", "joy", "anger")
  )
  count <- list(a = c(3, 1, 2, 1, 2, 2), b = c(1, 2, 1, 1, 3, 2))
  forms <- list(
    function(x, n) sprintf("%s (%d)", x, n), function(x, n) sprintf("%s [%d]", x, n),
    function(x, n) sprintf("%s x%d", x, n), function(x, n) sprintf("%dx %s", n, x),
    function(x, n) sprintf("%s (n = %d)", x, n)
  )
  for (form in forms) {
    cells <- Map(function(x, n) ifelse(x == "none", x, form(x, n)), label, lapply(count, as.integer))
    cnd <- expect_error(read(cells$a, cells$b), class = "accord_error_counted_label")
    code <- str2lang(sprintf("list(%s)", cnd$advice))
    found <- read(cells$a, cells$b, recode = eval(code)$recode)
    expect_identical(found$rating, c(label$a, label$b))
    expect_silent(read(cells$a, cells$b, recode = identity))
  }
})

test_that("numbers that are parts of labels are no counts", {
  stage <- c("Stage (1)", "Stage (2)", "Stage (3)", "Stage (1)")
  expect_silent(read(stage, rev(stage)))
  each <- c("joy (1)", "anger (2)", "fear (3)", "joy (1)")
  expect_silent(read(each, rev(each)))
  few <- c("yes", "no", "joy (1)", "joy (2)", "maybe", "else", "other", "more", "fear (1)")
  expect_silent(read(few, rev(few)))
})
