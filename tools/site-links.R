# Links of the web site. Those of README.md to the sources of an article, or to the licence, become links to the page made
# of them, and a link within the site that leads nowhere is an error:
#   Rscript tools/site-links.R build/site

site <- normalizePath(commandArgs(trailingOnly = TRUE)[1])
pages <- list.files(site, "[.]html$", recursive = TRUE)
read_page <- function(page) paste(readLines(file.path(site, page), encoding = "UTF-8", warn = FALSE), collapse = "\n")
texts <- vapply(pages, read_page, "")

# `vignettes/accord.Rmd` and `vignettes/articles/other-packages.Rmd`
SOURCE <- "(href=\"[^\":]*?)vignettes/((?:articles/)?[A-Za-z0-9_-]+)[.]Rmd"
LICENCE <- "href=\"LICENSE\""
for (page in pages[grepl(paste0(SOURCE, "|", LICENCE), texts, perl = TRUE)]) {
  text <- gsub(SOURCE, "\\1articles/\\2.html", texts[[page]], perl = TRUE)
  text <- gsub(LICENCE, "href=\"LICENSE-text.html\"", text)
  # Depending on its version, pkgdown keeps the folder of articles that are no vignettes.
  if (!dir.exists(file.path(site, "articles", "articles"))) text <- gsub("articles/articles/", "articles/", text)
  texts[[page]] <- text
  writeLines(text, file.path(site, page), useBytes = TRUE)
}

# Code is no link.
shown <- gsub("(?s)<(script|style)\\b.*?</\\1>", "", texts, perl = TRUE)
attributes <- regmatches(shown, gregexpr("(?<=\\s)(href|src)=\"[^\"]*\"", shown, perl = TRUE))
ids <- lapply(regmatches(shown, gregexpr("(?<=\\s)(id|name)=\"[^\"]*\"", shown, perl = TRUE)), function(found) {
  gsub("^[a-z]+=\"|\"$", "", found)
})
names(ids) <- pages
decoded <- function(text) {
  text <- gsub("&amp;", "&", text, fixed = TRUE)
  vapply(text, utils::URLdecode, "", USE.NAMES = FALSE)
}

dead <- character()
n <- 0
for (k in seq_along(pages)) {
  links <- unique(gsub("^[a-z]+=\"|\"$", "", attributes[[k]]))
  links <- links[!grepl("^([a-z]+:|//)", links, ignore.case = TRUE) & !links %in% c("", "#")]
  n <- n + length(links)
  for (link in links) {
    parts <- strsplit(sub("[?][^#]*", "", link), "#", fixed = TRUE)[[1]]
    path <- decoded(parts[1])
    target <- if (path %in% c("", NA)) {
      pages[k]
    } else if (startsWith(path, "/")) {
      sub("^/", "", path)
    } else {
      file.path(dirname(pages[k]), path)
    }
    file <- suppressWarnings(normalizePath(file.path(site, target), mustWork = FALSE))
    if (dir.exists(file)) file <- file.path(file, "index.html")
    page <- substring(file, nchar(site) + 2)
    anchor <- if (length(parts) > 1) decoded(parts[2])
    fine <- file.exists(file) && (is.null(anchor) || !page %in% pages || anchor %in% c("", ids[[page]]))
    if (!fine) dead <- c(dead, paste0(pages[k], ": ", link))
  }
}
cat(n, " links within the site, ", length(dead), " of them dead.\n", sep = "")
if (length(dead)) {
  cat(paste0("  ", utils::head(dead, 50)), sep = "\n")
  quit(status = 1)
}
