# An examinations office: essays marked by two of twelve markers on four criteria from 0 to 6, some marks missing, one
# erratic and one severe marker. The board gets a page, the candidates fair marks, those near the pass mark a third one.

# Marks that follow the rating scale model, but for those of the erratic marker m04.
board_marks <- function(n = 120) {
  set.seed(1)
  rows <- expand.grid(criterion = c("content", "form", "style", "logic"), k = 1:2, essay = seq_len(n))
  who <- replicate(n, sample(12, 2))
  m <- who[cbind(rows$k, rows$essay)]
  severity <- c(-0.2, 1.2, rep(c(-0.1, 0.1), 5))[m]
  eta <- 1.2 * stats::rnorm(n)[rows$essay] - severity - c(-0.4, -0.1, 0.1, 0.4)[as.integer(rows$criterion)] +
    (m == 4) * 2 * stats::rnorm(nrow(rows))
  steps <- c(0, cumsum(c(-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)))
  weight <- exp(outer(eta, 0:6) - rep(steps, each = length(eta)))
  rows$mark <- rowSums(stats::runif(nrow(rows)) > t(apply(weight / rowSums(weight), 1, cumsum)))
  rows$marker <- sprintf("m%02d", m)
  rows[stats::runif(nrow(rows)) > 0.03, c("essay", "criterion", "marker", "mark")]
}

test_that("a board has one page with severities, fair marks to save, and who is near the pass mark", {
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  skip_if_not_installed("jsonlite")
  rows <- board_marks()
  marked <- rows
  file <- tempfile(fileext = ".html")
  on.exit(unlink(file))
  report_agreement(
    rows, essay, marker, mark, by = criterion, level = "interval", coefficients = "alpha", cut = 12, file = file
  )
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  for (heading in c("Reliability", "Severity of raters", "Unexpected ratings", "Fair marks", "Pairs of raters")) {
    expect_match(page, paste0("<h2>", heading, "</h2>"), fixed = TRUE)
  }
  expect_no_match(page, "Not shown")
  # The numbers by their definition: whoever m04 marked is not decided, and the others are by their interval.
  fit <- rater_severity(rows, essay, marker, mark, facets = criterion, categories = 0:6)
  fair <- suppressMessages(fair_marks(fit, cut = 12), classes = "accord_message")
  own <- fair$item %in% rows$essay[rows$marker == "m04"]
  near <- fair$conf.low <= 12 & fair$conf.high >= 12
  passing <- fair$conf.low > 12
  expect_true(any(own & near) && any(own & !near))
  n <- c(sum(passing & !own), sum(!passing & !near & !own), sum(own | near), sum(own), sum(near & !own))
  expect_match(page, sprintf(
    paste(
      "%d of 120 items pass and %d fail at a pass mark of 12: the chance that the opposite would be right is below",
      "2.5%% for each of them. %d should be marked again: %d that m04 marked, and %d others too near the pass mark."
    ), n[1], n[2], n[3], n[4], n[5]
  ), fixed = TRUE)
  again <- setdiff(fair$item[order(abs(fair$fair - 12))], fair$item[!near | own])
  listed <- paste0(n[4], " that m04 marked: ", paste(sort(fair$item[own]), collapse = ", "), ".")
  expect_match(page, listed, fixed = TRUE)
  listed <- paste0(n[5], " others too near the pass mark, the nearest first: ", paste(again, collapse = ", "), ".")
  expect_match(page, listed, fixed = TRUE)
  # The planted markers are told.
  verdicts <- sub("</table>.*", "", sub(".*<h2>Severity of raters</h2>", "", page))
  rows <- gsub("(<[^>]*>)+", " ", strsplit(verdicts, "</tr>", fixed = TRUE)[[1]])
  expect_match(rows, "^\\s*m04 +erratic ", all = FALSE)
  expect_match(rows, "^\\s*m02 +severe ", all = FALSE)
  # The first lines say what to do about them.
  first <- sub("</section>.*", "", page)
  expect_match(first, paste("mark the", length(unique(marked$essay[marked$marker == "m04"])), "items of m04 again"))
  expect_match(first, "here m02\u00a0\\([0-9.]+\u00a0marks\u00a0fewer\\)")
  # These are the marks that the candidates get.
  uri <- sub(".*download=\"fair-marks[.]csv\" href=\"data:[^,]*,([^\"]*)\".*", "\\1", page)
  lines <- strsplit(rawToChar(jsonlite::base64_dec(uri)), "\n", fixed = TRUE)[[1]]
  expect_length(lines, 121)
  expect_length(grep("\"mark again\",\"marked by an erratic rater\"", lines), n[4])
  expect_length(grep("\"mark again\",\"near the pass mark\"", lines), n[5])
  expect_match(lines[1], "\"item\",\"raw\",\"fair\",", fixed = TRUE)
})

test_that("a third mark is asked for where it decides, and changes little elsewhere", {
  rows <- board_marks()
  fit <- rater_severity(rows, essay, marker, mark, facets = criterion, categories = 0:6)
  marks <- suppressMessages(fair_marks(fit, cut = 12), classes = "accord_message")
  again <- marks[marks$decision == "mark again", ]
  expect_true(all(again$conf.low < 12 & again$conf.high > 12))
  expect_match(format(marks)[1], "to be marked again", all = FALSE)
  expect_match(table_text(head(again, 3), "markdown"), "mark again", fixed = TRUE)
  expect_gt(glance(marks)$reliability, 0.7)
})
