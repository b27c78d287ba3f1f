# The order of arguments, which ARCHITECTURE.md states, in every function that is exported.

exported <- function() {
  mget(sort(getNamespaceExports("accord")), envir = asNamespace("accord"), mode = "function", inherits = TRUE)
}

# The first arguments of functions, by what they take.
readers <- function() grep("^(read|inspect)_", names(exported()), value = TRUE)
constructors <- function() {
  c(grep("^(ci|distance)_(?!agreement)", names(exported()), value = TRUE, perl = TRUE), names(method_functions()))
}
of_results <- c(
  "augment", "evaluate_consensus", "fair_marks", "glance", "interpret", "methods_text", "paper_table", "problems",
  "tidy"
)
# One draws data, two compute sizes, the other lists names.
of_nothing <- c("simulate_ratings", "sample_size", "plan_labels", "interpretation_scales")

test_that("the first argument says what a function takes", {
  first <- vapply(exported(), function(f) c(names(formals(f)), "none")[1], "")
  of_data <- setdiff(names(first), c(readers(), constructors(), of_results, of_nothing))
  expect_identical(first[of_data][first[of_data] != "data"], first[0])
  expect_identical(unique(unname(first[of_results])), "x")
  # read_llm() reads what annotate_llm(file = ) wrote.
  expect_identical(unique(unname(first[setdiff(readers(), "read_llm")])), "path")
  expect_true("file" %in% names(formals(annotate_llm)) && first[["read_llm"]] == "file")
})

test_that("arguments that functions share stand in one order", {
  skip_if_quick()
  order <- c(
    "data", "formula", "item", "rater", "rating", "label", "prediction", "...", "by", "weights", "level", "range",
    "distance", "categories", "duplicates", "ci"
  )
  for (name in names(exported())) {
    shared <- intersect(names(formals(exported()[[name]])), order)
    expect_identical(shared, intersect(order, shared), info = name)
    # The reference comes after what is compared with it.
    right <- intersect(names(formals(exported()[[name]])), c("gold", "key"))
    expect_false(isTRUE(right[1] == names(formals(exported()[[name]]))[1]), info = name)
  }
})

# The data can be omitted if a study is planned without any, and a formula can be replaced by columns.
may_be_left_out <- list(
  accord_app = "data", plan_agreement = "data", generalizability = c("formula", "object"),
  variance_components = "formula"
)

test_that("before the dots stand data and columns, which have no default, and the rest goes by name", {
  for (name in names(exported())) {
    arguments <- formals(exported()[[name]])
    if (!identical(names(arguments)[1], "data")) next
    expect_true("..." %in% names(arguments), info = name)
    before <- arguments[seq_len(match("...", names(arguments)) - 1)]
    optional <- names(Filter(function(x) !identical(x, rlang::missing_arg()), before))
    expect_identical(setdiff(optional, may_be_left_out[[name]]), character(), info = name)
  }
})

test_that("beside the arguments that verbs on ratings share, a function has at most ten of its own", {
  shared <- c("data", "item", "rater", "rating", "...", "by", "level", "range", "categories", "duplicates", "ci")
  own <- vapply(exported(), function(f) length(setdiff(names(formals(f)), shared)), 1L)
  # The settings of requests to a model, the columns of a report on a judge, the ways in which a sheet may be laid out,
  # the parts of a report,
  # those of a simulated study, and those of a planned one.
  expect_identical(
    names(own)[own > 10],
    c("annotate_llm", "judge_report", "read_sheet", "report_agreement", "sample_size", "simulate_ratings")
  )
})

# The exports that are named in a package's NAMESPACE, which is not loaded.
exports_of <- function(package) {
  folder <- dirname(find.package(package))
  if (package == "base") ls(baseenv()) else parseNamespaceFile(package, folder)$exports
}

test_that("an export masks one of another package only if ARCHITECTURE.md says why", {
  # Generics that accord and these packages take from package generics, which are the same functions.
  same <- c("augment", "glance", "tidy")
  known <- c("icc", "problems", "interpret", "calibration", "concordance", "consensus", "dawid_skene")
  beside <- c(
    "base", "stats", "utils", "graphics", "methods", "irr", "psych", "performance", "parameters", "insight",
    "effectsize", "report", "correlation", "lme4", "survival", "readr", "vroom", "dplyr", "tidyr", "tibble", "purrr",
    "stringr", "forcats", "ggplot2", "broom", "generics", "yardstick", "probably", "caret", "testthat", "rlang",
    "ellmer", "quanteda"
  )
  for (package in beside[lengths(lapply(beside, find.package, quiet = TRUE)) > 0]) {
    masked <- intersect(names(exported()), exports_of(package))
    expect_identical(setdiff(masked, c(same, known)), character(), info = package)
  }
  for (name in same) expect_identical(exported()[[name]], getExportedValue("generics", name))
  root <- test_path("..", "..", "ARCHITECTURE.md")
  skip_if_not(file.exists(root), "sources are not there")
  text <- readLines(root, encoding = "UTF-8")
  for (name in known) expect_true(any(startsWith(text, paste0("| `", name, "()` |"))), info = name)
})

test_that("effectsize's generic finds the results of accord", {
  skip_if_not_installed("effectsize")
  x <- agreement(result_ratings(), item, rater, label, ci = ci_none())
  expect_identical(getExportedValue("effectsize", "interpret")(x), interpret(x))
})
