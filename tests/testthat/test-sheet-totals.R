# Totals in a sheet: rows, a question, and columns.

a <- c(1, 2, 3, 4, 5, 2, 4, 1)
b <- c(1, 2, 3, 5, 4, 2, 3, 1)
below <- function(id, values) data.frame(id = c(1:8, id), a = c(a, values[1]), b = c(b, values[2]))

# The items that are read, NULL where the row is an error, whose advice leaves it out.
items_read <- function(d) {
  d <- d
  tryCatch(length(unique(suppressMessages(read_sheet(d, item = id, rating = c(a, b)))$item)),
    accord_error_total = function(cnd) {
      call <- bquote(read_sheet(d, item = id, rating = c(a, b), drop = .(str2lang(sub("^drop = ", "", cnd$advice)))))
      expect_identical(length(unique(eval(call)$item)), 8L)
      NULL
    }
  )
}

test_that("rows named like a sum are an error, and others whose cells are no ratings are left out", {
  skip_if_quick()
  for (id in c("Gesamtsumme", "zusammen", "Summe A", "Grand total")) {
    expect_null(items_read(below(id, c(sum(a), sum(b)))))
  }
  for (id in c("M", "MW", "\u00d8", "AVG", "Mittelw.")) expect_identical(items_read(below(id, c(mean(a), mean(b)))), 8L)
})

test_that("a row of sums with an id like the others is an error", {
  expect_error(
    read_sheet(below("9", c(sum(a), sum(b))), item = id, rating = c(a, b)), "sums or means",
    class = "accord_error_total"
  )
})

test_that("all words for totals are known", {
  skip_if_quick()
  for (id in c("SD", "Std.", "Standardabweichung", "s")) {
    expect_identical(items_read(below(id, round(c(stats::sd(a), stats::sd(b)), 2))), 8L)
  }
  for (id in c("n", "F\u00e4lle", "Anzahl")) expect_identical(items_read(below(id, c(8, 8))), 8L)
  expect_null(items_read(below("Min", c(1, 1))))
  expect_null(items_read(below("Max", c(5, 5))))
  # Such a name alone makes no total.
  for (id in c("M", "SD", "s", "Min", "The total war", "Summer")) expect_identical(items_read(below(id, c(2, 3))), 9L)
})

test_that("a last row of the sums or means of those above is an error without such a name", {
  skip_if_quick()
  expect_null(items_read(below("9", c(sum(a), sum(b)))))
  expect_null(items_read(below("9", c(mean(a), mean(b)))))
  kept <- read_sheet(below("9", c(sum(a), sum(b))), item = id, rating = c(a, b), keep = "9")
  expect_identical(max(kept$rating), sum(a))
  expect_identical(items_read(below("9", c(2, 3))), 9L)
})

test_that("hardly a sheet of random codes has a row that looks like a total", {
  skip_if_quick()
  found <- with_seed(41, vapply(1:150, function(i) {
    n <- sample(5:200, 1)
    d <- data.frame(id = if (i %% 2) seq_len(n) else c(LETTERS, paste0("t", seq_len(174)))[seq_len(n)])
    truth <- sample(if (i %% 3) 1:5 else 0:1, n, TRUE)
    for (rater in c("a", "b")) d[[rater]] <- ifelse(stats::runif(n) < 0.2, sample(truth), truth)
    tryCatch({
      suppressWarnings(suppressMessages(read_sheet(d, item = id, rating = c(a, b))))
      FALSE
    }, accord_error_total = function(cnd) TRUE)
  }, NA))
  expect_identical(sum(found), 0L)
})

test_that("a total is no question, in a column or as one", {
  skip_if_quick()
  d <- data.frame(code = c("K", "K", "SUMME", "SUMME"), who = c("a", "b"), d1 = c(1, 0, 1, 1), d2 = c(1, 1, 2, 2))
  cnd <- expect_error(read_sheet(d, question = code, rater = who, names = "{item}"), class = "accord_error_total")
  expect_identical(cnd$advice, "drop = code == \"SUMME\"")
  x <- read_sheet(d, question = code, rater = who, names = "{item}", drop = code == "SUMME")
  expect_identical(unique(x$question), "K")
  d <- data.frame(id = rep(1:4, 2), who = rep(c("a", "b"), each = 4), x = c(1, 0, 2, 1), y = c(0, 1, 1, 2))
  d$Total <- d$x + d$y
  expect_message(
    x <- read_sheet(d, item = id, rater = who, rating = x:Total), "left out as the sum of the others: Total"
  )
  expect_identical(unique(x$question), c("x", "y"))
  x <- read_sheet(d, item = id, rater = who, rating = c(x, y, Total))
  expect_identical(unique(x$question), c("x", "y", "Total"))
  d$Total[1] <- 4
  expect_true("Total" %in% read_sheet(d, item = id, rater = who, rating = x:Total)$question)
  d$Total <- d$SUMME <- d$x + d$y
  expect_no_match(utils::capture.output(inspect_sheet(d[-5])), "rating.*SUMME.*$")
})

test_that("rows of totals in several files are advised to be left out by the part of the id that names them", {
  skip_if_quick()
  folder <- own_folder()
  days <- sprintf("%d,%d,%d", 1:8, c(1, 2, 0, 3, 1, 2, 0, 1), c(1, 2, 1, 3, 1, 2, 0, 1))
  lines <- c("day,ann,bob", days, "Total,10,11")
  for (site in c("N1", "N2")) writeLines(lines, file.path(folder, paste0(site, ".csv")))
  read <- function(...) read_sheet(folder, item = c("{file}", day), rating = c(ann, bob), ...)
  cnd <- expect_error(read(), class = "accord_error_total")
  expect_identical(cnd$advice, "drop = \"Total\"")
  expect_match(conditionMessage(cnd), "2 rows are named like one")
  expect_length(unique(read(drop = "Total")$item), 16)
  expect_length(unique(read(drop = c("N1 / Total", "N2 / Total"))$item), 16)
  # An item of another site with the id of the total stays.
  writeLines(sub("Total,10,11", "9,2,2", lines), file.path(folder, "N2.csv"))
  expect_length(unique(read(drop = "N1 / Total")$item), 17)
})

