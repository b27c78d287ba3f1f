# The default interval is a function of the data only: of the categories that each item received, and of the raters if
# the coefficient uses them.

# `times` is the number of draws, for tests that do not depend on the default number.
default_interval <- function(times = NULL, env = parent.frame()) {
  old <- options(accord.ci = if (!is.null(times)) ci_bayes(times = times))
  do.call("on.exit", list(bquote(options(.(old))), add = TRUE), envir = env)
}

# Sparse and uneven data: one to four of several raters per item, who know the answer or guess. All categories are used.
sparse_job <- function(seed, n_items = 30, n_raters = 6, values = c("a", "b", "c", "d")) {
  local_seed(seed)
  shares <- sort(stats::rexp(length(values)) + 0.1)
  draw <- function(n) sample(values, n, TRUE, shares)
  size <- sample(1:4, n_items, TRUE, c(1, 4, 4, 2))
  item <- rep(seq_len(n_items), size)
  answer <- draw(n_items)
  answer[seq_along(values)] <- values
  rating <- ifelse(stats::runif(length(item)) < stats::runif(1, 0.4, 0.9), answer[item], draw(length(item)))
  rating[match(seq_along(values), item)] <- values
  rater <- unlist(lapply(size, function(n) sample.int(n_raters, n)))
  data.frame(item = paste0("i", item), rater = paste0("r", rater), rating = rating)
}

# One of each kind in make test: of pairs of raters, of the use of categories, of pairable ratings.
ids_asked <- test_size(c("conger_kappa", "gwet_ac", "krippendorff_alpha"), "all")

limits_of <- function(data, ..., coefficients = ids_asked) {
  got <- agreement(data, item, rater, rating, ..., coefficients = coefficients)
  as.data.frame(got)[c("coefficient", "conf.low", "conf.high")]
}
# Limits by name of coefficient, as plain numbers.
# `digits`: where the codes of the categories differ, sums are formed in another order.
expect_same_limits <- function(got, expected, info = NULL, digits = FALSE) {
  same <- if (digits) function(...) expect_equal(..., tolerance = 1e-10) else expect_identical
  got <- got[match(expected$coefficient, got$coefficient), ]
  expect_false(anyNA(expected$conf.low) || anyNA(expected$conf.high))
  same(got$conf.low, expected$conf.low, info = info)
  same(got$conf.high, expected$conf.high, info = info)
}

# Data for every level: labels, ordered labels, numbers.
jobs <- function(seeds) {
  kinds <- list(
    list(values = letters[1:4], args = list()),
    list(values = letters[1:5], args = list(
      level = "ordinal", weights = "linear", categories = letters[1:5]
    )),
    list(values = c(1, 2, 3, 5, 8), args = list(level = "interval", weights = "quadratic"))
  )
  lapply(seeds, function(seed) {
    kind <- kinds[[seed %% 3 + 1]]
    n_items <- c(12, 30, 80)[seed %/% 3 %% 3 + 1]
    list(data = sparse_job(seed, n_items, values = kind$values), args = kind$args, seed = seed)
  })
}
limits_of_job <- function(job, data = job$data, ...) {
  suppressWarnings(do.call(limits_of, c(list(data), utils::modifyList(job$args, list(...)))))
}
shuffled <- function(x) x[sample.int(length(x))]
# All of them in the long run, else every third one, beginning with another one for each seed.
share_of <- function(x, seed) {
  if (test_size(FALSE, TRUE)) x else x[(seq_along(x) + seed) %% 3 == 0]
}

test_that("limits do not depend on the order of rows, items or raters, nor on names", {
  default_interval(test_size(4096, NULL))
  for (job in jobs(seq_len(test_size(3, 90)))) {
    expected <- limits_of_job(job)
    local_seed(job$seed)
    rows <- job$data[sample.int(nrow(job$data)), ]
    items <- unique(job$data$item)
    raters <- unique(job$data$rater)
    # Other names sort in another order, and so do the items and raters.
    variants <- list(
      rows = rows,
      `sorted rows` = job$data[order(job$data$rating, job$data$rater), ],
      items = transform(job$data, item = shuffled(items)[match(item, items)]),
      raters = transform(job$data, rater = shuffled(raters)[match(rater, raters)]),
      `rows, items and raters` = transform(
        rows,
        item = match(item, shuffled(items)),
        rater = c("Zoe", "al", "9", "_", "b b", "Eve")[match(rater, raters)]
      )
    )
    for (name in share_of(names(variants), job$seed)) {
      expect_same_limits(limits_of_job(job, variants[[name]]), expected, name)
    }
  }
})

