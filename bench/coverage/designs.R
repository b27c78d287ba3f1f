# The designs of the coverage study, by name: how jobs come about, and what is measured in them.
# Half of the designs of each kind are there to choose by: whatever is tried, compared or tuned may be
# looked at on these. The other half reports: the method that was chosen is run on them once. The
# split stands at the end of this file; it was drawn by a coin before any interval had been run on any
# design, but for those that are marked as looked at before, which can only be chosen by.
#
# A design is a list: `kind`; `items`, the sizes of its jobs; `level`, for alpha, and `weights` for all
# other coefficients; `categories`, the declared set (NULL: plain labels, nothing declared);
# `coefficients`; `cluster`, whether intervals are told of clusters; `exact`, population values that
# are known; `draw(items, jobs)`, rows of job, item, rater and rating.

source("bench/coverage/draws.R")
source("bench/coverage/real.R")

designs <- list()
looked_at <- character() # before the split: in the first sketches of the interval

WEIGHTS_AT <- c(nominal = "identity", ordinal = "ordinal", interval = "quadratic")
EVERY <- c("krippendorff_alpha", "fleiss_kappa", "conger_kappa", "percent_agreement", "brennan_prediger", "gwet_ac1")
# What does not depend on the set of the categories, which values on a continuum do not have.
WITHOUT_A_SET <- c("krippendorff_alpha", "fleiss_kappa", "conger_kappa")

# `ratings(n)`: the matrix of n items, or a list of it and of the `workers` in its places.
design <- function(name, kind, items, ratings = NULL, level = "nominal", categories = NULL,
                   coefficients = EVERY, exact = NULL, draw = NULL, weights = WEIGHTS_AT[[level]], ...) {
  draw <- draw %||% function(items, jobs) {
    drawn <- ratings(items * jobs)
    if (is.matrix(drawn)) as_rows(drawn, items) else as_rows(drawn$ratings, items, drawn$workers)
  }
  if (weights != "identity") exact <- exact[names(exact) %in% names(exact_chance)]
  designs[[name]] <<- list(
    name = name, kind = kind, items = items, draw = draw, level = level, weights = weights,
    categories = categories, coefficients = coefficients, exact = exact, ...
  )
}
two_raters <- sub("conger_kappa", "cohen_kappa", EVERY)

# ---- Ordinary labels: two to twenty categories, two to five raters, who are the same in all items ----

labels <- function(name, items, shares, skill, ...) {
  design(name, "ordinary", items, function(n) know_or_guess(n, shares, skill),
    categories = seq_along(shares), exact = exact_know_or_guess(shares, skill),
    coefficients = if (length(skill) == 2) two_raters else EVERY, ...
  )
}
labels("even k2 m2", c(10, 20, 200), even(2), c(0.8, 0.7))
labels("skew k3 m3", c(10, 50), c(0.5, 0.3, 0.2), rep(0.9, 3))
design("errors k5 m5", "ordinary", c(10, 20, 50),
  function(n) confused(pick(n, even(5)), 5, errors_even(5, 0.7)),
  categories = 1:5
)
labels("zipf k8 m3", c(50, 1000), zipf(8), c(0.95, 0.9, 0.8))
labels("even k20 m2", c(20, 50), even(20), c(0.85, 0.85))
labels("zipf k20 m3", c(20, 200), zipf(20), rep(0.75, 3))
labels("near perfect k4 m3", c(20, 50, 200), c(0.4, 0.3, 0.2, 0.1), rep(sqrt(0.95), 3))
labels("near perfect k2 m2", c(20, 50), c(0.7, 0.3), c(0.97, 0.96))

# ---- Many raters, from hardly any agreement to much ----

latent5 <- function(n, raters, spread) cut_latent(stats::rnorm(n, 0, spread), rep(1, raters), 1:4 - 2.5)
design("latent m25 nominal", "many raters", c(20, 50, 200), function(n) latent5(n, 25, 0.35),
  categories = 1:5)
