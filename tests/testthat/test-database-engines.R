# The same numbers from PostgreSQL and from two shards of ClickHouse as from memory: make test-engines.

skip_if_not(identical(Sys.getenv("ACCORD_TEST_ENGINES"), "true"), "no engines asked for")
skip_if_not_installed("dbplyr")

engines <- test_engines()

test_that("an engine answers", {
  expect_gt(length(engines), 0)
  cat("\nengines:", names(engines), "\n")
})

for (name in names(engines)) {
  test_that(paste(name, "gives what memory gives"), {
    agrees <- function(data, ...) {
      table <- suppressWarnings(engines[[name]]$put(data))
      expect_engine_agrees(table, data, ...)
    }
    agrees(engine_job(1, n_items = 25), by = part)
    agrees(engine_job(2, k = 60), all = FALSE)
    agrees(engine_job(3, k = 2, groups = 12), by = part, all = FALSE)
    agrees(engine_job(4, k = 7, numbers = TRUE), by = part, level = "interval", all = FALSE)
    agrees(engine_job(6, n_raters = 80, keep = 0.05, n_items = 100), all = FALSE)
  })

  test_that(paste(name, "adds up numbers of many values"), {
    data <- continuous_job(1)
    expect_sums_agree(suppressWarnings(engines[[name]]$put(data)), data, by = part)
    whole <- transform(data, label = round(label * 1000))
    expect_sums_agree(suppressWarnings(engines[[name]]$put(whole)), whole, by = part)
    one <- data[data$part == "z", ]
    rownames(one) <- NULL
    expect_sums_agree(suppressWarnings(engines[[name]]$put(one)), one)
  })

  test_that(paste(name, "takes NULL for a group of its own"), {
    data <- engine_job(7, keep = 0.3)
    for (lost in list("z", unique(data$part))) {
      data$part[data$part %in% lost] <- NA
      expect_engine_agrees(suppressWarnings(engines[[name]]$put(data)), data, by = part, all = FALSE)
    }
  })

  test_that(paste(name, "sets aside what memory sets aside, duplicates too"), {
    data <- engine_faults(8)
    table <- suppressWarnings(engines[[name]]$put(data))
    set <- c("nein", "ja", "\u6f22\u5b57")
    expect_engine_agrees(table, data, by = part, categories = set, na = "nein", all = FALSE)
    expect_engine_agrees(table, data, by = part, all = FALSE)
    # One group has no key, others have duplicates.
    open <- transform(data, part = replace(part, part == "z", NA))
    expect_engine_agrees(suppressWarnings(engines[[name]]$put(open, "open")), open, by = part, all = FALSE)
    kept <- quietly(as_ratings(table, item, rater, label, duplicates = "keep"))
    local <- quietly(as_ratings(data, item, rater, label, duplicates = "keep"))
    expect_same_result(fleiss_kappa(kept, ci = ci_none()), fleiss_kappa(local, ci = ci_none()))
    expect_same_result(item_summary(kept), item_summary(local))
  })

  test_that(paste(name, "finds duplicates"), {
    table <- suppressWarnings(engines[[name]]$put(rbind(small(), small()[1, ])))
    expect_error(
      as_ratings(table, item, who, label), "Found 1 duplicate rating: item t1, rater ann",
      class = "accord_error_duplicate_rating"
    )
  })
}

# Runs a call, with an event before one of its steps.
at_step <- function(name, happens, call) {
  ours <- asNamespace("accord")
  tracer <- bquote(if (grepl(.(name), step)) .(happens)())
  suppressMessages(trace("ask_engine", tracer = tracer, where = ours, print = FALSE))
  on.exit(suppressMessages(untrace("ask_engine", where = ours)))
  force(call)
}

test_that("PostgreSQL: a transaction goes on, whatever the types of the columns", {
  skip_if_not("postgres" %in% names(engines))
  con <- engines$postgres$con
  data <- transform(small(), item = as.integer(factor(item)), day = as.Date("2026-01-01") + seq_along(item) %% 2)
  table <- engines$postgres$put(data, "typed")
  on.exit(DBI::dbRemoveTable(con, "typed"))
  alpha <- function(rows) krippendorff_alpha(rows, item, who, label, by = day, ci = ci_none())
  got <- DBI::dbWithTransaction(con, quietly(alpha(table)))
  expect_same_result(got, quietly(alpha(data)))
})

