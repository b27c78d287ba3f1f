# Spans: alpha for unitizing, F1 and disagreements of a million spans, gamma of two annotators with a thousand each, and
# the growth from ten thousand spans to a million.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)

# Two annotators; the second moves a fifth of the ends and changes a tenth of the labels.
marked <- function(documents, spans) {
  n <- documents * spans
  start <- rep(40 * seq_len(spans), documents) + sample(0:9, n, TRUE)
  end <- start + sample(3:25, n, TRUE)
  label <- sample(c("PER", "LOC", "ORG", "MISC"), n, TRUE)
  moved <- end + ifelse(stats::runif(n) < .2, sample(1:4, n, TRUE), 0)
  other <- ifelse(stats::runif(n) < .1, sample(label), label)
  data.frame(
    document = rep(seq_len(documents), 2, each = spans), annotator = rep(c("ann", "bob"), each = n),
    start = c(start, start), end = c(end, moved), label = c(label, other), length = 40 * spans + 60
  )
}

set.seed(8)
data <- marked(10000, 50)
spans <- as_spans(data)
seconds <- race(
  `as_spans()` = function() as_spans(data),
  `alpha, 2019` = function() span_alpha(spans),
  `F1, exact` = function() span_agreement(spans),
  `F1, overlap` = function() span_agreement(spans, match = "overlap"),
  `disagreements()` = function() disagreements(spans),
  times = 1
)
show("1,000,000 spans in 10,000 documents, jackknife intervals", run = names(seconds), seconds = seconds)

one <- as_spans(marked(1, 1000))
seconds <- race(
  `gamma, 30 samples` = function() span_gamma(one, alpha = 3),
  `gamma, precision 1%` = function() span_gamma(one, alpha = 3, precision = 0.01),
  times = 1
)
show("Gamma of two annotators with 1,000 spans each", run = names(seconds), seconds = seconds)

microseconds <- function(run, n) {
  1e6 / n * min(replicate(if (n < 1e6) 8 else 2, {
    gc(FALSE)
    sum(system.time(run())[1:2])
  }))
}
for (n in c(1e4, 1e5, 1e6)) {
  data <- marked(n / 100, 50)
  data$document <- sprintf("document %05d", data$document)
  spans <- as_spans(data)
  cat(sprintf(
    "%.0e spans, microseconds of CPU each: as_spans() %.2f, as_ratings() %.2f, link_objects() %.2f\n", n,
    microseconds(function() as_spans(data), n), microseconds(function() as_ratings(spans), n),
    microseconds(function() link_objects(spans), n)
  ))
}
