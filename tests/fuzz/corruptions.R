# Damaged objects: data frames, factors, sparse matrices, ratings, chains, spans and results, with random changes in one
# or two of their parts, are passed to a random verb. It must stop with a class, or return the result that the
# definition gives for the changed object, whose rows are read here independently, in R only.

fuzz_corruption <- function(number) {
  made_result() # which are made once, and do not depend on this seed
  set.seed(number)
  kind <- sample(names(CORRUPTED), 1)
  damaged <- CORRUPTED[[kind]]$make()
  for (i in seq_len(sample(2, 1))) {
    # Some damaged objects cannot be damaged further.
    damaged <- tryCatch(suppressWarnings(CORRUPTED[[kind]]$damage(damaged)), error = function(cnd) damaged)
  }
  verbs <- CORRUPTED[[kind]]$verbs
  verb <- if (!is.null(CORRUPTED[[kind]]$rows) && stats::runif(1) < 0.4) "estimates" else sample(names(verbs), 1)
  set.seed(number)
  done <- ask_verb(kind, verb, damaged)
  done$found <- paste0("corruption ", number, " (", kind, ", ", verb, "): ", done$found, recycle0 = TRUE)
  done
}

# Runs every verb on undamaged objects: it must return a number, since otherwise the checks above would detect nothing.
fuzz_undamaged <- function(number) {
  made_result()
  set.seed(number)
  done <- list()
  for (kind in names(CORRUPTED)) {
    for (verb in names(CORRUPTED[[kind]]$verbs)) {
      one <- ask_verb(kind, verb, CORRUPTED[[kind]]$make())
      wanted <- CORRUPTED[[kind]]$refused
      # Some results have no tidy(), glance() or plot(), and verbs of raters need raters.
      fits <- one$error %in% c(wanted, "accord_error_anonymous") || kind == "result" && grepl("_no_", one$error)
      # A summary of ratings is not a table, as rbind() needs.
      fits <- fits || verb == "bind" && identical(one$error, "accord_error_missing_column")
      # Only some consensus results have a posterior or classes; few random rows can look like columns that are not
      # ratings.
      fits <- fits || verb == "own" && one$error %in% c("accord_error_argument", "accord_error_missing_column")
      fits <- fits || kind == "wide" && identical(one$error, "accord_error_rating_columns")
      if (!is.null(one$error) && !fits) one$found <- c(one$found, paste("wrong: refused as it was made:", one$error))
      if (is.null(one$error) && !is.null(wanted)) one$found <- c(one$found, "wrong: computed")
      one$found <- paste0("undamaged ", number, " (", kind, ", ", verb, "): ", one$found, recycle0 = TRUE)
      done <- c(done, list(one))
    }
  }
  list(
    found = unlist(lapply(done, `[[`, "found")), calls = length(done),
    compared = sum(vapply(done, `[[`, 0L, "compared"))
  )
}

ask_verb <- function(kind, verb, x) {
  got <- attempt(CORRUPTED[[kind]]$verbs[[verb]](x))
  found <- got$fault
  compared <- 0L
  rows <- CORRUPTED[[kind]]$rows
  if (is.null(got$error) && verb == "estimates" && !is.null(rows)) {
    rows <- tryCatch(rows(x), error = function(cnd) NULL)
    found <- c(found, compare_estimates(got$value, rows))
    compared <- as.integer(is.data.frame(rows))
  }
  list(
    found = found, kind = kind, outcome = if (!is.null(got$error)) "refused" else "computed", error = got$error,
    compared = compared
  )
}

# `rows` is NULL if R itself cannot read the object, FALSE if this reading would differ from the package's.
compare_estimates <- function(got, rows) {
  if (isFALSE(rows)) return(character())
  if (is.null(rows)) return("wrong: computed, although R cannot read it")
  rows <- rows[!is.na(rows$rating), ]
  code <- match(rows$rating, unique(rows$rating))
  k <- max(code, 0)
  wanted <- c(
    percent = oracle_kappa(oracle_items(rows$item, rows$rater, code), "percent_agreement", diag(k))[["estimate"]],
    alpha = oracle_alpha(rows$item, code, 1 - diag(k))[["estimate"]]
  )
  bad <- which(is.finite(wanted) & (is.na(got$estimate) | abs(got$estimate - wanted) > 1e-8))
  sprintf("wrong: %s is %s, not %s", names(wanted)[bad], format(got$estimate[bad]), format(wanted[bad]))
}