# Beyond 4,096 items those of Conger's kappa are computed without draws.
test_that("limits of many items do not depend on the order of rows, names or threads", {
  skip_if_quick()
  data <- sparse_job(1, n_items = 5000)
  expected <- limits_of(data, coefficients = "conger")
  local_seed(2)
  other <- data[sample.int(nrow(data)), ]
  other$item <- match(other$item, shuffled(unique(other$item)))
  other$rater <- LETTERS[match(other$rater, shuffled(unique(other$rater)))]
  expect_same_limits(limits_of(other, coefficients = "conger"), expected)
  labels <- transform(data, rating = c(a = "q", b = "z", c = "x", d = "y")[rating])
  expect_same_limits(limits_of(labels, coefficients = "conger"), expected)
  old <- options(accord.threads = 1)
  on.exit(options(old))
  expect_same_limits(limits_of(data, coefficients = "conger"), expected)
  # Limits by draws agree up to the precision of the draws
  sd <- conger_kappa(data, item, rater, rating)$std.error
  drawn <- limits_of(data, coefficients = "conger", ci = ci_bayes(times = 16384))
  expect_false(identical(drawn$conf.low, expected$conf.low))
  expect_lt(max(abs(drawn$conf.low - expected$conf.low), abs(drawn$conf.high - expected$conf.high)), 0.1 * sd)
})

# All agree, so that two raters who skipped different items differ only in the clusters of these.
test_that("limits do not depend on the order of raters whom only the clusters tell apart", {
  skip_if_quick()
  answer <- strsplit("gffgceffffffffffffff", "")[[1]]
  skipped <- list(15:16, c(8, 13, 17:19), c(2, 12, 16, 18), c(3, 12))
  data <- do.call(rbind, lapply(1:4, function(r) {
    item <- setdiff(1:20, skipped[[r]])
    data.frame(item = item, text = ceiling(item / 4), rater = r, rating = answer[item])
  }))
  one <- function(order) {
    limits_of(
      data[order(match(data$rater, order)), ],
      cluster = text, coefficients = c("conger", "light"), weights = "identity"
    )
  }
  expected <- one(1:4)
  for (order in list(4:1, c(2, 1, 3, 4), c(3, 4, 1, 2))) {
    expect_same_limits(one(order), expected, paste(order, collapse = " "))
  }
})

# In the first round all raters agree, and each skipped one of four items with the same label.
test_that("limits of a difference do not depend on the order of raters whom only the other group tells apart", {
  answer <- rep(c("p", "q", "r"), 4)
  first <- expand.grid(item = 1:12, rater = c("a", "b", "c"), stringsAsFactors = FALSE)
  first <- first[!paste0(first$rater, first$item) %in% c("a1", "b4", "c10"), ]
  first$rating <- answer[first$item]
  second <- expand.grid(item = 1:12, rater = c("x", "y"), stringsAsFactors = FALSE)
  second$rating <- answer[second$item]
  second$rating[c(1, 2, 16, 20)] <- c("q", "p", "r", "p")
  data <- rbind(cbind(first, round = 1), cbind(second, round = 2))
  one <- function(order) {
    compare_agreement(
      data[order(match(data$rater, order)), ], item, rater, rating,
      by = round, paired = TRUE, coefficients = c("conger", "light"), weights = "identity"
    )
  }
  expected <- one(c("a", "b", "c", "x", "y"))
  for (order in list(c("b", "a", "c"), c("c", "b", "a"), c("y", "b", "x", "c", "a"))) {
    got <- one(c(order, setdiff(c("a", "b", "c", "x", "y"), order)))
    expect_identical(got$conf.low, expected$conf.low)
    expect_identical(got$conf.high, expected$conf.high)
    expect_identical(got$p.value, expected$p.value)
  }
})

