# anchored() beside 25 iterations of Dawid-Skene: ten million ratings by 10,000 workers in five categories, from the
# frame and from checked ratings; CPU seconds, which other work on the machine changes less than elapsed ones, and the
# peak of memory above the frame. ACCORD_BENCH_ITEMS=4e5 takes two million ratings.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
suppressPackageStartupMessages(library(accord))

methods <- list(
  `25 iterations of Dawid-Skene` = dawid_skene(max_iterations = 25, tolerance = 0), `anchored()` = anchored()
)
items <- as.numeric(Sys.getenv("ACCORD_BENCH_ITEMS", "2e6"))
label <- function(data, ...) suppressWarnings(consensus(data, ...))

# Memory is measured in a new process, because one that has run before has free memory.
task <- as.integer(Sys.getenv("ACCORD_BENCH_TASK", "0"))
if (task > 0) {
  data <- crowd(items, 10000)
  cat(peak_above(function() label(data, item, worker, rating, method = methods[[task]])), "\n")
  quit()
}
peak <- function(task) {
  script <- file.path(Sys.getenv("ACCORD_BENCH", "bench"), "anchored.R")
  set <- c(paste0("ACCORD_BENCH_TASK=", task), paste0("ACCORD_BENCH_ITEMS=", items))
  out <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE, env = set)
  as.numeric(out[length(out)])
}

data <- crowd(items, 10000)
ratings <- as_ratings(data, item, worker, rating)
cpu <- function(run) sum(system.time(run())[c("user.self", "sys.self")])
from_frame <- vapply(methods, function(method) {
  min(replicate(2, cpu(function() label(data, item, worker, rating, method = method))))
}, 0)
checked <- vapply(methods, function(method) min(replicate(2, cpu(function() label(ratings, method = method)))), 0)
rm(ratings)
memory <- vapply(seq_along(methods), peak, 0)
show(
  paste(format(nrow(data), big.mark = ","), "ratings, a frame of", format(object.size(data), units = "MB")),
  method = names(methods), `CPU s` = from_frame, `CPU s, checked ratings` = checked, `peak MB` = memory
)
cat(
  "Ratio:", format(from_frame[[2]] / from_frame[[1]], digits = 3), "from the frame,",
  format(checked[[2]] / checked[[1]], digits = 3), "of checked ratings; memory",
  format(memory[2] / memory[1], digits = 3), "\n"
)
