# One request: the prompt and image of a row to a rater, and what it spent.

# A promise of the answer. Tokens count as soon as there are some, also of an answer that does not fit.
ask_row <- function(work, row, rater, options, spent, job) {
  chat <- work$raters[[rater]]$chat$clone()
  text <- render_prompt(work$template, work$data, row, work$fields, options)
  image <- work$images$values[row]
  contents <- list(text)
  if (!is.null(image) && !is.na(image)) contents <- c(contents, list(image_content(image)))
  type <- ellmer_type(work$fields, work$about, options)
  promise <- chat$chat_structured_async(!!!contents, type = type, echo = "none", convert = FALSE)
  before <- length(chat$get_turns())
  promises::finally(promise, function() {
    # Without an answer the last turn is one of the examples.
    if (length(chat$get_turns()) == before) return()
    add_spending(spent, job, chat$last_turn())
    spent$raw[job] <- raw_answer(chat$last_turn())
  })
}

# The text of an answer as the model gave it, valid or not; NA if it gave none.
raw_answer <- function(turn) {
  text <- lapply(attr(turn, "contents"), function(content) {
    part <- function(name) attr(content, name, exact = TRUE)
    part("string") %||% part("text") %||% if (!is.null(part("data"))) json_line(part("data"))
  })
  text <- unlist(text)
  if (length(text)) paste(text, collapse = "\n") else NA_character_
}

image_content <- function(image) {
  if (is_address(image)) ellmer::content_image_url(image) else ellmer::content_image_file(image, resize = "none")
}

new_spending <- function(n) {
  spent <- new.env(parent = emptyenv())
  spent$input <- spent$output <- double(n)
  spent$cost <- rep(NA_real_, n)
  spent$raw <- rep(NA_character_, n) # of the last try
  spent
}

add_spending <- function(spent, job, turn) {
  if (is.null(turn)) {
    return(invisible())
  }
  tokens <- as.double(attr(turn, "tokens"))
  cost <- as.double(attr(turn, "cost"))
  if (length(tokens) >= 2) {
    spent$input[job] <- spent$input[job] + sum(tokens[-2], na.rm = TRUE)
    spent$output[job] <- spent$output[job] + sum(tokens[2], na.rm = TRUE)
  }
  if (length(cost) == 1 && !is.na(cost)) spent$cost[job] <- sum(spent$cost[job], cost, na.rm = TRUE)
}