design("latent m25 interval", "many raters", c(20, 50), function(n) latent5(n, 25, 0.35), "interval", 1:5)
design("latent m10 nominal", "many raters", c(20, 50), function(n) latent5(n, 10, 0.35), categories = 1:5)
looked_at <- c(looked_at, "latent m25 nominal", "latent m25 interval", "latent m10 nominal")
# Items have shares of their own; one of them in twenty stands out.
design("odd items m25 k3", "many raters", c(20, 50, 200), function(n) {
  p <- ifelse(stats::runif(n) < 0.05, 0.9, 0.45)
  shares <- cbind(p, (1 - p) * 0.6, (1 - p) * 0.4)
  matrix(as.numeric(pick(25 * n, shares[rep(seq_len(n), 25), ])), n)
}, categories = 1:3)
design("beta m10 ordinal", "many raters", c(10, 20, 50), function(n) {
  matrix(1 + stats::rbinom(10 * n, 6, rep(stats::rbeta(n, 6, 9), 10)), n)
}, "ordinal", 1:7)
design("high m25 k2", "many raters", c(10, 50), function(n) {
  confused(pick(n, c(0.65, 0.35)), 25, rbind(c(0.97, 0.03), c(0.06, 0.94)))
}, categories = 1:2)
design("faint m10 interval", "many raters", c(20, 50), function(n) {
  leaning <- stats::rnorm(10 * n, rep(stats::rnorm(n, 0.5, 0.2), 10), 0.8)
  matrix(stats::rbinom(10 * n, 10, stats::plogis(leaning)), n)
}, "interval", 0:10)
labels_m25 <- seq(0.55, 0.95, length.out = 25)
design("skills m25 k4", "many raters", c(20, 200),
  function(n) know_or_guess(n, c(0.5, 0.25, 0.15, 0.1), labels_m25),
  categories = 1:4, exact = exact_know_or_guess(c(0.5, 0.25, 0.15, 0.1), labels_m25)
)

# ---- Raters who do not agree more than by chance ----

independent <- function(n, shares, raters) matrix(as.numeric(pick(n * raters, shares)), n)
design("chance k2 m2 rare", "independent", c(100, 200), function(n) independent(n, c(0.95, 0.05), 2),
  categories = 1:2, exact = exact_chance, coefficients = two_raters
)
looked_at <- c(looked_at, "chance k2 m2 rare")
design("chance k4 m3", "independent", c(20, 50, 200), function(n) independent(n, even(4), 3),
  categories = 1:4, exact = exact_chance
)
design("chance k2 m3 rare", "independent", c(50, 200), function(n) independent(n, c(0.97, 0.03), 3),
  categories = 1:2, exact = exact_chance
)
design("chance k5 m5 ordinal", "independent", c(20, 200),
  function(n) independent(n, c(0.6, 0.2, 0.1, 0.06, 0.04), 5),
  "ordinal", 1:5, exact = exact_chance
)
design("chance m10 normal", "independent", c(20, 50), function(n) matrix(round(stats::rnorm(10 * n), 2), n),
  "interval", exact = exact_chance, coefficients = WITHOUT_A_SET
)
design("chance k3 m2", "independent", c(50, 1000), function(n) independent(n, c(0.8, 0.15, 0.05), 2),
  categories = 1:3, exact = exact_chance, coefficients = two_raters
)

# ---- Rare categories ----

