# Tables of a database give the same results as the same rows in memory. SQLite is tested here, the servers in
# test-database-engines.R.

skip_if_not_installed("dbplyr")
skip_if_not_installed("RSQLite")

new_database <- function(env = parent.frame()) {
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  do.call(on.exit, list(bquote(DBI::dbDisconnect(.(con))), add = TRUE), envir = env)
  con
}

in_database <- function(con, data, name = "ratings") {
  DBI::dbWriteTable(con, name, data, overwrite = TRUE)
  dplyr::tbl(con, name)
}

test_that("every verb gives what memory gives", {
  skip_if_quick()
  con <- new_database()
  data <- engine_job(1, n_items = 25, n_raters = 4, k = 2, groups = 2)
  remote <- expect_engine_agrees(in_database(con, data), data, by = part, all = FALSE)
  expect_identical(DBI::dbListTables(con), "ratings")
  expect_output(print(remote), "stored in: +table ratings of sqlite")
  # No join may read all rows again for each row.
  for (query in list(accord:::query_given, accord:::query_cells)[seq_len(1 + asks_all())]) {
    sql <- dbplyr::remote_query(query(remote$remote$rows, remote$remote$facts))
    expect_match(DBI::dbGetQuery(con, paste("EXPLAIN QUERY PLAN", sql))$detail, "AUTOMATIC", all = FALSE)
  }
})

test_that("summaries are written as dplyr writes them", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  table <- in_database(con, small())
  ours <- accord:::summarise_by(table, c("part", "who"), n_ = !!quote(sum(score, na.rm = TRUE)), k_ = 0)
  theirs <- dplyr::summarise(dplyr::group_by(table, part, who), n_ = sum(score, na.rm = TRUE), k_ = 0, .groups = "drop")
  expect_identical(dbplyr::remote_query(ours), dbplyr::remote_query(theirs))
})

test_that("it does for many raters, categories, groups, numbers and keys that are NA", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  agrees <- function(data, ...) expect_engine_agrees(in_database(con, data), data, ...)
  for (seed in 1:3) agrees(engine_job(seed, k = c(2, 8, 60)[seed], groups = c(12, 3, 1)[seed]), by = part)
  agrees(engine_job(1), by = part)
  agrees(engine_job(4, k = 7, numbers = TRUE), by = part, level = "interval")
  agrees(engine_job(5, k = 7, numbers = TRUE), level = "ordinal")
  agrees(engine_job(6, n_raters = 80, keep = 0.05, n_items = 100))
  faulty <- engine_faults(8)
  agrees(faulty, by = part, categories = c("nein", "ja", "\u6f22\u5b57"), na = "nein", all = FALSE)
  data <- engine_job(7, keep = 0.3)
  data$part[data$part == "z"] <- NA
  agrees(data, by = part)
})

test_that("verbs take a lazy table, grouped or not, and set aside what memory sets aside", {
  skip_if_quick()
  con <- new_database()
  data <- engine_job(8)
  table <- in_database(con, data)
  set <- c("nein", "ja", "\u6f22\u5b57")
  alpha <- function(...) krippendorff_alpha(..., item, rater, label, categories = set, na = "nein", ci = ci_jackknife())
  got <- alpha(dplyr::group_by(table, part))
  expected <- alpha(dplyr::group_by(data, part))
  expect_same_result(got, expected)
  expect_gt(sum(got$n_set_aside), 0)
  if (asks_all()) {
    # Some groups have duplicates.
    faulty <- engine_faults(8)
    bad <- in_database(con, faulty, "faulty")
    remote <- quietly(as_ratings(bad, item, rater, label, by = part, categories = set, na = "nein"))
    local <- quietly(as_ratings(faulty, item, rater, label, by = part, categories = set, na = "nein"))
    expect_setequal(remote$group_status, c("ok", "duplicate ratings"))
    expect_identical(remote$set_aside$reason, local$set_aside$reason)
    expect_equal(remote$set_aside$n, local$set_aside$n)
    expect_same_result(without_rows(quietly(pairwise_agreement(remote))), quietly(pairwise_agreement(local)))
    # Raters unknown
    expect_same_result(
      fleiss_kappa(table, item, rating = label, ci = ci_none()),
      fleiss_kappa(data, item, rating = label, ci = ci_none())
    )
  }
  # A verb that needs rows collects them, with a message.
  expect_message(
    got <- disagreements(table, item, rater, label),
    class = "accord_message_collected"
  )
  expect_identical(dim(got), dim(disagreements(data, item, rater, label)))
})

