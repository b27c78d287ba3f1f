# Raters, and levels of facets, that gave or got nothing but an end of the scale.

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
      "Every level of a facet needs ratings that are not all at one end of the scale.",
      x = "{length(levels)} of {.field {name}} {cli::qty(length(levels))}{?has/have} none: {.val {first_few(levels)}}.",
      i = "Its difficulty has no finite estimate: leave {cli::qty(length(levels))}{?it/them} out."
    ),
    facet = name,
    levels = levels
  )
}
