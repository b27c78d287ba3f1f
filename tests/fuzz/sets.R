# Random sparse data in columns and frames of every class, against the definition. random_ratings() and the
# oracles are those of tests/testthat/helper-oracle*.R.

# Returns a list: `found`, descriptions of the faults in the sets of this seed; `sets`, `calls`, `kinds` (the classes of
# the columns), and what was `refused`.
fuzz_set <- function(seed) {
  calls <- LONGEST$calls
  set <- random_set(seed)
  refused <- check_refused(set)
  found <- c(check_kappas(set), check_alpha(set), refused$found, check_round_trip(set), check_verb(set))
  if (length(found)) found <- paste0("set ", seed, " (", set$name, "): ", found)
  list(
    found = found, sets = length(unique(set$codes$set)), calls = LONGEST$calls - calls, kinds = unlist(set$kinds),
    refused = refused$what
  )
}

# One to twelve sets of random_ratings() as groups, in random classes.
random_set <- function(seed) {
  n_groups <- n_groups_of(seed)
  parts <- lapply(seq_len(n_groups), function(g) {
    rows <- random_ratings(20 * seed + g, n_items = seed %% 9 + 1)$data
    data.frame(set = rep(g, nrow(rows)), rows)
  })
  data <- do.call(rbind, parts)
  local_seed(seed + 1e7)
  data <- data[sample.int(nrow(data)), ]
  row.names(data) <- NULL
  place <- (data$place - 1L) %% 9L + 1L
  values <- sort(sample.int(30, max(1, place, na.rm = TRUE))) / pick(c(1, 1, 4))
  kinds <- list(
    item = pick(names(ID_CLASSES)), rater = pick(names(ID_CLASSES)), rating = pick(names(RATING_CLASSES)),
    frame = pick(frame_classes_here())
  )
  rated <- RATING_CLASSES[[kinds$rating]](place, values)
  codes <- list(
    set = data$set, item = match(data$item, unique(data$item)), rater = match(data$rater, unique(data$rater))
  )
  frame <- data.frame(set = data$set)
  frame$item <- ID_CLASSES[[kinds$item]](codes$item)
  frame$rater <- ID_CLASSES[[kinds$rater]](codes$rater)
  frame$rating <- rated$rating
  list(
    seed = seed, frame = FRAME_CLASSES[[kinds$frame]](frame), plain = frame, codes = codes, rated = rated,
    alone = n_groups == 1 && kinds$frame != "grouped", kinds = kinds,
    name = paste(names(kinds), unlist(kinds), collapse = ", ")
  )
}

n_groups_of <- function(seed) c(1, 2, 5, 12)[seed %% 4 + 1]

# The rows as codes, of one group.
rows_of_group <- function(set, group) {
  use <- set$codes$set == group
  data.frame(item = set$codes$item, rater = set$codes$rater, rating = set$rated$place)[use, ]
}

measure_set <- function(set, verb, ...) {
  data <- set$frame
  if (set$alone || inherits(data, "grouped_df")) {
    attempt(verb(data, item, rater, rating, ..., ci = ci_none()))
  } else {
    attempt(verb(data, item, rater, rating, ..., by = set, ci = ci_none()))
  }
}

check_kappas <- function(set) {
  if (set$rated$sets) return(NULL)
  coefficients <- setdiff(oracle_coefficients(), c("cohen_kappa", "scott_pi"))
  got <- measure_set(set, agreement, coefficients = coefficients, level = "nominal")
  compare_set(set, got, function(rows, q) {
    # Categories that are neither declared nor used are removed.
    if (!set$rated$declared) rows$rating <- match(rows$rating, sort(unique(rows$rating)))
    items <- oracle_items(rows$item, rows$rater, rows$rating)
    lapply(rlang::set_names(coefficients), function(name) {
      least <- oracle_least(name)
      c(oracle_kappa(items, name, diag(q)), count_rows(rows, least))
    })
  })
}

check_alpha <- function(set) {
  levels <- c("nominal", "ordinal", "interval")
  level <- levels[seq_len(match(set$rated$level, levels))]
  level <- level[set$seed %% length(level) + 1]
  got <- if (set$rated$sets) {
    measure_set(set, krippendorff_alpha, distance = "jaccard")
  } else {
    measure_set(set, krippendorff_alpha, level = level)
  }
  delta <- if (set$rated$sets) set_delta("jaccard", labels_of(set)) else oracle_delta(level, set$rated$values)
  compare_set(set, got, function(rows, q) {
    list(alpha = c(oracle_alpha(rows$item, rows$rating, delta), count_rows(rows, 2)))
  })
}

# The label of each category, in the class of the ratings.
labels_of <- function(set, which = seq_along(set$rated$values)) {
  RATING_CLASSES[[set$kinds[["rating"]]]](which, set$rated$values)$rating
}

set_delta <- function(distance, sets) {
  oracle_matrix(function(a, b) oracle_set_distances[[distance]](sets[[a]], sets[[b]]), seq_along(sets))
}

