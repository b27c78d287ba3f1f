# The meaning of weights of items and raters, by definition: an item or rater with a weight is copied that often. A copy
# of an item is a separate item. A copy of a rater rates the same items in the same way, and is never compared with
# other copies of that rater (`origin`).

# `item_times` and `rater_times` are named by item and rater; rows are those of random_weighted().
copy_rows <- function(data, item_times, rater_times = NULL) {
  data <- data[!is.na(data$place), ]
  if (is.null(rater_times)) rater_times <- vapply(split(data$rater, data$rater), function(x) 1, 0)
  n <- rater_times[as.character(data$rater)]
  copy <- sequence(n)
  data <- data[rep(seq_len(nrow(data)), n), ]
  data$origin <- data$rater
  data$rater <- paste(data$rater, copy)
  n <- item_times[as.character(data$item)]
  copy <- sequence(n)
  data <- data[rep(seq_len(nrow(data)), n), ]
  data$item <- paste(data$item, copy)
  data
}

# Any coefficient of such rows; `d` are the disagreements of the categories, 1 - w, or for alpha
# those of its level, which may be a function of the counts n_c.
oracle_of_copies <- function(rows, coefficient, d, population = FALSE) {
  rows$item <- match(rows$item, unique(rows$item))
  items <- split(rows, rows$item)
  if (coefficient == "krippendorff_alpha") return(oracle_alpha_of_copies(items, d, population))
  if (coefficient == "light_kappa") return(oracle_light_of_copies(rows, d))
  apart <- vapply(items, apart_of_copies, 0, d = d)
  expected <- if (coefficient %in% c("cohen_kappa", "conger_kappa")) {
    oracle_conger_of_copies(rows, d)
  } else {
    oracle_expected_of_copies(items, coefficient, d)
  }
  oracle_ratio(mean(apart[!is.na(apart)]), expected)[["estimate"]]
}

# Mean disagreement over the ordered pairs of ratings of different raters; NaN without a pair.
apart_of_copies <- function(item, d) {
  different <- outer(item$origin, item$origin, "!=")
  sum(d[item$place, item$place, drop = FALSE][different]) / sum(different)
}

oracle_expected_of_copies <- function(items, coefficient, d) {
  q <- nrow(d)
  w <- 1 - d
  shares <- vapply(items, function(item) tabulate(item$place, q) / nrow(item), numeric(q))
  pi <- rowMeans(matrix(shares, q))
  1 - oracle_chance_by_shares(coefficient, pi, sum(vapply(items, nrow, 0L)), w)
}

oracle_conger_of_copies <- function(rows, d) {
  raters <- split(rows, rows$rater)
  total <- pairs <- 0
  for (g in raters) {
    for (h in raters) {
      if (g$origin[1] == h$origin[1]) next
      p <- tabulate(g$place, nrow(d)) / nrow(g)
      r <- tabulate(h$place, nrow(d)) / nrow(h)
      total <- total + oracle_double_sum(d, p, r)
      pairs <- pairs + 1
    }
  }
  total / pairs
}

oracle_light_of_copies <- function(rows, d) {
  raters <- split(rows, rows$rater)
  kappas <- numeric()
  for (g in raters) {
    for (h in raters) {
      if (g$origin[1] >= h$origin[1]) next
      both <- intersect(g$item, h$item)
      if (length(both) == 0) next
      x <- g$place[match(both, g$item)]
      y <- h$place[match(both, h$item)]
      kappas <- c(kappas, oracle_ratio(mean(d[cbind(x, y)]), mean(d[x, y]))[["estimate"]])
    }
  }
  kappas <- kappas[!is.na(kappas)]
  if (length(kappas)) mean(kappas) else NA_real_
}

