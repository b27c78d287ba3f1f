# Made-up events of six videos of a dog by two coders, in the form of an export of BORIS; see inst/extdata/events.

set.seed(11)
rows <- NULL
for (v in 1:6) {
  cut <- c(0, cumsum(round(stats::runif(9, 4, 12), 1)))
  what <- character(9)
  for (k in 1:9) what[k] <- sample(setdiff(c("rest", "groom", "play", "walk"), if (k > 1) what[k - 1]), 1)
  bark <- sort(round(stats::runif(4, 2, max(cut) - 2), 1))
  for (who in c("ann", "bob")) {
    at <- pmax(0, round(cut + c(0, stats::rnorm(8, 0, 0.5), 0), 1))
    at <- sort(at)
    label <- what
    wrong <- stats::runif(9) < 0.15
    swap <- c(rest = "groom", groom = "rest", play = "walk", walk = "play")
    label[wrong] <- swap[label[wrong]]
    keep <- stats::runif(9) > 0.05
    s <- data.frame(b = label, t = "STATE", s = at[-10], e = at[-1])[keep, ]
    heard <- bark[stats::runif(4) < 0.9]
    heard <- round(heard + stats::rnorm(length(heard), 0, 0.3), 1)
    p <- data.frame(b = rep("bark", length(heard)), t = "POINT", s = heard, e = heard)
    x <- rbind(s, p)
    x <- x[order(x$s), ]
    rows <- rbind(
      rows, data.frame(o = paste0("dog", v, "_", who), m = paste0("dog", v, ".mp4"), l = ceiling(max(cut)) + 5, x)
    )
  }
}
lines <- sprintf(
  "%s\t%s\t%.1f\tNo focal subject\t%s\t\t%s\t%.1f\t%.1f", rows$o, rows$m, rows$l, rows$b, rows$t, rows$s, rows$e
)
head <- c(
  "Observation id", "Media file", "Total length", "Subject", "Behavior", "Modifiers", "Behavior type", "Start (s)",
  "Stop (s)"
)
writeLines(c(paste(head, collapse = "\t"), lines), "inst/extdata/events/dogs.tsv")