# Items with at least so many ratings, their raters and ratings.
count_rows <- function(rows, least) {
  rows <- rows[!is.na(rows$rating), ]
  n <- table(rows$item)
  rows <- rows[rows$item %in% names(n)[n >= least], ]
  c(n_items = length(unique(rows$item)), n_raters = length(unique(rows$rater)), n_ratings = nrow(rows))
}

# `oracle`: a function of the rows of a group, and of the number of categories that count in it.
compare_set <- function(set, got, oracle) {
  if (length(got$fault)) return(got$fault)
  if (!is.null(got$error)) return(paste("refused:", got$error))
  unlist(lapply(sort(unique(set$codes$set)), function(group) {
    rows <- rows_of_group(set, group)
    used <- length(unique(stats::na.omit(rows$rating)))
    wanted <- oracle(rows, if (set$rated$declared) length(set$rated$values) else max(1, used))
    here <- if (set$alone) rep(TRUE, nrow(got$value)) else got$value$set == group
    compare_rows(got$value[here, ], wanted)
  }))
}

compare_rows <- function(got, wanted) {
  if (nrow(got) != length(wanted)) return(paste("wrong:", nrow(got), "rows, not", length(wanted)))
  unlist(lapply(seq_along(wanted), function(i) {
    row <- unlist(got[i, names(wanted[[i]])])
    defined <- !is.na(wanted[[i]][["estimate"]])
    # If there is no estimate, only the counts are compared.
    known <- !is.na(wanted[[i]]) & (defined | startsWith(names(row), "n_"))
    apart <- abs(row - wanted[[i]])[known] > 1e-9 * pmax(1, abs(wanted[[i]][known]))
    found <- !is.na(row[["estimate"]]) && got$status[i] == "ok"
    if (anyNA(apart) || any(apart) || found != defined) {
      shown <- function(x) paste(format(x, digits = 10, trim = TRUE), collapse = " ")
      paste("wrong:", names(wanted)[i], "is", shown(row), "not", shown(wanted[[i]]))
    }
  }))
}

# Columns that are neither ids nor ratings.
check_refused <- function(set) {
  name <- pick(c("item", "rater", "rating"))
  makers <- if (name == "rating") NO_RATING_CLASSES else NO_ID_CLASSES
  kind <- pick(names(makers))
  data <- tibble::as_tibble(set$plain)
  place <- if (name == "rating") set$rated$place else set$codes[[name]]
  if (all(is.na(place))) return(NULL)
  data[[name]] <- makers[[kind]](place)
  got <- attempt(agreement(data, item, rater, rating, by = set, level = "nominal", ci = ci_none()))
  found <- if (length(got$fault)) {
    paste(name, kind, got$fault)
  } else if (is.null(got$error) && kind != "infinite") {
    paste0("wrong: ", name, " of class ", kind, " is not refused")
  }
  list(what = paste(name, kind), found = found)
}

# Every rating must be returned, or counted among those set aside.
check_round_trip <- function(set) {
  got <- attempt(as_ratings(set$frame, item, rater, rating, by = set))
  if (length(got$fault) || !is.null(got$error)) return(c(got$fault, got$error))
  back <- tibble::as_tibble(got$value)
  kept <- !is.na(set$rated$place)
  print <- attempt(print_quietly(got$value))
  distinct <- nrow(unique(data.frame(set$codes$set, set$codes$item)[kept, ]))
  alike <- nrow(back) == sum(kept) && nrow(unique(back[c("set", "item")])) == distinct
  c(print$fault, print$error, if (!alike) "wrong: rows of as_tibble(as_ratings()) are lost")
}

# Any other verb must return a result that can be printed, or refuse with a class.
check_verb <- function(set) {
  verbs <- list(
    pairs = function(d) pairwise_agreement(d, item, rater, rating, level = "nominal", by = set),
    raters = function(d) rater_summary(d, item, rater, rating, by = set),
    items = function(d) item_summary(d, item, rater, rating, by = set),
    rater_influence = function(d) rater_influence(d, item, rater, rating, level = "nominal", by = set),
    item_influence = function(d) item_influence(d, item, rater, rating, level = "nominal", by = set),
    consensus = function(d) consensus(d, item, rater, rating, by = set, method = "majority"),
    dawid_skene = function(d) consensus(d, item, rater, rating, by = set, method = "dawid_skene"),
    disagreements = function(d) disagreements(d, item, rater, rating, by = set),
    category = function(d) category_agreement(d, item, rater, rating, by = set),
    icc = function(d) icc(d, item, rater, rating, by = set),
    default = function(d) agreement(d, item, rater, rating, by = set, level = "nominal"),
    bootstrap = function(d) {
      krippendorff_alpha(d, item, rater, rating, by = set, level = "nominal", ci = ci_bootstrap(times = 20))
    },
    table = function(d) {
      paper_table(agreement(d, item, rater, rating, by = set, level = "nominal", ci = ci_none()), "latex")
    },
    compare = function(d) {
      compare_agreement(d, item, rater, rating, by = set, level = "nominal", ci = ci_jackknife())
    }
  )
  name <- pick(names(verbs))
  got <- attempt(verbs[[name]](set$frame))
  print <- if (!is.null(got$value)) attempt(print_quietly(got$value))
  found <- c(got$fault, print$fault, print$error)
  if (length(found)) paste0(name, "(): ", found)
}
