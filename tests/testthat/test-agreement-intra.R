# Agreement of raters with themselves: the same as agreement() of the occasions of one rater.

twice_rated <- function() {
  set.seed(41)
  rows <- expand.grid(item = 1:12, who = c("ann", "bob", "cat"), round = c(3, 1))
  rows$label <- ifelse(stats::runif(72) < 0.7, c("a", "b", "c")[rows$item %% 3 + 1], "b")
  rows[-c(5, 40, 41), ]
}

test_that("each rater has the agreement of her occasions", {
  rows <- twice_rated()
  x <- intra_rater_agreement(rows, item, who, label, occasion = round, coefficients = c("cohen", "fleiss", "alpha"))
  expect_identical(x$rater, rep(c("ann", "bob", "cat", "all raters"), each = 3))
  for (who in c("ann", "bob", "cat")) {
    own <- rows[rows$who == who, ]
    # Cohen's kappa of the items rated twice, by hand
    wide <- merge(own[own$round == 1, ], own[own$round == 3, ], by = "item")
    first <- factor(wide$label.x, c("a", "b", "c"))
    second <- factor(wide$label.y, c("a", "b", "c"))
    p <- prop.table(table(first, second))
    alone <- x[x$rater == who, ]
    direct <- agreement(
      own, item, round, label,
      coefficients = c("cohen", "fleiss", "alpha"), categories = c("a", "b", "c")
    )
    for (name in c("estimate", "conf.low", "conf.high", "n_items")) expect_identical(alone[[name]], direct[[name]])
    if (nrow(own) == 2 * nrow(wide)) {
      chance <- sum(rowSums(p) * colSums(p))
      expect_equal(alone$estimate[1], (sum(diag(p)) - chance) / (1 - chance))
    }
  }
})

test_that("in the row of all raters only ratings by the same rater meet", {
  rows <- twice_rated()
  x <- intra_rater_agreement(rows, item, who, label, occasion = round, coefficients = "percent")
  pairs <- split(rows$label, paste(rows$item, rows$who))
  pairs <- pairs[lengths(pairs) == 2]
  expect_equal(x$estimate[4], mean(vapply(pairs, function(p) p[1] == p[2], NA)))
  # Items are clusters: raters who repeat each other's ratings add no information
  one <- rows[rows$who == "cat", ]
  copies <- do.call(rbind, lapply(1:4, function(i) transform(one, who = i)))
  width <- function(x) diff(unlist(unclass(x[nrow(x), c("conf.low", "conf.high")])))
  percent <- function(data) {
    intra_rater_agreement(data, item, who, label, occasion = round, coefficients = "percent", ci = ci_jackknife())
  }
  alone <- percent(one)
  four <- percent(copies)
  expect_equal(width(four), width(alone), tolerance = 1e-8)
})

test_that("without an occasion rows count in their order", {
  rows <- twice_rated()
  rows <- rows[order(rows$round), ]
  expect_equal(
    intra_rater_agreement(rows, item, who, label, coefficients = "cohen")$estimate[2:3],
    intra_rater_agreement(rows, item, who, label, occasion = round, coefficients = "cohen")$estimate[2:3]
  )
})

test_that("groups, raters who are numbers, and other levels", {
  rows <- twice_rated()
  rows$score <- match(rows$label, c("a", "b", "c"))
  x <- intra_rater_agreement(rows, item, who, score, occasion = round, level = "interval")
  own <- rows[rows$who == "bob", ]
  expect_identical(x$estimate[2], krippendorff_alpha(own, item, round, score, level = "interval")$estimate)
  both <- rbind(transform(rows, part = "x"), transform(rows, part = "y"))
  y <- intra_rater_agreement(both, item, who, score, occasion = round, level = "interval", by = part)
  expect_identical(y$estimate[y$part == "y"], x$estimate)
  expect_identical(names(y)[1:2], c("part", "rater"))
  expect_output(print(y), "Intra-rater agreement of 2 occasions")
})

test_that("ratings of which nobody gave one twice are an error, and so is bad input", {
  skip_if_quick()
  rows <- twice_rated()
  class_of <- function(data = rows, ...) {
    cnd <- tryCatch(intra_rater_agreement(data, item, who, label, ...), accord_error = identity)
    sub("accord_error_", "", class(cnd)[1])
  }
  expect_identical(class_of(rows[rows$round == 1, ], occasion = round), "no_repeats")
  expect_identical(class_of(rows[rows$round == 1, ]), "no_repeats")
  expect_identical(class_of(rbind(rows, rows[1, ]), occasion = round), "duplicate_rating")
  expect_identical(class_of(transform(rows, round = NA), occasion = round), "missing_id")
  expect_identical(class_of(transform(rows, who = replace(who, 1, NA))), "missing_id")
  expect_identical(class_of(transform(rows, item = replace(item, 1, NA))), "missing_id")
  expect_identical(class_of(as.matrix(rows)), "argument")
  expect_identical(class_of(layout = "counts"), "argument")
  expect_identical(class_of(rows[0, ]), "no_rows")
  some <- rows[!(rows$who == "cat" & rows$round == 1), ]
  expect_warning(
    x <- intra_rater_agreement(some, item, who, label, level = "nominal"),
    class = "accord_warning_undefined"
  )
  expect_identical(x$status, c("ok", "ok", "no item rated twice", "ok"))
})

