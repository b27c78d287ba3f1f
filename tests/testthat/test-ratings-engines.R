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
    agrees(engine_job(1), by = part)
    agrees(engine_job(2, k = 60))
    agrees(engine_job(3, k = 2, groups = 12), by = part)
    agrees(engine_job(4, k = 7, numbers = TRUE), by = part, level = "interval")
    agrees(engine_job(6, n_raters = 80, keep = 0.05, n_items = 100))
    data <- engine_job(7, keep = 0.3)
    data$part[data$part == "z"] <- NA
    agrees(data, by = part)
  })

  test_that(paste(name, "finds duplicates"), {
    table <- suppressWarnings(engines[[name]]$put(rbind(small(), small()[1, ])))
    expect_error(
      as_ratings(table, item, who, label), "Found 1 duplicate rating: item t1, rater ann",
      class = "accord_error_duplicate_rating"
    )
  })
}

test_that("a shard that is stopped is an error that names the step, and the next call works", {
  skip_if_not("clickhouse" %in% names(engines))
  data <- small()
  table <- suppressWarnings(engines$clickhouse$put(data))
  script <- test_path("..", "..", "tools", "engines.sh")
  skip_if_not(file.exists(script))
  before <- krippendorff_alpha(table, item, who, label)
  system2("bash", c(script, "stop-shard"))
  cnd <- expect_error(krippendorff_alpha(table, item, who, label), class = "accord_error_engine")
  expect_match(conditionMessage(cnd), "It failed while counting the ratings by their value")
  system2("bash", c(script, "start-shard"), stdout = FALSE)
  expect_same_result(suppressWarnings(krippendorff_alpha(table, item, who, label)), before)
})