test_that("replicates over items draw the patterns", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  data <- engine_job(9, n_items = 100)
  set.seed(1)
  got <- krippendorff_alpha(in_database(con, data), item, rater, label, ci = ci_bootstrap(times = 2000))
  set.seed(1)
  expected <- krippendorff_alpha(data, item, rater, label, ci = ci_bootstrap(times = 2000))
  # Other draws of the same distribution.
  expect_equal(got$estimate, expected$estimate, tolerance = 1e-12)
  expect_equal(got$std.error, expected$std.error, tolerance = 0.1)
})

test_that("duplicates and ids that are NA are the errors of memory", {
  skip_if_quick()
  con <- new_database()
  data <- small()
  twice <- rbind(data, data[1:2, ])
  table <- in_database(con, twice)
  for (rows in list(twice, twice[-8, ])[seq_len(1 + asks_all())]) {
    found <- if (nrow(rows) == 8) "2 duplicate ratings: item t1, rater " else "1 duplicate rating: item t1, rater ann"
    expect_error(
      as_ratings(in_database(con, rows), item, who, label), paste("Found", found),
      class = "accord_error_duplicate_rating"
    )
  }
  table <- in_database(con, twice)
  expect_warning(r <- as_ratings(table, item, who, label, by = part), class = "accord_warning_faulty_group")
  expect_warning(m <- as_ratings(twice, item, who, label, by = part), class = "accord_warning_faulty_group")
  expect_identical(r$group_status, m$group_status)
  expect_equal(r$set_aside$n, m$set_aside$n)
  if (asks_all()) {
    expect_same_result(
      suppressWarnings(fleiss_kappa(r, ci = ci_none())), suppressWarnings(fleiss_kappa(m, ci = ci_none()))
    )
    expect_same_result(
      fleiss_kappa(table, item, who, label, duplicates = "keep", ci = ci_none()),
      fleiss_kappa(twice, item, who, label, duplicates = "keep", ci = ci_none())
    )
  }
  expect_error(as_ratings(table, item, who, label, duplicates = "first"), "no order", class = "accord_error_argument")

  table <- in_database(con, transform(data, item = replace(item, 2:3, NA)))
  expect_error(as_ratings(table, item, who, label), "Found 2 rows whose item is NA", class = "accord_error_missing_id")
  table <- in_database(con, transform(data, who = replace(who, 2, NA)))
  expect_error(as_ratings(table, item, who, label), "Found 1 row whose rater is NA", class = "accord_error_missing_id")
  table <- in_database(con, transform(data, score = replace(score, 2, Inf)))
  expect_error(as_ratings(table, item, who, score), class = "accord_error_infinite_rating")
  table <- in_database(con, data)
  expect_error(as_ratings(table, text, who, label), class = "accord_error_missing_column")
  expect_error(as_ratings(table, item, who, label, cluster = part), class = "accord_error_argument")
  expect_error(as_ratings(dplyr::filter(table, score > 9), item, who, label), class = "accord_error_no_rows")
})

