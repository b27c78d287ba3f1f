# Real requests of ellmer to a server on loopback; see helper-llm.R.
skip_without_llm()

test_that("each row is asked once, and a finished run is read back without a request", {
  data <- llm_rows(12)
  server <- llm_server(good_answers(data))
  file <- tempfile(fileext = ".jsonl")
  x <- ask_llm(data, llm_chat(server$url, params = ellmer::params(temperature = 0.5)), file)
  expect_answers(x, data)
  expect_equal(x$id, 1:12)
  expect_equal(x$input_tokens, rep(10, 12))
  expect_equal(x$tries, rep(1L, 12))
  expect_equal(sort(server$log()$key), sort(data$text))

  # The request has the form of the protocol: options, range, null, temperature.
  body <- jsonlite::parse_json(server$log()$body[1])
  schema <- body$response_format$json_schema$schema
  expect_equal(unlist(schema$properties$label$enum), c("yes", "no"))
  expect_equal(unlist(schema$properties$confidence$type), c("integer", "null"))
  expect_match(schema$properties$confidence$description, "How sure. From 1 to 3.", fixed = TRUE)
  expect_equal(body$temperature, 0.5)
  expect_length(body$messages, 1)

  expect_equal(ask_llm(data, llm_chat(server$url, params = ellmer::params(temperature = 0.5)), file), x)
  expect_equal(nrow(server$log()), 12L)
  back <- read_llm(file)
  expect_equal(back[order(back$id), ], x)
  records <- jsonl_is_valid(file)
  expect_equal(records[[1]]$ellmer, as.character(utils::packageVersion("ellmer")))
  expect_equal(records[[2]]$params, list(temperature = 0.5))

  ratings <- as_ratings(rbind(x, transform(x, rater = "again")), id, rater, label)
  expect_equal(ratings$categories, c("yes", "no"))

  # New rows are sent, and removed ones are reported.
  more <- rbind(data[4:12, ], data.frame(id = 13L, text = "sentence 2"))
  expect_message(
    y <- ask_llm(more, llm_chat(server$url, params = ellmer::params(temperature = 0.5)), file),
    "3 rows",
    class = "accord_message_llm_gone"
  )
  expect_equal(y$id, 4:13)
  expect_equal(nrow(server$log()), 13L)
})

test_that("every kind of failure is tried again", {
  skip_if_not(asks_all(), "long")
  rlang::local_options(ellmer_timeout_s = 2)
  data <- llm_rows(24)
  kinds <- c("500", "bad_body", "bad_content", "misfit", "range", "drop", "429", "hang")
  server <- llm_server(good_answers(data), kinds, one_in = 3)
  file <- tempfile(fileext = ".jsonl")
  x <- ask_llm(data, llm_chat(server$url), file)
  expect_answers(x, data)
  expect_setequal(server$log()$kind, c("ok", kinds))
  # No row was sent again after its answer.
  expect_equal(sum(server$log()$kind == "ok"), 24L)
  expect_equal(sum(x$tries), nrow(server$log()))
  # Answers that do not fit have been paid for.
  expect_equal(sum(x$input_tokens), 10 * sum(server$log()$kind %in% c("ok", "bad_content", "misfit", "range")))
  # Each of them has a line of its own.
  misfits <- sum(server$log()$kind %in% c("bad_content", "misfit", "range"))
  expect_length(jsonl_is_valid(file), 26L + misfits)
})

test_that("what fails for good is NA with its reason, and asked again by the next call", {
  skip_if_not(asks_all(), "long")
  data <- llm_rows(3)
  server <- llm_server(good_answers(data), c("500", "500", "field"), one_in = 1)
  file <- tempfile(fileext = ".jsonl")
  expect_warning(
    x <- ask_llm(data, llm_chat(server$url), file, tries = 1, max_active = 1),
    "3 of 3 answers",
    class = "accord_warning_llm_failures"
  )
  expect_equal(x$reason[1:2], rep("HTTP 500 Internal Server Error. internal error", 2))
  expect_true(all(is.na(x$label)) && all(is.na(x$confidence)))
  expect_warning(
    kept <- ask_llm(data, llm_chat(server$url), file, retry_failed = FALSE),
    class = "accord_warning_llm_failures"
  )
  expect_equal(kept, x)
  healthy <- llm_server(good_answers(data))
  # The address is part of a rater's identity.
  expect_fault(ask_llm(data, llm_chat(healthy$url), file), "llm_other_run", differs = "server")
  suppressWarnings(ask_llm(data, llm_chat(server$url), file, tries = 1))
  expect_equal(nrow(server$log()), 6L)
  expect_equal(nrow(read_llm(file)), 3L)
})

