# The plot and the table of README.md's first screen: Rscript data-raw/readme.R, with accord and ggplot2 installed.
library(accord)
tweets <- read_annotators(
  system.file("extdata", "sarcasm", package = "accord"), id = ID, annotation = annotation, join = "inner"
)
result <- agreement(tweets, item = ID, rater = annotator, rating = annotation)
paper_table(result, "markdown")
dir.create("man/figures", showWarnings = FALSE)
png("man/figures/README-plot.png", 9.5, 6, "cm", res = 220)
plot(result)
invisible(dev.off())