design("rare beta m4", "rare", c(20, 50), function(n) {
  p <- ifelse(stats::runif(n) < 0.05, stats::rbeta(n, 8, 2), stats::rbeta(n, 0.4, 30))
  matrix(1 + stats::rbinom(n * 4, 1, rep(p, 4)), n)
}, categories = 1:2)
looked_at <- c(looked_at, "rare beta m4")
design("rare 3 % m3", "rare", c(50, 200, 1000), function(n) {
  confused(pick(n, c(0.97, 0.03)), 3, rbind(c(0.99, 0.01), c(0.2, 0.8)))
}, categories = 1:2)
design("rare 3 % m2", "rare", c(50, 200), function(n) know_or_guess(n, c(0.97, 0.03), c(0.9, 0.9)),
  categories = 1:2, exact = exact_know_or_guess(c(0.97, 0.03), c(0.9, 0.9)), coefficients = two_raters
)
design("rare k4 m3", "rare", c(10, 20, 50),
  function(n) confused(pick(n, c(0.85, 0.05, 0.05, 0.05)), 3, errors_even(4, 0.92)),
  categories = 1:4
)
design("rare 10 % m5", "rare", c(10, 20, 50), function(n) {
  hit <- c(0.95, 0.9, 0.85, 0.75, 0.6)
  confused(pick(n, c(0.9, 0.1)), 5, lapply(hit, function(h) rbind(c(0.98, 0.02), c(1 - h, h))))
}, categories = 1:2)
design("rare k6 m3", "rare", c(20, 200),
  function(n) know_or_guess(n, c(0.5, 0.3, 0.11, 0.03, 0.03, 0.03), rep(0.85, 3)),
  categories = 1:6, exact = exact_know_or_guess(c(0.5, 0.3, 0.11, 0.03, 0.03, 0.03), rep(0.85, 3))
)

# ---- Ordered scales ----

design("skewed 7 m3", "ordinal", c(20, 50, 200), function(n) {
  cuts <- stats::qnorm(c(0.55, 0.72, 0.82, 0.9, 0.95, 0.985))
  cut_latent(stats::rnorm(n), rep(0.85, 3), t(vapply(c(-0.1, 0, 0.1), function(b) cuts - b, cuts)),
    sqrt(1 - 0.85^2))
}, "ordinal", 1:7)
looked_at <- c(looked_at, "skewed 7 m3")
design("even 5 m3", "ordinal", c(10, 20, 200), function(n) {
  cut_latent(stats::rnorm(n), rep(0.8, 3), stats::qnorm(1:4 / 5), 0.6)
}, "ordinal", 1:5)
design("falling 4 m4", "ordinal", c(10, 20, 50), function(n) {
  cut_latent(stats::rexp(n), rep(1, 4), c(1.3, 2.2, 3.2), 0.5)
}, "ordinal", 1:4)
design("falling 9 m2", "ordinal", c(20, 50), function(n) {
  cut_latent(stats::rgamma(n, 1.2), c(1, 1), seq(0.5, 4, 0.5), 0.45)
}, "ordinal", 1:9, coefficients = two_raters)
design("top of 11 m5", "ordinal", c(10, 50), function(n) {
  matrix(11 - pmin(10, stats::rpois(5 * n, rep(stats::rgamma(n, 0.8, 0.6), 5))), n)
}, "ordinal", 1:11)
design("skewed 3 m3", "ordinal", c(50, 1000), function(n) {
  confused(pick(n, c(0.8, 0.15, 0.05)), 3, errors_near(3, 0.2))
}, "ordinal", 1:3)

# ---- Numbers ----

