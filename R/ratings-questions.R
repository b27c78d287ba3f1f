# Several questions in one table, whose names form a grid of questions × raters, such as gender_c1, gender_c2,
# observers_c1, observers_c2. All names of the table are examined, so that a selection of columns is also recognized.

# The grid of names, or NULL if all columns belong to one question: `at`, the positions of its columns; `question` and
# `rater`, the parts of their names; and `sure`, whether it is certain which part is which. `margin`: how much more the
# columns of one question must agree than those of two for the names to count although the two agree as well.
name_grid <- function(names, columns, margin = Inf) {
  grids <- Filter(Negate(is.null), lapply(name_splits(names), full_grid))
  if (length(grids) == 0) {
    return(NULL)
  }
  n <- vapply(grids, function(grid) length(grid$at), 0L)
  # Raters such as quality1, quality2 are raters 1 and 2, and the word belongs to the question.
  worded <- vapply(grids, function(grid) {
    !grid$apart && is_numbered_word(grid$b) && !is_numbered_word(grid$a) && !are_rounds(grid$b, grid$a)
  }, NA)
  best <- grids[[which.max(n - worded * 0.5)]]
  grid <- oriented_grid(best, columns)
  if (!is_one_question(grid, columns, margin)) grid
}

# Whether parts are one word with different numbers, which is no word for a rater.
is_numbered_word <- function(part) {
  word <- unique(sub("[0-9]+$", "", part))
  length(word) == 1 && word != "" && !word %in% part &&
    !any(grepl(paste0(RATER_PART, "|", QUESTION_PART), part, ignore.case = TRUE))
}

NAME_MARKS <- "._:/|,;#+ -"

# The ways to split all names in two: at the last or the first separator, before a final number, or before the suffix
# that was added to make repeated names unique. NA for a name that cannot be split so. `pattern`: the regular
# expression, for code that is shown to the user.
name_splits <- function(names) {
  names[is.na(names) | !validUTF8(names)] <- ""
  bare <- bare_names(names)
  cut <- function(pattern, names = bare, ...) {
    pattern <- gsub("@", NAME_MARKS, pattern, fixed = TRUE)
    hit <- grepl(pattern, names, perl = TRUE)
    part <- function(which) ifelse(hit, sub(pattern, which, names, perl = TRUE), NA)
    list(a = part("\\1"), b = part("\\2"), pattern = pattern, ...)
  }
  last <- cut("^(.*[^@])[@]+([^@]+)$")
  first <- cut("^([^@]+)[@]+(.+)$")
  number <- cut("^(.*[^0-9@])([0-9]+)$", bare = TRUE)
  # R1Q1, R1Q2; "Rater 1 Item 1", PT1_trial_2.
  two_numbers <- cut("^([[:alpha:]]+[@]*[0-9]+)[@]*([[:alpha:]]+[@]*[0-9]+)$", apart = TRUE)
  # A name without number or suffix is the first of its series, as in tone, tone1, tone2.
  with_bare <- function(split) {
    plain <- which(names %in% split$a & is.na(split$a))
    split$a[plain] <- names[plain]
    split$b[plain] <- ""
    split
  }
  # The part in brackets is the rater.
  in_brackets <- cut("^(.*[^ ]) *[(\\[]([^][()]+)[)\\]]$", names, questions = "a")
  repaired <- grepl("[.]{3}[0-9]+$", names)
  base <- sub("[.]{3}[0-9]+$", "", names)
  again <- stats::ave(seq_along(base), base, FUN = seq_along)
  repeated <- list(a = ifelse(repaired, as.character(again), NA), b = ifelse(repaired, base, NA), questions = "a")
  suffix <- cut("^(.+)[.]([0-9]+)$")
  # Names of two header rows.
  slash <- cut("^(.*[^/ ])/([^/ ][^/]*)$", names, apart = TRUE)
  list(
    repeated, merged_split(names), slash, in_brackets, with_bare(suffix), two_numbers, last, with_bare(number), first,
    number
  )
}

