ndt_trees <- function() {
  path <- test_path("reference", "relations", "ndt1.csv")
  x <- read.csv(path, colClasses = c(rel_1 = "character", rel_2 = "character"))
  side <- function(k) {
    data.frame(
      document = x$sentence, annotator = paste0("a", k), token = x$token, head = x[[paste0("head_", k)]],
      label = x[[paste0("rel_", k)]]
    )
  }
  rbind(side(1), side(2))
}

test_that("attachment scores are those of the source, and kappa that of all pairs of token and head", {
  skip_if_quick()
  trees <- ndt_trees()
  x <- relation_agreement(trees, measure = c("f1_labelled", "f1_unlabelled", "kappa_labelled", "kappa_unlabelled"))
  expect_equal(round(x$estimate[1], 3), 0.940)
  expect_equal(round(x$estimate[2:4], 4), c(0.9630, 0.9498, 0.9607))
  expect_equal(x$status, rep("ok", 4))
  # Without any links, from the definition: a row per pair of token and head.
  one <- trees[trees$annotator == "a1", ]
  two <- trees[trees$annotator == "a2", ]
  cells <- do.call(rbind, lapply(split(seq_len(nrow(one)), one$document), function(rows) {
    n <- length(rows)
    pairs <- expand.grid(token = seq_len(n), head = 0:n)
    pairs <- pairs[pairs$token != pairs$head, ]
    label <- function(side) {
      side <- side[rows, ]
      side$label[match(paste(pairs$token, pairs$head), paste(side$token, side$head))]
    }
    data.frame(document = one$document[rows[1]], first = label(one), second = label(two))
  }))
  cells[is.na(cells)] <- "none"
  table <- function(x) {
    levels <- unique(c(cells$first, cells$second))
    base::table(factor(x$first, levels), factor(x$second, levels)) / nrow(x)
  }
  kappa <- function(x) {
    p <- table(x)
    chance <- sum(rowSums(p) * colSums(p))
    (sum(diag(p)) - chance) / (1 - chance)
  }
  expect_equal(x$estimate[3], kappa(cells))
  expect_equal(x$n_pairs[3], nrow(cells))
  # The interval: sentences are left out in turn.
  each <- vapply(unique(cells$document), function(d) kappa(cells[cells$document != d, ]), 0)
  n <- length(each)
  expect_equal(x$std.error[3], sqrt((n - 1)^2 / n * var(each)))
  right <- as.double(one$head == two$head)
  each <- vapply(unique(one$document), function(d) mean(right[one$document != d]), 0)
  expect_equal(x$std.error[2], sqrt((n - 1)^2 / n * var(each)))
})

random_relations <- function(seed) {
  set.seed(seed)
  ends <- expand.grid(place = 1:5, annotator = c("a", "b"), document = c("d1", "d2", "d3"))
  # The places of b are shifted, so that they overlap by half; some are missing.
  ends$start <- 20 * ends$place + 5 * (ends$annotator == "b")
  ends$end <- ends$start + 15
  ends$id <- paste0("T", ends$place)
  ends <- ends[sort(sample(nrow(ends), 25)), ]
  pick <- function(n) {
    at <- sample(nrow(ends), n, replace = TRUE)
    other <- vapply(at, function(i) {
      choices <- which(ends$annotator == ends$annotator[i] & ends$document == ends$document[i])
      choices <- setdiff(choices, i)
      choices[sample.int(length(choices), 1)]
    }, 1L)
    data.frame(
      document = ends$document[at], annotator = ends$annotator[at], from = ends$id[at], to = ends$id[other],
      label = sample(c("x", "y"), n, replace = TRUE)
    )
  }
  list(ends = ends, relations = pick(60))
}

test_that("F1 and kappa are those of the definition on random relations, directed or not", {
  skip_if_quick()
  for (seed in 1:8) {
    data <- random_relations(seed)
    x <- as_relations(data$ends, relations = data$relations)
    for (directed in c(TRUE, FALSE)) {
      rows <- data$relations
      if (!directed) rows[c("from", "to")] <- list(pmin(rows$from, rows$to), pmax(rows$from, rows$to))
      both <- split(data$ends$id, data$ends[c("document", "annotator")], drop = FALSE)
      linked <- function(document) {
        intersect(both[[paste0(document, ".a")]], both[[paste0(document, ".b")]])
      }
      for (labelled in c(TRUE, FALSE)) {
        key <- function(who) {
          mine <- rows[rows$annotator == who, ]
          if (!labelled) mine$label <- "r"
          unique(mine[c("document", "from", "to", "label")])
        }
        a <- key("a")
        b <- key("b")
        text <- function(x) do.call(paste, x)
        measure <- if (labelled) "labelled" else "unlabelled"
        ask <- function(kind, ends = "all") {
          relation_agreement(
            x, measure = paste0(kind, "_", measure), directed = directed, ends = ends, at_least = 0.4, ci = ci_none()
          )$estimate
        }
        expect_equal(ask("f1"), 2 * sum(text(a) %in% text(b)) / (nrow(a) + nrow(b)))
        within <- function(x) {
          x[mapply(function(d, from, to) all(c(from, to) %in% linked(d)), x$document, x$from, x$to), ]
        }
        a <- within(a)
        b <- within(b)
        expect_equal(ask("f1", "linked"), 2 * sum(text(a) %in% text(b)) / (nrow(a) + nrow(b)))
        cells <- do.call(rbind, lapply(c("d1", "d2", "d3"), function(d) {
          pairs <- expand.grid(from = linked(d), to = linked(d), stringsAsFactors = FALSE)
          pairs <- pairs[if (directed) pairs$from != pairs$to else pairs$from < pairs$to, ]
          value <- function(x) {
            x <- x[x$document == d, ]
            vapply(seq_len(nrow(pairs)), function(i) {
              paste(sort(x$label[x$from == pairs$from[i] & x$to == pairs$to[i]]), collapse = "+")
            }, "")
          }
          data.frame(one = value(a), two = value(b))
        }))
        levels <- unique(unlist(cells))
        p <- table(factor(cells$one, levels), factor(cells$two, levels)) / nrow(cells)
        chance <- sum(rowSums(p) * colSums(p))
        expect_equal(ask("kappa"), (sum(diag(p)) - chance) / (1 - chance))
      }
    }
  }
})

