# Questions of judge_report() on several judges: are their errors independent, so that a panel is worth more than one?

# Errors of the last version of each judge against the majority of people, on items that all judged.
errors_of_panel <- function(study) {
  units <- study$units[!duplicated(study$units$judge, fromLast = TRUE), ]
  labels <- study$labels[units$name]
  if (nrow(units) < 2) {
    return(not_possible("one judge only"))
  }
  if (study$level == "interval") {
    return(not_possible("ratings are scores, which have no errors"))
  }
  asked <- Reduce(`&`, lapply(labels, `[[`, "asked"))
  at <- which(asked & !is.na(study$majority))
  gold <- study$majority[at]
  code <- vapply(labels, function(label) label$code[at], integer(length(at)))
  code <- matrix(code, ncol = nrow(units))
  wrong <- !(code == gold) %in% TRUE
  dim(wrong) <- dim(code)
  if (length(at) < 3) {
    return(not_possible("fewer than three items that all judges and a majority of people rated"))
  }
  all_wrong <- rowSums(wrong) == ncol(wrong)
  rbind(
    correlation_rows(wrong, at, units$name, study), consistency_row(wrong),
    share_row("all_wrong", as.double(all_wrong), at, study),
    report_row("all_wrong_if_independent", prod(colMeans(wrong)), length(at)),
    share_row("panel_accuracy", accuracy_of_votes(code, gold), at, study)
  )
}

# The mean correlation of errors, the number of independent judges with its variance, and the closest pair. The standard
# error is that of the mean influence of items, over clusters; the limits are those of Fisher's z.
correlation_rows <- function(wrong, at, names, study) {
  varies <- apply(wrong, 2, function(x) any(x) && !all(x))
  if (!all(varies)) {
    which <- paste(names[!varies], collapse = ", ")
    return(not_possible(paste("no error, or only errors, by", which), "error_correlation"))
  }
  n <- nrow(wrong)
  k <- ncol(wrong)
  z <- scale(wrong) * sqrt(n / (n - 1))
  r <- crossprod(z) / n
  mean_r <- mean(r[lower.tri(r)])
  # The influence of an item on a correlation is z_a z_b - r (z_a^2 + z_b^2) / 2.
  influence <- (rowSums(z)^2 - rowSums(z^2) - z^2 %*% (rowSums(r) - 1)) / (k * (k - 1))
  cluster <- study$cluster[at]
  n_clusters <- length(unique(cluster))
  se <- clustered_error(as.vector(influence), cluster)
  limits <- tanh(t_limits(atanh(mean_r), se / (1 - mean_r^2), n_clusters - 1, study$ci))
  worth <- function(r) ifelse(1 + (k - 1) * r > 0, k / (1 + (k - 1) * r), Inf)
  interval <- if (n_clusters < n) "t over clusters" else "t"
  rows <- rbind(
    report_row("error_correlation", mean_r, n, limits, se, n_clusters, interval),
    report_row("effective_number", worth(mean_r), n, worth(rev(limits)), NA_real_, n_clusters, interval)
  )
  if (k < 3) {
    return(rows)
  }
  closest <- which(r == max(r[lower.tri(r)]) & lower.tri(r), arr.ind = TRUE)[1, ]
  rbind(rows, report_row(
    "highest_correlation", r[closest[1], closest[2]], n, who = paste(names[sort(closest)], collapse = " with ")
  ))
}

# The mean over pairs of judges of (c - e) / (1 - e), with c the share of items on which both are right or both wrong,
# and e the share expected if errors were independent (Geirhos et al. 2020): Cohen's kappa of right and wrong.
consistency_row <- function(wrong) {
  p <- colMeans(wrong)
  both <- crossprod(wrong) / nrow(wrong)
  same <- both + 1 - outer(p, p, `+`) + both
  expected <- outer(p, p) + outer(1 - p, 1 - p)
  kappa <- (same - expected) / (1 - expected)
  kappa <- kappa[lower.tri(kappa)]
  if (!all(is.finite(kappa))) {
    return(not_possible("two judges make no error, or only errors", "error_consistency"))
  }
  report_row("error_consistency", mean(kappa), nrow(wrong))
}

# Whether the most frequent label of the judges is right; 1 / m for one of m tied labels. Unusable replies do not vote.
accuracy_of_votes <- function(code, gold) {
  n <- nrow(code)
  given <- !is.na(code)
  top <- modal_codes(row(code)[given], code[given], n)
  right <- top[top$code == gold[top$group], ]
  replace(rep(0, n), right$group, 1 / right$tied)
}
