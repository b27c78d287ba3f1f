# Reads tests/testthat/reference: published tables, in the layouts in which they were printed.

reference_path <- function(...) test_path("reference", ...)

# Each file is read once: tests ask for the same ones a thousand times.
read_reference <- function(file, ...) {
  key <- paste(c(file, deparse1(list(...))), collapse = " ")
  if (is.null(REFERENCES[[key]])) {
    REFERENCES[[key]] <- utils::read.csv(reference_path(file),
      na.strings = "", strip.white = TRUE, stringsAsFactors = FALSE, check.names = FALSE, ...
    )
  }
  REFERENCES[[key]]
}

REFERENCES <- new.env(parent = emptyenv())

# irrCAC writes a missing label as blanks in quotes.
blank_as_na <- function(x) {
  if (is.character(x)) x[trimws(x) == ""] <- NA
  x
}

# A list: `data` as printed (without columns of ids), `layout`, and `categories` (NULL if the
# table does not name them).
reference_table <- function(dataset) {
  info <- read_reference("datasets.csv", colClasses = "character")
  info <- as.list(info[match(dataset, info$dataset), ])
  data <- read_reference(file.path("tables", paste0(info$file, ".csv")))
  data[] <- lapply(data, blank_as_na)
  split <- function(x) if (!is.na(x)) strsplit(x, ";", fixed = TRUE)[[1]]
  data <- data[setdiff(names(data), split(info$leave_out))]
  if (info$layout == "patterns") {
    data <- data[rep(seq_len(nrow(data)), data$n), names(data) != "n"]
    info$layout <- "raters_in_columns"
  }
  list(data = data, layout = info$layout, categories = split(info$categories))
}

# Returns the arguments of krippendorff_alpha() in the layout of the table. Categories of tables of counts are numbers.
reference_call <- function(dataset) {
  table <- reference_table(dataset)
  if (table$layout == "tidy") {
    return(list(table$data, item = quote(item), rater = quote(coder), rating = quote(label)))
  }
  categories <- table$categories
  if (table$layout %in% c("counts", "confusion")) categories <- as.numeric(categories)
  list(unname(as.matrix(table$data)), layout = table$layout, categories = categories)
}

# The same ratings for the oracle, in long form: a list of `item` and `rating`.
reference_rows <- function(dataset) {
  table <- reference_table(dataset)
  cells <- as.matrix(table$data)
  switch(table$layout,
    tidy = list(item = table$data$item, rating = table$data$label),
    raters_in_columns = list(item = c(row(cells)), rating = c(cells)),
    raters_in_rows = list(item = c(col(cells)), rating = c(cells)),
    counts = list(
      item = rep(row(cells), cells),
      rating = as.numeric(table$categories)[rep(col(cells), cells)]
    ),
    confusion = {
      row <- rep(row(cells), cells)
      column <- rep(col(cells), cells)
      list(
        item = rep(seq_along(row), 2),
        rating = as.numeric(table$categories)[c(row, column)]
      )
    }
  )
}

# Topics of the help pages: of the source tree if the tests run there, else of the installation.
help_topics <- function() {
  pages <- list.files(test_path("..", "..", "man"), "[.]Rd$", full.names = TRUE)
  if (length(pages)) {
    lines <- unlist(lapply(pages, readLines, encoding = "UTF-8"))
    return(sub("^\\\\alias\\{(.*)\\}$", "\\1", grep("^\\\\alias", lines, value = TRUE)))
  }
  names(readRDS(system.file("help", "aliases.rds", package = "accord")))
}

# Data that may be used but not redistributed are in a folder named by the environment variable.
local_data <- function(...) {
  folder <- Sys.getenv("ACCORD_LOCAL_DATA")
  file <- file.path(folder, ...)
  skip_if_not(nzchar(folder) && file.exists(file), "data that may not be passed on are not there")
  utils::read.csv(file, stringsAsFactors = FALSE)
}
