# The paragraph on methods of a report, and its references.

# What the report says on methods.
report_methods <- function(found, about) {
  labels <- about$kind == "labels"
  paste(
    methods_text(found)$text,
    if (labels) {
      "Labels are determined by majority vote; ties have no label."
    } else {
      paste0("The value of an item is the ", if (about$kind == "scores") "mean" else "median", " of its ratings.")
    },
    "Raters are compared by", if (labels) "kappa against" else "their mean difference from",
    "the other ratings of the same items; those marked lie beyond the limits of a Bonferroni correction at the 5%",
    "level."
  )
}

references_of <- function(x) {
  own <- vapply(unique(as.character(x$coefficient)), function(id) {
    REFERENCES[c(id, sub("[0-9]+$", "", id))][1 + is.na(REFERENCES[id])]
  }, "")
  interval <- if (any(x$interval %in% "Bayesian" & !is.na(x$conf.low))) REFERENCES["ci_bayes"]
  sort(unique(c(own[!is.na(own)], interval)))
}

REFERENCES <- c(
  krippendorff_alpha = "Krippendorff, K. (2019) Content Analysis: An Introduction to Its Methodology, 4th ed. Sage.",
  fleiss_kappa = paste(
    "Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters.",
    "Psychological Bulletin 76, 378-382."
  ),
  cohen_kappa = paste(
    "Cohen, J. (1960) A coefficient of agreement for nominal scales.",
    "Educational and Psychological Measurement 20, 37-46."
  ),
  conger_kappa = paste(
    "Conger, A. J. (1980) Integration and generalization of kappas for multiple raters.",
    "Psychological Bulletin 88, 322-328."
  ),
  light_kappa = paste(
    "Light, R. J. (1971) Measures of response agreement for qualitative data: some generalizations and",
    "alternatives. Psychological Bulletin 76, 365-377."
  ),
  scott_pi = paste(
    "Scott, W. A. (1955) Reliability of content analysis: the case of nominal scale coding.",
    "Public Opinion Quarterly 19, 321-325."
  ),
  brennan_prediger = paste(
    "Brennan, R. L. and Prediger, D. J. (1981) Coefficient kappa: some uses, misuses, and alternatives.",
    "Educational and Psychological Measurement 41, 687-699."
  ),
  gwet_ac = paste(
    "Gwet, K. L. (2008) Computing inter-rater reliability and its variance in the presence of high",
    "agreement.",
    "British Journal of Mathematical and Statistical Psychology 61, 29-48."
  ),
  ci_bayes = paste(
    "Walley, P. (1996) Inferences from multinomial data: learning about a bag of marbles.",
    "Journal of the Royal Statistical Society B 58, 3-34."
  )
)