test_that("a table that changes between the queries is noticed, and a lost connection names the step", {
  skip_if_quick()
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  table <- in_database(con, small())
  ratings <- as_ratings(table, item, who, label)
  DBI::dbExecute(con, "INSERT INTO ratings VALUES ('t4', 'ann', 'a', 1, 'x')")
  expect_error(cohen_kappa(ratings), class = "accord_error_table_changed")
  DBI::dbDisconnect(con)
  cnd <- expect_error(pairwise_agreement(ratings), class = "accord_error_engine")
  expect_match(conditionMessage(cnd), "while collecting the ratings")
  cnd <- expect_error(without_rows(pairwise_agreement(ratings)), class = "accord_error_engine")
  expect_match(conditionMessage(cnd), "while joining the ratings of common items")
  expect_error(as_ratings(table, item, who, label), class = "accord_error")
  # The next call works.
  if (asks_all()) expect_no_error(as_ratings(in_database(new_database(), small()), item, who, label))
})

test_that("coefficients that ask who rated say so before they collect the rows of many raters", {
  skip_if_quick()
  con <- new_database()
  data <- engine_job(6, n_raters = 70, keep = 0.1, n_items = 40, k = 2, groups = 1)
  ratings <- as_ratings(in_database(con, data), item, rater, label)
  without_rows({
    expect_error(
      agreement(ratings, coefficients = c("conger", "alpha")), "coefficients = c", class = "accord_error_too_large"
    )
    expect_no_message(kept <- agreement(ratings, ci = ci_none()))
  })
  expect_output(print(kept), "# Left out: Conger's kappa, which needs all rows in R; name it", fixed = TRUE)
  memory <- agreement(data, item, rater, label, ci = ci_none())
  expect_no_match(utils::capture.output(memory), "Left out")
  expect_same_result(kept, memory[memory$coefficient != "conger_kappa", ])
})

test_that("a collation that is blind to case or blanks is reported", {
  skip_if_quick()
  con <- new_database()
  DBI::dbExecute(con, "CREATE TABLE r (item TEXT, who TEXT COLLATE RTRIM, label TEXT COLLATE NOCASE)")
  DBI::dbWriteTable(con, "r", transform(small()[1:3], label = c("a", "B", "A", "a", "b", "b")), append = TRUE)
  expect_warning(
    ratings <- as_ratings(dplyr::tbl(con, "r"), item, who, label),
    class = "accord_warning_collation"
  )
  expect_length(ratings$categories, 2)
  # Letters whose case the engine cannot convert
  labels <- c("\u0434\u0430", "\u043d\u0435\u0442", "\u00e9")[c(1, 2, 1, 3, 1, 1)]
  expect_no_warning(as_ratings(in_database(con, transform(small()[1:3], label = labels)), item, who, label))
})

