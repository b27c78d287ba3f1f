# item_summary(groups = ): against the definitions, and against all assignments of raters to groups.

grouped_rows <- function(seed) {
  local_seed(seed)
  data <- expand.grid(item = 1:10, rater = paste0("r", 1:6), stringsAsFactors = FALSE)
  data$label <- sample(c("a", "b", "c"), 60, replace = TRUE)
  data <- data[stats::runif(60) < 0.8, ]
  data$group <- ifelse(data$rater %in% c("r1", "r2", "r3"), "x", "y")
  data
}

entropy_of <- function(x) {
  p <- table(x) / length(x)
  -sum(ifelse(p > 0, p * log2(p), 0))
}

test_that("entropy within groups, their gap and the largest difference follow their definitions", {
  data <- grouped_rows(1)
  found <- item_summary(data, item, rater, label, groups = group, permutations = 0)
  for (i in found$item) {
    own <- data[data$item == i, ]
    row <- found[found$item == i, ]
    parts <- split(own$label, own$group)
    within <- sum(vapply(parts, function(x) length(x) * entropy_of(x), 0)) / nrow(own)
    expect_equal(row$entropy_within, within)
    if (length(parts) < 2) {
      expect_true(is.na(row$gap))
      next
    }
    expect_equal(row$gap, entropy_of(own$label) - within)
    share <- vapply(parts, function(x) table(factor(x, c("a", "b", "c"))) / length(x), double(3))
    expect_equal(row$difference, max(abs(share[, 1] - share[, 2])))
  }
})

test_that("gaps are less their mean over assignments, and p values are those of the largest item", {
  data <- grouped_rows(2)
  found <- item_summary(data, item, rater, label, groups = group, permutations = 4999)
  plain <- item_summary(data, item, rater, label, groups = group, permutations = 0)
  figures <- function(first) {
    side <- data$rater %in% paste0("r", first)
    vapply(split(seq_len(nrow(data)), data$item), function(at) {
      a <- factor(data$label[at][side[at]], c("a", "b", "c"))
      b <- factor(data$label[at][!side[at]], c("a", "b", "c"))
      if (!length(a) || !length(b)) return(c(0, 0))
      n <- length(at)
      gap <- entropy_of(c(as.character(a), as.character(b))) -
        (length(a) * entropy_of(a) + length(b) * entropy_of(b)) / n
      c(gap, max(abs(table(a) / length(a) - table(b) / length(b))) / sqrt(1 / length(a) + 1 / length(b)))
    }, double(2))
  }
  all <- lapply(utils::combn(6, 3, simplify = FALSE), figures)
  mean_gap <- rowMeans(vapply(all, function(x) x[1, ], double(10)))
  # The standard error of the mean of 4,999 draws from gaps of at most 1 bit is below .005.
  at <- match(found$item, 1:10)
  expect_lt(max(abs(found$gap - (plain$gap - mean_gap[at])), na.rm = TRUE), 0.02)
  largest <- vapply(all, function(x) max(x[2, ]), 0)
  exact <- vapply(all[[1]][2, ], function(own) mean(largest >= own - 1e-9), 0)
  expect_lt(max(abs(found$p.value - exact[at]), na.rm = TRUE), 0.03)
})

test_that("groups that see an item differently are found, and other columns stay as they are", {
  local_seed(3)
  data <- expand.grid(item = 1:15, rater = 1:16)
  data$label <- sample(c("no", "yes"), 240, replace = TRUE)
  data$label[data$item == 7] <- ifelse(data$rater[data$item == 7] > 8, "yes", "no")
  groups <- stats::setNames(rep(c("x", "y"), each = 8), 1:16)
  found <- item_summary(data, item, rater, label, groups = groups)
  expect_lt(found$p.value[7], 0.05)
  expect_true(all(found$p.value[-7] > 0.05))
  expect_equal(found$difference[7], 1)
  plain <- item_summary(data, item, rater, label)
  expect_equal(as.list(found)[names(plain)], as.list(plain), ignore_attr = TRUE)
  expect_s3_class(tidy(found), "tbl_df")
  expect_true(any(grepl("gap", format(found, width = 200), ignore.case = TRUE)))
})
