# A sparse job: 200,000 items × 20,000 workers, five ratings an item. A dense matrix of integers
# would take 16 GB; the peak must stay a small multiple of the rows.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
set.seed(1)
items <- 200000L
workers <- 20000L
d <- data.frame(
  item = sprintf("item_%06d", rep(seq_len(items), each = 5)),
  worker = sprintf("worker_%05d", (rep(sample.int(workers, items, TRUE), each = 5) + 0:4 * 3001L) %% workers),
  rating = sample(letters[1:5], 5L * items, replace = TRUE)
)
frame <- as.numeric(object.size(d)) / 1024^2
triplets <- list(item = match(d$item, unique(d$item)), worker = match(d$worker, unique(d$worker)))
peak <- c(frame = peak_above(function() krippendorff_alpha(d, item, worker, rating)))
if (requireNamespace("Matrix", quietly = TRUE)) {
  m <- Matrix::sparseMatrix(i = triplets$item, j = triplets$worker, x = match(d$rating, letters))
  peak["sparse matrix"] <- peak_above(function() {
    krippendorff_alpha(m, layout = "raters_in_columns", level = "nominal")
  })
}
show(
  "200,000 items × 20,000 workers",
  from = names(peak), `peak above it, MB` = peak, `of the frame` = peak / frame,
  `of a dense matrix` = peak / (4 * items * workers / 1024^2)
)
