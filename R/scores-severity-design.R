# Ratings by items, raters and further facets in the form that the core reads, and what stops where severity
# cannot be told from something else.

# A list: `columns` (codes: item, rater, batch, and the facets by facet_key()), `levels` (their values, by column),
# `names` (those of the data, by column), `rating_name`, `rating` (whole numbers), `labels` of ordered categories or NULL, `n_set_aside`.
read_severity <- function(data, at, facets, batch, duplicates) {
  rating <- severity_ratings(data[[at["rating"]]], names(data)[at["rating"]])
  given <- which(!is.na(rating$value))
  roles <- c(list(item = at[["item"]], rater = at[["rater"]]), as.list(facets), if (length(batch)) list(batch = batch))
  names(roles)[2 + seq_along(facets)] <- facet_key(names(data)[facets])
  codes <- lapply(names(roles), function(role) {
    place <- roles[[role]]
    facet_levels(data[[place]], names(data)[place], given, if (role == "batch") batch_places else sorted_places)
  })
  names(codes) <- names(roles)
  columns <- lapply(codes, `[[`, "code")
  kept <- keep_ratings(columns, duplicates, given)
  list(
    columns = lapply(columns, function(code) code[kept]), levels = lapply(codes, `[[`, "values"),
    names = rlang::set_names(names(data)[unlist(roles)], names(roles)), rating_name = names(data)[at[["rating"]]],
    rating = rating$value[given][kept], labels = rating$labels,
    n_set_aside = nrow(data) - length(kept)
  )
}

# A facet may have the name of another part of the model, as "item" or "batch".
facet_key <- function(name) paste("facet", name)

is_facet <- function(key) startsWith(key, "facet ")

# Codes in the order of the values, which `places` finds.
facet_levels <- function(x, name, given, places) {
  code <- facet_codes(x, name, given)
  values <- vctrs::vec_slice(plain_column(x, name), given[match(seq_len(max(code, 0L)), code)])
  sorted <- places(values)
  list(code = order(sorted)[code], values = vctrs::vec_slice(values, sorted))
}

# Text that differs in one number only, such as "week 9" and "week 10", is in the order of the number.
batch_places <- function(values) {
  sorted <- sorted_places(values)
  one_number <- "^([^0-9]*)([0-9]+)([^0-9]*)$"
  alike <- is.character(values) && all(grepl(one_number, values)) &&
    length(unique(sub(one_number, "\\1 \\3", values))) == 1
  if (alike) sorted[order(as.double(sub(one_number, "\\2", values))[sorted])] else sorted
}

severity_ratings <- function(x, name) {
  if (is.ordered(x)) {
    return(list(value = as.integer(x), labels = levels(x)))
  }
  if (!is.numeric(x) && !is.logical(x)) {
    found <- unique(as.character(unlist(x)))
    order <- c(encodeString(utils::head(sort(found), 5), quote = "\""), if (length(found) > 5) "...")
    order <- paste0("c(", paste(order, collapse = ", "), ")")
    abort_accord(
      "level",
      c(
        "Severity needs ratings with an order: whole numbers, or an ordered factor.",
        x = "The ratings are labels: {.val {first_few(found)}}.",
        i = "Make them an ordered factor, and put its levels in order, the lowest first:
             {.code factor({name}, levels = {order}, ordered = TRUE)}."
      ),
      level = "ordinal",
      categories = found
    )
  }
  value <- score_values(x, name)
  broken <- which(value != round(value))
  if (length(broken)) {
    abort_accord(
      "not_whole",
      c(
        "Severity needs whole numbers: the steps of a scale.",
        x = "{length(broken)} {?rating is/ratings are} none, as in {cli::qty(length(broken))}{?row/rows}
          {first_few(broken)}.",
        i = "For measurements, {.fn variance_components} and {.fn limits_of_agreement}."
      ),
      rows = broken
    )
  }
  list(value = value, labels = NULL)
}

# The rows that count where a rater rated an item, within all facets, more than once.
keep_ratings <- function(columns, duplicates, given) {
  cell <- group_ids(columns)$code
  twice <- switch(duplicates,
    error = which(duplicated(cell)),
    first = which(duplicated(cell)),
    last = which(duplicated(cell, fromLast = TRUE)),
    keep = integer()
  )
  if (duplicates == "error" && length(twice)) {
    rows <- given[twice]
    abort_accord(
      "duplicate_rating",
      c(
        "A rater rates an item once, or once for each level of the {.arg facets} and {.arg batch}.",
        x = "{length(twice)} time{?s} there is another rating: {cli::qty(length(rows))}{?row/rows} {first_few(rows)}.",
        i = "Name the column that tells them apart in {.arg facets} or {.arg batch}, or choose {.arg duplicates}."
      ),
      rows = rows
    )
  }
  setdiff(seq_along(cell), twice)
}

# Raters and levels of facets that gave or got nothing but an end of the scale have a severity without bound;
# their ratings say nothing about the rest. A list: `kept` (positions), `low`, `high` (codes of raters, by end).
set_extremes_aside <- function(design, facets) {
  kept <- seq_along(design$rating)
  low <- high <- integer()
  repeat {
    y <- design$rating[kept]
    if (length(y) < 2 || all(y == y[1])) break
    out <- rep(FALSE, length(y))
    for (name in c("rater", facets)) {
      code <- design$columns[[name]][kept]
      at_end <- function(end) extreme_levels(code, y == end)
      ends <- list(low = at_end(min(y)), high = at_end(max(y)))
      if (name == "rater") {
        low <- c(low, ends$low)
        high <- c(high, ends$high)
      } else if (length(unlist(ends))) {
        abort_extreme(design, name, unlist(ends))
      }
      out <- out | code %in% unlist(ends)
    }
    if (!any(out)) break
    kept <- kept[!out]
  }
  list(kept = kept, low = low, high = high)
}

