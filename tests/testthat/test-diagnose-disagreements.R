# Straight from the definitions: loops over items and over pairs of their ratings. `delta`: the
# disagreements of the categories by position, or a function of the counts of pairable ratings.
oracle_disagreements <- function(data, values, delta) {
  data <- data[!is.na(data$rating), ]
  parts <- split(match(data$rating, values), factor(data$item, unique(data$item)))
  parts <- parts[lengths(parts) > 1]
  if (is.function(delta)) delta <- delta(tabulate(unlist(parts), length(values)))
  table <- matrix(0, length(values), length(values))
  meets <- table
  apart <- m <- numeric(length(parts))
  for (i in seq_along(parts)) {
    x <- parts[[i]]
    m[i] <- length(x)
    for (a in seq_along(x)) {
      for (b in seq_along(x)) {
        if (a == b) next
        apart[i] <- apart[i] + delta[x[a], x[b]] / (m[i] * (m[i] - 1))
        table[x[a], x[b]] <- table[x[a], x[b]] + delta[x[a], x[b]] / (m[i] - 1)
      }
    }
    together <- outer(seq_along(values) %in% x, seq_along(values) %in% x)
    meets <- meets + together
  }
  total <- sum(m * apart)
  items <- data.frame(item = names(parts), n_ratings = m, disagreement = apart, share = m * apart / total)
  list(items = items[apart > 0, ], share = (table + t(table)) / total, delta = delta, meets = meets)
}

expect_oracle <- function(data, values, delta, ...) {
  truth <- oracle_disagreements(data, values, delta)
  found <- disagreements(data, item, rater, rating, ...)
  place <- match(found$item, truth$items$item)
  expect_setequal(found$item, truth$items$item)
  for (name in c("n_ratings", "disagreement", "share")) {
    expect_equal(as.double(found[[name]]), truth$items[[name]][place], tolerance = 1e-12)
  }
  expect_false(is.unsorted(-signif(found$disagreement, 12)))

  pairs <- disagreements(data, item, rater, rating, what = "categories", ...)
  at <- cbind(match(pairs$category_1, values), match(pairs$category_2, values))
  expect_true(all(at[, 1] < at[, 2]))
  expect_equal(nrow(pairs), sum((truth$delta * truth$meets)[upper.tri(truth$delta)] > 0))
  expect_equal(pairs$share, truth$share[at], tolerance = 1e-12)
  expect_equal(pairs$disagreement, truth$delta[at], tolerance = 1e-12)
  expect_equal(as.double(pairs$n_items), truth$meets[at])
}

# Ordinal disagreement as a share of that between the lowest and the highest category in use; `n`: ratings in each.
ordinal_share <- function(n) {
  ends <- range(which(n > 0))
  delta <- oracle_ordinal(n)
  # With one category there is no disagreement.
  if (delta[ends[1], ends[2]] == 0) delta else delta / delta[ends[1], ends[2]]
}

test_that("random sparse data, at every level and by weights, equal the definition", {
  skip_if_quick()
  for (seed in 1:6) {
    random <- random_ratings(seed, n_items = 20)
    data <- random$data
    values <- sort(unique(data$rating))
    if (length(values) < 2 || random$kind %in% c("continuous", "spread", "offset")) next
    expect_oracle(data, values, oracle_delta("nominal", values), level = "nominal")
    expect_oracle(data, values, ordinal_share, level = "ordinal")
    expect_oracle(data, values, oracle_delta("interval", values), level = "interval")
    if (min(values) >= 0) {
      expect_oracle(data, values, oracle_delta("ratio", values), level = "ratio")
    }
    expect_oracle(data, values, 1 - oracle_weights("linear", values), weights = "linear")
    expect_oracle(data, values, 1 - oracle_weights("ordinal", values), weights = "ordinal")
    expect_oracle(data, values, 1 - oracle_weights("quadratic", values), weights = "quadratic")
  }
})

# Worked by hand: t1 has a a b, t2 a b c, t3 b b, t4 one rating, t5 a c.
by_hand <- function() {
  data.frame(
    item = c("t1", "t1", "t1", "t2", "t2", "t2", "t3", "t3", "t4", "t5", "t5"),
    rater = c("ann", "bob", "cat", "ann", "bob", "cat", "ann", "bob", "ann", "ann", "bob"),
    rating = c("a", "a", "b", "a", "b", "c", "b", "b", "a", "a", "c")
  )
}

