# Sheets of each kind, in which what each coder answered is written by hand below.

coded <- function(question, item, rater, rating) {
  data.frame(question = question, item = as.character(item), rater = rater, rating = rating)
}

as_rows <- function(x) {
  x <- as.data.frame(unclass(x))
  rownames(x) <- NULL
  x[order(x$question, x$item, x$rater), ] |> `rownames<-`(NULL)
}

expect_rows <- function(x, rows) expect_equal(as_rows(x), as_rows(rows))

# Two coders of three articles: tone 1, 2, 2 and 1, 2, 3; frame h, h, c and h, c, c.
answers <- rbind(
  coded("tone", 1:3, "ann", c("1", "2", "2")), coded("tone", 1:3, "bob", c("1", "2", "3")),
  coded("frame", 1:3, "ann", c("h", "h", "c")), coded("frame", 1:3, "bob", c("h", "c", "c"))
)
wide <- data.frame(
  id = 1:3, tone_ann = c(1, 2, 2), tone_bob = c(1, 2, 3), frame_ann = c("h", "h", "c"), frame_bob = c("h", "c", "c")
)

sheet_file <- function(..., name = "sheet.csv") {
  path <- file.path(own_folder(parent.frame()), name)
  writeLines(c(...), path)
  path
}

test_that("names of columns tell question and rater", {
  expect_rows(read_sheet(wide, item = id, names = "{question}_{rater}"), answers)
  named <- stats::setNames(wide, c("id", "ann: tone", "bob: tone", "ann: frame", "bob: frame"))
  expect_rows(read_sheet(named, item = id, names = "{rater}: {question}"), answers)
  named <- stats::setNames(wide, c("id", "tone (ann)", "tone (bob)", "frame (ann)", "frame (bob)"))
  expect_rows(read_sheet(named, item = id, names = "{question} ({rater})"), answers)
})

test_that("without a column of ids each row is an item", {
  expect_rows(read_sheet(wide[-1], names = "{question}_{rater}"), answers)
})

test_that("columns of a long sheet are questions, or one column names them", {
  long <- data.frame(
    id = rep(1:3, 2), coder = rep(c("ann", "bob"), each = 3), tone = c(1, 2, 2, 1, 2, 3),
    frame = c("h", "h", "c", "h", "c", "c")
  )
  expect_rows(read_sheet(long, item = id, rater = coder, rating = tone:frame), answers)
  longer <- data.frame(
    id = answers$item, who = answers$rater, what = answers$question, value = answers$rating
  )
  expect_rows(read_sheet(longer, item = id, rater = who, question = what, rating = value), answers)
  by_question <- data.frame(
    id = rep(1:3, 2), what = rep(c("tone", "frame"), each = 3), ann = c("1", "2", "2", "h", "h", "c"),
    bob = c("1", "2", "3", "h", "c", "c")
  )
  expect_rows(read_sheet(by_question, item = id, question = what, rating = c(ann, bob)), answers)
})

test_that("a file is a rater, also by a part of its name, and rows may be in any order", {
  skip_if_quick()
  folder <- own_folder()
  writeLines(c("id,tone,frame", "1,1,h", "2,2,h", "3,2,c"), file.path(folder, "codes_ann.csv"))
  writeLines(c("id;tone;frame", "3;3;c", "1;1;h", "2;2;c"), file.path(folder, "codes_bob.csv"))
  writeLines(c("not read", "x"), file.path(folder, "notes.csv"))
  expect_message(
    x <- read_sheet(folder, item = id, rater = c("{file}" = "codes_{rater}"), rating = c(tone, frame)), "notes",
    class = "accord_message_sheet_changes"
  )
  expect_rows(x, answers)
  expect_match(paste(format_sheet(x), collapse = "\n"), "1 file not read, without columns of ratings: notes")
  own <- answers
  own$rater <- paste0("codes_", own$rater)
  files <- file.path(folder, c("codes_ann.csv", "codes_bob.csv"))
  expect_rows(read_sheet(files, item = id, rater = "{file}", rating = tone:frame), own)
})

