# The cells of the coverage study: designs of simulate_ratings(), by name. A list of lists: `items`,
# `level`, `keep` (the share of ratings that are not lost), `clusters` (whether the interval is told
# of them) and `design`, its further arguments.

even <- function(k) rep(1 / k, k)
rare <- list(
  k2 = c(0.9, 0.1),
  k4 = c(0.85, 0.05, 0.05, 0.05),
  k20 = c(0.62, rep(0.02, 19))
)

cells <- list()

# One cell per number of items.
add <- function(name, items, level = "nominal", raters = 3, ..., keep = 1, clusters = FALSE) {
  for (n in items) {
    cells[[sprintf("%s n%d", name, n)]] <<- list(
      items = n, level = level, keep = keep, clusters = clusters,
      design = list(n_raters = raters, ...)
    )
  }
}

# Complete designs, two categories: a rare one, at three accuracies, then even shares.
add("k2 rare m3", c(10, 20, 50, 100, 200, 500), prevalence = rare$k2, accuracy = 0.95)
add("k2 rare m3 low", c(20, 50, 200), prevalence = rare$k2, accuracy = 0.75)
add("k2 rare m3 high", c(20, 50, 100, 200), prevalence = rare$k2, accuracy = 0.99)
add("k2 rare m2", c(20, 50, 100), raters = 2, prevalence = rare$k2, accuracy = 0.95)
add("k2 rare m5", c(20, 50), raters = 5, prevalence = rare$k2, accuracy = 0.95)
add("k2 rare m10", c(10, 20, 50), raters = 10, prevalence = rare$k2, accuracy = 0.95)
add("k2 even m3", c(10, 20, 50, 200), prevalence = even(2), accuracy = 0.9)
add("k2 even m2", c(20, 50), raters = 2, prevalence = even(2), accuracy = 0.9)
add("k2 even m2 low", c(20, 50), raters = 2, prevalence = even(2), accuracy = 0.65)
add("k2 even m10 low", 20, raters = 10, prevalence = even(2), accuracy = 0.65)

# Four categories, nominal.
add("k4 rare m3", c(10, 20, 50, 100, 500), prevalence = rare$k4, accuracy = 0.9)
add("k4 rare m5", 20, raters = 5, prevalence = rare$k4, accuracy = 0.9)
add("k4 even m3", c(20, 50), prevalence = even(4), accuracy = 0.8)
add("k4 even m3 low", c(20, 50), prevalence = even(4), accuracy = 0.4)
add("k4 even m3 high", c(20, 50), prevalence = even(4), accuracy = 0.97)
add("k4 even m2", 20, raters = 2, prevalence = even(4), accuracy = 0.8)

# Ordinal and interval: errors fall off with the distance.
for (level in c("ordinal", "interval")) {
  add(paste("k4 rare m3", level), c(10, 20, 50, 200), level,
    prevalence = rare$k4, accuracy = 0.8, errors = "near"
  )
  add(paste("k4 even m3", level), c(20, 50), level,
    prevalence = even(4), accuracy = 0.7, errors = "near"
  )
  add(paste("k4 rare m2", level), c(20, 50), level,
    raters = 2, prevalence = rare$k4, accuracy = 0.8, errors = "near"
  )
  add(paste("k20 even m3", level), c(20, 50), level,
    prevalence = even(20), accuracy = 0.4, errors = "near"
  )
}
add("k4 even m3 low ordinal", 20, "ordinal",
  prevalence = even(4), accuracy = 0.35, errors = "near"
)
add("k4 rare m10 interval", 20, "interval",
  raters = 10, prevalence = rare$k4, accuracy = 0.8, errors = "near"
)

# Twenty categories, nominal.
add("k20 even m3 high", c(20, 50, 200), prevalence = even(20), accuracy = 0.9)
add("k20 even m3", c(20, 50), prevalence = even(20), accuracy = 0.6)
add("k20 even m2", c(20, 50, 200), raters = 2, prevalence = even(20), accuracy = 0.6)
add("k20 even m10", 20, raters = 10, prevalence = even(20), accuracy = 0.6)
add("k20 rare m3", c(20, 50, 200), prevalence = rare$k20, accuracy = 0.8)

# Sparse: many raters, few ratings of an item.
add("sparse k2 rare m3 of 20", c(20, 50, 100, 500),
  raters = 20, ratings_per_item = 3, prevalence = rare$k2, accuracy = 0.95
)
add("sparse k2 even m2 of 40", c(50, 200),
  raters = 40, ratings_per_item = 2, prevalence = even(2), accuracy = 0.85
)
add("sparse k4 rare m3 of 20", c(50, 100),
  raters = 20, ratings_per_item = 3, prevalence = rare$k4, accuracy = 0.9
)
add("sparse k4 rare m5 of 30 ordinal", c(50, 200), "ordinal",
  raters = 30, ratings_per_item = 5, prevalence = rare$k4, accuracy = 0.8, errors = "near"
)
add("sparse k20 even m3 of 20", c(50, 200),
  raters = 20, ratings_per_item = 3, prevalence = even(20), accuracy = 0.8
)
add("unequal k2 rare m5", c(20, 50, 200),
  raters = 5, prevalence = rare$k2, accuracy = 0.95, keep = 0.6
)
add("unequal k4 rare m5 interval", c(20, 50), "interval",
  raters = 5, prevalence = rare$k4, accuracy = 0.8, errors = "near", keep = 0.6
)

# Raters who differ, always the same: in accuracy; in which category they prefer.
add("raters k2 even m3", c(20, 50), prevalence = even(2), accuracy = c(0.98, 0.9, 0.75))
add("biased k2 m3", c(20, 50),
  prevalence = c(0.7, 0.3),
  confusion = list(
    rbind(c(0.95, 0.05), c(0.3, 0.7)), rbind(c(0.9, 0.1), c(0.1, 0.9)),
    rbind(c(0.7, 0.3), c(0.05, 0.95))
  )
)

# What no interval over items can know: other raters each time, items that hang together.
add("random raters k2 m3", c(50, 200), prevalence = even(2), accuracy = 0.9, rater_sd = 0.8)
add("random raters k2 m3 of 20", c(100, 500),
  raters = 20, ratings_per_item = 3, prevalence = even(2), accuracy = 0.9, rater_sd = 0.8
)
add("hard items k2 rare m3", c(20, 50), prevalence = rare$k2, accuracy = 0.95, difficulty_sd = 1)
for (known in c(FALSE, TRUE)) {
  add(paste("clusters", if (known) "known" else "unknown", "k2 rare m3"), c(100, 500),
    prevalence = rare$k2, accuracy = 0.95, difficulty_sd = 1, cluster_size = 10, cluster_cor = 0.3,
    clusters = known
  )
}
