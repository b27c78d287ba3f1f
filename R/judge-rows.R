# The rows of judge_report(): columns as text, who is a judge, which replies can be used, and facts about items.

# Returns a list: `rows`, a data frame with a row per rating: `item` (code), `rater`, `value` (text), `score` (number,
# if ratings are scores), `judge` (whether a judge gave it), `run`, `first`, `second`, `version`, `confidence`; `items`
# (ids), `cluster` (of each item), `judges`, `people`, `has` (the optional columns that were given), and the named
# columns of answers, `length` and `source`.
judge_rows_of <- function(data, quos, judges, people, level, categories) {
  check_data_frame(data, "rating")
  check_not_empty(data)
  item <- ids_at(data, select_ids(quos$item, data, "item"), "item")
  check_known(is.na(vctrs::vec_slice(item$values, item$code)), "item")
  column <- function(name, optional = TRUE) {
    at <- select_one(quos[[name]], data, name, optional)
    if (!is.null(at)) plain_column(data[[at]], name)
  }
  rows <- data.frame(item = item$code, rater = id_text(column("rater", FALSE)))
  check_known(is.na(rows$rater), "rater")
  who <- judges_and_people(judges, people, unique(rows$rater))
  rows$judge <- rows$rater %in% who$judges
  rating <- column("rating", FALSE)
  rows$value <- id_text(rating)
  rows$score <- if (level == "interval") text_as_number(rating) else NA_real_
  if (level == "interval") check_some_scores(rows)
  rows$run <- sorted_levels(column("run"))
  rows$version <- sorted_levels(column("version"))
  rows$confidence <- column("confidence") %||% NA_real_
  shown <- shown_answers(data, quos$order, rows)
  rows[c("first", "second")] <- shown[c("first", "second")]
  given <- names(quos)[!vapply(quos, rlang::quo_is_null, NA)]
  cluster <- column("cluster")
  study <- list(
    items = id_text(item$values), cluster = cluster_of_judged(cluster, rows$item), rows = rows,
    has = intersect(given, JUDGE_COLUMNS), level = level, judges = who$judges, people = who$people,
    # The columns of answers have a value for each of the two answers.
    length = columns_of_answers(data, quos$length, "length", rows),
    source = columns_of_answers(data, quos$source, "source", rows)
  )
  ours <- rows$rater %in% c(who$judges, who$people)
  if (!all(ours)) study$rows <- slice_rows(study$rows, which(ours))
  if (level == "nominal") {
    check_shown(study$rows, categories)
    if (is.null(categories)) warn_labels_of_people(study$rows)
  }
  usable_replies(study, categories)
}

JUDGE_COLUMNS <- c("run", "order", "version", "length", "source", "confidence", "cluster")

# A factor in its order, numbers and text sorted; the code of the first is 1. NULL gives 1 for all.
sorted_levels <- function(x) {
  if (is.null(x)) {
    return(1L)
  }
  levels <- if (is.character(x)) natural_order(x) else sort(unique(x), method = "radix")
  factor(id_text(x), id_text(levels))
}

# Distinct text sorted with the numbers in it as numbers: v9 before v10.
natural_order <- function(x) {
  x <- order_text(x)
  at <- gregexpr("[0-9]+", x)
  digits <- regmatches(x, at)
  longest <- max(0L, nchar(unlist(digits)))
  padded <- x
  regmatches(padded, at) <- lapply(digits, function(d) paste0(strrep("0", longest - nchar(d)), d))
  x[order(padded, method = "radix")]
}

text_as_number <- function(x) {
  if (is.numeric(x)) as.double(x) else suppressWarnings(as.double(id_text(x)))
}

# Words are no scores: without this check all of them would be left out.
check_some_scores <- function(rows) {
  labels <- unique(rows$value[!is.na(rows$value)])
  of_people <- unique(rows$value[!is.na(rows$value) & !rows$judge])
  if (length(labels) && all(is.na(rows$score[rows$value %in% if (length(of_people)) of_people else labels]))) {
    shown <- if (length(of_people)) of_people else labels
    abort_accord(
      "argument",
      c(
        "{.code level = \"interval\"} is for ratings that are numbers.",
        x = "The ratings are labels: {.val {first_few(shown)}}.",
        i = "Convert them, or use {.code level = \"nominal\"}."
      ),
      argument = "level"
    )
  }
}

judges_and_people <- function(judges, people, raters) {
  among <- list(raters = raters)
  judges <- raters[match_named(judges, among, "judges")]
  named <- !is.null(people)
  people <- if (named) raters[match_named(people, among, "people")] else setdiff(raters, judges)
  check_people(people, judges, named, "judges")
  list(judges = judges, people = people)
}

