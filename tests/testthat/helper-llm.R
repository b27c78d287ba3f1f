# A local server that implements the chat completions protocol, in a process of its own: the requests of ellmer, the
# answers and the failures are real.

skip_without_llm <- function() {
  for (package in c("ellmer", "httpuv", "callr", "jsonlite", "later", "promises")) skip_if_not_installed(package)
  skip_if_not_installed("ellmer", "0.5.0")
}

# `answers`: the content of each answer by the text of its prompt, or one for all. `faults`: kinds of failure,
# in turn; every `one_in`th request fails. `log`: a line per request, what it was answered, and its prompt.
# The server and the processes it faces are stopped with the calling test.
llm_server <- function(answers, faults = character(), one_in = 5, delay = 0.01, env = parent.frame()) {
  folder <- own_tempdir(env)
  log <- file.path(folder, "log")
  ready <- file.path(folder, "ready")
  process <- callr::r_bg(
    run_llm_server, list(answers, faults, one_in, delay, log, ready),
    stdout = file.path(folder, "out"), stderr = file.path(folder, "err")
  )
  do.call(on.exit, list(substitute(p$kill(), list(p = process)), add = TRUE), envir = env)
  until <- Sys.time() + 30
  while (!file.exists(ready) && Sys.time() < until) Sys.sleep(0.02)
  Sys.sleep(0.02)
  port <- readLines(ready)
  list(
    url = paste0("http://127.0.0.1:", port, "/v1"), process = process,
    log = function() {
      lines <- if (file.exists(log)) readLines(log) else character()
      parts <- regmatches(lines, regexec("^([^\t]*)\t([^\t]*)\t(.*)$", lines))
      data.frame(
        kind = vapply(parts, `[`, "", 2), key = vapply(parts, `[`, "", 3), body = vapply(parts, `[`, "", 4)
      )
    }
  )
}

own_tempdir <- function(env) {
  folder <- tempfile("llm")
  dir.create(folder)
  do.call(on.exit, list(substitute(unlink(f, recursive = TRUE), list(f = folder)), add = TRUE), envir = env)
  folder
}

run_llm_server <- function(answers, faults, one_in, delay, log, ready) {
  count <- 0
  json <- list("Content-Type" = "application/json")
  dropping <- serverSocket(drop_port <- httpuv::randomPort())
  completion <- function(content) {
    jsonlite::toJSON(list(
      choices = list(list(
        index = 0, message = list(role = "assistant", content = content), finish_reason = "stop"
      )),
      usage = list(prompt_tokens = 10, completion_tokens = 5)
    ), auto_unbox = TRUE)
  }
  reply <- function(status, body, headers = list()) list(status = status, headers = c(json, headers), body = body)
  later_reply <- function(response, seconds) {
    promises::promise(function(resolve, reject) later::later(function() resolve(response), seconds))
  }
  respond <- function(kind, good, key) {
    switch(kind,
      ok = later_reply(reply(200L, completion(good)), delay),
      slow = later_reply(reply(200L, completion(good)), 1),
      hang = later_reply(reply(200L, completion(good)), 60),
      "429" = reply(429L, "{\"error\":{\"message\":\"slow down\"}}", list("Retry-After" = "1")),
      wait = reply(429L, "{\"error\":{\"message\":\"come back later\"}}", list("Retry-After" = "3600")),
      "500" = reply(500L, "{\"error\":{\"message\":\"internal error\"}}"),
      "400" = reply(400L, "{\"error\":{\"message\":\"this text is filtered\"}}"),
      "401" = reply(401L, paste0("{\"error\":{\"message\":\"Incorrect API key provided: ", key, "\"}}")),
      bad_body = reply(200L, "{\"choices\":[{\"index\":0,\"mess"),
      bad_content = reply(200L, completion(substr(good, 1, nchar(good) - 3))),
      misfit = reply(200L, completion("{\"label\":\"perhaps\",\"confidence\":2}")),
      range = reply(200L, completion("{\"label\":\"yes\",\"confidence\":9}")),
      field = reply(200L, completion("{\"confidence\":1}")),
      # A redirection to a socket that takes the request, sends half an answer and closes.
      drop = list(
        status = 307L, headers = c(json, Location = paste0("http://127.0.0.1:", drop_port, "/")), body = "{}"
      )
    )
  }
  call <- function(req) {
    text <- rawToChar(req$rook.input$read())
    body <- jsonlite::fromJSON(text, simplifyVector = FALSE)
    prompt <- body$messages[[length(body$messages)]]$content
    if (is.list(prompt)) prompt <- prompt[[1]]$text
    count <<- count + 1
    failing <- length(faults) > 0 && count %% one_in == 0
    kind <- if (failing) faults[(count / one_in - 1) %% length(faults) + 1] else "ok"
    good <- if (is.null(names(answers))) answers[[1]] else answers[[prompt]]
    key <- sub("^Bearer ", "", req$HTTP_AUTHORIZATION)
    cat(kind, "\t", prompt, "\t", text, "\n", file = log, sep = "", append = TRUE)
    respond(kind, good, key)
  }
  port <- httpuv::randomPort()
  httpuv::startServer("127.0.0.1", port, list(call = call), quiet = TRUE)
  writeLines(as.character(port), ready)
  repeat {
    httpuv::service(10)
    if (socketSelect(list(dropping), timeout = 0)) {
      con <- socketAccept(dropping, blocking = TRUE, open = "r+b", timeout = 2)
      readBin(con, "raw", 200)
      writeBin(charToRaw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"ch"), con)
      close(con)
    }
  }
}