# Makes changes after which R would silently compute with other values of a vector than intended.
damage_vector <- function(x) {
  n <- length(x)
  put <- function(value) {
    if (n == 0) return(x)
    x[[sample(n, 1)]] <- value
    x
  }
  numbers <- c(NA, -1, 0, 1, 2, 3, n, 17, 99999999, .Machine$integer.max, -.Machine$integer.max, 1e300, NaN, Inf, 2.5)
  as_it_is <- function(value) if (is.integer(x)) suppressWarnings(as.integer(value)) else value
  change <- sample(c(
    "put", "put", "put", "swap", "copy", "shorten", "first", "lengthen", "twice", "empty", "gone", "reverse", "type",
    "list", "class", "sub", "attributes"
  ), 1)
  switch(change,
    put = if (is.numeric(x)) put(as_it_is(sample(numbers, 1))) else put(sample(c("a", "b", "", NA, "zz"), 1)),
    swap = if (n > 1) x[sample(n)] else x,
    copy = if (n > 1) `[[<-`(x, sample(n, 1), value = x[[sample(n, 1)]]) else x,
    shorten = x[-n], first = x[-1], lengthen = c(x, x[1]), twice = c(x, x), empty = x[0], gone = NULL,
    reverse = rev(x),
    type = sample(list(as.character, as.double, as.integer, as.logical, as.complex, factor), 1)[[1]](x),
    list = as.list(x),
    class = structure(x, class = sample(c("factor", "POSIXct", "integer64", "haven_labelled", "Date", "odd"), 1)),
    sub = x[sample(n, sample(n, 1))],
    attributes = `attributes<-`(x, NULL)
  )
}

# Makes a change without warnings; if it is impossible, the object is unchanged.
damage_one <- function(x) tryCatch(suppressWarnings(damage_vector(x)), error = function(cnd) x)

damage_field <- function(x, fields = names(x)) {
  field <- sample(fields, 1)
  value <- x[[field]]
  changed <- if (is.data.frame(value) && ncol(value) > 0 && stats::runif(1) < 0.7) {
    damage_frame(value)
  } else if (is.list(value) && length(value) && stats::runif(1) < 0.5) {
    at <- sample(length(value), 1)
    value[at] <- list(damage_one(value[[at]]))
    value
  } else {
    damage_one(value)
  }
  if (is.null(changed) && stats::runif(1) < 0.5) x[field] <- list(NULL) else x[[field]] <- changed
  x
}

# A column of any length: `[<-` would not allow it.
damage_frame <- function(x) {
  kept <- attributes(x)
  columns <- unclass(x)
  at <- sample(length(columns), 1)
  what <- sample(c("column", "column", "column", "levels", "codes", "rows", "names", "matrix"), 1)
  changed <- columns[[at]]
  if (what == "column") changed <- damage_one(changed)
  if (what == "levels" && is.factor(changed)) attr(changed, "levels") <- damage_levels(levels(changed))
  if (what == "codes") changed <- structure(damage_one(unclass(factor(changed))), class = NULL)
  if (what == "codes" && is.integer(changed)) {
    changed <- structure(changed, levels = sample(letters, sample(4, 1)), class = "factor")
  }
  if (what == "matrix") {
    n <- length(changed)
    changed <- matrix(rep(changed, 2), sample(c(n, 1, 2 * n), 1))[, 1, drop = FALSE]
  }
  columns[at] <- list(changed)
  if (is.null(changed)) columns[[at]] <- integer()
  if (what == "rows") kept$row.names <- c(NA, -sample(0:20, 1))
  if (what == "names") kept$names[at] <- sample(c("", "x", kept$names), 1)
  tryCatch(`attributes<-`(columns, kept), error = function(cnd) x)
}

