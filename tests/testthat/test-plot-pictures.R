# Pictures of the plots in papers, which were inspected when they were made. An intended change is accepted with
# testthat::snapshot_review().

# Other versions of ggplot2 draw differently, and the quick run leaves most pictures out. All are announced, since
# testthat deletes pictures that are not.
drawn_alike <- rlang::is_installed(c("vdiffr", "ggplot2")) && utils::packageVersion("ggplot2") == "3.4.1" &&
  identical(Sys.getenv("NOT_CRAN"), "true")
test_that("the pictures stay where they are not drawn", {
  for (picture in list.files(test_path("_snaps", "plot-pictures"))) testthat::announce_snapshot_file(name = picture)
  if (!drawn_alike) skip("Pictures are those of ggplot2 3.4.1.")
  succeed()
})
skip_if_not(drawn_alike)

# Two groups of ten items and six raters, one of whom is wrong on every second item, with up to 20 ratings each.
pictured <- function() {
  raters <- c(ann = 11, bob = 7, cat = 9, dan = 5, eve = 6, fay = 2)
  data <- expand.grid(item = 1:20, rater = names(raters), stringsAsFactors = FALSE)
  data$task <- ifelse(data$item <= 10, "headlines", "comments")
  data$label <- c("metaphor", "irony", "none", "irony")[1 + data$item %% 4]
  number <- match(data$rater, names(raters))
  wrong <- (data$item * 7 + number * 3) %% raters[data$rater] == 0
  data$label[wrong] <- c("none", "metaphor", "irony")[1 + data$item[wrong] %% 3]
  data[data$item %% number < 4, ]
}

# ggplot2 keeps the heights of letters by the name of the device, which the pictures of reports share with these.
draw <- function(name, result, ...) {
  heights <- getNamespace("ggplot2")$descent_cache
  rm(list = ls(heights), envir = heights)
  vdiffr::expect_doppelganger(name, ggplot2::autoplot(result, ...))
}

test_that("agreement is a forest", {
  draw("forest of groups", agreement(
    pictured(), item, rater, label, by = task, coefficients = c("percent", "fleiss", "alpha"), ci = ci_jackknife(),
    categories = c("irony", "metaphor", "none")
  ))
})

test_that("pairs are a heat map, raters points by their number of ratings", {
  skip_if_quick()
  draw("pairs of raters", pairwise_agreement(pictured(), item, rater, label))
  draw("raters", rater_summary(pictured(), item, rater, label))
})

test_that("comparisons and plans have intervals", {
  skip_if_quick()
  draw("comparison", compare_agreement(
    pictured(), item, rater, label, raters = list(all = NULL, "without fay" = c("ann", "bob", "cat", "dan", "eve")),
    ci = ci_jackknife()
  ))
  draw("plan", with_seed(
    1, plan_agreement(n_items = c(20, 40, 80), ratings_per_item = 2:3, times = 10, ci = ci_jackknife())
  ))
})

test_that("a consensus shows how each rater answers", {
  skip_if_quick()
  labels <- consensus(pictured(), item, rater, label, method = "dawid_skene")
  draw("confusion of raters", labels, what = "raters")
})

test_that("chains and spans are counted by document and pair", {
  skip_if_quick()
  draw("chains", chain_agreement(result_chains()))
  draw("spans", span_agreement(result_spans()))
})