# A circle of raters who share items only with their neighbours: some differ only by what is four raters away.
test_that("limits do not depend on the order of raters in a long chain", {
  answer <- c("p", "p", "q", "p", "p", "p", "p", "p", "q", "p", "p", "p", "q", "p", "p")
  data <- data.frame(item = rep(1:15, each = 2), rater = c(rbind(1:15, c(2:15, 1))), rating = rep(answer, each = 2))
  one <- function(order) limits_of(data[order, ], coefficients = "conger")
  expected <- one(1:30)
  for (order in list(30:1, c(16:30, 1:15), c(5:30, 1:4), c(21:30, 20:1))) {
    expect_same_limits(one(order), expected)
  }
})

# Shares of thirds and halves, whose sums have other last digits in another order: with few clusters
# these once chose other draws.
test_that("limits do not depend on the order of rows, items or clusters where items are in clusters", {
  skip_if_quick()
  default_interval(test_size(4096, NULL))
  for (seed in seq_len(test_size(6, 60))) {
    job <- sparse_job(800 + seed, c(12, 30, 80)[seed %% 3 + 1])
    items <- unique(job$item)
    job$text <- sample.int(max(2, length(items) %/% 3), length(items), TRUE)[match(job$item, items)]
    job$weight <- round(stats::runif(length(items), 0.3, 3), 2)[match(job$item, items)]
    rows <- job[sample.int(nrow(job)), ]
    named <- transform(rows, item = match(item, shuffled(items)), text = paste0("t", shuffled(1:99)[text]))
    ids <- c("percent_agreement", "fleiss_kappa", "gwet_ac", "krippendorff_alpha", "conger_kappa")
    limits <- function(data, ...) suppressWarnings(limits_of(data, cluster = text, ..., coefficients = ids))
    expect_same_limits(limits(rows), limits(job), paste("rows", seed))
    expect_same_limits(limits(named), limits(job), paste("names", seed))
    if (seed %% 3 > 0) next
    # if raters matter, weights are applied by sums over items
    ids <- setdiff(ids, "conger_kappa")
    expect_same_limits(limits(rows, case_weights = weight), limits(job, case_weights = weight), paste("weights", seed))
  }
})

test_that("limits do not depend on the number of threads", {
  default_interval()
  for (job in jobs(seq_len(test_size(1, 6)))) {
    limits <- lapply(c(1, 3), function(n) {
      old <- options(accord.threads = n)
      on.exit(options(old))
      limits_of_job(job)
    })
    expect_same_limits(limits[[2]], limits[[1]])
  }
})

# Raters in columns.
as_wide <- function(data) {
  wide <- matrix(data$rating[NA_integer_],
    length(unique(data$item)), length(unique(data$rater)),
    dimnames = list(sort(unique(data$item)), sort(unique(data$rater)))
  )
  wide[cbind(data$item, data$rater)] <- data$rating
  wide
}

test_that("limits do not depend on how the data are laid out, nor on the type of labels", {
  default_interval(test_size(4096, NULL))
  for (job in jobs(seq_len(test_size(3, 60)))) {
    expected <- limits_of_job(job)
    wide <- as_wide(job$data)
    in_layout <- function(data, layout = NULL, ...) {
      args <- c(list(data, ..., coefficients = ids_asked), if (!is.null(layout)) list(layout = layout), job$args)
      suppressWarnings(as.data.frame(do.call(agreement, args)))
    }
    in_columns <- function(data) in_layout(data, item = quote(item), rater = quote(rater), rating = quote(rating))
    variants <- list(
      `raters in columns` = function() in_layout(wide, "raters_in_columns"),
      `raters in rows` = function() in_layout(t(wide), "raters_in_rows"),
      `data frame` = function() in_layout(as.data.frame(wide), "raters_in_columns"),
      tibble = function() in_columns(tibble::as_tibble(job$data)),
      `ids as factors` = function() in_columns(transform(job$data, item = factor(item), rater = factor(rater)))
    )
    variants[["another type"]] <- function() {
      in_columns(transform(job$data, rating = if (is.character(rating)) factor(rating) else as.integer(rating)))
    }
    for (name in share_of(names(variants), job$seed)) expect_same_limits(variants[[name]](), expected, name)
    if (!length(job$args)) {
      ratings <- as_ratings(job$data, item, rater, rating)
      got <- agreement(ratings, coefficients = ids_asked)
      expect_same_limits(as.data.frame(got), expected, "accord_ratings")
    }
  }
})