bare_names <- function(names) sub("[^[:alnum:]]+$", "", names)

# Names from merged header cells: the question is the name of its first column, and the others have no name, or one
# made by a program.
merged_split <- function(names) {
  nameless <- grepl("^([.]{3}[0-9]+|X([.][0-9]+)?|Unnamed: ?[0-9]+(_level_[0-9]+)?|)$", names)
  of <- cumsum(!nameless)
  within <- stats::ave(seq_along(names), of, FUN = seq_along)
  inside <- of > 0 & tabulate(of + 1L)[of + 1L] > 1
  list(
    a = ifelse(inside, names[match(of, of * !nameless)], NA), b = ifelse(inside, as.character(within), NA),
    questions = "a"
  )
}

# The columns of the split whose first parts all have the same second parts, at least two of each.
full_grid <- function(split) {
  at <- which(!is.na(split$a))
  of <- split(at, split$a[at])
  parts <- lapply(of, function(i) sort(split$b[i]))
  of <- of[lengths(of) > 1 & !vapply(parts, anyDuplicated, 0L)]
  if (length(of) < 2) {
    return(NULL)
  }
  keys <- vapply(of, function(i) paste(sort(split$b[i]), collapse = "\r"), "")
  same <- keys == names(which.max(table(keys)))
  if (sum(same) < 2) {
    # A question may have further columns, such as toxic_pred beside toxic_a1 and toxic_a2.
    common <- Reduce(intersect, parts[names(of)])
    if (length(common) < 2 || !all(grepl(RATER_PART, common, ignore.case = TRUE))) {
      return(NULL)
    }
    of <- lapply(of, function(i) i[split$b[i] %in% common])
    same <- rep(TRUE, length(of))
  }
  at <- sort(unlist(of[same], use.names = FALSE))
  list(
    at = at, a = split$a[at], b = split$b[at], questions = split$questions, bare = isTRUE(split$bare),
    apart = isTRUE(split$apart), pattern = split$pattern
  )
}

# Words that may tell raters, and questions, if the rest of the names says so as well.
RATER_PART <- paste0("^(r|c|j|a|ann|rev|person|author|student|", RATER_WORD, ")[._ -]?([0-9]+|[a-z])?$")
QUESTION_PART <- paste0(NUMBERED_QUESTION, "|^(v|var|d)[._ -]?[0-9]+[a-z]?$")

# Says by the words in the names which part is the question: the number is positive if it is the first. `letters`:
# whether one or two letters such as "a" and "ad" may stand for a rater, although they may stand for a question as well.
named_lead <- function(grid, letters = TRUE) {
  rater_like <- function(part) {
    part <- unique(part)
    mean(grepl(RATER_PART, part, ignore.case = TRUE) & (letters | !grepl("^[[:alpha:]]{1,2}$", part)))
  }
  question_like <- function(part) mean(grepl(QUESTION_PART, unique(part), ignore.case = TRUE))
  rater_like(grid$b) + question_like(grid$a) - rater_like(grid$a) - question_like(grid$b)
}

# Says which part is the question: raters agree more within a question than across questions. If agreement does not
# decide, the names do.
oriented_grid <- function(grid, columns) {
  agree <- grid_agreement(columns[grid$at], grid$a, grid$b)
  values <- agree$a - agree$b
  lead <- named_lead(grid, letters = !isTRUE(abs(values) > 0.3))
  # A final number is that of a rater, unless many rows indicate that the words are the raters.
  if (grid$bare && lead == 0 && !(length(columns[[1]]) >= 30 && isTRUE(values < -0.3))) lead <- 0.5
  # Rounds are rather questions than raters, and both can be meant.
  rounds <- c(are_rounds(grid$a, grid$b), are_rounds(grid$b, grid$a))
  if (sum(rounds) == 1) lead <- if (rounds[1]) 1 else -1
  told <- !is.null(grid$questions) && sum(rounds) != 1
  first <- if (told) TRUE else if (abs(lead) >= 0.5) lead > 0 else values > 0
  sure <- sum(rounds) != 1 && (told || abs(lead) >= 0.5 || isTRUE(abs(values) > 0.1))
  parts <- if (isTRUE(!first)) grid[c("b", "a")] else grid[c("a", "b")]
  list(
    at = grid$at, question = parts[[1]], rater = parts[[2]], sure = sure, named = told || lead != 0, bare = grid$bare,
    rounds = sum(rounds) == 1, within = max(-Inf, agree$a, agree$b, na.rm = TRUE), across = agree$across
  )
}