test_that("values that a collation takes for the same are one rater, category or group in all queries", {
  skip_if_quick()
  con <- new_database()
  set.seed(8)
  data <- expand.grid(item = 1:16, who = c("ann", "bob", "cat"), stringsAsFactors = FALSE)
  data$part <- ifelse(data$item > 8, "x", "y")
  data$label <- sample(c("no", "yes", "maybe"), nrow(data), TRUE)
  data <- data[-c(3, 20, 41), ]
  # Some rows in a spelling of their own; in memory all rows have one.
  spell <- function(x, change) {
    at <- runif(length(x)) < 0.3
    x[at] <- change(x[at])
    x
  }
  verbs <- list(
    function(x) agreement(x, item, who, label, by = part),
    function(x) krippendorff_alpha(x, item, who, label, by = part, ci = ci_none()),
    function(x) without_rows(pairwise_agreement(x, item, who, label, coefficient = "percent")),
    function(x) without_rows(rater_summary(x, item, who, label)),
    function(x) as.data.frame(consensus(x, item, who, label, method = "one_coin")),
    function(x) as.data.frame(item_influence(x, item, who, label, by = part)),
    function(x) agreement(x, item, who, label, categories = c("no", "maybe", "yes"), weights = "linear")
  )
  plain <- function(x) {
    x <- as.data.frame(x)
    names(x) <- tolower(trimws(names(x)))
    text <- vapply(x, is.character, NA) & names(x) != "status"
    x[text] <- lapply(x[text], function(x) trimws(tolower(x)))
    x[do.call(order, unname(x[names(x) %in% c("part", "who", "item")])), sort(names(x))]
  }
  for (collation in c("NOCASE", "RTRIM")) {
    change <- if (collation == "NOCASE") toupper else function(x) paste0(x, " ")
    DBI::dbExecute(con, gsub(
      "NOCASE", collation,
      "CREATE TABLE blind (item INTEGER, who TEXT COLLATE NOCASE, part TEXT COLLATE NOCASE, label TEXT COLLATE NOCASE)"
    ))
    spelt <- data
    spelt[2:4] <- lapply(data[2:4], spell, change)
    DBI::dbAppendTable(con, "blind", spelt)
    for (verb in verbs[if (asks_all()) seq_along(verbs) else c(1, 4)]) {
      expect_warning(
        found <- suppressMessages(verb(dplyr::tbl(con, "blind"))), "`rating`",
        class = "accord_warning_collation"
      )
      expect_equal(plain(found), plain(verb(data)), ignore_attr = TRUE, tolerance = 1e-8)
    }
    expect_warning(verbs[[1]](dplyr::tbl(con, "blind")), "`by`", class = "accord_warning_collation")
    DBI::dbExecute(con, "DROP TABLE blind")
  }
})

test_that("a rater who was not there at first is an error", {
  skip_if_quick()
  con <- new_database()
  data <- small()
  ratings <- as_ratings(in_database(con, data), item, who, label)
  ratings$remote$facts$raters <- setdiff(unique(data$who), data$who[1])
  for (verb in list(pairwise_agreement, rater_summary)) {
    expect_error(without_rows(verb(ratings)), data$who[1], class = "accord_error_table_changed")
  }
})

test_that("what the tally has warned of is not said again when rows are collected", {
  skip_if_quick()
  con <- new_database()
  data <- data.frame(
    item = rep(1:4, each = 3), who = c("ann", "bob", "cat"), part = rep(c("x", "y"), each = 6),
    label = c("", "", "yes", "Yes", "yes", "", "yes", "no", "yes", "Yes", "no", "no")
  )
  data[13, ] <- data[1, ]
  warned <- function(data) {
    seen <- character()
    withCallingHandlers(
      consensus(data, item, who, label, by = part, method = "one_coin"),
      accord_warning = function(cnd) {
        seen <<- c(seen, class(cnd)[1])
        rlang::cnd_muffle(cnd)
      },
      accord_message = rlang::cnd_muffle
    )
    sort(seen)
  }
  expect_identical(warned(in_database(con, data)), warned(data))
  expect_true(all(c("accord_warning_look_alike", "accord_warning_faulty_group") %in% warned(data)))
})

test_that("an empty table is said to be empty also where rows are collected", {
  skip_if_quick()
  con <- new_database()
  table <- in_database(con, small()[0, ])
  for (verb in list(agreement, item_influence, disagreements, concordance, icc)) {
    expect_error(verb(table, item, who, label), "0 rows", class = "accord_error_no_rows")
  }
})

test_that("the limit of collected rows is a number", {
  skip_if_quick()
  con <- new_database()
  old <- options(accord.collect = NULL)
  on.exit(options(old), add = TRUE)
  table <- in_database(con, small())
  for (wrong in list(NA, "many", c(1, 2), -1)) {
    options(accord.collect = wrong)
    expect_fault(disagreements(table, item, who, label), "argument", "accord.collect")
  }
  options(accord.collect = Inf)
  expect_s3_class(suppressMessages(disagreements(table, item, who, label)), "accord_disagreements")
})

