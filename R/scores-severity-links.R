# Whether raters are linked by common items, so that severity can be distinguished from the quality of items; and
# whether facets can be distinguished from raters.

# Numbers the connected sets of raters: raters in different sets are not linked by any chain of common items.
linked_sets <- function(rater, item) {
  set <- seq_len(max(rater))
  item_place <- dense_codes(item)
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
  rater <- dense_codes(rater)
  set <- linked_sets(rater, item)
  if (max(set) == 1) {
    return(invisible())
  }
  example <- vapply(seq_len(min(max(set), 4)), function(s) {
    members <- names[set == s]
    paste0("{", paste(c(utils::head(members, 4), if (length(members) > 4) "..."), collapse = "; "), "}")
  }, "")
  if (max(set) > 4) example <- c(example, "...")
  abort_accord(
    "not_identified",
    c(
      "Raters who share no items cannot be compared.",
      x = "There are {max(set)} sets of raters without a common item: {example}.",
      i = "Severe raters cannot be distinguished from poor items. Have some items rated across the sets; or, if
        items were assigned to the sets at random, use {.code link = \"population\"}."
    ),
    sets = unname(split(names, set))
  )
}

# Stops if the levels of a facet are determined by items and raters, so that its difficulties are not identified.
check_facets_apart <- function(columns, facets, names) {
  pair <- group_ids(columns[c("item", "rater")])$code
  for (name in facets) {
    level <- columns[[name]]
    if (max(linked_sets(dense_codes(level), pair)) == 1) next
    left <- leave_out_effects(level, columns$item, columns$rater)
    if (left) next
    name <- names[[name]]
    abort_accord(
      "not_identified",
      c(
        "The difficulty of a facet must be separable from raters and items.",
        x = "The levels of {.field {name}} follow from who rated what.",
        i = "Leave it out: its effect is then part of the severities."
      ),
      terms = name
    )
  }
}

# Whether all contrasts of the levels have a nonzero part after removing effects of items and raters, computed by
# conjugate gradients on the normal equations.
leave_out_effects <- function(level, item, rater) {
  level <- dense_codes(level)
  item <- dense_codes(item)
  rater <- dense_codes(rater)
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

# ---- Raters and levels of facets with only the lowest or only the highest category ----

# Raters and levels of facets with only the lowest or only the highest category have infinite estimates, and their
# ratings give no information about the other parameters. Returns a list: `kept` (positions), `low`, `high` (codes of
# raters).
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
      "Every level of a facet needs ratings that are not all at one end of the scale.",
      x = "{length(levels)} of {.field {name}} {cli::qty(length(levels))}{?has/have} none: {.val {first_few(levels)}}.",
      i = "Its difficulty has no finite estimate: leave {cli::qty(length(levels))}{?it/them} out."
    ),
    facet = name,
    levels = levels
  )
}
