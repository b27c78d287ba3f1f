# Many random data sets as the groups of one call: each has its own numbers of items and raters, gaps, shares of
# categories and agreement. The checks are in checks.R.

# Returns a list: `found`, descriptions of the faults in the batch of this seed, and what was tested: `sets`, `calls`,
# `kinds` (the classes of its columns) and `checks`.
fuzz_batch <- function(seed, n_sets = 2000) {
  local_seed(seed + 3e7)
  batch <- random_batch(seed, n_sets)
  calls <- LONGEST$calls
  checks <- c(
    pick(c("kappas", "kappas", "weighted", "alpha", "alpha", "two_raters")),
    pick(names(BATCH_CHECKS)[!names(BATCH_CHECKS) %in% c("kappas", "weighted", "alpha", "two_raters")])
  )
  if (batch$kinds[["rating"]] %in% c("sets", "many_sets")) checks[1] <- "alpha"
  if (checks[1] == "two_raters" || batch$extra == "dropped") checks <- checks[1]
  found <- unlist(lapply(checks, function(check) {
    found <- BATCH_CHECKS[[check]](batch)
    if (length(found)) paste0(check, ": ", found)
  }))
  if (length(found)) found <- paste0("batch ", seed, " (", batch$name, "): ", found)
  list(found = found, sets = n_sets, calls = LONGEST$calls - calls, kinds = batch$kinds, checks = checks)
}

random_batch <- function(seed, n_sets) {
  k <- pick(1:7)
  cells <- random_cells(n_sets, pick(2:9), pick(2:6), k)
  kinds <- c(
    item = pick(names(ID_CLASSES)), rater = pick(names(ID_CLASSES)), rating = pick(names(RATING_CLASSES)),
    set = pick(names(ID_CLASSES)), frame = pick(frame_classes_here())
  )
  values <- sort(sample.int(30, k)) / pick(c(1, 1, 4))
  rated <- RATING_CLASSES[[kinds[["rating"]]]](cells$place, values)
  # Items are numbered anew in each set, or through.
  item <- if (pick(1:2) == 1) cells$item else cells$set + n_sets * (cells$item - 1L)
  extra <- pick(c("none", "none", "duplicates", "dropped"))
  batch <- list(
    seed = seed, n_sets = n_sets, cells = cells, rated = rated, kinds = kinds, k = k, extra = extra,
    name = paste(names(kinds), kinds, collapse = ", ")
  )
  frame <- data.frame(set = seq_along(cells$set))
  frame$set <- ID_CLASSES[[kinds[["set"]]]](cells$set)
  frame$item <- ID_CLASSES[[kinds[["item"]]]](item)
  frame$rater <- ID_CLASSES[[kinds[["rater"]]]](cells$rater)
  frame$rating <- rated$rating
  batch$plain <- frame
  batch$frame <- FRAME_CLASSES[[kinds[["frame"]]]](frame)
  batch$grouped <- kinds[["frame"]] == "grouped"
  batch$item <- item
  batch$keys <- key_text(frame$set)[match(seq_len(n_sets), cells$set)]
  batch
}

# Cells of an array of sets, items and raters; those that are not rated are absent or NA.
random_cells <- function(n_sets, n_items, n_raters, k) {
  items <- sample.int(n_items, n_sets, TRUE)
  raters <- 1L + sample.int(n_raters - 1L, n_sets, TRUE)
  used <- sample.int(k, n_sets, TRUE)
  gaps <- sample(c(0, 0.2, 0.5, 0.8), n_sets, TRUE)
  missing <- sample(c(0, 0, 0.3, 1), n_sets, TRUE, c(4, 4, 4, 0.2))
  agrees <- sample(c(0, 0.5, 0.9, 1), n_sets, TRUE)
  skew <- sample(c(1, 1, 3), n_sets, TRUE)
  first <- sample.int(k, n_sets, TRUE)
  item <- sequence(items)
  set <- rep(seq_len(n_sets), items)
  draw <- function(set) (first[set] + floor(used[set] * stats::runif(length(set))^skew[set])) %% k + 1
  most <- draw(set)
  times <- raters[set]
  cells <- data.frame(
    set = rep(set, times), item = rep(item, times), rater = sequence(times), most = rep(most, times)
  )
  n <- nrow(cells)
  cells$place <- as.integer(ifelse(stats::runif(n) < agrees[cells$set], cells$most, draw(cells$set)))
  cells$place[stats::runif(n) < missing[cells$set]] <- NA
  # Each set has a row.
  cells <- cells[stats::runif(n) >= gaps[cells$set] | cells$item == 1 & cells$rater == 1, ]
  cells[sample.int(nrow(cells)), c("set", "item", "rater", "place")]
}

