source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

# Levels of alpha are weights in irrCAC; its ordinal weights are by ranks of the categories, as its help says.
LEVELS <- c(nominal = "unweighted", interval = "quadratic", ratio = "ratio", identity = "unweighted")

raw <- function(name) {
  function(x) {
    weights <- x$weights
    if (x$coefficient == "krippendorff_alpha") {
      only(!identical(weights, "ordinal"), "has Gwet's ordinal weights, not Krippendorff's ordinal level")
    }
    only(!identical(weights, "jaccard") && !identical(weights, "masi"), "takes no sets")
    if (is.character(weights) && weights %in% names(LEVELS)) weights <- LEVELS[[weights]]
    call <- utils::getFromNamespace(name, "irrCAC")
    arguments <- list(x$ratings, weights = weights)
    if (!is.null(x$categories)) arguments$categ.labels <- x$categories
    do.call(call, arguments)$est$coeff.val
  }
}
of_table <- function(name) {
  function(x) {
    only(ncol(x$ratings) == 2, "is for two raters")
    weights <- x$weights
    table <- unclass(cross_table(x))
    if (is.character(weights)) {
      categories <- all_categories(x)
      values <- if (is.numeric(categories)) categories else seq_along(categories)
      weights <- switch(weights,
        identity = diag(nrow(table)), linear = irrCAC::linear.weights(values),
        quadratic = irrCAC::quadratic.weights(values), ordinal = irrCAC::ordinal.weights(values)
      )
    }
    utils::getFromNamespace(name, "irrCAC")(table, weights = weights)$coeff.val
  }
}

run_cases("irrCAC", list(
  krippendorff_alpha = raw("krippen.alpha.raw"),
  percent_agreement = raw("pa.coeff.raw"),
  cohen_kappa = of_table("kappa2.table"),
  scott_pi = of_table("scott2.table"),
  fleiss_kappa = raw("fleiss.kappa.raw"),
  conger_kappa = raw("conger.kappa.raw"),
  brennan_prediger = raw("bp.coeff.raw"),
  gwet_ac = raw("gwet.ac1.raw")
))
