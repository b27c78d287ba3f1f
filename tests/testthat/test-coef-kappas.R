# Each coefficient: worked out by hand in the comments, the examples and claims of the help pages,
# and a folder of annotators from the files to the figures that were printed.

test_that("an item with one rating enters the shares, and not the observed agreement", {
  got <- measure(rated(ann = c("a", "a", "b", "a"), bob = c("b", "a", "b", NA)))
  # p_a: two of the three items that both rated
  expect_equal(got$observed[got$coefficient != "light_kappa"], rep(1 / 3, 8))
  # the items' shares of a are 1/2, 1, 0 and 1, so that pi_a is 5/8
  pi <- 25 / 64 + 9 / 64
  # ann uses a for 3/4 of her four ratings, bob for 1/3 of his three
  own <- 3 / 4 * 1 / 3 + 1 / 4 * 2 / 3
  # alpha: three of the six pairable ratings are a, 2 * 3 * 3 of 6 * 5 pairs differ
  expected <- c(1, 1 - own, 1 - pi, 1 - pi, 1 - own, NA, 1 / 2, pi, 18 / 30)
  expect_equal(got$expected, expected)
  # light: ann uses a for 2/3 of those three items, bob for 1/3
  both <- 2 / 3 * 1 / 3 + 1 / 3 * 2 / 3
  estimates <- c(2 / 3, 3 / 7, 13 / 45, 13 / 45, 3 / 7, (2 / 3 - both) / (1 - both), 1 / 3, 19 / 51, 4 / 9)
  expect_equal(got$estimate, estimates)
})

test_that("counts are of what each coefficient used", {
  got <- measure(rated(
    ann = c("a", "a", "b", "a", NA), bob = c("b", "a", "b", NA, NA), cat = c(NA, NA, NA, NA, "b")
  ))
  pairable <- got$coefficient %in% c("percent_agreement", "light_kappa", "brennan_prediger", "krippendorff_alpha")
  expect_equal(got$n_items, ifelse(pairable, 3L, 5L))
  expect_equal(got$n_raters, ifelse(pairable, 2L, 3L))
  expect_equal(got$n_ratings, ifelse(pairable, 6L, 8L))
})

test_that("with three raters chance is a mean over pairs of raters, or pooled", {
  got <- measure(rated(ann = c("a", "a", "b", "a"), bob = c("b", "a", "b", NA), cat = c("b", NA, "b", NA)))
  # shares of a: 3/4, 1/3, 0; p_a = (1/3 + 1 + 1) / 3
  own <- (5 / 12 + 1 / 4 + 2 / 3) / 3
  expect_equal(value(got, c("cohen_kappa", "conger_kappa")), rep((7 / 9 - own) / (1 - own), 2))
  # the items' shares of a are 1/3, 1, 0 and 1, so that pi_a is 7/12
  pi <- (49 + 25) / 144
  expect_equal(value(got, c("scott_pi", "fleiss_kappa")), rep((7 / 9 - pi) / (1 - pi), 2))
  # ann and bob: 2/5; ann and cat: 0; bob and cat used only b
  expect_equal(value(got, "light_kappa"), (2 / 5 + 0) / 2)
  expect_identical(value(got, "light_kappa", "observed"), NA_real_)
  expect_identical(value(got, "light_kappa", "expected"), NA_real_)
})

test_that("estimates are one less observed over expected", {
  got <- measure(rated(ann = c("a", "c", "b", "a"), bob = c("b", "c", "b", NA), cat = c("b", NA, "b", "c")))
  ratios <- got[got$coefficient != "light_kappa", ]
  expect_equal(ratios$estimate, 1 - ratios$observed / ratios$expected)
  expect_equal(value(got, "percent_agreement", "expected"), 1)
})

test_that("duplicates that are kept are ratings like others", {
  data <- rated(ann = c("a", "a", "b"), bob = c("b", "a", "b"))
  twice <- rbind(data, data.frame(item = 1, rater = "ann", label = "b"))
  cnd <- expect_fault(measure(twice), "duplicate_rating", "1 duplicate rating: row 7 \\(item 1, rater ann\\)")
  expect_equal(cnd$rows, 7)
  expect_fault(measure(rbind(twice, twice[7, ])), "duplicate_rating", "2 duplicate ratings")
  expect_equal(but_set_aside(measure(twice, duplicates = "first"), 1), measure(data))
  expect_equal(but_set_aside(measure(twice, duplicates = "last"), 1), measure(twice[-1, ]))
  kept <- measure(twice, duplicates = "keep", coefficients = setdiff(every, "light_kappa"))
  # the first item is a b b: p_a = (1/3 + 1 + 1) / 3, pi_a = (1/3 + 1 + 0) / 3; ann: a a b b, bob: b a b
  pi <- (16 + 25) / 81
  own <- 1 / 2 * 1 / 3 + 1 / 2 * 2 / 3
  chance <- c(0, own, pi, pi, own, 1 / 2, 40 / 81)
  expect_equal(kept$estimate[1:7], (7 / 9 - chance) / (1 - chance))
  # alpha: 2 * 2 / (3 - 1) over 7, and 2 * 3 * 4 of 7 * 6 pairs
  expect_equal(kept$estimate[8], 1 - (2 / 7) / (24 / 42))
  expect_equal(unique(kept$n_ratings), 7)
})

