# Labels with a count behind or before them, as in "anger (3)" and "2x joy": the same label is then several ones.

# A label and a number in each form, and what to replace by what in order to leave out the number.
COUNT_FORMS <- list(
  list(form = "^(.*[^[:space:]])[[:space:]]*[(](n ?= ?)?[0-9]+[)]$", take = "[[:space:]]*[(](n ?= ?)?[0-9]+[)]"),
  list(form = "^(.*[^[:space:]])[[:space:]]*[[][0-9]+[]]$", take = "[[:space:]]*[[][0-9]+[]]"),
  list(form = "^(.*[^[:space:]])[[:space:]]+[x\u00d7*] ?[0-9]+$", take = "[[:space:]]+[x\u00d7*] ?[0-9]+"),
  list(form = "^[0-9]+ ?[x\u00d7*][[:space:]]+(.+)$", take = "[0-9]+ ?[x\u00d7*][[:space:]]+")
)

# Stops for such labels if two or more have several numbers each, and a number stands at half of all labels or more:
# stages of one name, such as "Stage (1)" and "Stage (2)", are none.
check_counted_labels <- function(x, question, spec) {
  texts <- unique(trim_blanks(x[!is.na(x)]))
  for (one in COUNT_FORMS) {
    has <- grepl(one$form, texts) & grepl("[[:alpha:]]", texts)
    stem <- tolower(sub(one$form, "\\1", texts[has]))
    several <- unique(stem[duplicated(stem)])
    if (length(several) < 2 || 2 * sum(has) < length(texts) || kept_as_written(texts[has], question, spec)) next
    change <- sprintf("~ gsub(\"%s\", \"\", .x)", one$take)
    before <- spec$recode
    if (!is.null(before) && !is.function(before) && !is_by_question(before, "recode")) {
      said <- if (is.character(before)) recode_pairs(before) else if (rlang::is_formula(before)) deparse1(before)
      if (length(said)) change <- sprintf("list(%s, %s)", said, change)
    }
    abort_accord(
      "counted_label",
      c(
        "The same label must be written in one way, without a count.",
        x = "Of {.val {question}}, {sum(has)} of {length(texts)} labels are texts with a number: \\
             {.val {first_few(sort(texts[has]))}}.",
        i = "If the numbers are counts, leave them out: {.code recode = {change}}.",
        i = "If they are parts of the labels, use {.code recode = identity}."
      ),
      question = question, values = texts[has], advice = paste("recode =", change)
    )
  }
}
