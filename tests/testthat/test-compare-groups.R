# Agreement within and across groups of raters: against published values, sums over pairs of ratings written out here,
# and assignments of raters to groups that are all computed.

# Returns alpha of raters in `side` 0 and 1 and kappa_x between them, pair by pair; `distance` is a function of values.
oracle_sides <- function(data, side, distance) {
  data <- data[!is.na(data$rating) & side[data$rater] >= 0, ]
  data$side <- side[data$rater]
  by_item <- split(data, data$item)
  pairs <- function(x, y) sum(outer(x, y, distance))
  alpha <- vapply(0:1, function(s) {
    units <- Filter(function(d) length(d) > 1, lapply(by_item, function(d) d$rating[d$side == s]))
    if (!length(units)) return(NA_real_)
    all <- unlist(units)
    n <- length(all)
    observed <- sum(vapply(units, function(x) pairs(x, x) / (length(x) - 1), 0)) / n
    1 - observed / (pairs(all, all) / (n * (n - 1)))
  }, 0)
  met <- Filter(function(d) length(unique(d$side)) == 2, by_item)
  if (!length(met)) return(c(alpha, NA))
  x <- lapply(met, function(d) d$rating[d$side == 0])
  y <- lapply(met, function(d) d$rating[d$side == 1])
  r <- lengths(x)
  s <- lengths(y)
  observed <- sum((r + s) / (r * s) * mapply(pairs, x, y)) / sum(r + s)
  c(alpha, 1 - observed / (pairs(unlist(x), unlist(y)) / (sum(r) * sum(s))))
}

distances <- list(nominal = function(x, y) x != y, interval = function(x, y) (x - y)^2)

# The distance of mid-ranks of all ratings.
rank_distance <- function(all) {
  n <- table(factor(all, 1:5))
  rank <- cumsum(n) - n / 2
  function(x, y) (rank[x] - rank[y])^2
}

sparse_groups <- function(seed, raters = 9, items = 14) {
  local_seed(seed)
  cells <- expand.grid(rater = paste0("r", seq_len(raters)), item = seq_len(items), stringsAsFactors = FALSE)
  cells$rating <- pmin(5, pmax(1, round(3 + rep(stats::rnorm(items), each = raters) + stats::rnorm(nrow(cells)))))
  cells <- cells[stats::runif(nrow(cells)) < 0.5, ]
  cells$group <- c("a", "b", "c")[match(cells$rater, paste0("r", seq_len(raters))) %% 3 + 1]
  cells[sample(nrow(cells)), ]
}

test_that("kappa_x is that of its authors' library", {
  # google-research/cross-replication-reliability@8642374 (Apache-2.0): counts of A and B by item in the replications x
  # and y; items 6 and 7 only in x. Its test asserts .1818182.
  x <- rbind(c(0, 2), c(0, 3), c(2, 0), c(3, 0), c(1, 1), c(3, 0), c(2, 1))
  y <- rbind(c(0, 2), c(1, 1), c(1, 1), c(1, 1), c(2, 0))
  rows <- function(counts, who) {
    label <- apply(counts, 1, function(n) rep(c("A", "B"), n), simplify = FALSE)
    rater <- paste0(who, unlist(lapply(lengths(label), seq_len)))
    data.frame(item = rep(seq_along(label), lengths(label)), rater, label = unlist(label), who)
  }
  both <- rbind(rows(x, "x"), rows(y, "y"))
  found <- compare_agreement(both, item, rater, label, groups = who, permutations = 0, ci = ci_none())
  expect_published(found$estimate[found$measure == "across"], 0.1818182, 7)
  expect_identical(unique(found$n_items), 5L)
})