# Ids as text, in the same words for the same id: accord gives 64-bit numbers back as text or as numbers.
key_text <- function(x) {
  if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
  if (is.factor(x)) x <- as.character(x)
  if (inherits(x, "integer64")) return(integer64_text(x))
  x <- unclass(x)
  if (is.character(x)) return(enc2utf8(as.vector(x)))
  x <- as.double(x)
  ifelse(x == round(x) & abs(x) < 2^53, sprintf("%.0f", x), sprintf("%a", x))
}

# Returns the digits of 64-bit numbers, from their halves.
integer64_text <- function(x) {
  halves <- matrix(readBin(writeBin(as.double(unclass(x)), raw()), "integer", 2 * length(x)), 2)
  low <- halves[1, ] %% 2^32
  high <- halves[2, ]
  if (all(abs(high) < 2^20, na.rm = TRUE)) return(sprintf("%.0f", high * 2^32 + low))
  rest <- high * 967296 + low
  sprintf("%.0f%06.0f", high * 4294 + floor(rest / 1e6), rest %% 1e6)
}

# Calls a verb of accord on the batch.
of_batch <- function(batch, verb, ..., frame = batch$frame) {
  if (inherits(frame, "grouped_df")) {
    attempt(verb(frame, item, rater, rating, ...))
  } else {
    attempt(verb(frame, item, rater, rating, ..., by = set))
  }
}

# Returns the cells in the form used by the definitions, with places after conversion to the class of the ratings.
dense_batch <- function(batch, cells = batch$cells, place = batch$rated$place) {
  dense(cells$set, cells$item, cells$rater, place, batch$n_sets, length(batch$rated$values))
}

categories_of_batch <- function(batch, d) {
  if (batch$rated$declared) return(rep(d$n_categories, d$n_sets))
  pmax(1, rowSums(over_items(d, d$counts) > 0))
}

# `wanted`: a list of matrices, one a coefficient, with a row a set.
compare_batch <- function(batch, got, wanted) {
  if (length(got$fault)) return(got$fault)
  if (!is.null(got$error)) return(paste("refused:", got$error))
  value <- got$value
  if (nrow(value) != batch$n_sets * length(wanted)) {
    return(paste("wrong:", nrow(value), "rows, not", batch$n_sets * length(wanted)))
  }
  at <- match(key_text(value$set), batch$keys)
  unlist(lapply(names(wanted), function(name) {
    rows <- which(value$coefficient == name)
    if (!setequal(at[rows], seq_len(batch$n_sets))) return(paste("wrong: keys of groups in", name))
    compare_columns(value[rows, ], wanted[[name]][at[rows], ], name, at[rows])
  }))
}

compare_columns <- function(got, wanted, name, set) {
  defined <- !is.na(wanted[, "estimate"])
  bad <- (!is.na(got$estimate) & got$status == "ok") != defined
  for (column in colnames(wanted)) {
    # If there is no estimate, only the counts are compared.
    known <- !is.na(wanted[, column]) & (defined | startsWith(column, "n_"))
    apart <- abs(got[[column]] - wanted[, column]) > 1e-9 * pmax(1, abs(wanted[, column]))
    bad <- bad | known & (is.na(apart) | apart)
  }
  if (!any(bad)) return(NULL)
  i <- which(bad)[1]
  shown <- function(x) paste(format(unlist(x), digits = 10, trim = TRUE), collapse = " ")
  sprintf(
    "wrong: %s of set %d (of %d wrong ones) is %s not %s", name, set[i], sum(bad),
    shown(got[i, colnames(wanted)]), shown(wanted[i, ])
  )
}