test_that("coefficients that do not look at raters have the same limits without them", {
  default_interval(test_size(4096, NULL))
  for (job in jobs(seq_len(test_size(3, 30)))) {
    more <- test_size(NULL, c("percent_agreement", "fleiss_kappa", "brennan_prediger"))
    ids <- c("gwet_ac", "krippendorff_alpha", more)
    expected <- limits_of_job(job, coefficients = ids)
    args <- list(item = quote(item), rating = quote(rating), coefficients = ids)
    got <- do.call(agreement, c(list(job$data[c("item", "rating")]), args, job$args))
    expect_same_limits(as.data.frame(got), expected, "anonymous")
    if (!length(job$args)) {
      counts <- unclass(table(job$data$item, job$data$rating))
      got <- agreement(counts, layout = "counts", coefficients = ids)
      expect_same_limits(as.data.frame(got), expected, "counts")
    }
  }
})

test_that("limits do not depend on the other coefficients in the call", {
  default_interval(test_size(4096, NULL))
  for (job in jobs(test_size(2, 1:3))) {
    expected <- limits_of_job(job, coefficients = "all")
    for (i in seq(1, nrow(expected), by = test_size(4, 1))) {
      own <- job
      # without alpha the level has no effect
      if (expected$coefficient[i] != "krippendorff_alpha") own$args$level <- NULL
      id <- sub("_ac[12]", "_ac", expected$coefficient[i])
      expect_same_limits(limits_of_job(own, coefficients = id), expected[i, ], id)
    }
    some <- c("gwet_ac", "conger_kappa", "krippendorff_alpha", "percent_agreement")
    some_of <- expected[expected$coefficient %in% c("gwet_ac1", "gwet_ac2", some), ]
    expect_same_limits(limits_of_job(job, coefficients = some), some_of)
    expect_same_limits(limits_of_job(job, coefficients = rev(some)), some_of)
  }
  alone <- krippendorff_alpha(job$data, item, rater, rating, level = "nominal")
  beside <- agreement(job$data, item, rater, rating, level = "nominal")
  expect_same_limits(as.data.frame(beside), as.data.frame(alone), "verb of its own")
})

test_that("limits of a group do not depend on the other groups", {
  skip_if_quick()
  default_interval()
  groups <- lapply(1:4, function(i) cbind(sparse_job(100 + i, c(12, 30, 20, 15)[i]), part = letters[i]))
  ids <- test_size(c("conger_kappa", "gwet_ac1"), "all")
  declared <- function(data) {
    got <- agreement(data, item, rater, rating, by = part, categories = letters[1:6], coefficients = ids)
    as.data.frame(got)
  }
  together <- declared(do.call(rbind, groups))
  reversed <- declared(do.call(rbind, rev(groups)))
  renamed <- declared(transform(do.call(rbind, groups), part = chartr("abcd", "dbca", part)))
  for (i in seq_len(test_size(2, 4))) {
    own <- function(x, part) x[x$part == part, ]
    alone <- declared(groups[[i]])
    expect_same_limits(own(together, letters[i]), alone, "together")
    expect_same_limits(own(reversed, letters[i]), alone, "reversed")
    expect_same_limits(own(renamed, chartr("abcd", "dbca", letters[i])), alone, "renamed")
    none <- limits_of(groups[[i]], categories = letters[1:6], coefficients = ids)
    expect_same_limits(none, alone, "no groups")
    two <- declared(do.call(rbind, groups[c(i, i %% 4 + 1)]))
    expect_same_limits(own(two, letters[i]), alone, "two of them")
  }
})

test_that("many small groups have the interval that each has alone", {
  skip_if_quick()
  default_interval()
  ids <- c("krippendorff_alpha", "fleiss_kappa", "gwet_ac1")
  n <- test_size(10, 120)
  all <- do.call(rbind, lapply(seq_len(n), function(i) cbind(sparse_job(200 + i, 20), part = i)))
  measured <- function(data) {
    got <- agreement(data, item, rater, rating, by = part, categories = letters[1:4], coefficients = ids)
    as.data.frame(got)
  }
  together <- measured(all)
  for (i in c(1, n / 2, n)) {
    alone <- measured(all[all$part == i, ])
    expect_same_limits(together[together$part == i, ], alone)
    expect_identical(together$interval[together$part == i], alone$interval)
  }
})