test_that("two small matrices give the values that were computed from the definitions", {
  # Recomputed by a script of the study page, not with accord.
  matrix_rows <- function(text, who) {
    cells <- do.call(rbind, strsplit(strsplit(text, " ")[[1]], ""))
    data.frame(item = c(row(cells)), rater = paste0(who, c(col(cells))), label = c(cells), who)
  }
  both <- rbind(matrix_rows("200 002 111 011 000", "Y"), matrix_rows("200 202 111 120 000", "Z"))
  found <- compare_agreement(both, item, rater, label, groups = who, ci = ci_none())
  value <- function(measure, group) found$estimate[found$measure == measure & found$group == group]
  expect_published(value("within", "Y"), 0.3636364, 7)
  expect_published(value("within", "Z"), 0.3194444, 7)
  expect_published(value("across", "Y"), 0.4680851, 7)
  expect_published(value("association", "Y"), 0.7768595, 7)
})

test_that("figures are sums over pairs of ratings at every level, of each group with all others", {
  skip_if_quick()
  for (seed in 1:4) {
    data <- sparse_groups(seed)
    for (level in c("nominal", "ordinal", "interval")) {
      found <- without_warnings(
        what = c("undefined", "no_interval"),
        compare_agreement(data, item, rater, rating, groups = group, level = level, permutations = 0)
      )
      of <- unique(data[c("rater", "group")])
      distance <- if (level == "ordinal") rank_distance(data$rating) else distances[[level]]
      for (group in c("a", "b", "c")) {
        side <- stats::setNames(as.integer(of$group != group), of$rater)
        expected <- oracle_sides(data, side, distance)
        own <- found[found$group == group, ]
        value <- function(measure) own$estimate[own$measure == measure]
        expect_equal(value("within"), expected[1])
        expect_equal(value("across"), expected[3])
        expect_equal(value("difference"), expected[1] - expected[3])
      }
    }
  }
})

test_that("standard errors are jackknives over items and over the raters of each side, added", {
  data <- sparse_groups(11)
  of <- unique(data[c("rater", "group")])
  jackknife <- function(x) (length(x) - 1) / length(x) * sum((x - mean(x))^2)
  for (level in names(distances)) {
    found <- without_warnings(
      what = "no_interval",
      compare_agreement(data, item, rater, rating, groups = group, level = level, permutations = 0)
    )
    side <- stats::setNames(as.integer(of$group != "b"), of$rater)
    figure <- function(data) oracle_sides(data, side, distances[[level]])
    by_item <- vapply(unique(data$item), function(i) figure(data[data$item != i, ]), double(3))
    by_rater <- vapply(names(side), function(who) figure(data[data$rater != who, ]), double(3))
    measures <- list(within = function(f) f[1, ], across = function(f) f[3, ], difference = function(f) f[1, ] - f[3, ])
    for (measure in names(measures)) {
      f <- measures[[measure]]
      parts <- c(
        jackknife(f(by_item)), jackknife(f(by_rater[, side == 0])), jackknife(f(by_rater[, side == 1]))
      )
      row <- found[found$group == "b" & found$measure == measure, ]
      expect_equal(row$std.error, sqrt(sum(parts)))
    }
  }
})

test_that("clusters are left out as a whole", {
  data <- sparse_groups(12)
  data$topic <- (data$item - 1) %/% 2
  found <- without_warnings(what = "no_interval", compare_agreement(
    data, item, rater, rating, groups = group, level = "interval", cluster = topic, permutations = 0
  ))
  side <- stats::setNames(as.integer(unique(data[c("rater", "group")])$group != "a"), unique(data$rater))
  figure <- function(data) oracle_sides(data, side, distances$interval)[3]
  jackknife <- function(x) (length(x) - 1) / length(x) * sum((x - mean(x))^2)
  parts <- c(
    jackknife(vapply(unique(data$topic), function(i) figure(data[data$topic != i, ]), 0)),
    jackknife(vapply(names(side)[side == 0], function(who) figure(data[data$rater != who, ]), 0)),
    jackknife(vapply(names(side)[side == 1], function(who) figure(data[data$rater != who, ]), 0))
  )
  expect_equal(found$std.error[found$group == "a" & found$measure == "across"], sqrt(sum(parts)))
  expect_match(found$interval, "over clusters")
})

