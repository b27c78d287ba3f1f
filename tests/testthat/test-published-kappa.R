# Published kappas, with their standard errors, intervals and tests, compared to the printed digits. Rows with a note
# differ on purpose, or are wrong in the source; the note gives the reason.

published <- published_kappas()
compared <- published[published$note == "", ]

# Rows about the same data, weights and kind of variance; an estimate goes with any variance.
alike <- function(rows) {
  key <- paste(rows$weights, rows$part, sep = "|")
  first <- rows$variance[rows$variance != ""][match(key, key[rows$variance != ""])]
  rows$variance <- ifelse(rows$variance == "" & !is.na(first), first, rows$variance)
  split(rows, paste(key, rows$variance, sep = "|"))
}

# Returns accord's values for such rows: a list by coefficient, with the names of the table.
accord_values <- function(rows) {
  row <- rows[1, ]
  call <- kappa_call(row)
  call$ci <- switch(row$variance,
    gwet = ,
    gwet_n = ci_analytic(test = TRUE),
    classic = ci_analytic(variance = "classic", test = TRUE),
    ci_none()
  )
  call$coefficients <- unique(rows$coefficient)
  category <- part_of(row, "category")
  if (!is.null(category)) return(accord_category(call, category))
  # Each set of labels is one category in this comparison.
  got <- suppressWarnings(do.call(agreement, call), classes = "accord_warning_undivided")
  expect_equal(got$coefficient, call$coefficients)
  unit <- weight_unit(row$weights, reference_categories(reference_table(row$dataset)))
  values <- lapply(seq_len(nrow(got)), function(i) {
    one <- as.list(got[i, ])
    if (row$variance == "gwet_n") one <- divided_by_n(one)
    if (one$coefficient == "krippendorff_alpha") {
      one$observed <- one$observed / unit
      one$expected <- one$expected / unit
    }
    printed_values(under_null(one, row$variance), one$coefficient)
  })
  stats::setNames(values, got$coefficient)
}

# One category against the rest. Percent agreement on it is the observed part of its kappa.
accord_category <- function(call, category) {
  asked <- call$coefficients
  call$coefficients <- unique(sub("percent_agreement", "fleiss_kappa", asked))
  call$weights <- NULL
  got <- do.call(category_agreement, call)
  got <- got[as.character(got$category) == category, ]
  values <- lapply(asked, function(coefficient) {
    one <- as.list(got[got$coefficient == sub("percent_agreement", "fleiss_kappa", coefficient), ])
    if (coefficient == "percent_agreement") one$estimate <- 1 - one$observed
    printed_values(under_null(one, if (is.null(one$statistic)) "" else "classic"), coefficient)
  })
  stats::setNames(values, asked)
}

under_null <- function(got, variance) {
  if (variance == "classic") {
    got$std.error_null <- got$estimate / got$statistic
    got$statistic_null <- got$statistic
    got$p.value_null <- got$p.value
  }
  got
}

# The variance with n in place of n - 1, as irrCAC has it for tables of two raters.
divided_by_n <- function(got) {
  n <- got$n_items
  got$std.error <- got$std.error * sqrt((n - 1) / n)
  half <- stats::qt(0.975, n - 1) * got$std.error
  got$conf.low <- got$estimate - half
  got$conf.high <- got$estimate + half
  got$p.value <- 2 * stats::pt(-abs(got$estimate / got$std.error), n - 1)
  got
}

by_coefficient <- function(rows) split(rows, rows$coefficient)

# Returns the differences from the printed values as text. Thousands of separate expectations would take minutes.
departures <- function(values, rows) {
  unlist(lapply(seq_len(nrow(rows)), function(i) {
    got <- values[[rows$quantity[i]]]
    if (!same_as_printed(got, rows$value[i], rows$digits[i])) {
      paste0(rows$info[i], ": got ", format(got, digits = 10), " not ", rows$value[i])
    }
  }))
}

for (dataset in unique(compared$dataset)) {
  groups <- alike(compared[compared$dataset == dataset, ])

  test_that(paste("kappas have the published values:", dataset), {
    wrong <- lapply(groups, function(rows) {
      values <- accord_values(rows)
      lapply(names(values), function(name) departures(values[[name]], rows[rows$coefficient == name, ]))
    })
    expect_identical(unlist(wrong), NULL)
  })

  # Many items give no additional information about a formula.
  if (grepl("^stability", dataset)) next
  test_that(paste("the oracle of the kappas has the published values:", dataset), {
    groups <- unlist(lapply(groups, by_coefficient), recursive = FALSE)
    wrong <- lapply(groups, function(rows) departures(oracle_values(rows), rows))
    expect_identical(unlist(wrong), NULL)
  })
}

test_that("a departure from a printed value is seen", {
  row <- published[1, ]
  expect_null(departures(list(estimate = as.numeric(row$value)), row))
  off <- list(estimate = as.numeric(row$value) + 10^-row$digits)
  expect_match(departures(off, row), row$info, fixed = TRUE)
  expect_match(departures(list(estimate = NA_real_), row), "got NA")
  expect_match(departures(list(), row), "not 0.8181")
  expect_true(same_as_printed(-0.0004, "0.000", 3))
})