test_that("rows of a gradebook that are no students are left out and told, unless they are kept", {
  d <- data.frame(
    Student = c("    Points Possible", paste("S", 1:8), "Student, Test"),
    Essay = c(100, 70, 75, 80, 85, 72, 90, 66, 81, 0), Again = c(100, 74, 75, 83, 85, 70, 92, 66, 80, 0)
  )
  expect_message(x <- read_sheet(d, item = Student, rating = c(Essay, Again)), "Points Possible")
  expect_setequal(x$item, paste("S", 1:8))
  expect_setequal(x$rating[x$rater == "Essay"], d$Essay[2:9])
  kept <- suppressMessages(read_sheet(d, item = Student, rating = c(Essay, Again), keep = "Student, Test"))
  expect_setequal(kept$item, d$Student[-1])
  # A student of this name, or points among other words, are students.
  d$Student[c(1, 10)] <- c("Points, Anna", "Test, Anna")
  expect_no_message(x <- read_sheet(d, item = Student, rating = c(Essay, Again)))
  expect_setequal(x$item, d$Student)
})

# Alpha of two raters who rated all items, at the nominal level, by its definition.
alpha_by_hand <- function(a, b) {
  n <- table(c(a, b))
  1 - mean(a != b) / (1 - sum(n * (n - 1)) / (sum(n) * (sum(n) - 1)))
}

test_that("a summary below the table, without ids, is none of the items", {
  labels <- data.frame(
    issue = 101:110, Ann = c("bug", "bug", "docs", "bug", "docs", "bug", "docs", "docs", "bug", "docs"),
    Bob = c("bug", "docs", "docs", "bug", "docs", "bug", "docs", "bug", "bug", "docs")
  )
  numbers <- data.frame(issue = 101:110, Ann = rep(1:5, 2), Bob = c(1, 2, 3, 4, 4, 1, 3, 3, 4, 5))
  for (own in list(labels, numbers)) {
    for (words in list(c("Agreement", "Cohen's kappa"), "Kappa", c(NA, "ICC"))) {
      k <- length(words)
      d <- rbind(own, data.frame(issue = NA, Ann = words, Bob = c("0.80", "0.60")[seq_len(k)]))
      utils::capture.output(calls <- inspect_sheet(d))
      expect_identical(calls[1], "read_sheet(d, item = issue, rating = c(Ann, Bob), drop = is.na(issue))")
      x <- eval(str2lang(calls[1]))
      expect_equal(krippendorff_alpha(x, level = "nominal")$estimate, alpha_by_hand(own$Ann, own$Bob))
    }
  }
  # Words that are labels, and a column with blanks that is no id.
  tidy <- transform(labels, note = c(rep("seen", 7), NA, NA, NA))
  utils::capture.output(calls <- inspect_sheet(tidy))
  expect_identical(nrow(eval(str2lang(calls[1]))), 20L)
})

test_that("rows that are named like a figure of agreement are none of the items, where cells confirm it", {
  names <- c(
    "Cohen's kappa", "Cohen\u2019s Kappa", "Krippendorff's alpha", "\u03ba", "kappa", "IRR", "Reliability", "ICC",
    "Inter-rater reliability", "Fleiss' kappa"
  )
  rated <- list(list(rep(c("bug", "docs"), 5), rep(c("docs", "bug"), each = 5)), list(rep(1:5, 2), c(1:4, 4, 5:1)))
  for (name in names) {
    for (own in rated) {
      d <- data.frame(id = c(101:110, name), Ann = c(own[[1]], "0.61"), Bob = c(own[[2]], "0.61"))
      x <- suppressMessages(read_sheet(d, item = id, rating = c(Ann, Bob)))
      expect_setequal(x$item, as.character(101:110))
      d[-1] <- lapply(d[-1], utils::type.convert, as.is = TRUE)
      expect_error(as_ratings(d, id, layout = "raters_in_columns"), class = "accord_error_total")
    }
  }
  # An item may have such a name.
  d <- data.frame(
    id = c("Validity", "Ease", "Cost", "Size", "Reliability"), Ann = c(1, 2, 3, 4, 3), Bob = c(1, 2, 2, 4, 4)
  )
  expect_true("Reliability" %in% expect_no_message(read_sheet(d, item = id, rating = c(Ann, Bob)))$item)
  expect_no_error(as_ratings(d, id, layout = "raters_in_columns"))
})

test_that("a row of shares below whole numbers is no item, and one of whole numbers with such a name is", {
  x <- cbind(c(4, 3, 3, 1, 4, 2), c(4, 4, 3, 2, 4, 1), c(3, 4, 2, 1, 4, 2))
  sheet <- data.frame(item = c(letters[1:6], "Proportion relevant"), rbind(x, colMeans(x >= 3)))
  expect_message(read <- read_sheet(sheet, item = item, rating = X1:X3), "left out as no item")
  expect_setequal(read$item, letters[1:6])
  expect_true("Proportion relevant" %in% read_sheet(sheet, item = item, rating = X1:X3, keep = 7)$item)
  sheet[7, 2:4] <- c(3, 2, 4)
  expect_no_message(read <- read_sheet(sheet, item = item, rating = X1:X3))
  expect_length(unique(read$item), 7)
})
