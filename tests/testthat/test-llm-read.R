# Tests that do not need ellmer: the file, the prompt, and answers that fit a schema.
skip_if_not_installed("jsonlite")

llm_file <- function(...) {
  file <- tempfile(fileext = ".jsonl")
  writeLines(c(...), file, useBytes = TRUE)
  file
}

header <- paste0(
  "{\"accord\":\"accord annotate_llm 1\",\"hash\":\"x\",\"item\":\"id\",\"id_type\":\"text\",\"prompt\":\"{t}\",",
  "\"fields\":{\"label\":{\"kind\":\"enum\",\"required\":true,\"values\":[\"a\",\"b\"]},",
  "\"parts\":{\"kind\":\"set\",\"required\":false,\"values\":[\"x\",\"y\"]}},\"shuffle\":[\"label\"]}"
)
rater <- "{\"rater\":\"m\",\"model\":\"m\"}"
answer <- function(id, label, more = "") {
  answer <- sprintf("{\"label\":\"%s\",\"parts\":[\"x\"]}", label)
  sprintf("{\"id\":\"%s\",\"rater\":\"m\",\"answer\":%s,\"tries\":1%s}", id, answer, more)
}
failure <- function(id) sprintf("{\"id\":\"%s\",\"rater\":\"m\",\"error\":\"HTTP 500\",\"tries\":5}", id)

test_that("a file of answers is a tidy tibble", {
  options <- ",\"options\":{\"label\":[\"b\",\"a\"]},\"cost\":0.5,\"input_tokens\":7"
  x <- read_llm(llm_file(header, rater, answer("t1", "a", options), failure("t2"), answer("t3", "b")))
  expect_named(x, c(
    "id", "rater", "model", "repetition", "label", "parts", "reason", "tries", "input_tokens", "output_tokens", "cost",
    "raw_answer", "options"
  ))
  expect_equal(x$id, c("t1", "t2", "t3"))
  expect_equal(unique(x[c("rater", "model", "repetition")]), tibble::tibble(rater = "m", model = "m", repetition = 1L))
  expect_equal(x$label, factor(c("a", NA, "b"), c("a", "b")))
  expect_equal(x$parts, list("x", NA_character_, "x"))
  # A failed request is not a rating, and not the empty set.
  expect_length(as_ratings(x, id, rater, parts)$code, 2)
  expect_equal(x$reason, c(NA, "HTTP 500", NA))
  expect_equal(x$options[[1]], list(label = c("b", "a")))
  expect_equal(x$cost, c(0.5, NA, NA))
  expect_equal(as_ratings(x, id, rater, label)$items, c("t1", "t2", "t3"))
})

test_that("repetitions are a column beside the rater, also in files of earlier versions", {
  of <- function(key, repetition, more = "") {
    sprintf("{\"rater\":\"%s\",%s\"repetition\":%d,\"model\":\"gpt\"}", key, more, repetition)
  }
  by <- function(key) sub("\"rater\":\"m\"", sprintf("\"rater\":\"%s\"", key), c(answer("t1", "a"), answer("t2", "b")))
  # Earlier files have no `name`: "a_1" is a repetition if there is an "a_2", and "gpt_1" is a name.
  old <- c(of("a_1", 1), by("a_1"), of("a_2", 2), by("a_2"), of("gpt_1", 1), by("gpt_1"))
  x <- read_llm(llm_file(header, old))
  expect_equal(x$rater, rep(c("a", "a", "gpt_1"), 2))
  expect_equal(x$repetition, rep(c(1L, 2L, 1L), 2))
  expect_equal(unique(x$model), "gpt")
  new <- c(
    of("a_1", 1, "\"name\":\"a\","), by("a_1"), of("a_2", 2, "\"name\":\"a\","), by("a_2"),
    of("b_1", 1, "\"name\":\"b_1\","), by("b_1")
  )
  x <- read_llm(llm_file(header, new))
  expect_equal(x$rater, rep(c("a", "a", "b_1"), 2))
  # One rater who rated twice, and always the same
  a <- x[x$rater == "a", ]
  within <- intra_rater_agreement(a, id, rater, label, occasion = repetition, coefficients = "percent_agreement")
  expect_equal(within$estimate[within$rater == "a"], 1)
  expect_fault(as_ratings(x, id, rater, label), "duplicate_rating", "repetition")
  expect_fault(read_llm(llm_file(header, of("a_1", 1, "\"name\":7,"))), "llm_file", "has \"name\" that is not text")
  # An answer whose field has the name of a column on the rater keeps it.
  field <- sub("\"label\":{", "\"model\":{", sub("\"label\"]}", "\"model\"]}", header, fixed = TRUE), fixed = TRUE)
  x <- read_llm(llm_file(field, rater, sub("\"label\"", "\"model\"", answer("t1", "a"))))
  expect_equal(as.character(x$model), "a")
})