# Tables of two raters: yes and yes 7, yes and no 4, no and yes 8, no and no 81.
table_2x2 <- rbind(yes = c(yes = 7, no = 4), no = c(8, 81))

on_table <- function(verb, ...) verb(..., layout = "confusion", ci = ci_none())

test_that("the table of the help pages has the values worked out by hand", {
  p_a <- 0.88
  # Cohen: 11 and 15 times yes; .11 * .15 + .89 * .85 = .773
  got <- on_table(cohen_kappa, table_2x2)
  expect_equal(c(got$observed, got$expected), c(0.12, 0.227))
  expect_equal(got$estimate, 107 / 227)
  expect_published(got$estimate, 0.47, 2)
  # Scott: 26 of 200 are yes; .13^2 + .87^2 = .7738
  expect_equal(on_table(scott_pi, table_2x2)$estimate, (p_a - 0.7738) / 0.2262)
  expect_equal(on_table(fleiss_kappa, table_2x2)$estimate, (p_a - 0.7738) / 0.2262)
  expect_equal(on_table(conger_kappa, table_2x2)$estimate, 107 / 227)
  expect_equal(on_table(light_kappa, table_2x2)$estimate, 107 / 227)
  # PABAK: 2 p_a - 1
  expect_equal(on_table(brennan_prediger, table_2x2)$estimate, 0.76)
  # AC1 has the complement of that, 2 * .13 * .87 = .2262
  expect_equal(on_table(gwet_ac, table_2x2)$estimate, (p_a - 0.2262) / 0.7738)
  expect_equal(on_table(percent_agreement, table_2x2)$estimate, p_a)
})

test_that("Cohen's (1968) weights of disagreement give the .348 that he printed", {
  diagnoses <- rbind(c(88, 14, 18), c(10, 40, 10), c(2, 6, 12))
  disagreement <- rbind(c(0, 1, 3), c(1, 0, 6), c(3, 6, 0))
  got <- on_table(cohen_kappa, diagnoses, weights = 1 - disagreement / 6)
  # 14 + 54 + 10 + 60 + 6 + 36 = 180 of 200 * 6; rows 120 60 20, columns 100 60 40:
  # 7200 + 14400 + 6000 + 14400 + 6000 + 7200 = 55200 of 200 * 200 * 6
  expect_equal(c(got$observed, got$expected), c(0.15, 0.23))
  expect_equal(got$estimate, 8 / 23)
  expect_published(got$estimate, 0.348, 3)
})

test_that("AC2 of the help page is that worked out by hand", {
  scores <- rbind(c(1, 1, 2), c(4, 5, 4), c(2, 2, 2), c(5, 4, 5), c(3, 3, NA))
  got <- gwet_ac(
    scores, layout = "raters_in_columns", weights = "quadratic", categories = 1:5, ci = ci_none()
  )
  # three items with two of three pairs one apart: 3 * (2/3) / 16 over 5
  expect_equal(got$observed, 1 / 40)
  # pi = 2, 4, 3, 3, 3 of 15: sum of pi (1 - pi) is 178/225; sum of w is 25 - 100/16, q (q - 1) = 20
  expect_equal(got$expected, 1 - 18.75 / 20 * 178 / 225)
  expect_equal(got$estimate, 28 / 31)
  expect_equal(got$coefficient, "gwet_ac2")
})