design("normal m3", "numbers", c(20, 50), function(n) {
  matrix(round(50 + rep(stats::rnorm(n, 0, 10), 3) + stats::rnorm(3 * n, 0, 8), 1), n)
}, "interval", coefficients = WITHOUT_A_SET)
design("lognormal m3", "numbers", c(20, 50, 200), function(n) {
  matrix(signif(exp(3 + rep(stats::rnorm(n, 0, 0.8), 3) + stats::rnorm(3 * n, 0, 0.5)), 3), n)
}, "interval", coefficients = WITHOUT_A_SET)
design("counts m4", "numbers", c(20, 200), function(n) {
  matrix(stats::rpois(4 * n, rep(stats::rgamma(n, 0.7, 0.25), 4)), n)
}, "interval", coefficients = WITHOUT_A_SET)
design("slider end m3", "numbers", c(20, 50, 200), function(n) {
  seen <- 100 - exp(rep(stats::rnorm(n, 1, 0.9), 3) + stats::rnorm(3 * n, 0, 0.6))
  matrix(pmax(0, round(seen)), n)
}, "interval", 0:100)
looked_at <- c(looked_at, "slider end m3")
design("ceiling m5", "numbers", c(10, 20, 50), function(n) {
  matrix(pmin(10, pmax(0, round(9.3 + rep(stats::rnorm(n, 0, 1.6), 5) + stats::rnorm(5 * n)))), n)
}, "interval", coefficients = WITHOUT_A_SET)
design("likert m3", "numbers", c(10, 20, 1000), function(n) {
  cut_latent(stats::rnorm(n, 0.3), rep(0.75, 3), seq(-1.5, 1.5, 0.6), sqrt(1 - 0.75^2))
}, "interval", 1:7)
design("two humps m2", "numbers", c(20, 50), function(n) {
  middle <- ifelse(stats::runif(n) < 0.4, 20, 75)
  matrix(pmin(100, pmax(0, round(rep(stats::rnorm(n, middle, 8), 2) + stats::rnorm(2 * n, 0, 14)))), n)
}, "interval", coefficients = sub("conger_kappa", "cohen_kappa", WITHOUT_A_SET))
design("heavy tails m3", "numbers", c(20, 200), function(n) {
  matrix(round(rep(stats::rnorm(n), 3) + 0.6 * stats::rt(3 * n, 3), 2), n)
}, "interval", coefficients = WITHOUT_A_SET)

# ---- Declared scales that nobody uses in full ----

design("7 of 100 m3", "unused", c(20, 50), function(n) {
  cut_latent(stats::rnorm(n), rep(0.85, 3), stats::qnorm(1:6 / 7), sqrt(1 - 0.85^2))
}, "interval", 1:100)
design("3 of 20 m3", "unused", c(20, 200), function(n) know_or_guess(n, c(0.5, 0.3, 0.2), c(0.9, 0.8, 0.8)),
  categories = 1:20, exact = exact_know_or_guess(c(0.5, 0.3, 0.2, rep(0, 17)), c(0.9, 0.8, 0.8))
)
design("upper half of 11 m3", "unused", c(20, 50), function(n) {
  6 + cut_latent(stats::rnorm(n), rep(0.8, 3), stats::qnorm(c(0.15, 0.4, 0.7, 0.9)), 0.6)
}, "ordinal", 1:11)
design("4 of 10 m2", "unused", c(10, 20, 50),
  function(n) know_or_guess(n, c(0.55, 0.25, 0.15, 0.05), c(0.85, 0.75)),
  categories = 1:10, exact = exact_know_or_guess(c(0.55, 0.25, 0.15, 0.05, rep(0, 6)), c(0.85, 0.75)),
  coefficients = two_raters
)

# ---- Plain labels, nothing declared ----

design("plain k3 m3", "plain", c(10, 20, 200), function(n) know_or_guess(n, c(0.6, 0.3, 0.1), rep(0.8, 3)),
  exact = exact_know_or_guess(c(0.6, 0.3, 0.1), rep(0.8, 3))
)
design("plain zipf k15 m3", "plain", c(20, 50), function(n) know_or_guess(n, zipf(15), rep(0.7, 3)),
  exact = exact_know_or_guess(zipf(15), rep(0.7, 3))
)
design("plain k6 m2", "plain", c(10, 50),
  function(n) confused(pick(n, zipf(6, 0.5)), 2, errors_even(6, 0.85)),
  coefficients = two_raters
)
design("plain 1 to 9 m3", "plain", c(20, 50), function(n) {
  confused(pick(n, c(1, 2, 4, 6, 8, 6, 4, 2, 1) / 34), 3, errors_near(9, 0.4))
}, "ordinal")

# ---- Raters with thresholds and margins of their own ----