# The replies that count: those among `categories`, or among the values that people used; numbers, if ratings are
# scores, and among `categories` if these are given. Others are set to NA, and told with their rater.
usable_replies <- function(study, categories) {
  rows <- study$rows
  given <- !is.na(rows$value)
  if (study$level == "interval") {
    usable <- is.finite(rows$score)
    if (is.null(categories)) {
      check_scores(rows[usable, ])
    } else {
      usable <- usable & rows$score %in% text_as_number(categories)
    }
  } else {
    known <- if (is.null(categories)) unique(rows$value[given & !rows$judge]) else id_text(categories)
    # The names of answers are categories, also where people never chose one of them.
    known <- c(known, rows$first, rows$second)
    usable <- if (all(is.na(known))) given else rows$value %in% known[!is.na(known)]
  }
  stray <- which(given & !usable)
  if (length(stray)) warn_stray(rows[stray, ], is.null(categories), study, if (study$level == "nominal") unique(known))
  study$rows$value[!usable] <- NA_character_
  study$rows$score[!usable] <- NA_real_
  study$stray <- as.data.frame(table(rater = rows$rater[stray]), stringsAsFactors = FALSE)
  # A person's stray rating is no rating.
  counted <- study$rows$judge | usable
  if (!all(counted)) study$rows <- slice_rows(study$rows, which(counted))
  study
}

# A score such as -1 among those from 0 to 10 is more likely a reply without one than a score.
check_scores <- function(rows) {
  values <- sort(unique(rows$score))
  odd <- missing_codes(values, tabulate(match(rows$score, values), length(values)))
  if (length(odd)) {
    own <- rows[rows$score %in% odd, ]
    by <- order_text(own$rater)
    known <- setdiff(values, odd)
    abort_accord(
      "missing_code",
      c(
        "A number that may mean that no score was given must be declared.",
        x = "{length(odd)} value{?s}, {.val {odd}}, {cli::qty(length(odd))}{?is/are} outside of all others, in
             {nrow(own)} repl{?y/ies}, by {first_few(by)}.",
        x = "The others lie between {min(known)} and {max(known)}.",
        i = "If nothing was scored, set these replies to {.val {NA}} in the data.",
        i = "If {cli::qty(length(odd))}{?it is a score/they are scores}, name all scores in {.arg categories}."
      ),
      codes = odd, raters = by, n = nrow(own)
    )
  }
}

# `known`: the categories, of which a stray reply may be another spelling.
warn_stray <- function(stray, by_people, study, known) {
  hints <- near_spellings(unique(stray$value), known)
  found <- table(factor(stray$rater, unique(stray$rater)))
  values <- vapply(split(stray$value, factor(stray$rater, names(found))), function(x) {
    toString(paste0("\"", utils::head(unique(x), 3), "\""))
  }, "")
  each <- paste0(names(found), " (", found, "): ", values)
  warn_accord(
    "stray_reply",
    c(
      if (study$level == "interval" && by_people) {
        "Replies must be numbers."
      } else {
        "Replies must be among the categories."
      },
      x = "{nrow(stray)} repl{?y is/ies are} not. By {first_few(each)}.",
      i = if (length(hints)) "Did you mean {.val {hints}}?",
      i = if (study$level == "interval") {
        "All figures leave them out."
      } else {
        "They count as wrong for accuracy; rows named {.val usable} leave them out."
      },
      i = if (study$level == "nominal") "Agreement with people and {.fn alt_test} leave them out too.",
      i = if (study$level == "interval" && by_people) {
        "Correct them in the data if their meaning is certain."
      } else if (by_people) {
        "The categories are those that people used. Name all of them in {.arg categories} if there are more."
      } else {
        "Correct them in the data if their meaning is certain, or add them to {.arg categories}."
      }
    ),
    raters = names(found), values = unique(stray$value), n = nrow(stray)
  )
}