test_that("more values than patterns are for come as rows, and many rows not unasked", {
  skip_if_quick()
  con <- new_database()
  data <- data.frame(item = rep(1:300, each = 2), who = c("ann", "bob"), score = seq_len(600) / 7)
  table <- in_database(con, data)
  expect_message(r <- as_ratings(table, item, who, score, level = "interval"), class = "accord_message_collected")
  expect_equal(krippendorff_alpha(r)$estimate, krippendorff_alpha(data, item, who, score, level = "interval")$estimate)
  old <- options(accord.collect = 100)
  on.exit(options(old), add = TRUE)
  expect_error(as_ratings(table, item, who, score), class = "accord_error_too_large")
})

test_that("numbers of many values are added up in the engine", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  data <- continuous_job(1)
  expect_sums_agree(in_database(con, data), data, by = part)
  # Groups with equal ratings, with duplicates, with one item, and with only NA; also values that code missing ratings
  data$label[data$part == "x"] <- 7
  data <- rbind(data, data[which(data$part == "z" & !is.na(data$label))[1:2], ])
  data <- rbind(data, data.frame(item = "i", rater = c("bob", "w1"), part = "one", label = 1:2, row.names = NULL))
  data <- rbind(data, data.frame(item = "i", rater = c("bob", "w1"), part = "none", label = -99, row.names = NULL))
  data$part[data$part == "one"] <- NA
  table <- in_database(con, data)
  if (asks_all()) {
    expect_sums_agree(table, data, by = part, na = -99)
    expect_sums_agree(table, data, by = part, na = -99, duplicates = "keep")
    expect_error(
      krippendorff_alpha(table, item, rater, label, level = "interval", ci = ci_none()),
      class = "accord_error_duplicate_rating"
    )
  }
  alpha <- function(..., ci = ci_none()) krippendorff_alpha(table, item, rater, label, level = "interval", ..., ci = ci)
  expect_error(alpha(by = c(estimate = part)), class = "accord_error_reserved_name")
  # An interval that draws items needs them.
  old <- options(accord.collect = 100)
  on.exit(options(old), add = TRUE)
  expect_error(alpha(by = part, ci = ci_default()), "ci_jackknife", class = "accord_error_too_large")
})

test_that("what sums cannot tell is collected", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  data <- continuous_job(2)
  alpha <- function(rows, ...) quietly(krippendorff_alpha(rows, item, rater, label, level = "interval", ...))
  # One item accounts for nearly all disagreement: without it no digits of the remaining sum would be left.
  odd <- data$item == data$item[!is.na(data$label)][1]
  data$label[!odd] <- data$label[!odd] / 1e9
  data$label[odd] <- seq_len(sum(odd)) * 1e6
  table <- in_database(con, data)
  expect_same_result(alpha(table, ci = ci_jackknife()), alpha(data, ci = ci_jackknife()))
  expect_error(alpha(table, range = c(0, 1), ci = ci_none()), "circular", class = "accord_error_argument")
  expect_same_result(alpha(table, ci = ci_none(), na = "none"), alpha(data, ci = ci_none(), na = "none"))
  expect_error(alpha(table, ci = ci_none(), na = list(1)), class = "accord_error_argument")
  data$label[3] <- Inf
  expect_error(alpha(in_database(con, data), ci = ci_none()), class = "accord_error_infinite_rating")
  data$label <- paste("text", seq_along(data$label))
  expect_error(alpha(in_database(con, data), ci = ci_none()), class = "accord_error_level")
})

test_that("Light's kappa has its interval over raters", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  data <- engine_job(8, n_items = 25, n_raters = 4, k = 3, groups = 1)
  light <- function(x) quietly(light_kappa(x, item, rater, label, ci = ci_jackknife(over = "raters")))
  expect_same_result(light(in_database(con, data)), light(data))
})

