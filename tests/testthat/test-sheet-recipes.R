# The calls of ?read_, on files in the form of each export. The answers are read off the lines.

export <- function(..., name = "export.csv", encoding = "UTF-8") {
  path <- file.path(own_folder(parent.frame()), name)
  con <- file(path, "w", encoding = encoding)
  writeLines(c(...), con)
  close(con)
  path
}

answers <- function(x, question = x$question[1]) {
  own <- x[x$question == question, ]
  text <- vapply(own$rating, function(one) paste(one, collapse = "|"), "")
  stats::setNames(text, paste(own$item, own$rater))[order(own$item, own$rater)]
}

test_that("Qualtrics: loop and merge, and boxes with the number of their option", {
  path <- export(
    "StartDate,ResponseId,1_Q1,1_Q2_1,1_Q2_2,2_Q1,2_Q2_1,2_Q2_2",
    "Start Date,Response ID,t1 - Tone?,t1 - Fox,t1 - Owl,t2 - Tone?,t2 - Fox,t2 - Owl",
    paste0("\"{\"\"ImportId\"\":\"\"", c("startDate", "_recordId", paste0("q", 1:6)), "\"\"}\"", collapse = ","),
    "2026-01-02 10:00:00,R_a,4,1,,2,,2", "2026-01-02 11:00:00,R_b,5,1,2,2,,"
  )
  expect_message(
    x <- read_sheet(path, rater = ResponseId, names = "{item}_{question:Q1}", boxes = "{item}_{question:Q2}_{option}"),
    "2 rows left out"
  )
  expect_identical(answers(x, "Q1"), c("1 R_a" = "4", "1 R_b" = "5", "2 R_a" = "2", "2 R_b" = "2"))
  expect_identical(answers(x, "Q2"), c("1 R_a" = "1", "1 R_b" = "1|2", "2 R_a" = "2", "2 R_b" = ""))
})

test_that("REDCap: double entry, raw and with labels", {
  raw <- export(
    "record_id,redcap_data_access_group,sign___1,sign___2,outcome,form_complete",
    "101--1,,1,0,3,2", "101--2,,1,1,3,2", "102--1,,0,0,1,2", "102--2,,0,1,2,2"
  )
  x <- read_sheet(raw, item = c(record_id = "{item}--{rater}"), rating = outcome, boxes = "{question}___{option}")
  expect_identical(answers(x, "outcome"), c("101 1" = "3", "101 2" = "3", "102 1" = "1", "102 2" = "2"))
  expect_identical(answers(x, "sign"), c("101 1" = "1", "101 2" = "1|2", "102 1" = "", "102 2" = "2"))
  labels <- export(
    "Record ID,Which signs? (choice=Fever),Which signs? (choice=Rash),Outcome,Complete?",
    "101--1,Checked,Unchecked,died,Complete", "101--2,Checked,Checked,died,Complete",
    "102--1,Unchecked,Unchecked,home,Complete", "102--2,Unchecked,Checked,ward,Complete"
  )
  x <- read_sheet(
    labels, item = c("Record ID" = "{item}--{rater}"), rating = Outcome, boxes = "{question} (choice={option})"
  )
  expect_identical(answers(x, "Outcome"), c("101 1" = "died", "101 2" = "died", "102 1" = "home", "102 2" = "ward"))
  expect_identical(
    answers(x, "Which signs?"), c("101 1" = "Fever", "101 2" = "Fever|Rash", "102 1" = "", "102 2" = "Rash")
  )
})

test_that("Google Forms: several options in a cell", {
  path <- export(
    "Timestamp,Email Address,Which text?,What does it contain?,How clear is it?",
    "\"2026/05/02 10:11:12 AM\",a@x.org,1,\"Praise, Facts\",5", "\"2026/05/02 10:11:40 AM\",b@x.org,1,Praise,4",
    "\"2026/05/02 10:12:12 AM\",a@x.org,2,Facts,2", "\"2026/05/02 10:12:40 AM\",b@x.org,2,\"Praise, Facts\",2"
  )
  x <- read_sheet(path, item = 3, rater = "Email Address", rating = 4:5, separator = ", ")
  expect_identical(
    unname(answers(x, "What does it contain?")), c("Praise|Facts", "Praise", "Facts", "Praise|Facts")
  )
  expect_identical(unname(answers(x, "How clear is it?")), c("5", "4", "2", "2"))
})

