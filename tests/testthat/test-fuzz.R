# A small part of `make fuzz`: random data of every class and damaged files, and the faults that these have found.

skip_if_not(dir.exists(test_path("..", "fuzz")), "the package's tarball leaves tests/fuzz out")

fuzz <- new.env(parent = environment())
parts <- c(
  "attempt", "classes", "sets", "oracle-dense", "batches", "checks", "summaries", "files", "tools", "readers", "corpus",
  "results", "corruptions", "tables"
)
for (part in parts) sys.source(test_path("..", "fuzz", paste0(part, ".R")), fuzz)

found_by <- function(results) as.character(unlist(lapply(results, `[[`, "found")))

test_that("data of every class give the value of the definition, or a classed error", {
  skip_if_quick()
  skip_on_cran()
  expect_identical(found_by(lapply(seq_len(test_size(3, 60)), fuzz$fuzz_set)), character())
  expect_identical(
    found_by(lapply(4:test_size(4, 60), fuzz$fuzz_batch, n_sets = test_size(10, 500))), character()
  )
})

test_that("damaged files are read, or refused with a class, and no row is lost unseen", {
  skip_if_quick()
  skip_on_cran()
  skip_if_not_installed("readxl")
  skip_if_not_installed("jsonlite")
  expect_identical(found_by(lapply(seq(15, by = 23, length.out = test_size(4, 1000)), fuzz$fuzz_file)), character())
})

test_that("damaged objects are refused with a class, or give the value of the definition for what they say", {
  skip_if_quick()
  skip_on_cran()
  skip_if_not_installed("Matrix")
  skip_if_not_installed("dplyr")
  skip_if_not_installed("ggplot2")
  undamaged <- fuzz$fuzz_undamaged(1)
  expect_identical(found_by(list(undamaged)), character())
  expect_gte(undamaged$compared, 4)
  done <- lapply(seq_len(test_size(30, 2000)), fuzz$fuzz_corruption)
  expect_identical(found_by(done), character())
  expect_setequal(vapply(done, `[[`, "", "outcome"), c("refused", "computed"))
})

test_that("a corpus is read back as it was written", {
  skip_if_quick()
  skip_on_cran()
  skip_if_not_installed("jsonlite")
  expect_identical(found_by(lapply(seq_len(test_size(8, 400)), fuzz$fuzz_corpus)), character())
})

test_that("the dense oracle is that of the pairs", {
  # Two groups.
  set <- fuzz$random_set(5)
  while (set$rated$sets || all(is.na(set$rated$place))) set <- fuzz$random_set(set$seed + 4)
  rows <- function(g) fuzz$rows_of_group(set, g)
  k <- length(set$rated$values)
  codes <- set$codes
  d <- fuzz$dense(codes$set, codes$item, codes$rater, set$rated$place, max(codes$set), k)
  names <- setdiff(oracle_coefficients(), c("cohen_kappa", "scott_pi"))
  w <- oracle_weights("linear", seq_len(k))
  for (name in sub("ac1", "ac2", names)) {
    dense <- fuzz$dense_kappa(d, name, w, rep(k, d$n_sets))
    for (g in seq_len(d$n_sets)) {
      plain <- oracle_kappa(oracle_items(rows(g)$item, rows(g)$rater, rows(g)$rating), name, w)
      expect_equal(dense[g, "estimate"], plain[["estimate"]], ignore_attr = TRUE)
    }
  }
  for (level in c("nominal", "ordinal")) {
    delta <- oracle_delta(level, seq_len(k))
    dense <- fuzz$dense_alpha(d, if (level == "ordinal") level else delta)
    plain <- vapply(seq_len(d$n_sets), function(g) oracle_alpha(rows(g)$item, rows(g)$rating, delta)[["estimate"]], 0)
    expect_equal(dense[, "estimate"], plain, ignore_attr = TRUE)
  }
})

test_that("a wrong number, a lost row and a limit beside its estimate are seen in a batch", {
  local_seed(1)
  batch <- fuzz$random_batch(1, 20)
  got <- list(value = data.frame(set = 1:20, coefficient = "percent", estimate = 0.5, n_items = 3, status = "ok"))
  batch$keys <- as.character(1:20)
  wanted <- list(percent = cbind(estimate = rep(0.5, 20), n_items = 3))
  expect_null(fuzz$compare_batch(batch, got, wanted))
  wanted$percent[7, 2] <- 4
  expect_match(fuzz$compare_batch(batch, got, wanted), "percent of set 7 .of 1 wrong ones. is 0.5 3.0 not 0.5 4.0")
  got$value <- got$value[-1, ]
  expect_match(fuzz$compare_batch(batch, got, wanted), "19 rows")
  rows <- cbind(n = c(a = 1, b = 2))
  expect_match(fuzz$compare_rows_by_key(data.frame(n = 1), "a", rows), "lost")
  expect_match(fuzz$compare_rows_by_key(data.frame(n = 1:2), c("b", "a"), rows), "wrong: n is 1 not 2 at b")
  spans <- data.frame(start = 0, end = 5, length = 3, text = "abc")
  expect_match(fuzz$check_spans(spans)[1], "wrong: span 0-5 of 3")
  expect_match(fuzz$check_lines(data.frame(line = 2L), charToRaw("a\nb")), "lost: line 1")
})