test_that("the summary of items is a query until it is collected, and then one like any other", {
  skip_if_quick()
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "ratings", result_ratings())
  rows <- dplyr::tbl(con, "ratings")
  ratings <- as_ratings(rows, item, rater, label)
  items <- item_summary(ratings)
  expect_error(paper_table(items), "collect", class = "accord_error_not_collected")
  expect_error(plot(items), "collect", class = "accord_error_not_collected")
  votes <- consensus(ratings)
  for (verb in list(paper_table, tidy, glance, augment)) expect_error(verb(votes), class = "accord_error_not_collected")
  gold <- data.frame(doc = "t1", label = "a")
  expect_error(evaluate_consensus(votes, gold), "dplyr::collect", class = "accord_error_argument")
  expect_error(as_ratings(con, item, rater, label), "dplyr::tbl", class = "accord_error_not_ratings")
  if (asks_all()) {
    # These calls follow the advice of the errors.
    expect_error(plot(votes), "ratings", class = "accord_error_not_collected")
    expect_error(glance(votes), "and `consensus", class = "accord_error_not_collected")
    all <- consensus(dplyr::collect(rows), item, rater, label)
    expect_identical(glance(all), glance(consensus(result_ratings(), item, rater, label)))
    table <- paper_table(consensus(result_ratings(), item, rater, label))
    expect_identical(paper_table(dplyr::collect(dplyr::arrange(votes, item))), table)
    expect_false(inherits(dplyr::collect(dplyr::select(votes, "item")), "accord_consensus"))
  }
  collected <- dplyr::collect(dplyr::arrange(items, item))
  memory <- item_summary(result_ratings(), item, rater, label)
  expect_s3_class(collected, class(memory), exact = TRUE)
  expect_identical(collected$tie, memory$tie)
  expect_identical(collected$unanimous, memory$unanimous)
  if (asks_all()) expect_type(dplyr::pull(items, "tie"), "logical")
  expect_false(inherits(dplyr::collect(dplyr::select(items, "item")), "accord_items"))
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(items), "collect", class = "accord_error_not_collected")
})

test_that("columns of numbers are numbers where all are NULL", {
  skip_if_quick()
  con <- new_database()
  data <- data.frame(item = c("t1", "t2"), rater = c("ann", "bob"), label = c("a", NA))
  table <- in_database(con, data)
  types <- function(rows) {
    items <- quietly(dplyr::collect(item_summary(rows, item, rater, label)))
    votes <- quietly(dplyr::collect(consensus(rows, item, rater, label)))
    c(vapply(items, typeof, ""), vapply(votes, typeof, ""))
  }
  expect_identical(types(table), types(data))
  votes <- consensus(dplyr::filter(table, item == "t2"), item, rater, label)
  expect_type(quietly(dplyr::collect(votes))$probability, "double")
})

test_that("a rater's influence is that of memory where ratings are kept twice, and in groups of one rater", {
  skip_if_quick()
  con <- new_database()
  twice <- data.frame(
    item = c(1, 1, 1, 2, 2, 2, 3, 3), rater = c(1, 1, 2, 1, 2, 3, 1, 3),
    rating = c("a", "b", "a", "b", "b", "a", "a", "b")
  )
  remote <- in_database(con, twice, "twice")
  ids <- c("krippendorff_alpha", "fleiss_kappa", "percent_agreement", "gwet_ac")
  for (id in ids[seq_len(if (asks_all()) 4 else 1)]) {
    influence <- function(data) {
      quietly(rater_influence(data, item, rater, rating, duplicates = "keep", coefficient = id))
    }
    expect_equal(as.data.frame(influence(remote)), as.data.frame(influence(twice)), tolerance = 1e-12)
  }
  if (!asks_all()) return()
  lone <- data.frame(
    part = c("x", "x", "y", "y"), item = c(1, 2, 1, 1), rater = c("p", "p", "p", "q"), rating = c("a", "a", "a", "b")
  )
  status <- function(data) without_rows(rater_influence(data, item, rater, rating, by = part))$status
  expect_identical(status(in_database(con, lone, "lone")), status(lone))
})