test_that("SoSci Survey and LimeSurvey: boxes with 1 and 2, and with Y and nothing", {
  path <- export(
    "CASE\tREF\tTO01\tTH01_01\tTH01_02", "7\tp1\t3\t2\t1", "8\tp1\t-9\t2\t2", "7\tp2\t1\t1\t1", "8\tp2\t1\t1\t2",
    name = "rdata.csv", encoding = "UTF-16"
  )
  x <- read_sheet(path, item = REF, rater = CASE, rating = TO01, boxes = "{question:TH01}_{option}", na = -9)
  expect_identical(answers(x, "TO01"), c("p1 7" = "3", "p2 7" = "1", "p2 8" = "1"))
  expect_identical(answers(x, "TH01"), c("p1 7" = "01", "p1 8" = "01|02", "p2 7" = "", "p2 8" = "02"))
  path <- export(
    "\"id\",\"unit\",\"coder\",\"tone\",\"actors[SQ001]\",\"actors[SQ002]\"", "1,u1,k1,A1,Y,", "2,u1,k2,A2,Y,Y",
    "3,u2,k1,A1,,", "4,u2,k2,A1,,Y"
  )
  x <- read_sheet(path, item = unit, rater = coder, rating = tone, boxes = "{question}[{option}]")
  expect_identical(answers(x, "actors"), c("u1 k1" = "SQ001", "u1 k2" = "SQ001|SQ002", "u2 k1" = "", "u2 k2" = "SQ002"))
})

test_that("Rayyan and Zooniverse: the decisions of all in a cell", {
  path <- export(
    "key,title,notes",
    "r1,One,\"RAYYAN-INCLUSION: {\"\"Anna (UB)\"\"=>\"\"Included\"\", \"\"Ben\"\"=>\"\"Excluded\"\"}\"",
    "r2,Two,\"RAYYAN-INCLUSION: {\"\"Anna (UB)\"\"=>\"\"Maybe\"\"} | RAYYAN-LABELS: late\""
  )
  x <- read.csv(path)
  for (who in c("Anna (UB)", "Ben")) {
    own <- regmatches(x$notes, regexec(sprintf("\"\\Q%s\\E\"=>\"([^\"]*)\"", who), x$notes, perl = TRUE))
    x[[who]] <- vapply(own, `[`, "", 2)
  }
  found <- read_sheet(x, item = key, rating = c(`Anna (UB)`, Ben))
  expect_identical(answers(found), c("r1 Anna (UB)" = "Included", "r1 Ben" = "Excluded", "r2 Anna (UB)" = "Maybe"))
  task <- function(value) {
    sprintf("\"[{\"\"task\"\":\"\"T0\"\",\"\"task_label\"\":\"\"Any?\"\",\"\"value\"\":\"\"%s\"\"}]\"", value)
  }
  path <- export(
    "classification_id,user_name,annotations,subject_ids", paste0("1,ann,", task("Yes"), ",11"),
    paste0("2,bob,", task("No"), ",11"), paste0("3,ann,", task("No"), ",12")
  )
  answer <- function(cell) sub(".*\"task\":\"T0\".*?\"value\":\"([^\"]*)\".*", "\\1", cell)
  x <- read_sheet(path, item = subject_ids, rater = user_name, rating = annotations, recode = answer)
  expect_identical(answers(x), c("11 ann" = "Yes", "11 bob" = "No", "12 ann" = "No"))
})

test_that("Inspect and vitals: the samples of a log", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  sample <- function(id, epoch, value) {
    paste0(
      "{\"id\":", id, ",\"epoch\":", epoch, ",\"input\":\"?\",\"target\":\" Yes\",\"scores\":{\"model_graded_qa\":",
      "{\"value\":\"", value, "\",\"answer\":\"No\"},\"words\":{\"value\":", epoch, "}},\"metadata\":{}}"
    )
  }
  path <- export(
    "{\"version\":2,\"status\":\"success\",\"eval\":{\"task\":\"t\",\"model\":\"openai/gpt-4o-mini\"},\"samples\":[",
    paste(sample(c(1, 2, 1, 2), c(1, 1, 2, 2), c("C", "I", "C", "C")), collapse = ","), "]}", name = "name.json"
  )
  # The lines of ?read_, with this file
  page <- tools::Rd_db("accord")[["read_.Rd"]]
  text <- utils::capture.output(tools::Rd2txt(page, options = list(underline_titles = FALSE)))
  from <- grep("samples <- jsonlite::read_json", text, fixed = TRUE)
  to <- grep("intra_rater_agreement(scores", text, fixed = TRUE)
  x <- eval(parse(text = sub("\"name.json\"", "path", text[from:to], fixed = TRUE)))
  # Of the two answers to sample 1 and to sample 2 the judge gave the same twice, and once.
  expect_identical(scores$value[scores$scorer == "model_graded_qa"], c("C", "I", "C", "C"))
  expect_identical(scores$item, rep(c("1", "2", "1", "2"), each = 2))
  expect_identical(scores$run, rep(1:2, each = 4))
  expect_equal(x$rater[1:2], c("model_graded_qa", "words"))
})