test_that("of several records the first answer counts, else the last failure", {
  x <- read_llm(llm_file(header, rater, failure("t1"), answer("t1", "b"), answer("t1", "a"), failure("t1")))
  expect_equal(as.character(x$label), "b")
  expect_equal(nrow(x), 1L)
})

test_that("a file that was cut, damaged or is another's is told", {
  expect_message(
    x <- read_llm(cut_file(c(header, rater, answer("t1", "a"), answer("t2", "b")), 7)),
    class = "accord_message_llm_cut"
  )
  expect_equal(x$id, "t1")
  damaged <- llm_file(header, rater, "{\"id\":", answer("t2", "b"))
  expect_fault(read_llm(damaged), "llm_file", "Line 3 is not valid JSON", line = 3L)
  expect_fault(read_llm(llm_file("{\"a\":1}")), "llm_file", line = 1L)
  expect_fault(read_llm(llm_file("id,label", "1,2")), "llm_file", line = 1L)
  expect_fault(read_llm(llm_file(header, rater, "{\"id\":\"t1\"}")), "llm_file", line = 3L)
  expect_fault(read_llm(llm_file(character())), "llm_file")
  expect_fault(read_llm(tempfile()), "missing_file")
  expect_fault(read_llm(1), "argument", argument = "file")
})

test_that("a value of another kind is told with its line", {
  told <- function(old, new, line, words) {
    lines <- sub(old, new, c(header, rater, answer("t1", "a"), failure("t2")), fixed = TRUE)
    expect_fault(read_llm(llm_file(lines)), "llm_file", words, line = line)
  }
  told("\"item\":\"id\"", "\"item\":{}", 1L, "description of the request")
  told("\"kind\":\"enum\"", "\"kind\":7", 1L, "description of the request")
  told("\"id\":\"t1\"", "\"id\":[1]", 3L, "has an id that is not text")
  told("\"label\":\"a\"", "\"label\":[]", 3L, "does not fit the schema \\(label is not one value\\)")
  told("\"tries\":1", "\"tries\":1e300", 3L, "has \"tries\" that is not a number")
  told("\"error\":\"HTTP 500\"", "\"error\":7", 4L, "has \"error\" that is not text")
})

test_that("a last line is mended: an end that is missing, or a line that was cut at any place", {
  lines <- c(header, rater, answer("t1", "a"), answer("t2", "\u00e9"))
  whole <- llm_file(lines)
  size <- file.size(whole)
  for (cut in c(1, 2, 7, 20, nchar(lines[4], "bytes"), nchar(lines[4], "bytes") + 1)) {
    file <- cut_file(lines, cut)
    suppressMessages(mend_last_line(file))
    left <- readLines(file, encoding = "UTF-8")
    expect_equal(left, lines[seq_len(if (cut == 1) 4 else 3)], info = cut)
    expect_true(ends_with_line(file))
  }
  expect_equal(last_line_end(whole, size, block = 10), size)
  # A file that annotate_llm() did not write is not changed.
  other <- tempfile()
  writeBin(charToRaw("my notes"), other)
  expect_fault(mend_last_line(other), "llm_file")
  expect_equal(file.size(other), 8)
  begun <- tempfile()
  writeBin(charToRaw("{\"accord\":\"acc"), begun)
  expect_message(mend_last_line(begun), class = "accord_message_llm_cut")
  expect_equal(file.size(begun), 0)
})

