# The SQL in the dialects of warehouses for which there is no test server, as far as dbplyr supports them. It does not
# support BigQuery, but its standard SQL in backquotes is valid there; Spark's SQL is that of Hive if dbplyr lacks it.

skip_if_not_installed("dbplyr")
skip_on_cran()

# Queries of a table with two categories and two groups, one of them NULL.
all_sql <- function(con, only = NULL) {
  data <- data.frame(doc = "a", who = "b", label = "c", part = "d")
  table <- dbplyr::tbl_lazy(data, con = con, name = "ratings")
  columns <- list(item = rlang::quo(doc), rater = rlang::quo(who), rating = rlang::quo(label))
  rows <- accord:::lazy_rows(table, columns, rlang::quo(part))
  facts <- list(
    categories = c("no", "yes"), codes = data.frame(value = c("no", "yes"), code = 1:2), all_count = TRUE,
    groups = list(keys = data.frame(part = c("d", NA)))
  )
  queries <- list(
    values = function() accord:::query_values(rows),
    patterns = function() accord:::query_patterns(rows, facts),
    `patterns, duplicates kept` = function() accord:::query_patterns(rows, facts, duplicates = FALSE),
    raters = function() accord:::query_rater_counts(rows, facts),
    pairs = function() accord:::query_cells(rows, facts),
    sums = function() {
      facts$codes <- NULL
      accord:::query_number_sums(rows, facts, c(2.5, 0))
    },
    `mid-ranks` = function() accord:::rank_rows(rows)$rows
  )
  if (!is.null(only)) queries <- queries[only]
  vapply(queries, function(query) as.character(dbplyr::remote_query(query())), "")
}

known <- paste0("simulate_", c("spark_sql", "hive", "snowflake", "redshift", "postgres", "mssql", "oracle", "impala"))
known <- intersect(known, getNamespaceExports("dbplyr"))
known <- c(known, "simulate_bigquery")
dialect <- function(name) {
  if (name == "simulate_bigquery") {
    return(dbplyr::simulate_dbi("BigQueryConnection"))
  }
  getExportedValue("dbplyr", name)()
}

test_that("the tally is plain SQL in the dialect of each warehouse", {
  skip_if_quick()
  for (name in if (asks_all()) known else "simulate_hive") {
    sql <- gsub("[[:space:]]+", " ", all_sql(dialect(name), c("patterns", "patterns, duplicates kept")))
    tally <- sql[["patterns"]]
    # One pass over the table, two levels of groups, and nothing that is not in every dialect.
    expect_identical(lengths(regmatches(tally, gregexpr(".ratings.", tally))), 1L, info = name)
    expect_identical(lengths(regmatches(tally, gregexpr("GROUP BY", tally))), 2L, info = name)
    expect_match(tally, "COUNT\\(DISTINCT CASE WHEN", info = name)
    sum_of_no <- "SUM\\(CASE WHEN \\(.value_. = N?'no'\\) THEN 1 (ELSE 0|WHEN NOT .* THEN 0) END\\)"
    expect_match(tally, sum_of_no, info = name)
    expect_no_match(sql[["patterns, duplicates kept"]], "DISTINCT", info = name)
    expect_no_match(sql, "OVER|TEMP|INTO|WITH", info = name)
    sums <- gsub("[[:space:]]+", " ", all_sql(dialect(name), "sums"))
    expect_identical(lengths(regmatches(sums, gregexpr("GROUP BY", sums)))[[1]], 2L, info = name)
    expect_no_match(sums, "OVER|TEMP|INTO|WITH|JOIN", info = name)
  }
})

for (name in c("simulate_snowflake", "simulate_hive", "simulate_bigquery")) {
  test_that(paste("the SQL stays as it is,", name), {
    # Other versions of dbplyr set it out in other ways.
    skip_if_not(utils::packageVersion("dbplyr") == "2.3.0")
    skip_if_not(asks_all(), "long")
    sql <- all_sql(dialect(name))
    expect_snapshot_output(cat(rbind(paste0("-- ", name, ", ", names(sql), ":"), sql), sep = "\n"))
  })
}
