# Checks of the arguments of annotate_llm(): rows and their ids, images, models as raters.

# A list for the column of ids: its name, its `values`, and the ids as text, as they are written to the file.
llm_items <- function(quo, data) {
  at <- select_one(quo, data, "item", layouts = FALSE)
  values <- data[[at]]
  plain <- plain_column(values, "item")
  number <- is.numeric(plain) && !is.object(plain)
  whole <- number && all(is.na(plain) | is.finite(plain) & plain == round(plain) & abs(plain) <= 2^53)
  if (!is.character(plain) && !is.factor(plain) && !whole) {
    abort_argument(values, "item", "a column of text or whole numbers")
  }
  text <- if (number) sprintf("%.0f", plain) else as.character(plain)
  text[is.na(plain)] <- NA
  check_ids_given(text, "row", "item")
  twice <- which(duplicated(text) | duplicated(text, fromLast = TRUE))
  if (length(twice)) {
    ids <- unique(text[twice])
    abort_accord(
      "duplicate_items",
      c(
        "Each row must have an id of its own, by which its answer is found again.",
        x = "{length(ids)} id{?s} {?occurs/occur} more than once: {.val {first_few(ids)}}.",
        x = "See row{cli::qty(length(twice))}{?s} {first_few(twice)}."
      ),
      ids = ids, rows = twice
    )
  }
  list(name = names(data)[at], values = values, text = text, type = if (number) "number" else "text")
}

# The path or address of each row's image, NA for none.
llm_images <- function(quo, data) {
  at <- select_one(quo, data, "image", optional = TRUE)
  if (is.null(at)) {
    return(NULL)
  }
  image <- data[[at]]
  if (is.factor(image)) image <- as.character(image)
  if (!is.character(image)) abort_argument(image, "image", "a column of paths or addresses")
  gone <- which(!is.na(image) & !is_address(image) & !file.exists(image))
  if (length(gone)) {
    abort_accord(
      "missing_file",
      c("Image files must exist.", x = "{length(gone)} {?does/do} not: {.file {first_few(image[gone])}}."),
      rows = gone
    )
  }
  list(name = names(data)[at], values = image)
}

# A list per rater: its `chat`, and its `record`, a description of the model without the key.
llm_raters <- function(chat, repetitions) {
  chats <- if (inherits(chat, "Chat")) list(chat) else chat
  if (!is.list(chats) || length(chats) == 0 || !all(vapply(chats, inherits, NA, "Chat"))) {
    abort_argument(chat, "chat", "a chat of package ellmer, or a list of them")
  }
  check_whole(repetitions, "repetitions")
  names <- names(chats) %||% rep("", length(chats))
  models <- vapply(chats, function(x) x$get_model(), "")
  names <- ifelse(is.na(names) | names == "", models, names)
  if (anyDuplicated(names)) {
    twice <- unique(names[duplicated(names)])
    abort_accord(
      "argument",
      c(
        "Each chat must have a name of its own, which is that of the rater.",
        x = "{length(twice)} name{?s} {?occurs/occur} more than once: {.val {twice}}.",
        i = "Name them, as in {.code chat = list(cold = chat_1, warm = chat_2)}."
      ),
      argument = "chat"
    )
  }
  raters <- lapply(seq_along(chats), function(i) {
    about <- chat_record(chats[[i]])
    lapply(seq_len(repetitions), function(k) {
      name <- if (repetitions > 1) paste0(names[i], "_", k) else names[i]
      list(chat = chats[[i]], record = c(list(rater = name, name = names[i], repetition = k), about))
    })
  })
  raters <- unlist(raters, recursive = FALSE)
  rlang::set_names(raters, vapply(raters, function(x) x$record$rater, ""))
}

# The settings that determine a model's answers. Extra arguments are included unless they could be a key, and the
# address of the server without user name and password.
chat_record <- function(chat) {
  provider <- chat$get_provider()
  model <- chat$get_model_object()
  server <- attr(provider, "base_url")
  extra <- attr(model, "extra_args")
  secret <- grepl("key|token$|secret|password|auth|credential", names(extra), ignore.case = TRUE)
  said <- chat$get_turns(include_system_prompt = FALSE)
  said <- vapply(said, function(turn) json_line(list(class(turn)[1], ellmer::contents_text(turn))), "")
  list(
    provider = attr(provider, "name"),
    server = if (is.character(server)) sub("[?#].*", "", sub("//[^/]*@", "//", server)),
    model = chat$get_model(), params = as.list(attr(model, "params")), api_args = as.list(extra[!secret]),
    system_prompt = chat$get_system_prompt(),
    turns = if (length(said)) cli::hash_sha256(paste(said, collapse = "\n")),
    ellmer = as.character(utils::packageVersion("ellmer")), started = now_text()
  )
}

check_shuffle <- function(shuffle, fields) {
  known <- names(fields)[vapply(fields, function(f) !is.null(f$values), NA)]
  if (is.null(shuffle)) {
    return(character())
  }
  rule <- paste("names of fields with options", if (length(known)) paste0("(", paste(known, collapse = ", "), ")"))
  if (!is.character(shuffle)) abort_argument(shuffle, "shuffle", rule)
  wrong <- unique(shuffle[!shuffle %in% known])
  if (length(wrong)) {
    abort_accord(
      "argument",
      c("{.arg shuffle} must be {rule}.", x = "{length(wrong)} of them {?is/are} not: {.val {first_few(wrong)}}."),
      argument = "shuffle", value = shuffle
    )
  }
  unique(shuffle)
}

check_llm_limits <- function(max_active, rpm, tries) {
  check_whole(max_active, "max_active")
  check_whole(tries, "tries")
  if (!identical(rpm, Inf)) check_number(rpm, "rpm", above = 0)
  list(
    max_active = max_active, rpm = rpm, tries = tries,
    timeout = getOption("ellmer_timeout_s", 300), pause = 1, patience = 600,
    last_wait = 20
  )
}

check_llm_file <- function(file) {
  if (!rlang::is_string(file) || is.na(file) || file == "") {
    abort_argument(file, "file", "the path of a file for the answers")
  }
  folder <- dirname(file)
  if (!dir.exists(folder) || dir.exists(file)) {
    abort_accord(
      "missing_file",
      c("{.arg file} must be in an existing folder.", x = "It is {.file {file}}."),
      file = file
    )
  }
  file
}

need_ellmer <- function() {
  for (package in c("ellmer", "curl", "jsonlite", "later", "promises")) need_package(package, "to ask a model")
  if (utils::packageVersion("ellmer") < "0.5.0") {
    abort_accord(
      "missing_package",
      c(
        "Package {.pkg ellmer} must be of version 0.5.0 or later.",
        x = "It is {as.character(utils::packageVersion(\"ellmer\"))}.",
        i = "Install it with {.code install.packages(\"ellmer\")}."
      ),
      package = "ellmer"
    )
  }
}
