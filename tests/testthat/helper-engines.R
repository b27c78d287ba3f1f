# Random data for engines: sparse, with NA, singletons, groups and text that is not ASCII. Results from an engine must
# be equal to those from memory.

engine_job <- function(seed, n_items = 40, n_raters = 5, k = 4, groups = 3, numbers = FALSE, keep = 0.6) {
  local_seed(seed)
  labels <- c("ja", "nein", "\u00fcber", "\u6f22\u5b57", "it's", "Ja ", "a\\b", "100%", sprintf("label %02d", 1:60))
  values <- if (numbers) c(-1.5, 0, 0.1, 1 / 3, 1e6, 2, 3, 4:60)[seq_len(k)] else labels[seq_len(k)]
  data <- expand.grid(item = seq_len(n_items), rater = seq_len(n_raters), stringsAsFactors = FALSE)
  data$part <- c("x", "\u00e9t\u00e9", "z", paste0("g", 1:50))[(data$item - 1) %% groups + 1]
  truth <- sample(k, n_items, TRUE)
  code <- ifelse(stats::runif(nrow(data)) < 0.5, truth[data$item], sample(k, nrow(data), TRUE))
  data$label <- values[code]
  data$item <- paste0("it\u00e9m ", data$item)
  data$rater <- c("Zo\u00eb", "bob", "o'neil", paste0("w", 1:200))[data$rater]
  data <- data[stats::runif(nrow(data)) < keep, ]
  data$label[stats::runif(nrow(data)) < 0.05] <- NA
  data <- data[sample(nrow(data)), ]
  rownames(data) <- NULL
  data
}

# Suppresses problems and messages that are not the subject of a test.
quietly <- function(expr) suppressMessages(suppressWarnings(expr))

expect_same_result <- function(engine, memory, tolerance = 1e-12) {
  engine <- as.data.frame(dplyr::collect(engine))
  memory <- as.data.frame(memory)
  sorted <- intersect(c("part", "item"), names(memory))
  if ("item" %in% sorted) {
    # A lazy table has no order.
    engine <- engine[do.call(order, c(unname(engine[sorted]), method = "radix")), ]
    memory <- memory[do.call(order, c(unname(memory[sorted]), method = "radix")), ]
  }
  expect_identical(names(engine), names(memory))
  for (name in names(memory)) {
    if (is.logical(memory[[name]])) engine[[name]] <- as.logical(engine[[name]])
    if (is.numeric(memory[[name]])) {
      expect_equal(as.double(engine[[name]]), as.double(memory[[name]]), tolerance = tolerance, info = name)
    } else {
      expect_identical(engine[[name]], memory[[name]], info = name)
    }
  }
}

# Ratings by other raters, duplicates of these, and a label that was not declared.
engine_faults <- function(seed) {
  data <- engine_job(seed, n_items = 30)
  twice <- data[data$part != "x" & !is.na(data$label), ]
  data <- rbind(data, twice[c(1, 1, 5), ], transform(data[9, ], label = NA))
  rownames(data) <- NULL
  data
}

# A query by dbplyr takes a tenth of a second, so `make test` runs only some of them, and the long tests run all.
asks_all <- function() {
  any(Sys.getenv(c("ACCORD_TEST_LONG", "ACCORD_TEST_ENGINES")) == "true")
}

# Compares every verb on ratings of a lazy table with the same rows in memory.
expect_engine_agrees <- function(table, data, ..., level = "nominal", all = TRUE) {
  remote <- quietly(as_ratings(table, item, rater, label, ..., level = level))
  local <- quietly(as_ratings(data, item, rater, label, ..., level = level))
  expect_identical(remote$group_status, local$group_status)
  expect_equal(as.list(remote$set_aside)[c("reason", "n")], lapply(as.list(local$set_aside)[c("reason", "n")], unname))
  both <- function(verb, ..., tolerance = 1e-12) {
    expect_same_result(quietly(verb(remote, ...)), quietly(verb(local, ...)), tolerance)
  }
  # Verbs that the engine must compute without sending rows.
  by_engine <- function(...) without_rows(both(...))
  weights <- if (level == "nominal") "identity" else "quadratic"
  # With so many raters, rows are not collected for all coefficients, but only for a coefficient that needs them.
  every <- quietly(agreement(local, weights = weights))
  many <- length(local$raters) > 60
  got <- without_rows(quietly(agreement(remote, weights = weights)))
  expect_same_result(got, if (many) every[every$coefficient != "conger_kappa", ] else every)
  if (many) both(agreement, weights = weights, coefficients = unique(every$coefficient))
  by_engine(pairwise_agreement)
  by_engine(rater_summary)
  by_engine(rater_influence)
  by_engine(item_summary, base = 10)
  by_engine(consensus, method = "majority")
  if (!all) return(invisible(remote))
  by_engine(agreement, weights = weights, ci = ci_analytic(), coefficients = c("percent", "gwet_ac", "alpha"))
  by_engine(krippendorff_alpha, ci = ci_jackknife())
  by_engine(category_agreement, ci = ci_none())
  by_engine(pairwise_agreement, coefficient = "alpha", ci = ci_default())
  by_engine(pairwise_agreement, coefficient = "gwet_ac", min_items = 3, confusion = TRUE)
  by_engine(rater_summary, ties = "split", shares = TRUE)
  by_engine(rater_influence, coefficient = "gwet_ac")
  # A few rows are collected if the engine would need a join.
  for (verb in list(pairwise_agreement, rater_summary, rater_influence)) both(verb)
  both(rater_influence, coefficient = "conger")
  # These verbs collect the rows.
  both(item_influence)
  both(disagreements)
  both(agreement, coefficients = c("conger", "light", "alpha"), ci = ci_none())
  both(consensus, method = "dawid_skene", tolerance = 1e-9)
  if (level != "nominal") {
    for (verb in list(icc, limits_of_agreement, concordance)) both(verb, tolerance = 1e-9)
  }
  invisible(remote)
}

