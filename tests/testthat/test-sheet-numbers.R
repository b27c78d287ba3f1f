# Numbers with marks of thousands, as typed here, and what they are.

counts <- c(1234, 850, 2100, 980, 1500, 700)

sheet_of <- function(cells, separator = ";", decimal_column = "") {
  folder <- own_folder(parent.frame())
  path <- file.path(folder, "x.csv")
  rows <- c(paste0("d", 1:3, separator, "ann"), paste0("d", 1:3, separator, "bob"))
  writeLines(c(paste("id", "coder", "n", sep = separator), paste(rows, cells, sep = separator)), path)
  path
}

german <- c("1.234", "850", "2.100", "980", "1.500", "700")

test_that("thousands are no decimals: an error, or numbers where the decimal mark is known", {
  skip_if_quick()
  path <- sheet_of(german)
  expect_error(read_sheet(path, item = id, rater = coder, rating = n), "gsub", class = "accord_error_thousands")
  for (x in list(
    suppressMessages(read_sheet(path, item = id, rater = coder, rating = n, decimal = ",")),
    read_sheet(path, item = id, rater = coder, rating = n, recode = ~ gsub(".", "", .x, fixed = TRUE))
  )) expect_identical(x$rating, counts)
  points <- read_sheet(path, item = id, rater = coder, rating = n, decimal = ".")
  expect_identical(points$rating, c(1.234, 850, 2.1, 980, 1.5, 700))
  # With commas for decimals the points are told to be thousands.
  path <- sheet_of(c("1.234,5", "850,0", "2.100", "980", "1.500", "700"))
  x <- suppressMessages(read_sheet(path, item = id, rater = coder, rating = n))
  expect_identical(x$rating, c(1234.5, 850, 2100, 980, 1500, 700))
  english <- sheet_of(gsub(".", ",", german, fixed = TRUE))
  expect_error(read_sheet(english, item = id, rater = coder, rating = n), class = "accord_error_thousands")
  x <- suppressMessages(read_sheet(english, item = id, rater = coder, rating = n, decimal = "."))
  expect_identical(x$rating, counts)
})

test_that("numbers with three decimals stay what they are", {
  for (cells in list(
    c("1.234", "0.850", "2.100", "0.980", "1.500", "0.700"), c("101.250", "100", "99.125", "98.500", "100", "102"),
    c("1.234", "3", "2.100", "2", "1.500", "4")
  )) {
    x <- expect_no_message(read_sheet(sheet_of(cells, ","), item = id, rater = coder, rating = n))
    expect_identical(x$rating, as.numeric(cells))
  }
})

test_that("a count below the items is none of them, and an item called n is", {
  wide <- data.frame(id = c(paste0("d", 1:5), "n"), ann = c(1, 2, 3, 1, 2, 5), bob = c(1, 2, 3, 2, 2, 5))
  x <- suppressMessages(read_sheet(wide, item = id, rating = c(ann, bob)))
  expect_setequal(x$item, paste0("d", 1:5))
  letters <- data.frame(id = letters[10:14], ann = c(1, 2, 3, 1, 2), bob = c(1, 2, 3, 2, 2))
  expect_setequal(read_sheet(letters, item = id, rating = c(ann, bob))$item, letters$id)
})

test_that("a number with a mark beside it has advice that makes it one", {
  wide <- data.frame(id = 1:6, ann = c("1*", 2:6), bob = c(1:4, "5?", "6"))
  found <- tryCatch(read_sheet(wide, item = id, rating = c(ann, bob)), accord_error_text_among_numbers = identity)
  expect_identical(found$advice, "recode = c(\"1*\" = \"1\", \"5?\" = \"5\")")
  x <- read_sheet(wide, item = id, rating = c(ann, bob), recode = c("1*" = "1", "5?" = "5"))
  expect_identical(x$rating, as.numeric(c(1:6, 1:6)))
})