test_that("sentences and headlines count occasions and raters, not groups", {
  x <- intra_rater_agreement(twice_rated(), item, who, label, occasion = round, coefficients = "fleiss")
  expect_match(format(x, style = "apa"), "2 occasions", fixed = TRUE)
  expect_no_match(format(x, style = "apa"), "2 raters")
  expect_match(
    format(x)[1], "Intra-rater agreement of 2 occasions for each of 3 raters and all of them, 95% Bayesian",
    fixed = TRUE
  )
})

test_that("a rater named as the row of all raters is refused", {
  d <- data.frame(i = rep(1:4, 4), r = rep(c("ann", "all raters"), each = 8), y = rep(c("x", "y", "y", "x"), 4))
  expect_fault(intra_rater_agreement(d, i, r, y), "reserved_name", "all raters", names = "all raters")
})

test_that("what is wrong with the ratings is said once", {
  data <- expand.grid(item = 1:10, rater = c("a", "b"), round = 1:2)
  data$x <- rep_len(c("p", "q", "q", "N/A"), 40)
  said <- character()
  withCallingHandlers(
    intra_rater_agreement(data, item, rater, x, occasion = round, ci = ci_jackknife()),
    accord_warning = function(cnd) {
      said <<- c(said, class(cnd)[1])
      rlang::cnd_muffle(cnd)
    }
  )
  expect_true("accord_warning_no_answer" %in% said)
  expect_equal(anyDuplicated(said), 0L)
})

test_that("arguments without a place are named", {
  rows <- data.frame(item = c(1, 1, 2, 2), rater = "ann", label = c("a", "a", "b", "a"), n = 1)
  expect_error(
    intra_rater_agreement(rows, item, rater, label, case_weights = n), "takes no `case_weights`",
    class = "accord_error_argument"
  )
})

test_that("both orders of answers in a run are items", {
  rows <- data.frame(
    item = rep(1:6, 4), rater = "gpt", run = rep(1:2, each = 12), first = rep(c("a", "b"), each = 6, times = 2),
    label = rep(c("a", "b", "b"), 8)
  )
  expect_fault(
    intra_rater_agreement(rows, item, rater, label, occasion = run), "duplicate_rating",
    "item = c\\(item,\\s+first\\), cluster = item"
  )
  x <- intra_rater_agreement(rows, c(item, first), rater, label, occasion = run, cluster = item)
  expect_identical(x$n_items, c(12L, 12L))
})

test_that("a sheet is measured question by question on its occasions", {
  rows <- twice_rated()
  rows$grade <- rows$item %% 4 + (rows$round == 3 & rows$item %% 5 == 0)
  x <- read_sheet(
    rows, item = item, rater = who, rating = c(label, grade), by = round, level = c(grade = "ordinal")
  )
  found <- intra_rater_agreement(x, ci = ci_none())
  expect_identical(found$question, rep(c("label", "grade"), each = 4))
  direct <- list(
    intra_rater_agreement(rows, item, who, label, occasion = round, ci = ci_none()),
    intra_rater_agreement(rows, item, who, grade, occasion = round, level = "ordinal", ci = ci_none())
  )
  expect_identical(found$estimate, c(direct[[1]]$estimate, direct[[2]]$estimate))
  named <- intra_rater_agreement(x, item, rater, rating, occasion = round, ci = ci_none())
  expect_identical(named$estimate, found$estimate)
  expect_error(intra_rater_agreement(x[x$round == "1", ]), class = "accord_error_no_repeats")
  expect_error(intra_rater_agreement(x, level = c(size = "ordinal")), class = "accord_error_argument")
})

test_that("of several groups the occasion must be said, and a distance be weights", {
  rows <- data.frame(item = rep(1:4, 4), who = "ann", day = rep(1:2, each = 8), form = rep(1:2, each = 4), s = "a;b")
  rows$s[c(2, 7, 9)] <- "a"
  x <- read_sheet(rows, item = item, rater = who, rating = s, by = c(day, form), separator = ";", distance = "jaccard")
  cnd <- expect_error(intra_rater_agreement(x), "2 columns of groups", class = "accord_error_argument")
  expect_identical(cnd$columns, c("day", "form"))
  cnd <- expect_error(intra_rater_agreement(x, occasion = day), "no distance", class = "accord_error_argument")
  expect_identical(cnd$advice, "weights = c(\"s\" = \"jaccard\")")
  found <- intra_rater_agreement(x, occasion = day, weights = c(s = "jaccard"), ci = ci_none())
  expect_identical(found$form, rep(c("1", "2"), 2))
})

test_that("items that a perfect rater rated once get no advice on what others did not mark", {
  rows <- data.frame(
    item = c(rep(1:10, 2), 11:20), rater = "ann", read = rep(1:2, c(10, 20)), x = rep(c("u", "v"), 15)
  )
  expect_no_warning(intra_rater_agreement(rows, item, rater, x, occasion = read), class = "accord_warning_one_rating")
})