test_that("a prompt is filled in with columns, options and braces", {
  skip_if_quick()
  fields <- list(label = list(kind = "enum", required = TRUE, values = c("a", "b")))
  data <- data.frame(t = c("one {x}", NA), n = 1:2)
  filled <- function(prompt, rows = 1:2, ...) render_prompt(parse_prompt(prompt, data, fields), data, rows, ...)
  expect_equal(filled("{n}: {t}"), c("1: one {x}", "2: NA"))
  expect_equal(filled("{t}{n}", 1), "one {x}1")
  expect_equal(filled("no column"), c("no column", "no column"))
  expect_equal(filled("{{t}} {n}"), c("{t} 1", "{t} 2"))
  # Marks are read from left to right.
  expect_equal(filled("{{{n}}}"), c("{1}", "{2}"))
  expect_equal(filled("{{\"n\": {n}}}, {{{{n}}}}"), c("{\"n\": 1}, {{n}}", "{\"n\": 2}, {{n}}"))
  expect_equal(filled("}}{n}{{{t}", 2), "}2{NA")
  expect_fault(filled("{{{n}}"), "prompt", "One brace has no other")
  expect_equal(filled("{options(label)}?", 1, fields), "a, b?")
  expect_equal(filled("{options(label)}?", 1, fields, list(label = c("b", "a"))), "b, a?")
  expect_fault(filled("{text}"), "missing_column", "prompt", column = "text")
  expect_fault(filled("{m} {text}"), "missing_column", "2 columns", column = c("m", "text"))
  expect_fault(filled("{t"), "prompt")
  expect_fault(filled("t}"), "prompt", "write [{]{2} and [}]{2}[.]")
  expect_fault(filled("{options(t)}"), "prompt", fields = "t")
  expect_fault(filled(""), "argument", argument = "prompt")
  expect_fault(filled(c("a", "b")), "argument", argument = "prompt")
})

test_that("an answer fits, or the reason is told", {
  fields <- list(
    flag = list(kind = "logical", required = TRUE), sure = list(kind = "integer", required = FALSE, min = 1, max = 3),
    label = list(kind = "enum", required = TRUE, values = c("a", "b")),
    parts = list(kind = "set", required = TRUE, values = c("x", "y")), why = list(kind = "text", required = TRUE)
  )
  good <- list(flag = TRUE, sure = 2L, label = "a", parts = list("x", "x"), why = "")
  fit <- function(...) {
    changed <- list(...)
    fit_answer(c(good[setdiff(names(good), names(changed))], changed), fields)
  }
  expect_equal(fit(), replace(good, "parts", list(list("x"))))
  expect_null(fit_answer(good[c("flag", "label", "parts", "why")], fields)$sure)
  expect_named(fit_answer(rev(good), fields), names(fields))
  expect_equal(fit(parts = list())$parts, list())
  expect_equal(fit(sure = 2)$sure, 2)
  expect_match(fit(sure = 2.5), "sure is not a whole number")
  expect_match(fit(sure = "2"), "sure is not a whole number")
  expect_match(fit(sure = 4L), "sure is out of range: 4")
  expect_match(fit(label = "c"), "label is none of the options: \"c\"")
  expect_match(fit(label = list("a", "b")), "label is not one value")
  expect_match(fit(flag = "true"), "flag is neither true nor false")
  expect_match(fit(parts = list("x", "z")), "parts has a value that is none of the options: \"z\"")
  expect_match(fit(parts = list(1)), "parts is not a list of labels")
  for (parts in list("x", list(a = "x"), list(NULL), list(list("x"), "y"), list(NA_character_))) {
    expect_match(fit(parts = parts), "parts is not a list of labels")
  }
  expect_match(fit(sure = Inf), "sure is not a whole number")
  expect_match(fit_answer(list(n = Inf), list(n = list(kind = "number", required = TRUE))), "n is not a number")
  expect_match(fit_answer(c(good, label = "b"), fields), "the answer has a field twice: label")
  expect_match(fit(why = 3), "why is not text")
  expect_match(fit_answer(good[-1], fields), "flag is not given")
  expect_match(fit(more = 1), "an unknown field: more")
  expect_match(fit_answer("a", fields), "is not an object")
  expect_match(fit_answer(list("a"), fields), "is not an object")
})