test_that("a run stops where going on gains nothing, and never shows the key", {
  data <- llm_rows(3)
  file <- tempfile(fileext = ".jsonl")
  refused <- llm_server(good_answers(data), "401", one_in = 1)
  cnd <- expect_fault(ask_llm(data, llm_chat(refused$url), file), "llm_stopped", "Incorrect API key provided: <hidden>")
  expect_false(any(grepl(LLM_KEY, c(conditionMessage(cnd), readLines(file)), fixed = TRUE)))
  expect_false(any(grepl(LLM_KEY, utils::capture.output(print(cnd), print(rlang::cnd_entrace(cnd))), fixed = TRUE)))
  waiting <- llm_server(good_answers(data), "wait", one_in = 1)
  expect_fault(ask_llm(data, llm_chat(waiting$url), tempfile()), "llm_stopped", "asks to wait 3600 s")
  # A status about this row is not tried again.
  filtered <- llm_server(good_answers(data), "400", one_in = 1)
  x <- suppressWarnings(ask_llm(data, llm_chat(filtered$url), tempfile()))
  expect_match(x$reason, "this text is filtered")
  expect_equal(x$tries, rep(1L, 3))
  # The server does not run.
  filtered$process$kill()
  x <- suppressWarnings(ask_llm(data[1, ], llm_chat(filtered$url), tempfile(), tries = 2))
  expect_match(x$reason, "no connection")
  expect_equal(x$tries, 2L)
})

test_that("an answer that repeats the key is hidden in its reason", {
  skip_if_not(asks_all(), "long")
  data <- llm_rows(1)
  server <- llm_server(sprintf("{\"label\":\"%s\",\"confidence\":1}", LLM_KEY))
  file <- tempfile(fileext = ".jsonl")
  x <- suppressWarnings(ask_llm(data, llm_chat(server$url), file, tries = 1))
  expect_match(x$reason, "none of the options: \"<hidden>\"")
  expect_false(any(grepl(LLM_KEY, readLines(file), fixed = TRUE)))
})

test_that("a server that asks to wait gets nothing until then", {
  skip_if_not(asks_all(), "long")
  data <- llm_rows(2)
  server <- llm_server(good_answers(data), c("429", "ok"), one_in = 1)
  time <- system.time(x <- ask_llm(data, llm_chat(server$url), tempfile(), max_active = 1))[["elapsed"]]
  expect_gte(time, 1)
  expect_equal(server$log()$kind, c("429", "ok", "429", "ok"))
})

test_that("a trial asks about the first rows, and the next call goes on", {
  data <- llm_rows(6)
  server <- llm_server(good_answers(data))
  file <- tempfile(fileext = ".jsonl")
  expect_message(x <- ask_llm(data, llm_chat(server$url), file, trial = 2), class = "accord_message_llm_trial")
  expect_equal(x$id, data$id[1:2])
  expect_equal(nrow(server$log()), 2L)
  expect_equal(nrow(ask_llm(data, llm_chat(server$url), file)), 6L)
  expect_equal(nrow(server$log()), 6L)
})

