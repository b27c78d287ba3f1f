# Writes the workbook tests/testthat/fixtures/final.xlsx: a sheet per coder and one of final labels, a summary, and a
# sheet of codes without rows. Run from the root of the package; it needs zip.

frame <- rep(c("h", "c", "c"), 4)
sheets <- list(
  Maria = data.frame(id = 1:12, type = frame, sure = rep(1:4, 3)),
  Jens = data.frame(id = 1:12, type = replace(frame, 2:3, "h"), sure = rep(4:1, 3)),
  Final = data.frame(id = 1:12, type = frame, sure = rep(2:3, 6)),
  Summary = data.frame(type = "h", n = 4), Codes = data.frame(type = character(), meaning = character())
)

cell <- function(x) {
  if (is.numeric(x)) sprintf("<c><v>%s</v></c>", x) else sprintf("<c t=\"inlineStr\"><is><t>%s</t></is></c>", x)
}
sheet_xml <- function(data) {
  cells <- do.call(paste0, lapply(data, cell))
  rows <- sprintf("<row>%s</row>", c(paste(cell(names(data)), collapse = ""), cells))
  main <- "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  sprintf("<worksheet xmlns=\"%s\"><sheetData>%s</sheetData></worksheet>", main, paste(rows, collapse = ""))
}

folder <- tempfile()
for (part in c("_rels", "xl/_rels", "xl/worksheets")) dir.create(file.path(folder, part), recursive = TRUE)
write <- function(text, ...) writeLines(c("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", text), file.path(folder, ...))
at <- seq_along(sheets)
for (k in at) write(sheet_xml(sheets[[k]]), "xl/worksheets", sprintf("sheet%d.xml", k))
kind <- "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
packages <- "http://schemas.openxmlformats.org/package/2006"
relations <- function(type, target) {
  one <- sprintf("<Relationship Id=\"rId%d\" Type=\"%s/%s\" Target=\"%s\"/>", seq_along(target), kind, type, target)
  sprintf("<Relationships xmlns=\"%s/relationships\">%s</Relationships>", packages, paste(one, collapse = ""))
}
write(relations("officeDocument", "xl/workbook.xml"), "_rels/.rels")
write(relations("worksheet", sprintf("worksheets/sheet%d.xml", at)), "xl/_rels/workbook.xml.rels")
write(
  sprintf(
    "<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets>%s</sheets></workbook>",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main", kind,
    paste(sprintf("<sheet name=\"%s\" sheetId=\"%d\" r:id=\"rId%d\"/>", names(sheets), at, at), collapse = "")
  ),
  "xl/workbook.xml"
)
format <- "application/vnd.openxmlformats-officedocument.spreadsheetml"
part <- sprintf(
  "<Override PartName=\"/xl/%s.xml\" ContentType=\"%s.%s+xml\"/>", c("workbook", sprintf("worksheets/sheet%d", at)),
  format, c("sheet.main", rep("worksheet", length(at)))
)
write(
  sprintf(
    "<Types xmlns=\"%s/content-types\">%s%s</Types>", packages,
    "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
    paste(part, collapse = "")
  ),
  "[Content_Types].xml"
)
path <- file.path(getwd(), "tests", "testthat", "fixtures", "final.xlsx")
unlink(path)
old <- setwd(folder)
utils::zip(path, c("[Content_Types].xml", "_rels", "xl"), flags = "-r9Xq")
setwd(old)
