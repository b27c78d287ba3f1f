# Advice of errors that works when it is typed.

wide <- data.frame(
  id = 1:6, tone_ann = c(1, 2, 3, 1, 2, 3), tone_bob = c(1, 2, 3, 2, 2, 3), frame_ann = rep(c("h", "c"), 3),
  frame_bob = rep(c("h", "c", "c"), 2)
)
long <- data.frame(doc = rep(1:6, 2), coder = rep(c("a", "b"), each = 6), tone = c(1, 2, 3, 1, 2, 3), sure = 1:3)

test_that("a template that is the wrong way round is told", {
  found <- tryCatch(read_sheet(wide, item = id, names = "{rater}_{question}"), accord_error_template = identity)
  expect_identical(found$advice, "names = \"{question}_{rater}\"")
  expect_setequal(read_sheet(wide, item = id, names = "{question}_{rater}")$rater, c("ann", "bob"))
})

test_that("a column or a file that says who rated is named where it was not said", {
  skip_if_quick()
  found <- tryCatch(read_sheet(long, item = doc, rating = c(tone, sure)), accord_error_roles = identity)
  expect_identical(found$advice, "rater = coder")
  folder <- own_folder()
  for (coder in c("a", "b")) {
    own <- long[long$coder == coder, c("doc", "tone", "sure")]
    utils::write.csv(own, file.path(folder, paste0(coder, ".csv")), row.names = FALSE)
  }
  found <- tryCatch(read_sheet(folder, item = doc, rating = c(tone, sure)), accord_error_roles = identity)
  expect_identical(found$advice, "rater = \"{file}\"")
  expect_setequal(read_sheet(folder, item = doc, rater = "{file}", rating = c(tone, sure))$rater, c("a", "b"))
})

test_that("blank ids are filled only where that tells rows apart", {
  skip_if_quick()
  total <- rbind(wide[1:3], c(NA, 12, 13))
  found <- tryCatch(read_sheet(total, item = id, names = "{question}_{rater}"), accord_error_blank_id = identity)
  expect_identical(found$advice, "drop = is.na(id)")
  expect_identical(nrow(read_sheet(total, item = id, names = "{question}_{rater}", drop = is.na(id))), 12L)
})

test_that("two rows of names are advised together", {
  folder <- own_folder()
  path <- file.path(folder, "x.csv")
  writeLines(c(",tone,,frame,", "unit,a,b,a,b", paste(1:6, 1:2, 1:2, c("h", "c"), c("h", "c"), sep = ",")), path)
  expect_error(
    read_sheet(path, item = unit, names = "{question}/{rater}"), "header = 1:2",
    class = "accord_error_missing_column"
  )
  x <- read_sheet(path, item = unit, names = "{question}/{rater}", header = 1:2)
  expect_setequal(x$question, c("tone", "frame"))
})

test_that("a text without braces is no template of boxes, and a column that was not read is named", {
  expect_error(read_sheet(long, item = doc, boxes = "tone"), "question.*option", class = "accord_error_argument")
  x <- read_sheet(long, item = doc, rater = coder, rating = tone)
  expect_error(as_ratings(x, by = sure), "by = sure", class = "accord_error_missing_column")
})

test_that("a column that was not read and tells repeated ratings apart is named", {
  twice <- data.frame(
    doc = rep(1:6, 4), coder = rep(rep(c("a", "b"), each = 6), 2), question = rep(c("tone", "size"), each = 12),
    label = rep(c("x", "y", "y", "x"), 6)
  )
  x <- read_sheet(twice, item = doc, rater = coder, rating = label)
  expect_error(as_ratings(x), "12 ratings.*question = question", class = "accord_error_duplicate_rating")
  expect_length(as_ratings(read_sheet(twice, item = doc, rater = coder, rating = label, question = question)), 2L)
  names(twice)[3] <- "round"
  x <- read_sheet(twice, item = doc, rater = coder, rating = label)
  expect_error(agreement(x), "by = round", class = "accord_error_duplicate_rating")
  x <- read_sheet(twice, item = doc, rater = coder, rating = label, by = round)
  expect_setequal(as_ratings(x)$groups$round, c("tone", "size"))
  x <- read_sheet(twice[1:24, -3], item = doc, rater = coder, rating = label)
  expect_error(as_ratings(x), "duplicates = \"first\"", class = "accord_error_duplicate_rating")
})