extreme_levels <- function(code, at_end) {
  n <- tabulate(code)
  which(n > 0 & tabulate(code[at_end], length(n)) == n)
}

abort_extreme <- function(design, name, codes) {
  levels <- as.character(vctrs::vec_slice(design$levels[[name]], codes))
  name <- design$names[[name]]
  abort_accord(
    "extreme",
    c(
      "Every level of a facet needs ratings other than an end of the scale.",
      x = "{length(levels)} of {.field {name}} {?has/have} none: {.val {first_few(levels)}}.",
      i = "Its difficulty has no bound: leave {cli::qty(length(levels))}{?it/them} out."
    ),
    facet = name,
    levels = levels
  )
}

# The least `x` of each group, in the order of the groups.
group_least <- function(x, group) {
  sorted <- order(group, x, method = "radix")
  x[sorted][!duplicated(group[sorted])]
}

# The sets of raters that no chain of items joins: a number for each rater.
linked_sets <- function(rater, item) {
  set <- seq_len(max(rater))
  item_place <- match(item, sort(unique(item)))
  rated <- sort(unique(rater))
  repeat {
    of_item <- group_least(set[rater], item)
    before <- set
    set[rated] <- group_least(of_item[item_place], rater)
    if (identical(set, before)) {
      return(match(set, unique(set)))
    }
  }
}

check_linked <- function(rater, item, names) {
  rater <- match(rater, sort(unique(rater)))
  set <- linked_sets(rater, item)
  if (max(set) == 1) {
    return(invisible())
  }
  size <- sort(tabulate(set), decreasing = TRUE)
  example <- vapply(seq_len(min(max(set), 4)), function(s) {
    members <- names[set == s]
    paste0("{", paste(c(utils::head(members, 4), if (length(members) > 4) "..."), collapse = "; "), "}")
  }, "")
  if (max(set) > 4) example <- c(example, "...")
  abort_accord(
    "not_identified",
    c(
      "Raters are compared through items that several of them rated.",
      x = "There are {max(set)} sets of raters without a common item: {example}.",
      i = "Severe raters cannot be told from poor items. Have some items rated across the sets; or, if
        items were assigned to the sets at random, say {.code link = \"population\"}."
    ),
    sets = unname(split(names, set))
  )
}

# A further facet whose levels are told apart by items and raters alone has no difficulty of its own.
check_facets_apart <- function(columns, facets, names) {
  pair <- group_ids(columns[c("item", "rater")])$code
  for (name in facets) {
    level <- columns[[name]]
    if (max(linked_sets(match(level, sort(unique(level))), pair)) == 1) next
    left <- leave_out_effects(level, columns$item, columns$rater)
    if (left) next
    name <- names[[name]]
    abort_accord(
      "not_identified",
      c(
        "The difficulty of a facet must be told from raters and items.",
        x = "The levels of {.field {name}} follow from who rated what.",
        i = "Leave it out: its effect is then part of the severities."
      ),
      terms = name
    )
  }
}

# Whether all contrasts of the levels keep something when effects of items and raters are taken out, by
# conjugate gradients on the normal equations.
leave_out_effects <- function(level, item, rater) {
  level <- match(level, sort(unique(level)))
  item <- match(item, sort(unique(item)))
  rater <- match(rater, sort(unique(rater)))
  columns <- vapply(seq_len(max(level))[-1], function(l) as.double(level == l), double(length(level)))
  rest <- apply(columns, 2, two_way_residual, item, rater)
  values <- svd(rest, 0, 0)$d
  min(values) > 1e-5 * sqrt(length(level))
}

two_way_residual <- function(y, item, rater) {
  sums <- function(v) list(drop(rowsum(v, item)), drop(rowsum(v, rater)))
  size <- list(tabulate(item), tabulate(rater))
  spread <- function(b) b[[1]][item] + b[[2]][rater]
  rest <- y
  gradient <- sums(rest)
  way <- scaled <- Map(`/`, gradient, size)
  strength <- sum(unlist(gradient) * unlist(scaled))
  start <- strength
  for (round in seq_len(300)) {
    if (strength <= 1e-20 * start) break
    image <- spread(way)
    along <- strength / sum(image^2)
    rest <- rest - along * image
    gradient <- sums(rest)
    scaled <- Map(`/`, gradient, size)
    following <- sum(unlist(gradient) * unlist(scaled))
    way <- Map(function(s, w) s + following / strength * w, scaled, way)
    strength <- following
  }
  rest
}

# Every level with steps of its own needs every category.
check_steps <- function(rating, group, levels, name) {
  used <- table(factor(group, seq_along(levels)), rating) > 0
  lacking <- as.character(levels)[rowSums(used) > 0 & rowSums(!used) > 0]
  if (length(lacking)) {
    abort_accord(
      "sparse_categories",
      c(
        "Separate steps need every category in each level of {.field {name}}.",
        x = "{length(lacking)} level{?s} {?does/do} not have all: {.val {first_few(lacking)}}.",
        i = "Leave out {.arg steps}, or put categories together that are rarely used."
      ),
      levels = lacking
    )
  }
}
