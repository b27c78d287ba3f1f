# Tables of what a run tested; an empty cell was not tested.

# Shows the number of sets for each class of columns.
show_classes <- function(sets) {
  all <- list(
    item = names(ID_CLASSES), rater = names(ID_CLASSES), set = names(ID_CLASSES), rating = names(RATING_CLASSES),
    frame = names(FRAME_CLASSES)
  )
  n <- vapply(sets, function(one) as.numeric(one$sets), 0)
  cat("Sets by class of column (refused: columns that are no ids and no ratings, in calls)\n")
  for (column in names(all)) {
    class <- vapply(sets, function(one) if (column %in% names(one$kinds)) one$kinds[[column]] else NA_character_, "")
    count <- tapply(n, factor(class, all[[column]]), sum)
    show_counts(column, count)
  }
  refused <- unlist(lapply(sets, `[[`, "refused"))
  show_counts("refused", table(factor(refused, unique(c(
    paste(rep(c("item", "rater"), each = length(NO_ID_CLASSES)), names(NO_ID_CLASSES)),
    paste("rating", names(NO_RATING_CLASSES))
  )))))
}

show_counts <- function(title, count) {
  words <- sprintf("%s %s", names(count), ifelse(is.na(count) | count == 0, "-", format(count, trim = TRUE)))
  cat(strwrap(paste0(title, ": ", paste(words, collapse = ", ")), 118, exdent = 4), sep = "\n")
}

# Shows the number of sets for each check of batches.
show_checks <- function(batches) {
  checks <- unlist(lapply(batches, function(one) rep(one$checks, one$sets)))
  show_counts("Sets by check", table(factor(checks, names(BATCH_CHECKS))))
}

# Files by reader and damage: read / read with problems / refused with a class.
show_files <- function(files, odd) {
  outcomes <- c("read", "problems", "error")
  cells <- do.call(rbind, lapply(files, function(one) {
    cbind(one$kind, one$damages, one$outcome)
  }))
  if (is.null(cells)) cells <- matrix("", 0, 3)
  counts <- table(
    factor(cells[, 2], names(DAMAGES)), factor(cells[, 1], names(FILE_KINDS)), factor(cells[, 3], outcomes)
  )
  shown <- apply(counts, 1:2, function(x) if (sum(x)) paste(x, collapse = "/") else "-")
  cat("Files by damage and reader: read/with problems/refused with a class\n")
  for (kinds in split(colnames(shown), ceiling(seq_len(ncol(shown)) / 7))) {
    print(noquote(shown[, kinds, drop = FALSE]), right = TRUE, width = 200)
  }
  cat("Odd files (links, bombs, folders, none) by reader: read/with problems/refused with a class\n")
  for (name in names(odd$outcomes)) {
    cat(sprintf("  %s %s\n", name, paste(table(factor(odd$outcomes[[name]], outcomes)), collapse = "/")))
  }
}