test_that("ids hold the item and the rater", {
  long <- data.frame(
    record_id = paste0(rep(1:3, 2), "--", rep(c("ann", "bob"), each = 3)), tone = c(1, 2, 2, 1, 2, 3),
    frame = c("h", "h", "c", "h", "c", "c")
  )
  expect_rows(read_sheet(long, item = c(record_id = "{item}--{rater}"), rating = c(tone, frame)), answers)
  expect_error(
    read_sheet(long, item = "{item}--{rater}", rating = tone),
    class = "accord_error_template"
  )
  long$record_id[2] <- "two"
  expect_error(
    read_sheet(long, item = c(record_id = "{item}--{rater}"), rating = tone), "two",
    class = "accord_error_template"
  )
})

test_that("raters are rows, and names tell item and question", {
  rows <- data.frame(who = c("ann", "bob"))
  for (i in 1:3) {
    rows[[paste0(i, "_tone")]] <- as.integer(c(c(1, 2, 2)[i], c(1, 2, 3)[i]))
    rows[[paste0(i, "_frame")]] <- c(c("h", "h", "c")[i], c("h", "c", "c")[i])
  }
  expect_rows(read_sheet(rows, rater = who, names = "{item}_{question}"), answers)
})

test_that("names stand in two rows, above merged cells, or nowhere", {
  path <- sheet_file(",tone,,frame,", "id,ann,bob,ann,bob", "1,1,1,h,h", "2,2,2,h,c", "3,2,3,c,c")
  expect_rows(read_sheet(path, item = id, names = "{question}/{rater}", header = 1:2), answers)
  path <- sheet_file("A title", "id,tone_ann,tone_bob", "1,1,1")
  cnd <- expect_error(read_sheet(path, item = id, names = "{question}_{rater}"), class = "accord_error_missing_column")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "header = 2", fixed = TRUE)
  path <- sheet_file("A title", "id,tone_ann,tone_bob,frame_ann,frame_bob", "1,1,1,h,h", "2,2,2,h,c", "3,2,3,c,c")
  expect_rows(read_sheet(path, item = id, names = "{question}_{rater}", header = 2), answers)
  path <- sheet_file("1,ann,1,h", "1,bob,1,h", "2,ann,2,h", "2,bob,2,c", "3,ann,2,c", "3,bob,3,c")
  x <- read_sheet(path, item = 1, rater = 2, rating = 3:4, header = 0)
  expect_rows(transform(as.data.frame(unclass(x)), question = c(V3 = "tone", V4 = "frame")[question]), answers)
  path <- sheet_file("1,1,1,0", "2,1,0,0", "3,0,0,1")
  expect_error(read_sheet(path, rating = 2:4), class = "accord_error_header")
})

test_that("names that occur twice get a number, as in read.csv()", {
  path <- sheet_file("id,tone,tone,frame,frame", "1,1,1,h,h", "2,2,2,h,c", "3,2,3,c,c")
  own <- answers
  own$rater <- c(ann = "", bob = ".1")[own$rater]
  expect_rows(read_sheet(path, item = id, names = "{question}{rater:|.1}"), own)
})

test_that("sheets of a workbook are raters or hold items of their own, and must be said to", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "coders.xlsx")
  expect_error(read_sheet(path, rating = tone), class = "accord_error_sheets")
  expect_message(
    x <- read_sheet(path, item = "{row}", rater = "{sheet}", rating = tone:frame), "1 sheet not read.*texts"
  )
  expect_rows(x, answers)
  expect_rows(
    read_sheet(path, item = "{row}", rater = c("{sheet}" = "{rater:ann|bob}"), rating = c(tone, frame)), answers
  )
})

test_that("a sheet without cells in a workbook holds no ratings", {
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "batch.xlsx")
  expect_message(
    x <- read_sheet(path, item = HITId, rater = WorkerId, rating = Answer.score), "1 sheet not read.*notes"
  )
  expect_identical(as.character(x$rater), c("007", "w2", "w3"))
  expect_identical(x$rating, c(1.5, 2, 0.1))
})

test_that("two rows of names that are blank stand above the names", {
  path <- file.path(own_folder(), "ratings.csv")
  writeLines(c(",,", "", "id,ann,bob", "a,1,2", "b,3,4"), path)
  x <- read_sheet(path, item = id, rating = c(ann, bob), names = "{rater}", header = 1:2)
  expect_identical(sort(x$rating), c(1, 2, 3, 4))
})