design("thresholds k3 m3", "own margins", c(20, 50), function(n) {
  load <- c(2, 1.2, 0.7)
  cut_latent(stats::rnorm(n), load, load * rbind(c(0.8, 1.6), c(0.5, 1.9), c(1.1, 1.7)))
}, categories = 1:3)
looked_at <- c(looked_at, "thresholds k3 m3")
design("margins k2 m2", "own margins", c(20, 50, 200), function(n) {
  one <- rbind(c(0.97, 0.03), c(0.3, 0.7))
  other <- rbind(c(0.75, 0.25), c(0.05, 0.95))
  confused(pick(n, c(0.7, 0.3)), 2, list(one, other))
}, categories = 1:2, coefficients = two_raters)
design("offsets m4 interval", "own margins", c(20, 200), function(n) {
  latent <- stats::rnorm(n)
  offset <- c(-0.8, 0, 0.3, 0.9)
  scale <- c(1, 0.6, 1.2, 1)
  vapply(1:4, function(j) pmin(10, pmax(0, round(5 + offset[j] + 2 * scale[j] * latent + stats::rnorm(n)))),
    latent)
}, "interval", 0:10)
design("lazy one of m5 k4", "own margins", c(20, 50), function(n) {
  good <- errors_even(4, 0.88)
  confused(pick(n, c(0.4, 0.3, 0.2, 0.1)), 5,
    list(good, good, good, good, 0.3 * good + 0.7 * rbind(1, 1, 1, 1) %*% c(1, 0, 0, 0)))
}, categories = 1:4)
design("thresholds 5 m2", "own margins", c(20, 50), function(n) {
  cut_latent(stats::rnorm(n), c(0.9, 0.8), rbind(c(-1, -0.3, 0.3, 1), c(-1.6, -1, -0.2, 0.3)), 0.5)
}, "ordinal", 1:5, coefficients = two_raters)
design("spammer of m3 k3", "own margins", c(50, 1000), function(n) {
  confused(pick(n, c(0.6, 0.3, 0.1)), 3, list(errors_even(3, 0.9), errors_even(3, 0.85), matrix(1 / 3, 3, 3)))
}, categories = 1:3)

# ---- Crowds: workers who take a few items each, some of them most of the work ----

# Each worker's chance of a right answer, logit-normal around `right` in all.
crowd_labels <- function(n, places, shares, activity, right, sd) {
  k <- length(shares)
  workers <- seats(n, places, activity)
  accuracy <- stats::plogis(stats::qlogis(right) + traits(length(activity), sd))
  class <- pick(n, shares)
  wrong <- function() (class + sample.int(k - 1, n, TRUE) - 1) %% k + 1
  ratings <- vapply(seq_len(places), function(j) {
    ifelse(stats::runif(n) < accuracy[workers[, j]], class, wrong())
  }, numeric(n))
  list(ratings = ratings, workers = workers)
}
# Each worker shifts a latent value by their own leaning.
crowd_scores <- function(latent, places, activity, leaning, noise) {
  workers <- seats(length(latent), places, activity)
  own <- traits(length(activity), leaning)
  seen <- latent + own[workers] + stats::rnorm(length(workers), sd = noise)
  list(seen = matrix(seen, length(latent)), workers = workers)
}
design("crowd 20 k2 m3", "crowd", c(50, 200),
  function(n) crowd_labels(n, 3, c(0.9, 0.1), rep(1, 20), 0.95, 0.8),
  categories = 1:2
)
design("busy 40 k4 m3", "crowd", c(50, 200),
  function(n) crowd_labels(n, 3, c(0.5, 0.25, 0.15, 0.1), busy(40), 0.8, 0.8),
  categories = 1:4
)
design("crowd 60 ordinal m5", "crowd", c(20, 200), function(n) {
  x <- crowd_scores(stats::rnorm(n), 5, rep(1, 60), 0.4, 0.6)
  list(ratings = matrix(1 + findInterval(x$seen, c(-1.2, -0.2, 0.7, 1.5)), n), workers = x$workers)
}, "ordinal", 1:5)
design("busy 30 interval m3", "crowd", c(50, 1000), function(n) {
  x <- crowd_scores(stats::rnorm(n), 3, busy(30), 0.5, 0.8)
  list(ratings = pmin(pmax(round(60 + 15 * x$seen), 0), 100), workers = x$workers)
}, "interval", 0:100)
design("crowd 100 k3 m10", "crowd", c(20, 50),
  function(n) crowd_labels(n, 10, c(0.6, 0.3, 0.1), rep(1, 100), 0.7, 1),
  categories = 1:3
)
design("busy 15 k2 m2", "crowd", c(50, 200), function(n) crowd_labels(n, 2, even(2), busy(15), 0.85, 1),
  categories = 1:2
)

