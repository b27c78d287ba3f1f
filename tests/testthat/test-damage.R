# Objects that were put together by hand, or changed: each is refused with the name of what is wrong, and none reaches
# the core. Random ones are in tests/fuzz/corruptions.R.

rows <- function() {
  x <- factor(c("a", "b", "a", "b", "a", "a", "a", "b"))
  data.frame(item = rep(1:4, 2), rater = rep(c("r", "s"), each = 4), x = x)
}
changed <- function(object, field, value) {
  object[[field]] <- value
  object
}

test_that("a column that is shorter or longer than the rows is refused", {
  short <- structure(
    list(item = 1:6, rater = 1:2, x = c("a", "b", "a", "b", "a", "a")), class = "data.frame", row.names = 1:6
  )
  cnd <- expect_fault(agreement(short, item, rater, x), "damaged", "rater.*2 values")
  expect_identical(cnd$columns, "rater")
  short$item <- NULL
  both <- structure(list(item = 1:9, rater = 1:2, x = letters[1:6]), class = "data.frame", row.names = 1:6)
  cnd <- expect_fault(agreement(both, c(item, rater), x, x), "damaged", "2 columns have another length")
  expect_identical(cnd$columns, c("item", "rater"))
  wide <- structure(list(a = 1:3, b = 1:2), class = "data.frame", row.names = 1:3)
  expect_fault(agreement(wide, layout = "raters_in_columns"), "damaged")
  # A column that no argument selects is ignored.
  unused <- structure(c(unclass(rows()), list(z = 1:3)), class = "data.frame", row.names = 1:8)
  expect_equal(
    agreement(unused, item, rater, x, ci = ci_none()), agreement(rows(), item, rater, x, ci = ci_none())
  )
})

test_that("codes of a factor without a level are refused, and repeated levels are one", {
  skip_if_quick()
  for (column in c("item", "rater", "x")) {
    for (code in c(3L, 0L, -1L, .Machine$integer.max)) {
      d <- rows()
      d[[column]] <- structure(c(1:2, 2L, 1L, 1:2, 1L, code), levels = c("a", "b"), class = "factor")
      expect_fault(as_ratings(d, item, rater, x), "damaged", paste("code", code, "in row 8"))
    }
  }
  d <- rows()
  attr(d$x, "levels") <- c("a", "a")
  expect_length(as_ratings(d, item, rater, x)$categories, 1)
  sets <- transform(d, x = I(as.list(d$x)))
  class(sets$x) <- NULL
  attr(sets$x[[3]], "levels") <- character()
  expect_fault(as_ratings(sets, item, rater, x), "damaged", "holds a factor")
  attr(d$x, "levels") <- list("a", "b")
  expect_fault(as_ratings(d, item, rater, x), "damaged", "list")
})

test_that("groups of columns that are gone are refused", {
  skip_if_not_installed("dplyr")
  d <- dplyr::group_by(transform(rows(), part = rep(1:2, 4)), part)
  names(d)[4] <- "other"
  attr(d, "groups") <- data.frame(part = 1:2)
  expect_fault(agreement(d, item, rater, x), "damaged", "part")
})

test_that("sparse matrices with slots that do not fit are refused", {
  skip_if_quick()
  skip_if_not_installed("Matrix")
  m <- Matrix::sparseMatrix(i = c(1, 2, 1, 2), j = c(1, 1, 2, 2), x = c(1, 2, 2, 2))
  bad <- list(p = c(0L, 99L, 4L), p = c(0L, -3L, 4L), i = c(0L, 1L, 88L, 1L), x = 1, Dim = c(2L, 300L))
  for (i in seq_along(bad)) {
    damaged <- m
    methods::slot(damaged, names(bad)[i], check = FALSE) <- bad[[i]]
    expect_fault(agreement(damaged, layout = "raters_in_columns"), "damaged", "sparse matrix")
  }
  # The matrix is valid for package Matrix, but `+` makes missing values of it.
  for (slot in c("i", "j", "x")) {
    classed <- methods::as(m, "TsparseMatrix")
    methods::slot(classed, slot, check = FALSE) <- structure(methods::slot(classed, slot), class = "Date")
    expect_fault(agreement(classed, layout = "raters_in_columns"), "damaged", "Date")
  }
})