test_that("what a call must not do is seen", {
  expect_match(fuzz$attempt(stop("base"))$fault, "unclassed simpleError .*: base")
  expect_match(fuzz$attempt(warning("base"))$fault, "unclassed simpleWarning")
  expect_match(fuzz$attempt(sum(stats::runif(1e6)), limit = 0)$fault, "slow")
  expect_identical(fuzz$attempt(as_ratings(1))$fault, character())
  wanted <- list(alpha = c(estimate = 0.5, n_items = 3))
  row <- data.frame(estimate = 0.5, n_items = 3L, status = "ok")
  expect_null(fuzz$compare_rows(row, wanted))
  wrong <- fuzz$compare_rows(transform(row, estimate = 0.6), wanted)
  expect_match(wrong, "wrong: alpha is 0.6 3.0 not 0.5 3.0")
  expect_match(fuzz$compare_rows(transform(row, n_items = 4L), wanted), "wrong")
  lost <- fuzz$check_rows(data.frame(id = "t1"), list("id", "t1", "t2"), "id", "id")
  expect_match(lost, "wrong: 1 rows, not 2")
})

test_that("a workbook is written byte by byte, and one with zero bytes or damaged parts is refused", {
  skip_if_not_installed("readxl")
  local_seed(1)
  sheet <- charToRaw(fuzz$sheet_text())
  path <- tempfile(fileext = ".xlsx")
  writeBin(fuzz$workbook(sheet), path)
  expect_identical(names(read_annotators(path, id, label)), c("id", "annotator", "label"))
  writeBin(fuzz$workbook(append(sheet, as.raw(0), 300)), path)
  expect_fault(read_annotators(path, id, label), "not_a_table", "zero bytes")
  bytes <- fuzz$workbook(sheet)
  at <- length(bytes) - 700
  writeBin(append(bytes, as.raw(1:3), at), path)
  expect_fault(read_annotators(path, id, label), "not_a_table")
})

test_that("two byte order marks are no part of the text", {
  skip_if_not_installed("jsonlite")
  mark <- as.raw(c(0xef, 0xbb, 0xbf))
  folder <- folder_with(
    a.json = c(mark, mark, charToRaw("[{\"id\": \"t1\", \"label\": \"x\"}]")),
    b.csv = c(mark, mark, charToRaw("id,label\nt1,x\n"))
  )
  expect_identical(read_annotators(folder, id, label)$label, c("x", "x"))
})

test_that("what rowwise() names is no group", {
  skip_if_not_installed("dplyr")
  rows <- small()
  expect_equal(
    agreement(dplyr::rowwise(rows, item), item, who, label, ci = ci_none()),
    agreement(rows, item, who, label, ci = ci_none())
  )
})

test_that("a cell at which readxl crashes is refused", {
  skip_if_not_installed("readxl")
  local_seed(1)
  path <- tempfile(fileext = ".xlsx")
  with_cell <- function(cell) {
    sheet <- sub("<row r=\"2\">.*", "", fuzz$sheet_text())
    sheet <- c(charToRaw(sheet), charToRaw("<row r=\"2\">"), charToRaw(cell))
    writeBin(fuzz$workbook(c(sheet, charToRaw("</row></sheetData></worksheet>"))), path)
    path
  }
  cells <- "<c r=\"A2\"><v>1</v></c><c r=\"B2\" t=\"inlineStr\">%s</c>"
  for (content in c("<v>3</v>", "<x><t>a</t></x>")) {
    expect_fault(
      read_annotators(with_cell(sprintf(cells, content)), id, label), "not_a_table", "text cell without"
    )
  }
  invalid <- sprintf(cells, "<is><t>\xff\xe9</t></is>")
  expect_fault(read_annotators(with_cell(invalid), id, label), "not_a_table", "UTF-8")
  place <- "<c r=\"A2\"><v>1</v></c><c r=\"\n\n\nB2\"><v>1</v></c>"
  expect_fault(read_annotators(with_cell(place), id, label), "not_a_table", "place")
  for (content in c("", "<is/>", "<is><t>a</t></is>")) {
    label <- read_annotators(with_cell(sprintf(cells, content)), id, label)$label
    expect_identical(label, if (grepl("a", content)) "a" else NA_character_)
  }
})

test_that("code points that are no characters stop nothing", {
  odd <- "\ufffe label"
  named <- rlang::set_names(small(), c("item", "who", odd, "score", "part"))
  expect_fault(agreement(named, item, who, lable), "missing_column")
  rows <- small()
  rows$label <- c(odd, "Yes", "No", "No", odd, "b")
  got <- agreement(rows, item, who, label, ci = ci_none())
  expect_equal(got$n_ratings[1], 6L)
})
