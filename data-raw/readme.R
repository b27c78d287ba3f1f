# The plot and the table of README.md's first screen: Rscript data-raw/readme.R, with accord and ggplot2 installed.
library(accord)
tweets <- read_annotators(
  system.file("extdata", "sarcasm", package = "accord"), id = ID, annotation = annotation, join = "inner"
)
result <- agreement(tweets, item = ID, rater = annotator, rating = annotation)
paper_table(result, "markdown")
dir.create("man/figures", showWarnings = FALSE)
ggplot2::ggsave("man/figures/README-plot.png", plot(result), width = 11, height = 6, units = "cm", dpi = 150)