# ---- Shared cues: errors that raters make together ----

# With probability `cue` an item misleads whoever looks at it, who then answers a wrong category.
misled <- function(n, shares, raters, right, cue, follow) {
  k <- length(shares)
  class <- pick(n, shares)
  lure <- class %% k + 1
  misleading <- stats::runif(n) < cue
  vapply(seq_len(raters), function(j) {
    seen <- ifelse(misleading & stats::runif(n) < follow, lure, class)
    ifelse(stats::runif(n) < right, seen, pick(n, shares))
  }, numeric(n))
}
design("cue k2 m3", "shared cues", c(10, 20, 200), function(n) misled(n, c(0.85, 0.15), 3, 0.85, 0.15, 0.7),
  categories = 1:2)
design("cue k4 m4", "shared cues", c(10, 20, 50),
  function(n) misled(n, c(0.4, 0.3, 0.2, 0.1), 4, 0.8, 0.25, 0.8), categories = 1:4)
design("hard items k2 m3", "shared cues", c(20, 50), function(n) {
  class <- pick(n, c(0.7, 0.3))
  hard <- stats::runif(n) < 0.2
  vapply(1:3, function(j) ifelse(hard, pick(n, even(2)), ifelse(stats::runif(n) < 0.97, class, 3 - class)),
    numeric(n))
}, categories = 1:2)
design("cue 5 m5 ordinal", "shared cues", c(50, 200), function(n) {
  latent <- stats::rnorm(n)
  lured <- ifelse(stats::runif(n) < 0.1, 1.8, latent)
  cut_latent(lured, rep(0.8, 5), c(-0.8, 0.2, 1, 1.7), 0.6)
}, "ordinal", 1:5)

# ---- A further rating only where the first two disagree ----

design("third k2", "adaptive", c(10, 20, 200),
  function(n) only_if_split(know_or_guess(n, c(0.75, 0.25), rep(0.8, 3))),
  categories = 1:2
)
design("third k5", "adaptive", c(50, 200), function(n) {
  only_if_split(confused(pick(n, zipf(5)), 3, errors_even(5, 0.8)))
}, categories = 1:5)
design("third crowd k3", "adaptive", c(50, 200), function(n) {
  x <- crowd_labels(n, 3, c(0.5, 0.4, 0.1), busy(25), 0.85, 0.8)
  list(ratings = only_if_split(x$ratings), workers = x$workers)
}, categories = 1:3)
design("until two agree ordinal", "adaptive", c(20, 50), function(n) {
  only_if_split(cut_latent(stats::rnorm(n), rep(0.85, 5), c(-1, 0, 0.8, 1.6), sqrt(1 - 0.85^2)),
    until_two_agree = TRUE)
}, "ordinal", 1:5)

# ---- Unequal numbers of ratings ----