# Whether all columns of a grid belong to one question, and the grid is formed by two kinds of raters or two teams.
is_one_question <- function(grid, columns, margin) {
  if (grid$rounds) return(FALSE)
  if (of_kinds_of_raters(grid)) return(shares_values(columns[grid$at]))
  # If agreement across both parts is high as well, all columns rate the same question, or two that go together.
  both <- is.finite(grid$within) && isTRUE(grid$across > 0.2 && grid$across > grid$within / 2)
  if (both && (grid$bare || !isTRUE(grid$within - grid$across > margin))) return(TRUE)
  apart <- isTRUE(grid$within - grid$across > 0.3)
  # A1, A2, B1, B2 may be two members of two teams; other short parts tell as little.
  short <- all(nchar(c(grid$question, grid$rater)) <= 2)
  short && (grid$bare && (!apart || length(columns[[1]]) < 30) || !grid$named && !apart)
}

# Names such as human_1, human_2, model_1, model_2, of which one part is the kind of rater and the other numbers them.
of_kinds_of_raters <- function(grid) {
  is_count <- function(part) {
    words <- name_words(part)
    own <- lapply(words, setdiff, Reduce(intersect, words))
    all(lengths(own) == 1) && all(grepl("^([0-9]+|[a-z])$", unlist(own)))
  }
  is_kind <- function(part) {
    words <- lapply(name_words(part), function(one) gsub("[0-9]+[a-z]?$", "", one))
    kinds <- vapply(words, function(one) c(one[one %in% RATER_KINDS], NA)[1], "")
    !anyNA(kinds) && length(unique(kinds)) > 1
  }
  is_kind(grid$question) && is_count(grid$rater) || is_kind(grid$rater) && is_count(grid$question)
}

RATER_KINDS <- c(
  "human", "humans", "person", "people", "manual", "hand", "model", "models", "llm", "ai", "gpt", "chatgpt", "claude",
  "gemini", "llama", "mistral", "mixtral", "bert", "qwen", "deepseek", "bot", "machine", "auto", "automatic", "system",
  "expert", "experts", "specialist", "novice", "novices", "lay", "layperson", "crowd", "crowdworker", "worker",
  "turker", "mturk", "annotator", "coder", "rater", "reviewer", "judge", "observer", "reader", "examiner", "assessor",
  "evaluator", "grader", "marker", "student", "teacher", "professor", "assistant", "senior", "junior", "trained",
  "untrained", "nurse", "doctor", "physician", "clinician", "radiologist", "pathologist", "surgeon", "resident",
  "therapist", "psychologist", "parent", "mother", "father", "peer", "self", "author", "mensch", "modell", "maschine",
  "experte", "laie", "lehrer", "arzt", "humain", "mod\u00e8le", "humano", "modelo", "experto", "m\u00e9dico"
)

# Whether any two columns have a common value, as kinds of raters do who use the same categories.
shares_values <- function(columns) {
  values <- lapply(columns, column_values)
  all(vapply(values, function(x) all(vapply(values, function(y) length(x) == 0 || any(x %in% y), NA)), NA))
}