test_that("models are raters, repetitions have a column, and orders of options are recorded", {
  skip_if_not(asks_all(), "long")
  data <- llm_rows(10)
  server <- llm_server("{\"label\":\"yes\",\"confidence\":1}")
  file <- tempfile(fileext = ".jsonl")
  chats <- list(cold = llm_chat(server$url, params = ellmer::params(temperature = 0)), llm_chat(server$url, "big"))
  ask <- function(...) {
    ask_llm(
      data, chats, file, ...,
      type = llm_type(c("yes", "no", "maybe")), prompt = "{text}: {options(label)}", shuffle = "label"
    )
  }
  set.seed(7)
  x <- ask(repetitions = 2)
  expect_equal(x$rater, rep(c("cold", "cold", "big", "big"), 10))
  expect_equal(x$repetition, rep(1:2, 20))
  expect_equal(x$model, ifelse(x$rater == "big", "big", chats$cold$get_model()))
  expect_equal(nrow(x), 40L)
  set.seed(7)
  draws <- replicate(40, sample(c("yes", "no", "maybe")), simplify = FALSE)
  expect_equal(lapply(x$options, `[[`, "label"), draws)
  # The server saw this order, in the schema and in the prompt.
  seen <- lapply(server$log()$body, jsonlite::parse_json)
  orders <- vapply(seen, function(b) {
    paste(unlist(b$response_format$json_schema$schema$properties$label$enum), collapse = ", ")
  }, "")
  expect_equal(sub(".*: ", "", server$log()$key), orders)
  expect_setequal(
    paste(server$log()$key), paste0("sentence ", x$id, ": ", vapply(draws, paste, "", collapse = ", "))
  )
  # One more rater in the same file.
  chats$third <- llm_chat(server$url, "third")
  expect_equal(nrow(ask(repetitions = 2)), 60L)
  expect_equal(nrow(server$log()), 60L)
  expect_fault(
    ask_llm(data, list(a = chats[[1]], a = chats[[1]]), tempfile()), "argument", "once",
    argument = "chat"
  )
})

test_that("a file of another prompt, schema, model or text is refused, and one that was cut is resumed", {
  data <- llm_rows(4)
  server <- llm_server(good_answers(data))
  file <- tempfile(fileext = ".jsonl")
  chat <- llm_chat(server$url, system_prompt = "Be brief.")
  x <- ask_llm(data, chat, file)
  before <- readBin(file, "raw", file.size(file))
  refused <- function(code, differs) expect_fault(code, "llm_other_run", differs = differs)
  refused(ask_llm(data, chat, file, prompt = "Really? {text}"), "prompt")
  refused(ask_llm(data, chat, file, type = llm_type(c("yes", "no", "maybe"))), "type")
  refused(ask_llm(data, chat, file, range = list(confidence = c(1, 5))), "type")
  refused(ask_llm(data, chat, file, shuffle = "label"), "shuffle")
  refused(ask_llm(data, list(m = llm_chat(server$url, "other", system_prompt = "Be brief.")), file), "model")
  refused(ask_llm(data, llm_chat(server$url), file), "system_prompt")
  refused(
    ask_llm(data, llm_chat(server$url, system_prompt = "Be brief.", params = ellmer::params(seed = 1)), file), "params"
  )
  changed <- transform(data, text = replace(text, 2, "another sentence"))
  expect_fault(ask_llm(changed, chat, file), "llm_other_rows", "1 row .*changed: \"2\"", rows = 2L)
  changed <- transform(data, text = replace(text, 2:3, "another sentence"))
  expect_fault(ask_llm(changed, chat, file), "llm_other_rows", "2 rows .*have changed: \"2\" and \"3\"", rows = 2:3)
  expect_message(ask_llm(data[1:2, ], chat, file), "2 rows .*are no longer in the data: \"[34]\" and \"[34]\"")
  expect_message(ask_llm(data[1:3, ], chat, file), "1 row .*is no longer in the data: \"4\"")
  expect_fault(ask_llm(data, chat, note_file()), "llm_file")
  expect_equal(readBin(file, "raw", file.size(file)), before)
  expect_equal(nrow(server$log()), 4L)

  writeBin(before[seq_len(length(before) - 20)], file)
  expect_message(y <- ask_llm(data, chat, file), class = "accord_message_llm_cut")
  expect_equal(y, x)
  expect_equal(nrow(server$log()), 5L)
  expect_length(jsonl_is_valid(file), 6L)
})

