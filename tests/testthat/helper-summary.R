# Summaries of raters and items straight from their definitions: loops over items, raters and pairs
# of ratings. `data`: item, rater, rating (NA for none), one rating by a rater of an item.

# Returns the part of a vote for `own` that agrees with the majority of `votes`.
oracle_with_majority <- function(own, votes, ties) {
  n <- table(votes)
  leaders <- names(n)[n == max(n)]
  if (!own %in% leaders) return(0)
  if (length(leaders) == 1) return(1)
  if (ties == "split") 1 / length(leaders) else 0
}

oracle_raters <- function(data, ties = "disagree", values = NULL) {
  all <- data
  data <- data[!is.na(data$rating), ]
  rows <- lapply(sort(unique(all$rater)), function(g) {
    own <- data[data$rater == g, ]
    majority <- others <- numeric()
    for (i in seq_len(nrow(own))) {
      item <- data[data$item == own$item[i], ]
      if (nrow(item) < 2) next
      x <- as.character(own$rating[i])
      majority <- c(majority, oracle_with_majority(x, item$rating, ties))
      others <- c(others, oracle_with_majority(x, item$rating[item$rater != g], ties))
    }
    pairs <- numeric()
    for (h in setdiff(unique(data$rater), g)) {
      other <- data[data$rater == h, ]
      common <- intersect(own$item, other$item)
      if (length(common) == 0) next
      equal <- own$rating[match(common, own$item)] == other$rating[match(common, other$item)]
      pairs <- c(pairs, mean(equal))
    }
    mean_or_na <- function(x) if (length(x)) mean(x) else NA_real_
    n_given <- sum(all$rater == g)
    shares <- vapply(values, function(k) mean_or_na(own$rating == k), 0)
    c(
      n_items = length(unique(own$item)), n_ratings = nrow(own), n_compared = length(majority),
      n_met = length(pairs), agree_majority = mean_or_na(majority), agree_others = mean_or_na(others),
      agree_pairs = mean_or_na(pairs), n_set_aside = n_given - nrow(own),
      set_aside = 1 - nrow(own) / n_given,
      if (length(values)) stats::setNames(shares, paste0("share_", values))
    )
  })
  data.frame(rater = sort(unique(all$rater)), do.call(rbind, rows), check.names = FALSE)
}

oracle_item_rows <- function(data, base = 2) {
  rows <- lapply(unique(data$item), function(i) {
    x <- data$rating[data$item == i & !is.na(data$rating)]
    m <- length(x)
    if (m == 0) {
      return(data.frame(
        item = i, n_ratings = 0, majority = NA, majority_share = NA, tie = NA, unanimous = NA,
        entropy = NA, agreement = NA
      ))
    }
    p <- table(x) / m
    leaders <- names(p)[p == max(p)]
    equal <- 0
    for (a in seq_len(m)) for (b in seq_len(m)) if (a != b && x[a] == x[b]) equal <- equal + 1
    data.frame(
      item = i, n_ratings = m, majority = if (length(leaders) == 1) leaders else NA,
      majority_share = max(p), tie = length(leaders) > 1,
      unanimous = if (m > 1) length(unique(x)) == 1 else NA,
      entropy = -sum(p * log(p, base)), agreement = if (m > 1) equal / (m * (m - 1)) else NA
    )
  })
  do.call(rbind, rows)
}

# Items rated by random ones of about ten raters, with missing ratings and sometimes a single rating.
random_job <- function(seed, n_items = 25, n_raters = 8, labels = c("a", "b", "c", "d")) {
  set.seed(seed)
  raters <- paste0("r", sample(100, n_raters))
  size <- sample(0:5, n_items, replace = TRUE)
  data <- data.frame(
    item = rep(paste0("t", seq_len(n_items)), size),
    rater = unlist(lapply(size, function(m) sample(raters, m)))
  )
  n <- nrow(data)
  given <- sample(labels, n, TRUE, prob = c(5, 3, 2, 1)[seq_along(labels)])
  data$rating <- ifelse(stats::runif(n) < 0.1, NA, given)
  data$sure <- ifelse(stats::runif(n) < 0.2, NA, sample(3, n, TRUE))
  data[sample(n), ]
}

# The batches of the study of summaries of games, with the answers in upper case.
mturk_answers <- function() {
  folder <- system.file("extdata", "mturk", package = "accord")
  x <- read_mturk(file.path(folder, "*", "*.csv"))
  best <- as.data.frame(x)[grep("^Answer.best", names(x))]
  x$best <- toupper(do.call(pmin, c(best, na.rm = TRUE)))
  x$dimension <- basename(dirname(x$file))
  x
}

sarcasm_labels <- function() {
  folder <- system.file("extdata", "sarcasm", package = "accord")
  read_annotators(folder, id = ID, annotation = annotation, join = "inner")
}
