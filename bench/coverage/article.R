# Writes vignettes/coverage.csv, the coverage that the figure of vignettes/intervals.Rmd shows:
#   Rscript bench/coverage/article.R
x <- utils::read.csv("bench/coverage/coverage.csv")
# If the category set was not declared, these two coefficients estimate another quantity in each study.
own_set <- !x$declared & x$coefficient %in% c("brennan_prediger", "gwet_ac1")
x <- x[x$use == "report" & x$method %in% c("default", "jackknife") & !own_set, ]
columns <- data.frame(method = x$method, items = x$items, coverage = round(x$covered, 4))
utils::write.csv(columns, "vignettes/coverage.csv", row.names = FALSE, quote = FALSE)