test_that("p values count all assignments of raters to groups, or as many as were asked for", {
  # Six raters of whom three belong to a group: 20 assignments.
  data <- sparse_groups(3, raters = 6, items = 20)
  data <- data[data$rater %in% paste0("r", 1:6), ]
  who <- stats::setNames(rep(c("x", "y"), each = 3), paste0("r", 1:6))
  found <- compare_agreement(data, item, rater, rating, groups = who, level = "nominal")
  figures <- apply(utils::combn(6, 3), 2, function(at) {
    oracle_sides(data, stats::setNames(as.integer(!1:6 %in% at), names(who)), distances$nominal)
  })
  two_sided <- function(values) {
    observed <- values[1] # combn() begins with the raters 1, 2 and 3
    min(1, 2 * min(sum(values <= observed + 1e-9), sum(values >= observed - 1e-9)) / 20)
  }
  p <- function(measure) found$p.value[found$group == "x" & found$measure == measure]
  expect_equal(p("within"), two_sided(figures[1, ]))
  expect_equal(p("across"), two_sided(figures[3, ]))
  expect_equal(p("difference"), two_sided(figures[1, ] - figures[3, ]))
  expect_identical(unique(found$n_permutations[!is.na(found$p.value)]), 20L)
  # The statistic across is that of its mirror image, so that its smallest p is larger.
  expect_equal(found$least.p[match(c("difference", "across"), found$measure)], c(0.1, 0.2))
  expect_equal(
    found$adj.p.value[found$measure == "difference"],
    stats::p.adjust(found$p.value[found$measure == "difference"], "holm")
  )

  # With more raters some are drawn: (b + 1) / (N + 1), which is the same for any order of rows and in any session.
  many <- sparse_groups(5, raters = 18, items = 20)
  drawn <- compare_agreement(many, item, rater, rating, groups = group, level = "interval", permutations = 99)
  set.seed(8)
  again <- compare_agreement(many[sample(nrow(many)), ], item, rater, rating,
    groups = group, level = "interval", permutations = 99
  )
  expect_equal(drawn$p.value, again$p.value)
  p <- drawn$p.value[!is.na(drawn$p.value)]
  expect_equal(p * 50, round(p * 50))
  expect_equal(unique(drawn$least.p[!is.na(drawn$p.value)]), 2 / 100)
})

test_that("permuted raters reject a true hypothesis rarely, and see groups that differ", {
  skip_if_quick()
  # Groups without meaning: p values of the difference are at most .05 in about 5% of 200 data sets (at most 11% in
  # 99.9% of such simulations).
  p <- vapply(1:200, function(seed) {
    data <- sparse_groups(seed, raters = 10, items = 15)
    who <- stats::setNames(rep(c("x", "y"), 5), paste0("r", 1:10))
    found <- without_warnings(
      what = c("undefined", "no_interval"),
      compare_agreement(data, item, rater, rating, groups = who, level = "interval", permutations = 99)
    )
    found$p.value[match("difference", found$measure)]
  }, 0)
  expect_lt(mean(p <= 0.05), 0.11)

  items <- 1:30
  seen <- expand.grid(item = items, rater = 1:10)
  local_seed(1)
  seen$group <- ifelse(seen$rater > 5, "x", "y")
  own <- cbind(x = stats::rnorm(30), y = stats::rnorm(30))
  seen$rating <- own[cbind(seen$item, match(seen$group, c("x", "y")))] + stats::rnorm(300, sd = 0.3)
  found <- compare_agreement(seen, item, rater, rating, groups = group, level = "interval")
  expect_true(all(found$p.value[found$measure == "difference"] < 0.05))
})