test_that("items, categories and answers are those worked out by hand", {
  items <- disagreements(by_hand(), item, rater, rating)
  expect_equal(
    tibble::as_tibble(items),
    tibble::tibble(
      item = c("t2", "t5", "t1"), n_ratings = c(3L, 2L, 3L), disagreement = c(1, 1, 2 / 3),
      share = c(3, 2, 2) / 7,
      ratings = c("a (1), b (1), c (1)", "a (1), c (1)", "a (2), b (1)")
    ),
    ignore_attr = c("scale", "order", "seal")
  )
  # Coincidences: a-b 2 + 1, a-c 1 + 2, b-c 1.
  pairs <- disagreements(by_hand(), item, rater, rating, what = "categories")
  expect_equal(
    tibble::as_tibble(pairs),
    tibble::tibble(
      category_1 = c("a", "a", "b"), category_2 = c("b", "c", "c"), disagreement = 1,
      n_items = c(2L, 2L, 1L), coincidences = c(3, 3, 1), share = c(3, 3, 1) / 7
    ),
    ignore_attr = c("scale", "order", "seal")
  )
  expect_equal(
    tibble::as_tibble(disagreements(by_hand(), item, rater, rating, raters = c("cat", "ann"))),
    tibble::tibble(
      item = c("t1", "t2"), cat = c("b", "c"), ann = c("a", "a"), disagreement = 1, share = 0.5
    ),
    ignore_attr = c("scale", "order", "seal")
  )
  expect_equal(
    disagreements(by_hand(), item, rater, rating, raters = c("ann", "bob", "cat"))$cat,
    c("c", NA, "b")
  )
  expect_equal(
    disagreements(by_hand(), item, rater, rating, raters = c("ann", "cat"), what = "categories")$share,
    c(0.5, 0.5)
  )
})

test_that("the tweets on which two annotators differ are the printed ones", {
  folder <- system.file("extdata", "sarcasm", package = "accord")
  labels <- read_annotators(folder, id = ID, annotation = annotation, join = "inner")
  differ <- disagreements(labels, ID, annotator, annotation, raters = c("maiwenn", "florian"))
  said_no <- differ[differ$maiwenn == 0, ]
  expect_setequal(said_no$item, c("9700", "17443", "18012", "6478", "15535"))
  expect_equal(said_no$florian, rep(1, 5))
})

test_that("the order of rows, frames and threads do not matter, and groups stand alone", {
  d <- by_hand()
  items <- disagreements(d, item, rater, rating)
  shuffled <- disagreements(d[c(8:11, 3:1, 7:4), ], item, rater, rating)
  expect_equal(shuffled[match(items$item, shuffled$item), ], items)
  expect_equal(disagreements(as_ratings(d, item, rater, rating)), items)
  two <- rbind(cbind(part = "x", d), cbind(part = "y", d[-1, ]))
  by_part <- disagreements(two, item, rater, rating, by = part)
  expect_equal(by_part[by_part$part == "x", -1], items)
  expect_equal(by_part[by_part$part == "y", -1], disagreements(d[-1, ], item, rater, rating))
  two$rating <- match(two$rating, letters)
  d$rating <- match(d$rating, letters)
  by_part <- disagreements(two, item, rater, rating, by = part, level = "ordinal")
  expect_equal(by_part[by_part$part == "x", -1], disagreements(d, item, rater, rating, level = "ordinal"))
  old <- options(accord.threads = 1)
  on.exit(options(old))
  expect_equal(disagreements(by_hand(), item, rater, rating), items)
})

test_that("ordered factors are ordinal, numbers keep their type, labels their letters", {
  d <- by_hand()
  d$rating <- factor(d$rating, c("c", "b", "a"), ordered = TRUE)
  truth <- oracle_disagreements(transform(d, rating = as.integer(rating)), 1:3, ordinal_share)
  found <- disagreements(d, item, rater, rating)
  expect_equal(found$disagreement, truth$items$disagreement[match(found$item, truth$items$item)])
  expect_equal(found$ratings[found$item == "t1"], "a (2), b (1)")
  expect_equal(disagreements(d, item, rater, rating, raters = c("ann", "bob"))$ann, c("a", "a"))
  d$rating <- c("\u00e9", "\u65e5")[1 + (by_hand()$rating == "b")]
  found <- disagreements(d, item, rater, rating)
  expect_equal(found$ratings[found$item == "t1"], "\u00e9 (2), \u65e5 (1)")
})

test_that("without disagreement there are no rows", {
  same <- transform(by_hand(), rating = "a")
  expect_equal(nrow(disagreements(same, item, rater, rating)), 0)
  expect_named(
    disagreements(same, item, rater, rating),
    c("item", "n_ratings", "disagreement", "share", "ratings")
  )
  expect_equal(nrow(disagreements(same, item, rater, rating, what = "categories")), 0)
  expect_named(
    disagreements(same, item, rater, rating, raters = c("ann", "bob")),
    c("item", "ann", "bob", "disagreement", "share")
  )
  alone <- by_hand()[!duplicated(by_hand()$item), ]
  expect_equal(nrow(disagreements(alone, item, rater, rating)), 0)
  # Categories between which all distances are 0.
  none <- matrix(1, 3, 3)
  expect_equal(nrow(disagreements(by_hand(), item, rater, rating, weights = none)), 0)
  expect_equal(nrow(disagreements(by_hand(), item, rater, rating, weights = none, what = "categories")), 0)
  huge <- transform(small(), score = c(1e300, 2, 3, -1e300, 5, 5))
  expect_true(anyNA(disagreements(huge, item, who, score, level = "interval")$share))
})

