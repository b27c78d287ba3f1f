# Answers that were paid for are kept; see helper-llm.R.
skip_without_llm()

lines_with_raw <- function(file) Filter(function(x) !is.null(x$raw), jsonl_is_valid(file))

test_that("a model that does not keep the schema is soon asked no more, and all that it said is kept", {
  data <- llm_rows(100)
  server <- llm_server(good_answers(data), "misfit", one_in = 1)
  file <- tempfile(fileext = ".jsonl")
  said <- "{\"label\":\"perhaps\",\"confidence\":2}"
  cnd <- expect_fault(
    ask_llm(data, llm_chat(server$url), file, max_active = 6), "llm_stopped",
    "None of the first 10 answers of .m. fits.*none of the options: .perhaps.*first one was.*perhaps.*tries = 20",
    raw = said
  )
  # Ten, and those that were under way.
  paid <- nrow(server$log())
  expect_gte(paid, 10)
  expect_lte(paid, 16)
  records <- lines_with_raw(file)
  expect_length(records, paid)
  expect_identical(unique(vapply(records, `[[`, "", "raw")), said)
  found <- read_llm(file)
  expect_identical(unique(found$raw_answer), said)
  expect_true(all(is.na(found$label)) && all(grepl("none of the options", found$reason)))
  # The advice, as it is given: twenty now.
  expect_fault(ask_llm(data, llm_chat(server$url), file, max_active = 1, tries = 20), "llm_stopped", "first 40 answers")
  expect_identical(nrow(server$log()), paid + 40L)
  expect_length(lines_with_raw(file), paid + 40L)
})

test_that("a model that keeps the schema now and then is asked on", {
  data <- llm_rows(30)
  server <- llm_server(good_answers(data), c("misfit", "misfit", "bad_content"), one_in = 2)
  file <- tempfile(fileext = ".jsonl")
  x <- ask_llm(data, llm_chat(server$url), file, max_active = 2, tries = 30)
  expect_answers(x, data)
  # The text of each answer that is used, and a line for each that is not; one of them is no JSON.
  expect_identical(x$raw_answer, unname(good_answers(data)))
  records <- lines_with_raw(file)
  expect_length(records, nrow(server$log()))
  expect_true("the answer is not valid JSON" %in% unlist(lapply(records, `[[`, "error")))
  expect_equal(read_llm(file)[order(read_llm(file)$id), ], x)
})

test_that("answers that fit a narrower schema are taken over, and only the others asked again", {
  data <- llm_rows(10)
  server <- llm_server(good_answers(data), "range", one_in = 2)
  file <- tempfile(fileext = ".jsonl")
  wide <- ask_llm(data, llm_chat(server$url), file, range = NULL, max_active = 1)
  expect_identical(sum(wide$confidence %in% 9), 5L)
  # Half of the requests give a 9, which is out of range now: five rows, and again what fails of them.
  x <- ask_llm(data, llm_chat(server$url), file, max_active = 1, retry_failed = FALSE)
  fits <- !wide$confidence %in% 9
  expect_identical(x$confidence[fits], wide$confidence[fits])
  expect_true(all(x$confidence %in% c(1:3, NA)) && all(is.na(x$reason)))
  expect_identical(server$log()$key[1:10], data$text)
  expect_setequal(server$log()$key[-(1:10)], data$text[!fits])
  # A repeated call sends no request, and reading the file gives the same result.
  n <- nrow(server$log())
  expect_equal(ask_llm(data, llm_chat(server$url), file), x)
  expect_identical(nrow(server$log()), n)
  expect_equal(read_llm(file)[order(read_llm(file)$id), ], x)
  # Fewer options as well; more of them, a wider range, or another description is another run.
  expect_warning(
    only <- ask_llm(data, llm_chat(server$url), file, type = llm_type("yes"), tries = 1, max_active = 1),
    class = "accord_warning_llm_failures"
  )
  expect_identical(levels(only$label), "yes")
  expect_identical(as.character(only$label[x$label == "yes"]), as.character(x$label[x$label == "yes"]))
  expect_fault(ask_llm(data, llm_chat(server$url), file), "llm_other_run", differs = "type")
  expect_fault(
    ask_llm(data, llm_chat(server$url), file, type = llm_type("yes"), range = list(confidence = c(1, 4))),
    "llm_other_run", differs = "type"
  )
})

test_that("an answer that finds no room on the disk is in the error, and the file stays whole", {
  disk <- small_disk(8)
  data <- llm_rows(60)
  server <- llm_server(good_answers(data))
  file <- file.path(disk, "answers.jsonl")
  cnd <- expect_fault(ask_llm(data, llm_chat(server$url), file, max_active = 1), "write", "no room", reason = "room")
  there <- length(jsonl_is_valid(file)) - 2
  expect_equal(nrow(server$log()), there + 1)
  expect_identical(jsonlite::parse_json(cnd$line)$id, as.character(there + 1))
  # When there is space again, the run continues.
  system2("mount", c("-o", "remount,size=1m", disk))
  expect_answers(ask_llm(data, llm_chat(server$url), file), data)
  expect_identical(nrow(server$log()), 61L)
})
