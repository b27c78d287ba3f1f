# The counts of an item as digits of a number: an engine adds up one column for five categories, and groups by one.
# A sum of text compared with each category is most of what a tally costs.

# Each count is a digit, so that an item has fewer ratings in a category. Five of them fit into 30 bits.
PACK_BASE <- 64
PACK_SIZE <- 5

# Engines that add up integers in more than 32 bits; others might overflow before R sees it. By classes of connections,
# those of odbc included.
WIDE_SUMS <- c(
  "PqConnection", "PostgreSQLConnection", "PostgreSQL", "RedshiftConnection", "Redshift", "SQLiteConnection", "SQLite",
  "duckdb_connection", "ClickhouseConnection", "ClickHouse", "MariaDBConnection", "MySQLConnection", "MySQL",
  "Snowflake",
  "BigQueryConnection", "Spark SQL", "spark_connection", "DatabricksConnection"
)

packs_counts <- function(rows) inherits(dbplyr::remote_con(rows$rows), WIDE_SUMS)

# The categories of each column.
packs_of <- function(facts) {
  k <- seq_along(facts$categories)
  if (isTRUE(facts$packed)) split(k, (k - 1L) %/% PACK_SIZE) else as.list(k)
}

pack_names <- function(facts) paste0("c", seq_along(packs_of(facts)), recycle0 = TRUE)

# `of`: the condition that a rating is of each category.
packed_counts <- function(of, facts) {
  sums <- lapply(packs_of(facts), function(k) {
    digits <- Map(function(condition, digit) rlang::expr(!!condition ~ !!digit), of[k], digits_of(k))
    rlang::expr(sum(case_when(!!!unname(digits), TRUE ~ 0L), na.rm = TRUE))
  })
  stats::setNames(sums, pack_names(facts))
}

digits_of <- function(k) as.integer(PACK_BASE^(seq_along(k) - 1))

# The counts in the rows that an engine gave, a column for each category. NULL if an item has too many ratings for its
# digits, which then do not add up to `n`, the number of its ratings.
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
