# Items that were drawn for labelling and have no label, such as ties and skipped items. If they are taken for items
# that were not drawn, the labelled ones are no longer a random part of all.

# Returns whether each item was drawn. `at` is the position of the column or NULL. Without one the data may still say
# so: augment() of a consensus gives a status to items that people labelled, also to ties, which have no label.
drawn_items <- function(at, data, label, name) {
  labelled <- !is.na(label)
  if (is.null(at)) {
    voted <- if (name == ".label" && ".status" %in% names(data)) !is.na(data[[".status"]])
    return(labelled | (voted %||% FALSE))
  }
  drawn <- plain_column(data[[at]], "drawn")
  unknown <- which(is.na(drawn))
  if (!is.logical(drawn) || length(unknown)) {
    abort_accord(
      "drawn",
      c(
        "{.arg drawn} must be a column that is TRUE for items that were to be labelled and FALSE for all others.",
        x = if (is.logical(drawn)) {
          "{length(unknown)} {?is/are} {.val {NA}}: {cli::qty(length(unknown))}row{?s} {first_few(unknown)}."
        } else {
          "It is {.obj_type_friendly {drawn}}."
        }
      ),
      rows = unknown
    )
  }
  others <- which(labelled & !drawn)
  if (length(others)) {
    abort_accord(
      "drawn",
      c(
        "Only items that were drawn may have a label.",
        x = "{length(others)} {?has/have} one and {?was/were} not drawn: {cli::qty(length(others))}row{?s}
             {first_few(others)}.",
        i = "Items that were labelled for another reason are no random part; make their labels {.val {NA}}."
      ),
      rows = others
    )
  }
  drawn
}

warn_lost_labels <- function(label, prediction, drawn, of) {
  lost <- which(drawn & is.na(label))
  if (length(lost)) {
    warn_accord(
      "lost_labels",
      c(
        "The labelled items are a random part only if every item that was drawn has a label.",
        x = "{length(lost)} of {sum(drawn)} drawn {of}s {cli::qty(length(lost))}{?has/have} none: row{?s}
             {first_few(lost)}.",
        x = "{predictions_apart(prediction, lost, which(!is.na(label)))}",
        i = "Ask for these labels again, or give ties and skipped items a label of their own, such as {.val tie}.",
        i = "Otherwise the estimate assumes that they are like the labelled ones; report their number."
      ),
      rows = lost, n_drawn = sum(drawn)
    )
  }
}

# Says how the predictions of two sets of rows differ: their means, or the share of the prediction whose shares are
# furthest apart.
predictions_apart <- function(prediction, lost, labelled) {
  if (is.numeric(prediction)) {
    means <- format(signif(c(mean(prediction[lost]), mean(prediction[labelled])), 3), trim = TRUE)
    return(paste0("Their mean prediction is ", means[1], ", that of the labelled ones ", means[2], "."))
  }
  prediction <- factor(as.character(prediction))
  share <- function(rows) tabulate(prediction[rows], nlevels(prediction)) / length(rows)
  most <- which.max(abs(share(lost) - share(labelled)))
  percent <- paste0(round(100 * c(share(lost)[most], share(labelled)[most])), "%")
  what <- encodeString(cut_end(levels(prediction)[most], 60), quote = "\"")
  paste0("The prediction of ", percent[1], " of them is ", what, ", of the labelled ones ", percent[2], ".")
}
