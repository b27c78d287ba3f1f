# The rows and columns of rater_summary().

# Adds rows for raters whose ratings were all set aside: zeros, with `row` NA.
with_set_aside <- function(found, ratings) {
  n <- length(ratings$raters)
  cell <- (found$group - 1) * n + found$rater
  by <- rows_set_aside(ratings)
  kept <- ratings$group_status[by$group] == "ok"
  aside <- ((by$group - 1) * n + by$rater)[kept]
  all <- sort(union(cell, aside))
  row <- match(all, cell)
  rows <- lapply(found[setdiff(names(found), c("group", "rater"))], function(x) {
    x <- x[row]
    x[is.na(row)] <- 0L
    x
  })
  rows$group <- as.integer((all - 1) %/% n) + 1L
  rows$rater <- as.integer((all - 1) %% n) + 1L
  rows$n_set_aside <- as.integer(sum_by(by$n[kept], match(aside, all), length(all)))
  rows$row <- row
  rows
}

# Returns group and rater of the rows that were set aside, and the number of ratings that each stands for.
rows_set_aside <- function(ratings) {
  if (!is_remote(ratings)) {
    by <- ratings$set_aside_by
    return(list(group = by$group, rater = by$rater, n = rep(1, length(by$group))))
  }
  aside <- raters_aside(ratings$remote)
  who <- vctrs::vec_match(remote_raters(ratings$remote), ratings$raters)[aside$rater]
  list(group = aside$group, rater = who, n = aside$n)
}

# `used`: the frequency of each category for each rater, in rows. `scores`: the columns of rater_scores().
rater_summary_rows <- function(rows, ratings, used, values, scores = NULL) {
  columns <- list(
    rater = vctrs::vec_slice(ratings$raters, rows$rater),
    n_items = rows$n_items,
    n_ratings = rows$n_ratings,
    n_compared = rows$n_compared,
    n_clusters = rows$n_clusters,
    n_met = rows$n_met,
    agree_majority = undefined_as_na(rows$majority / rows$n_compared),
    agree_others = undefined_as_na(rows$others / rows$n_compared),
    agree_pairs = undefined_as_na(rows$pairs / rows$n_met),
    kappa = rows$kappa,
    std.error = rows$std.error,
    conf.low = rows$conf.low,
    conf.high = rows$conf.high,
    conf.level = rows$conf_level,
    difference = scores$difference, correlation = scores$correlation,
    exact = scores$exact, adjacent = scores$adjacent,
    n_set_aside = rows$n_set_aside,
    set_aside = rows$n_set_aside / (rows$n_set_aside + rows$n_ratings)
  )
  columns <- c(
    columns[lengths(columns) > 0 | !names(columns) %in% c("n_clusters", SCORE_COLUMNS)],
    means_by_rater(values, ratings, rows), category_columns(used, ratings, rows)
  )
  columns$status <- rater_status(rows)
  check_free_names(names(ratings$groups), names(columns))
  check_free_names(names(columns)[duplicated(names(columns))], names(columns), "column of the result")
  result <- grouped_result(ratings$groups, rows$group, columns, c("accord_raters", "accord_summary"))
  if (is.null(used)) result else note_value_labels(result, ratings)
}

rater_status <- function(rows) {
  status <- rep("ok", length(rows$rater))
  status[rows$n_met == 0] <- "no item in common with another rater"
  status[rows$n_compared == 0] <- status_in_words("no_pairs")
  status[rows$n_ratings == 0] <- status_in_words("no_ratings")
  status
}

category_columns <- function(used, ratings, rows) {
  if (length(ratings$categories) == 0 || is.null(used)) {
    return(NULL)
  }
  shares <- lapply(seq_len(ncol(used)), function(k) undefined_as_na(used[, k] / rows$n_ratings))
  names(shares) <- paste0("share_", as.character(ratings$categories))
  check_apart(names(shares))
  shares
}

# Numbers are written with 15 digits, in which .4 and .1 + .3 may look the same.
check_apart <- function(names) {
  same <- unique(names[duplicated(names)])
  if (length(same)) {
    abort_accord(
      "reserved_name",
      c(
        "Ratings that are different numbers must differ in the digits that are written, which name the columns of
         shares.",
        x = "{length(same)} name{?s} {?stands/stand} for several ratings: {.field {first_few(same)}}.",
        i = "If they are the same rating, round them in the data, as with {.code round(x, 10)}.",
        i = "Or leave out the shares: {.code shares = FALSE}."
      ),
      columns = same
    )
  }
}

# Returns kappa of each rater with its limits; the formula is in the core (consensus/rater_kappa.h).
# `found`: the result of sums_by_rater(); `rows`: the rows of the summary, of which those without ratings have no
# position in `found`.
kappa_of_raters <- function(found, rows, conf_level) {
  kappa <- found$kappa[rows$row]
  kappa[is.nan(kappa)] <- NA_real_
  n <- rows$n_clusters %||% rows$n_compared
  half <- stats::qt((1 + conf_level) / 2, pmax(n - 1, 1)) * found$std.error[rows$row]
  half[n < 2 | half %in% 0 | is.na(half)] <- NA_real_
  ends <- if (is.null(rows$n_clusters)) {
    list(low = pmax(kappa - half, -1), high = pmin(kappa + half, 1))
  } else {
    # Without 1 and -1, which have no z.
    inner <- pmin(pmax(kappa, -1 + 1e-12), 1 - 1e-12)
    reach <- half / (1 - inner^2)
    list(low = tanh(atanh(inner) - reach), high = tanh(atanh(inner) + reach))
  }
  list(
    kappa = kappa, std.error = ifelse(is.na(half), NA_real_, found$std.error[rows$row]),
    conf.low = ends$low, conf.high = ends$high
  )
}
