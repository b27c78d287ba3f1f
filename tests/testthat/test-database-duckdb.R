# DuckDB, and Parquet through it, where it is installed: Debian has no package of it.

skip_if_not_installed("dbplyr")
skip_if_not_installed("duckdb")

test_that("DuckDB gives what memory gives", {
  engine <- duckdb_engine()
  on.exit(DBI::dbDisconnect(engine$con, shutdown = TRUE))
  data <- engine_job(1, n_items = 25, n_raters = 4, k = 3, groups = 2)
  expect_engine_agrees(engine$put(data), data, by = part, all = asks_all())
  data <- continuous_job(1)
  expect_sums_agree(engine$put(data), data, by = part)
})

test_that("a rating that is missing hides no duplicate", {
  engine <- duckdb_engine()
  on.exit(DBI::dbDisconnect(engine$con, shutdown = TRUE))
  data <- data.frame(
    item = c(1, 1, 1, 2, 2), rater = c("a", "a", "b", "a", "b"), label = c("x", "y", NA, "x", "x")
  )
  rows <- engine$put(data)
  for (ratings in list(data, rows)) {
    expect_error(as_ratings(ratings, item, rater, label), class = "accord_error_duplicate_rating")
  }
})

test_that("a Parquet file is a table of DuckDB", {
  engine <- duckdb_engine()
  on.exit(DBI::dbDisconnect(engine$con, shutdown = TRUE))
  data <- engine_job(2, n_items = 25, n_raters = 4, k = 3, groups = 2)
  engine$put(data)
  file <- file.path(tempdir(), "ratings.parquet")
  DBI::dbExecute(engine$con, paste0("COPY ratings TO '", file, "' (FORMAT PARQUET)"))
  DBI::dbExecute(engine$con, paste0("CREATE VIEW stored AS SELECT * FROM read_parquet('", file, "')"))
  expect_same_result(
    krippendorff_alpha(dplyr::tbl(engine$con, "stored"), item, rater, label, by = part),
    krippendorff_alpha(data, item, rater, label, by = part)
  )
  # A data set of arrow goes there without a copy.
  skip_if_not_installed("arrow")
  dataset <- getExportedValue("arrow", "open_dataset")(file)
  expect_error(as_ratings(dataset, item, rater, label), "to_duckdb", class = "accord_error_not_ratings")
  table <- getExportedValue("arrow", "to_duckdb")(dataset, con = engine$con)
  expect_same_result(
    krippendorff_alpha(table, item, rater, label, by = part), krippendorff_alpha(data, item, rater, label, by = part)
  )
})