test_that("PostgreSQL: raters may be of types that have no minimum, and labels of an enumeration", {
  skip_if_not("postgres" %in% names(engines))
  con <- engines$postgres$con
  run <- function(...) suppressMessages(DBI::dbExecute(con, paste0(...), immediate = TRUE))
  on.exit(run("DROP TABLE IF EXISTS typed; DROP TYPE IF EXISTS mood"))
  run("DROP TABLE IF EXISTS typed; DROP TYPE IF EXISTS mood; CREATE TYPE mood AS ENUM ('sad', 'it''s')")
  run("CREATE TABLE typed (item UUID, rater UUID, human BOOLEAN, label MOOD)")
  id <- function(x) paste0("('a0eebc99-9c0b-4ef8-bb6d-6bb9bd3800' || ", x, ")::uuid")
  run(
    "INSERT INTO typed SELECT ", id("10 + i"), ", ", id("50 + r"), ", r = 1, ",
    "CASE WHEN i * r % 3 = 0 THEN 'it''s' ELSE 'sad' END::mood FROM generate_series(1, 9) i, ",
    "generate_series(1, 2) r WHERE i + r <> 4"
  )
  table <- dplyr::tbl(con, "typed")
  data <- as.data.frame(dplyr::collect(table))
  for (verb in list(agreement, pairwise_agreement, rater_summary, item_summary)) {
    expect_same_result(without_rows(quietly(verb(table, item, rater, label))), quietly(verb(data, item, rater, label)))
  }
  by_text <- transform(data, human = as.character(human))
  expect_same_result(
    without_rows(quietly(rater_summary(table, item, human, label))), quietly(rater_summary(by_text, item, human, label))
  )
})

test_that("PostgreSQL: text that is blind to case or to blanks is reported beside columns that are no text", {
  skip_if_not("postgres" %in% names(engines))
  con <- engines$postgres$con
  run <- function(...) suppressMessages(DBI::dbExecute(con, paste0(...), immediate = TRUE))
  on.exit(run("DROP TABLE IF EXISTS blind; DROP COLLATION IF EXISTS caseless"))
  run(
    "DROP TABLE IF EXISTS blind; DROP COLLATION IF EXISTS caseless; ",
    "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ",
    "CREATE TABLE blind (item INTEGER, who CHAR(5), label TEXT COLLATE caseless)"
  )
  run("INSERT INTO blind SELECT i, w, CASE WHEN i % 2 = 0 THEN 'Yes' ELSE w END ",
    "FROM generate_series(1, 4) i, (VALUES ('yes'), ('no')) AS v (w)")
  expect_warning(
    ratings <- as_ratings(dplyr::tbl(con, "blind"), item, who, label), "case in `rating`",
    class = "accord_warning_collation"
  )
  expect_length(ratings$categories, 2)
})

test_that("a connection that is lost in the middle of a call names the step, and nothing is left behind", {
  skip_if_not("postgres" %in% names(engines))
  con <- engines$postgres$con
  table <- engines$postgres$put(small(), "kept")
  on.exit(DBI::dbRemoveTable(con, "kept"))
  tables <- DBI::dbListTables(con)
  lost <- postgres_engine()$con
  id <- DBI::dbGetQuery(lost, "SELECT pg_backend_pid() AS id")$id
  end <- function() DBI::dbGetQuery(con, paste0("SELECT pg_terminate_backend(", id, ")"))
  cnd <- expect_error(
    at_step("tallying", end, fleiss_kappa(dplyr::tbl(lost, "kept"), item, who, label)), class = "accord_error_engine"
  )
  expect_match(conditionMessage(cnd), "It failed while tallying the patterns of items")
  expect_identical(DBI::dbListTables(con), tables)
  left <- "SELECT relname FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_temp')"
  expect_identical(nrow(DBI::dbGetQuery(con, left)), 0L)
  # The next call works, and the ratings have their rows again.
  expect_no_error(quietly(fleiss_kappa(table, item, who, label)))
})

test_that("a shard that is stopped before or in a call is an error that names the step, and the next call works", {
  skip_if_not("clickhouse" %in% names(engines))
  data <- small()
  table <- suppressWarnings(engines$clickhouse$put(data))
  script <- test_path("..", "..", "tools", "engines.sh")
  skip_if_not(file.exists(script))
  before <- krippendorff_alpha(table, item, who, label)
  tables <- function() suppressWarnings(DBI::dbGetQuery(engines$clickhouse$con, "SELECT name FROM system.tables"))
  stored <- tables()
  switch_shard <- function(how) system2("bash", c(script, how), stdout = FALSE)
  works_again <- function() {
    switch_shard("start-shard")
    expect_same_result(suppressWarnings(krippendorff_alpha(table, item, who, label)), before)
    expect_identical(tables(), stored)
  }
  switch_shard("stop-shard")
  cnd <- expect_error(krippendorff_alpha(table, item, who, label), class = "accord_error_engine")
  expect_match(conditionMessage(cnd), "It failed while counting the ratings by their value")
  works_again()
  # The shard stops in the middle of a call
  stop_shard <- function() switch_shard("stop-shard")
  cnd <- expect_error(
    at_step("tallying", stop_shard, quietly(krippendorff_alpha(table, item, who, label))),
    class = "accord_error_engine"
  )
  expect_match(conditionMessage(cnd), "It failed while tallying the patterns of items")
  works_again()
})