test_that("wrong input is refused before anything is sent", {
  data <- llm_rows(3)
  server <- llm_server(good_answers(data))
  chat <- llm_chat(server$url)
  ask <- function(data, ..., file = tempfile()) ask_llm(data, chat, file, ...)
  expect_fault(ask(data, prompt = "{txt}"), "missing_column", "Did you mean `text`", column = "txt")
  expect_fault(ask(transform(data, id = c(1, 1, 2))), "duplicate_items", "1 id .*more than once: \"1\"", rows = 1:2)
  expect_fault(ask(transform(data, id = c(1, NA, NA))), "missing_id", "2 rows have none", rows = 2:3)
  expect_fault(ask(transform(data, id = id / 2)), "argument", argument = "item")
  expect_fault(ask(data, type = llm_type(character())), "schema", "no value to choose", fields = "label")
  expect_fault(ask(data, type = llm_type(c("a", "a"))), "schema", "twice", fields = "label")
  expect_fault(ask(data, range = list(confidence = c(3, 1))), "schema", "No value", fields = "confidence")
  expect_fault(ask(data, range = list(confidence = c(1.2, 1.8))), "schema", fields = "confidence")
  expect_fault(ask(data, range = list(label = c(1, 2))), "schema", fields = "label")
  expect_fault(ask(data, type = ellmer::type_object()), "schema", "no fields")
  expect_fault(ask(data, type = ellmer::type_string()), "argument", argument = "type")
  expect_fault(ask(data, type = llm_type(x = ellmer::type_array(ellmer::type_string()))), "schema", fields = "x")
  expect_fault(ask(data, type = llm_type(rater = ellmer::type_string())), "reserved_name", columns = "rater")
  expect_fault(ask(data, type = llm_type(id = ellmer::type_string())), "reserved_name", columns = "id")
  expect_fault(ask(data, shuffle = "confidence"), "argument", "1 of them is not: \"confidence\"", argument = "shuffle")
  expect_fault(
    ask(data, shuffle = c("confidence", "x", "label")), "argument", "[(]label[)][.].*2 of them are not",
    argument = "shuffle"
  )
  expect_fault(ask(data, shuffle = 1), "argument", argument = "shuffle")
  no_item <- expect_fault(annotate_llm(data, "{text}", llm_type(), chat, file = tempfile()), "argument", "not given")
  expect_no_match(conditionMessage(no_item), "layout")
  expect_fault(ask(data, repetitions = 0), "argument", argument = "repetitions")
  expect_fault(ask(data, tries = 0), "argument", argument = "tries")
  expect_fault(ask(data, nope = 1), "argument")
  expect_fault(ask(transform(data, i = "no-such.png"), image = i), "missing_file", rows = 1:3)
  expect_fault(ask(data, file = file.path(tempdir(), "none", "x")), "missing_file")
  expect_fault(ask_llm(data, "gpt", tempfile()), "argument", argument = "chat")
  expect_equal(nrow(server$log()), 0L)
})

test_that("images are sent, and sets of labels come back", {
  skip_if_not(asks_all(), "long")
  # The smallest PNG: one pixel.
  png <- tempfile(fileext = ".png")
  writeBin(jsonlite::base64_dec(paste0(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
  )), png)
  data <- data.frame(id = c("a", "b", "c"), text = "Which parts?", image = c(png, "https://example.org/x.png", NA))
  server <- llm_server("{\"parts\":[\"sky\",\"sea\"]}")
  file <- tempfile(fileext = ".jsonl")
  type <- ellmer::type_object(parts = ellmer::type_array(ellmer::type_enum(c("sky", "sea", "land"))))
  x <- ask_llm(data, llm_chat(server$url), file, type = type, range = NULL, image = image)
  expect_equal(x$parts, rep(list(c("sky", "sea")), 3))
  sent <- lapply(server$log()$body, function(b) jsonlite::parse_json(b)$messages[[1]]$content)
  expect_setequal(lengths(sent), c(1L, 2L))
  urls <- unlist(lapply(sent, function(content) if (length(content) > 1) content[[2]]$image_url$url))
  expect_true("https://example.org/x.png" %in% urls)
  expect_true(any(startsWith(urls, "data:image/png;base64,iVBOR")))
  writeBin(as.raw(1:20), png)
  expect_fault(
    ask_llm(data, llm_chat(server$url), file, type = type, range = NULL, image = image), "llm_other_rows",
    rows = 1L
  )
})