damage_levels <- function(x) {
  sample(list(x[-1], x[0], c(x, x[1]), rep(x[1], length(x)), seq_along(x), as.list(x)), 1)[[1]]
}

made_ratings_frame <- function() {
  n <- sample(3:12, 1)
  m <- sample(2:4, 1)
  d <- expand.grid(item = paste0("t", seq_len(n)), rater = paste0("r", seq_len(m)), stringsAsFactors = FALSE)
  d$rating <- factor(sample(c("a", "b", "c"), nrow(d), replace = TRUE), c("a", "b", "c"))
  d <- d[sort(sample(nrow(d), ceiling(0.9 * nrow(d)))), ]
  if (stats::runif(1) < 0.3) d$item <- factor(d$item)
  rownames(d) <- NULL
  if (stats::runif(1) < 0.2) d <- tibble::as_tibble(d)
  d
}

# R's own reading of the columns.
rows_of_frame <- function(d) {
  columns <- unclass(d)[c("item", "rater", "rating")]
  if (any(vapply(columns, inherits, NA, "integer64"))) return(FALSE)
  if (any(lengths(columns) != .row_names_info(d, 2L))) return(NULL)
  columns <- lapply(columns, function(x) {
    if (is.factor(x)) stopifnot(unclass(x) %in% c(NA, seq_along(attr(x, "levels"))))
    as.character(if (is.factor(x)) attr(x, "levels")[unclass(x)] else unclass(x))
  })
  as.data.frame(columns, stringsAsFactors = FALSE)
}

# Frequencies count equal items.
rows_of_ratings <- function(x) {
  if (!all(x$group_status == "ok")) return(FALSE)
  size <- diff(x$item_start)
  item <- rep(seq_along(size), size)
  stopifnot(x$code >= 0, x$code < length(x$categories), !anyDuplicated(x$categories), x$rater < length(x$raters))
  rows <- data.frame(item = item, rater = x$rater %||% seq_along(item), rating = as.character(x$categories)[x$code + 1])
  if (is.null(x$weight)) return(rows)
  if (!isTRUE(x$frequencies) || length(x$groups)) return(FALSE)
  times <- x$weight[item]
  if (isTRUE(sum(times) > 1e6)) return(FALSE) # as many copies do not fit into memory
  rows <- rows[rep(seq_along(item), times), ]
  rows$item <- paste(rows$item, sequence(times))
  rows
}

rows_of_matrix <- function(m) {
  stopifnot(isTRUE(methods::validObject(m, test = TRUE)))
  entries <- methods::as(m, "TsparseMatrix")
  # There may be room for more entries, which as.matrix() does not show.
  n <- seq_len(min(length(entries@i), length(entries@j)))
  rating <- ifelse(is.na(entries@x), NA, as.character(entries@x))
  data.frame(item = entries@i[n], rater = entries@j[n], rating = rating[n])
}

rows_of_wide <- function(d) {
  if (!all(vapply(unclass(d), is.numeric, NA)) || any(vapply(unclass(d), is.object, NA))) return(FALSE)
  n <- .row_names_info(d, 2L)
  stopifnot(lengths(unclass(d)) == n)
  rating <- unlist(unclass(d), use.names = FALSE)
  rating <- ifelse(is.na(rating), NA, as.character(rating))
  data.frame(item = rep(seq_len(n), length(d)), rater = rep(seq_along(d), each = n), rating = rating)
}

# Returns a pair of ratings for each count, where NA counts as 0, as described in ?as_ratings.
rows_of_table <- function(x) {
  counts <- as.vector(unclass(x))
  counts[is.na(counts)] <- 0
  stopifnot(length(dim(x)) == 2, is.numeric(counts), counts >= 0, counts == round(counts))
  if (sum(counts) > 1e4) return(FALSE)
  # Sides without names, or with different ones, are matched in ways of accord.
  if (!identical(rownames(x), colnames(x)) || anyNA(rownames(x))) return(FALSE)
  at <- rep(seq_along(counts), counts)
  rating <- c(rownames(x)[row(x)[at]], colnames(x)[col(x)[at]])
  data.frame(item = rep(seq_along(at), 2), rater = rep(1:2, each = length(at)), rating = rating)
}