oracle_alpha_of_copies <- function(items, d, population) {
  several <- vapply(items, function(item) length(unique(item$origin)) > 1, NA)
  items <- items[several]
  if (length(items) == 0) return(NA_real_)
  place <- unlist(lapply(items, `[[`, "place"))
  n <- length(place)
  if (is.function(d)) d <- d(tabulate(place, max(place)))
  observed <- sum(vapply(items, function(item) nrow(item) * apart_of_copies(item, d), 0)) / n
  counts <- tabulate(place, nrow(d))
  expected <- oracle_double_sum(d, counts, counts) / (n * (n - !population))
  # Relative to the largest disagreement, so that values below 1e-12 count as 0.
  unit <- max(d, 1e-300)
  oracle_ratio(observed / unit, expected / unit)[["estimate"]]
}

# Alpha of a population in which the items have weights, as a function of these.
oracle_population_alpha <- function(items, delta) {
  r <- lengths(items$code)
  q <- max(unlist(items$code))
  counts <- oracle_shares(items, q) * r
  function(v) {
    v <- v * (r > 1)
    n <- sum(v * r)
    n_k <- colSums(v * counts)
    d <- if (is.function(delta)) delta(n_k) else delta
    within <- vapply(items$code, function(code) oracle_pair_sum(code, d) / max(length(code) - 1, 1), 0)
    unit <- max(d, 1e-300)
    k <- seq_len(q)
    oracle_ratio(sum(v * within) / n / unit, oracle_double_sum(d[k, k, drop = FALSE], n_k, n_k) / n^2 / unit)
  }
}

# random_ratings() with at most nine categories, which are positive whole numbers, and a group of other ratings before
# and after it.
random_weighted <- function(seed) {
  data <- random_ratings(seed)$data[c("item", "rater", "place")]
  local_seed(seed + 2e7)
  data$place <- (data$place - 1) %% 9 + 1
  q <- max(1, data$place, na.rm = TRUE) + pick(0:2)
  values <- sort(sample.int(q + 4, q))
  others <- function(part) {
    rows <- data.frame(item = rep(1:3, 2), rater = rep(c("rater1", part), each = 3))
    data.frame(rows, place = sample.int(q, 6, replace = TRUE), part = part)
  }
  data <- rbind(others("a"), cbind(data, part = rep("b", nrow(data))), others("c"))
  data$rating <- values[data$place]
  list(data = data, values = values)
}

# Returns the data in the form required by the core: ratings, and the rows and raters of group "b".
prepare_weighted <- function(set, scheme = "identity", level = "nominal", threads = 2L) {
  ratings <- as_ratings(set$data, item, rater, rating, by = part, categories = set$values, level = level)
  group <- match("b", ratings$groups$part)
  items <- ratings$group_start[group] + seq_len(diff(ratings$group_start[group + 0:1]))
  code <- lapply(items, function(i) {
    from <- ratings$item_start[i]
    sort(ratings$code[from + seq_len(ratings$item_start[i + 1] - from)])
  })
  key <- vapply(code, toString, "")
  list(
    ratings = ratings,
    sample = new_sample(ratings, threads),
    group = group - 1L,
    metric = metric_for(ratings, level),
    weights = weights_for(ratings, scheme),
    items = as.character(ratings$items[items]),
    raters = as.character(ratings$raters),
    pattern = match(key, unique(key)),
    data = set$data[set$data$part == "b", ]
  )
}

# Weights of patterns from those of items, a column per draw.
by_pattern <- function(prepared, v) unname(rowsum(v, prepared$pattern))

# Estimates, or variances, of all `coefficients`, a column each; `v` has a column per draw.
replicates_of <- function(prepared, coefficients, v, times = NULL, by_item = TRUE, population = FALSE,
                          with_variance = FALSE) {
  models <- place_of("model", registry_entries(coefficients)$model)
  found <- replicate_group(
    prepared$sample, prepared$group, models, prepared$metric, prepared$weights, as.matrix(v), times,
    by_item, population, if (with_variance) integer()
  )
  lapply(found, function(x) {
    x[is.nan(x)] <- NA
    `colnames<-`(x, coefficients)
  })
}