test_that("advice fits the names of the columns, and names the sheets that have the ids", {
  skip_if_quick()
  d <- data.frame(
    id = 1:6, `Reviewer 1 decision` = rep(c("in", "out"), 3), `Reviewer 1 reason` = c(1, 2, 3, 1, 2, 3),
    `Reviewer 2 decision` = rep(c("in", "out", "out"), 2), `Reviewer 2 reason` = c(1, 2, 3, 3, 2, 3),
    check.names = FALSE
  )
  advice <- "{rater} {question}"
  expect_error(
    read_sheet(d, item = id, names = "{question} {rater}"), advice, fixed = TRUE, class = "accord_error_template"
  )
  expect_setequal(read_sheet(d, item = id, names = advice)$question, c("decision", "reason"))
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "final.xlsx")
  cnd <- expect_error(
    read_sheet(path, item = id, rater = "{sheet}", rating = type), "\"Summary\" lacks 1",
    class = "accord_error_missing_column"
  )
  expect_identical(cnd$advice, "rater = c(\"{sheet}\" = \"{rater:Maria|Jens}\")")
  # The blank table of codes is a problem that is told.
  expect_warning(
    x <- read_sheet(path, item = id, rater = c("{sheet}" = "{rater:Maria|Jens}"), rating = type),
    class = "accord_warning_problems"
  )
  expect_setequal(x$rater, c("Maria", "Jens"))
  expect_error(read_sheet(path, item = id, rating = c(type, sure)), "by = \"{sheet}\"", fixed = TRUE)
})

test_that("ids with and without a sign before the number look alike", {
  skip_if_quick()
  d <- data.frame(issue = c(paste0("#", 1:6), 1:6), who = rep(c("a", "b"), each = 6), label = rep(c("x", "y"), 6))
  expect_warning(
    x <- read_sheet(d, item = issue, rater = who, rating = label), "#1 and 1",
    class = "accord_warning_look_alike_id"
  )
  # It is said once.
  expect_no_warning(as_ratings(x))
  ids <- c(paste0("SZ-0", 51:56), "SZ\u2013051", "sz-52", "SZ 053 ", "SZ_54", 5, 6)
  hand <- data.frame(issue = ids, who = d$who, label = d$label)
  cnd <- tryCatch(read_sheet(hand, item = issue, rater = who, rating = label), warning = identity)
  x <- suppressWarnings(read_sheet(hand, item = issue, rater = who, rating = label))
  code <- regmatches(conditionMessage(cnd), regexpr("x[$]item <- .*(?=`)", conditionMessage(cnd), perl = TRUE))
  eval(str2lang(gsub("\n *", " ", code)))
  expect_length(unique(x$item), 8)
  d$who[8:9] <- c("B", "b ")
  expect_warning(read_sheet(d[7:12, ], item = issue, rater = who, rating = label), "x[$]rater <- trimws[(]tolower")
})

# The code of the first advice of an error that holds `text`.
advised <- function(cnd, text) expect_match(gsub("\\s+", " ", conditionMessage(cnd)), text, fixed = TRUE)

