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
