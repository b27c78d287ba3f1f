# Clusters of items, such as the sentences of a document.

# `cluster` and `item` are from group_ids(), `items` from items_by_group(). Returns a list: the `values`, and the
# `code` (from 1) of each item, in the order of the items.
clusters_of_items <- function(cluster, item, items, locate) {
  code <- one_per_item(
    cluster$code, item, items, locate,
    what = "cluster", rule = "An item belongs to one cluster.", found = "{?is/are} in more than one",
    advice = "Correct the cluster, or give the items different ids."
  )
  list(values = cluster$values, code = code)
}

# The clusters of some rows, from those of all rows of a table; the values are those that occur.
clusters_of_rows <- function(cluster, rows) {
  if (is.null(cluster)) {
    return(NULL)
  }
  code <- cluster$code[rows]
  used <- unique(code)
  list(code = match(code, used), values = vctrs::vec_slice(cluster$values, used))
}

# Reduces `x`, a value for each row, to one for each item, in their order. Different values within an item break the
# `rule`.
one_per_item <- function(x, item, items, locate, what, rule, found, advice) {
  place <- if (is.null(items$rank)) items$code else items$rank[items$code] + 1L
  of_item <- vector(typeof(x), items$start[length(items$start)])
  of_item[place] <- x
  torn <- which(of_item[place] != x)
  if (length(torn)) {
    of <- unique(item$code[torn])
    shown <- torn[match(utils::head(of, 5), item$code[torn])]
    places <- paste0(locate(shown), " (item ", vctrs::vec_slice(item$values, item$code[shown]), ")")
    more <- if (length(of) > 5) "; \u2026" else ""
    abort_accord(
      what,
      c(
        rule,
        x = paste0("{length(of)} item{?s} ", found, ": {paste(places, collapse = '; ')}{more}."),
        i = advice
      ),
      rows = torn
    )
  }
  of_item
}

# The clusters of the items of one group, numbered from 1.
clusters_of_group <- function(ratings, g) {
  code <- ratings$cluster[items_of_group(ratings, g)]
  match(code, unique(code))
}

# The number of clusters with an item of `least` ratings or more, for each of these numbers the counts of all groups.
count_clusters <- function(ratings, least) {
  size <- item_sizes(ratings)
  unlist(lapply(least, function(n) {
    vapply(seq_along(ratings$group_status), function(g) {
      length(unique(clusters_of_group(ratings, g)[size[items_of_group(ratings, g)] >= n]))
    }, 0L)
  }))
}

# Stops if items have clusters, for methods that assume independent items and must not ignore clusters silently.
# `instead`: the first advice.
check_no_clusters <- function(ratings, what, instead = NULL) {
  if (!is.null(ratings$cluster)) {
    # For chains the clusters are documents, so the message must not mention an argument `cluster`.
    of_chains <- isTRUE(ratings$of_chains)
    abort_accord(
      "argument",
      c(
        "{what} assume independent items.",
        x = "The items come in {vctrs::vec_size(ratings$clusters)} cluster{?s}.",
        i = instead,
        i = if (of_chains) {
          "They are the documents of the chains. {.code as_tibble(as_ratings(x))} of chains {.code x} are ratings in
            rows, whose items may be taken as independent."
        } else {
          "Leave out {.arg cluster}."
        }
      ),
      argument = "cluster"
    )
  }
}