# Distinct numbers: some items have one rating, one group has none, and ids are text.
continuous_job <- function(seed, n_items = 150, groups = 3) {
  data <- engine_job(seed, n_items = n_items, groups = groups, k = 2, numbers = TRUE)
  local_seed(seed)
  means <- stats::rnorm(n_items, sd = 3)[match(data$item, unique(data$item))]
  where <- match(data$part, unique(data$part)) * 100
  data$label <- ifelse(is.na(data$label), NA, where + means + stats::rnorm(nrow(data)))
  twins <- which(!is.na(data$label))[1:20]
  data$label[twins] <- round(data$label[twins])
  data
}

# Checks alpha of more values than patterns are used for: the sums are computed in the engine, and no rows are sent to
# R.
expect_sums_agree <- function(table, data, ...) {
  alpha <- function(rows, level, ci) quietly(krippendorff_alpha(rows, item, rater, label, ..., level = level, ci = ci))
  intervals <- list(ci_jackknife(), ci_analytic(), ci_none(), ci_analytic(variance = "ratio", population = 5000))
  for (ci in intervals[seq_len(if (asks_all()) 4 else 1)]) {
    engine <- without_rows(alpha(table, "interval", ci))
    expect_same_result(engine, alpha(data, "interval", ci))
  }
  if (asks_all()) {
    expect_same_result(without_rows(alpha(table, "ordinal", ci_none())), alpha(data, "ordinal", ci_none()))
  }
}

# Runs `expr` such that collecting rows is an error.
without_rows <- function(expr) {
  old <- options(accord.collect = 1)
  on.exit(options(old))
  expr
}

# The running engines of tools/engines.sh, and DuckDB: for each a function that stores data as a table.
test_engines <- function() {
  Filter(Negate(is.null), list(
    postgres = tryCatch(postgres_engine(), error = function(cnd) NULL),
    clickhouse = tryCatch(clickhouse_engine(), error = function(cnd) NULL),
    duckdb = tryCatch(duckdb_engine(), error = function(cnd) NULL)
  ))
}

# Drivers that Debian lacks are not in Suggests.
driver_of <- function(package, name) getExportedValue(package, name)()

postgres_engine <- function() {
  con <- DBI::dbConnect(driver_of("RPostgres", "Postgres"),
    host = "127.0.0.1", port = 54399, user = "accord", dbname = "postgres"
  )
  list(con = con, put = function(data, name = "ratings") {
    DBI::dbWriteTable(con, name, data, overwrite = TRUE)
    dplyr::tbl(con, name)
  })
}

# DuckDB runs in the R process, if the package is installed.
duckdb_engine <- function() {
  con <- DBI::dbConnect(driver_of("duckdb", "duckdb"))
  list(con = con, put = function(data, name = "ratings") {
    DBI::dbWriteTable(con, name, data, overwrite = TRUE)
    dplyr::tbl(con, name)
  })
}

# Two shards, a local table on each and a Distributed one over them; rows are distributed by their item.
clickhouse_engine <- function() {
  connect <- function(shard) {
    DBI::dbConnect(driver_of("RClickhouse", "clickhouse"), host = "127.0.0.1", port = 41000 + shard)
  }
  shards <- lapply(1:2, connect)
  con <- shards[[1]]
  type_of <- function(x) if (is.numeric(x)) "Nullable(Float64)" else "Nullable(String)"
  list(con = con, put = function(data, name = "ratings") {
    types <- vapply(data, type_of, "")
    types["item"] <- "String"
    columns <- paste0(names(data), " ", types, collapse = ", ")
    for (shard in shards) {
      DBI::dbExecute(shard, paste0("DROP TABLE IF EXISTS ", name, "_local"))
      DBI::dbExecute(shard, paste0(
        "CREATE TABLE ", name, "_local (", columns, ") ENGINE = MergeTree() ORDER BY item"
      ))
    }
    DBI::dbExecute(con, paste("DROP TABLE IF EXISTS", name))
    DBI::dbExecute(con, paste0(
      "CREATE TABLE ", name, " (", columns, ") ENGINE = Distributed(accord, default, ", name,
      "_local, cityHash64(item))"
    ))
    DBI::dbWriteTable(con, name, data, append = TRUE)
    # The other shard receives its rows slightly later.
    for (i in 1:50) {
      n <- as.double(suppressWarnings(DBI::dbGetQuery(con, paste("SELECT count() AS n FROM", name)))$n)
      if (n == nrow(data)) break
      Sys.sleep(0.1)
    }
    stopifnot(n == nrow(data))
    dplyr::tbl(con, name)
  })
}