test_that("rows are joined by place only in tables of the same length", {
  folder <- own_folder()
  writeLines(c("tone", "1", "2", "2"), file.path(folder, "ann.csv"))
  writeLines(c("tone", "1", "2"), file.path(folder, "bob.csv"))
  expect_error(read_sheet(folder, rater = "{file}", rating = tone), class = "accord_error_roles")
  expect_error(read_sheet(folder, item = "{row}", rater = "{file}", rating = tone), class = "accord_error_rows")
})

test_that("what is not said is asked for", {
  expect_error(read_sheet(wide), class = "accord_error_roles")
  expect_error(read_sheet(wide, item = id, names = "{question}_{*}"), class = "accord_error_roles")
  expect_error(read_sheet(wide, item = id, boxes = "{question}_{rater}"), class = "accord_error_roles")
  expect_error(read_sheet(wide, item = id, rating = id), class = "accord_error_argument")
  expect_error(read_sheet(wide, item = id, rating = starts_with("x")), class = "accord_error_argument")
})

test_that("a blank row keeps its place among rows that are joined", {
  folder <- own_folder()
  writeLines(c("tone,size", "1,2", ",", "2,3", "3,1"), file.path(folder, "ann.csv"))
  writeLines(c("tone,size", "1,2", "2,2", ",", "3,1"), file.path(folder, "bob.csv"))
  x <- read_sheet(folder, item = "{row}", rater = "{file}", rating = c(tone, size))
  expect_identical(x$item[x$rater == "ann" & x$question == "tone"], c("1", "3", "4"))
  expect_identical(x$item[x$rater == "bob" & x$question == "tone"], c("1", "2", "4"))
})

test_that("two questions are no raters of one, though they are named", {
  expect_error(read_sheet(wide, item = id, rating = c(tone_ann, frame_ann)), class = "accord_error_rating_type")
  # Raters in rows, and all other columns as items.
  rows <- data.frame(who = c("a", "b"), q1 = c(1, 2), q2 = c(2, 2), why = c("so", "so"))
  expect_error(read_sheet(rows, rater = who, names = "{item}"), class = "accord_error_rating_type")
  expect_length(read_sheet(rows, rater = who, rating = q1:q2, names = "{item}")$rating, 4)
})

test_that("columns may have new names", {
  x <- read_sheet(wide, item = id, rating = c(ann = tone_ann, bob = tone_bob))
  expect_setequal(x$rater, c("ann", "bob"))
})

test_that("where question and rater are known one column holds the ratings", {
  x <- data.frame(id = 1:4, q = c("x", "x", "y", "y"), who = c("a", "b", "a", "b"), v = 1:4, w = 1:4)
  expect_error(read_sheet(x, item = id, question = q, rater = who, rating = c(v, w)), class = "accord_error_roles")
})

test_that("groups of items, in a column or in names of files, are columns of the sheet and groups of each question", {
  skip_if_quick()
  data <- data.frame(
    id = c(1:3, 1:3), round = rep(c("first", "second"), each = 3), q_a = c("x", "y", "x", "x", "y", "y"),
    q_b = c("x", "x", "x", "x", "y", "y"), p_a = c(1, 2, 2, 1, 1, 2), p_b = c(1, 2, 1, 1, 2, 2)
  )
  x <- read_sheet(data, item = id, by = round, names = "{question}_{rater}")
  expect_identical(names(x), c("question", "round", "item", "rater", "rating"))
  # In the first round two of three pairs agree on q, in the second all; on p two of three in both.
  found <- percent_agreement(x, ci = ci_none())
  expect_identical(found$round, rep(c("first", "second"), 2))
  expect_equal(found$estimate, c(2 / 3, 1, 2 / 3, 2 / 3))
  expect_identical(percent_agreement(x, by = c(question, round), ci = ci_none())$estimate, found$estimate)

  folder <- tempfile("rounds")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  for (part in c("first", "second")) {
    utils::write.csv(data[data$round == part, -2], file.path(folder, paste0(part, ".csv")), row.names = FALSE)
  }
  y <- read_sheet(folder, item = id, by = "{file}", names = "{question}_{rater}")
  found_y <- percent_agreement(y, ci = ci_none())
  expect_identical(found_y$estimate, found$estimate)
  expect_setequal(found_y$file, c("first", "second"))
  data$rater <- "z"
  expect_error(
    read_sheet(data, item = id, by = rater, names = "{question}_{rater}"), class = "accord_error_reserved_name"
  )
})
