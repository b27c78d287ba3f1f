# Published alphas, compared to the printed digits.

alpha_reference <- function(dataset, level) {
  call <- reference_call(dataset)
  how <- if (level %in% names(reference_distances)) "distance" else "level"
  call[[how]] <- if (how == "distance") reference_distances[[level]] else level
  do.call(krippendorff_alpha, c(call, list(ci = ci_none())))
}

published <- published_alphas()

for (dataset in unique(published$dataset)) {
  rows <- published[published$dataset == dataset, ]

  test_that(paste("alpha has the published values:", dataset), {
    for (i in seq_len(nrow(rows))) {
      got <- alpha_reference(dataset, rows$level[i])[[rows$quantity[i]]]
      expect_published(got, as.numeric(rows$value[i]), rows$digits[i], rows$info[i])
    }
  })

  test_that(paste("the oracle has the published values:", dataset), {
    data <- reference_rows(dataset)
    skip_if_not(length(unique(data$rating)) < 100 || asks_all(), "long")
    categories <- if (dataset == "krippendorff2011c_words") reference_table(dataset)$categories
    at <- which(rows$quantity %in% c("estimate", "observed", "expected"))
    for (i in at) {
      got <- oracle_on_values(data$item, data$rating, rows$level[i], categories = categories)
      expect_published(got[[rows$quantity[i]]], as.numeric(rows$value[i]), rows$digits[i], rows$info[i])
    }
  })
}

test_that("the words of the table of values are known", {
  known <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar", names(reference_distances))
  expect_equal(setdiff(published$level, known), character())
  expect_equal(setdiff(published$dataset, read_reference("datasets.csv")$dataset), character())
  shown <- nchar(sub("^[^.]*\\.?", "", published$value))
  expect_equal(published$info[shown != published$digits], character())
})

test_that("words in order, as ordered factors, are ordinal of themselves", {
  words <- reference_table("krippendorff2011c_words")
  data <- words$data
  data[] <- lapply(data, factor, levels = words$categories, ordered = TRUE)
  got <- krippendorff_alpha(data, layout = "raters_in_rows", ci = ci_none())
  expect_equal(got$metric, "ordinal")
  expect_published(got$estimate, 0.815, 3)
  got <- krippendorff_alpha(data, layout = "raters_in_rows", level = "nominal", ci = ci_none())
  expect_published(got$estimate, 0.743, 3)
})

test_that("published tables give the same alpha as tables of counts and as confusion tables", {
  rows <- reference_rows("artstein_poesio2008_tidy")
  counts <- unclass(table(rows$item, rows$rating))
  got <- krippendorff_alpha(counts, layout = "counts", ci = ci_none())
  expect_published(got$estimate, 0.8005345806882727, 12)
  pairs <- reference_table("artstein_poesio2008")$data
  labels <- c("STAT", "IReq", "Chck")
  confusion <- table(factor(pairs$r1, labels), factor(pairs$r2, labels))
  got <- krippendorff_alpha(confusion, layout = "confusion", ci = ci_none())
  expect_published(got$estimate, 0.8005345806882727, 12)
  expect_equal(c(got$n_items, got$n_raters, got$n_ratings), c(100, 2, 200))
})

test_that("expect_published() tells values apart in the last printed digit", {
  expect_published(0.7434, 0.743, 3)
  expect_published(-0.0004, 0, 3)
  expect_failure(expect_published(0.7436, 0.743, 3))
  expect_failure(expect_published(NA_real_, 0.743, 3))
  expect_failure(expect_published(-0.743, 0.743, 3))
})

# Results of other packages, from data-raw/reference-other-software.R. If they are not the textbook alpha (`agrees` is
# FALSE), the definition is the reference.
others <- read_reference("other-software.csv", colClasses = c(value = "character", textbook = "character"))

for (level in unique(others$level)) {
  test_that(paste0("alpha is that of other software, and of the definition where that is wrong: ", level), {
    rows <- others[others$level == level, ]
    for (dataset in unique(rows$dataset)) {
      got <- if (grepl("^awkward/", dataset)) {
        m <- as.matrix(utils::read.csv(reference_path(dataset), header = FALSE))
        krippendorff_alpha(unname(m), layout = "raters_in_columns", level = level, ci = ci_none())
      } else {
        # Some labels are sets in one text, which are nominal here.
        known <- c("accord_warning_undefined", "accord_warning_undivided")
        suppressWarnings(alpha_reference(dataset, level), classes = known)
      }
      here <- rows[rows$dataset == dataset, ]
      for (i in seq_len(nrow(here))) {
        row <- here[i, ]
        printed <- as.numeric(if (row$agrees) row$value else row$textbook)
        expect_published(got$estimate, printed, row$digits, paste(row$package, row$version, dataset))
      }
    }
  })
}

test_that("accord is right where other software is known to be wrong", {
  wrong <- others[others$package %in% c("irr", "DescTools") & !others$agrees, ]
  expect_true(all(c("fleiss1971", "oolong96", "anxiety", "awkward/06.csv") %in% wrong$dataset))
  fleiss <- alpha_reference("fleiss1971", "nominal")$estimate
  expect_failure(expect_published(fleiss, 0.43088, 5))
  oolong <- alpha_reference("oolong96", "nominal")$estimate
  expect_failure(expect_published(oolong, 0.056, 3))
})