# Groups of nine ratings: most samples occur several times, some of them with other raters or another order, and some
# groups have the same patterns from other raters.
test_that("groups whose samples are equal have the interval that each has alone", {
  skip_if_quick()
  default_interval()
  local_seed(31)
  n <- test_size(25, 400)
  data <- expand.grid(rater = 1:3, item = 1:3, part = seq_len(n))
  data$rating <- sample(c("a", "b"), nrow(data), TRUE)
  data$rater <- paste(ifelse(data$part %% 2 > 0, "r", data$part), data$rater)
  data <- data[sample.int(nrow(data)), ]
  ids <- c("gwet_ac1", "conger_kappa", "krippendorff_alpha")
  limits <- function(data) {
    got <- quietly(agreement(data, item, rater, rating, by = part, categories = c("a", "b"), coefficients = ids))
    as.data.frame(got)[c("part", "coefficient", "std.error", "conf.low", "conf.high")]
  }
  together <- limits(data)
  pattern_of <- function(ratings) paste(sort(ratings), collapse = "")
  sample_of <- function(x) paste(sort(tapply(x$rating, x$item, pattern_of)), collapse = " ")
  expect_gt(max(table(vapply(split(data, data$part), sample_of, ""))), 2) # there are some
  for (part in seq_len(n)) {
    alone <- limits(data[data$part == part, ])
    expect_equal(vctrs::vec_slice(together, together$part == part), alone, tolerance = 0, ignore_attr = TRUE)
  }
})

test_that("labels of other groups do not count where no set is declared", {
  default_interval()
  ids <- c("percent_agreement", "fleiss_kappa", "conger_kappa", "krippendorff_alpha") # none of them depends on the set
  own <- cbind(sparse_job(7), part = "x")
  other <- transform(sparse_job(8), rating = chartr("abcd", "tuvw", rating), part = "y")
  measured <- function(data) {
    as.data.frame(agreement(data, item, rater, rating, by = part, coefficients = ids))
  }
  together <- measured(rbind(own, other))
  expect_same_limits(together[together$part == "x", ], measured(own))
  expect_same_limits(together[together$part == "y", ], measured(other), digits = TRUE)
  # values at a numeric level likewise, declared or not
  numbers <- transform(own, rating = match(rating, letters))
  far <- transform(other, rating = 10 * match(rating, letters))
  interval <- function(data, ...) {
    as.data.frame(krippendorff_alpha(data, item, rater, rating, by = part, level = "interval", ...))
  }
  alone <- interval(numbers)
  together <- interval(rbind(numbers, far))
  alone$coefficient <- together$coefficient <- "krippendorff_alpha"
  expect_same_limits(together[together$part == "x", ], alone)
  wide <- interval(numbers, categories = 1:100)
  wide$coefficient <- "krippendorff_alpha"
  expect_same_limits(wide, alone, "a declared scale that nobody uses", digits = TRUE)
})

# Limits that differ by the noise of two seeds at most, whose standard deviation may be `sd`.
expect_limits_to <- function(got, expected, sd, info = NULL) {
  got <- got[match(expected$coefficient, got$coefficient), ]
  apart <- abs(c(got$conf.low - expected$conf.low, got$conf.high - expected$conf.high))
  expect_lt(max(apart), 3 * sqrt(2) * sd, label = paste("limits apart,", info))
}
# How much the limits may vary between seeds, by the number of items.
noise <- c(`20` = 0.001, `200` = 0.0005)

test_that("other names or another order of nominal labels change no digit that is printed", {
  skip_if_quick()
  default_interval()
  for (n in c(20, 200)) {
    for (seed in seq_len(test_size(1, 10))) {
      data <- sparse_job(300 + seed, n)
      expected <- limits_of(data)
      allowed <- noise[[as.character(n)]]
      swapped <- transform(data, rating = chartr("abcd", "dbac", rating))
      expect_limits_to(limits_of(swapped), expected, allowed, "swapped")
      named <- transform(data, rating = c("yes", "No", "5", "perhaps")[match(rating, letters)])
      expect_limits_to(limits_of(named), expected, allowed, "renamed")
      order <- limits_of(data, categories = c("c", "a", "d", "b"))
      expect_limits_to(order, expected, allowed, "reordered")
      if (n == 20) next
      # labels that happen to be numbers
      numbers <- transform(data, rating = match(rating, letters))
      expect_limits_to(limits_of(numbers, level = "nominal"), expected, allowed, "numbers")
    }
  }
})

