# The section on how many raters make marks reliable.

RELIABLE <- 0.8

reliability_section <- function(fits) {
  rows <- as.data.frame(fits$rows)
  factors <- c("item", "rater", fits$facets)
  several <- utils::combn(factors, 2, paste, collapse = ":")
  # With one rating of an item by a rater its interaction is the residual.
  terms <- paste0("(1 | `", gsub(":", "`:`", c(factors, if (length(fits$facets)) several), fixed = TRUE), "`)")
  model <- stats::as.formula(paste("rating ~", paste(terms, collapse = " + ")))
  rows[factors] <- lapply(rows[factors], id_text)
  study <- without_message(generalizability(
    rows, model, "item", n = list(rater = 1:20), fixed = fits$facets, ci = ci_none()
  ))
  enough <- function(name) {
    reached <- study$rater[study$coefficient == name & study$estimate >= RELIABLE]
    if (length(reached) == 0) "more than 20 are" else if (min(reached) == 1) "one is" else paste(min(reached), "are")
  }
  usual <- round(mean(fits$fair$n_raters))
  shown <- study[study$rater %in% unique(c(1:4, usual)), setdiff(names(study), fits$facets)]
  c(
    html_text(paste0(
      "How reliable is the mean mark of an item, ",
      if (length(fits$facets)) paste0("over the ", added_words(fits), ", "),
      "by the number of raters who mark it? To rank items ",
      "(generalizability) ", enough("generalizability"), " needed for .8; for the marks themselves, as beside a pass ",
      "mark, where differences in severity count as errors (dependability), ", enough("dependability"), " needed. ",
      if (is_same(fits$fair$n_raters)) {
        paste0("Each item now has ", count(fits$fair$n_raters[1], "rater"), ".")
      } else {
        paste0("Items now have ", in_first(mean(fits$fair$n_raters)), " raters on average.")
      },
      if (length(fits$facets)) {
        paste(
          " Agreement, and the advice in the first lines, are about single ratings; their errors partly cancel in the",
          "mean over all", paste0(added_words(fits), "."), "Standard errors (SEM) are those of this mean: those of the",
          "sum are", count_added(fits), "times as large."
        )
      }
    )),
    html_table(shown, nrow(shown), "reliability", study, digits = 2)
  )
}