test_that("a group with a fault is left out, with a warning", {
  d <- rbind(cbind(part = "x", by_hand()), cbind(part = "y", by_hand()), cbind(part = "z", by_hand()))
  faulty <- rbind(d, d[1, ])
  expect_warning(
    found <- disagreements(faulty, item, rater, rating, by = part),
    "1 group is left without", class = "accord_warning_faulty_group"
  )
  expect_equal(unique(found$part), c("y", "z"))
  expect_warning(
    disagreements(rbind(faulty, d[12, ]), item, rater, rating, by = part),
    "2 groups are left without", class = "accord_warning_faulty_group"
  )
  d$rating <- match(d$rating, letters)
  d$rating[1] <- -1
  expect_warning(
    found <- disagreements(d, item, rater, rating, by = part, level = "ratio"),
    class = "accord_warning_faulty_group"
  )
  expect_equal(unique(found$part), c("y", "z"))
})

test_that("raters that are not there, one rater, and no raters are errors", {
  skip_if_quick()
  of <- function(raters, data = by_hand(), ...) disagreements(data, item, rater, rating, raters = raters, ...)
  expect_fault(of(c("ann", "bo")), "unknown_rater", "1 of them is not: \"bo\"", raters = "bo")
  expect_fault(of(c("ann", "bo")), "unknown_rater", "Did you mean \"bob\"")
  expect_fault(of(c("x", "y", "ann")), "unknown_rater", "2 of them are not", raters = c("x", "y"))
  expect_fault(of("ann"), "argument", "1 is given")
  expect_fault(of(c("ann", "ann")), "argument", "1 is given")
  expect_fault(of(NA), "argument", "0 are given")
  expect_fault(of(list("ann", "bob")), "argument", "a list")
  expect_fault(disagreements(by_hand(), item, rating = rating, raters = c("ann", "bob")), "anonymous")
  twice <- rbind(by_hand(), by_hand()[1, ])
  expect_fault(
    of(c("ann", "bob"), twice, duplicates = "keep"),
    "duplicate_rating", "1 item has", items = "t1"
  )
  twice <- rbind(twice, by_hand()[4:5, ])
  expect_fault(of(c("ann", "bob"), twice, duplicates = "keep"), "duplicate_rating", "2 items have")
  named <- by_hand()
  named$rater <- c(ann = "item", bob = "share", cat = "cat")[named$rater]
  expect_fault(of(c("item", "cat"), named), "reserved_name", "1 of them does", columns = "item")
  expect_fault(of(c("item", "share"), named), "reserved_name", "2 of them do", columns = c("item", "share"))
})

test_that("arguments that do not go together are errors", {
  expect_fault(disagreements(by_hand(), item, rater, rating, what = "item"), "argument", "Did you mean")
  expect_fault(
    disagreements(by_hand(), item, rater, rating, weights = "identity", level = "nominal"),
    "argument", "Both are given"
  )
  expect_fault(disagreements(by_hand(), item, rater, rating, level = "interval"), "level")
  key <- cbind(by_hand(), share = "x")
  expect_fault(disagreements(key, item, rater, rating, by = share), "reserved_name", columns = "share")
  key$coincidences <- 1
  expect_fault(
    disagreements(key, item, rater, rating, by = c(share, coincidences), what = "categories"),
    "reserved_name", "2 of them do"
  )
})

test_that("the print says what the disagreement of sets is, by a distance as by weights", {
  sets <- data.frame(
    item = rep(1:4, each = 2), rater = c("a", "b"), t = c("x;y", "x", "y", "y", "x;y", "y", "y;z", "x")
  )
  read <- as_ratings(read_sheet(sets, item = item, rater = rater, rating = t, separator = ";"), distance = "masi")
  expect_match(paste(capture.output(print(disagreements(read))), collapse = "\n"), "Disagreement: mean distance")
})

test_that("the tiles of pairs of categories are in the order of the categories", {
  skip_if_not_installed("ggplot2")
  colours <- c("No", "Yellow", "Red")
  data <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), card = c(1:3, 1, 2, 1:3, 1, 1:3))
  data$card <- factor(colours[data$card], colours, ordered = TRUE)
  plot <- ggplot2::autoplot(disagreements(data, item, rater, card, what = "categories"))
  expect_identical(levels(plot$data$row), rev(colours)) # from below
})
