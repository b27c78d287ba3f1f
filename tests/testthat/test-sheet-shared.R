# These tests are on what files and sheets have in common. All numbers are of sheets that are written here, so that the
# ratings are known.

files_of <- function(..., env = parent.frame()) {
  folder <- own_folder(env)
  tables <- list(...)
  for (name in names(tables)) {
    utils::write.csv(tables[[name]], file.path(folder, paste0(name, ".csv")), row.names = FALSE)
  }
  folder
}

of_rater <- function(x, question, rater) x$rating[x$question == question & x$rater == rater]

# Variables with the names of columns would be taken for these where a file lacks one.
tones <- c(1, 2, 2, 3, 1, 2)
frames <- c(5, 4, 5, 4, 5, 5)
topics <- c(7, 8, 9, 7, 8, 9)

test_that("a range and places mean the same columns in all files, whatever their order", {
  folder <- files_of(
    a = data.frame(id = 1:6, tone = tones, frame = frames, topic = topics),
    b = data.frame(id = 1:6, topic = rev(topics), tone = rev(tones), frame = rev(frames))
  )
  for (read in list(
    quote(read_sheet(folder, item = id, rater = "{file}", rating = tone:topic)),
    quote(read_sheet(folder, item = id, rater = "{file}", rating = 2:4)),
    quote(read_sheet(folder, item = id, rater = "{file}", rating = -id))
  )) {
    x <- expect_no_warning(eval(read))
    expect_identical(nrow(x), 36L)
    expect_identical(of_rater(x, "frame", "b"), rev(frames))
    expect_identical(of_rater(x, "tone", "b"), rev(tones))
    expect_identical(of_rater(x, "topic", "a"), topics)
  }
})

test_that("a question that a file lacks is told, with the file", {
  folder <- files_of(
    a = data.frame(id = 1:6, tone = tones, frame = frames),
    b = data.frame(id = 1:6, tone = tones, sure = 3, frame = frames),
    c = data.frame(id = 1:6, tone = tones, frame = frames)
  )
  expect_warning(
    x <- read_sheet(folder, item = id, rater = "{file}", rating = tone:frame),
    "sure is only in b.csv",
    class = "accord_warning_lacking_question"
  )
  expect_setequal(x$question, c("tone", "frame", "sure"))
  expect_no_warning(read_sheet(folder, item = id, rater = "{file}", rating = c(tone, frame)))
  # As raters, columns may differ from file to file.
  folder <- files_of(
    a = data.frame(id = 1:6, ann = tones, bob = tones), b = data.frame(id = 7:12, ann = tones, bob = tones, cem = tones)
  )
  x <- expect_no_warning(read_sheet(folder, item = id, rating = -id))
  expect_setequal(x$rater, c("ann", "bob", "cem"))
})

test_that("a column with two names is an error whose advice reads it", {
  skip_if_quick()
  folder <- files_of(
    a = data.frame(id = 1:6, tone = tones, frame = frames), b = data.frame(id = 1:6, Tone = rev(tones), frame = frames),
    c = data.frame(id = 1:6, tone = tones, frame = frames)
  )
  for (read in list(
    quote(read_sheet(folder, item = id, rater = "{file}", rating = -id)),
    quote(read_sheet(folder, item = id, rater = "{file}", rating = tone:frame)),
    quote(read_sheet(folder, item = id, rater = "{file}", rating = c(tone, frame)))
  )) {
    found <- tryCatch(eval(read), accord_error_missing_column = identity)
    said <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(found)))
    expect_match(said, "b.csv")
    code <- regmatches(said, regexpr("c\\([^`]*any_of[^`]*\\)\\)?, frame\\)|c\\(frame, .*any_of.*?\\)\\)\\)", said))
    read$rating <- str2lang(code)
    x <- eval(read)
    expect_identical(of_rater(x, "tone", "b"), rev(tones))
    expect_setequal(x$question, c("tone", "frame"))
  }
})

test_that("rows are joined by place only if a column of ids does not contradict", {
  a <- data.frame(doc = sprintf("d%d", 1:6), tone = tones)
  folder <- files_of(a = a, b = a[6:1, ])
  expect_error(
    read_sheet(folder, item = "{row}", rater = "{file}", rating = tone), "doc",
    class = "accord_error_rows"
  )
  expect_identical(nrow(read_sheet(folder, item = doc, rater = "{file}", rating = tone)), 12L)
  # The same order, and a column of other values in each file, such as the time, are no contradiction.
  b <- cbind(a, time = sprintf("10:%02d", 1:6))
  c <- cbind(a, time = sprintf("11:%02d", 1:6))
  folder <- files_of(b = b, c = c)
  expect_identical(nrow(read_sheet(folder, item = "{row}", rater = "{file}", rating = tone)), 12L)
})

test_that("a folder names the raters, and files of one name in several folders must be told apart", {
  folder <- own_folder()
  for (who in c("ann", "bob")) {
    dir.create(file.path(folder, who))
    for (k in 1:2) {
      rows <- data.frame(id = 2 * k - 1:0, label = c("a", if (who == "ann") "b" else "a"))
      utils::write.csv(rows, file.path(folder, who, sprintf("batch%d.csv", k)), row.names = FALSE)
    }
  }
  glob <- file.path(folder, "*", "*.csv")
  cnd <- expect_error(
    read_sheet(glob, item = id, rater = "{file}", rating = label), class = "accord_error_roles"
  )
  expect_identical(cnd$advice, "rater = \"{folder}\"")
  x <- read_sheet(glob, item = id, rater = "{folder}", rating = label)
  expect_identical(unique(x$rater), c("ann", "bob"))
  expect_identical(x$rating[x$rater == "ann"], c("a", "b", "a", "b"))
  x <- read_sheet(glob, item = id, rater = "{folder}", by = "{file}", rating = label)
  expect_identical(unique(x$file), c("batch1", "batch2"))
  expect_output(call <- inspect_sheet(glob))
  expect_match(call, "rater = \"{folder}\"", fixed = TRUE)
})
