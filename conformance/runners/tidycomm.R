source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

# One row for each item and rater, as test_icr() asks for; a rating that is missing is NA.
test_of <- function(column, ...) {
  function(x) {
    only(identical(x$weights, "identity") || x$coefficient == "krippendorff_alpha", "takes no weights")
    complete <- x$coefficient == "krippendorff_alpha" || is_complete(x)
    only(complete, "has alpha only if a rating is missing")
    only(any(stats::complete.cases(x$ratings)), "takes data in which all raters rated one item at least, as it says")
    long <- tibble::tibble(
      item = c(row(x$ratings)), rater = colnames(x$ratings)[col(x$ratings)], rating = c(x$ratings)
    )
    arguments <- list(...)
    if (x$coefficient == "krippendorff_alpha") {
      only(x$name %in% c("nominal", "ordinal", "interval", "ratio"), "has no such level")
      only(x$name == "nominal" || is.numeric(x$ratings), "takes numbers only at this level")
      arguments$levels <- c(rating = x$name)
    }
    if (x$coefficient == "brennan_prediger" && !is.null(x$categories)) {
      not_applicable("takes no set of categories")
    }
    found <- do.call(tidycomm::test_icr, c(
      list(long, quote(item), quote(rater), quote(rating)), arguments
    ))
    found[[column]]
  }
}

run_cases("tidycomm", list(
  krippendorff_alpha = test_of("Krippendorffs_Alpha"),
  percent_agreement = function(x) {
    only(ncol(x$ratings) == 2, "counts items on which all raters agree")
    test_of("Agreement")(x)
  },
  cohen_kappa = test_of("Cohens_Kappa", kripp_alpha = FALSE, cohens_kappa = TRUE),
  fleiss_kappa = test_of("Fleiss_Kappa", kripp_alpha = FALSE, fleiss_kappa = TRUE),
  brennan_prediger = test_of("Brennan_Predigers_Kappa", kripp_alpha = FALSE, brennan_prediger = TRUE)
))
