# The SQL of the tally in the dialects of warehouses that no test can run.

skip_if_not_installed("dbplyr")
skip_on_cran()

test_that("the tally is plain SQL in the dialect of each warehouse", {
  tally_sql <- function(con) {
    data <- data.frame(doc = "a", who = "b", label = "c", part = "d")
    table <- dbplyr::tbl_lazy(data, con = con, name = "ratings")
    columns <- list(item = rlang::quo(doc), rater = rlang::quo(who), rating = rlang::quo(label))
    rows <- accord:::lazy_rows(table, columns, rlang::quo(part))
    facts <- list(categories = c("no", "yes"), codes = data.frame(value = c("no", "yes"), code = 1:2))
    as.character(dbplyr::remote_query(accord:::query_patterns(rows, facts)))
  }
  # dbplyr has none for BigQuery, and Spark's came later than Hive's.
  known <- paste0("simulate_", c("spark_sql", "hive", "snowflake", "redshift", "postgres", "mssql"))
  known <- intersect(known, getNamespaceExports("dbplyr"))
  dialects <- lapply(stats::setNames(known, known), function(name) getExportedValue("dbplyr", name)())
  for (name in names(dialects)) {
    sql <- gsub("[[:space:]]+", " ", tally_sql(dialects[[name]]))
    # One pass over the table, two levels of groups, and nothing that is not in every dialect.
    expect_identical(lengths(regmatches(sql, gregexpr("ratings", sql))), 1L, info = name)
    expect_identical(lengths(regmatches(sql, gregexpr("GROUP BY", sql))), 2L, info = name)
    expect_match(sql, "COUNT\\(DISTINCT CASE WHEN", info = name)
    expect_match(sql, "SUM\\(CASE WHEN \\(.code_. = 1\\) THEN 1 (ELSE 0|WHEN NOT .* THEN 0) END\\)", info = name)
    expect_no_match(sql, "OVER|TEMP|INTO|WITH", info = name)
  }
})