LLM_KEY <- "sk-never-to-be-seen-123456"

llm_chat <- function(url, model = "m", ...) {
  ellmer::chat_openai_compatible(url, model = model, credentials = function() "Bearer sk-never-to-be-seen-123456", ...)
}

llm_type <- function(values = c("yes", "no"), ...) {
  ellmer::type_object(
    "An answer.", label = ellmer::type_enum(values, "The label."),
    confidence = ellmer::type_integer("How sure.", required = FALSE), ...
  )
}

llm_rows <- function(n) data.frame(id = seq_len(n), text = paste("sentence", seq_len(n)))

ask_llm <- function(data, chat, file, ..., prompt = "{text}", type = llm_type(), range = list(confidence = c(1, 3)),
                    rpm = Inf) {
  annotate_llm(data, prompt, type, chat, item = id, file = file, ..., range = range, rpm = rpm)
}

# The schema of the understatement study.
understatement_type <- function() {
  ellmer::type_object(
    "Does the highlighted phrase contain an understatement?",
    is_understatement = ellmer::type_boolean("Is it one?"),
    confidence = ellmer::type_integer("1 is not confident, 2 somewhat confident, 3 confident."),
    pragmatic_function = ellmer::type_enum(
      c("tempering", "humorous", "mocking"), "Its function, null if it is none.",
      required = FALSE
    ),
    understatement_type = ellmer::type_enum(
      c("meiosis", "litotes"), "Its type, null if it is none.",
      required = FALSE
    )
  )
}

# A file of these lines without its last `bytes`.
cut_file <- function(lines, bytes) {
  file <- tempfile(fileext = ".jsonl")
  all <- unlist(lapply(enc2utf8(lines), function(line) c(charToRaw(line), as.raw(10L))))
  writeBin(all[seq_len(length(all) - bytes)], file)
  file
}

note_file <- function() {
  file <- tempfile()
  writeLines("my notes", file)
  file
}

good_answers <- function(data) {
  label <- c("yes", "no")[data$id %% 2 + 1]
  confidence <- c("1", "2", "3", "null")[data$id %% 4 + 1]
  stats::setNames(sprintf("{\"label\":\"%s\",\"confidence\":%s}", label, confidence), data$text)
}

# Checks that the answers in the tibble are equal to those that the server returned.
expect_answers <- function(x, data) {
  row <- match(x$id, data$id)
  expect_equal(as.character(x$label), c("yes", "no")[data$id %% 2 + 1][row])
  expect_equal(x$confidence, c(1L, 2L, 3L, NA)[data$id %% 4 + 1][row])
  expect_true(all(is.na(x$reason)))
}

jsonl_is_valid <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  expect_equal(bytes[length(bytes)], as.raw(10L))
  lines <- readLines(file, encoding = "UTF-8")
  expect_true(all(vapply(lines, jsonlite::validate, NA)))
  lapply(lines, jsonlite::parse_json)
}
