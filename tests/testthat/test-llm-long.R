# Two hundred rows, one request in five failing in all ways, and the process killed twice; memory; the
# understatement study through the server. In make test-long, where ellmer is there.
skip_without_llm()

# annotate_llm() in a process of its own, which can be killed.
ask_in_process <- function(url, file, n) {
  callr::r_bg(
    function(url, file, n, helper) {
      options(ellmer_timeout_s = 3)
      source(helper)
      library(accord)
      suppressWarnings(ask_llm(llm_rows(n), llm_chat(url), file))
    },
    list(url, file, n, normalizePath(test_path("helper-llm.R")))
  )
}

answered_ids <- function(file) {
  if (!file.exists(file)) return(character())
  records <- lapply(readLines(file, warn = FALSE, encoding = "UTF-8"), function(line) {
    tryCatch(jsonlite::parse_json(line), error = function(cnd) NULL)
  })
  unlist(lapply(records, function(x) if (!is.null(x$answer)) x$id))
}

wait_until <- function(condition, seconds = 120) {
  until <- Sys.time() + seconds
  while (!condition() && Sys.time() < until) Sys.sleep(0.05)
  expect_true(condition())
}

test_that("two hundred rows, one request in five failing, killed twice: each answered once, none paid for twice", {
  skip_if_not(asks_all(), "long")
  kinds <- c("500", "bad_body", "bad_content", "misfit", "range", "drop", "429", "hang", "field", "slow")
  data <- llm_rows(200)
  answers <- sprintf("{\"label\":\"%s\",\"confidence\":%d}", c("yes", "no")[data$id %% 2 + 1], data$id %% 3 + 1L)
  server <- llm_server(stats::setNames(answers, data$text), kinds, one_in = 5)
  file <- tempfile(fileext = ".jsonl")
  again <- 0L
  in_flight <- 0L
  seen <- 0L
  done <- character()
  for (kill_at in c(60, 130, Inf)) {
    process <- ask_in_process(server$url, file, 200)
    if (kill_at < Inf) {
      wait_until(function() length(answered_ids(file)) >= kill_at)
      process$kill()
      process$wait()
    } else {
      wait_until(function() !process$is_alive(), 240)
    }
    log <- server$log()
    asked <- sub("sentence ", "", log$key[seq_len(nrow(log)) > seen])
    again <- again + sum(asked %in% done)
    seen <- nrow(log)
    done <- answered_ids(file)
    if (kill_at < Inf) in_flight <- in_flight + length(setdiff(sub("sentence ", "", log$key[log$kind == "ok"]), done))
  }
  x <- process$get_result()
  expect_equal(x$id, 1:200)
  expect_true(all(is.na(x$reason)))
  expect_equal(as.character(x$label), c("yes", "no")[data$id %% 2 + 1])
  expect_equal(x$confidence, data$id %% 3 + 1L)
  expect_equal(again, 0L)
  done <- answered_ids(file)
  expect_equal(anyDuplicated(done), 0L)
  expect_setequal(done, as.character(1:200))
  bytes <- readBin(file, "raw", file.size(file))
  expect_equal(bytes[length(bytes)], as.raw(10L))
  expect_true(all(vapply(readLines(file, encoding = "UTF-8"), jsonlite::validate, NA)))
  log <- server$log()
  expect_setequal(log$kind, c("ok", kinds))
  cat(
    "\n200 rows:", nrow(log), "requests,", sum(!log$kind %in% c("ok", "slow")), "failed in", length(kinds) - 1,
    "ways; killed twice;", length(done), "answers,", again, "rows asked again after their answer was in the file;",
    in_flight, "under way when killed\n"
  )
})

test_that("memory does not grow with the answers", {
  skip_if_not(asks_all(), "long")
  long <- strrep("because of this and that ", 4000) # 100 kB each
  data <- llm_rows(600)
  server <- llm_server(sprintf("{\"label\":\"yes\",\"confidence\":1,\"why\":\"%s\"}", long))
  file <- tempfile(fileext = ".jsonl")
  watch <- tempfile()
  process <- callr::r_bg(
    function(url, file, data, helper, watch) {
      source(helper)
      library(accord)
      look <- function() {
        cat(sum(gc()[, 2]), file.size(file) / 1e6, "\n", file = watch, append = TRUE)
        later::later(look, 0.5)
      }
      later::later(look, 2)
      chat <- llm_chat(url)
      type <- llm_type(why = ellmer::type_string())
      nrow(ask_llm(data, chat, file, type = type))
    },
    list(server$url, file, data, normalizePath(test_path("helper-llm.R")), watch)
  )
  wait_until(function() !process$is_alive(), 240)
  expect_equal(process$get_result(), 600L)
  seen <- utils::read.table(watch, col.names = c("memory", "written"))
  seen <- seen[seen$written < 58 & seen$written > 5, ]
  growth <- stats::coef(stats::lm(memory ~ written, seen))[[2]]
  cat("\nMemory while", round(max(seen$written)), "MB came:", range(seen$memory), "MB;", growth, "MB per MB\n")
  expect_lt(growth, 0.1)
})

test_that("the understatement study replayed: the frame is the stored one, the agreement table the expected one", {
  skip_if_not(asks_all(), "long")
  folder <- system.file("extdata", "understatement", package = "accord")
  items <- utils::read.csv(file.path(folder, "items.csv"), encoding = "UTF-8")
  records <- lapply(readLines(file.path(folder, "model.jsonl"), encoding = "UTF-8"), jsonlite::parse_json)
  prompt <- records[[1]]$prompt
  contents <- vapply(records[-(1:2)], function(x) {
    as.character(jsonlite::toJSON(x$answer, auto_unbox = TRUE, null = "null"))
  }, "")
  texts <- vapply(items$phrase, function(phrase) sub("{phrase}", phrase, prompt, fixed = TRUE), "")
  server <- llm_server(stats::setNames(contents, texts), c("500", "bad_content", "drop"), one_in = 10)
  x <- annotate_llm(
    items, prompt, understatement_type(), llm_chat(server$url, "baseline"),
    item = item, file = tempfile(), range = list(confidence = c(1, 3)), rpm = Inf
  )
  stored <- utils::read.csv(test_path("reference", "tables", "tisbuta-answers.csv"))
  stored <- stored[stored$annotator == "annotator-llm", ]
  stored[stored == ""] <- NA
  expect_equal(x$item, stored$item)
  for (name in c("is_understatement", "confidence")) expect_equal(x[[name]], stored[[name]])
  for (name in c("pragmatic_function", "understatement_type")) expect_equal(as.character(x[[name]]), stored[[name]])
  expect_understatement_table(x)
})