test_that("a sparse matrix far larger than its entries is refused, and the advice works as it is given", {
  skip_if_not_installed("Matrix")
  data <- Matrix::sparseMatrix(
    i = c(1, 1, 2, 2, 9e8, 9e8), j = c(1, 3, 1, 3, 1, 3), x = c(1, 1, 2, 2, 1, 2), dims = c(1e9, 1e9), repr = "T"
  )
  expect_fault(agreement(data, layout = "raters_in_columns"), "too_large", "1,000,000,000 rows.*6 entries")
  expect_fault(agreement(data, layout = "counts"), "too_large", "2,147,483,648 cells")
  d <- as.data.frame(Matrix::summary(data))
  # Two of three items agree.
  expect_equal(percent_agreement(d, item = i, rater = j, rating = x, ci = ci_none())$estimate, 2 / 3)
})

test_that("dimensions with a class are refused", {
  damaged <- matrix(1:6, 3)
  dim(damaged) <- structure(3:2, class = "Date")
  skip_if_not(is.object(attr(damaged, "dim")), "R takes the class away")
  expect_fault(agreement(damaged, layout = "raters_in_columns"), "damaged", "Date")
  expect_fault(agreement(structure(damaged, class = "table"), layout = "counts"), "damaged", "Date")
})

test_that("ratings with a field that was changed are refused with its name", {
  skip_if_quick()
  r <- as_ratings(rows(), item, rater, x)
  expect_s3_class(as_ratings(r), "accord_ratings")
  bad <- list(
    code = r$code[-1], code = replace(r$code, 1, 2L), code = replace(r$code, 1, NA), code = as.double(r$code),
    rater = replace(r$rater, 2, 99999999L), rater = NULL, raters = "r", raters = c("r", "r"),
    item_start = NULL, item_start = rev(r$item_start), item_start = replace(r$item_start, 2, 300000000L),
    group_start = c(0L, 9L), group_status = character(),
    group_status = "", items = 1:3, categories = "a", categories = c("a", "a"),
    groups = data.frame(x = 1:2), level = "odd", weight = c(1, NA, 1, 1), cluster = 1:4, set_aside = NULL,
    set_aside = data.frame(n = 1), declared = NA, sets = list("a"), remote = 1
  )
  verbs <- list(
    print, tibble::as_tibble, summary, krippendorff_alpha, rater_summary, consensus, pairwise_agreement, as_ratings
  )
  for (i in seq_along(bad)) {
    damaged <- changed(r, names(bad)[i], bad[[i]])
    # Ratings of all verbs are checked in one place: each verb is tested with the first damage, and in the long tests
    # with every one.
    for (verb in if (i == 1 || asks_all()) verbs else list(krippendorff_alpha)) {
      cnd <- expect_fault(verb(damaged), "damaged", "anew with `as_ratings\\(\\)`")
      expect_true(cnd$field %in% c(names(bad)[i], "clusters", "frequencies", "item_start", "rater", "code"))
    }
  }
  # Names of raters and categories may be changed.
  renamed <- changed(changed(r, "raters", c("ann", "bob")), "categories", c("no", "yes"))
  expect_equal(agreement(renamed, ci = ci_none())$estimate, agreement(r, ci = ci_none())$estimate)
})

