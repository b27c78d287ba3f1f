# Changes that must not affect a result: one loop over the registry, and over the levels of alpha.

# Sparse ratings on a scale from 1 to 5: 40 items, 7 raters, about half of the cells.
sparse_ratings <- function(seed, n_items = 40, share = 0.5) {
  local_seed(seed)
  data <- expand.grid(
    item = paste0("item", seq_len(n_items)), rater = paste0("rater", 1:7), stringsAsFactors = FALSE
  )
  truth <- sample.int(5, n_items, replace = TRUE)
  data$score <- ifelse(stats::runif(nrow(data)) < 0.6, truth, sample.int(5, nrow(data), replace = TRUE))
  data <- data[stats::runif(nrow(data)) < share, ]
  data$label <- c("e", "a", "d", "b", "c")[data$score]
  data[sample.int(nrow(data)), ]
}

ranges <- list(circular = 5, bipolar = c(0, 6))

# Alpha with the interval of the jackknife.
jackknifed <- function(...) krippendorff_alpha(..., ci = ci_jackknife())

# The calls: every verb of the registry with one coefficient on labels, and alpha at every level of numbers. Each takes
# data, the name of the rating column in `rating`, and further arguments.
registry <- accord:::coefficient_registry()
registry <- registry[registry$joins != "own_verb" & !duplicated(registry$verb), ]
on_labels <- lapply(stats::setNames(nm = registry$verb), function(verb) {
  verb <- getExportedValue("accord", verb)
  function(data, ..., rating = "label") {
    verb(data, item, rater, tidyselect::all_of(rating), ..., ci = ci_jackknife())
  }
})
level_names <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")
on_scores <- lapply(stats::setNames(nm = level_names), function(level) {
  function(data, ..., rating = "score") {
    jackknifed(data, item, rater, tidyselect::all_of(rating), ..., level = level, range = ranges[[level]])
  }
})
measures <- c(on_labels, on_scores)

# The same in every column, to the last digits of a sum in another order.
expect_same <- function(got, expected, info = NULL, leave_out = character()) {
  keep <- setdiff(names(expected), leave_out)
  expect_equal(as.list(got)[keep], as.list(expected)[keep], tolerance = 1e-12, info = info)
}

values_of <- function(x) as.list(x)[setdiff(names(x), "part")]

datasets <- lapply(1:3, sparse_ratings)

# Properties that hold because all verbs read data in one place are tested with a few verbs in `make test`.
at_the_door <- test_size(c("krippendorff_alpha", "light_kappa", "ordinal"), names(measures))
stopifnot(at_the_door %in% names(measures))
some <- datasets[seq_len(test_size(1, 3))]

# All changes of a data set in the long run; in make test a third of them, others for each `name`.
share_of <- function(x, name) {
  if (test_size(FALSE, TRUE)) x else x[seq_along(x) %% 3 == sum(utf8ToInt(name)) %% 3]
}

for (name in names(measures)) {
  measure <- measures[[name]]

  test_that(paste0("the order of rows and the names of items and raters mean nothing: ", name), {
    for (data in some) {
      expected <- measure(data)
      expect_equal(expected$status, "ok")
      variants <- list(
        reversed = data[rev(seq_len(nrow(data))), ],
        `by item` = data[order(data$item, data$rater), ],
        `by rater` = data[order(data$rater, data$score), ],
        names = transform(data,
          item = paste0("z", rev(seq_len(99))[match(item, unique(item))]),
          rater = match(rater, sort(unique(rater))) * 10
        ),
        swapped = transform(data, item = chartr("0123456789", "5678901234", item), rater = toupper(rater))
      )
      for (kind in share_of(names(variants), name)) expect_same(measure(variants[[kind]]), expected, kind)
    }
  })

  test_that(paste0("ratings that are missing are no rows: ", name), {
    data <- datasets[[2]]
    gaps <- data.frame(
      item = c("item1", "new", "new", "new"), rater = c("nobody", "rater1", "rater2", "rater3"),
      score = c(NA, NA, NA, 1), label = c(NA, NA, NA, "a")
    )
    # For some coefficients a single rating contributes to the shares of categories.
    if (name %in% registry$verb[registry$least_ratings < 2]) gaps$label[4] <- NA
    expect_same(measure(rbind(gaps, data)), measure(data))
  })

  test_that(paste0("a group has the values it has alone: ", name), {
    data <- datasets[[1]]
    expected <- measure(data)
    twice <- rbind(cbind(data, part = "x"), cbind(data, part = "y"))
    got <- measure(twice, by = part)
    expect_equal(got$part, c("x", "y"))
    expect_same(values_of(got[1, ]), expected)
    expect_same(values_of(got[2, ]), expected)
    shuffled <- measure(twice[order(twice$rater, twice$part, twice$item), ], by = part)
    expect_same(shuffled, got)

    parts <- do.call(rbind, lapply(1:3, function(i) cbind(datasets[[i]], part = i)))
    among <- measure(parts[order(parts$item), ], by = part)
    for (i in test_size(2, 1:3)) expect_same(values_of(among[i, ]), measure(datasets[[i]]), info = i)
    if (name %in% at_the_door) expect_same(measure(parts[parts$part == 2, ], by = part), among[2, ])
  })
}

