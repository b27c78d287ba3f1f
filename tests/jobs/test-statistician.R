# A medical statistician: tables of counts and groups of patients, to the table. The figures are those of
# irrCAC 1.0 (diagnoses by two and by six clinicians, and four raters of men and women).

diagnoses <- function() {
  data <- reference_csv("tables", "irrCAC-cont4x4diagnosis.csv")
  m <- as.matrix(data[-1])
  rownames(m) <- data[[1]]
  m
}
six <- function() reference_csv("tables", "irrCAC-distrib.6raters.csv")
people <- function() reference_csv("tables", "irrCAC-cac.raw.gender.csv")

test_that("a statistician measures a confusion table, counts, and groups", {
  got <- agreement(
    diagnoses(), layout = "confusion", coefficients = c("percent", "cohen", "gwet_ac1", "brennan_prediger"),
    ci = ci_analytic()
  )
  printed <- c("0.58744395", "0.43150078", "0.45615764", "0.44992526")
  for (i in 1:4) expect_printed(got$estimate[i], printed[i])
  expect_equal(got$n_items, rep(223L, 4))
  expect_match(table_text(got, "latex"), ".432", fixed = TRUE)
  # A table of R needs no layout, and the order of its sides does not matter.
  expect_equal(cohen_kappa(as.table(diagnoses()), ci = ci_none())$estimate, got$estimate[2])
  expect_equal(cohen_kappa(t(diagnoses()), layout = "confusion", ci = ci_none())$estimate, got$estimate[2])

  counts <- agreement(
    six(), layout = "counts", coefficients = c("percent", "fleiss", "gwet_ac1", "alpha"), ci = ci_none()
  )
  printed <- c("0.55111111", "0.41392650", "0.44480073", "0.42043843")
  for (i in 1:4) expect_printed(counts$estimate[i], printed[i])

  all <- agreement(
    people(), rating = RaterA:RaterD, layout = "raters_in_columns", coefficients = c("percent", "fleiss"),
    ci = ci_none()
  )
  expect_printed(all$estimate[1], "0.45555556")
  expect_printed(all$estimate[2], "0.12889")
  # A number for each group is that of the group alone.
  groups <- agreement(
    people(), rating = RaterA:RaterD, by = Group, layout = "raters_in_columns", coefficients = "fleiss",
    ci = ci_none()
  )
  for (group in groups$Group) {
    alone <- fleiss_kappa(
      people()[people()$Group == group, ], rating = RaterA:RaterD, layout = "raters_in_columns",
      ci = ci_none()
    )
    expect_equal(groups$estimate[groups$Group == group], alone$estimate)
  }
  # Men and women are other people: nothing is paired.
  difference <- compare_agreement(
    people(), rating = RaterA:RaterD, by = Group, layout = "raters_in_columns", coefficients = "fleiss"
  )
  expect_equal(abs(difference$estimate), abs(diff(groups$estimate)))
  expect_output(print(difference), "not paired")
})

test_that("mistakes of a statistician have a message of their own", {
  m <- diagnoses()
  expect_fault(cohen_kappa(m), "layout", "confusion")
  expect_fault(cohen_kappa(stats::addmargins(m), layout = "confusion"), "total", "2 of its")
  expect_fault(fleiss_kappa(cbind(six(), Total = rowSums(six())), layout = "counts"), "total", "Total")
  expect_fault(cohen_kappa(unname(m[, -1]), layout = "confusion"), "not_square")
  expect_fault(fleiss_kappa(six() / 6, layout = "counts"), "not_counts")
  expect_fault(fleiss_kappa(-six(), layout = "counts"), "not_counts")
  expect_fault(fleiss_kappa(six()), "argument", "layout")
  # Who gave which count is not known.
  expect_warning(
    got <- cohen_kappa(six(), layout = "counts", ci = ci_none()), "anonymous",
    class = "accord_warning_undefined"
  )
  expect_identical(got$estimate, NA_real_)
  expect_fault(
    agreement(people(), layout = "raters_in_columns", coefficients = "fleiss"), "rating_columns", "Group"
  )
  expect_fault(cohen_kappa(m, layout = "confusion", weights = "quadratik"), "argument", "quadratic")
  expect_fault(agreement(m, layout = "confusion", coefficients = "kohen"), "argument", "cohen_kappa")
  many <- cohen_kappa(m * 1e300, layout = "confusion", ci = ci_none())
  expect_printed(many$estimate, "0.43150078")
  expect_output(print(many), "2.23e+302 items", fixed = TRUE)
  expect_fault(cohen_kappa(m + 0.5, layout = "confusion"), "not_counts")
  expect_warning(
    got <- cohen_kappa(matrix(c(9, 0, 0, 0), 2), layout = "confusion", ci = ci_none()),
    class = "accord_warning_undefined"
  )
  expect_identical(got$estimate, NA_real_)
})
