# Alpha with the default interval, by group, of ratings on two shards of ClickHouse: time compared with the engine's own
# GROUP BY, number of rows sent to R, memory of R. The ratings are made in the engine.
# tools/engines.sh start; Rscript bench/engines-crowd.R 1e6 1e7 1e8
# With --compare, the same rows are also used in memory, SQLite, PostgreSQL, and DuckDB if it is installed.

suppressMessages(library(accord))

arguments <- commandArgs(trailingOnly = TRUE)
compare <- "--compare" %in% arguments
sizes <- as.numeric(setdiff(arguments, "--compare"))
if (length(sizes) == 0) sizes <- c(1e6, 1e7)
shards <- lapply(1:2, function(s) {
  DBI::dbConnect(RClickhouse::clickhouse(), host = "127.0.0.1", port = 41000 + s)
})

# Five ratings per item by 10,000 workers, five labels, four parts; the worker gives the item's own label with
# probability .6. One in twenty labels is NULL.
fill <- function(n) {
  for (s in 1:2) {
    run <- function(...) invisible(DBI::dbExecute(shards[[s]], paste0(...)))
    run("DROP TABLE IF EXISTS crowd_local")
    run(
      "CREATE TABLE crowd_local (item UInt32, worker UInt32, label Nullable(String), part String) ",
      "ENGINE = MergeTree() ORDER BY item"
    )
    run(
      "INSERT INTO crowd_local SELECT toUInt32(item), toUInt32((intHash64(item) + 1999 * (number % 5)) % 10000), ",
      "if(intHash64(number + 77) % 20 = 0, NULL, concat('label ', toString(if(intHash64(number) % 10 < 6, ",
      "intHash64(item + 5) % 5, intHash64(number + 3) % 5)))), concat('part ', toString(item % 4)) ",
      "FROM (SELECT number, 2 * intDiv(number, 5) + ", s - 1, " AS item FROM system.numbers LIMIT ",
      format(n / 2, scientific = FALSE), ")"
    )
  }
  DBI::dbExecute(shards[[1]], "DROP TABLE IF EXISTS crowd")
  DBI::dbExecute(shards[[1]], paste(
    "CREATE TABLE crowd (item UInt32, worker UInt32, label Nullable(String), part String)",
    "ENGINE = Distributed(accord, default, crowd_local, intHash64(item))"
  ))
  dplyr::tbl(shards[[1]], "crowd")
}

# This query is valid in every dialect.
bare <- paste0(
  "SELECT part, ", paste0("c", 0:4, collapse = ", "), ", count(*) AS n FROM (SELECT part, item, ",
  paste0("sum(CASE WHEN label = 'label ", 0:4, "' THEN 1 ELSE 0 END) AS c", 0:4, collapse = ", "),
  " FROM crowd GROUP BY part, item) AS items GROUP BY part, ", paste0("c", 0:4, collapse = ", ")
)

peak_mb <- function() sum(gc()[, 6])

# Counts the rows that are returned by the engine.
travelled <- 0
suppressMessages(trace(
  "ask_engine",
  where = asNamespace("accord"), print = FALSE,
  exit = quote(assign("travelled", get("travelled", globalenv()) + NROW(returnValue()), globalenv()))
))

ask <- function(con, sql) suppressWarnings(DBI::dbGetQuery(con, sql))

seconds <- function(expr) system.time(expr)[[3]]

measure <- function(where, table, con, n) {
  by_hand <- if (is.null(con)) NA else seconds(patterns <- ask(con, bare))
  travelled <<- 0
  invisible(gc(reset = TRUE))
  before <- peak_mb()
  door <- seconds(ratings <- suppressWarnings(as_ratings(table, item, worker, label, by = part)))
  verb <- seconds(alpha <- krippendorff_alpha(ratings))
  cat(sprintf(
    "%s, %.0e ratings: GROUP BY alone %.2f s; as_ratings() %.2f s, alpha with interval %.2f s: %.2f times; ",
    where, n, by_hand, door, verb, (door + verb) / by_hand
  ))
  if (!is.null(con) && n < 1e8) by_hand <- min(by_hand, seconds(ask(con, bare)))
  cat(sprintf(
    "GROUP BY again, the less %.2f s: %.2f times; rows that travelled %.0f, patterns %d; R %.0f MB above %.0f\n",
    by_hand, (door + verb) / by_hand, travelled, length(ratings$item_start) - 1L, peak_mb() - before, before
  ))
  alpha
}

for (n in sizes) {
  table <- fill(n)
  alpha <- measure("two shards of ClickHouse", table, shards[[1]], n)
  print(as.data.frame(alpha)[c("part", "estimate", "conf.low", "conf.high", "n_items", "n_raters", "n_ratings")])
  if (!compare) next
  data <- ask(shards[[1]], "SELECT item, worker, label, part FROM crowd")
  same <- function(where, table, con) {
    found <- measure(where, table, con, n)
    stopifnot(isTRUE(all.equal(as.data.frame(found), as.data.frame(alpha), tolerance = 1e-12)))
  }
  file <- tempfile()
  con <- DBI::dbConnect(RSQLite::SQLite(), file)
  DBI::dbWriteTable(con, "crowd", data)
  same("SQLite", dplyr::tbl(con, "crowd"), con)
  DBI::dbDisconnect(con)
  unlink(file)
  con <- DBI::dbConnect(RPostgres::Postgres(), host = "127.0.0.1", port = 54399, user = "accord", dbname = "postgres")
  DBI::dbWriteTable(con, "crowd", data, overwrite = TRUE)
  invisible(DBI::dbExecute(con, "ANALYZE crowd"))
  same("PostgreSQL", dplyr::tbl(con, "crowd"), con)
  invisible(DBI::dbRemoveTable(con, "crowd"))
  DBI::dbDisconnect(con)
  if (requireNamespace("duckdb", quietly = TRUE)) {
    con <- DBI::dbConnect(duckdb::duckdb())
    DBI::dbWriteTable(con, "crowd", data)
    same("DuckDB", dplyr::tbl(con, "crowd"), con)
    DBI::dbDisconnect(con, shutdown = TRUE)
  }
  same("memory", data, NULL)
}
invisible(DBI::dbExecute(shards[[1]], "DROP TABLE IF EXISTS crowd"))
for (con in shards) invisible(DBI::dbExecute(con, "DROP TABLE IF EXISTS crowd_local"))
