# Random jobs for engines: sparse, with NA, singletons, groups, text that is not ASCII; and what must come out
# of an engine as it does from memory.

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

sqlite_table <- function(data, env = parent.frame()) {
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr_defer(DBI::dbDisconnect(con), env)
  dplyr::copy_to(con, data, "ratings", temporary = FALSE)
}

withr_defer <- function(expr, env) {
  do.call(on.exit, list(substitute(expr), add = TRUE), envir = env)
}

# Without warnings, which memory gives too.
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

# Every verb on a lazy table and on the same rows in memory.
expect_engine_agrees <- function(table, data, ...) {
  columns <- rlang::exprs(item, rater, label)
  both <- function(verb, ..., tolerance = 1e-12) {
    arguments <- rlang::enexprs(...)
    of <- function(data) quietly(rlang::inject(verb(data, !!!columns, !!!arguments)))
    expect_same_result(of(table), of(data), tolerance)
  }
  both(agreement, coefficients = "all", weights = "identity")
  both(agreement, coefficients = "all", weights = "identity", by = part, ci = ci_none())
  both(agreement, coefficients = c("fleiss", "gwet_ac", "alpha", "percent", "brennan_prediger"),
    weights = "identity", by = part, ci = ci_analytic())
  both(krippendorff_alpha, level = "nominal", by = part)
  both(krippendorff_alpha, level = "nominal", ci = ci_jackknife())
  both(category_agreement, ci = ci_none())
  both(pairwise_agreement, by = part)
  both(pairwise_agreement, coefficient = "alpha", level = "nominal", ci = ci_default())
  both(pairwise_agreement, coefficient = "gwet_ac", min_items = 3, confusion = TRUE)
  both(rater_summary, by = part)
  both(rater_summary, ties = "split", shares = TRUE)
  both(rater_influence, level = "nominal", by = part)
  both(rater_influence, coefficient = "fleiss")
  both(rater_influence, coefficient = "gwet_ac", by = part)
  both(rater_influence, coefficient = "conger")
  both(item_summary, by = part)
  both(item_summary, base = 10)
  both(consensus, method = "majority", by = part)
  both(consensus, method = "one_coin")
  both(item_influence, level = "nominal")
}
