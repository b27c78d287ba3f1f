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
# Raters drawn at random. In crowd() those of an item are neighbours, so that the ratings form a ring, the worst case
# for a fit of two ways: its steps grow with the length of the ring.
drawn_crowd <- function(n, raters) {
  drawn <- vapply(seq_len(n / 5), function(i) sample(raters, 5), integer(5))
  transform(crowd(n), rater = as.vector(drawn))
}
of <- function(verb, ...) function(data) verb(data, item, rater, label, ...)
# A row for each item and a column for each rater, and the transposed matrix.
wide <- function(items, raters, prefix = "rater_") {
  values <- matrix(sample(3, items * raters, TRUE), items, dimnames = list(NULL, paste0(prefix, seq_len(raters))))
  as.data.frame(values)
}
# Each rater has a box for each option, or there is one rater per row.
boxes <- function(rows, names) {
  ticks <- matrix(stats::runif(rows * length(names)) < 0.3, rows, dimnames = list(NULL, names))
  data.frame(item = rep(seq_len(ceiling(rows / 2)), each = 2)[seq_len(rows)], who = rep_len(1:2, rows), ticks + 0L)
}
# Three of n annotators mark each document.
marked_by <- function(n) {
  document <- rep(seq_len(2 * n), each = 15)
  annotator <- (document * 7 + rep(0:2, 10 * n)) %% n + 1
  start <- rep(rep(10 * 1:5, each = 3), 2 * n)
  data.frame(
    document, annotator, label = sample(letters[1:4], 30 * n, TRUE), start, end = start + sample(3:8, 30 * n, TRUE),
    length = 1000, mention = start, chain = sample(3, 30 * n, TRUE)
  )
}
mentions <- function(n) {
  at <- rep(seq_len(n / 2), 2)
  data.frame(
    document = at %/% 200, annotator = rep(1:2, each = n / 2), mention = at, chain = sample(40, n, TRUE)
  )
}
file_of <- function(rows, ending) {
  path <- tempfile(fileext = paste0(".", ending))
  if (ending == "csv") {
    utils::write.csv(rows, path, row.names = FALSE)
  } else {
    cells <- Map(function(name, x) sprintf('"%s":"%s"', name, x), names(rows), lapply(rows, as.character))
    ends <- rep(c(",", ""), c(nrow(rows) - 1, 1))
    writeLines(c("[", paste0("{", do.call(paste, c(unname(cells), sep = ",")), "}", ends), "]"), path)
  }
  path
}
# A task of Label Studio with two annotations.
tasks <- function(n) {
  annotation <- function(who) {
    sprintf(
      paste0(
        '{"id":%d,"completed_by":%d,"result":[{"from_name":"s","to_name":"t","type":"choices",',
        '"value":{"choices":["%s"]}}]}'
      ), seq_len(n) * 10 + who, who, sample(letters[1:3], n, TRUE)
    )
  }
  path <- tempfile(fileext = ".json")
  form <- '{"id":%d,"data":{"text":"some text"},"annotations":[%s,%s]}'
  text <- sprintf(form, seq_len(n), annotation(1L), annotation(2L))
  writeLines(c("[", paste0(text, rep(c(",", ""), c(n - 1, 1))), "]"), path)
  path
}
# A result of many rows, made before the time is measured.
result <- function(verb, data_of) function(n) suppressMessages(suppressWarnings(verb(data_of(n))))
summaries <- result(of(rater_summary, ci = ci_none()), function(n) crowd(5 * n, raters = n))