test_that("limits hardly depend on the seed of the draws", {
  skip_if_quick()
  seeds <- test_size(2, 50)
  values <- list(nominal = c("a", "b", "c"), interval = c(1, 2, 3, 5, 9))
  for (n in c(20, 200)) {
    for (level in test_size(names(values)[1 + (n == 200)], names(values))) {
      data <- sparse_job(400 + n, n, values = values[[level]])
      draw <- function(seed) {
        got <- agreement(
          data, item, rater, rating,
          level = level, weights = if (level == "interval") "quadratic",
          coefficients = c("percent", "fleiss", "conger", "brennan_prediger", "gwet_ac", "alpha"),
          ci = ci_bayes(seed = seed)
        )
        c(got$conf.low, got$conf.high)
      }
      limits <- vapply(seq_len(seeds), draw, numeric(12))
      # The standard deviation that `seeds` draws show of one that is as large as allowed.
      by_chance <- if (seeds < 20) sqrt(stats::qchisq(0.99, seeds - 1) / (seeds - 1)) else 1
      allowed <- noise[[as.character(n)]] * by_chance
      expect_lt(max(apply(limits, 1, stats::sd)), allowed, label = paste("sd over seeds,", level, n))
    }
  }
})

test_that("the random numbers of the session are neither read, changed nor made", {
  default_interval()
  data <- sparse_job(5)
  local_seed(1)
  expected <- limits_of(data)
  before <- .Random.seed
  set.seed(2)
  after_another <- .Random.seed
  expect_same_limits(limits_of(data), expected)
  expect_identical(.Random.seed, after_another)
  # another generator
  suppressWarnings(RNGkind("Wichmann-Hill", "Box-Muller", "Rounding"))
  kind <- .Random.seed
  expect_same_limits(limits_of(data), expected)
  expect_identical(.Random.seed, kind)
  # none
  rm(".Random.seed", envir = globalenv())
  got <- limits_of(data)
  made <- exists(".Random.seed", globalenv(), inherits = FALSE)
  expect_false(made)
  expect_same_limits(got, expected)
  # any access to the seed is recorded
  seen <- 0
  suppressWarnings(rm(".Random.seed", envir = globalenv()))
  makeActiveBinding(".Random.seed", function(value) {
    seen <<- seen + 1
    before
  }, globalenv())
  got <- limits_of(data)
  rm(".Random.seed", envir = globalenv())
  expect_identical(seen, 0)
  expect_same_limits(got, expected)
})

# The 600 answers about coherence, as they were exported, once gave four intervals: sorted, with Conger's
# kappa in the call, and with A and B swapped.
test_that("the same 600 ratings have the same interval", {
  default_interval()
  answers <- read_mturk(system.file("extdata", "mturk", "Coherence", package = "accord"))
  data <- data.frame(item = answers$Input.code, rater = answers$WorkerId, rating = answers$Answer.best_coh)
  expected <- limits_of(data, coefficients = "alpha")
  sorted <- data[order(data$rating, data$rater), ]
  expect_same_limits(limits_of(sorted, coefficients = "alpha"), expected)
  expect_same_limits(limits_of(data, coefficients = c("conger", "alpha")), expected)
  swapped <- transform(data, rating = chartr("AB", "BA", rating))
  expect_limits_to(limits_of(swapped, coefficients = "alpha"), expected, noise[["200"]])
})

test_that("categories that only another group used change no limit", {
  skip_if_quick()
  default_interval()
  for (seed in seq_len(test_size(3, 100))) {
    local_seed(700 + seed)
    part <- function(name, labels) {
      d <- expand.grid(item = 1:sample(3:9, 1), rater = 1:3)
      d$rating <- sample(labels, nrow(d), TRUE, stats::runif(length(labels)))
      cbind(d[stats::runif(nrow(d)) < 0.8, ], part = name)
    }
    own <- part("b", utils::tail(letters[1:4], sample(1:3, 1)))
    limits <- function(data) {
      x <- quietly(agreement(data, item, rater, rating, by = part, coefficients = ids_asked))
      x <- as.data.frame(x)[c("part", "coefficient", "estimate", "std.error", "conf.low", "conf.high")]
      vctrs::vec_slice(x, x$part == "b")
    }
    expect_identical(limits(rbind(part("a", letters[1:6]), own)), limits(own), info = seed)
  }
})