# The mean chance-corrected agreement of pairs of columns with the same first part, with the same second part, or with
# neither in common.
grid_agreement <- function(columns, a, b) {
  labels <- lapply(columns, cell_texts)
  all <- setdiff(unique(unlist(lapply(labels, unique))), c(NA, ""))
  codes <- lapply(labels, match, all)
  pairs <- utils::combn(length(labels), 2)
  # A sample of 300 pairs is sufficient.
  if (ncol(pairs) > 300) pairs <- pairs[, unique(round(seq(1, ncol(pairs), length.out = 300))), drop = FALSE]
  kappa <- apply(pairs, 2, function(p) {
    known <- !is.na(codes[[p[1]]]) & !is.na(codes[[p[2]]])
    n <- sum(known)
    if (n < 10) return(NA)
    x <- codes[[p[1]]][known]
    y <- codes[[p[2]]][known]
    chance <- sum(as.double(tabulate(x, length(all))) * tabulate(y, length(all))) / n^2
    if (chance >= 1) NA else (sum(x == y) / n - chance) / (1 - chance)
  })
  same_a <- a[pairs[1, ]] == a[pairs[2, ]]
  same_b <- b[pairs[1, ]] == b[pairs[2, ]]
  mean_of <- function(at) if (any(at)) mean(kappa[at], na.rm = TRUE) else NA_real_
  list(a = mean_of(same_a), b = mean_of(same_b), across = mean_of(!same_a & !same_b))
}

# Returns the questions and raters of the columns at the positions `cells`, and the positions of the columns of the
# first question; NULL if all belong to one question. `columns` and `names` are those of the whole table.
several_questions <- function(cells, columns, names, margin = Inf) {
  grid <- name_grid(names, columns, margin)
  inside <- which(grid$at %in% cells)
  if (length(unique(grid$question[inside])) < 2 || !grid$sure && length(unique(grid$rater[inside])) < 2) {
    return(NULL)
  }
  questions <- unique(grid$question[inside])
  list(
    questions = questions, raters = unique(grid$rater),
    first = grid$at[grid$question == questions[1]],
    other = if (!grid$sure) grid$at[grid$rater == unique(grid$rater)[1]], rounds = grid$rounds
  )
}

# "{question}_{rater}" from the names and their parts; NULL where they are not joined in one way. Parts lack the marks
# at the end of names, as in "R1: include?" beside "R1: reason", which a question at the end takes.
grid_template <- function(names, question, rater) {
  bare <- bare_names(names)
  for (order in list(c("question", "rater"), c("rater", "question"))) {
    parts <- if (order[1] == "question") list(question, rater) else list(rater, question)
    whole <- if (order[2] == "question") bare else names
    first <- whole[1]
    starts <- gregexpr(parts[[1]][1], first, fixed = TRUE)[[1]]
    if (parts[[1]][1] == "") starts <- 1
    for (start in starts[starts > 0]) {
      lead <- substr(first, 1, start - 1)
      rest <- substring(first, start + nchar(parts[[1]][1]))
      at <- if (parts[[2]][1] == "") nchar(rest) + 1 else rev(gregexpr(parts[[2]][1], rest, fixed = TRUE)[[1]])[1]
      if (at < 1) next
      between <- substr(rest, 1, at - 1)
      end <- substring(rest, at + nchar(parts[[2]][1]))
      if (all(paste0(lead, parts[[1]], between, parts[[2]], end) == whole)) {
        return(paste0(lead, "{", order[1], "}", between, "{", order[2], "}", end))
      }
    }
  }
  # A suffix that the first name does not have, as in tone, tone.1.
  if (all(paste0(question, rater) == names)) return("{question}{rater}")
  own <- rater != ""
  mark <- unique(substr(names[own], nchar(question[own]) + 1, nchar(names[own]) - nchar(rater[own])))
  if (length(mark) == 1 && any(rater == "")) return(paste0("{question}{rater}\r", mark))
  NULL
}