test_that("chains and spans with a field that was changed are refused", {
  skip_if_quick()
  chains <- as_chains(
    data.frame(document = "d", annotator = rep(c("a", "b"), each = 3), mention = 1:3, chain = c(1, 1, 2))
  )
  for (field in c("mention", "chain_start", "part_start", "document_start")) {
    for (value in list(NULL, chains[[field]][-1], rep(99999999L, length(chains[[field]])))) {
      if (identical(value, chains[[field]])) next
      expect_fault(chain_agreement(changed(chains, field, value)), "damaged", "as_chains")
    }
  }
  # Ids and labels in another order are other names of the same; numbers in another order are not.
  renamed <- c("annotators", "mentions", "chains")
  for (field in names(unclass(chains))) {
    reversed <- changed(chains, field, rev(chains[[field]]))
    if (identical(unclass(reversed), unclass(chains))) next
    if (field %in% renamed) {
      expect_equal(chain_alpha(reversed)$estimate, chain_alpha(chains)$estimate)
    } else {
      expect_fault(chain_agreement(reversed), "damaged", "as_chains")
    }
  }
  spans <- as_spans(data.frame(document = "d", annotator = c("a", "b"), start = 1:2, end = 5, label = "x", length = 9))
  for (field in c("documents", "annotators", "labels", "length", "known", "span", "seen")) {
    expect_fault(span_alpha(changed(spans, field, NULL)), "damaged", "as_spans")
    # Documents without a span are valid, and their alpha is undefined.
    if (field == "span") next
    expect_fault(span_alpha(changed(spans, field, vctrs::vec_slice(spans[[field]], 0))), "damaged", "as_spans")
  }
  timed <- as_spans(data.frame(document = "d", annotator = c("a", "b"), start = 1:2, end = 5, label = "x"), unit = 0.1)
  for (unit in list(numeric(), c(1, 1), 0, NA_real_, "1")) {
    expect_fault(as_ratings(changed(timed, "unit", unit)), "damaged", "unit")
  }
  for (column in c("document", "annotator", "label", "start", "end")) {
    damaged <- spans
    damaged$span[[column]] <- damaged$span[[column]] + as(1000, typeof(damaged$span[[column]]))
    expect_fault(span_gamma(damaged), "damaged", "as_spans")
  }
})

test_that("results with columns of other lengths are refused", {
  result <- agreement(rows(), item, rater, x, ci = ci_none())
  columns <- unclass(result)
  columns$estimate <- columns$estimate[-1]
  damaged <- structure(columns, class = class(result))
  for (verb in list(print, tidy, paper_table, function(x) rbind(x, x))) {
    expect_fault(verb(damaged), "damaged", "estimate")
  }
})

test_that("memory that is refused is an error of its own", {
  skip_on_os(c("windows", "mac"))
  skip_on_cran()
  code <- c(
    "library(accord)", "d <- data.frame(item = rep(1:400000, 3), rater = rep(1:3, each = 400000), x = c('a', 'b'))",
    "tryCatch(rater_summary(d, item, rater, x), error = function(cnd) cat(class(cnd)[1]))"
  )
  script <- tempfile(fileext = ".R")
  writeLines(code, script)
  limited <- function(kilobytes) {
    rscript <- file.path(R.home("bin"), "Rscript")
    # The heap sizes that were set for the test process itself are removed.
    command <- sprintf("unset R_NSIZE R_VSIZE; ulimit -v %d; %s %s 2>/dev/null", kilobytes, rscript, shQuote(script))
    suppressWarnings(system2("bash", c("-c", shQuote(command)), stdout = TRUE))
  }
  # Memory suffices to start, but not for the computation: how much this is depends on the machine.
  found <- character()
  for (limit in c(260000, 300000, 340000)) found <- c(found, limited(limit))
  found <- grep("^accord_error|simpleError", found, value = TRUE)
  expect_true("accord_error_memory" %in% found)
  expect_false("accord_error_internal" %in% found)
})

test_that("attributes of a result that were changed are refused by each of its methods", {
  skip_if_quick()
  x <- consensus(rows(), item, rater, x, method = dawid_skene(smoothing = 0.1))
  expect_no_error(glance(x[x$item > 1, ]))
  for (change in list(
    function(facts) "zz", function(facts) changed(facts, "method", 1:2), function(facts) unname(facts),
    function(facts) changed(facts, "raters", rev(facts$raters))
  )) {
    damaged <- x
    attr(damaged, "consensus") <- change(attr(x, "consensus"))
    for (verb in list(print, format, tidy, glance, paper_table, function(x) rbind(x, x), summary)) {
      cnd <- expect_fault(verb(damaged), "damaged", "consensus")
      expect_identical(cnd$attributes, "consensus")
    }
  }
  attr(x, "seal") <- NULL
  expect_fault(glance(x), "damaged", "consensus")
})