design("1 to 5 k3", "unequal", c(10, 20, 200), function(n) {
  keep_first(confused(pick(n, c(0.5, 0.3, 0.2)), 5, errors_even(3, 0.85)), sample.int(5, n, TRUE))
}, categories = 1:3)
design("2 to 10 k2", "unequal", c(10, 20, 50), function(n) {
  keep_first(confused(pick(n, c(0.8, 0.2)), 10, errors_even(2, 0.9)), 1 + sample.int(9, n, TRUE))
}, categories = 1:2)
design("a quarter once k4", "unequal", c(50, 1000), function(n) {
  ratings <- confused(pick(n, c(0.6, 0.2, 0.1, 0.1)), 3, errors_even(4, 0.85))
  keep_first(ratings[, sample.int(3)], ifelse(stats::runif(n) < 0.25, 1, 3))
}, categories = 1:4)
design("holes m5 ordinal", "unequal", c(20, 50), function(n) {
  lose(cut_latent(stats::rnorm(n), rep(0.8, 5), c(-0.5, 0.3, 1, 1.6), 0.6), 0.4, least = 1)
}, "ordinal", 1:5)

# ---- Sets of labels ----

# A rating is a number whose bits are the labels; each is there with its own probability.
ticked <- function(n, raters, shares, keep, add) {
  there <- vapply(shares, function(p) stats::runif(n) < p, logical(n))
  vapply(seq_len(raters), function(j) {
    seen <- ifelse(there, stats::runif(length(there)) < keep, stats::runif(length(there)) < add)
    as.numeric(seen %*% 2^(seq_along(shares) - 1))
  }, numeric(n))
}
as_set <- function(bits, labels) {
  parts <- vapply(seq_len(labels) - 1, function(b) ifelse(bits %/% 2^b %% 2 == 1, letters[b + 1], ""),
    character(length(bits)))
  gsub("^;|;$", "", gsub(";+", ";", do.call(paste, c(asplit(parts, 2), sep = ";"))))
}
sets <- function(name, items, raters, shares, keep, add) {
  design(name, "sets", items, coefficients = "alpha", weights = "masi", separator = ";",
    draw = function(items, jobs) {
    data <- as_rows(ticked(items * jobs, raters, shares, keep, add), items)
    data$rating <- as_set(data$rating, length(shares))
    data
  })
}
sets("sets of 4 m3", c(20, 50), 3, c(0.6, 0.3, 0.2, 0.1), 0.85, 0.05)
sets("sets of 6 m2", c(50, 200), 2, c(0.4, 0.3, 0.2, 0.15, 0.1, 0.05), 0.8, 0.04)

# ---- Clusters of items, of which the interval is told ----

# `size` items of a cluster share part of their latent value, and of how hard they are (`strain`).
in_clusters <- function(name, items, size, cor, ratings, ...) {
  design(name, "clusters", items, cluster = TRUE, ..., draw = function(items, jobs) {
    n <- items * jobs
    ends <- cumsum(rep(size, length.out = items))
    cluster <- (seq_len(n) - 1) %/% items * items + findInterval((seq_len(n) - 1) %% items, ends)
    code <- match(cluster, unique(cluster))
    shared <- function() sqrt(cor) * stats::rnorm(max(code))[code] + sqrt(1 - cor) * stats::rnorm(n)
    as_rows(ratings(shared(), shared()), items, cluster = code)
  })
}
# Wrong more often where it is hard.
strained <- function(class, raters, k, strain) {
  wrong <- (class + matrix(sample.int(k - 1, raters * length(class), TRUE), length(class)) - 1) %% k + 1
  right <- matrix(stats::runif(length(wrong)), length(class)) < stats::plogis(2.5 - 1.2 * strain)
  ifelse(right, class, wrong)
}
in_clusters("clusters of 10 k2", c(200, 1000), 10, 0.5, function(latent, strain) {
  strained(1 + (latent > 1), 3, 2, strain)
}, categories = 1:2)
in_clusters("clusters of 5 k4", c(100, 200), 5, 0.4, function(latent, strain) {
  strained(1 + findInterval(latent, c(0, 0.8, 1.3)), 3, 4, strain)
}, categories = 1:4)
in_clusters("unequal clusters interval", 200, c(2, 4, 8, 16), 0.5, function(latent, strain) {
  vapply(1:3, function(j) round(50 + 10 * latent + stats::rnorm(length(latent), 0, 6 * exp(0.5 * strain))),
    latent)
}, level = "interval", coefficients = WITHOUT_A_SET)
in_clusters("clusters of 4 ordinal", c(100, 200), 4, 0.4, function(latent, strain) {
  cut_latent(latent, rep(0.8, 4), c(-0.3, 0.5, 1.2), 0.5 * exp(0.5 * strain))
}, level = "ordinal", categories = 1:4)