made_ratings <- function() {
  d <- made_ratings_frame()
  switch(sample(5, 1),
    as_ratings(d, item, rater, rating),
    as_ratings(d, item, rating = rating),
    as_ratings(transform(d, w = match(item, unique(item)) %% 3L + 1L), item, rater, rating, case_weights = w),
    as_ratings(transform(d, text = match(item, unique(item)) %% 3), item, rater, rating, cluster = text),
    as_ratings(transform(d, rating = as.integer(rating)), item, rater, rating, level = "interval", categories = 1:2)
  )
}

made_grouped <- function() {
  d <- made_ratings_frame()
  d$part <- sample(c("p", "q"), nrow(d), replace = TRUE)
  dplyr::group_by(d, part)
}

damage_grouped <- function(x) {
  if (stats::runif(1) < 0.5) return(damage_frame(x))
  groups <- attr(x, "groups")
  changed <- switch(sample(4, 1), damage_frame(groups), groups[1, ], NULL, groups[-1])
  tryCatch(`attr<-`(x, "groups", changed), error = function(cnd) x)
}

made_matrix <- function() {
  n <- sample(3:8, 1)
  m <- Matrix::sparseMatrix(
    i = rep(seq_len(n), 3), j = rep(1:3, each = n), x = sample(1:3, 3 * n, replace = TRUE), dims = c(n, 3)
  )
  methods::as(m, sample(c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix"), 1))
}

# `attr<-` changes a slot of any type, unlike `@<-`.
damage_slots <- function(m) {
  slot <- sample(methods::slotNames(m), 1)
  value <- damage_one(methods::slot(m, slot))
  tryCatch(`attr<-`(m, slot, value), error = function(cnd) m)
}

made_other_matrix <- function() {
  m <- methods::as(made_matrix()[1:3, ], "CsparseMatrix")
  kind <- sample(c("lMatrix", "nMatrix", "symmetric"), 1)
  if (kind == "symmetric") Matrix::forceSymmetric(m) else methods::as(m, kind)
}

made_chains <- function() {
  rows <- expand.grid(mention = seq_len(sample(2:6, 1)), annotator = c("ann", "bob", "cy"), document = c("d1", "d2"))
  rows$chain <- sample(c("x", "y", NA), nrow(rows), replace = TRUE)
  as_chains(rows[sort(sample(nrow(rows), ceiling(0.8 * nrow(rows)))), ])
}

made_spans <- function() {
  # Both annotators have spans; none of an annotator overlap.
  rows <- expand.grid(annotator = c("ann", "bob"), document = c("d1", "d2"), start = 5 * 0:5, stringsAsFactors = FALSE)
  n <- sample(8, 1)
  rows <- rows[c(1, 2, 2 + sample(nrow(rows) - 2, n)), ]
  rows$end <- rows$start + sample(5, n + 2, replace = TRUE)
  rows$label <- sample(c("A", "B"), n + 2, replace = TRUE)
  rows$length <- 30
  as_spans(rows, seen = "all")
}

damage_table <- function(x) {
  kept <- attributes(x)
  tryCatch({
    x <- damage_one(unclass(as.vector(x)))
    what <- sample(c("dim", "dimnames", "none"), 1)
    if (what == "dim") kept$dim <- damage_one(kept$dim)
    if (what == "dimnames") kept$dimnames <- damage_one(kept$dimnames)
    attributes(x) <- kept
    x
  }, error = function(cnd) unclass(x))
}

made_table <- function() {
  d <- as.data.frame(replicate(2, factor(sample(letters[1:3], 20, replace = TRUE), letters[1:3]), simplify = FALSE))
  table(d[[1]], d[[2]])
}

# A damaged result may be printed as a tibble by package pillar.
RATINGS_VERBS <- list(
  estimates = function(x, ...) agreement(x, ..., coefficients = c("percent", "alpha"), ci = ci_none()),
  agreement = function(x, ...) agreement(x, ...),
  bootstrap = function(x, ...) {
    krippendorff_alpha(x, ..., ci = ci_bootstrap(times = 20))
  },
  pairs = function(x, ...) pairwise_agreement(x, ...), raters = function(x, ..., level) rater_summary(x, ...),
  items = function(x, ..., level) item_summary(x, ...), influence = function(x, ...) rater_influence(x, ...),
  item_influence = function(x, ...) item_influence(x, ...), consensus = function(x, ...) consensus(x, ...),
  dawid_skene = function(x, ...) consensus(x, ..., method = "dawid_skene"),
  disagreements = function(x, ...) disagreements(x, ...),
  categories = function(x, ..., level) category_agreement(x, ..., ci = ci_none())
)

# Those of columns.
of_columns <- function(verbs) {
  lapply(verbs, function(verb) function(x) verb(x, item = item, rater = rater, rating = rating))
}

of_layout <- function(verbs, layout) {
  lapply(verbs, function(verb) function(x) verb(x, layout = layout, level = "nominal"))
}

CORRUPTED <- list(
  frame = list(
    make = made_ratings_frame, damage = damage_frame, verbs = of_columns(RATINGS_VERBS), rows = rows_of_frame
  ),
  grouped = list(make = made_grouped, damage = damage_grouped, verbs = of_columns(RATINGS_VERBS)),
  wide = list(
    make = function() as.data.frame(as.matrix(made_matrix())), damage = damage_frame,
    verbs = of_layout(RATINGS_VERBS, "raters_in_columns"), rows = rows_of_wide
  ),
  sparse = list(
    make = made_matrix, damage = damage_slots, verbs = of_layout(RATINGS_VERBS, "raters_in_columns"),
    rows = rows_of_matrix
  ),
  sparse_other = list(
    make = made_other_matrix, damage = damage_slots, verbs = of_layout(RATINGS_VERBS, "raters_in_columns"),
    refused = "accord_error_not_ratings"
  ),
  table = list(
    make = made_table, damage = damage_table, rows = rows_of_table,
    verbs = lapply(RATINGS_VERBS, function(verb) function(x) verb(x))
  ),
  ratings = list(
    make = made_ratings, damage = damage_field, rows = rows_of_ratings,
    verbs = c(RATINGS_VERBS, list(print = print_quietly, tibble = tibble::as_tibble, summary = summary))
  ),
  chains = list(make = made_chains, damage = damage_field, verbs = list(
    agreement = function(x) chain_agreement(x), scores = function(x) coref_scores(x),
    alpha = function(x) chain_alpha(x), ratings = as_ratings, print = print_quietly, tibble = tibble::as_tibble
  )),
  spans = list(make = made_spans, damage = damage_field, verbs = list(
    agreement = function(x) span_agreement(x), alpha = function(x) span_alpha(x), gamma = function(x) span_gamma(x),
    ratings = as_ratings, disagreements = disagreements, influence = rater_influence, print = print_quietly,
    tibble = tibble::as_tibble
  )),
  result = list(make = made_result, damage = damage_result, verbs = RESULT_VERBS)
)

# How many objects of each kind were refused, how many computed with, and how many of these by definition as well.
show_corruptions <- function(done, undamaged) {
  kind <- factor(vapply(done, `[[`, "", "kind"), names(CORRUPTED))
  outcome <- factor(vapply(done, `[[`, "", "outcome"), c("refused", "computed"))
  compared <- vapply(done, `[[`, 0L, "compared")
  cat("Damaged objects by kind, and comparisons with the definition\n")
  print(cbind(table(kind, outcome), compared = tapply(compared, kind, sum, default = 0)))
  cat(sprintf(
    "Undamaged: %d calls, %d comparisons\n", sum(vapply(undamaged, `[[`, 0L, "calls")),
    sum(vapply(undamaged, `[[`, 0L, "compared"))
  ))
}
