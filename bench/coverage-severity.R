# Coverage of 95% limits of rater_severity() with few raters, and the size of its test of drift, by simulation: items
# with standard deviation 1.2, raters with severities spread evenly over 1.6 logits, four categories, two criteria; with
# batches each item has one, the last rater becomes severe by a logit. Rscript bench/coverage-severity.R [replicates]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 300

STEPS <- c(-1, 0, 1)

# Each item is rated by `each` of the raters, drawn at random.
assigned <- function(n_items, n_raters, each) {
  data.frame(item = rep(seq_len(n_items), each = each), rater = c(replicate(n_items, sample(n_raters, each))))
}

drawn <- function(place) {
  weight <- exp(cbind(0, outer(place, 1:3) - rep(cumsum(STEPS), each = length(place))))
  rowSums(stats::runif(length(place)) > t(apply(weight / rowSums(weight), 1, cumsum)))
}

covers <- function(x, true) mean(x$conf.low <= true & true <= x$conf.high, na.rm = TRUE)

design <- function(n_items, n_raters, each) {
  severity <- seq(-0.8, 0.8, length.out = n_raters)
  difficulty <- c(-0.3, 0.3)
  hits <- replicate(times, suppressWarnings({
    rows <- merge(assigned(n_items, n_raters, each), data.frame(criterion = 1:2))
    place <- 1.2 * stats::rnorm(n_items)[rows$item] - severity[rows$rater]
    rows$x <- drawn(place - difficulty[rows$criterion])
    x <- rater_severity(rows, item, rater, x, facets = criterion)
    batches <- assigned(n_items, n_raters, each)
    batches$batch <- 1 + batches$item %% 2
    change <- ifelse(seq_len(n_raters) == n_raters, 1, 0)
    place <- 1.2 * stats::rnorm(n_items)[batches$item] - severity[batches$rater]
    batches$x <- drawn(place - change[batches$rater] * (batches$batch == 2))
    y <- rater_severity(batches, item, rater, x, batch = batch, link = "population")
    drift <- tidy(y, "drift")
    z <- abs(drift$change - change[drift$rater]) / drift$std.error
    c(
      severity = covers(x, severity), criteria = covers(tidy(x, "facets"), difficulty),
      steps = covers(tidy(x, "steps"), STEPS), drift = mean(z < stats::qnorm(0.975)),
      false_drift = mean(drift$p.value[change[drift$rater] == 0] < 0.05),
      drift_found = mean(drift$p.value[change[drift$rater] == 1] < 0.05)
    )
  }))
  data.frame(n_items, n_raters, each, t(round(rowMeans(hits, na.rm = TRUE), 3)))
}

set.seed(102)
designs <- data.frame(
  n_items = c(30, 100, 300, 30, 100, 300, 100, 300), n_raters = c(2, 2, 2, 4, 4, 4, 8, 8),
  each = c(2, 2, 2, 4, 2, 2, 3, 3)
)
print(do.call(rbind, Map(design, designs$n_items, designs$n_raters, designs$each)))