test_that("texts that look like no answer are counted as ratings, not as patterns", {
  skip_if_quick()
  con <- new_database()
  data <- expand.grid(item = 1:40, rater = 1:3)
  data$rating <- rep(c("N/A", "a", "N/A", "b"), 30)
  expect_warning(
    suppressMessages(krippendorff_alpha(in_database(con, data), item, rater, rating, ci = ci_none())),
    "Of 120 ratings, 60 are \"N/A\""
  )
})

test_that("collect() brings the ratings of a table into R", {
  skip_if_quick()
  con <- new_database()
  data <- result_ratings()
  ratings <- as_ratings(in_database(con, data), item, rater, label)
  expect_equal(suppressMessages(dplyr::collect(ratings)), as_ratings(data, item, rater, label))
  expect_identical(dplyr::collect(as_ratings(data, item, rater, label)), as_ratings(data, item, rater, label))
})

test_that("columns may be called as ours, and groups as columns of results that are not shown", {
  skip_if_quick()
  con <- new_database()
  data <- transform(small(), value_ = item, item_id = label, rater_id = part, key_1 = who)
  data <- data[c("value_", "item_id", "rater_id", "key_1")]
  table <- in_database(con, data)
  items <- function(rows) item_summary(rows, value_, key_1, item_id, by = rater_id)
  got <- as.data.frame(dplyr::collect(items(table)))
  expect_equal(got[order(got$rater_id, got$item), ], as.data.frame(items(data)), ignore_attr = TRUE)
})

test_that("an order of rows, a schema and a query change nothing, and ids of several columns are refused", {
  skip_if_quick()
  con <- new_database()
  table <- in_database(con, small())
  expect_no_warning(ratings <- as_ratings(dplyr::arrange(table, score), item, who, label))
  expect_identical(ratings$weight, as_ratings(table, item, who, label)$weight)
  skip_if_not(asks_all(), "long")
  DBI::dbExecute(con, "ATTACH ':memory:' AS other")
  DBI::dbExecute(con, "CREATE TABLE other.\"odd name\" AS SELECT * FROM ratings")
  where <- function(x) as_ratings(dplyr::tbl(con, x), item, who, label)$remote$rows$where
  expect_match(where(dbplyr::in_schema("other", "odd name")), "^table other[.]odd name of sqlite")
  expect_match(where(dbplyr::sql("SELECT * FROM ratings")), "^a query of sqlite")
  expect_error(as_ratings(table, c(item, part), who, label), "paste", class = "accord_error_argument")
})

test_that("a summary of rows, under the old name of a column or a new one, gives what memory gives", {
  skip_if_quick()
  con <- new_database()
  data <- rbind(small(), small())
  first <- function(rows, ...) dplyr::summarise(dplyr::group_by(rows, item, who, part), ..., .groups = "drop")
  summaries <- list(
    function(rows) first(rows, label = min(label, na.rm = TRUE)),
    function(rows) dplyr::rename(first(rows, lab = min(label, na.rm = TRUE)), label = lab)
  )
  table <- in_database(con, data)
  for (summary in summaries[seq_len(1 + asks_all())]) {
    alpha <- function(rows) krippendorff_alpha(summary(rows), item, who, label, by = part)
    expect_identical(quietly(alpha(table)), quietly(alpha(data)))
    pairs <- function(rows) without_rows(pairwise_agreement(summary(rows), item, who, label, by = part))
    expect_equal(quietly(pairs(table)), quietly(pairs(data)))
  }
})

