# Kendall's W as package irr computes it (its meanrho() is a mean on Fisher's scale, another
# quantity), for tests/testthat/reference/rankings/irr.csv. Run from the root of the sources:
# Rscript data-raw/reference-rankings.R

folder <- "tests/testthat/reference/rankings"
read <- function(name) {
  data <- utils::read.csv(file.path(folder, paste0(name, ".csv")))
  as.matrix(data[vapply(data, is.numeric, NA)])
}
row <- function(dataset, quantity, value) {
  data.frame(
    dataset = dataset, quantity = quantity, value = formatC(value, digits = 10, format = "f"),
    source = paste0("irr ", utils::packageVersion("irr"), ", run")
  )
}
rows <- lapply(c("anxiety", "reasons", "ties", "salad"), function(name) {
  m <- read(name)
  # irr has raters in columns.
  if (name == "salad") m <- t(m)
  w <- irr::kendall(m, correct = TRUE)
  rbind(
    row(name, "w", w$value), row(name, "chi_square", w$statistic), row(name, "p_value", w$p.value)
  )
})
utils::write.csv(do.call(rbind, rows), file.path(folder, "irr.csv"), row.names = FALSE)
