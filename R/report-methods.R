# The paragraph on methods of a report, and its references.

# What the report says on methods.
report_methods <- function(found, ratings, about) {
  paste(
    methods_words(found, ratings$set_aside),
    if (about$kind == "labels") {
      "Labels are determined by majority vote; ties have no label."
    } else if (about$kind == "scores") {
      "The value of an item is the mean of its ratings."
    } else {
      "The value of an item is the median of its ratings."
    },
    if (about$kind == "labels") {
      "Raters are compared by kappa against the other ratings of the same items; those marked lie beyond the limits"
    } else {
      "Raters are compared by their mean difference from the other ratings of the same items; those marked lie beyond"
    },
    if (about$kind == "labels") "of" else "the limits of", "a Bonferroni correction at the 5% level.",
    computed_words()
  )
}

computed_words <- function() {
  paste0("Computed with R ", getRversion(), " and package accord ", utils::packageVersion("accord"), ".")
}

# The paragraph on methods for a paper.
methods_words <- function(x, set_aside) {
  labels <- sub("^(Percent|Unanimous)", "\\L\\1", unique(coefficient_labels(x)), perl = TRUE)
  labels <- sub("^Brennan-Prediger", "the coefficient of Brennan and Prediger", labels)
  level <- unique(x$conf.level[!is.na(x$conf.low)])
  interval <- if (length(level) == 1) {
    paste0(" with ", format(100 * level), "% intervals (", interval_and_unit(x$interval[!is.na(x$conf.low)][1]), ")")
  }
  paste0(
    "Agreement was measured by ", in_a_list(labels), interval,
    ". Missing ratings are left out", also_left_out(set_aside), ". Items ",
    "with a single rating count only towards chance agreement, if a coefficient uses all ratings for it."
  )
}

# The kind of interval, and whether it is over items, raters or both.
interval_and_unit <- function(interval) {
  over <- if (startsWith(interval, "two-way ")) {
    ", over items and raters"
  } else if (startsWith(interval, "rater ")) {
    ", over raters"
  } else if (!grepl(" over ", interval, fixed = TRUE)) {
    ", over items"
  }
  paste0(interval, over)
}

# Words such as ", and so are 24 ratings outside the categories and 7 duplicate ratings"
also_left_out <- function(set_aside) {
  given <- set_aside[set_aside$reason != "missing", ]
  if (nrow(given) == 0) {
    return("")
  }
  words <- mapply(function(n, reason) {
    if (reason == "duplicate") count(n, "duplicate rating") else paste(count(n, "rating"), reason)
  }, given$n, given$reason)
  paste0(", and so ", if (sum(given$n) == 1) "is " else "are ", in_a_list(words))
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