test_that("every verb gives what agreement() gives", {
  verbs <- accord:::coefficient_registry()
  kappas <- compared$coefficient != "krippendorff_alpha"
  rows <- compared[compared$quantity == "estimate" & compared$part == "" & kappas, ]
  rows <- rows[!duplicated(rows[c("coefficient", "weights")]), ]
  expect_gt(length(unique(rows$coefficient)), 8)
  for (i in seq_len(nrow(rows))) {
    verb <- getExportedValue("accord", verbs$verb[match(rows$coefficient[i], verbs$id)])
    got <- do.call(verb, c(kappa_call(rows[i, ]), list(ci = ci_none())))
    expect_equal(got$coefficient, rows$coefficient[i], info = rows$info[i])
    expect_published(got$estimate, as.numeric(rows$value[i]), rows$digits[i], rows$info[i])
  }
})

test_that("pairs of raters have the published kappas", {
  pairs <- compared[grepl("^understatement_.*_", compared$dataset) & compared$quantity == "estimate", ]
  pairs <- pairs[grepl("sklearn", pairs$source), ]
  expect_equal(nrow(pairs), 10)
  table <- reference_table("understatement")$data
  got <- pairwise_agreement(table, layout = "raters_in_columns")
  expect_equal(nrow(got), 10)
  for (i in seq_len(nrow(pairs))) {
    who <- strsplit(pairs$dataset[i], "_")[[1]][2:3]
    at <- which(got$rater_1 %in% who & got$rater_2 %in% who)
    expect_published(got$estimate[at], as.numeric(pairs$value[i]), pairs$digits[i], pairs$info[i])
    expect_equal(as.matrix(got)[who[1], who[2]], got$estimate[at])
  }
  # psych: unweighted kappas of the pairs of four raters with gaps, and their mean
  four <- reference_table("four_raters")$data
  got <- pairwise_agreement(four, layout = "raters_in_columns")
  for (pair in c("12", "13", "14", "23", "24", "34")) {
    row <- compared[compared$dataset == paste0("four_raters_", pair) & compared$weights == "identity", ]
    who <- paste0("V", strsplit(pair, "")[[1]])
    at <- which(got$rater_1 %in% who & got$rater_2 %in% who)
    expect_published(got$estimate[at], as.numeric(row$value), row$digits, row$info)
  }
  expect_published(mean(got), 0.56013431, 8)
})

test_that("named weights are the matrices that irrCAC prints, and matrices count the same", {
  printed <- read_reference("weights-published.csv", colClasses = c(value = "character"))
  expect_setequal(printed$weights, gwet_weights)
  table <- reference_table("irrCAC_4diagnoses")$data
  for (kind in gwet_weights) {
    rows <- printed[printed$weights == kind, ]
    expect_equal(nrow(rows), 16)
    ours <- oracle_weights(kind, 1:4)[cbind(rows$row, rows$column)]
    expect_true(all(mapply(same_as_printed, ours, rows$value, 10)), info = kind)
    w <- matrix(as.numeric(rows$value[order(rows$column, rows$row)]), 4)
    call <- list(unname(as.matrix(table)), layout = "confusion", categories = 1:4, ci = ci_analytic())
    by_name <- do.call(agreement, c(call, list(weights = kind)))
    by_matrix <- do.call(agreement, c(call, list(weights = w)))
    expect_equal(by_matrix$estimate, by_name$estimate, tolerance = 1e-8, info = kind)
    expect_equal(by_matrix$std.error, by_name$std.error, tolerance = 1e-8, info = kind)
  }
})

test_that("weights that are not symmetric are refused", {
  row <- published[published$weights == "cohen1968_asymmetric", ][1, ]
  call <- kappa_call(row)
  expect_fault(do.call(cohen_kappa, c(call, list(ci = ci_none()))), "weights")
})

test_that("one category only: AC1 and percent agreement are 1, the others undefined", {
  # DKPro stops for each of these; only one declared category is left to agree on
  call <- kappa_call(transform(published[1, ], dataset = "gwet2008_one_category"))
  expect_warning(
    got <- do.call(agreement, c(call, list(ci = ci_none()))), class = "accord_warning_undefined"
  )
  one <- got$coefficient %in% c("percent_agreement", "gwet_ac1")
  expect_equal(got$estimate[one], c(1, 1))
  expect_true(all(is.na(got$estimate[!one])))
  expect_equal(unique(got$status[!one]), "one category only")
  # two declared, one used: Brennan and Prediger's is 1 (DKPro's Bennett's S: 1)
  call <- kappa_call(published[published$dataset == "dkpro_one_used", ][1, ])
  expect_warning(
    got <- do.call(agreement, c(call, list(ci = ci_none()))), class = "accord_warning_undefined"
  )
  one <- got$coefficient %in% c("percent_agreement", "gwet_ac1", "brennan_prediger")
  expect_equal(got$estimate[one], c(1, 1, 1))
  expect_true(all(is.na(got$estimate[!one])))
})

test_that("the words of the table of kappas are known", {
  expect_equal(setdiff(published$coefficient, accord:::coefficient_registry()$id), character())
  expect_equal(setdiff(published$weights, c(gwet_weights, names(reference_weights))), character())
  expect_equal(setdiff(published$dataset, read_reference("datasets.csv")$dataset), character())
  expect_equal(setdiff(published$variance, c("", "gwet", "gwet_n", "classic")), character())
  expect_true(all(nchar(published$source) > 0))
  shown <- nchar(sub("^[^.]*\\.?", "", published$value))
  expect_equal(published$info[shown != published$digits], character())
  expect_gt(nrow(compared), 1800)
  known <- accord:::coefficient_registry()$id
  expect_setequal(compared$coefficient, known[!grepl("^icc|^category_|^kendall_|^mean_", known)])
})