test_that("names below merged cells are read from both rows, and a blank id elsewhere is none of them", {
  path <- file.path(own_folder(), "x.csv")
  writeLines(c("Class,God,,Envy,", ",A,B,A,B", "1,a,b,a,a", "2,a,a,b,b", "3,b,b,a,b", "4,b,a,b,b"), path)
  cnd <- expect_error(read_sheet(path, item = Class, names = "{rater}"), class = "accord_error_header")
  expect_identical(cnd$advice, "header = 1:2")
  x <- read_sheet(path, item = Class, names = "{question}/{rater}", header = 1:2)
  expect_setequal(x$question, c("God", "Envy"))
  expect_identical(x$rating[x$question == "Envy" & x$rater == "B"], c("a", "b", "b", "b"))
  writeLines(c("Class,A,B,", ",a,b,", "1,a,b,", "2,a,a,"), path)
  cnd <- expect_error(read_sheet(path, item = Class, rating = c(A, B)), class = "accord_error_blank_id")
  expect_identical(cnd$advice, "drop = is.na(Class)")
})

test_that("where raters are rows, advice names the columns of items", {
  panel <- data.frame(
    pid = paste0("5f", 1:6), Status = c(rep("APPROVED", 5), "RETURNED"), "Time taken" = c(312, 401, 288, 350, 999, 410),
    T1 = c(1, 4, 1, 2, 5, 3), T2 = c(2, 3, 3, 1, 5, 3), T3 = c(2, 5, 1, 2, 5, 1), check.names = FALSE
  )
  cnd <- expect_error(read_sheet(panel, rater = pid, rating = T1:T3), class = "accord_error_roles")
  advised(cnd, "names = \"T{item}\"")
  x <- read_sheet(panel, rater = pid, rating = T1:T3, names = "T{item}")
  wanted <- as_ratings(t(as.matrix(panel[4:6])), layout = "raters_in_columns")
  expect_equal(
    krippendorff_alpha(x, level = "interval")$estimate, krippendorff_alpha(wanted, level = "interval")$estimate
  )
  other <- transform(panel, Age = c(23, 31, 45, 28, 39, 52))
  for (data in list(panel, other)) {
    cnd <- expect_error(as_ratings(data, layout = "raters_in_rows"), class = "accord_error")
    advised(cnd, "rating = c(T1, T2, T3)")
  }
  expect_error(read_sheet(panel, item = pid, rater = pid, rating = T1:T3), class = "accord_error_argument")
  expect_error(as_ratings(panel, item = pid, rater = pid, rating = T1), class = "accord_error_argument")
})

test_that("only questions without the fault are named", {
  labels <- c("x", "y", "x", "x", "y", "z")
  sheet <- data.frame(id = 1:6, q1_a = labels, q1_b = rev(labels), q2_a = labels, q2_b = labels)
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}")
  for (f in list(function(x) krippendorff_alpha(x, level = "ordinal"), icc)) {
    expect_no_match(conditionMessage(expect_error(f(x), class = "accord_error")), "question = ")
    mixed <- sheet
    mixed[4:5] <- list(c(1:5, 3), c(1:5, 2))
    mixed <- read_sheet(mixed, item = id, names = "{question}_{rater}")
    advised(expect_error(f(mixed), class = "accord_error"), "as_ratings(x, question = \"q2\")")
    expect_no_error(suppressMessages(f(as_ratings(mixed, question = "q2"))))
  }
})

test_that("files that are no table of cells have advice that reads them", {
  folder <- own_folder()
  bars <- file.path(folder, "x.csv")
  writeLines(c("id|A|B", "1|x|y", "2|x|x", "3|y|y"), bars)
  expect_setequal(read_sheet(bars, item = id, rating = c(A, B))$rating, c("x", "y"))
  # A data frame that was read as one column.
  whole <- utils::read.csv(bars)
  advised(expect_error(as_ratings(whole, rating = 1), class = "accord_error"), "sep = \"|\"")
  lines <- file.path(folder, "x.jsonl")
  writeLines(c("{\"id\":1,\"A\":\"x\"}", "{\"id\":2,\"A\":\"y\"}"), lines)
  cnd <- expect_error(read_sheet(lines, item = id, rating = A), class = "accord_error_extension")
  advised(cnd, "jsonlite::stream_in(file(\"x.jsonl\"))")
})
