# Coreference: 150 texts by two annotators, and one text with 100,000 mentions in 20,000 chains,
# from annotators who agree on most mentions to those who agree on none.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)

# The second annotator puts a `share` of the mentions into random chains.
two_annotators <- function(mentions, chains, share, documents = 1) {
  n <- mentions * documents
  first <- sample(chains, n, TRUE)
  second <- ifelse(stats::runif(n) < share, sample(chains, n, TRUE), first)
  data.frame(
    document = rep(seq_len(documents), 2, each = mentions), annotator = rep(c("ann", "bob"), each = n),
    mention = rep(seq_len(n), 2), chain = c(first, second)
  )
}

measure <- function(data, what) {
  chains <- as_chains(data)
  seconds <- race(
    `as_chains()` = function() as_chains(data),
    `matching` = function() chain_agreement(chains),
    `matching, jaccard` = function() chain_agreement(chains, cost = "jaccard"),
    `matching, free` = function() chain_agreement(chains, unpaired = "free"),
    `scores` = function() coref_scores(chains),
    `alpha` = function() chain_alpha(chains),
    times = 1
  )
  show(what, run = names(seconds), seconds = seconds)
  above <- peak_above(function() chain_agreement(as_chains(data)))
  cat("from the frame to the matching takes", round(above), "MB\n")
}

set.seed(6)
measure(two_annotators(125, 20, .3, 150), "150 texts of 125 mentions")
measure(two_annotators(1e5, 2e4, .2), "100,000 mentions in 20,000 chains, a fifth of them elsewhere")
measure(two_annotators(1e5, 2e4, 1), "100,000 mentions in 20,000 chains, at random")
