# Writes workbooks of tests/testthat/fixtures as XML: final.xlsx, with a sheet per coder and one of final labels, a
# summary, and a sheet of codes without rows; dates.xlsx, with cells that are dates by their format alone; title.xlsx,
# with a title above the names. Run from the root of the package; it needs zip.

main <- "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
kind <- "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
packages <- "http://schemas.openxmlformats.org/package/2006"

cell <- function(x) {
  if (inherits(x, "Date")) return(sprintf("<c s=\"1\"><v>%d</v></c>", as.integer(x) + 25569L))
  if (is.numeric(x)) sprintf("<c><v>%s</v></c>", x) else sprintf("<c t=\"inlineStr\"><is><t>%s</t></is></c>", x)
}
sheet_xml <- function(data) {
  cells <- do.call(paste0, lapply(data, cell))
  rows <- sprintf("<row>%s</row>", c(paste(cell(names(data)), collapse = ""), cells))
  sprintf("<worksheet xmlns=\"%s\"><sheetData>%s</sheetData></worksheet>", main, paste(rows, collapse = ""))
}
relations <- function(type, target) {
  one <- sprintf("<Relationship Id=\"rId%d\" Type=\"%s/%s\" Target=\"%s\"/>", seq_along(target), kind, type, target)
  sprintf("<Relationships xmlns=\"%s/relationships\">%s</Relationships>", packages, paste(one, collapse = ""))
}

# Style 1 is the date format 14.
STYLES <- paste0(
  "<styleSheet xmlns=\"", main, "\"><fonts count=\"1\"><font/></fonts><fills count=\"1\"><fill/></fills>",
  "<borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\"><xf/></cellStyleXfs>",
  "<cellXfs count=\"2\"><xf/><xf numFmtId=\"14\" applyNumberFormat=\"1\"/></cellXfs></styleSheet>"
)

write_workbook <- function(sheets, file) {
  folder <- tempfile()
  for (part in c("_rels", "xl/_rels", "xl/worksheets")) dir.create(file.path(folder, part), recursive = TRUE)
  write <- function(text, ...) writeLines(c("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", text), file.path(folder, ...))
  at <- seq_along(sheets)
  for (k in at) write(sheet_xml(sheets[[k]]), "xl/worksheets", sprintf("sheet%d.xml", k))
  write(STYLES, "xl/styles.xml")
  write(relations("officeDocument", "xl/workbook.xml"), "_rels/.rels")
  targets <- c(sprintf("worksheets/sheet%d.xml", at), "styles.xml")
  write(relations(rep(c("worksheet", "styles"), c(length(at), 1)), targets), "xl/_rels/workbook.xml.rels")
  names <- sprintf("<sheet name=\"%s\" sheetId=\"%d\" r:id=\"rId%d\"/>", names(sheets), at, at)
  workbook <- "<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets>%s</sheets></workbook>"
  write(sprintf(workbook, main, kind, paste(names, collapse = "")), "xl/workbook.xml")
  format <- "application/vnd.openxmlformats-officedocument.spreadsheetml"
  part <- sprintf(
    paste0("<Override PartName=\"/xl/%s.xml\" ContentType=\"", format, ".%s+xml\"/>"),
    c("workbook", sprintf("worksheets/sheet%d", at), "styles"), c("sheet.main", rep("worksheet", length(at)), "styles")
  )
  rels <- "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
  types <- "<Types xmlns=\"%s/content-types\">%s%s</Types>"
  write(sprintf(types, packages, rels, paste(part, collapse = "")), "[Content_Types].xml")
  path <- file.path(getwd(), "tests", "testthat", "fixtures", file)
  unlink(path)
  old <- setwd(folder)
  utils::zip(path, c("[Content_Types].xml", "_rels", "xl"), flags = "-r9Xq")
  setwd(old)
}

frame <- rep(c("h", "c", "c"), 4)
write_workbook(list(
  Maria = data.frame(id = 1:12, type = frame, sure = rep(1:4, 3)),
  Jens = data.frame(id = 1:12, type = replace(frame, 2:3, "h"), sure = rep(4:1, 3)),
  Final = data.frame(id = 1:12, type = frame, sure = rep(2:3, 6)),
  Summary = data.frame(type = "h", n = 4), Codes = data.frame(type = character(), meaning = character())
), "final.xlsx")

days <- as.Date("2018-01-02") + seq(0, 110, 10)
write_workbook(list(
  Dates = data.frame(id = 1:12, onset_a = days, onset_b = replace(days, 3, as.Date("2018-02-01")), dose = 40000 + 1:12)
), "dates.xlsx")

# A title above the names of the first of two sheets.
marks <- data.frame(
  a = c("candidate", 1:8), b = c("first", rep(c("A", "B"), 4)), c = c("second", rep(c("A", "B", "B", "B"), 2))
)
names(marks) <- c("Essay marks", "", "")
write_workbook(list(Marks = marks, Scale = data.frame(mark = c("A", "B"), points = 4:3)), "title.xlsx")
