test_that("disagreements say who marked what, where", {
  skip_if_quick()
  spans <- as_spans(result_spans())
  found <- disagreements(spans)
  expect_s3_class(found, "accord_disagreements")
  # d1: 0-4, 0-4, 1-5 differ in place: two pairs at (2 / 8)^2, of three
  first <- found[found$item == "d1:0-5", ]
  expect_equal(first$disagreement, 2 / 16 / 3)
  expect_identical(first$kind, "place")
  expect_identical(first$ann, "PER 0-4")
  # d1: LOC 9-14 and PER 10-14, cat none: (1 / 9)^2 + 1 and two pairs without
  second <- found[found$item == "d1:9-14", ]
  expect_equal(second$disagreement, (1 / 81 + 1 + 2) / 3)
  expect_identical(second$kind, "missing, label, place")
  expect_identical(second$cat, "none")
  gamma <- with_seed(1, span_gamma(spans))
  # Each annotator has 10 / 3 spans in the mean.
  expect_equal(sum(found$disagreement), gamma$observed[1] * 10 / 3)
  expect_equal(sum(found$share), 1)

  labels <- disagreements(spans, what = "categories")
  expect_identical(labels$coincidences[labels$category_1 == "LOC" & labels$category_2 == "PER"], 2L)
  expect_identical(labels$coincidences[labels$category_1 == "LOC" & labels$category_2 == "(none)"], 2L)
  expect_error(disagreements(spans, what = "items"), class = "accord_error_argument")
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  for (x in list(found, labels)) {
    expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(x)), "ggplot_built")
    expect_s3_class(paper_table(x, "markdown"), "accord_table")
  }
})

test_that("cost, kind and place are those of the spans in the row", {
  skip_if_quick()
  data <- with_seed(6, random_spans(8, overlap = FALSE))
  # 100000, which R prints with an exponent
  for (shift in test_size(99998, c(0, 99998))) {
    moved <- transform(data, start = start + shift, end = end + shift, length = length + shift)
    found <- disagreements(as_spans(moved))
    expect_gt(nrow(found), 8)
    for (i in seq_len(nrow(found))) {
      row <- found[i, ]
      answers <- unlist(row[c("a", "b", "c")])
      marked <- answers[answers != "none"]
      at <- do.call(rbind, strsplit(marked, "[ -]"))
      start <- as.numeric(at[, 2])
      end <- as.numeric(at[, 3])
      expect_true(all(paste(at[, 1], start, end) %in% paste(moved$label, moved$start, moved$end)))
      expect_equal(c(row$start, row$end), c(min(start), max(end)))
      expect_match(row$item, paste0("^", row$document, ":[0-9]+-[0-9]+$"))
      differ <- c(
        missing = length(marked) < 3, label = any(at[, 1] != at[1, 1]), place = any(start != start[1] | end != end[1])
      )
      expect_identical(row$kind, paste(names(differ)[differ], collapse = ", "))
      cost <- 3 - choose(length(marked), 2)
      for (k in seq_along(marked)) {
        for (l in seq_len(k - 1)) {
          apart <- abs(start[k] - start[l]) + abs(end[k] - end[l])
          cost <- cost + (apart / (end[k] - start[k] + end[l] - start[l]))^2 + (at[k, 1] != at[l, 1])
        }
      }
      expect_equal(row$disagreement, unname(cost) / 3)
    }
  }
})

test_that("an annotator who did not see a document is told from one who marked nothing", {
  data <- rbind(
    result_spans(),
    data.frame(document = "d2", annotator = "dan", start = NA, end = NA, label = NA, length = 20)
  )
  found <- disagreements(as_spans(data))
  expect_true(all(is.na(found$dan[found$document == "d1"])))
  expect_true(all(found$dan[found$document == "d2"] == "none"))
})

test_that("the influence of an annotator is the difference to the rows without", {
  skip_if_quick()
  data <- with_seed(4, random_spans(5, overlap = FALSE))
  spans <- as_spans(data)
  for (coefficient in c("u_alpha", "u_alpha_binary", "cu_alpha", "alpha_2004", "f1")) {
    figure <- function(data) {
      if (coefficient == "f1") return(utils::tail(span_agreement(data)$f1, 1))
      x <- span_alpha(data, family = if (coefficient == "alpha_2004") "2004" else "2019")
      x$estimate[x$coefficient == coefficient & is.na(x$label)]
    }
    found <- rater_influence(spans, coefficient = coefficient)
    for (who in c("a", "b", "c")) {
      own <- found[found$rater == who, ]
      expect_equal(own$estimate_without, figure(data[data$annotator != who, ]))
      expect_equal(own$influence, figure(data) - own$estimate_without)
    }
    expect_false(is.unsorted(found$influence))
  }
  expect_s3_class(with_seed(1, rater_influence(spans, coefficient = "gamma")), "accord_influence")
  two <- rater_influence(as_spans(data[data$annotator != "c", ]))
  expect_identical(two$status, rep("one rater only", 2))
})

test_that("pairs of labels are those of every pair of annotators in each unitary alignment", {
  # d4 has two of the three annotators.
  data <- with_seed(7, random_spans(6, overlap = TRUE))
  data <- data[data$document != "d4" | data$annotator != "c", ]
  spans <- as_spans(data)
  found <- disagreements(spans, what = "categories")
  aligned <- attr(with_seed(1, span_gamma(spans, samples = 2)), "alignment")
  pairs <- lapply(split(aligned, paste(aligned$document, aligned$alignment)), function(one) {
    label <- c(one$label, rep("(none)", length(unique(data$annotator[data$document == one$document[1]])) - nrow(one)))
    two <- utils::combn(match(label, c(spans$labels, "(none)")), 2)
    two <- apply(two[, two[1, ] != two[2, ], drop = FALSE], 2, sort)
    data.frame(pair = paste(two[1, ], two[2, ])[seq_len(length(two) / 2)])
  })
  every <- do.call(rbind, pairs)$pair
  once <- unlist(lapply(pairs, function(x) unique(x$pair)))
  key <- paste(
    match(found$category_1, c(spans$labels, "(none)")), match(found$category_2, c(spans$labels, "(none)"))
  )
  expect_setequal(key, unique(every))
  expect_identical(found$coincidences, as.integer(table(every)[key]))
  expect_identical(found$n_items, as.integer(table(once)[key]))
  expect_equal(found$share, found$coincidences / length(every))
  # Time is not quadratic in the number of labels.
  expect_linear_time(function(n) {
    marked <- data.frame(
      document = "d", annotator = rep(c("a", "b"), each = n), start = 10 * seq_len(n), end = 10 * seq_len(n) + 5,
      label = c(seq_len(n), rev(seq_len(n)))
    )
    disagreements(as_spans(marked), what = "categories")
  }, 250)
})
