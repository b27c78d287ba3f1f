# Alpha and summaries of raters of a table in PostgreSQL, against SQL written by hand for the same patterns: five
# ratings an item by 2,000 raters in 50 teams, rows in no order.
# tools/engines.sh start; R_LIBS=build/lib:build/engines-lib Rscript bench/engines-postgres.R 1e6

suppressMessages(library(accord))

arguments <- commandArgs(trailingOnly = TRUE)
n <- as.numeric(c(arguments, "1e6")[1])
con <- DBI::dbConnect(RPostgres::Postgres(), host = "127.0.0.1", port = 54399, user = "accord", dbname = "postgres")
run <- function(...) invisible(suppressMessages(DBI::dbExecute(con, paste0(...), immediate = TRUE)))
run("DROP TABLE IF EXISTS bench_ratings")
run(
  "CREATE TABLE bench_ratings AS SELECT item, 'rater ' || (team * 40 + (r0 + 7 * k) % 40) AS rater, ",
  "'team ' || team AS team, CASE WHEN h % 100 >= 4 THEN 'label ' || ",
  "CASE WHEN h / 100 % 10 < 6 THEN truth ELSE h / 1000 % 5 END END AS label ",
  "FROM (SELECT item, k, item % 50 AS team, abs(hashint4(item * 3 + 1)) % 40 AS r0, ",
  "abs(hashint4(item + 5)) % 5 AS truth, abs(hashint8(item * 5::bigint + k)) AS h ",
  "FROM generate_series(1, ", format(n / 5, scientific = FALSE), ") item, generate_series(0, 4) k) AS x ",
  "ORDER BY hashint4(item * 7 + k)"
)
run("ANALYZE bench_ratings")
table <- dplyr::tbl(con, "bench_ratings")

counts <- paste0("sum(CASE WHEN label = 'label ", 0:4, "' THEN 1 ELSE 0 END) AS c", 0:4, collapse = ", ")
by_hand <- function(key = "") {
  names <- paste0(key, paste0("c", 0:4, collapse = ", "))
  DBI::dbGetQuery(con, paste0(
    "SELECT ", names, ", count(*) AS n FROM (SELECT ", key, "item, ", counts, " FROM bench_ratings GROUP BY ", key,
    "item) AS items GROUP BY ", names
  ))
}
seconds <- function(expr) system.time(expr)[[3]]
calls <- list(
  hand = function() by_hand(),
  alpha = function() krippendorff_alpha(table, item, rater, label),
  `alpha, raters unknown` = function() krippendorff_alpha(table, item, rating = label),
  `hand by team` = function() by_hand("team, "),
  `alpha by team` = function() krippendorff_alpha(table, item, rater, label, by = team),
  `rater_summary()` = function() rater_summary(table, item, rater, label)
)
times <- vapply(calls, function(call) min(replicate(2, seconds(suppressMessages(call())))), 0)
reference <- times[c("hand", "hand", "hand", "hand by team", "hand by team", "hand")]
print(data.frame(seconds = round(times, 2), ratio_to_hand = round(times / reference, 2)))
run("DROP TABLE bench_ratings")
DBI::dbDisconnect(con)
