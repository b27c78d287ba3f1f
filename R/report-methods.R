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

# The references that the paragraph cites.
references_of <- function(x) written_references(unlist(methods_keys(x), use.names = FALSE))
