# Checks of a batch other than coefficients: summaries of items, raters and pairs, the majority vote, and the returned
# rows, each against tables of counts.

# A row per set and item, or set and rater, that was rated: positions of the set and the key of the id.
rated_keys <- function(batch, column) {
  given <- !is.na(batch$rated$place)
  paste(batch$cells$set, key_text(batch$plain[[column]]))[given]
}

keys_of_result <- function(batch, value, column) {
  paste(match(key_text(value$set), batch$keys), key_text(value[[column]]))
}

# Counts of the categories by key, a row a key.
counts_by <- function(batch, keys) {
  place <- batch$rated$place[!is.na(batch$rated$place)]
  id <- match(keys, unique(keys))
  n <- max(id, 0L)
  counts <- matrix(tabulate(id + n * (place - 1L), n * length(batch$rated$values)), n)
  rownames(counts) <- unique(keys)
  counts
}

# `columns` are the expected values of columns; numbers are compared to twelve digits.
compare_rows_by_key <- function(value, keys, wanted) {
  if (anyDuplicated(keys) || !setequal(keys, rownames(wanted))) {
    return(sprintf("lost: %d rows, not %d, or of other keys", length(keys), nrow(wanted)))
  }
  wanted <- wanted[match(keys, rownames(wanted)), , drop = FALSE]
  unlist(lapply(colnames(wanted), function(column) {
    got <- as.double(value[[column]])
    bad <- is.na(got) != is.na(wanted[, column]) | abs(got - wanted[, column]) > 1e-9
    i <- which(bad)[1]
    if (!is.na(i)) sprintf("wrong: %s is %.12g not %.12g at %s", column, got[i], wanted[i, column], keys[i])
  }))
}

most_of <- function(counts) {
  most <- do.call(pmax, lapply(seq_len(ncol(counts)), function(k) counts[, k]))
  list(most = most, n = rowSums(counts == most), first = max.col(counts == most, "first"))
}

check_batch_items <- function(batch) {
  if (batch$rated$sets) return(NULL)
  got <- of_batch(batch, item_summary)
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  counts <- counts_by(batch, rated_keys(batch, "item"))
  if (!nrow(counts)) return(NULL)
  m <- rowSums(counts)
  most <- most_of(counts)
  share <- counts / m
  wanted <- cbind(
    n_ratings = m, majority_share = most$most / m, tie = most$n > 1,
    unanimous = ifelse(m > 1, most$most == m, NA), entropy = -rowSums(ifelse(share > 0, share * log2(share), 0)),
    agreement = ifelse(m > 1, rowSums(counts * (counts - 1)) / (m * (m - 1)), NA)
  )
  value <- got$value[got$value$n_ratings > 0, ]
  c(
    compare_rows_by_key(value, keys_of_result(batch, value, "item"), wanted),
    check_labels(batch, value$majority, keys_of_result(batch, value, "item"), most, rownames(counts)),
    if (sum(got$value$n_ratings) != sum(!is.na(batch$rated$place))) "lost: ratings of items"
  )
}

# Labels of the majority; NA in a tie.
check_labels <- function(batch, label, keys, most, names) {
  wanted <- key_text(labels_of(batch))[most$first]
  wanted[most$n > 1] <- NA
  got <- key_text(label)
  got[is.na(label)] <- NA
  wanted <- wanted[match(keys, names)]
  if (!identical(unname(got), unname(wanted))) {
    i <- which(is.na(got) != is.na(wanted) | got != wanted)[1]
    paste("wrong: majority is", got[i], "not", wanted[i], "at", keys[i])
  }
}

check_batch_consensus <- function(batch) {
  if (batch$rated$sets) return(NULL)
  got <- of_batch(batch, consensus, method = "majority")
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  counts <- counts_by(batch, rated_keys(batch, "item"))
  if (!nrow(counts)) return(NULL)
  most <- most_of(counts)
  value <- got$value[got$value$n > 0, ]
  keys <- keys_of_result(batch, value, "item")
  c(
    compare_rows_by_key(value, keys, cbind(n = rowSums(counts), probability = most$most / rowSums(counts))),
    check_labels(batch, value$label, keys, most, rownames(counts))
  )
}

