# Columns derived from the others: a final label, the maximum or median of the others, whether they agree.

# For each column, the phrase that says how it is derived, or "". A rater may be called Max, so the others must differ
# in many rows, or in a few if the name says so too.
combined_reasons <- function(columns, names) {
  reason <- character(length(columns))
  joint <- are_joint_names(names)
  weak <- says_only(names, LABEL_WORDS) & !grepl("[0-9]$", names) & !bare_letters(names) | joint
  for (j in which(weak)) if (sum(!weak) > 1 && follows_others(columns[[j]], columns[!weak])) {
    like <- if (joint[j]) "after several others, and has the label" else "like a label of the item, and is that"
    reason[j] <- paste("is named", like, "of the others where these agree")
  }
  # With two categories, a rater who chooses one of them more often than the others would look like a maximum or
  # minimum.
  if (length(columns) < 3 || !all(vapply(columns, is.numeric, NA))) return(reason)
  for (what in names(EXTREMES)) {
    named <- says(names, EXTREMES[[what]])
    varied <- named | vapply(columns, function(x) length(unique(x)) > 2, NA)
    found <- varied & n_extreme(lapply(columns, utils::head, 50), what)$n >= 0
    if (any(found)) {
      rows <- n_extreme(columns, what)
      # Among many raters who mostly agree, one is the median of the others in each row by chance.
      likely <- vapply(seq_along(columns), function(j) {
        length(columns) > 4 && length(columns) * max(rows$share[-j])^rows$n[j] > 1
      }, NA)
      found <- found & rows$n >= ifelse(named, 3, 12) & (named | !likely)
    }
    if (sum(found) == 1) reason[found & reason == ""] <- paste("is the", what, "of the others in each row")
  }
  reason
}

# Single letters such as x and y may be two raters.
bare_letters <- function(names) grepl("^[[:alpha:]]$", names) & sum(grepl("^[[:alpha:]]$", names)) > 1

EXTREMES <- list(
  greatest = c("max", "maximum", "highest", "worst"), least = c("min", "minimum", "lowest"),
  median = c("med", "median", "mid")
)

# For each column, `n`, the number of rows in which the others differ, or -1 if it is not the greatest, least or median
# of the others in all rows; and the `share` of the rows in which they differ where it is. Each row is sorted once for
# all columns: when a value of rank r is removed, the later ranks decrease by one.
n_extreme <- function(columns, what) {
  values <- vapply(columns, as.double, double(length(columns[[1]])))
  values <- matrix(values, ncol = length(columns))
  sorted_places <- order(row(values), values)
  sorted <- matrix(values[sorted_places], nrow(values), byrow = TRUE)
  rank <- values
  rank[sorted_places] <- rep(seq_along(columns), nrow(values))
  n_others <- pmax(rowSums(!is.na(values)) - 1, 1)
  of_others <- function(place) sorted[cbind(c(row(values)), c(place + (place >= rank)))]
  high <- of_others(n_others)
  low <- of_others(1)
  known <- !is.na(values) & is.finite(high - low)
  value <- switch(what, greatest = high, least = low, {
    (of_others(floor((n_others + 1) / 2)) + of_others(ceiling((n_others + 1) / 2))) / 2
  })
  near <- known & abs(values - value) < 0.006
  differ <- known & high > low
  n <- ifelse(colSums(known & !near) == 0, colSums(differ), -1)
  list(n = n, share = colSums(near & differ) / pmax(colSums(differ), 1))
}

# Whether a column equals the common label of all others in the rows in which they agree.
follows_others <- function(x, others) {
  own <- cell_texts(x)
  first <- cell_texts(others[[1]])
  at <- rows_agree(others) & !is.na(first) & !is.na(own) & own != ""
  sum(at) > 2 && mean(own[at] == first[at]) >= 0.9
}