test_that("columns of a result without a name, and summaries whose tables were changed, are refused", {
  skip_if_quick()
  x <- agreement(rows(), item, rater, x, ci = ci_none())
  names(x)[2] <- ""
  for (verb in list(print, format, tidy, paper_table, function(x) rbind(x, x), summary)) {
    expect_fault(verb(x), "damaged")
  }
  counts <- summary(as_ratings(rows(), item, rater, x))
  for (table in list(NULL, "a", counts$coincidences$all[, 1, drop = FALSE], unname(counts$coincidences$all))) {
    damaged <- changed(counts, "coincidences", list(all = table))
    for (verb in list(print, paper_table)) expect_fault(verb(damaged), "damaged", "coincidences")
  }
})

test_that("columns whose class promises other values are refused, and so are fields with a class of their own", {
  d <- rows()
  attr(d$x, "levels") <- 1:2
  expect_fault(agreement(d, item, rater, x), "damaged", "levels of type integer")
  expect_fault(agreement(changed(rows(), "rater", structure(rows()$rater, class = "Date")), item, rater, x), "damaged")
  r <- as_ratings(rows(), item, rater, x)
  expect_fault(agreement(changed(r, "group_status", structure("ok", class = "Date"))), "damaged", "group_status")
  expect_fault(agreement(changed(r, "outside", "a")), "damaged", "outside")
})

test_that("a sparse matrix may have room for more entries than its pointers say", {
  skip_if_not_installed("Matrix")
  m <- Matrix::sparseMatrix(i = rep(1:3, 2), j = rep(1:2, each = 3), x = c(1, 2, 1, 1, 2, 2))
  roomy <- m
  roomy@i <- c(m@i, 0L)
  roomy@x <- c(m@x, 9)
  skip_if_not(isTRUE(methods::validObject(roomy, test = TRUE)))
  kept <- function(x) agreement(x, layout = "raters_in_columns", level = "nominal", ci = ci_none())
  expect_equal(kept(roomy), kept(m))
})

test_that("text columns that became factors, or lost values, stop no print and no plot", {
  twice <- rbind(rows(), rows())
  twice$time <- rep(1:2, each = nrow(rows()))
  intra <- intra_rater_agreement(twice, item, rater, x, occasion = time)
  intra$interval <- factor(intra$interval)
  expect_match(paste(format(intra), collapse = "\n"), "interval", ignore.case = TRUE)
  chains <- data.frame(document = "d", annotator = rep(c("a", "b"), each = 3), mention = c(1:3, 1, 2, 4), chain = 1)
  scores <- coref_scores(as_chains(chains))
  scores[c("key", "response")] <- lapply(scores[c("key", "response")], factor)
  skip_if_not_installed("ggplot2")
  expect_no_warning(ggplot2::autoplot(scores))
})

test_that("a column of words that became a matrix is shown as a tibble, and the bits of fractions are no integers", {
  labels <- consensus(rows(), item, rater, x, method = "majority")
  scores <- evaluate_consensus(labels, stats::setNames(labels$label, labels$item))
  wide <- changed(scores, "interpretation", matrix("a", nrow(scores), 2))
  expect_match(paste(format(wide), collapse = "\n"), "tibble", fixed = TRUE)
  expect_fault(paper_table(wide), "list_column", columns = "interpretation")
  false <- function(x, name) changed(x, name, structure(x[[name]], class = "integer64"))
  x <- agreement(rows(), item, rater, x, coefficients = "percent", ci = ci_none())
  expect_fault(interpret(false(x, "estimate")), "not_agreement", "integer64", columns = "estimate")
  raters <- rater_summary(rows(), item, rater, x)
  expect_fault(paper_table(false(raters, "agree_others")), "not_agreement", "integer64", columns = "agree_others")
})

test_that("columns of spans that are matrices, and a flag with a class, are refused", {
  spans <- as_spans(data.frame(
    item = "d", annotator = c("a", "b"), label = "x", start = c(0, 2), end = c(4, 5), length = 10
  ))
  spans$span$start <- matrix(spans$span$start)
  expect_error(as_ratings(spans), "span[$]start", class = "accord_error_damaged")
  ratings <- as_ratings(data.frame(item = 1:2, rater = c("a", "b"), x = c("u", "v")), item, rater, x)
  ratings$has_order <- structure(FALSE, class = "integer64")
  expect_error(item_summary(ratings), "has_order", class = "accord_error_damaged")
})