# The cases: which size is doubled, its first value, how the data are made, and the call.
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
  `span_alpha` = list(1e4, marked, function(d) span_alpha(as_spans(d))),
  `span_gamma` = list(2e4, marked, function(d) span_gamma(as_spans(d), ci = ci_none())),
  `span_agreement, annotators` = list(300, marked_by, function(d) span_agreement(as_spans(d))),
  `span_alpha, annotators` = list(1000, marked_by, function(d) span_alpha(as_spans(d))),
  `span_gamma, annotators` = list(300, marked_by, function(d) span_gamma(as_spans(d), ci = ci_none())),
  `span_consensus, annotators` = list(2000, marked_by, span_consensus),
  `chain_alpha, annotators` = list(1000, marked_by, function(d) chain_alpha(as_chains(d))),
  `chain_agreement, annotators` = list(300, marked_by, function(d) chain_agreement(as_chains(d))),
  `pairwise_agreement, raters` = list(500, function(n) crowd(100 * n, raters = n), of(pairwise_agreement)),
  `rater_summary, raters` = list(2000, function(n) crowd(100 * n, raters = n), of(rater_summary)),
  `rater_influence, raters` = list(2000, function(n) crowd(100 * n, raters = n), of(rater_influence)),
  `one_coin, raters` = list(2000,
    function(n) crowd(20 * n, raters = n), of(consensus, method = "one_coin", max_iterations = 50)),
  `icc, raters` = list(2000, function(n) drawn_crowd(100 * n, n), function(d) icc(d, item, rater, score)),
  # Their standard errors invert a matrix of raters by raters.
  `rater_severity, raters` = list(400, function(n) drawn_crowd(50 * n, n), function(d) {
    d$label <- as.integer(d$label)
    rater_severity(d, item, rater, label)
  }),
  `span_consensus` = list(1e5, marked, span_consensus),
  `categories, case weights` = list(2e5, function(n) transform(crowd(n), w = item %% 7 + 0.5), function(d) {
    category_agreement(d, item, rater, label, case_weights = w, ci = ci_none())
  }),
  `agreement, bootstrap` = list(5e4, crowd, of(agreement, ci = ci_bootstrap(times = 200))),
  `alpha, jackknife` = list(2e6, crowd, of(krippendorff_alpha, ci = ci_jackknife())),
  `light_kappa` = list(5e4, crowd, of(light_kappa)),
  `compare_agreement` = list(5e5, function(n) crowd(n, groups = 2), of(compare_agreement, by = group)),
  `compare, many groups` = list(20,
    function(n) crowd(1000 * n, groups = n), of(compare_agreement, by = group, reference = 1)),
  `intra_rater_agreement` = list(1e5, function(n) rbind(crowd(n / 2), crowd(n / 2)), of(intra_rater_agreement)),
  `one_coin` = list(1e5, crowd, of(consensus, method = "one_coin")),
  `glad` = list(4e4, crowd, of(consensus, method = "glad", max_iterations = 20)),
  `mace` = list(1e5, crowd, of(consensus, method = "mace", max_iterations = 50)),
  `mace, categories` = list(4000,
    function(n) crowd(1000, categories = n), of(consensus, method = "mace", max_iterations = 20)),
  `consensus, groups` = list(1000, function(n) crowd(50 * n, groups = n), of(consensus, by = group)),
  `evaluate_consensus, numbers` = list(1e5, crowd, function(d) {
    gold <- data.frame(item = unique(d$item), label = stats::rnorm(length(unique(d$item))))
    evaluate_consensus(transform(gold, label = label + 0.1), gold)
  }),
  `calibration` = list(1e5, crowd, function(d) {
    calibration(transform(d, sure = round(stats::plogis(score), 2), gold = label[item]), label, sure, gold)
  }),
  `alt_test` = list(2e4, function(n) crowd(n, raters = 5), of(alt_test, models = 5, epsilon = 0.1)),
  `concordance` = list(2e4,
    function(n) crowd(n, raters = 5), function(d) concordance(d, item, rater, score, ci = ci_none())),
  `limits_of_agreement` = list(1e5, function(n) crowd(n, raters = 5), function(d) {
    limits_of_agreement(d, item, rater, score, ci = ci_none())
  }),
  `variance_components` = list(2e5, crowd, function(d) {
    variance_components(d, score ~ (1 | item) + (1 | rater), ci = ci_none())
  }),
  `chain_agreement` = list(4e5, mentions, function(d) chain_agreement(as_chains(d))),
  `chain_alpha` = list(4e5, mentions, function(d) chain_alpha(as_chains(d))),
  `a row for each rater` = list(1000, function(n) as.data.frame(t(wide(n, 20))), function(d) {
    as_ratings(d, layout = "raters_in_rows", level = "nominal")
  }),
  `raters in columns, items` = list(1e5, function(n) wide(n, 5), function(d) {
    as_ratings(d, layout = "raters_in_columns", level = "nominal")
  }),
  `raters in columns, a matrix` = list(1000, function(n) as.matrix(wide(20, n)), function(d) {
    as_ratings(d, layout = "raters_in_columns", level = "nominal")
  }),
  `counts, categories` = list(4000, function(n) matrix(5L, 20, n), function(d) as_ratings(d, layout = "counts")),
  `counts, items` = list(5e5, function(n) matrix(rep(c(0L, 2L, 3L), n), n, 3, byrow = TRUE), function(d) {
    as_ratings(d, layout = "counts")
  }),
  `confusion` = list(2e4, function(n) {
    k <- round(10 * sqrt(n))
    matrix(1L, k, k, dimnames = list(seq_len(k), seq_len(k)))
  }, function(d) as_ratings(d, layout = "confusion")),
  `boxes, options` = list(800, function(n) boxes(200, paste0("option_", seq_len(n))), function(d) {
    as_ratings(d, item, who, rating = c(dplyr::starts_with("option_")))
  }),
  `boxes, rows` = list(2e4,
    function(n) boxes(n, letters[1:5]), function(d) as_ratings(d, item, who, rating = c(a, b, c, d, e))),
  `questions in columns` = list(100, function(n) {
    data <- wide(100, 2 * n)
    names(data) <- paste0("question_", rep(seq_len(n), each = 2), "_rater_", 1:2)
    data
  }, function(d) try(as_ratings(d, layout = "raters_in_columns", level = "nominal"), silent = TRUE)),
  `sets in lists` = list(5e4, crowd, function(d) {
    d$label <- lapply(d$score, function(x) letters[1:4][abs(x) > 0:3 / 2])
    as_ratings(d, item, rater, label)
  }),
  `sets in text` = list(1e6,
    function(n) transform(crowd(n), label = paste0(label, ";", sample(3, n, TRUE))), function(d) {
    as_ratings(d, item, rater, label, separator = ";")
  }),
  `read_annotators, csv` = list(1e5, function(n) file_of(crowd(5 * n)[5 * seq_len(n), -2], "csv"), function(f) {
    read_annotators(f, id = item, annotation = label)
  }),
  `read_annotators, json` = list(2e4, function(n) file_of(crowd(5 * n)[5 * seq_len(n), -2], "json"), function(f) {
    read_annotators(f, id = item, annotation = label)
  }),
  `read_label_studio` = list(5000, tasks, read_label_studio),
  `write_corpus, json` = list(1e5, crowd, function(d) {
    write_corpus(d, item, rater, c(answer = label), tempfile(fileext = ".json"))
  }),
  `write_corpus, csv` = list(1e5, crowd, function(d) {
    write_corpus(d, item, rater, c(answer = label), tempfile(fileext = ".csv"))
  }),
  `write_spans` = list(2e5,
    function(n) span_consensus(marked(n)), function(d) write_spans(d, tempfile(fileext = ".csv"))),
  `print` = list(1e5, summaries, function(x) utils::capture.output(print(x))),
  `format` = list(1e5, summaries, format),
  `tidy` = list(1e5, summaries, tidy),
  `paper_table` = list(1000, summaries, function(x) paper_table(x)),
  `rbind` = list(250, function(n) {
    one <- krippendorff_alpha(crowd(100), item, rater, label, ci = ci_none())
    rep(list(one), n)
  }, function(x) do.call(rbind, x)),
  `a result, filtered` = list(2e4, summaries, function(x) for (i in 1:50) x <- x[-1, ]),
  `as_tibble of ratings` = list(2e6, function(n) as_ratings(crowd(n), item, rater, label), tibble::as_tibble),
  `summary of ratings` = list(2e6, function(n) as_ratings(crowd(n), item, rater, label), summary),
  `print of ratings` = list(2e6, function(n) as_ratings(crowd(n), item, rater, label), function(x) {
    utils::capture.output(print(x))
  })
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