# Marks a column with two values, one of which occurs exactly in the rows in which all others agree. Of three columns
# with two values each, every one is such a column, and the last is marked. If some column is constant, this cannot be
# decided.
is_agreement_flag <- function(columns) {
  # More than 30 raters hardly ever agree completely.
  if (length(columns) > 30) return(logical(length(columns)))
  varies <- vapply(columns, function(x) is_no_vector(x) || length(unique(x)) > 1, NA)
  found <- vapply(seq_along(columns), function(j) {
    if (!all(varies)) return(FALSE)
    flag <- columns[[j]]
    if (is_no_vector(flag) || length(flag) < 20 || anyNA(flag) || length(unique(flag)) != 2) return(FALSE)
    same <- rows_agree(columns[-j])
    min(sum(same), sum(!same)) >= 3 && length(unique(paste(flag, same))) == 2
  }, NA)
  if (sum(found) > 1) found[-length(found)] <- FALSE
  found
}

rows_agree <- function(columns) {
  columns <- lapply(columns, cell_texts)
  same <- rep(TRUE, length(columns[[1]]))
  for (x in columns[-1]) same <- same & (is.na(x) | is.na(columns[[1]]) | x == columns[[1]])
  same
}

cell_texts <- function(x) {
  if (is_no_vector(x)) return(rep(NA_character_, NROW(x)))
  cells <- coded_cells(as.character(x))
  trimws(cells$text)[cells$code]
}

# The stem of a name that ends with a number, such as label of label1, if at least two columns have it; otherwise NA.
numbered_stems <- function(names) {
  stem <- ifelse(grepl("[^0-9][0-9]+$", names), sub("[._ -]?[0-9]+$", "", names), NA_character_)
  replace(stem, !stem %in% stem[duplicated(stem) & !is.na(stem)], NA)
}

# For each column, whether its name is the stem of several numbered columns, such as label after label1 and label2,
# and its values are theirs where they agree; or the last part of this stem, such as quality for my_quality1 and
# my_quality2, which these columns correct.
is_of_family <- function(columns, names) {
  stem <- numbered_stems(names)
  of <- unique(stem[!is.na(stem)])
  vapply(seq_along(names), function(j) {
    if (!is.na(stem[j]) || is.na(names[j])) return(FALSE)
    family <- which(stem %in% names[j])
    if (length(family)) return(j > max(family) && follows_others(columns[[j]], columns[family]))
    ends <- endsWith(of, paste0("_", names[j])) | endsWith(of, paste0(".", names[j]))
    nchar(names[j]) > 3 && any(ends)
  }, NA)
}

# The raters of a grid of names without the one whose name is empty, if its columns are final labels.
likely_raters <- function(raters, columns, names) {
  bare <- names %in% numbered_stems(names)
  final <- any(bare) && all(is_of_family(columns, names)[bare])
  if (final) setdiff(raters, "") else raters
}

# Marks the first or last column if it always equals one of the others. A very accurate rater may look like that too,
# so either the errors of the others must exclude each other more than by chance, or the name must be the stem of
# theirs, such as label after label1 and label2.
is_final_label <- function(columns, names) {
  found <- logical(length(columns))
  if (length(columns) < 3) return(found)
  labels <- lapply(columns, cell_texts)
  if (any(vapply(columns, is_no_vector, NA))) return(found)
  for (j in c(1L, length(columns))) {
    others <- labels[-j]
    known <- !is.na(labels[[j]]) & Reduce(`&`, lapply(others, function(x) !is.na(x)))
    if (sum(known) < 3) next
    wrong <- vapply(others, function(x) x[known] != labels[[j]][known], logical(sum(known)))
    apart <- sum(!rows_agree(lapply(others, `[`, known)))
    if (any(rowSums(wrong) == ncol(wrong)) || apart == 0) next
    rates <- colMeans(wrong)
    by_chance <- (1 - prod(rates))^nrow(wrong)
    found[j] <- by_chance < 1e-4 || is_bare_stem(names)[j]
  }
  if (sum(found) == 1) found else logical(length(columns))
}

