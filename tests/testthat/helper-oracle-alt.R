# The alternative annotator test from its definition: loops over people and items, and t.test(). `score` is a function
# of a rating and the vector of the ratings of the other people.

ALT_ORACLE <- list(
  accuracy = function(a, others) mean(others == a),
  neg_rmse = function(a, others) -sqrt(mean((others - a)^2)),
  jaccard = function(a, others) {
    mean(vapply(others, function(b) 1 - jaccard(label_set(a), label_set(b)), 0))
  },
  masi = function(a, others) mean(vapply(others, function(b) 1 - reference_distances$set_masi(a, b), 0))
)

oracle_alt_test <- function(data, model, models, epsilon, score, fdr = 0.05, min_items = 30) {
  people <- sort(setdiff(unique(data$rater), models))
  of_model <- data[data$rater == model, ]
  others_only <- data[!data$rater %in% models, ]
  rows <- lapply(people, function(who) {
    model_wins <- person_wins <- numeric()
    for (item in unique(of_model$item)) {
      own <- others_only$label[others_only$item == item & others_only$rater == who]
      others <- others_only$label[others_only$item == item & others_only$rater != who]
      if (length(own) == 0 || length(others) == 0) next
      f <- score(of_model$label[of_model$item == item], others)
      h <- score(own, others)
      model_wins <- c(model_wins, f >= h || isTRUE(all.equal(f, h, tolerance = 1e-12)))
      person_wins <- c(person_wins, h >= f || isTRUE(all.equal(f, h, tolerance = 1e-12)))
    }
    d <- person_wins - model_wins
    p <- if (length(d) < min_items) {
      NA
    } else if (length(unique(d)) == 1) {
      as.numeric(d[1] >= epsilon)
    } else {
      stats::t.test(d, mu = epsilon, alternative = "less")$p.value
    }
    data.frame(person = who, n = length(d), wins = mean(model_wins), p = p)
  })
  rows <- do.call(rbind, rows)
  rows <- rows[rows$n > 0, ]
  # Benjamini and Yekutieli: the largest i with p(i) <= i q / (m sum 1/j); all up to it are rejected.
  p <- rows$p[!is.na(rows$p)]
  m <- length(p)
  bound <- seq_len(m) / m * fdr / sum(1 / seq_len(m))
  below <- which(sort(p) <= bound)
  n_rejected <- if (length(below)) max(below) else 0
  list(people = rows, winning_rate = n_rejected / m, advantage = mean(rows$wins[!is.na(rows$p)]))
}

# Random ratings by `n_people` people and two models, some missing.
random_alt <- function(n_items, n_people, values, missing = 0.2) {
  raters <- c(paste0("p", seq_len(n_people)), "m1", "m2")
  truth <- sample(values, n_items, replace = TRUE)
  data <- expand.grid(item = seq_len(n_items), rater = raters, stringsAsFactors = FALSE)
  other <- sample(values, nrow(data), replace = TRUE)
  data$label <- ifelse(stats::runif(nrow(data)) < 0.4, other, truth[data$item])
  data[stats::runif(nrow(data)) > missing, ]
}