# ---- Real jobs as populations: items are drawn from them with all their ratings ----

for (name in names(real_jobs)) do.call(design, c(list(name, "real"), real_jobs[[name]]))
looked_at <- c(looked_at, "anger", "valence")

# ---- What intervals over items cannot know: neither chosen by nor part of any claim ----

# Other raters in each job: the truth is that of all raters who might have been asked.
anew <- function(name, items, pool, places) {
  design(name, "beyond", items, categories = 1:2, coefficients = "alpha", anew = TRUE,
    draw = function(items, jobs) {
    n <- items * jobs
    workers <- seats(n, places, rep(1, pool))
    skill <- matrix(stats::plogis(stats::qlogis(0.9) + stats::rnorm(pool * jobs, sd = 0.8)), jobs)
    right <- skill[cbind(rep((seq_len(n) - 1) %/% items + 1, places), as.vector(workers))]
    class <- rep(pick(n, even(2)), places)
    rating <- ifelse(stats::runif(n * places) < right, class, 3 - class)
    as_rows(matrix(rating, n), items, workers)
  })
}
anew("raters anew m3", c(50, 200), 3, 3)
anew("raters anew m3 of 20", c(100, 1000), 20, 3)
# Clusters of which the interval is not told.
designs[["clusters untold k2"]] <- utils::modifyList(
  designs[["clusters of 10 k2"]], list(name = "clusters untold k2", kind = "beyond", cluster = FALSE)
)

# ---- The split ----

# Drawn once, before any interval was run on any of these designs: in each kind half of the designs, by
# sample() with seed 20251122 from those that had not been looked at; then written down, so that a
# design that is added later moves no other.
report <- c(
  # ordinary
  "even k2 m2",
  "even k20 m2",
  "near perfect k2 m2",
  "near perfect k4 m3",
  # many raters
  "beta m10 ordinal",
  "faint m10 interval",
  "odd items m25 k3",
  "skills m25 k4",
  # independent
  "chance k3 m2",
  "chance k5 m5 ordinal",
  "chance m10 normal",
  # rare
  "rare 10 % m5",
  "rare 3 % m2",
  "rare 3 % m3",
  # ordinal
  "even 5 m3",
  "falling 9 m2",
  "skewed 3 m3",
  # numbers
  "ceiling m5",
  "lognormal m3",
  "normal m3",
  "two humps m2",
  # unused
  "4 of 10 m2",
  "7 of 100 m3",
  # plain
  "plain k6 m2",
  "plain zipf k15 m3",
  # own margins
  "margins k2 m2",
  "spammer of m3 k3",
  "thresholds 5 m2",
  # crowd
  "busy 15 k2 m2",
  "crowd 100 k3 m10",
  "crowd 20 k2 m3",
  # shared cues
  "cue k2 m3",
  "hard items k2 m3",
  # adaptive
  "third crowd k3",
  "third k2",
  # unequal
  "1 to 5 k3",
  "holes m5 ordinal",
  # sets
  "sets of 6 m2",
  # clusters
  "clusters of 4 ordinal",
  "clusters of 5 k4",
  # real
  "adult sites",
  "arousal of readers",
  "caries",
  "entailment",
  "mturk grammaticality",
  "sarcasm graded",
  "stars",
  "temporal order",
  "valence, 25 readers",
  "word similarity"
)
for (name in names(designs)) {
  designs[[name]]$use <- if (designs[[name]]$kind == "beyond") {
    "beyond"
  } else if (name %in% report) "report" else "choose"
}
stopifnot(report %in% names(designs), !report %in% looked_at)
