# Labels and their probabilities against gold labels, on 12 sets of crowd labels:
# ACCORD_CROWD=<directory> Rscript bench/labels.R [method ...]
# The directory holds crowd-labels and crowd-labels-2, with a folder for each set that has
# labels.csv (item, worker, label) and gold.csv (item, gold), or these with .gz.
library(accord)

sets <- c(
  bluebirds = "crowd-labels/duck_bluebirds", rte = "crowd-labels/snow_rte",
  temporal = "crowd-labels/snow_temporal", face = "crowd-labels/face_sentiment",
  adult = "crowd-labels/gal_adult2", sentiment = "crowd-labels-2/sentiment",
  weather = "crowd-labels-2/weather", weather_amt = "crowd-labels-2/weather_amt",
  music = "crowd-labels-2/music", polarity_amt = "crowd-labels-2/polarity_amt",
  zencrowd_in = "crowd-labels-2/zencrowd_in", relevance = "crowd-labels-2/relevance"
)

read_part <- function(set, part) {
  file <- file.path(Sys.getenv("ACCORD_CROWD"), set, part)
  utils::read.csv(if (file.exists(file)) file else paste0(file, ".gz"), colClasses = "character")
}

read_set <- function(set) {
  labels <- read_part(set, "labels.csv")
  gold <- read_part(set, "gold.csv")
  gold <- gold[gold$item %in% labels$item & gold$gold %in% labels$label, ]
  list(
    labels = labels[!duplicated(labels[1:3]), ],
    gold = stats::setNames(gold$gold, gold$item)
  )
}

early <- function(make, most) make(tolerance = 0, max_iterations = most)
methods <- list(
  anchored = anchored(), anchored_10 = anchored(iterations = 10),
  dawid_skene = dawid_skene(), dawid_skene_2 = early(dawid_skene, 2),
  dawid_skene_3 = early(dawid_skene, 3), mace = mace(), mace_2 = early(mace, 2),
  mace_3 = early(mace, 3), glad = glad(), glad_2 = early(glad, 2), glad_3 = early(glad, 3),
  dawid_skene_tempered = dawid_skene(rho = 0.15, eps = 0.05)
)
asked <- commandArgs(TRUE)
if (length(asked)) methods <- methods[asked]

data <- lapply(sets, read_set)
figures <- c("accuracy", "stated", "log_score", "calibration_error")
for (name in names(methods)) {
  rows <- t(vapply(data, function(d) {
    x <- suppressWarnings(consensus(d$labels, item, worker, label,
      method = methods[[name]], ties = "first", duplicates = "keep"
    ))
    found <- suppressMessages(evaluate_consensus(x, d$gold, ci = ci_none()))
    all <- is.na(found$class)
    at <- match(figures, found$measure[all])
    c(found$estimate[all][at], found$perfect[all][at[4]])
  }, numeric(5)))
  colnames(rows) <- c(figures, "that of perfect probabilities")
  cat("\n##", name, "\n")
  print(round(rbind(rows, mean = colMeans(rows)), 4))
}