# The two answers that were shown, in their order: two columns, or one if only two answers occur in it.
shown_answers <- function(data, quo, rows) {
  none <- list(first = NA_character_, second = NA_character_)
  if (rlang::quo_is_null(quo)) {
    return(none)
  }
  at <- select_columns(quo, data, "order")
  text <- lapply(unclass(data)[at], function(x) id_text(plain_column(x, "order")))
  if (length(text) == 2) {
    shown <- rlang::set_names(text, names(none))
  } else {
    answers <- order_text(text[[1]])
    if (length(text) != 1 || length(answers) != 2) {
      abort_accord(
        "argument",
        c(
          "{.arg order} must name the answer that was shown first, where there are two answers, or two columns.",
          x = "It has {length(text)} column{?s} and {length(answers)} value{?s}: {.val {first_few(answers)}}.",
          i = "Name the columns of the answers shown first and second: {.code order = c(first, second)}."
        ),
        argument = "order"
      )
    }
    shown <- list(first = text[[1]], second = answers[3 - match(text[[1]], answers)])
  }
  of_judges <- rows$judge & !is.na(shown$first)
  # A missing reply is no choice, and would match a missing order.
  chosen <- rows$value[of_judges & !is.na(rows$value)]
  if (length(chosen) && !any(chosen %in% c(shown$first, shown$second))) {
    abort_accord(
      "argument",
      c(
        "{.arg order} must name answers as the ratings do.",
        x = "Judges chose {.val {first_few(unique(chosen))}}; the answers shown are
             {.val {first_few(order_text(unlist(shown)))}}.",
        i = "If a rating is the place of an answer, replace it by the name of the answer that stood there."
      ),
      argument = "order"
    )
  }
  shown
}

# The cluster of each item, as codes; its own for each item without such a column.
cluster_of_judged <- function(cluster, item) {
  items <- max(item)
  if (is.null(cluster)) {
    return(seq_len(items))
  }
  code <- group_ids(cluster)$code
  lacking <- is.na(cluster)
  of_item <- code[!lacking][match(seq_len(items), item[!lacking])]
  torn <- which(!lacking & of_item[item] != code)
  if (length(torn)) {
    abort_accord(
      "cluster",
      c(
        "An item belongs to one cluster.",
        x = "{length(unique(item[torn]))} item{?s} {?is/are} in more than one, as in row {torn[1]}.",
        i = "Correct the cluster, or give the items different ids."
      ),
      rows = torn
    )
  }
  # An item without a cluster is one of its own.
  alone <- is.na(of_item)
  replace(of_item, alone, max(code) + seq_len(sum(alone)))
}

# A value of both answers of each item, such as their lengths: a data frame with the names of the answers, `one` and
# `two`, and the values, `of_one` and `of_two`. The names in the selection are those of the answers, or `first` and
# `second` for the columns of `order`.
columns_of_answers <- function(data, quo, arg, rows) {
  if (rlang::quo_is_null(quo)) {
    return(NULL)
  }
  at <- select_columns(quo, data, arg)
  names <- names(at)
  by_place <- setequal(names, c("first", "second")) && !all(is.na(rows$first))
  if (length(at) != 2 || !by_place && !all(names %in% rows$value)) {
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be two columns, named by the answer to which they belong.",
        x = "{cli::qty(length(names))}The name{?s} {?is/are} {.val {names}}; the ratings are
             {.val {first_few(unique(rows$value[!is.na(rows$value)]))}}.",
        i = "Write {.code {arg} = c(`A` = {column_code(names(data)[at[1]])}, `B` = ...)} for answers that are called A
             and B.",
        i = "Or give both answers in {.arg order}, and write {.code {arg} = c(first = ..., second = ...)}."
      ),
      argument = arg
    )
  }
  value <- lapply(unclass(data)[at], plain_column, what = arg)
  if (arg == "length") check_lengths_are_numbers(value, names(data)[at])
  names(value) <- names
  one <- if (by_place) rows$first else rep(names[1], nrow(rows))
  two <- if (by_place) rows$second else rep(names[2], nrow(rows))
  of_one <- value[[if (by_place) "first" else names[1]]]
  of_two <- value[[if (by_place) "second" else names[2]]]
  known <- which(!is.na(one) & !is.na(of_one) & !is.na(of_two))
  place <- known[match(seq_len(max(rows$item)), rows$item[known])]
  data.frame(one = one[place], two = two[place], of_one = of_one[place], of_two = of_two[place])
}

check_lengths_are_numbers <- function(lengths, names) {
  odd <- which(!vapply(lengths, function(x) is.numeric(x) && !is.object(x) || all(is.na(x)), NA))
  if (length(odd)) {
    x <- lengths[[odd[1]]]
    values <- unique(x[!is.na(x)])
    abort_accord(
      "argument",
      c(
        "{.arg length} must be columns of numbers: the lengths, not the answers.",
        x = "{length(odd)} column{?s} {?holds/hold} none: {.var {names[odd]}}, as {.val {first_few(id_text(values))}}.",
        i = "Use numbers such as {.code nchar(x)} for texts {.code x}, or {.code as.numeric(x)} for numbers as text."
      ),
      argument = "length", columns = names[odd]
    )
  }
}
