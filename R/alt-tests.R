# The test of each person, from sums over the shared items. On each item the difference is whether the person wins minus
# whether the model wins: 1, 0 or -1.

# `rows`: those of sums_of_people() for one group.
test_people <- function(rows, ratings, options) {
  place <- order(order(ratings$raters, method = "radix"))
  rows <- vctrs::vec_slice(rows, order(place[rows$rater]))
  n <- rows$n_items
  up <- rows$person_wins - rows$both
  down <- rows$model_wins - rows$both
  enough <- n >= options$min_items
  by_t <- t_of_wins(up, down, n, options$epsilon)
  # Columns have the same type when there are no rows, so that tidy() can combine groups.
  test <- rep(if (options$few == "wilcoxon") "wilcoxon" else NA_character_, length(n))
  test[enough] <- "t"
  p <- replace(by_t$p.value, !enough, NA_real_)
  ranked <- which(test == "wilcoxon")
  p[ranked] <- vapply(ranked, function(i) signed_rank_p(up[i], down[i], n[i], options$epsilon), 0)
  adjusted <- stats::p.adjust(p, "BY")
  by_t[c("statistic", "df")] <- lapply(by_t[c("statistic", "df")], replace, !enough, NA_real_)
  tibble::tibble(
    person = vctrs::vec_slice(ratings$raters, rows$rater),
    n_items = n,
    model_wins = rows$model_wins / n,
    person_wins = rows$person_wins / n,
    difference = (up - down) / n,
    statistic = by_t$statistic,
    df = by_t$df,
    p.value = p,
    adj.p.value = adjusted,
    rejected = adjusted <= options$fdr,
    test = test,
    status = replace(rep("ok", length(n)), is.na(p), paste("fewer than", options$min_items, "shared items"))
  )
}

# The result of test_people() without people.
NO_PEOPLE <- tibble::tibble(
  person = character(), n_items = integer(), model_wins = double(), person_wins = double(), difference = double(),
  statistic = double(), df = double(), p.value = double(), adj.p.value = double(), rejected = logical(),
  test = character(), status = character()
)

# Computes with whole numbers up to the division, so that differences without variance are recognised exactly.
t_of_wins <- function(up, down, n, epsilon) {
  mean <- (up - down) / n
  variance <- (n * as.double(up + down) - as.double(up - down)^2) / (n * (n - 1))
  statistic <- (mean - epsilon) / sqrt(variance / n)
  p <- stats::pt(statistic, n - 1)
  same <- is.na(variance) | variance == 0
  p[same] <- as.double(mean[same] >= epsilon)
  statistic[same] <- NA_real_
  list(statistic = statistic, df = replace(n - 1, same, NA_real_), p.value = p)
}

signed_rank_p <- function(up, down, n, epsilon) {
  differences <- rep(c(1, 0, -1), c(up, n - up - down, down))
  if (all(differences == epsilon)) {
    return(1)
  }
  stats::wilcox.test(differences, mu = epsilon, alternative = "less", exact = FALSE)$p.value
}
