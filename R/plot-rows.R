# The rows of a forest plot and their names.

# The name of the only row of a single panel, if this row has several series.
only_row <- function(data) {
  row <- unique(as.character(data$label))
  several <- length(unique(data$series)) > 1
  if (several && length(row) == 1 && length(unique(data$panel)) < 2) gsub("\n", " ", row)
}

# The series of that row as rows.
series_rows <- function(data) {
  data$label <- droplevels(factor(data$series))
  data[c("series", "name", "first", "second", "between")] <- NULL
  data
}

# Names of rows, of which those with the `group` of the row above have only the rest of their name.
named_once <- function(rows) {
  label <- as.character(rows$label)
  if (is.null(rows$group)) return(label)
  sorted <- order(rows$panel, -rows$row)
  group <- as.character(rows$group)[sorted]
  same <- c(FALSE, group[-1] == group[-length(group)] & diff(as.integer(rows$panel[sorted])) == 0)
  begins <- startsWith(label[sorted], paste0(group, ", "))
  label[sorted] <- ifelse(same & begins, substring(label[sorted], nchar(group) + 3), label[sorted])
  label
}

# Rows with equal labels, as in results combined by rbind(), become series, or get a number if there are series
# already.
apart_rows <- function(data) {
  key <- data[intersect(c("label", "series", "part", "panel"), names(data))]
  same <- vctrs::vec_duplicate_detect(key)
  if (!any(same)) {
    return(data)
  }
  number <- stats::ave(seq_along(same), vctrs::vec_group_id(key), FUN = seq_along)
  if (is.null(data$series) && max(number) <= 3) {
    data$series <- factor(paste("Result", number))
  } else {
    label <- ifelse(same, paste0(data$label, " (", number, ")"), as.character(data$label))
    data$label <- factor(label, unique(label[order(data$label, number)]))
  }
  data
}