test_that("groups come from columns, from a vector or from a list, and each rater has one", {
  skip_if_quick()
  data <- sparse_groups(2)
  data$sex <- ifelse(data$rater %in% paste0("r", c(1, 4, 5, 6, 8)), "f", "m")
  of <- unique(data[c("rater", "sex")])
  by_column <- compare_agreement(data, item, rater, rating, groups = sex, level = "nominal")
  expect_identical(unique(by_column$group), c("f", "m"))
  vector <- stats::setNames(of$sex, of$rater)
  sets <- split(of$rater, of$sex)
  ratings <- as_ratings(data, item, rater, rating, level = "nominal")
  expect_equal(compare_agreement(data, item, rater, rating, groups = vector, level = "nominal"), by_column)
  expect_equal(compare_agreement(data, item, rater, rating, groups = sets, level = "nominal"), by_column)
  expect_equal(compare_agreement(ratings, groups = vector), by_column)
  wide <- stats::reshape(data[c("item", "rater", "rating")], idvar = "item", timevar = "rater", direction = "wide")
  names(wide) <- sub("rating.", "", names(wide), fixed = TRUE)
  expect_equal(
    compare_agreement(wide[order(wide$item), ], item = item, layout = "raters_in_columns", groups = vector,
      level = "nominal"
    )$estimate, by_column$estimate
  )
  both <- compare_agreement(data, item, rater, rating, groups = c(group, sex), level = "nominal", permutations = 0) |>
    without_warnings(what = c("undefined", "no_interval"))
  expect_true(all(both$group %in% c("a, f", "a, m", "b, f", "b, m", "c, f", "c, m")))
  expect_message(
    found <- compare_agreement(data, item, rater, rating, groups = vector[-1], level = "nominal", permutations = 0),
    class = "accord_message_without_group"
  )
  expect_identical(sum(found$n_raters[found$measure == "difference"]), 8L)

  expect_message(
    compare_agreement(data, item, rater, rating, groups = c(vector, zed = "a"), level = "nominal", permutations = 0),
    "zed", class = "accord_message_unknown_rater"
  )

  fails <- function(groups, what, regexp) {
    expect_fault(
      compare_agreement(data, item, rater, rating, groups = {{ groups }}, level = "nominal"), what, regexp
    )
  }
  fails(item, "rater_groups", "9 raters are in more than one")
  torn <- data
  torn$sex[1] <- setdiff(c("f", "m"), torn$sex[1])
  expect_fault(
    compare_agreement(torn, item, rater, rating, groups = sex, level = "nominal"), "rater_groups", "1 rater is"
  )
  fails(nothing, "missing_column", "nothing")
  fails(c(z = "x", q = "y"), "unknown_rater", "None of 2 names")
  fails(c(r1 = "x", r2 = "x"), "argument", "All are in \"x\"")
  fails(list(x = c("r1", "r2"), y = "r2"), "rater_groups", "\"r2\"")
  fails(c("x", "y"), "missing_column", "2 columns do not exist")
  fails(3, "argument", "must name a column")
  expect_fault(
    compare_agreement(data, item, rater, rating, groups = sex, paired = TRUE, level = "nominal"), "argument", "paired"
  )
  expect_fault(
    compare_agreement(data, item, rater, rating, groups = sex, level = "nominal", ci = ci_bayes()), "argument"
  )
  twice <- rbind(data, data[1, ])
  expect_fault(
    compare_agreement(twice, item, rater, rating, groups = sex, duplicates = "keep", level = "nominal"), "argument",
    "one rating of an item"
  )
})