test_that("relations of all readers are the same", {
  spans <- data.frame(
    item = "d1", annotator = rep(c("ann", "bob"), each = 3), region = c("r1", "r2", NA), start = c(0, 9, NA),
    end = c(4, 14, NA), label = c("PER", "ORG", "works for"), from = c(NA, NA, "r1"), to = c(NA, NA, "r2")
  )
  places <- transform(spans, region = NULL, from = sub("r1", "0-4", from), to = sub("r2", "9-14", to))
  table <- as_relations(
    transform(spans[!is.na(spans$start), ], id = region), relations = spans[is.na(spans$start), ]
  )
  folder <- tempfile()
  for (name in c("ann", "bob")) {
    dir.create(file.path(folder, name), recursive = TRUE)
    writeLines(
      c("T1\tPER 0 4\tRuth", "T2\tORG 9 14\tfield", "R1\tworks_for Arg1:T1 Arg2:T2"),
      file.path(folder, name, "d1.ann")
    )
  }
  brat <- as_relations(read_brat(file.path(folder, c("ann", "bob"))))
  for (x in list(as_relations(spans), as_relations(places), table, brat)) {
    expect_equal(x$relation$from, c(1, 3))
    expect_equal(x$relation$to, c(2, 4))
    expect_equal(as.character(x$documents), "d1")
    expect_equal(relation_agreement(x, ci = ci_none())$estimate, c(1, 1))
  }
  expect_output(print(table), "2 relations between 4 spans in 1 document by 2 annotators")
})

test_that("three annotators have a mean, and nothing to compare has a reason", {
  skip_if_quick()
  trees <- ndt_trees()
  third <- transform(trees[trees$annotator == "a1", ], annotator = "a3")
  x <- relation_agreement(rbind(trees, third), measure = c("f1_unlabelled", "kappa_unlabelled"))
  expect_equal(nrow(x), 8)
  mean <- x[is.na(x$annotator_1), ]
  for (one in mean$coefficient) {
    expect_equal(mean$estimate[mean$coefficient == one], mean(x$estimate[x$coefficient == one & !is.na(x$annotator_1)]))
  }
  expect_true(all(mean$conf.low < mean$estimate & mean$estimate < mean$conf.high))
  shown <- relation_agreement(trees, measure = c("f1_unlabelled", "kappa_unlabelled"), ci = ci_bayes())
  expect_true(all(shown$conf.low < shown$estimate & shown$estimate < shown$conf.high))
  blank <- data.frame(
    document = "d", annotator = c("a", "b"), start = 0, end = 4, label = "x", from = NA_character_, to = NA_character_
  )
  none <- relation_agreement(blank, ci = ci_none())
  expect_equal(none$status, rep("no relations", 2))
  expect_output(print(none), "no relations")
  each <- relation_agreement(trees, what = "documents", ci = ci_none())
  expect_equal(sum(each$found), sum(relation_agreement(trees, ci = ci_none())$found))
})

test_that("relations and trees that cannot be are errors", {
  skip_if_quick()
  trees <- ndt_trees()
  self <- trees
  self$head[3] <- 3
  expect_fault(as_relations(self), "bad_tree", "row 3 [(]token 3, head 3[)]")
  expect_fault(as_relations(rbind(trees, trees[1, ])), "bad_tree", "1 row differs")
  expect_fault(as_relations(trees[-1, ]), "differing_tokens", "1 sentence has others")
  far <- transform(trees, head = ifelse(seq_along(head) == 1, 99, head))
  expect_fault(as_relations(far), "bad_tree", "1 head is beyond the last token")
  expect_fault(as_relations(1:3), "not_relations", "integer")
  expect_fault(as_relations(trees["document"]), "missing_column", "start")
})

test_that("errors of trees say what was found", {
  tree <- data.frame(
    document = "s", annotator = rep(c("a", "b"), each = 3), token = rep(1:3, 2), head = c(2, 0, 2, 2, 0, 1), label = "x"
  )
  expect_no_error(as_relations(tree))
  expect_fault(as_relations(transform(tree, token = token - 1, head = head - 1)), "bad_tree", "counted from 0: add 1")
  own <- transform(tree, head = ifelse(head == 0, token, head))
  expect_fault(as_relations(own), "bad_tree", "root has itself as its head: write 0")
  expect_fault(
    as_relations(transform(tree, head = replace(head, 3, 9))), "bad_tree",
    "1 head is beyond the last token of the sentence: row 3 .s, token 3, head 9", rows = 3L
  )
})
