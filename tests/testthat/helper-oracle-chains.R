# Coreference from the definitions: a partition is a list of sets of mentions.

random_partition <- function(mentions, n_sets) {
  unname(split(mentions, sample(n_sets, length(mentions), TRUE)))
}

chains_frame <- function(annotator, sets, document = "d") {
  data.frame(
    document = document, annotator = annotator, mention = unlist(sets),
    chain = rep(seq_along(sets), lengths(sets))
  )
}

both_chains <- function(a, b) as_chains(rbind(chains_frame("A", a), chains_frame("B", b)))

shared_matrix <- function(a, b) {
  outer(seq_along(a), seq_along(b), Vectorize(function(i, j) length(intersect(a[[i]], b[[j]]))))
}

# Each annotator's chains, and the set of all singletons.
with_singleton_set <- function(x) {
  alone <- lengths(x) == 1
  c(x[!alone], if (any(alone)) list(unlist(x[alone])))
}

# Costs of all pairs of sets; `"size"` adds empty sets, with `"free"` the larger side has unpaired sets.
cost_matrix <- function(a, b, cost, unpaired) {
  if (unpaired == "size") {
    n <- max(length(a), length(b))
    a <- c(a, rep(list(NULL), n - length(a)))
    b <- c(b, rep(list(NULL), n - length(b)))
  }
  shared <- shared_matrix(a, b)
  sizes <- outer(lengths(a), lengths(b), "+")
  if (cost == "symmetric") sizes - 2 * shared else ifelse(sizes == 0, 0, 1 - shared / (sizes - shared))
}

permutations <- function(n) {
  if (n <= 1) return(matrix(n, 1, n))
  smaller <- permutations(n - 1)
  do.call(rbind, lapply(seq_len(n), function(at) {
    cbind(smaller[, seq_len(at - 1), drop = FALSE], n, smaller[, at - 1 + seq_len(n - at), drop = FALSE])
  }))
}

# Every assignment of the shorter side: costs, and which cells are in use.
all_assignments <- function(costs) {
  if (nrow(costs) > ncol(costs)) costs <- t(costs)
  of <- unique(permutations(ncol(costs))[, seq_len(nrow(costs)), drop = FALSE])
  total <- apply(of, 1, function(columns) sum(costs[cbind(seq_along(columns), columns)]))
  list(of = of, total = total)
}

f1_of <- function(r, p) if (r + p > 0) 2 * r * p / (r + p) else 0

# Recall of each measure; precision is that with key and response exchanged.
oracle_b_cubed <- function(key, response) {
  n <- shared_matrix(key, response)
  sum(rowSums(n^2) / lengths(key)) / sum(lengths(key))
}

oracle_muc <- function(key, response) {
  parts <- vapply(key, function(k) {
    marked <- k[k %in% unlist(response)]
    sum(vapply(response, function(r) any(r %in% k), NA)) + length(k) - length(marked)
  }, 0)
  held <- sum(lengths(key) - parts)
  if (held == 0) 0 else held / sum(lengths(key) - 1)
}

oracle_lea <- function(key, response) {
  links <- function(x) if (length(x) == 1) paste(x, x) else utils::combn(sort(x), 2, paste, collapse = " ")
  of_response <- unlist(lapply(response, links))
  shares <- vapply(key, function(k) mean(links(k) %in% of_response), 0)
  sum(lengths(key) * shares) / sum(lengths(key))
}

# Searches all permutations for the best one.
oracle_ceaf <- function(key, response, entities) {
  n <- shared_matrix(key, response)
  similarity <- if (entities) 2 * n / outer(lengths(key), lengths(response), "+") else n
  best <- max(all_assignments(similarity)$total)
  best / if (entities) length(key) else sum(lengths(key))
}

# c(recall, precision, f1), where the key has links of both kinds.
oracle_blanc <- function(key, response) {
  links <- function(x, together) {
    mentions <- sort(unlist(x))
    set <- rep(seq_along(x), lengths(x))[order(unlist(x))]
    pairs <- utils::combn(length(mentions), 2)
    keep <- (set[pairs[1, ]] == set[pairs[2, ]]) == together
    paste(mentions[pairs[1, keep]], mentions[pairs[2, keep]])
  }
  figures <- lapply(c(TRUE, FALSE), function(together) {
    k <- links(key, together)
    r <- links(response, together)
    hits <- length(intersect(k, r))
    recall <- if (length(k)) hits / length(k) else 0
    precision <- if (length(r)) hits / length(r) else 0
    c(recall, precision, f1_of(recall, precision))
  })
  (figures[[1]] + figures[[2]]) / 2
}

# Distances of two sets.
oracle_set_distances <- list(
  nominal = function(x, y) as.numeric(!setequal(x, y)),
  jaccard = function(x, y) {
    if (length(union(x, y)) == 0) 0 else 1 - length(intersect(x, y)) / length(union(x, y))
  },
  dice = function(x, y) {
    if (length(c(x, y)) == 0) 0 else 1 - 2 * length(intersect(x, y)) / (length(x) + length(y))
  },
  passonneau = function(x, y) {
    if (setequal(x, y)) return(0)
    if (all(x %in% y) || all(y %in% x)) return(1 / 3)
    if (length(intersect(x, y)) == 0) 1 else 2 / 3
  }
)
# MASI with the monotonicity of the case: 1, 2/3, 1/3, 0.
oracle_masi <- function(two_thirds = 2 / 3, one_third = 1 / 3) {
  function(x, y) {
    case <- oracle_set_distances$passonneau(x, y)
    monotonic <- c(1, two_thirds, one_third, 0)[round(3 * case) + 1]
    1 - monotonic * (1 - oracle_set_distances$jaccard(x, y))
  }
}
oracle_set_distances$masi <- oracle_masi()

# Alpha of values in lists: one list of values per item.
oracle_set_alpha <- function(items, distance) {
  items <- items[lengths(items) > 1]
  mean_pairs <- function(values) {
    n <- length(values)
    pairs <- utils::combn(n, 2)
    mean(mapply(function(i, j) distance(values[[i]], values[[j]]), pairs[1, ], pairs[2, ]))
  }
  weights <- lengths(items)
  observed <- sum(weights * vapply(items, mean_pairs, 0)) / sum(weights)
  1 - observed / mean_pairs(unlist(items, recursive = FALSE))
}

# Returns for each mention the chains in which the annotators put it.
chain_values <- function(...) {
  partitions <- list(...)
  mentions <- unique(unlist(partitions))
  lapply(mentions, function(m) {
    values <- lapply(partitions, function(sets) Filter(function(s) m %in% s, sets))
    unlist(values, recursive = FALSE)
  })
}
