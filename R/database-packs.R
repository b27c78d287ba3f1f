# Counts of an item are digits of one number: the engine then computes and groups by one column for five categories.
# Sums over comparisons of text with each category are most of the cost of a tally.

# The base of the digits: an item must have fewer ratings in each category. Five digits fit into 30 bits.
PACK_BASE <- 64
PACK_SIZE <- 5

# Engines whose sums of integers have more than 32 bits; others could overflow. They are identified by the class of the
# connection, also of package odbc.
WIDE_SUMS <- c(
  "PqConnection", "PostgreSQLConnection", "PostgreSQL", "RedshiftConnection", "Redshift", "SQLiteConnection", "SQLite",
  "duckdb_connection", "ClickhouseConnection", "ClickHouse", "MariaDBConnection", "MySQLConnection", "MySQL",
  "Snowflake",
  "BigQueryConnection", "Spark SQL", "spark_connection", "DatabricksConnection"
)

packs_counts <- function(rows) inherits(dbplyr::remote_con(rows$rows), WIDE_SUMS)

# Returns the categories that each column counts.
packs_of <- function(facts) {
  k <- seq_along(facts$categories)
  if (isTRUE(facts$packed)) split(k, (k - 1L) %/% PACK_SIZE) else as.list(k)
}

pack_names <- function(facts) paste0("c", seq_along(packs_of(facts)), recycle0 = TRUE)

# `of`: the conditions that a rating is of each category.
packed_counts <- function(of, facts) {
  sums <- lapply(packs_of(facts), function(k) {
    digits <- Map(function(condition, digit) rlang::expr(!!condition ~ !!digit), of[k], digits_of(k))
    rlang::expr(sum(case_when(!!!unname(digits), TRUE ~ 0L), na.rm = TRUE))
  })
  stats::setNames(sums, pack_names(facts))
}

digits_of <- function(k) as.integer(PACK_BASE^(seq_along(k) - 1))

# Returns the counts from the rows of a query, a column for each category. NULL if an item has too many ratings for its
# digits, so that they do not add up to `n`, its number of ratings.
unpack_counts <- function(found, facts, n) {
  counts <- matrix(0, nrow(found), length(facts$categories))
  packs <- packs_of(facts)
  for (i in seq_along(packs)) {
    sums <- as.double(found[[pack_names(facts)[i]]])
    for (j in seq_along(packs[[i]])) {
      counts[, packs[[i]][j]] <- if (isTRUE(facts$packed)) sums %/% PACK_BASE^(j - 1) %% PACK_BASE else sums
    }
  }
  if (!isTRUE(facts$packed) || identical(rowSums(counts), as.double(n))) counts
}