test_that("whole numbers and decimals that SQLite would mix up are an error", {
  skip_if_quick()
  con <- new_database()
  DBI::dbExecute(con, "CREATE TABLE r (item TEXT, who TEXT, score)")
  values <- "('s', 'ann', -3000000000), ('s', 'bob', 1.5), ('t', 'ann', 2), ('t', 'bob', 2)"
  DBI::dbExecute(con, paste("INSERT INTO r VALUES", values))
  table <- dplyr::tbl(con, "r")
  expect_error(as_ratings(table, item, who, score, level = "interval"), "one type", class = "accord_error_column_type")
  table <- dplyr::mutate(table, score = as.numeric(score))
  expect_identical(as_ratings(table, item, who, score, level = "interval")$categories, c(-3e9, 1.5, 2))
})

test_that("groups in which nobody meets, and ids that the driver knows no type of, are none", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  data <- data.frame(item = c("t1", "t2"), rater = c("ann", "bob"), label = c("a", "b"), part = c("x", "y"))
  table <- in_database(con, data)
  for (verb in list(pairwise_agreement, rater_summary)) {
    pairs <- function(rows) as.data.frame(quietly(verb(rows, item, rater, label, by = part)))
    expect_identical(pairs(table), pairs(data))
    expect_identical(without_rows(pairs(table)), pairs(data))
  }
})

test_that("items with more ratings in a category than a digit holds, and raters with single ratings alone", {
  skip_if_not(asks_all(), "long")
  con <- new_database()
  # Item 0 has 70 ratings in each category.
  data <- data.frame(item = 0, who = sprintf("w%03d", 1:140), label = rep(c("a", "b"), c(70, 70)))
  data <- rbind(data, data.frame(item = rep(1:25, each = 3), who = c("w001", "w002", "w003"), label = c("a", "b", "a")))
  # All 30 ratings of one rater are the only ones of their items; no other rater has fewer than 25 in the second set.
  data <- rbind(data, data.frame(item = 101:130, who = "lone", label = "a"))
  alpha <- function(rows, ...) {
    krippendorff_alpha(rows, item, who, label, ..., categories = c("a", "b"), ci = ci_none())
  }
  for (rows in list(data, data[data$item > 0, ])) {
    got <- alpha(in_database(con, rows))
    expect_same_result(got, alpha(rows))
    expect_identical(got$n_raters, if (any(rows$item == 0)) 140L else 3L)
  }
  # A further rater of an item that others rated is counted.
  met <- rbind(rows, data.frame(item = 1, who = "lone", label = "b"))
  expect_identical(alpha(in_database(con, met))$n_raters, 4L)
  expect_same_result(
    without_rows(rater_influence(in_database(con, data), item, who, label)), rater_influence(data, item, who, label)
  )
})

test_that("the majority vote lists the items of faulty groups, as memory does", {
  skip_if_quick()
  con <- new_database()
  data <- rbind(small(), small()[1, ])
  votes <- function(rows) quietly(consensus(rows, item, who, label, by = part, method = "majority"))
  expect_same_result(votes(in_database(con, data)), votes(data))
})

test_that("an error of a package is not one of the connection", {
  gone <- tryCatch(.Defunct(msg = "`vec_is_vector()` is defunct as of vctrs 0.7.0"), error = identity)
  skip_if_not("vec_is_vector" %in% ls(asNamespace("vctrs"), all.names = TRUE))
  cnd <- expect_fault(accord:::abort_query(gone, "counting the rows"), "package", "Update dbplyr", package = "vctrs")
  expect_identical(cnd$parent, gone)
  expect_match(conditionMessage(cnd), paste("vctrs", utils::packageVersion("vctrs"), "stopped while counting the rows"))
  # If dbplyr cannot translate an expression, another version would not help.
  con <- new_database()
  untold <- dplyr::mutate(in_database(con, small()), label = paste(label, collapse = "x"))
  expect_fault(accord:::ask_engine(untold, "testing"), "package", "If `dplyr::collect", package = "dbplyr")
  expect_fault(accord:::ask_engine(dplyr::tbl(con, dbplyr::sql("SELECT item FROM ratings")) |>
    dplyr::filter(dbplyr::sql("no_column > 1")), "testing"), "engine", "no_column", step = "testing")
})
