grouped <- function(data, ...) krippendorff_alpha(data, item, who, ..., by = part, ci = ci_jackknife())

# Four items a part, so that every part without a fault has a value.
parts <- function() {
  d <- data.frame(
    item = rep(1:4, each = 2), who = rep(c("ann", "bob"), 4),
    score = c(1, 1, 2, 3, 3, 3, 2, 1)
  )
  rbind(cbind(d, part = "x"), cbind(d, part = "y"), cbind(d, part = "z"))
}

expect_only_x_lost <- function(data, status, ..., level = "interval") {
  clean <- grouped(subset(data, part != "x"), score, level = level, ...)
  expect_warning(
    result <- grouped(data, score, level = level, ...),
    "no value in 1 of 3 groups",
    class = "accord_warning_undefined"
  )
  expect_equal(result$status, c(status, "ok", "ok"))
  expect_true(all(is.na(unlist(result[1, c("estimate", "std.error", "conf.low", "conf.high")]))))
  expect_equal(
    but_categories(as.data.frame(result)[2:3, ]), but_categories(as.data.frame(clean)), ignore_attr = TRUE
  )
}

test_that("a fault in one group leaves the others their values", {
  skip_if_quick()
  d <- parts()
  expect_only_x_lost(replace(d, cbind(2, 3), Inf), "infinite ratings")
  expect_only_x_lost(rbind(d, d[1, ]), "duplicate ratings")
  expect_only_x_lost(transform(d, item = replace(item, 3, NA)), "rows whose item is NA")
  expect_only_x_lost(transform(d, who = replace(who, 3, NA)), "rows whose rater is NA")
  expect_only_x_lost(transform(d, score = replace(score, 3, -1)), "negative ratings", level = "ratio")
  expect_only_x_lost(transform(d, score = replace(score, 3, 9)), "ratings outside the scale",
    level = "bipolar", range = c(0, 5)
  )
  expect_only_x_lost(transform(d, score = ifelse(part == "x", 1, score)), "one category only")
  expect_only_x_lost(subset(d, part != "x" | who == "ann"), "one rater only")
  expect_only_x_lost(d[-(1:8)[c(1, 4, 5, 8)], ], "no item with two ratings")
  expect_only_x_lost(transform(d, score = replace(score, 1:8, NA)), "no ratings")
  expect_only_x_lost(
    transform(d, score = ifelse(part == "x", 0, score)),
    "one category only", level = "ratio"
  )
})

test_that("a fault in every group is an error", {
  d <- parts()
  d$score[c(1, 9, 17)] <- Inf
  expect_fault(grouped(d, score, level = "interval"), "infinite_rating", rows = c(1L, 9L, 17L))
})

test_that("the door warns once about faulty groups", {
  d <- rbind(parts(), parts()[c(1, 9), ])
  expect_warning(
    r <- as_ratings(d, item, who, score, by = part, level = "interval"),
    "2 groups are left without ratings",
    class = "accord_warning_faulty_group"
  )
  expect_equal(r$group_status, c("duplicate ratings", "duplicate ratings", "ok"))
  expect_equal(
    r$set_aside,
    tibble::tibble(reason = "group with a fault", n = 18L, rows = list(c(1:16, 25L, 26L)))
  )
})

test_that("a total of the items is no item", {
  d <- data.frame(item = c(paste0("e", 1:5), "Total"), ann = c(1, 2, 4, 5, 3, 15), bob = c(2, 2, 4, 5, NA, 13))
  wide <- function(d) as_ratings(d, item = item, rating = ann:bob, layout = "raters_in_columns")
  expect_fault(wide(d), "total", "The 2 ratings of item \"Total\"", found = "Total")
  long <- data.frame(item = d$item, rater = rep(c("ann", "bob"), each = 6), score = c(d$ann, d$bob))
  expect_fault(icc(long, item, rater, score), "total", "Leave it out")
  rounds <- rbind(cbind(long, round = 1), cbind(transform(long, score = 2 * score), round = 2))
  expect_fault(as_ratings(rounds, item, rater, score, by = round), "total", "The 4 ratings")
  means <- transform(d, item = sub("Total", "Mean", item), ann = c(1, 2, 4, 5, 3, 3), bob = c(2, 2, 4, 5, NA, 3.25))
  expect_fault(wide(means), "total", found = "Mean")
  # Words that were rated; a total of one rater; a mean that may be a rating.
  expect_silent(wide(transform(d, ann = c(1, 2, 4, 5, 3, 3), bob = c(2, 2, 4, 5, NA, 1))))
  expect_silent(wide(transform(d, bob = c(2, 2, 4, 5, NA, 3))))
  expect_silent(wide(transform(means, bob = c(2, 2, 4, 5, 2, 3))))
  expect_silent(wide(transform(d, item = sub("Total", "e6", item))))
})
