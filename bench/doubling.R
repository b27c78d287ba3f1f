# CPU seconds of the verbs at n, 2n and 4n of what they take, and the ratio of each doubling. A ratio above 2.6 where a
# call takes more than .3 s grows faster than linear. `Rscript bench/doubling.R [verb ...]` runs the named rows alone.

suppressPackageStartupMessages(library(accord))
set.seed(1)

crowd <- function(n, raters = 50, categories = 5, groups = 1) {
  item <- rep(seq_len(n / 5), each = 5)
  data.frame(
    item, rater = (item * 7 + rep(0:4, n / 5)) %% raters + 1, label = as.character(sample(categories, n, TRUE)),
    group = item %% groups, score = stats::rnorm(n)
  )
}
marked <- function(n) {
  start <- rep(10 * seq_len(n / 2), 2)
  data.frame(
    document = start %/% 1000, annotator = rep(1:2, each = n / 2), label = sample(letters[1:4], n, TRUE), start,
    end = start + sample(3:8, n, TRUE), length = 1e4 + n * 10
  )
}
of <- function(verb, ...) function(data) verb(data, item, rater, label, ...)

# What is doubled, from where, how the data are made, and the call.
cases <- list(
  `alpha, ratings` = list(1e6, crowd, of(krippendorff_alpha)),
  `alpha, groups` = list(1e4, function(n) crowd(10 * n, groups = n), of(krippendorff_alpha, by = group)),
  `alpha of numbers` = list(1e5, crowd, function(d) krippendorff_alpha(d, item, rating = score, level = "interval")),
  `agreement, ratings` = list(2e5, crowd, of(agreement)),
  `agreement, raters` = list(500, function(n) crowd(100 * n, raters = n), of(agreement, ci = ci_none())),
  `agreement, categories` = list(2000, function(n) crowd(20 * n, categories = n), of(agreement, ci = ci_none())),
  `category_agreement` = list(1000, function(n) crowd(10 * n, categories = n), of(category_agreement)),
  `pairwise_agreement` = list(2e5, crowd, of(pairwise_agreement)),
  `rater_summary` = list(1e6, crowd, of(rater_summary)),
  `rater_influence` = list(1e6, crowd, of(rater_influence)),
  `item_summary` = list(1e6, crowd, of(item_summary)),
  `item_influence` = list(1e6, crowd, of(item_influence)),
  `disagreements` = list(1e6, crowd, of(disagreements)),
  `majority` = list(1e6, crowd, of(consensus)),
  `dawid_skene` = list(1e5, crowd, of(consensus, method = "dawid_skene")),
  `evaluate_consensus, labels` = list(2e5, crowd, function(d) {
    d <- d[!duplicated(d$item), c("item", "label")]
    evaluate_consensus(d, d)
  }),
  `a column for each rater` = list(2000, function(n) {
    as.data.frame(matrix(rep(1:3, length.out = 3 * n), 3, dimnames = list(NULL, paste0("rater_", seq_len(n)))))
  }, function(d) as_ratings(d, layout = "raters_in_columns", level = "nominal")),
  `icc` = list(2e5, crowd, function(d) icc(d, item, rater, score)),
  `rater_severity` = list(1e4, crowd, function(d) {
    d$label <- as.integer(d$label)
    rater_severity(d, item, rater, label)
  }),
  `span_agreement` = list(1e4, marked, function(d) span_agreement(as_spans(d))),
  `span_alpha` = list(1e4, marked, function(d) span_alpha(as_spans(d)))
)

asked <- commandArgs(TRUE)
for (name in if (length(asked)) asked else names(cases)) {
  case <- cases[[name]]
  seconds <- vapply(case[[1]] * c(1, 2, 4), function(n) {
    data <- case[[2]](n)
    gc()
    taken <- tryCatch(
      system.time(suppressWarnings(suppressMessages(case[[3]](data)))),
      error = function(cnd) {
        cat(name, "stops:", conditionMessage(cnd), "\n")
        c(NA, NA)
      }
    )
    sum(taken[1:2])
  }, 0)
  ratio <- seconds[-1] / seconds[-3]
  fast <- any(ratio > 2.6 & seconds[-1] > 0.3, na.rm = TRUE)
  cat(sprintf(
    "%-28s from %8.0f: %7.2f %7.2f %7.2f s, ratios %.2f %.2f%s\n", name, case[[1]],
    seconds[1], seconds[2], seconds[3], ratio[1], ratio[2], if (fast) "  <- grows faster" else ""
  ))
}
