# Writes the small workbooks in tests/testthat/fixtures. Run from the root of the package.

library(openxlsx)

batch <- createWorkbook()
addWorksheet(batch, "results")
addWorksheet(batch, "empty")
addWorksheet(batch, "notes")
cells <- data.frame(
  HITId = c("H1", NA, "H1", "H2"),
  WorkerId = c("007", NA, "w2", "w3"),
  Answer.flag = c(TRUE, NA, FALSE, NA),
  Answer.score = c(1.5, NA, 2, 0.1),
  Answer.text = c("NA", NA, "T", " caf\u00e9, \"x\"\ny")
)
# The first row stays blank.
writeData(batch, "results", cells, startRow = 2)
writeData(batch, "notes", data.frame(note = "seen by nobody"))
saveWorkbook(batch, file.path("tests", "testthat", "fixtures", "batch.xlsx"), overwrite = TRUE)

empty <- createWorkbook()
addWorksheet(empty, "results")
saveWorkbook(empty, file.path("tests", "testthat", "fixtures", "empty.xlsx"), overwrite = TRUE)

# A sheet of texts, and a sheet per coder without ids; a blank row stands above the names.
coders <- createWorkbook()
sheets <- list(
  texts = data.frame(text = c("x", "y", "z")), ann = data.frame(tone = c(1, 2, 2), frame = c("h", "h", "c")),
  bob = data.frame(tone = c(1, 2, 3), frame = c("h", "c", "c"))
)
for (name in names(sheets)) {
  addWorksheet(coders, name)
  writeData(coders, name, sheets[[name]], startRow = 2)
}
saveWorkbook(coders, file.path("tests", "testthat", "fixtures", "coders.xlsx"), overwrite = TRUE)