# Checks for each rater the ratings, the shares of the categories, and the agreement with each other rater.
check_batch_raters <- function(batch) {
  if (batch$rated$sets) return(NULL)
  batch <- part_of_batch(batch, 1000)
  got <- of_batch(batch, rater_summary)
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  keys <- rated_keys(batch, "rater")
  counts <- counts_by(batch, keys)
  if (!nrow(counts)) return(NULL)
  d <- dense_batch(batch)
  given <- which(!is.na(d$by_rater), arr.ind = TRUE)
  alone <- d$m[given[, 1]] < 2
  code <- d$by_rater[given]
  mine <- d$counts[cbind(given[, 1], code)]
  others <- d$counts[given[, 1], , drop = FALSE]
  most <- most_of(others)
  rest <- others
  rest[cbind(seq_along(code), code)] <- mine - 1
  most_rest <- most_of(rest)
  share <- function(x, y) ifelse(y > 0, x / y, NA)
  id <- d$set[given[, 1]] + d$n_sets * (given[, 2] - 1L)
  total <- function(x) tabulate(rep(id, x), d$n_sets * ncol(d$by_rater))
  pairs <- pairs_of_raters(d)
  all <- cbind(
    n_items = total(rep(1, length(id))), n_ratings = total(rep(1, length(id))), n_compared = total(!alone),
    n_met = rowSums(pairs$n > 0),
    agree_majority = share(total(!alone & most$n == 1 & most$first == code), total(!alone)),
    agree_others = share(total(!alone & most_rest$n == 1 & most_rest$first == code), total(!alone)),
    agree_pairs = share(rowSums(pairs$share, na.rm = TRUE), rowSums(pairs$n > 0))
  )
  places <- !is.na(batch$rated$place)
  cell <- (batch$cells$set + d$n_sets * (batch$cells$rater - 1L))[places]
  wanted <- all[cell[match(rownames(counts), keys)], , drop = FALSE]
  rownames(wanted) <- rownames(counts)
  value <- got$value[got$value$n_ratings > 0, ]
  at <- keys_of_result(batch, value, "rater")
  shares <- as.matrix(as.data.frame(unclass(value)[startsWith(names(value), "share_")]))
  c(
    compare_rows_by_key(value, at, wanted),
    if (any(abs(rowSums(shares) - 1) > 1e-9)) "wrong: shares of categories do not add up to 1",
    if (sum(got$value$n_ratings) != sum(places)) "lost: ratings of raters"
  )
}

# Returns for each set and rater (as in a matrix of sets by raters) and each other rater the number of common items, and
# the share with equal ratings.
pairs_of_raters <- function(d) {
  r <- ncol(d$by_rater)
  parts <- lapply(seq_len(r), function(g) {
    n <- same <- matrix(0, d$n_sets, r)
    for (h in setdiff(seq_len(r), g)) {
      both <- !is.na(d$by_rater[, g]) & !is.na(d$by_rater[, h])
      n[, h] <- over_items(d, both)
      same[, h] <- over_items(d, both & d$by_rater[, g] == d$by_rater[, h])
    }
    list(n = n, share = same / n)
  })
  list(
    n = do.call(rbind, lapply(parts, `[[`, "n")), share = do.call(rbind, lapply(parts, `[[`, "share"))
  )
}

check_batch_pairs <- function(batch) {
  if (batch$rated$sets) return(NULL)
  batch <- part_of_batch(batch, 300)
  got <- of_batch(batch, pairwise_agreement, level = "nominal")
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  d <- dense_batch(batch)
  raters <- key_text(batch$plain$rater)[match(seq_len(ncol(d$by_rater)), batch$cells$rater)]
  wanted <- do.call(rbind, lapply(seq_along(raters), function(g) {
    do.call(rbind, lapply(seq_len(g - 1), function(h) {
      pair <- dense_pair(d, g, h, diag(d$n_categories))
      rownames(pair) <- paste(seq_len(d$n_sets), pmin(raters[g], raters[h]), pmax(raters[g], raters[h]))
      pair[pair[, "n"] > 0, , drop = FALSE]
    }))
  }))
  colnames(wanted)[4] <- "n_items"
  one <- key_text(got$value$rater_1)
  two <- key_text(got$value$rater_2)
  keys <- paste(match(key_text(got$value$set), batch$keys), pmin(one, two), pmax(one, two))
  met <- got$value$n_items > 0
  if (is.null(wanted) || !any(met)) return(NULL)
  wanted[is.na(wanted[, "estimate"]), c("observed", "expected")] <- NA
  value <- got$value[met, ]
  value$observed[is.na(value$estimate)] <- value$expected[is.na(value$estimate)] <- NA
  compare_rows_by_key(value, keys[met], wanted)
}

# Every rating must be returned by as_ratings(), with its item, rater and label.
check_batch_rows <- function(batch) {
  got <- of_batch(batch, as_ratings)
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  back <- tibble::as_tibble(got$value)
  given <- !is.na(batch$rated$place)
  label <- function(x) {
    if (is.list(x)) vapply(x, function(one) paste(sort(key_text(one)), collapse = "+"), "") else key_text(x)
  }
  rows <- paste(
    batch$keys[batch$cells$set], key_text(batch$plain$item), key_text(batch$plain$rater),
    label(labels_of(batch))[batch$rated$place]
  )[given]
  names <- intersect(c("rating", "value", "label"), names(back))
  back <- paste(key_text(back$set), key_text(back$item), key_text(back$rater), label(back[[names[1]]]))
  lost <- setdiff(rows, back)
  if (length(rows) != length(back) || length(lost)) {
    sprintf(
      "lost: %d rows, %d of %d came back, such as %s | %s", length(lost), length(back), length(rows), lost[1],
      setdiff(back, rows)[1]
    )
  }
}

BATCH_CHECKS <- list(
  kappas = check_batch_kappas, weighted = check_batch_weighted, alpha = check_batch_alpha,
  two_raters = check_batch_two_raters, intervals = check_batch_intervals, items = check_batch_items,
  raters = check_batch_raters, pairs = check_batch_pairs, consensus = check_batch_consensus, rows = check_batch_rows
)
