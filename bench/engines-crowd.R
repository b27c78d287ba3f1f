# Alpha with the default interval, by group, of ratings that lie on two shards of ClickHouse: time against the
# engine's own GROUP BY, rows that travel, memory of R. The ratings are made in the engine.
# tools/engines.sh start; Rscript bench/engines-crowd.R 1e6 1e7 1e8

suppressMessages(library(accord))

sizes <- as.numeric(commandArgs(trailingOnly = TRUE))
if (length(sizes) == 0) sizes <- c(1e6, 1e7)
shards <- lapply(1:2, function(s) {
  DBI::dbConnect(RClickhouse::clickhouse(), host = "127.0.0.1", port = 41000 + s)
})

# Five ratings an item by 10,000 workers, five labels, four parts; the worker says the item's own label in six of
# ten cases. A twentieth is NULL.
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

bare <- paste0(
  "SELECT part, ", paste0("c", 0:4, collapse = ", "), ", count() AS n FROM (SELECT part, item, ",
  paste0("sum(label = 'label ", 0:4, "') AS c", 0:4, collapse = ", "),
  " FROM crowd GROUP BY part, item) GROUP BY part, ", paste0("c", 0:4, collapse = ", ")
)

peak_mb <- function() sum(gc()[, 6])

for (n in sizes) {
  table <- fill(n)
  by_hand <- system.time(patterns <- suppressWarnings(DBI::dbGetQuery(shards[[1]], bare)))[[3]]
  invisible(gc(reset = TRUE))
  before <- peak_mb()
  door <- system.time(ratings <- suppressWarnings(as_ratings(table, item, worker, label, by = part)))[[3]]
  verb <- system.time(alpha <- krippendorff_alpha(ratings))[[3]]
  cat(sprintf(
    paste(
      "%.0e ratings: GROUP BY alone %.2f s (%d rows); as_ratings() %.2f s (%.2f times), alpha with interval %.2f s;",
      "patterns %d, rows of raters %d; R %.0f MB above %.0f\n"
    ),
    n, by_hand, nrow(patterns), door, door / by_hand, verb, length(ratings$items),
    nrow(ratings$remote$facts$by_rater), peak_mb() - before, before
  ))
  print(as.data.frame(alpha)[c("part", "estimate", "conf.low", "conf.high", "n_items", "n_raters", "n_ratings")])
}