for (name in at_the_door) {
  measure <- measures[[name]]

  test_that(paste0("ids may be factors, characters or numbers: ", name), {
    data <- datasets[[1]]
    expected <- measure(data)
    more <- c("none", sort(unique(data$item), decreasing = TRUE))
    expect_same(measure(transform(data, item = factor(item, more), rater = factor(rater))), expected)
    numbers <- transform(data,
      item = as.integer(sub("item", "", item)),
      rater = as.numeric(sub("rater", "", rater)) / 2
    )
    expect_same(measure(numbers), expected)
    expect_same(measure(transform(numbers, item = factor(item))), expected)
  })

  test_that(paste0("groups by columns and by dplyr are the same: ", name), {
    skip_if_not_installed("dplyr")
    parts <- do.call(rbind, lapply(1:3, function(i) cbind(datasets[[i]], part = i, half = i > 1)))
    expected <- measure(parts, by = c(part, half))
    expect_same(measure(dplyr::group_by(parts, part, half)), expected)
    expect_same(measure(dplyr::group_by(tibble::as_tibble(parts), part, half)), expected)
    expect_same(measure(dplyr::group_by(parts, item), by = c(part, half)), expected)
  })

  test_that(paste0("tibble, data frame, data.table and ratings are the same: ", name), {
    data <- datasets[[3]]
    expected <- measure(data)
    expect_same(measure(tibble::as_tibble(data)), expected)
    skip_if_not_installed("data.table")
    expect_same(measure(data.table::as.data.table(data)), expected)
    keyed <- data.table::as.data.table(data)
    data.table::setkeyv(keyed, c("rater", "item"))
    expect_same(measure(keyed), expected)
  })
}

for (level in names(on_scores)) {
  test_that(paste0("a ratings object, a matrix and a frame are the same: ", level), {
    for (data in some) {
      expected <- on_scores[[level]](data)
      alpha <- function(x, ...) jackknifed(x, ..., level = level, range = ranges[[level]])
      wide <- tapply(data$score, data[c("item", "rater")], function(x) x)
      wide <- unclass(wide)
      frame <- data.frame(id = rownames(wide), wide)
      turned <- data.frame(who = colnames(wide), t(wide))
      variants <- list(
        ratings = function() alpha(as_ratings(data, item, rater, score)),
        `ratings of labels` = function() alpha(as_ratings(data, item, rater, score, level = "nominal")),
        `matrix` = function() alpha(wide, layout = "raters_in_columns"),
        turned = function() alpha(t(wide), layout = "raters_in_rows"),
        unnamed = function() alpha(unname(wide), layout = "raters_in_columns"),
        reversed = function() alpha(wide[40:1, 7:1], layout = "raters_in_columns"),
        frame = function() alpha(frame, item = id, layout = "raters_in_columns"),
        `frame without ids` = function() alpha(frame[-1], layout = "raters_in_columns"),
        `turned frame` = function() alpha(turned, rater = who, layout = "raters_in_rows")
      )
      for (kind in share_of(names(variants), level)) expect_same(variants[[kind]](), expected, kind)
    }
  })

  test_that(paste0("a table of counts and a confusion table are the same: ", level), {
    for (data in some) {
      alpha <- function(x, ...) jackknifed(x, ..., level = level, range = ranges[[level]])
      counts <- unclass(table(data$item, factor(data$score, 1:5)))
      expected <- on_scores[[level]](data)
      got <- alpha(counts, layout = "counts", categories = 1:5)
      expect_same(got, expected, leave_out = "n_raters")
      expect_identical(got$n_raters, NA_integer_)
      expect_same(alpha(counts, layout = "counts"), got)
      expect_same(alpha(counts[, 5:1], layout = "counts", categories = 5:1), got)

      two <- data[data$rater %in% c("rater1", "rater2"), ]
      two <- two[two$item %in% two$item[duplicated(two$item)], ]
      ratings <- split(factor(two$score, 1:5), two$rater)
      items <- split(two$item, two$rater)
      confusion <- table(ratings[[1]], ratings[[2]][match(items[[1]], items[[2]])])
      expect_same(alpha(confusion, layout = "confusion"), on_scores[[level]](two))
      expect_same(alpha(t(confusion)[5:1, ], layout = "confusion"), on_scores[[level]](two))
    }
  })

  test_that(paste0("a sparse matrix holds its zeros as ratings: ", level), {
    skip_if_not_installed("Matrix")
    data <- transform(datasets[[1]], score = score - 1)
    expect_true(any(data$score == 0))
    expected <- on_scores[[level]](data)
    i <- match(data$item, unique(data$item))
    j <- match(data$rater, unique(data$rater))
    for (kind in if (level == "nominal" || test_size(FALSE, TRUE)) c("C", "T", "R") else "C") {
      sparse <- Matrix::sparseMatrix(i, j, x = data$score, repr = kind)
      expect_s4_class(sparse, paste0("dg", kind, "Matrix"))
      expect_length(sparse@x, nrow(data))
      alpha <- function(x, ...) jackknifed(x, ..., level = level, range = ranges[[level]])
      expect_same(alpha(sparse, layout = "raters_in_columns"), expected, info = kind)
      sparse <- Matrix::sparseMatrix(j, i, x = data$score, repr = kind)
      expect_same(alpha(sparse, layout = "raters_in_rows"), expected, info = kind)
    }
  })
}