# Whether all other names are this one followed by a number or a letter, and it comes last. If it comes first,
# repeated names were made unique by a program, and it is a rater like the others.
is_bare_stem <- function(names) {
  vapply(seq_along(names), function(j) {
    stem <- names[j]
    if (stem %in% c("", NA) || length(names) < 3 || j < length(names)) return(FALSE)
    rest <- ifelse(startsWith(names[-j], stem), substring(names[-j], nchar(stem) + 1), NA)
    !anyNA(rest) && all(grepl("^[._ -]?([0-9]+|[A-Za-z])$", rest))
  }, NA)
}

# Raters of data with a row per rating who are named like a final label, as "gold" or "Consensus", or after several
# others, as "KM+RT", and have the label of the others where at least two of these agree: in one question are enough,
# since a final label may not decide others, such as how sure a rater was. `item`, `rater`, `value` and `question` are
# codes from 1, items those of one question; `names` those of the raters.
final_raters <- function(item, rater, value, names, question = rep(1L, length(item))) {
  if (length(names) < 3) return(character())
  likely <- which(are_final_names(names))
  if (length(likely) == 0 || length(names) - length(likely) < 2) return(character())
  other <- which(!rater %in% likely)
  first <- other[match(item[other], item[other])]
  n <- max(item)
  agreed <- tabulate(item[other], n) > 1 & tabulate(item[other][value[other] != value[first]], n) == 0
  label <- rep(NA_integer_, n)
  label[item[other]] <- value[first]
  Filter(function(name) {
    own <- which(rater == match(name, names))
    # Who settles conflicts has no rating of other items.
    if (settles_conflicts(unique(item[own]), agreed, tabulate(item[other], n) > 1)) return(TRUE)
    own <- own[agreed[item[own]]]
    same <- split(value[own] == label[item[own]], question[own])
    any(vapply(same, function(x) length(x) > 2 && mean(x) >= 0.9, NA))
  }, names[likely])
}

# Whether the items `own` are ones on which others differ, and they agree on enough of all items with `several` ratings
# that such a choice is unlikely by chance.
settles_conflicts <- function(own, agreed, several) {
  if (length(own) < 3 || any(agreed[own]) || !all(several[own])) {
    return(FALSE)
  }
  stats::phyper(0, sum(agreed), sum(several) - sum(agreed), length(own)) < 0.01
}

# Names of final labels, and those that consist of the names of several others. A word that all names have counts, too.
are_final_names <- function(names) {
  says(c(names, "x"), FINAL_WORDS)[seq_along(names)] | are_joint_names(names)
}

are_joint_names <- function(names) {
  parts <- strsplit(tolower(names), "[[:space:]]*([+&/,;|_-]|[[:space:]](and|und|et|y|vs[.]?)[[:space:]])[[:space:]]*")
  vapply(seq_along(names), function(j) {
    own <- parts[[j]]
    length(own) > 1 && !anyDuplicated(own) && all(own %in% tolower(names[-j]))
  }, NA)
}

# Warns of such raters. `column`: the name of the column of raters, if there is one.
warn_final_raters <- function(ratings, column = NULL) {
  if (is.null(ratings$raters) || length(ratings$code) > MANY_RATINGS) {
    return(invisible())
  }
  names <- as.character(ratings$raters)
  found <- final_raters(rating_items(ratings), ratings$rater + 1L, ratings$code + 1L, names)
  if (length(found) == 0) {
    return(invisible())
  }
  data <- typed_data()
  rows <- if (length(column) == 1) {
    quoted <- vector_code(encodeString(found, quote = "\""))
    sprintf("%s[!%s$%s %%in%% %s, ]", data, data, column_code(column), quoted)
  }
  warn_accord(
    "final_rater",
    c(
      "A final label must not be a rater.",
      x = "{length(found)} of {length(names)} raters {cli::qty(length(found))}{?is/are} named like one, or after \\
           several others, and {?has/have} the label of the others where these agree, or no rating there: \
           {.val {found}}.",
      i = if (length(rows)) "Leave {cli::qty(length(found))}{?it/them} out: {.code data = {rows}}.",
      i = "If {cli::qty(length(found))}{?it/each} rated independently, give {?it/them} another name."
    ),
    raters = found
  )
}
