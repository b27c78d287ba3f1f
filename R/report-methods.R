# The paragraph on methods of a report, and its references.

# What the report says on methods.
report_methods <- function(found, about, fits = NULL) {
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
    "level.", if (!is.null(fits) && !inherits(fits, "condition")) marks_methods(fits)
  )
}

MARKS_REFERENCES <- c(
  model = "linacre1989", steps = "andrich1978", fit = "bock1981", study = "brennan2001", reml = "patterson1971"
)

# What the report says on the models of marks.
marks_methods <- function(fits) {
  cited <- function(name) citations(MARKS_REFERENCES[[name]], "text")
  paste0(
    "Severities of raters", if (length(fits$facets)) paste0(", difficulties of ", in_a_list(fits$facets), ","),
    " and fair marks are those of a many-facet Rasch model", cited("model"), " with steps common to all raters",
    cited("steps"), ", by marginal maximum likelihood with normally distributed items", cited("fit"),
    ". The reliability of means of several raters is that of generalizability theory", cited("study"),
    ", with variance components by restricted maximum likelihood", cited("reml"), "."
  )
}

# The references that the paragraph cites. `marks`: whether it has the models of marks.
references_of <- function(x, marks = FALSE) {
  keys <- unlist(methods_keys(x), use.names = FALSE)
  written_references(c(keys, if (marks) unname(MARKS_REFERENCES)), doi = TRUE)
}
