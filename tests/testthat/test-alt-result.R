test_that("it prints, tidies and becomes a table", {
  ten <- rated(ann = c("b", rep("a", 9)), bob = rep("a", 10), m = rep("a", 10))
  x <- alt_test(ten, item, rater, label, "m", epsilon = 0.1, min_items = 10)
  # ann: differences -1 once in ten, mean -.1, t = -.2 / .1 = -2 with 9 degrees of freedom.
  expect_equal(tidy(x)$statistic[1], -2)
  expect_equal(tidy(x)$parameter[1], 9)
  expect_equal(tidy(x)$p.value[1], stats::pt(-2, 9))
  # Adjusted for two by 1 + 1/2: the larger p is .0383, times 1.5.
  expect_equal(tidy(x)$adj.p.value, c(stats::pt(-2, 9) * 1.5, 0))
  expect_equal(x$winning_rate, 0.5)
  expect_output(print(x), "m +[.]500 +1[.]000 +yes +2 +10")
  expect_output(print(x), "three people or more")
  expect_output(print(x[1:3]), "tibble")
  expect_equal(glance(x)$n_passed, 1L)
  skip_if_not_installed("knitr")
  expect_match(paste(paper_table(x), collapse = "\n"), "|m     |         .500|     1.000|yes", fixed = TRUE)
  expect_match(paste(paper_table(x, "latex"), collapse = "\n"), "epsilon .100", fixed = TRUE)
  expect_fault(paper_table(x, wide = TRUE), "not_wide")
  expect_fault(paper_table(x[1:3]), "missing_column")
  expect_fault(tidy(x[1:3]), "missing_column")
})

test_that("rows set to NA, or none at all, are shown and tidied", {
  skip_if_quick()
  set.seed(7)
  data <- random_alt(80, 3, c("x", "y"))
  x <- alt_test(data, item, rater, label, models = c("m1", "m2"), epsilon = 0.1)
  y <- x
  y[1, ] <- NA
  expect_match(format(y)[1], "test of 1 model: score accuracy, epsilon .100, false discovery rate .050", fixed = TRUE)
  expect_match(format(x[NA, ])[1], "test of 0 models", fixed = TRUE)
  style <- list(format = "text", digits = 3, leading_zero = FALSE)
  expect_setequal(vapply(bind_columns(alt_cells(y, style))$cells[-1], `[`, "", 1), dash(style))
  expect_equal(tidy(y), tidy(x[2, ]))
  expect_equal(tidy(x[0, ]), tidy(x)[0, ])
  expect_equal(tidy(x[NA, ]), tidy(x)[0, ])
  expect_equal(glance(y)[c("n_models", "n_undefined", "min_items", "max_items")], tibble::tibble(
    n_models = 2L, n_undefined = 1L, min_items = x$n_items[2], max_items = x$n_items[2]
  ))
  expect_equal(glance(x[NA, ])$n_undefined, 2L)
  skip_if_not_installed("ggplot2")
  expect_s3_class(plot(y), "ggplot")
})

test_that("columns that were made factors are shown as before", {
  d <- data.frame(item = rep(1:40, 3), rater = rep(c("ann", "bob", "model"), each = 40))
  d$label <- rep(c("x", "y", "x", "x", "y"), 24)
  x <- alt_test(d, item, rater, label, models = "model", epsilon = 0.1)
  made <- x
  text <- vapply(made, is.character, NA)
  made[text] <- lapply(made[text], factor)
  expect_identical(as.character(paper_table(made, "latex")), as.character(paper_table(x, "latex")))
})

test_that("a model and the people whom it is held against have their shares", {
  skip_if_not_installed("ggplot2")
  x <- every_result()$accord_alt_test
  people <- x$people[[1]]
  plot <- ggplot2::autoplot(x)
  points <- drawn(plot, "GeomPoint")
  expect_setequal(round(points$x, 6), round(c(people$model_wins, people$person_wins), 6))
  # The line of a person leads from the share to that less epsilon, beside the point of the model.
  line <- drawn(plot, "GeomSegment")
  expect_setequal(round(line$xend, 6), round(people$person_wins, 6))
  expect_equal(line$xend - line$x, rep(x$epsilon, nrow(people)))
  expect_false(anyDuplicated(points$y) > 0)
  expect_identical(levels(plot$data$series), c("Model, does not win", "Person"))
  expect_match(captions(plot), "Winning rate: .00 (fails). It passes from .50 on.", fixed = TRUE)
  expect_match(subtitles(plot), "less epsilon (.10)", fixed = TRUE)
})

test_that("a test that was not made has a dash and its reason", {
  skip_if_not_installed("ggplot2")
  x <- suppressWarnings(alt_test(result_ratings(), item, rater, label, models = "cat", epsilon = 0.1))
  plot <- ggplot2::autoplot(x)
  expect_true(all(is.na(drawn(plot, "GeomPoint")$x)))
  expect_setequal(drawn(plot, "GeomLabel")$label, "fewer than 30 shared items")
  expect_match(captions(plot), "Winning rate: - (not tested: no person with 30 shared items).", fixed = TRUE)
  data <- rbind(
    transform(result_ratings(), part = "one"), transform(result_ratings(), part = "two")[1:6, ]
  )
  by_part <- suppressWarnings(
    alt_test(data, item, rater, label, models = "cat", epsilon = 0.1, min_items = 5, by = part)
  )
  told <- captions(ggplot2::autoplot(by_part))
  expect_match(told, "two -. Not tested: two (no person with 5 shared items).", fixed = TRUE)
})

test_that("ratings that were set aside are counted, with the models and people who gave them", {
  d <- data.frame(item = rep(1:40, 4), rater = rep(c("ann", "bob", "model", "other"), each = 40))
  d$label <- rep(c("x", "y", "x", "x", "y"), 32)
  d$label[c(1, 81:83, 121:125)] <- "I cannot tell"
  test <- function(d) {
    alt_test(d, item, rater, label, "model", people = c("ann", "bob"), epsilon = 0.1, categories = c("x", "y"))
  }
  x <- suppressWarnings(test(d))
  # Ann gave no label to the first of 40 items, and the model to the first three.
  expect_equal(x$n_items, 37L)
  aside <- "4 ratings set aside: outside the categories, or repeated by a rater"
  printed <- gsub("\\s+", " ", paste(format(x, width = 100), collapse = " "))
  expect_match(printed, paste0(aside, " (3 by model; 1 by ann)."), fixed = TRUE)
  expect_match(gsub("~", " ", paper_table(x, "latex"), fixed = TRUE), aside, fixed = TRUE)
  expect_no_match(format(test(d[d$label != "I cannot tell", ])), "set aside")
  d$label[d$label == "I cannot tell"] <- NA
  expect_no_match(format(test(d)), "set aside")
})
