# Columns of several questions in one table: their names are a grid of questions × raters, as in gender_c1, gender_c2,
# observers_c1, observers_c2. All names of the table are looked at, so that a selection of them is recognised too.

# The grid of names, or NULL: `at`, the positions of its columns; `question` and `rater`, the parts of their names; and
# whether it is `sure` which part is which.
name_grid <- function(names, columns) {
  grids <- Filter(Negate(is.null), lapply(name_splits(names), full_grid))
  if (length(grids) == 0) {
    return(NULL)
  }
  best <- grids[[which.max(vapply(grids, function(grid) length(grid$at), 0L))]]
  oriented_grid(best, names, columns)
}

# The ways to cut all names in two: at the first or the last mark that is no letter or digit, before a number at the
# end, or before what was added to make repeated names unique. NA where a name cannot be cut so.
name_splits <- function(names) {
  names[is.na(names) | !validUTF8(names)] <- ""
  bare <- sub("[^[:alnum:]]+$", "", names)
  cut <- function(pattern) {
    hit <- grepl(pattern, bare, perl = TRUE)
    part <- function(which) ifelse(hit, sub(pattern, which, bare, perl = TRUE), NA)
    list(a = part("\\1"), b = part("\\2"))
  }
  mark <- "[^\\p{L}\\p{N}]+"
  last <- cut(paste0("^(.*[\\p{L}\\p{N}])", mark, "([\\p{L}\\p{N}]+)$"))
  first <- cut(paste0("^([\\p{L}\\p{N}]+)", mark, "(.+)$"))
  number <- cut("^(.*[\\p{L}])([0-9]+)$")
  # The one without a number or a suffix is the first: tone, tone1, tone2.
  with_bare <- function(split) {
    plain <- which(names %in% split$a & is.na(split$a))
    split$a[plain] <- names[plain]
    split$b[plain] <- ""
    split
  }
  # In brackets stands who answered.
  brackets <- "^(.+?) *[(\\[](.+)[)\\]]$"
  hit <- grepl(brackets, names, perl = TRUE)
  in_brackets <- list(
    a = ifelse(hit, sub(brackets, "\\1", names, perl = TRUE), NA),
    b = ifelse(hit, sub(brackets, "\\2", names, perl = TRUE), NA), questions = "a"
  )
  repaired <- grepl("[.]{3}[0-9]+$", names)
  base <- sub("[.]{3}[0-9]+$", "", names)
  again <- stats::ave(seq_along(base), base, FUN = seq_along)
  repeated <- list(a = ifelse(repaired, as.character(again), NA), b = ifelse(repaired, base, NA), questions = "a")
  suffix <- with_bare(cut("^(.+)[.]([0-9]+)$"))
  number$bare <- TRUE
  list(repeated, in_brackets, suffix, with_bare(number), last, first, number)
}

# The columns of the split whose first parts have the same second parts, at least two by two.
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
    return(NULL)
  }
  at <- sort(unlist(of[same], use.names = FALSE))
  list(at = at, a = split$a[at], b = split$b[at], questions = split$questions, bare = split$bare)
}

RATER_PART <- paste0(
  "^(r|c|j|a|coder|rater|annotator|ann|reviewer|rev|judge|person|worker|expert|user|kodierer|codierer|bewerter|author|",
  "observer|reader|student)[._ -]?([0-9]+|[a-z])?$"
)
QUESTION_PART <- "^(q|question|frage|item|v|var|criterion|dim|d)[._ -]?[0-9]+[a-z]?$"

# Which part is the question: raters agree more within a question than across. Where this does not tell, the names may.
oriented_grid <- function(grid, names, columns) {
  agree <- grid_agreement(columns[grid$at], grid$a, grid$b)
  rater_like <- function(part) mean(grepl(RATER_PART, unique(part), ignore.case = TRUE))
  question_like <- function(part) mean(grepl(QUESTION_PART, unique(part), ignore.case = TRUE))
  lead <- rater_like(grid$b) + question_like(grid$a) - rater_like(grid$a) - question_like(grid$b)
  values <- agree$a - agree$b
  # A number at the end is that of a rater, unless many rows say that the words are the raters.
  if (isTRUE(grid$bare) && lead == 0 && !(length(columns[[1]]) >= 30 && isTRUE(values < -0.3))) lead <- 0.5
  first <- if (!is.null(grid$questions)) TRUE else if (abs(lead) >= 0.5) lead > 0 else values > 0
  grid$sure <- !is.null(grid$questions) || abs(lead) >= 0.5 || isTRUE(abs(values) > 0.1)
  if (isTRUE(!first)) grid[c("a", "b")] <- grid[c("b", "a")]
  # As for a question of one group of raters and another: then all pairs of columns agree alike.
  within <- max(-Inf, agree$a, agree$b, na.rm = TRUE)
  pooled <- is.finite(within) && !is.na(agree$across) && agree$across > 0.2 && agree$across > within / 2
  told <- lead != 0 || !is.null(grid$questions) || isTRUE(within - agree$across > 0.3)
  apart <- isTRUE(within - agree$across > 0.3)
  # A1, A2, B1, B2 may be two members of two teams, and no more is known of other short parts.
  bare <- isTRUE(grid$bare) && all(nchar(c(grid$a, grid$b)) <= 2)
  short <- all(nchar(c(grid$a, grid$b)) <= 2)
  if (pooled || bare && (!apart || length(columns[[1]]) < 30) || short && !told) {
    return(NULL)
  }
  list(at = grid$at, question = grid$a, rater = grid$b, sure = grid$sure)
}

# The mean agreement of pairs of columns beyond chance, with the same first part, the same second part, or neither.
grid_agreement <- function(columns, a, b) {
  labels <- lapply(columns, cell_texts)
  pairs <- utils::combn(length(labels), 2)
  # Some pairs tell as much as thousands.
  if (ncol(pairs) > 300) pairs <- pairs[, unique(round(seq(1, ncol(pairs), length.out = 300))), drop = FALSE]
  kappa <- apply(pairs, 2, function(p) {
    x <- labels[[p[1]]]
    y <- labels[[p[2]]]
    known <- !is.na(x) & !is.na(y) & x != "" & y != ""
    if (sum(known) < 10) return(NA)
    levels <- unique(x[known])
    chance <- sum(tabulate(match(x[known], levels)) * tabulate(match(y[known], levels), length(levels))) / sum(known)^2
    if (chance >= 1) NA else (mean(x[known] == y[known]) - chance) / (1 - chance)
  })
  same_a <- a[pairs[1, ]] == a[pairs[2, ]]
  same_b <- b[pairs[1, ]] == b[pairs[2, ]]
  mean_of <- function(at) if (any(at)) mean(kappa[at], na.rm = TRUE) else NA_real_
  list(a = mean_of(same_a), b = mean_of(same_b), across = mean_of(!same_a & !same_b))
}

# Of the columns at the positions `cells`, those of the first question; NULL where they are of one question only.
# `columns` and `names` are those of the whole table.
several_questions <- function(cells, columns, names) {
  grid <- name_grid(names, columns)
  inside <- which(grid$at %in% cells)
  if (length(unique(grid$question[inside])) < 2 || !grid$sure && length(unique(grid$rater[inside])) < 2) {
    return(NULL)
  }
  questions <- unique(grid$question[inside])
  list(
    questions = questions, raters = unique(grid$rater),
    first = grid$at[grid$question == questions[1]],
    other = if (!grid$sure) grid$at[grid$rater == unique(grid$rater)[1]]
  )
}
