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
# error is that of the mean influence of items, over clusters.
correlation_rows <- function(wrong, at, names, study) {
  varies <- apply(wrong, 2, function(x) any(x) && !all(x))
  if (!all(varies)) {
    which <- paste(names[!varies], collapse = ", ")
    return(not_possible(paste("no error, or only errors, by", which), "error_correlation"))
  }
  found <- correlation_of_errors(wrong)
  r <- found$pairs
  k <- found$k
  limits <- function(sums, conf_level) as.list(correlation_limits(found, study$cluster[at], conf_level))
  row <- share_row("error_correlation", found$mean + found$influence, at, study, limits = limits)
  worth <- function(r) ifelse(1 + (k - 1) * r > 0, k / (1 + (k - 1) * r), Inf)
  # The number falls with the correlation.
  number <- row
  number$quantity <- "effective_number"
  number$estimate <- worth(row$estimate)
  number$std.error <- NA_real_
  number[c("conf.low", "conf.high")] <- list(worth(row$conf.high), worth(row$conf.low))
  rows <- rbind(row, number)
  if (k < 3) {
    return(rows)
  }
  closest <- which(r == max(r[lower.tri(r)]) & lower.tri(r), arr.ind = TRUE)[1, ]
  rbind(rows, report_row(
    "highest_correlation", r[closest[1], closest[2]], nrow(wrong),
    who = paste(names[sort(closest)], collapse = " with ")
  ))
}

# The correlations of the columns of `wrong`, their mean, and the influence of each item on it, which for one
# correlation is z_a z_b - r (z_a^2 + z_b^2) / 2. `share`: the error rate of judges with equal rates and this mean
# variance.
correlation_of_errors <- function(wrong) {
  n <- nrow(wrong)
  k <- ncol(wrong)
  z <- scale(wrong) * sqrt(n / (n - 1))
  r <- crossprod(z) / n
  influence <- (rowSums(z)^2 - rowSums(z^2) - z^2 %*% (rowSums(r) - 1)) / (k * (k - 1))
  p <- colMeans(wrong)
  share <- (1 - sqrt(max(0, 1 - 4 * mean(p * (1 - p))))) / 2
  list(
    mean = mean(r[lower.tri(r)]), pairs = r, influence = as.vector(influence), k = k,
    share = if (mean(p) > 0.5) 1 - share else share
  )
}

# Score limits: the correlations r0 that differ from the estimate by at most t standard errors, where the standard error
# is that under r0. Where errors are rare it grows with r0, so that one taken at the estimate gives an upper limit that
# is too low. Its form is that of the beta-binomial; clusters and judges of unequal dependence multiply it.
correlation_limits <- function(found, cluster, conf_level) {
  variance <- function(r) beta_binomial_variance(r, found$share, found$k)
  n_clusters <- length(unique(cluster))
  excess <- clustered_error(found$influence, cluster)^2 / variance(found$mean)
  reach <- max(1 / length(cluster), excess) * stats::qt((1 + conf_level) / 2, n_clusters - 1)^2
  # Whether r0 is within the limits.
  inside <- function(r0) (found$mean - r0)^2 < reach * variance(r0)
  border <- function(to) {
    from <- found$mean
    if (inside(to)) {
      return(to)
    }
    for (i in 1:50) {
      middle <- (from + to) / 2
      if (inside(middle)) from <- middle else to <- middle
    }
    (from + to) / 2
  }
  c(border(-1 / (found$k - 1)), border(1))
}

# The variance of an item's influence on the mean correlation, if the number of judges that err on an item has the
# beta-binomial distribution with mean k p and correlation r. Negative correlations have the variance of 0.
beta_binomial_variance <- function(r, p, k) {
  r <- min(max(r, 1e-8), 1 - 1e-8)
  s <- 0:k
  a <- p * (1 - r) / r
  b <- (1 - p) * (1 - r) / r
  density <- exp(lchoose(k, s) + lbeta(s + a, k - s + b) - lbeta(a, b))
  sum_of_z <- (s - k * p)^2 / (p * (1 - p))
  of_squares <- (s * (1 - 2 * p) + k * p^2) / (p * (1 - p))
  sum(density * ((sum_of_z - of_squares) / (k * (k - 1)) - r * of_squares / k)^2)
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
