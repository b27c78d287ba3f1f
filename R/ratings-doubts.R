# Signs that ratings have been misread: values outside the categories, raters with other codes, items whose ids contain
# their raters.

# Returns `words`, such as "5/5" and "3." by model, and the `rater` who has most of these ratings, with their number
# `n`, out of `all`.
outside_values <- function(rating, set_aside, rater) {
  rows <- unlist(set_aside$rows[set_aside$reason == "outside the categories"])
  if (length(rows) == 0) {
    return(NULL)
  }
  values <- as.character(rating[rows])
  distinct <- unique(values)
  quoted <- encodeString(cut_end(utils::head(distinct, 5), 40), quote = "\"")
  listed <- if (length(distinct) > 5) paste0(paste(quoted, collapse = ", "), ", \u2026") else in_a_list(quoted)
  if (is.null(rater)) {
    return(list(words = listed, values = distinct, n = 0L, all = length(rows)))
  }
  n <- tabulate(rater$code[rows], vctrs::vec_size(rater$values))
  most <- which.max(n)
  name <- show_labels(as.character(vctrs::vec_slice(rater$values, most)))
  by <- if (sum(n > 0) == 1) paste(" by", name) else paste0(", ", big(n[most]), " of them by ", name)
  list(
    words = paste0(listed, by), values = distinct, rater = name, n = n[most], all = length(rows), raters = length(n)
  )
}

# Warns of a category that no rating has, and whose spelling is near to that of ratings outside the categories. Whether
# there is one.
warn_misspelled_category <- function(ratings, values) {
  values <- values[grepl("[[:alpha:]]{3}", values)]
  if (length(values) == 0 || is.null(ratings$code) || !is.character(ratings$categories)) {
    return(FALSE)
  }
  unused <- ratings$categories[tabulate(ratings$code + 1L, length(ratings$categories)) == 0]
  near <- unlist(lapply(rlang::set_names(unused), function(category) {
    distance <- utils::adist(category, values)
    if (min(distance) <= max(1, 0.15 * nchar(category))) values[which.min(distance)]
  }))
  if (length(near)) {
    shown <- sprintf("\"%s\" for \"%s\"", near, names(near))
    warn_accord(
      "outside_categories",
      c(
        "Ratings outside the {.arg categories} do not count.",
        x = "{length(near)} categor{?y/ies} {?has/have} no rating, and ratings outside the categories are spelled \
             nearly like {?it/them}: {.val {unname(near)}}.",
        i = "Did you mean {as_written(toString(shown))} in {.arg categories}?"
      ),
      values = unname(near), categories = names(near)
    )
  }
  length(near) > 0
}

# Warns if most ratings outside the categories are by one rater: they are probably answers in another format. From
# several raters they are more likely unwanted answers.
warn_outside <- function(ratings) {
  found <- ratings$outside
  if (warn_misspelled_category(ratings, found$values)) {
    return(invisible())
  }
  if (is.null(found$rater) || found$n < 2 || 2 * found$n <= found$all || found$raters < 2) {
    return(invisible())
  }
  warn_accord(
    "outside_categories",
    c(
      "Ratings outside the {.arg categories} do not count.",
      x = paste(
        "{found$n} of {found$all} such rating{?s} {?is/are} by one rater, {found$rater}:",
        "{.val {first_few(found$values)}}."
      ),
      i = "If they are answers in another form, write them like the {.arg categories} before this call."
    ),
    values = found$values, rater = found$rater
  )
}

# These checks are for few raters and categories, and for so few ratings that counting them takes no noticeable time.
MANY_RATERS <- 20
MANY_CODES <- 20
MANY_RATINGS <- 2e5

warn_other_scales <- function(ratings) {
  n_raters <- length(ratings$raters)
  n_codes <- length(ratings$categories)
  n <- length(ratings$code)
  if (n_raters < 2 || n_raters > MANY_RATERS || n_codes < 2 || n_codes > MANY_CODES || n < 20 || n > MANY_RATINGS) {
    return(invisible())
  }
  used <- matrix(tabulate(ratings$rater * n_codes + ratings$code + 1L, n_raters * n_codes) > 0, n_codes)
  if (all(used == used[, 1]) || isTRUE(warn_shifted(ratings, used))) {
    return(invisible())
  }
  warn_strangers(ratings, used)
}

# Warns about a rater whose categories are those of all others plus a constant, if agreement is higher without the
# constant. With two raters it may be either of them.
warn_shifted <- function(ratings, used) {
  values <- ratings$categories
  if (!is.numeric(values) || any(values != round(values))) {
    return(FALSE)
  }
  for (r in rev(seq_len(ncol(used)))) {
    own <- values[used[, r]]
    others <- values[rowSums(used[, -r, drop = FALSE]) > 0]
    shift <- own[1] - others[1]
    if (length(own) < 2 || length(own) != length(others) || shift == 0 || any(own - others != shift)) next
    pairs <- rated_with(ratings, r)
    mine <- values[pairs$own]
    theirs <- values[pairs$other]
    if (length(unique(pairs$item)) < 10 || mean(mine - shift == theirs) - mean(mine == theirs) < 0.3) next
    name <- show_labels(as.character(vctrs::vec_slice(ratings$raters, r)))
    percent <- sprintf("%.0f%%", 100 * c(mean(mine == theirs), mean(mine - shift == theirs)))
    change <- if (shift > 0) paste("subtract", shift, "from") else paste("add", -shift, "to")
    warn_accord(
      "other_scale",
      c(
        "Raters must use the same codes for the same categories.",
        x = "Rater {name} used {.val {own}}, where {.val {others}} were used otherwise.",
        x = "{percent[1]} of the pairs with this rater agree, and {percent[2]} if the codes begin alike.",
        i = "If they mean the same, {change} the ratings of {name} before this call.",
        i = "If they do not, name all {.arg categories}."
      ),
      raters = name, shift = shift
    )
    return(TRUE)
  }
  FALSE
}