# The columns that do not depend on the unit of disagreement.
unit_free <- c("estimate", "std.error", "conf.low", "conf.high", "n_items", "n_raters", "n_ratings", "status")

expect_unit_free <- function(got, expected) {
  expect_equal(as.list(got)[unit_free], as.list(expected)[unit_free], tolerance = 1e-12)
}

test_that("names of labels mean nothing at the nominal level", {
  for (data in some) {
    expected <- on_labels$krippendorff_alpha(data)
    renamed <- transform(data, label = chartr("abcde", "ZbQ7+", label))
    expect_same(on_labels$krippendorff_alpha(renamed), expected)
    factors <- transform(data, label = factor(label, rev(letters[1:5])))
    expect_same(on_labels$krippendorff_alpha(factors), expected)
    expect_same(on_scores$nominal(data), expected)
    expect_same(on_scores$nominal(transform(data, score = c(2e9, -1, 0.1, pi, 1e-9)[score])), expected)
  }
})

test_that("any scale in the same order is the same at the ordinal level", {
  for (data in some) {
    expected <- on_scores$ordinal(data)
    expect_same(on_scores$ordinal(transform(data, score = c(-1e9, 0, 1e-9, 2, 1e12)[score])), expected)
    expect_same(on_scores$ordinal(transform(data, score = exp(score))), expected)
    expect_same(on_scores$ordinal(transform(data, score = -score)), expected)
    words <- c("none", "a few", "some", "many", "all")
    ordered <- transform(data, score = factor(words[score], words, ordered = TRUE))
    expect_same(jackknifed(ordered, item, rater, score), expected)
    ordered <- transform(data, score = factor(words[score], c("less", words, "more"), ordered = TRUE))
    expect_same(but_categories(jackknifed(ordered, item, rater, score)), but_categories(expected))
    text <- transform(data, score = words[score])
    got <- jackknifed(text, item, rater, score, level = "ordinal", categories = words)
    expect_same(got, expected)
  }
})

test_that("origin and unit mean nothing at the interval level", {
  for (data in some) {
    expected <- on_scores$interval(data)
    expect_unit_free(on_scores$interval(transform(data, score = score + 1e9)), expected)
    expect_unit_free(on_scores$interval(transform(data, score = 1024 - score / 8)), expected)
    expect_unit_free(on_scores$interval(transform(data, score = 1e6 * score)), expected)
  }
})

test_that("the unit means nothing at the ratio level", {
  for (data in some) {
    expected <- on_scores$ratio(data)
    expect_same(on_scores$ratio(transform(data, score = score * 1024)), expected)
    expect_same(on_scores$ratio(transform(data, score = score / 7)), expected)
    expect_unit_free(on_scores$ratio(transform(data, score = 1e-150 * score)), expected)
  }
})