test_that("a minus, a dash or a wide hyphen before a number is advised to be a minus", {
  skip_if_quick()
  values <- c("1", "-1", "0", "1", "+1", "1")
  for (minus in c("\u2212", "\u2013", "\uff0d")) {
    d <- data.frame(id = rep(1:4, 2), coder = rep(c("a", "b"), each = 4), v = c(values, paste0(minus, "1"), "-1"))
    cnd <- expect_error(read_sheet(d, item = id, rater = coder, rating = v), class = "accord_error_text_among_numbers")
    advised <- eval(str2lang(sub("^recode = ", "", cnd$advice)))
    expect_identical(unname(advised), c("1", "-1"))
    expect_identical(read_sheet(d, item = id, rater = coder, rating = v, recode = advised)$rating[7], -1)
  }
  # They count as numbers where most ratings have one.
  d$v <- rep(c("\u22121", "1"), c(6, 2))
  expect_error(read_sheet(d, item = id, rater = coder, rating = v), class = "accord_error_text_among_numbers")
})

test_that("numbers with points beside numbers with commas are an error", {
  skip_if_quick()
  path <- tempfile(fileext = ".csv")
  writeLines(c("id;ann;ben", "1;1.234;1,234", "2;2,5;2,5", "3;3;3"), path)
  read <- function(...) read_sheet(path, item = id, rating = c(ann, ben), ...)
  expect_error(read(), class = "accord_error_decimal_marks")
  expect_identical(read(decimal = ",")$rating, c(1234, 2.5, 3, 1.234, 2.5, 3))
  expect_identical(read(recode = ~ sub(",", ".", .x))$rating, c(1.234, 2.5, 3, 1.234, 2.5, 3))
  writeLines(c("id;ann;ben", "1;1,2;1.2", "2;2,5;2,5", "3;3;3"), path)
  expect_error(read(), class = "accord_error_decimal_marks")
  expect_error(read(decimal = ","), class = "accord_error_decimal_marks")
  expect_identical(read(recode = ~ sub(",", ".", .x))$rating, c(1.2, 2.5, 3, 1.2, 2.5, 3))
})

# Alpha of two raters who rated all items, at the nominal level, by its definition.
alpha_by_hand <- function(a, b) {
  n <- table(c(a, b))
  1 - mean(a != b) / (1 - sum(n * (n - 1)) / (sum(n) * (sum(n) - 1)))
}

test_that("codes 1.1 and 1.10 of one rater are two categories", {
  d <- data.frame(
    id = 1:8, A = c("1.1", "1.10", "1.2", "1.1", "1.10", "1.2", "1.1", "1.10"),
    B = c("1.10", "1.1", "1.2", "1.1", "1.10", "1.2", "1.10", "1.10")
  )
  x <- expect_no_message(read_sheet(d, item = id, rating = c(A, B)))
  expect_setequal(x$rating, c("1.1", "1.2", "1.10"))
  expect_equal(krippendorff_alpha(x)$estimate, alpha_by_hand(d$A, d$B))
  # The same in rows, and in a file of each annotator.
  long <- data.frame(id = rep(1:8, 2), who = rep(c("A", "B"), each = 8), code = c(d$A, d$B))
  x <- read_sheet(long, item = id, rater = who, rating = code)
  expect_equal(krippendorff_alpha(x)$estimate, alpha_by_hand(d$A, d$B))
  folder <- own_folder()
  for (who in c("A", "B")) {
    writeLines(c("id,code", paste(d$id, d[[who]], sep = ",")), file.path(folder, paste0(who, ".csv")))
  }
  x <- read_annotators(folder, id = id, annotation = code)
  expect_setequal(x$code, c("1.1", "1.2", "1.10"))
})

test_that("numbers stay numbers, whatever decimals a rater writes", {
  d <- data.frame(id = 1:6, A = c(1.5, 2, 2.5, 3, 1.5, 2), B = c(1.5, 2.5, 2.5, 3, 1, 2))
  for (B in list(sprintf("%.2f", d$B), sprintf("%.1f", d$B), id_text(d$B))) {
    x <- read_sheet(data.frame(id = 1:6, A = sprintf("%.1f", d$A), B = B), item = id, rating = c(A, B))
    expect_identical(x$rating, c(d$A, d$B))
  }
  # Hundredths beside a tenth that is written in two ways, and 2 beside 2.0.
  for (A in list(c("0.5", "0.50", "0.75", "0.25", "1", "0"), c("2", "2.0", "3", "1", "1.0", "3"))) {
    x <- read_sheet(data.frame(id = 1:6, A = A, B = rev(A)), item = id, rating = c(A, B))
    expect_identical(x$rating, as.numeric(c(A, rev(A))))
  }
})
