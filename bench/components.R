# Variance components: lme4's InstEval (73,421 scores of 1,128 lecturers by 2,972 students) against lme4 in one run,
# and growth with the number of scores; and the likelihood that MixedModels.jl asserts. Rscript bench/components.R

library(accord)

seconds <- function(code) system.time(code)[["elapsed"]]
of <- function(data) variance_components(data, y ~ (1 | s) + (1 | d), ci = "none")

if (requireNamespace("lme4", quietly = TRUE)) {
  data <- lme4::InstEval
  times <- matrix(nrow = 2, ncol = 3)
  for (i in 1:3) {
    times[1, i] <- seconds(x <- of(data))
    times[2, i] <- seconds(y <- lme4::lmer(y ~ 1 + (1 | s) + (1 | d), data))
  }
  theirs <- as.data.frame(lme4::VarCorr(y))$vcov
  cat(sprintf(
    "InstEval: accord %.2f s (%d evaluations with gradients), lme4 %s %.2f s (%d without): %.1f times as long\n",
    stats::median(times[1, ]), glance(x)$evaluations, utils::packageVersion("lme4"),
    stats::median(times[2, ]), y@optinfo$feval, stats::median(times[2, ] / times[1, ])
  ))
  cat("standard deviations, accord:", format(sqrt(x$estimate), digits = 9), " lme4:", format(sqrt(theirs), digits = 9))
  cat(sprintf(
    "\ncriterion, accord less lme4: %.2g\n",
    glance(x)$criterion - as.numeric(lme4::REMLcrit(y))
  ))
  z <- variance_components(data, y ~ service + (1 | s) + (1 | d) + (1 | dept), method = "ml", ci = "none")
  # Asserted in MixedModels.jl's test/pls.jl at commit 2228a9a
  cat(sprintf(
    "maximum likelihood with departments, less the objective of MixedModels.jl: %.2g\n",
    glance(z)$criterion - 237721.76877450474
  ))
}

# Students score ten lecturers each, of 1,000.
set.seed(1)
for (n_students in c(1e4, 3e4, 1e5)) {
  data <- data.frame(s = rep(seq_len(n_students), each = 10))
  data$d <- sample(1000, nrow(data), replace = TRUE)
  data$y <- stats::rnorm(n_students, sd = .3)[data$s] + stats::rnorm(1000, sd = .5)[data$d] +
    stats::rnorm(nrow(data))
  gc(reset = TRUE)
  time <- seconds(x <- of(data))
  cat(sprintf(
    "%.0f scores by %.0f students of 1,000 lecturers: %.2f s, %d evaluations, memory %.0f MB\n",
    nrow(data), n_students, time, glance(x)$evaluations, sum(gc()[, 6])
  ))
}