test_that("Retry-After is a number of seconds or a date, which a program may write in another way", {
  skip_if_not_installed("curl")
  wait <- function(value) retry_after(list(resp = list(headers = list("Retry-After" = value))))
  expect_identical(wait("7"), 7)
  # A date that is over.
  expect_identical(wait("Sun, 06 Nov 1994 08:49:37 GMT"), 0)
  ahead <- as.POSIXlt(Sys.time() + 3600, tz = "UTC")
  month <- month.abb[ahead$mon + 1]
  day <- c("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")[ahead$wday + 1]
  date <- paste0(day, format(ahead, ", %d "), month, format(ahead, " %Y %H:%M:%S GMT"))
  expect_equal(wait(date), 3600, tolerance = 0.01)
  expect_null(wait("soon"))
})

test_that("a key is hidden", {
  expect_equal(hide_secrets("Bad key: sk-1234.", c("Bearer sk-1234", "sk-1234")), "Bad key: <hidden>.")
})

test_that("without ellmer there is an error that says what to install", {
  skip_if(rlang::is_installed("ellmer"))
  expect_fault(annotate_llm(data.frame(id = 1), "?", NULL, NULL, id, tempfile()), "missing_package", "ellmer")
})

test_that("the model's stored answers and the people's sheets have the figures that were published of them", {
  skip_if_quick()
  expect_understatement_table(read_llm(system.file("extdata", "understatement", "model.jsonl", package = "accord")))
})

test_that("a folder is no file of answers", {
  skip_if_not_installed("jsonlite")
  expect_error(read_llm(tempdir()), "is a folder", class = "accord_error_missing_file")
})

test_that("a file that does not exist is named", {
  expect_fault(read_llm("nowhere.jsonl"), "missing_file", "nowhere.jsonl.* does not[.]")
})

test_that("a trial tells what all rows would cost", {
  # 5 of 50 rows by two raters: 10 answers of 60 tokens and .01 dollars each, in 4 seconds, two at a time.
  result <- data.frame(
    id = rep(1:5, each = 2), rater = c("a", "b"), repetition = 1L, input_tokens = 50, output_tokens = 10, cost = 0.01
  )
  told <- function(of, limits = list(max_active = 2, rpm = Inf)) {
    expect_message(tell_trial(result, of, limits, "answers.jsonl"), class = "accord_message_llm_trial")
  }
  cnd <- told(list(rows = 50, asked = 10, seconds = 4))
  expect_equal(c(cnd$answers, cnd$tokens, cnd$cost), c(100, 6000, 1))
  # Ten requests, two at a time, took .8 seconds each; 100 take 100 / 2 times as long.
  expect_equal(cnd$seconds, 40)
  expect_match(conditionMessage(cnd), "trial of 5 of 50 rows", fixed = TRUE)
  expect_match(conditionMessage(cnd), "about 6,000 tokens, \\$1.00, in about 40 seconds")
  # At 30 requests a minute 100 take 200 seconds, whatever one takes.
  expect_equal(told(list(rows = 50, asked = 10, seconds = 4), list(max_active = 10, rpm = 30))$seconds, 200)
  # Answers that were there already say nothing about the time.
  expect_null(told(list(rows = 50, asked = 0, seconds = 0))$seconds)
  result$cost <- NA
  expect_match(conditionMessage(told(list(rows = 50, asked = 10, seconds = 4))), "no known price", fixed = TRUE)
})
