# Runs other R packages on the tables of tests/testthat/reference and writes what they give to
# tests/testthat/reference/other-software.csv. From the root of the package:
#
#   Rscript data-raw/reference-other-software.R <library with the packages> [output file]
#
# The library holds irr, irrCAC, icr, krippendorffsalpha and DescTools, from CRAN; nothing of
# accord is called. `agrees` says whether a value is the textbook alpha, taken from
# the definition (oracle_alpha() in helper-oracle.R), to the digits written.

arguments <- commandArgs(trailingOnly = TRUE)
if (!length(arguments) %in% 1:2) {
  stop("Usage: Rscript data-raw/reference-other-software.R <library> [output file]")
}
others <- arguments[1]
folder <- file.path("tests", "testthat", "reference")
to <- if (length(arguments) == 2) arguments[2] else file.path(folder, "other-software.csv")
.libPaths(c(others, .libPaths()))

# The helpers of the tests read the tables and hold the definition.
test_path <- function(...) file.path("tests", "testthat", ...)
for (helper in c("reference", "published", "oracle")) {
  source(file.path("tests", "testthat", paste0("helper-", helper, ".R")))
}

# Items in rows, raters in columns, numbers. Labels are numbered in the order of the alphabet,
# which only the nominal level may use.
as_items <- function(dataset) {
  table <- reference_table(dataset)
  m <- as.matrix(table$data)
  if (table$layout == "raters_in_rows") m <- t(m)
  labels <- is.character(m)
  if (labels) m[] <- match(m, sort(unique(c(m)), method = "radix"))
  mode(m) <- "numeric"
  list(data = unname(m), labels = labels)
}

awkward_items <- function(file) {
  list(data = unname(as.matrix(read.csv(file.path(folder, "awkward", file), header = FALSE))), labels = FALSE)
}

info <- read_reference("datasets.csv", colClasses = "character")
wide <- info$layout %in% c("patterns", "raters_in_columns", "raters_in_rows") &
  info$dataset %in% read_reference("alpha-published.csv")$dataset
datasets <- lapply(stats::setNames(nm = info$dataset[wide]), as_items)
files <- sprintf("%02d.csv", c(5:13, 17, 18, 22, 25, 28))
datasets[paste0("awkward/", files)] <- lapply(files, awkward_items)

# Each package with the levels it offers: a function of items × raters and the level.
weights_of <- c(
  nominal = "unweighted", interval = "quadratic", ratio = "ratio", circular = "circular", bipolar = "bipolar"
)
software <- list(
  irr = list(
    levels = c("nominal", "ordinal", "interval", "ratio"), digits = 10,
    value = function(m, level) irr::kripp.alpha(t(m), level)$value
  ),
  DescTools = list(
    levels = c("nominal", "ordinal", "interval", "ratio"), digits = 10,
    value = function(m, level) DescTools::KrippAlpha(t(m), level)$value
  ),
  irrCAC = list(
    levels = names(weights_of), digits = 5,
    value = function(m, level) irrCAC::krippen.alpha.raw(m, weights = weights_of[[level]])$est$coeff.val
  ),
  icr = list(
    levels = c("nominal", "ordinal", "interval", "ratio"), digits = 10,
    value = function(m, level) icr::krippalpha(t(m), metric = level)$alpha
  ),
  krippendorffsalpha = list(
    levels = c("nominal", "ordinal", "interval", "ratio"), digits = 10,
    value = function(m, level) {
      x <- krippendorffsalpha::krippendorffs.alpha(m, level, method = "customary", confint = FALSE)
      x$alpha.hat[[1]]
    }
  )
)

has_level <- function(items, level) {
  given <- items$data[!is.na(items$data)]
  switch(level,
    nominal = TRUE,
    ratio = !items$labels && all(given >= 0),
    circular = !items$labels && all(given == round(given)),
    !items$labels
  )
}

run <- function(package, dataset, level) {
  items <- datasets[[dataset]]
  m <- items$data
  # krippendorffsalpha loops over all pairs of values, which takes minutes on large tables.
  if (!has_level(items, level) || package == "krippendorffsalpha" && length(m) > 200) {
    return(NULL)
  }
  digits <- software[[package]]$digits
  value <- tryCatch(
    as.numeric(suppressWarnings(software[[package]]$value(m, level))),
    error = function(cnd) NA_real_
  )
  textbook <- oracle_on_values(c(row(m)), c(m), level)[["estimate"]]
  written <- trimws(formatC(c(value, textbook), digits = digits, format = "f"))
  data.frame(
    package = package, version = as.character(packageVersion(package)), dataset = dataset, level = level,
    value = written[1], digits = digits, agrees = isTRUE(written[1] == written[2]), textbook = written[2]
  )
}

rows <- list()
for (package in names(software)) {
  for (dataset in names(datasets)) {
    for (level in software[[package]]$levels) {
      rows[[length(rows) + 1]] <- run(package, dataset, level)
    }
  }
}
table <- do.call(rbind, rows)
write.csv(table, to, row.names = FALSE, quote = FALSE)
print(stats::aggregate(agrees ~ package + version, table, function(x) paste(sum(x), "of", length(x))))
