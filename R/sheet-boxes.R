# Check boxes of a sheet: a column for each option, from which the sets of those that are ticked are made.

BOX_PAIRS <- list(
  c("1", "0"), c("true", "false"), c("yes", "no"), c("y", "n"), c("checked", "unchecked"), c("ticked", "not ticked"),
  c("selected", "not selected"), c("ja", "nein"), c("t", "f"), c("2", "1")
)

# A list of `tick`, the values that say that a box is ticked; `blank`, whether any value does, so that boxes without a
# tick are blank; and `code`, in words. `columns`: the texts of the boxes of one question; `options`: what each is of.
read_boxes <- function(columns, options, question) {
  values <- lapply(columns, function(x) unique(x[!is.na(x)]))
  all <- unique(unlist(values))
  lower <- tolower(trimws(all))
  blanks <- any(vapply(columns, anyNA, NA))
  one_each <- all(lengths(values) <= 1)
  own <- one_each && all(mapply(function(x, option) length(x) == 0 || trimws(x) == option, values, options))
  # Boxes may hold the number of their option, or nothing.
  numbered <- blanks && one_each && setequal(lower, c("1", "2"))
  for (pair in BOX_PAIRS) {
    if (all(lower %in% pair) && any(lower == pair[2]) && !numbered) {
      tick <- all[lower == pair[1]]
      shown <- c(if (length(tick)) trimws(tick[1]) else pair[1], trimws(all[lower == pair[2]][1]))
      code <- sprintf("%s ticked, %s not", shown[1], shown[2])
      if (pair[1] == "2" && !any(lower == "2")) break
      return(list(tick = tick, blank = FALSE, code = code))
    }
  }
  if (blanks && one_each && (own || !numbered)) {
    if (length(all) <= 1 || own || length(all) == sum(lengths(values))) {
      mark <- if (own && length(all) > 1) "the option's text" else trimws(all[1])
      code <- paste(mark, "ticked, blank not")
      return(list(blank = TRUE, code = code))
    }
  }
  n <- length(all)
  third <- n > 2
  and_blanks <- if (blanks) " and blanks" else ""
  abort_accord(
    "boxes",
    c(
      "Boxes to tick must hold two values, or one and blanks, of which it is clear which is a tick.",
      x = "Those of {.val {question}} hold {n} value{?s}{and_blanks}: {.val {first_few(all)}}.",
      i = if (third) "If one of them means that nothing was answered, declare it: {.code na = \"{all[n]}\"}.",
      i = "Values can be changed, as in {.code recode = c(\"{all[1]}\" = \"TRUE\", \"{all[min(n, 2)]}\" = \"FALSE\")}."
    ),
    question = question, values = all
  )
}

# The sets of one block of boxes, whose places are `inside`; those of all blocks of its question, `same`, say which
# value is a tick. A row without a tick is the empty set where its rater answered something in the row, else nothing was
# answered. `answered`: whether the row holds any rating.
sets_of_boxes <- function(columns, options, inside, same, question, answered) {
  found <- read_boxes(columns[same], options[same], question)
  own <- columns[inside]
  ticked <- vapply(own, function(x) if (found$blank) !is.na(x) else x %in% found$tick, logical(length(answered)))
  ticked <- matrix(ticked, nrow = length(answered))
  # Row by row, so that the labels of a set are a run.
  at <- which(t(ticked)) - 1L
  labels <- split(options[inside][at %% length(own) + 1L], at %/% length(own) + 1L)
  sets <- rep(list(character()), nrow(ticked))
  sets[as.integer(names(labels))] <- unname(labels)
  empty <- lengths(sets) == 0
  known <- if (found$blank) !empty | answered else Reduce(`|`, lapply(own, function(x) !is.na(x)))
  sets[!known] <- list(NA_character_)
  list(sets = sets, code = found$code, n_empty = sum(empty & known), n_unticked = sum(!known))
}

# Blocks of boxes, each of one question, item and rater, with the same options in all blocks of a question.
box_blocks <- function(boxes, names) {
  key <- boxes$parts[intersect(c("question", "item", "rater", "pair"), names(boxes$parts))]
  block <- if (length(key)) do.call(paste, c(unname(key), sep = "\r")) else rep("", length(boxes$at))
  first <- !duplicated(block)
  options <- split(boxes$parts$option, factor(block, block[first]))
  of <- (key$question %||% rep("", length(block)))[first]
  sets <- vapply(options, function(x) paste(sort(x), collapse = "\r"), "")
  for (question in unique(of)) {
    odd <- which(of == question & sets != sets[of == question][1])
    if (length(odd)) {
      lacking <- setdiff(unlist(options[of == question]), options[[odd[1]]])
      more <- if (length(lacking)) lacking else setdiff(options[[odd[1]]], options[of == question][[1]])
      first_box <- names[boxes$at[block == block[first][odd[1]]]][1]
      abort_accord(
        "boxes",
        c(
          "All boxes of a question must have the same options.",
          x = "Those that begin with {.var {first_box}} differ in {.val {more}}.",
          i = "Check the template in {.arg boxes}."
        ),
        question = question, options = more
      )
    }
  }
  list(block = match(block, block[first]), parts = lapply(key, `[`, first))
}