test_that("where the circle starts, and which way it turns, means nothing at the circular level", {
  for (data in some) {
    expected <- on_scores$circular(data)
    expect_same(on_scores$circular(transform(data, score = (score + 3) %% 5)), expected)
    expect_same(on_scores$circular(transform(data, score = score + 0.25)), expected)
    expect_same(on_scores$circular(transform(data, score = -score)), expected)
    expect_same(on_scores$circular(transform(data, score = score + 5 * (score > 2))), expected)
    degrees <- transform(data, score = 72 * score)
    got <- jackknifed(degrees, item, rater, score, level = "circular", range = 360)
    expect_same(got, expected)
    # whole numbers from 1 to 5: a turn of 5
    expect_same(jackknifed(data, item, rater, score, level = "circular"), expected)
  }
})

test_that("the ends of a bipolar scale may be anywhere", {
  for (data in some) {
    expected <- on_scores$bipolar(data)
    bipolar <- function(data, range) {
      jackknifed(data, item, rater, score, level = "bipolar", range = range)
    }
    expect_same(bipolar(transform(data, score = 6 - score), c(0, 6)), expected)
    expect_same(bipolar(transform(data, score = 4 * score - 12), c(-12, 12)), expected)
  }
})

test_that("two values are the same at every level", {
  data <- transform(datasets[[1]], score = 1 + (score > 2))
  expected <- on_scores$nominal(data)
  for (level in names(on_scores)) expect_unit_free(on_scores[[level]](data), expected)
  expect_same(jackknifed(data, item, rater, score), expected)
})

test_that("the number of threads changes no bit", {
  threads <- getOption("accord.threads")
  on.exit(options(accord.threads = threads))
  local_seed(11)
  n <- test_size(16500, 60000)
  data <- data.frame(
    item = paste0("item", rep(seq_len(n), each = 4)),
    # Four that differ, from any of the fifty on.
    rater = paste0("rater", (rep(sample.int(50, n, replace = TRUE), each = 4) + c(0, 7, 19, 32)) %% 50),
    score = sample.int(5, 4 * n, replace = TRUE),
    part = rep(sample(c("x", "y", "z"), n, replace = TRUE), each = 4)
  )
  data$value <- data$score + stats::rnorm(4 * n)
  expect_gt(nrow(data), 65536) # fewer rows are not split over threads
  calls <- list(
    function() jackknifed(data, item, rater, score, level = "nominal"),
    function() jackknifed(data, item, rater, score, level = "ratio", by = part),
    function() jackknifed(data, item, rater, value, level = "interval"),
    function() jackknifed(data, item, rater, value, level = "ordinal", by = part),
    function() jackknifed(data, item, rater, value, level = "circular", range = 6),
    function() as_ratings(data, item, rater, score, by = part)
  )
  for (call in calls) {
    options(accord.threads = 1L)
    one <- call()
    for (k in 3L) {
      options(accord.threads = k)
      expect_true(identical(call(), one), info = paste(deparse(body(call)), k, "threads"))
    }
  }
})

test_that("the same letters in another encoding are the same id and the same label", {
  data <- datasets[[1]]
  data$item <- sub("item1", "caf\u00e9 1", data$item)
  data$rater <- sub("rater2", "Ren\u00e9", data$rater)
  data$label <- sub("a", "\u00e0", data$label)
  expected <- jackknifed(datasets[[1]], item, rater, label)
  expect_same(jackknifed(data, item, rater, label), expected)
  mixed <- data
  other <- seq(1, nrow(data), by = 2)
  for (column in c("item", "rater", "label")) {
    mixed[[column]][other] <- iconv(enc2utf8(mixed[[column]][other]), "UTF-8", "latin1")
    expect_true("latin1" %in% Encoding(mixed[[column]]), info = column)
    expect_true("UTF-8" %in% Encoding(mixed[[column]]), info = column)
  }
  expect_same(jackknifed(mixed, item, rater, label), expected)
  labels <- unique(data$label)
  expect_same(jackknifed(mixed, item, rater, label, categories = labels), expected)
})

test_that("every coefficient of the registry has its verb and its help page", {
  registry <- accord:::coefficient_registry()
  expect_gt(nrow(registry), 0)
  expect_equal(anyDuplicated(registry$id), 0)
  expect_equal(setdiff(registry$verb, getNamespaceExports("accord")), character())
  expect_equal(setdiff(registry$verb, help_topics()), character())
  expect_true(all(nchar(unlist(registry[c("label", "source")])) > 0))
})
