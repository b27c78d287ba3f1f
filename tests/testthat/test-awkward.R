# Hostile input: for every case of reference/awkward.csv the value of the definition, NA with a
# status, or a classed error.

awkward <- read_reference("awkward.csv", colClasses = c(alpha = "character"))

# Items are in rows, raters in columns; the type is that of the case.
awkward_matrix <- function(file, read) {
  text <- read %in% c("text", "text in order")
  m <- unname(as.matrix(utils::read.csv(reference_path("awkward", file),
    header = FALSE, na.strings = "", colClasses = if (text) "character" else NA
  )))
  if (read == "NaN for NA") m[is.na(m)] <- NaN
  if (read == "0.1 + 0.2 for a 0.3") m[4, 2] <- 0.1 + 0.2
  m
}

awkward_alpha <- function(m, case) {
  krippendorff_alpha(m,
    layout = "raters_in_columns", level = case$level, ci = ci_none(),
    categories = if (case$read == "text in order") c("1", "2", "9", "10", "11")
  )
}

test_that("all 37 cases are there", {
  expect_setequal(awkward$file, list.files(reference_path("awkward")))
  expect_length(unique(awkward$file), 37)
})

for (i in seq_len(nrow(awkward))) {
  case <- as.list(awkward[i, ])

  test_that(paste0("awkward ", case$file, ", ", case$case, ": ", case$outcome), {
    m <- awkward_matrix(case$file, case$read)
    type <- switch(case$read, logical = "logical", text = , "text in order" = "character", "numeric")
    expect_true(is(m[1], type))
    if (case$read == "NaN for NA") expect_true(is.nan(m[1, 1]))
    if (grepl("^error", case$outcome)) {
      expect_fault(awkward_alpha(m, case), sub("^error: ", "", case$outcome))
    } else if (grepl("^NA", case$outcome)) {
      expect_warning(got <- awkward_alpha(m, case), class = "accord_warning_undefined")
      expect_identical(got$estimate, NA_real_)
      expect_equal(got$status, sub("^NA: ", "", case$outcome))
    } else {
      if (grepl("near-equal", case$case)) {
        expect_warning(got <- awkward_alpha(m, case), class = "accord_warning_look_alike")
      } else {
        expect_no_warning(got <- awkward_alpha(m, case))
      }
      expect_published(got$estimate, as.numeric(case$alpha), 6)
      expect_equal(got$status, "ok")
    }
  })
}

test_that("one near-equal double anywhere in its row makes another category", {
  m <- awkward_matrix("32.csv", "numbers")
  expect_equal(m[4, ], c(0.3, 0.3, 0.3))
  case <- list(level = "nominal", read = "numbers")
  expect_published(awkward_alpha(m, case)$estimate, 0.437186, 6)
})

test_that("the order of text at the ordinal level is that of `categories`, not of the alphabet", {
  m <- awkward_matrix("34.csv", "text in order")
  alphabet <- krippendorff_alpha(m,
    layout = "raters_in_columns", level = "ordinal", ci = ci_none(), categories = sort(unique(c(m)))
  )
  expect_failure(expect_published(alphabet$estimate, 0.269786, 6))
  other <- oracle_on_values(c(row(m)), c(m), "ordinal", categories = sort(unique(c(m))))
  expect_equal(alphabet$estimate, other[["estimate"]])
  ordered <- as.data.frame(m)
  ordered[] <- lapply(ordered, factor, levels = c("2", "9", "10", "11"), ordered = TRUE)
  got <- krippendorff_alpha(ordered, layout = "raters_in_columns", ci = ci_none())
  expect_published(got$estimate, 0.269786, 6)
})