test_that("a category that nobody chose counts for Brennan and Prediger", {
  label <- c("a", "a", "a", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "b", "a", "b")
  ratings <- data.frame(item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"), label)
  # items a a a, b b a, a b b, b b, a a a, b a b: 1, 1/3, 1/3, 1, 1, 1/3
  expect_equal(percent_agreement(ratings, item, rater, label, ci = ci_none())$estimate, 2 / 3)
  two <- brennan_prediger(ratings, item, rater, label, ci = ci_none())
  expect_equal(two$estimate, (2 / 3 - 1 / 2) / (1 / 2))
  three <- brennan_prediger(ratings, item, rater, label, categories = c("a", "b", "c"), ci = ci_none())
  expect_equal(three$estimate, (2 / 3 - 1 / 3) / (2 / 3))
  levels <- transform(ratings, label = factor(label, c("a", "b", "c")))
  expect_equal(brennan_prediger(levels, item, rater, label, ci = ci_none()), three)
})

test_that("with quadratic weights Brennan and Prediger's is Finn's r, the mean of r_wg", {
  set.seed(12)
  for (q in c(2, 5, 9)) {
    scores <- matrix(sample(q, 15 * 4, TRUE), 15)
    wide <- stats::setNames(as.data.frame(scores), letters[1:4])
    found <- brennan_prediger(
      wide, rating = a:d, layout = "raters_in_columns", weights = "quadratic", categories = 1:q, ci = ci_none()
    )
    r_wg <- 1 - apply(scores, 1, stats::var) / ((q^2 - 1) / 12)
    expect_equal(found$estimate, mean(r_wg), tolerance = 1e-12)
    long <- data.frame(item = factor(row(scores)), score = c(scores))
    within <- stats::anova(stats::lm(score ~ item, long))["Residuals", "Mean Sq"]
    expect_equal(found$estimate, 1 - within / ((q^2 - 1) / 12), tolerance = 1e-12)
  }
})

test_that("chance for Conger is the mean of Cohen's over pairs of raters who rated all items", {
  scores <- cbind(a = c(1, 2, 2, 3, 1, 3, 3), b = c(1, 2, 3, 3, 1, 1, 3), c = c(2, 2, 3, 3, 1, 3, 2))
  share <- function(x) c(mean(x == 1), mean(x == 2), mean(x == 3))
  chance <- function(x, y) sum(share(x) * share(y))
  pairs <- list(scores[, 1:2], scores[, 2:3], scores[, c(1, 3)])
  p_e <- vapply(pairs, function(two) chance(two[, 1], two[, 2]), 0)
  p_a <- vapply(pairs, function(two) mean(two[, 1] == two[, 2]), 0)
  wide <- function(verb, x = scores) verb(x, layout = "raters_in_columns", ci = ci_none())
  expect_equal(wide(conger_kappa)$expected, 1 - mean(p_e))
  expect_equal(wide(conger_kappa)$observed, 1 - mean(p_a))
  cohen <- vapply(pairs, function(two) wide(cohen_kappa, two)$estimate, 0)
  expect_equal(cohen, (p_a - p_e) / (1 - p_e))
  expect_equal(wide(light_kappa)$estimate, mean((p_a - p_e) / (1 - p_e)))
})

test_that("a skipped sentence is not a disagreement: the figures of ?cohen_kappa", {
  answers <- reference_table("understatement_szabi_antanas")$data
  expect_equal(dim(answers), c(120, 2))
  expect_equal(sum(is.na(answers)), 1)
  by_hand <- function(x, y) {
    p_a <- mean(x == y)
    p_e <- mean(x == "true") * mean(y == "true") + mean(x == "false") * mean(y == "false")
    (p_a - p_e) / (1 - p_e)
  }
  both <- answers[stats::complete.cases(answers), ]
  expect_published(by_hand(both[[1]], both[[2]]), 0.543, 3)
  pair <- pairwise_agreement(answers, layout = "raters_in_columns")
  expect_equal(pair$n_items, 119)
  expect_equal(pair$estimate, by_hand(both[[1]], both[[2]]))
  # the empty answer compared by hand: not "true", and equal to none
  yes <- vapply(answers, function(x) mean(x %in% "true"), 0)
  p_e <- prod(yes) + prod(1 - yes)
  equal <- mean((answers[[1]] == answers[[2]]) %in% TRUE)
  expect_published((equal - p_e) / (1 - p_e), 0.531, 3)
  # Gwet's form has the shares of each over all that they answered
  given <- lapply(answers, function(x) x[!is.na(x)])
  share <- vapply(given, function(x) mean(x == "true"), 0)
  p_e <- prod(share) + prod(1 - share)
  got <- cohen_kappa(answers, layout = "raters_in_columns", ci = ci_none())
  expect_equal(got$estimate, (mean(both[[1]] == both[[2]]) - p_e) / (1 - p_e))
  expect_equal(c(got$n_items, got$n_ratings), c(120, 239))
})

test_that("six annotators, from a folder of files to the kappa that was printed", {
  folder <- system.file("extdata", "sarcasm", package = "accord")
  tweets <- read_annotators(folder, id = ID, annotation = annotation, join = "inner")
  expect_equal(nrow(tweets), 600)
  got <- fleiss_kappa(tweets, ID, annotator, annotation, ci = ci_none())
  expect_equal(c(got$n_items, got$n_raters, got$n_ratings), c(100, 6, 600))
  # printed: P-bar .766 and P-bar-e .60125. Called sarcastic: 58 + 29 + 14 + 31 + 22 + 11 of 600
  expect_equal(got$observed, 1 - 0.766, tolerance = 1e-14)
  expect_equal(got$expected, 1 - 0.60125, tolerance = 1e-14)
  expect_equal(got$expected, 2 * 165 / 600 * 435 / 600, tolerance = 1e-14)
  expect_published(got$estimate, 0.4131661442006272, 15)
  # 21 more rows have an empty annotation, of tweets that were not shown to other raters
  everything <- read_annotators(folder, id = ID, annotation = annotation)
  expect_equal(sum(is.na(everything$annotation)), nrow(everything) - 600)
  expect_equal(nrow(everything), 621)
  expect_equal(fleiss_kappa(everything, ID, annotator, annotation, ci = ci_none()), got)
})
