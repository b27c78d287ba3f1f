# The designs of bench/coverage-few-clusters.R: items in 5 to 50 clusters, such as the patients of lesions or the
# documents of sentences. Written before the first study was drawn. Odd designs served to choose among intervals, even
# ones are those that are reported.

few_clusters_designs <- function() {
  set.seed(20261128)
  designs <- expand.grid(
    half = 1:2, clusters = c(5, 10, 20, 50), size = c(3, 10), sizes = c("equal", "unequal"), stringsAsFactors = FALSE
  )
  n <- nrow(designs)
  any_of <- function(x) sample(rep(x, length.out = n))
  designs$design <- seq_len(n)
  designs$within <- any_of(c(0.1, 0.5)) # correlation of the true scores of a cluster
  designs$own <- any_of(c(0, 0.2, 0.4)) # standard deviation of the error that a rater makes in all of a cluster
  designs$noise <- any_of(c(0.2, 0.5, 1))
  designs$difficulty <- any_of(c(0, 0.4)) # standard deviation of the logarithm of the noise of a cluster
  designs$cuts <- any_of(c("even", "rare", "four"))
  designs
}

CUTS <- list(even = 0, rare = 1.2, four = c(-1, 0, 0.7))
BIAS <- c(0, 0.2, -0.3)

# A study: a row per item and rater, with two scores and two labels each, in the columns `score`, `again`, `label` and
# `label_again`.
clustered_study <- function(d, clusters = d$clusters) {
  size <- if (d$sizes == "equal") rep(d$size, clusters) else 1 + stats::rgeom(clusters, 1 / d$size)
  cluster <- rep(seq_len(clusters), size)
  n <- length(cluster)
  z <- sqrt(d$within) * stats::rnorm(clusters)[cluster] + sqrt(1 - d$within) * stats::rnorm(n)
  noise <- d$noise * exp(stats::rnorm(clusters, 0, d$difficulty))[cluster]
  of_rater <- lapply(seq_along(BIAS), function(r) {
    centre <- z + BIAS[r] + d$own * stats::rnorm(clusters)[cluster]
    # Two decimals, since the concordance of very many distinct values takes long.
    score <- round(centre + noise * stats::rnorm(n), 2)
    again <- round(centre + noise * stats::rnorm(n), 2)
    data.frame(
      item = seq_len(n), cluster = cluster, rater = letters[r], score = score, again = again,
      label = findInterval(score, CUTS[[d$cuts]]), label_again = findInterval(again, CUTS[[d$cuts]])
    )
  })
  do.call(rbind, of_rater)
}