test_that("two processes do not write one file, and one that was killed leaves it to the next", {
  skip_on_os("windows")
  data <- llm_rows(6)
  server <- llm_server(good_answers(data), delay = 0.3)
  file <- tempfile(fileext = ".jsonl")
  process <- callr::r_bg(
    function(url, file, helper) {
      source(helper)
      library(accord)
      ask_llm(llm_rows(6), llm_chat(url), file, max_active = 1)
    },
    list(server$url, file, normalizePath(test_path("helper-llm.R")))
  )
  until <- Sys.time() + 30
  while (nrow(server$log()) < 2 && Sys.time() < until) Sys.sleep(0.02)
  expect_fault(
    ask_llm(data, llm_chat(server$url), file), "llm_locked", "process [0-9]+ on .*, since 20",
    pid = process$get_pid(), file = file
  )
  # The file can be read during the run.
  expect_no_error(suppressMessages(read_llm(file)))
  process$kill()
  process$wait()
  x <- suppressMessages(ask_llm(data, llm_chat(server$url), file))
  expect_answers(x, data)
  jsonl_is_valid(file)
  expect_false(file.exists(paste0(file, ".lock")))
})

test_that("the cost is what ellmer reckons for each try, and NA where it has no price", {
  data <- llm_rows(1)
  server <- llm_server(good_answers(data))
  priced <- function(url) llm_chat(url, model = "gpt-4.1-mini", name = "OpenAI")
  chat <- priced(server$url)
  chat$chat_structured("sentence 1", type = llm_type(), echo = "none")
  one <- as.double(chat$get_cost())
  # 10 tokens for $0.40 and 5 for $1.60 a million, as ellmer 0.5.0 has them
  if (utils::packageVersion("ellmer") == "0.5.0") expect_equal(one, (10 * 0.4 + 5 * 1.6) / 1e6)
  file <- tempfile(fileext = ".jsonl")
  x <- ask_llm(data, list(priced = priced(server$url), own = llm_chat(server$url)), file)
  expect_equal(x$cost, c(one, NA))
  expect_equal(read_llm(file)$cost, c(one, NA))
  # An answer that does not fit has been paid for too.
  server <- llm_server(good_answers(data), "misfit", one_in = 2)
  two <- rbind(
    ask_llm(data, priced(server$url), tempfile(fileext = ".jsonl")),
    ask_llm(data, priced(server$url), tempfile(fileext = ".jsonl"))
  )
  expect_equal(two$tries, c(1L, 2L))
  expect_equal(two$cost, one * two$tries)
})

test_that("a prompt that is the same for every row is refused, and missing texts are told before they are asked", {
  data <- transform(llm_rows(3), image = NA_character_)
  data$text[2] <- NA
  server <- llm_server("{\"label\":\"yes\",\"confidence\":1}")
  chat <- llm_chat(server$url)
  file <- tempfile(fileext = ".jsonl")
  expect_fault(ask_llm(data, chat, file, prompt = "Really? {options(label)}"), "prompt", "same request")
  expect_equal(nrow(server$log()), 0L)
  expect_no_error(ask_llm(data[1, ], chat, tempfile(fileext = ".jsonl"), prompt = "Really?", image = image))
  expect_warning(ask_llm(data, chat, file), "In 1 row one is NA.*row 2", class = "accord_warning_llm_missing_text")
  expect_no_warning(ask_llm(data, chat, file))
  expect_fault(annotate_llm(data, "{text}", llm_type(), chat, id), "argument", argument = "file")
  expect_fault(
    annotate_llm(data, "{text}", ellmer::type_boolean(), chat, id, file), "argument", "answer = type_boolean"
  )
})