# Warns about two raters with many common items who used no common category, as when one wrote labels and the other
# numbers. Counts or scores may differ by chance, so most values must have been used more than once.
warn_strangers <- function(ratings, used) {
  apart <- which(crossprod(used) == 0 & upper.tri(diag(ncol(used))), arr.ind = TRUE)
  for (p in seq_len(nrow(apart))) {
    pair <- apart[p, ]
    pairs <- rated_with(ratings, pair[1], pair[2])
    n <- length(unique(pairs$item))
    sets <- lapply(pair, function(r) ratings$categories[used[, r]])
    if (n < 10 || 2 * length(unlist(sets)) > n) next
    # Labels that look alike have their own warning.
    if (is.character(unlist(sets)) && length(look_alikes(as.character(unlist(sets))))) next
    name <- show_labels(as.character(vctrs::vec_slice(ratings$raters, pair)))
    warn_accord(
      "other_scale",
      c(
        "Raters must use the same codes for the same categories.",
        x = "Raters {name} have {n} items in common and no category.",
        x = "{name[1]} used {.val {first_few(sets[[1]])}}, {name[2]} used {.val {first_few(sets[[2]])}}.",
        i = "If these are names of the same categories, write them alike before this call.",
        i = "If they are not, name all {.arg categories}."
      ),
      raters = name
    )
    return(invisible())
  }
}

# Pairs of a rating by rater `r` and a rating of the same item by rater `other`, or by any other rater.
rated_with <- function(ratings, r, other = NULL) {
  item <- rating_items(ratings)
  rater <- ratings$rater + 1L
  mine <- which(rater == r)
  theirs <- which(if (is.null(other)) rater != r else rater == other)
  at <- match(item[theirs], item[mine])
  list(
    item = item[theirs][!is.na(at)], own = ratings$code[mine][at[!is.na(at)]] + 1L,
    other = ratings$code[theirs][!is.na(at)] + 1L
  )
}

# Warns about ids such as "101--1" and "101--2", as from double data entry, if no item has two ratings. `wide`: with
# raters in columns items have several ratings, so only the form used by REDCap is reported, as others may be parts of
# a document.
warn_item_suffixes <- function(ratings, roles, wide = FALSE) {
  if (length(roles$item) != 1 || !is.null(ratings$remote) || !wide && any(item_sizes(ratings) > 1)) {
    return(invisible())
  }
  ids <- as.character(ratings$items)
  found <- if (length(unique(ids)) > 3) suffixes_of(utils::head(unique(ids), MANY_TEXTS))
  if (is.null(found) || wide && found$joint != "--") {
    return(invisible())
  }
  name <- typed_data()
  id <- column_code(roles$item)
  pattern <- sprintf("%s(%s)$", found$joint, paste(found$suffixes, collapse = "|"))
  rater <- sprintf("%s$rater <- sub(\".*%s\", \"\", %s$%s)", name, found$joint, name, id)
  item <- sprintf("%s$%s <- sub(\"%s\", \"\", %s$%s)", name, id, pattern, name, id)
  warn_accord(
    "item_suffix",
    c(
      "An item must have the same id in all of its rows.",
      x = if (!wide) "No item has two ratings.",
      x = "{length(ids)} ids are {length(unique(found$stems))} ids with a suffix, such as {.val {found$example}}.",
      i = "If the suffix says who rated, write {.code {rater}}, then {.code {item}}, and use {.code item = {id}} and \\
           {.code rater = rater}."
    ),
    items = ids,
    suffixes = found$suffixes
  )
}

# Returns NULL, or the `joint` before the `suffixes`, the `stems` and an `example`, if most stems have at least two of
# a few suffixes.
suffixes_of <- function(ids) {
  pattern <- "^(.*[^-_.:/# ])([-_.:/# ]+)([A-Za-z0-9]{1,12})$"
  if (!all(grepl(pattern, ids))) {
    return(NULL)
  }
  joint <- unique(sub(pattern, "\\2", ids))
  stems <- sub(pattern, "\\1", ids)
  suffix <- sub(pattern, "\\3", ids)
  n <- table(stems)
  suffixes <- sort(unique(suffix))
  # Parts of texts have many different numbers, whereas raters are few.
  if (length(joint) != 1 || length(suffixes) > 6 || length(n) < length(suffixes) || mean(n > 1) <= 0.5) {
    return(NULL)
  }
  twice <- names(n)[n > 1][1]
  list(
    joint = sub("^([.])", "[\\1]", joint), suffixes = suffixes, stems = stems,
    example = utils::head(ids[stems == twice], 2)
  )
}
