# Compares crowdlab() with cleanlab, which must be installed for `python`:
# Rscript data-raw/reference-crowdlab.R [python]. Random sparse ratings of three raters and more; prints the largest
# differences of posterior probabilities, weights, and qualities of ratings and raters. The labels of cleanlab's
# majority vote are taken (consensus_method = "majority_vote"), since its "best_quality" computes all anew from the new
# labels.
# Run on 2026-11-28: all differences at most 4.5e-16, with cleanlab 2.9.0 (75062574), numpy 1.24.2, pandas 1.5.3.
library(accord)
python <- c(commandArgs(TRUE), "python3")[1]
script <- tempfile(fileext = ".py")
writeLines(c(
  "import sys, numpy as np, pandas as pd",
  "from cleanlab.multiannotator import get_label_quality_multiannotator as quality",
  "d, p, out = pd.read_csv(sys.argv[1]), pd.read_csv(sys.argv[2], index_col=0), sys.argv[3]",
  "wide = d.pivot(index='item', columns='rater', values='code')",
  "r = quality(wide, p.to_numpy(), consensus_method='majority_vote', quality_method='crowdlab', verbose=False,",
  "            return_weights=True)",
  "r['label_quality'].to_csv(out + '.items'); r['detailed_label_quality'].to_csv(out + '.ratings')",
  "r['annotator_stats'].to_csv(out + '.raters')",
  "pd.DataFrame({'rater': wide.columns, 'weight': r['annotator_weight'], 'model': r['model_weight']}).to_csv(",
  "    out + '.weights', index=False)"
), script)
largest <- 0
for (seed in 1:6) {
  set.seed(seed)
  n <- 40
  k <- 2 + seed %% 3
  truth <- sample(k, n, TRUE)
  d <- expand.grid(item = sprintf("t%02d", seq_len(n)), rater = sprintf("r%d", seq_len(3 + seed %% 4)))
  d <- d[stats::runif(nrow(d)) < 0.6 | d$rater == "r1", ]
  of <- as.integer(d$item)
  d$code <- ifelse(stats::runif(nrow(d)) < 0.75, truth[of], sample(k, nrow(d), TRUE)) - 1L
  p <- matrix(stats::rexp(n * k), n, k, dimnames = list(levels(d$item), letters[seq_len(k)]))
  p[cbind(seq_len(n), truth)] <- p[cbind(seq_len(n), truth)] + 1
  p <- p / rowSums(p)
  files <- c(tempfile(), tempfile(), tempfile())
  utils::write.csv(d, files[1], row.names = FALSE)
  utils::write.csv(p, files[2])
  stopifnot(system2(python, c(script, files)) == 0)
  d$label <- factor(letters[d$code + 1], letters[seq_len(k)])
  x <- consensus(d, item, rater, label, method = crowdlab(classifier = p))
  read <- function(part) utils::read.csv(paste0(files[3], ".", part))
  items <- read("items")
  ours <- tidy(x, "items")
  ours <- ours[match(items$item, ours$item), ]
  ratings <- read("ratings")
  own <- tidy(x, "ratings")
  theirs <- as.matrix(ratings[, paste0("quality_annotator_", own$rater)])[
    cbind(match(own$item, ratings$item), seq_len(nrow(own)))
  ]
  raters <- read("raters")
  skill <- tidy(x)
  fit <- attr(x, "consensus")$fits[[1]]
  weights <- read("weights")
  largest <- pmax(largest, c(
    item = max(abs(items$consensus_quality_score - ours$quality)),
    majority = max(abs(items$consensus_label + 1 - as.integer(factor(ours$majority, letters)))),
    rating = max(abs(theirs - own$quality)),
    rater = max(abs(raters$annotator_quality[match(skill$rater, raters$rater)] - skill$estimate)),
    weight = max(abs(weights$weight[match(skill$rater, weights$rater)] - fit$weight)),
    classifier = abs(weights$model[1] - fit$classifier_weight)
  ))
}
print(signif(largest, 3))