test_that("a ratio is given where agreement across is above 0, and what is undefined says why", {
  skip_if_quick()
  local_seed(4)
  noise <- data.frame(item = rep(1:20, 8), rater = rep(1:8, each = 20), rating = sample(1:2, 160, replace = TRUE))
  groups <- stats::setNames(rep(c("x", "y"), each = 4), 1:8)
  found <- compare_agreement(noise, item, rater, rating, groups = groups)
  expect_match(found$status[found$measure == "association"], "agreement across")
  expect_true(all(is.na(found$estimate[found$measure == "association"])))

  alone <- replace(groups, 1:3, NA)
  expect_warning(
    suppressMessages(found <- compare_agreement(noise, item, rater, rating, groups = alone)),
    class = "accord_warning_undefined"
  )
  expect_identical(found$status[found$measure == "within"], c("one rater", "ok"))
  # The group that comes first, whose row is that of both, may be the one with an alpha.
  turned <- suppressWarnings(suppressMessages(
    compare_agreement(noise, item, rater, rating, groups = list(first = 5:8, second = 1))
  ))
  expect_identical(turned$status[turned$measure == "normalised"], "one rater on the other side")
  expect_match(paste(format(found, width = 200), collapse = " "), "Only one rater in x: intervals are for this rater")
  # Alpha of the others, on the items of both, does not depend on the one rater: jackknife variances over items and
  # these raters.
  others <- noise[noise$rater > 4, ]
  alpha <- function(d) krippendorff_alpha(d, item, rater, rating, level = "nominal", ci = ci_none())$estimate
  over <- function(ids, of) {
    left <- vapply(ids, function(id) alpha(others[others[[of]] != id, ]), 0)
    (length(ids) - 1) / length(ids) * sum((left - mean(left))^2)
  }
  within <- found[found$measure == "within" & found$group == "y", ]
  expect_equal(within$std.error^2, over(1:20, "item") + over(5:8, "rater"), tolerance = 1e-8)
  pairs <- stats::setNames(c("x", "x", "y", "y"), 1:4)
  two <- suppressWarnings(compare_agreement(noise[noise$rater < 5, ], item, rater, rating, groups = pairs))
  expect_match(paste(format(two, width = 200), collapse = " "), "it is not defined without one of the raters")
  apart <- noise[(noise$rater > 4) == (noise$item > 10), ]
  expect_warning(
    found <- compare_agreement(apart, item, rater, rating, groups = groups), class = "accord_warning_undefined"
  )
  expect_identical(found$status[found$measure == "across"], "no item rated by both")
  same <- transform(noise, rating = 1)
  expect_warning(found <- compare_agreement(same, item, rater, rating, groups = groups, level = "nominal"),
    class = "accord_warning_undefined"
  )
  expect_true(all(is.na(found$estimate)))
})

test_that("groups of raters are compared within each group of by, and within questions", {
  data <- rbind(cbind(sparse_groups(1), round = "one"), cbind(sparse_groups(2), round = "two"))
  quiet <- function(code) without_warnings(code, what = c("undefined", "no_interval"))
  found <- quiet(compare_agreement(data, item, rater, rating, groups = group, by = round, level = "interval"))
  second <- data[data$round == "two", ]
  alone <- quiet(compare_agreement(second, item, rater, rating, groups = group, level = "interval"))
  expect_equal(found$estimate[found$round == "two"], alone$estimate)
  of_difference <- found$measure == "difference"
  expect_equal(found$adj.p.value[of_difference], stats::p.adjust(found$p.value[of_difference], "holm"))
})

test_that("print names the smallest p, the shares of the groups, and what has no value", {
  data <- sparse_groups(3, raters = 6, items = 20)
  who <- stats::setNames(rep(c("x", "y"), each = 3), paste0("r", 1:6))
  lines <- format(compare_agreement(data, item, rater, rating, groups = who, level = "nominal"), width = 100)
  expect_match(lines[1], "Agreement within and across 2 groups of raters (nominal)", fixed = TRUE)
  expect_true(any(grepl("20 assignments of raters to groups; smallest possible p .100 to .200", lines, fixed = TRUE)))
  share <- function(group) {
    own <- data$rating[who[data$rater] == group]
    paste0(group, ": ", paste(1:5, sub("0.", ".", formatC(table(factor(own, 1:5)) / length(own), format = "f",
      digits = 2), fixed = TRUE), collapse = ", "))
  }
  text <- gsub("[ #]+", " ", paste(lines, collapse = " "))
  expect_true(grepl(share("x"), text, fixed = TRUE))
})

test_that("time grows with the number of ratings", {
  skip_if_not(asks_all(), "long tests are not asked for")
  expect_linear_time(function(n) {
    data <- data.frame(item = rep(seq_len(n / 5), each = 5), rater = seq_len(n) %% 203, rating = seq_len(n) %% 4)
    groups <- stats::setNames(rep_len(c("x", "y"), 203), 0:202)
    compare_agreement(data, item, rater, rating, groups = groups, level = "nominal", permutations = 9)
  }, 1e5)
})
