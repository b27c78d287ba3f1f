# References of coefficients and intervals: which they are, how a text cites them, and how a list prints them.

# The keys of the references of each coefficient, and of the intervals.
methods_keys <- function(x) {
  ids <- unique(general_names(as.character(x[["coefficient"]]), x[["n_raters"]]))
  of_kappa <- x[["coefficient"]] != "krippendorff_alpha"
  weighted <- !all(x[["metric"]][of_kappa] %in% c("identity", "nominal", NA))
  limits <- if (!all(is.na(x[["conf.low"]]))) unique(sub(" over .*$", "", x[["interval"]]))
  c(
    lapply(stats::setNames(ids, ids), function(id) coefficient_references(id, weighted)),
    list(interval = unlist(INTERVAL_REFERENCES[limits], use.names = FALSE))
  )
}

COEFFICIENT_REFERENCES <- list(
  cohen_kappa = "cohen1960", scott_pi = "scott1955", fleiss_kappa = "fleiss1971", conger_kappa = "conger1980",
  light_kappa = "light1971", brennan_prediger = "brennan1981", gwet_ac1 = "gwet2008", gwet_ac2 = "gwet2014",
  van_oest = "vanoest2019", krippendorff_alpha = "krippendorff2019", icc1 = "shrout1979", icc1k = "shrout1979",
  icc_a1 = "mcgraw1996", icc_c1 = "mcgraw1996", icc_ak = "mcgraw1996", icc_ck = "mcgraw1996",
  kendall_w = "kendall1939"
)

INTERVAL_REFERENCES <- list(Bayesian = "ferguson1973", exact = "shan2017", analytic = "gwet2014", MOVER = "zou2008")

coefficient_references <- function(id, weighted) {
  c(COEFFICIENT_REFERENCES[[id]], if (weighted && id == "cohen_kappa") "cohen1968")
}

# Citations of the references with these keys, after a blank, or nothing.
citations <- function(keys, format) {
  if (length(keys) == 0) {
    return("")
  }
  switch(format,
    text = paste0(" (", paste(with_years_together(cited_authors(bibtex_entries()[keys])), collapse = "; "), ")"),
    markdown = paste0(" [", paste0("@", keys, collapse = "; "), "]"),
    latex = paste0(" \\citep{", paste(keys, collapse = ","), "}")
  )
}

# Returns "Shrout & Fleiss, 1979" for each entry.
cited_authors <- function(entries) {
  authors <- strsplit(bibtex_field(entries, "author"), " and ", fixed = TRUE)
  authors <- lapply(authors, function(one) sub(",.*$", "", one))
  names <- vapply(authors, function(one) {
    if (length(one) > 2) paste(one[1], "et al.") else paste(one, collapse = " & ")
  }, "")
  paste0(names, ", ", bibtex_field(entries, "year"))
}

# "Cohen, 1960" and "Cohen, 1968" are "Cohen, 1960, 1968".
with_years_together <- function(cited) {
  authors <- sub(", [0-9]+$", "", cited)
  years <- split(substring(cited, nchar(authors) + 3), factor(authors, unique(authors)))
  paste0(names(years), ", ", vapply(years, paste, "", collapse = ", "))
}

# The field of each entry; NA for those without it.
bibtex_field <- function(entries, name) {
  form <- paste0("^.*[, ]", name, " = [{](.*?)[}](, [a-z]+ = .*|[}])$")
  ifelse(grepl(form, entries, perl = TRUE), sub(form, "\\1", entries, perl = TRUE), NA_character_)
}

ACCENTS <- c("{\\'e}" = "\u00e9", "{\\'o}" = "\u00f3", "{\\o}" = "\u00f8")

# The entries as they are printed in a list of references, in the order of authors. `doi`: with the links that they
# have.
written_references <- function(keys, doi = FALSE) {
  if (length(keys) == 0) {
    return(character())
  }
  entries <- bibtex_entries()[unique(keys)]
  for (accent in names(ACCENTS)) entries <- gsub(accent, ACCENTS[[accent]], entries, fixed = TRUE)
  field <- function(name) gsub("--", "\u2013", gsub("[{}]", "", bibtex_field(entries, name)), fixed = TRUE)
  authors <- vapply(strsplit(field("author"), " and ", fixed = TRUE), function(each) {
    given <- sub("^[^,]*, ", "", each)
    initials <- gsub("([[:alpha:]])[^ .-]*[.]?( |-|$)", "\\1.\\2", given)
    names <- paste0(sub(",.*$", "", each), ", ", initials)
    n <- length(names)
    # As in APA style, with a comma before the sign, too.
    if (n == 1) names else paste0(paste(names[-n], collapse = ", "), ", & ", names[n])
  }, "")
  edition <- paste0(ifelse(is.na(field("edition")), ". ", paste0(", ", field("edition"), " ed. ")), field("publisher"))
  journal <- paste0(". ", field("journal"), " ", field("volume"), ", ", field("pages"))
  pages <- ifelse(is.na(field("pages")), "", paste0(", ", field("pages")))
  meeting <- paste0(". ", field("booktitle"), pages)
  source <- ifelse(is.na(field("journal")), ifelse(is.na(field("booktitle")), edition, meeting), journal)
  links <- bibtex_field(entries, "doi")
  link <- ifelse(doi & !is.na(links), paste0(" https://doi.org/", links), "")
  sort(unname(paste0(authors, " (", field("year"), ") ", field("title"), source, ".", link)))
}

bibtex_entries <- function() {
  entries <- readLines(system.file("references.bib", package = "accord", mustWork = TRUE), encoding = "UTF-8")
  stats::setNames(entries, sub("^@[a-z]+[{]([a-z0-9]+),.*$", "\\1", entries))
}

software_entry <- function() {
  c(accord = paste0(
    "@manual{accord, author = {{The accord authors}}, title = {accord: Agreement Between Annotators, from Export to ",
    "Paper Table}, note = {R package version ", utils::packageVersion("accord"), "}}"
  ))
}
