# Mentions on which annotators of chains differ, against a matching by all permutations.

# The chains of two annotators as lists of vectors of mentions, matched so that most mentions are in both: for each
# mention whether it is in two matched chains. Singletons are one set.
equal_by_permutation <- function(first, second) {
  as_sets <- function(chains) {
    alone <- lengths(chains) == 1
    Filter(length, c(chains[!alone], list(unlist(chains[alone]))))
  }
  a <- as_sets(first)
  b <- as_sets(second)
  n <- max(length(a), length(b))
  a <- c(a, rep(list(character()), n - length(a)))
  b <- c(b, rep(list(character()), n - length(b)))
  places <- as.matrix(expand.grid(rep(list(seq_len(n)), n)))
  places <- places[apply(places, 1, function(row) !anyDuplicated(row)), , drop = FALSE]
  shared <- apply(places, 1, function(row) sum(lengths(Map(intersect, a, b[row]))))
  list(best = which(shared == max(shared)), both = lapply(which(shared == max(shared)), function(k) {
    unlist(Map(intersect, a, b[places[k, ]]))
  }))
}

test_that("the mentions that are listed are those outside of the matched chains", {
  set.seed(4)
  compared <- 0
  for (round in 1:12) {
    rows <- expand.grid(mention = letters[1:7], annotator = c("ann", "bob"), document = "d", stringsAsFactors = FALSE)
    rows$chain <- sample(c("x", "y", "z", NA), nrow(rows), TRUE)
    rows <- rows[stats::runif(nrow(rows)) < 0.9, ]
    chains_of <- function(who) {
      own <- rows[rows$annotator == who, ]
      c(split(own$mention[!is.na(own$chain)], own$chain[!is.na(own$chain)]), as.list(own$mention[is.na(own$chain)]))
    }
    oracle <- equal_by_permutation(chains_of("ann"), chains_of("bob"))
    both <- unique(lapply(oracle$both, sort))
    if (length(both) > 1) next
    compared <- compared + 1
    found <- disagreements(as_chains(rows))
    expect_setequal(found$mention, setdiff(unique(rows$mention), both[[1]]))
    lacking <- vapply(found$mention, function(m) sum(rows$mention == m) == 1, NA)
    expect_identical(found$kind == "missing", unname(lacking))
    expect_identical(found$ann == "none", !found$mention %in% rows$mention[rows$annotator == "ann"])
  }
  expect_gt(compared, 3)
})

test_that("answers have the other mentions of the chain, and the disagreement of three is a share of pairs", {
  marked <- data.frame(
    document = "d1", annotator = rep(c("ann", "bob", "cat"), each = 4), mention = 1:4,
    chain = c("a", "a", "b", "b", "x", "x", "y", "y", "k", "k", "l", NA)
  )
  x <- disagreements(as_chains(marked[-8, ]))
  # The set of cat's singletons, 3 and 4, is matched with ann's chain of both, so that only bob differs, on 4.
  expect_identical(x$mention, 4L)
  expect_equal(x$disagreement, 2 / 3)
  expect_identical(as.character(x[x$mention == 4, c("ann", "bob", "cat")]), c("with 3", "none", "alone"))
  expect_identical(x$kind, "missing")
  expect_equal(sum(x$share), 1)
  expect_match(paper_table(x, "markdown"), "the share of pairs of annotators who differ on the mention")
  # Nobody differs from a copy of themselves.
  same <- rbind(marked[1:4, ], transform(marked[1:4, ], annotator = "dan"))
  expect_identical(nrow(disagreements(as_chains(same))), 0L)
})

test_that("a long chain is cut, and names of columns are free", {
  marked <- data.frame(
    document = "d", annotator = rep(c("ann", "bob"), each = 9), mention = 1:9,
    chain = c(rep("a", 9), rep("x", 8), NA)
  )
  x <- disagreements(as_chains(marked))
  expect_identical(x$ann[x$mention == 9], "with 1, 2, 3, 4 and 4 more")
  marked$annotator[1:9] <- "share"
  expect_error(disagreements(as_chains(marked)), class = "accord_error_reserved_name")
})
