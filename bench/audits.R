# False stops of audit_labels() when it is looked at after each of 2,000 audits, and audits until it stops:
# Rscript bench/audits.R. 2,000 simulated studies for each share of right labels; the target is .90.
library(accord)
capital_of <- accord:::capital_of
set.seed(1)
rows <- lapply(c(0.85, 0.9, 0.93, 0.95, 0.97, 0.99), function(p) {
  at <- replicate(2000, which(capital_of(as.double(stats::runif(2000) < p), 0.9) >= 20)[1])
  needed <- audit_labels(logical(), target = 0.9, expected = p)$needed
  data.frame(
    right = p, stops = mean(!is.na(at)), median = stats::median(at, na.rm = TRUE), mean = mean(at, na.rm = TRUE), needed
  )
})
print(do.call(rbind, rows), digits = 3)
# Without replacement, from 500 items of which exactly 450 are right, until all are audited.
false <- replicate(2000, any(capital_of(sample(rep(c(1, 0), c(450, 50))), 0.9, 500) >= 20))
cat("without replacement:", mean(false), "\n")
