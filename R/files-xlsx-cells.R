# Finds cells of a workbook that appear to be filled but are read as missing values: merged cells, formulas that no
# program has computed, and errors. readxl does not report them, so that they are found in the sheet itself.

# Returns a row of problems for each such cell below the header. `names`: those of the columns, NA if there is none.
cells_without_value <- function(path, header, names) {
  part <- first_sheet_part(path)
  xml <- if (!is.null(part)) text_in_zip(path, part)
  if (is.null(xml)) {
    return(new_problems())
  }
  sheet <- readxl::excel_sheets(path)[1]
  found <- rbind(merged_cells(xml), uncomputed_cells(xml), error_cells(xml))
  place <- place_of_cell(found$cell)
  # Merged titles above the table and headers that span columns are no ratings.
  below <- which(place$last > header)
  new_problems(
    row = place$row[below], column = names[place$column[below]],
    problem = sprintf("%s of sheet \"%s\": %s", found$what[below], sheet, found$why[below])
  )
}

merged_cells <- function(xml) {
  if (!grepl("<mergeCell ", xml, fixed = TRUE, useBytes = TRUE)) {
    return(NULL)
  }
  ranges <- attribute_of(matches("<mergeCell\\s[^>]*>", xml), "ref")
  ranges <- ranges[grepl("^[A-Z]+[0-9]+:[A-Z]+[0-9]+$", ranges)]
  why <- sprintf("merged, which have one value, in %s; the others are blank.", sub(":.*", "", ranges))
  data.frame(cell = ranges, what = sprintf("Cells %s", ranges), why = why)
}

# Programs that write a workbook without computing it omit the value of a formula or leave it empty.
uncomputed_cells <- function(xml) {
  if (!grepl("<f[ />]", xml, useBytes = TRUE)) {
    return(NULL)
  }
  formula <- "<f(?:\\s[^>]*+)?(?:(?<=/)>|>[^<]*+</f>)"
  tags <- matches(paste0("<c\\s[^>]*+(?<!/)>\\s*+", formula, "\\s*+(?:<v\\s*+/>|<v>\\s*+</v>)?+\\s*+</c>"), xml)
  tags <- sub(">.*", ">", tags)
  # A formula with a text result may have an empty value.
  cell <- attribute_of(tags[!attribute_of(tags, "t") %in% "str"], "r")
  one_cell(cell, "a formula without its value; open the file in a spreadsheet and save it.")
}

error_cells <- function(xml) {
  if (!grepl("t=[\"']e[\"']", xml, useBytes = TRUE)) {
    return(NULL)
  }
  cells <- matches("<c\\s[^>]*\\bt=[\"']e[\"'][^>]*(?<!/)>.*?</c>", xml)
  tags <- sub(">.*", ">", cells)
  error <- ifelse(grepl("<v>", cells, fixed = TRUE), sub("</v>.*", "", sub(".*<v>", "", cells)), "")
  one_cell(attribute_of(tags, "r"), trimws(sprintf("the error %s", error)))
}

one_cell <- function(cell, why) {
  kept <- grepl("^[A-Z]+[0-9]+$", cell)
  data.frame(cell = cell[kept], what = sprintf("Cell %s", cell[kept]), why = rep_len(why, length(cell))[kept])
}

matches <- function(pattern, xml) {
  regmatches(xml, gregexpr(paste0("(?s)", pattern), xml, perl = TRUE, useBytes = TRUE))[[1]]
}

# Returns the value of an attribute of each tag, NA if the tag does not have it.
attribute_of <- function(tags, name) {
  pattern <- sprintf("^.*?\\s%s\\s*=\\s*[\"']([^\"']*)[\"'].*$", name)
  value <- sub(pattern, "\\1", tags, perl = TRUE, useBytes = TRUE)
  ifelse(grepl(pattern, tags, perl = TRUE, useBytes = TRUE), value, NA)
}

# Returns the first row and column, and the last row, of a cell or range such as A2 or A2:B4.
place_of_cell <- function(cell) {
  row <- function(place) as.integer(sub("^[A-Z]+", "", place))
  first <- sub(":.*", "", cell)
  letters <- strsplit(sub("[0-9]+$", "", first), "")
  column <- vapply(letters, function(x) Reduce(function(sum, k) 26 * sum + k, match(x, LETTERS), 0), 0)
  list(row = row(first), column = as.integer(column), last = row(sub(".*:", "", cell)))
}

# Returns the file of the first sheet in the archive, according to the list of sheets; NULL if it is not found.
first_sheet_part <- function(path) {
  book <- text_in_zip(path, "xl/workbook.xml")
  links <- text_in_zip(path, "xl/_rels/workbook.xml.rels")
  if (is.null(book) || is.null(links)) {
    return(NULL)
  }
  sheet <- matches("<(?:\\w+:)?sheet\\s[^>]*>", book)[1]
  id <- sub(".*\\s\\w+:id\\s*=\\s*[\"']([^\"']*)[\"'].*", "\\1", sheet)
  tags <- matches("<(?:\\w+:)?Relationship\\s[^>]*>", links)
  target <- attribute_of(tags, "Target")[match(id, attribute_of(tags, "Id"))]
  if (is.na(target)) {
    return(NULL)
  }
  if (startsWith(target, "/")) substring(target, 2) else paste0("xl/", target)
}

# Returns the text of a file in the archive, NULL if there is none.
text_in_zip <- function(path, name) {
  parts <- tryCatch(utils::unzip(path, list = TRUE), error = function(cnd) NULL, warning = function(cnd) NULL)
  at <- match(name, parts$Name)
  if (is.na(at)) {
    return(NULL)
  }
  bytes <- tryCatch(bytes_in_zip(path, name, parts$Length[at], stop), error = function(cnd) NULL)
  if (is.null(bytes) || any(bytes == 0)) {
    return(NULL)
  }
  text <- rawToChar(bytes)
  Encoding(text) <- "bytes"
  text
}
