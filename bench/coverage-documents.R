# Coverage, misses and width of 95% limits over documents: ci_bayes(), the jackknife and the percentile bootstrap, for
# estimates of spans and chains. Held out: nothing of ci_bayes() was chosen on these designs, and they were fixed before
# their first run (it was simplified after another set of twelve had shown it to be too wide). Each document has a
# quality of its own (beta distributed around `p`, with a sum of parameters of 10).
# Spans: annotators find a span as it is with this probability; of the others they miss half, and move the end or
# change the label of the rest. Chains: they put a mention into its chain with this probability, else into any of the
# document. Documents have 12 spans (24 mentions), or numbers that are lognormal with that mean (sdlog 1; at least 2).
# Those of `event` were added on 2026-11-28, also before their first run.
# The truth is the figure of 20,000 documents (gamma 1,000).
# A set where a method has no limits counts as not covered, and is left out of its width: `none` is the share of these.
# Rscript bench/coverage-documents.R [replicates] [rows of `designs`, such as 1:4]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 300

designs <- utils::read.table(header = TRUE, text = "
  figure p    annotators documents sizes
  alpha  .20  2          8         lognormal
  alpha  .20  3          30        equal
  alpha  .70  2          15        lognormal
  alpha  .85  3          10        equal
  alpha  .85  2          40        lognormal
  f1     .50  2          15        equal
  f1     .50  3          40        lognormal
  f1     .80  2          8         lognormal
  f1     .93  2          15        lognormal
  chain  .55  2          15        lognormal
  chain  .90  3          10        lognormal
  gamma  .70  2          12        lognormal
  event  .40  2          8         lognormal
  event  .40  2          30        equal
  event  .70  2          12        equal
  event  .70  3          20        lognormal
  event  .90  2          10        lognormal
  event  .90  2          40        equal
")

numbers <- function(d, mean) {
  if (d$sizes == "equal") {
    return(rep(mean, d$documents))
  }
  pmax(2, round(stats::rlnorm(d$documents, log(mean) - 0.5, 1)))
}

quality <- function(d) stats::rbeta(d$documents, 10 * d$p, 10 * (1 - d$p))

# A span in each 40 positions; all annotators saw all documents.
spans_of <- function(d) {
  sizes <- numbers(d, 12)
  document <- rep(seq_len(d$documents), sizes)
  n <- length(document)
  start <- 40 * (sequence(sizes) - 1) + sample(0:9, n, TRUE)
  end <- start + sample(3:20, n, TRUE)
  label <- sample(c("PER", "LOC", "ORG"), n, TRUE, c(.5, .3, .2))
  q <- quality(d)[document]
  each <- lapply(seq_len(d$annotators), function(a) {
    happens <- ifelse(stats::runif(n) < q, 0, sample(c(1, 1, 2, 3), n, TRUE))
    rows <- data.frame(
      document, annotator = a, start, end = end + ifelse(happens == 2, sample(1:8, n, TRUE), 0),
      label = ifelse(happens == 3, sample(label), label)
    )[happens != 1, ]
    empty <- setdiff(seq_len(d$documents), rows$document)
    if (length(empty)) {
      rows <- rbind(rows, data.frame(document = empty, annotator = a, start = NA, end = NA, label = NA))
    }
    rows
  })
  rows <- do.call(rbind, each)
  rows$length <- 40 * sizes[rows$document]
  as_spans(rows)
}

chains_of <- function(d) {
  sizes <- numbers(d, 24)
  document <- rep(seq_len(d$documents), sizes)
  any_chain <- function() ceiling(stats::runif(length(document)) * pmax(2, round(sizes / 4))[document])
  chain <- any_chain()
  q <- quality(d)[document]
  each <- lapply(seq_len(d$annotators), function(a) {
    data.frame(
      document, annotator = letters[a], mention = sequence(sizes),
      chain = ifelse(stats::runif(length(chain)) < q, chain, any_chain())
    )
  })
  as_chains(do.call(rbind, each))
}

# Estimate and limits.
limits <- list(
  alpha = function(data, ci) subset(span_alpha(data, ci = ci), coefficient == "u_alpha"),
  f1 = function(data, ci) {
    x <- span_agreement(data, ci = ci)
    transform(x[nrow(x), ], estimate = f1)
  },
  chain = function(data, ci) subset(chain_alpha(data, ci = ci), scope == "total"),
  event = function(data, ci) {
    x <- event_kappa(data, ci = ci)
    utils::tail(subset(x, coefficient == "event_kappa"), 1)
  },
  gamma = function(data, ci) subset(span_gamma(data, samples = 10, ci = ci), coefficient == "gamma")
)

intervals <- list(bayes = ci_bayes(), jackknife = ci_jackknife(), bootstrap = ci_bootstrap(times = 1000))

row <- function(d, times) {
  data_of <- if (d$figure == "chain") chains_of else spans_of
  many <- d
  many$documents <- if (d$figure == "gamma") 1000 else 20000
  truth <- limits[[d$figure]](data_of(many), ci_none())$estimate
  found <- replicate(times, {
    data <- data_of(d)
    suppressWarnings(vapply(intervals, function(ci) {
      unlist(limits[[d$figure]](data, ci)[1, c("estimate", "conf.low", "conf.high")])
    }, double(3)))
  })
  low <- found[2, , , drop = FALSE][1, , ]
  high <- found[3, , , drop = FALSE][1, , ]
  per <- data.frame(
    interval = names(intervals), truth, mean = mean(found[1, 1, ], na.rm = TRUE),
    coverage = rowMeans(low <= truth & truth <= high & !is.na(low)), below = rowMeans(high < truth, na.rm = TRUE),
    above = rowMeans(low > truth, na.rm = TRUE), width = rowMeans(high - low, na.rm = TRUE), none = rowMeans(is.na(low))
  )
  per[-1] <- round(per[-1], 3)
  cbind(d, per, row.names = NULL)
}

rows <- if (length(arguments) > 1) eval(parse(text = arguments[2])) else seq_len(nrow(designs))
for (i in rows) {
  set.seed(9300 + i)
  found <- row(designs[i, ], times)
  utils::write.table(found, quote = FALSE, row.names = FALSE, col.names = i == rows[1])
  flush(stdout())
}
