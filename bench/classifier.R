# A classifier beside the raters, and fewer ratings, on real ratings with gold labels:
# ACCORD_CROWD=folder Rscript bench/classifier.R [classifier|fewer]. The folder has crowd-labels and crowd-labels-2.
# The classifiers are simulated: normal scores, of which that of the gold label is 1.2 (weak) or 2.5 (strong) higher,
# times 1.5, so that they are too sure; their errors are independent of those of the raters, which is optimistic.
library(accord)
folder <- Sys.getenv("ACCORD_CROWD")
if (folder == "") stop("ACCORD_CROWD must name the folder of crowd-labels and crowd-labels-2.")
parts <- commandArgs(TRUE)
if (!length(parts)) parts <- c("classifier", "fewer")
sets <- c(
  rte = "crowd-labels/snow_rte", temporal = "crowd-labels/snow_temporal", face = "crowd-labels/face_sentiment",
  music = "crowd-labels-2/music", weather = "crowd-labels-2/weather", zencrowd_in = "crowd-labels-2/zencrowd_in",
  weather_amt = "crowd-labels-2/weather_amt", polarity_amt = "crowd-labels-2/polarity_amt",
  bluebirds = "crowd-labels/duck_bluebirds"
)
read_set <- function(name) {
  read <- function(file) {
    path <- file.path(folder, sets[[name]], file)
    utils::read.csv(if (file.exists(path)) path else paste0(path, ".gz"), colClasses = "character")
  }
  labels <- read("labels.csv")
  gold <- read("gold.csv")
  labels <- labels[!duplicated(labels[1:3]), ]
  list(labels = labels, gold = gold[gold$item %in% labels$item, ])
}
# Accuracy (ties in proportion), log score, and expected calibration error in ten bins of equal size.
score <- function(q, truth) {
  n <- length(truth)
  top <- apply(q, 1, max)
  best <- q > top - 1e-9
  hit <- (best / rowSums(best))[cbind(seq_len(n), truth)]
  bin <- ceiling(10 * rank(top) / (n + 1))
  c(
    accuracy = mean(hit), log = mean(log(pmax(q[cbind(seq_len(n), truth)], 1e-6))),
    ece = sum(abs(rowsum(top - hit, bin))) / n
  )
}
auroc <- function(s, y) (sum(rank(s)[y]) - sum(y) * (sum(y) + 1) / 2) / (sum(y) * sum(!y))

if ("classifier" %in% parts) {
  rows <- NULL
  for (name in c("rte", "temporal", "face", "music", "weather", "zencrowd_in")) {
    d <- read_set(name)
    items <- unique(d$labels$item)
    classes <- sort(unique(d$labels$label))
    gold <- match(d$gold$gold[match(items, d$gold$item)], classes)
    for (strength in c(1.2, 2.5)) {
      set.seed(1)
      scores <- matrix(stats::rnorm(length(items) * length(classes)), length(items))
      at <- cbind(seq_along(items), ifelse(is.na(gold), 1, gold))
      scores[at] <- scores[at] + strength
      p <- exp(1.5 * scores)
      p <- p / rowSums(p)
      dimnames(p) <- list(items, classes)
      fit <- function(method) {
        # Some workers labelled an item twice, in two ways.
      x <- consensus(d$labels, item, worker, label, duplicates = "keep", method = method, posterior = TRUE)
        list(q = x$posterior[match(items, x$item), classes], x = x)
      }
      crowd <- fit(crowdlab(classifier = p))
      found <- list(
        classifier = p, crowdlab = crowd$q, ratings = fit(anchored())$q, both = fit(anchored(classifier = p))$q
      )
      quality <- tidy(crowd$x, "items")
      majority <- match(quality$majority[match(items, quality$item)], classes)
      ok <- !is.na(gold)
      for (method in names(found)) {
        q <- found[[method]]
        sure <- q[cbind(seq_along(items), majority)]
        rows <- rbind(rows, data.frame(
          set = name, strength, method, t(score(q[ok, ], gold[ok])), auroc = auroc(sure[ok], (majority == gold)[ok])
        ))
      }
    }
  }
  print(stats::aggregate(cbind(accuracy, log, ece, auroc) ~ method + strength, rows, mean), digits = 3)
}

if ("fewer" %in% parts) {
  most <- c(rte = 10, temporal = 10, face = 9, weather_amt = 10, polarity_amt = 10, bluebirds = 39)
  for (name in names(most)) {
    d <- read_set(name)
    # At most so many ratings of an item, chosen at random.
    set.seed(1)
    l <- d$labels[sample(nrow(d$labels)), ]
    l <- l[stats::ave(seq_along(l$item), l$item, FUN = seq_along) <= most[[name]], ]
    gold <- data.frame(item = d$gold$item, label = d$gold$gold)
    gold <- gold[gold$label %in% l$label, ]
    cat("\n", name, "\n")
    print(as.data.frame(tidy(suppressMessages(
      fewer_ratings(l, item, worker, label, duplicates = "keep", share = c(0.3, 0.5, 0.7), gold = gold)
    ))), digits = 3)
  }
}
