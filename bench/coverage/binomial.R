# What the goals of the coverage table ask of the simplest case: two raters, percent agreement, whose number of items
# with equal ratings is binomial. Exact coverage of three intervals for a proportion, without simulation.
#   Rscript bench/coverage/binomial.R

limits <- list(
  "Clopper-Pearson" = function(x, n) {
    cbind(ifelse(x == 0, 0, stats::qbeta(.025, x, n - x + 1)), ifelse(x == n, 1, stats::qbeta(.975, x + 1, n - x)))
  },
  Jeffreys = function(x, n) {
    lower <- ifelse(x == 0, 0, stats::qbeta(.025, x + .5, n - x + .5))
    cbind(lower, ifelse(x == n, 1, stats::qbeta(.975, x + .5, n - x + .5)))
  },
  Wilson = function(x, n) {
    z <- stats::qnorm(.975)
    centre <- (x + z^2 / 2) / (n + z^2)
    half <- z * sqrt(x * (n - x) / n + z^2 / 4) / (n + z^2)
    cbind(centre - half, centre + half)
  }
)
coverage <- function(p, n, limits) {
  found <- limits(0:n, n)
  vapply(p, function(p) sum(stats::dbinom(0:n, n, p)[found[, 1] <= p & p <= found[, 2]]), 0)
}

rows <- expand.grid(interval = names(limits), items = c(20, 50, 200), agreement = c("0.5 to 0.9", "0.9 to 0.99"))
figures <- mapply(function(interval, items, agreement) {
  ends <- as.numeric(strsplit(agreement, " to ")[[1]])
  covered <- coverage(seq(ends[1], ends[2], length.out = 2001), items, limits[[interval]])
  c(lowest = min(covered), in_range = mean(covered >= .93 & covered <= .985), above = mean(covered > .985),
    below = mean(covered < .91))
}, as.character(rows$interval), rows$items, as.character(rows$agreement))
print(cbind(rows, round(t(figures), 3)), row.names = FALSE)
