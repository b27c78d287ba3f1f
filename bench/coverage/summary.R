# What README.md quotes of coverage.csv.
#   Rscript bench/coverage/summary.R [report|choose] [method] [file]
args <- commandArgs(TRUE)
use <- c(args[1], "report")[is.na(args[1]) + 1]
ours <- c(args[2], "default")[is.na(args[2]) + 1]
x <- utils::read.csv(c(args[3], "bench/coverage/coverage.csv")[is.na(args[3]) + 1])
x <- x[x$use == use, ]

# Chance by the number of categories is another quantity in each job where nobody declared the set, and
# jobs differ in which labels they show: these rows stand by themselves.
x$own_set <- !x$declared & x$coefficient %in% c("brennan_prediger", "gwet_ac1")
promised <- x$items >= 20 & !x$own_set
goal <- c(0.93, 0.985)
show <- function(title, table, ...) {
  cat("\n##", title, "\n")
  print(as.data.frame(table), digits = 3, row.names = FALSE, ...)
}

# Coverage of the jobs that have an estimate; one without an interval is missed.
overview <- function(rows, by = "method") {
  do.call(rbind, lapply(split(rows, rows[[by]]), function(p) {
    above <- p$above * (1 - p$without)
    below <- p$below * (1 - p$without)
    # a row's misses on either side, of which none or few are no more than chance
    balanced <- pmax(above, below) <= 3 * pmin(above, below) + 3 / p$replicates
    data.frame(
      p[1, by, drop = FALSE],
      rows = nrow(p), lowest = min(p$covered), mean = mean(p$covered), highest = max(p$covered),
      `in .93-.985` = mean(p$covered >= goal[1] & p$covered <= goal[2]), `below .91` = mean(p$covered < 0.91),
      `misses above` = mean(above), below = mean(below), `within 3` = mean(balanced),
      `no estimate` = mean(p$undefined), `no interval` = mean(p$without), check.names = FALSE
    )
  }))
}
# How often a row of so many replicates would be in range if each interval covered exactly .95.
by_chance <- function(n) {
  inside <- range(which(seq_len(n) / n >= goal[1] - 1e-9 & seq_len(n) / n <= goal[2] + 1e-9))
  diff(stats::pbinom(c(inside[1] - 1, inside[2]), n, 0.95))
}
at_95 <- !grepl("[.]9[09]$", x$method)
cat(sprintf("%s designs, %d to %d replicates\n", use, min(x$replicates), max(x$replicates)))
show("From 20 items on", overview(x[promised & at_95, ]))
ours_promised <- x[promised & x$method == ours, ]
cat(sprintf(
  "in range by chance, if every interval covered .95: %.3f\n",
  mean(vapply(ours_promised$replicates, by_chance, 0))
))
for (n in sort(unique(x$items[promised]))) {
  show(paste(n, "items"), overview(x[promised & at_95 & x$items == n, ]))
}
show("10 items", overview(x[x$items == 10 & !x$own_set & at_95, ]))
show("Brennan-Prediger and AC1 where no set is declared", overview(x[x$own_set & at_95, ]))

mine <- x[promised & x$method == ours, ]
show(paste("By kind:", ours), overview(mine, "kind"))
show(paste("By coefficient:", ours), overview(mine, "coefficient"))
off <- mine[mine$covered < goal[1] | mine$covered > goal[2], ]
show(
  "Rows outside .93 to .985",
  off[order(off$covered), c("cell", "coefficient", "truth", "estimate", "sd", "undefined", "without",
    "covered", "above", "below", "width")]
)

# Against the narrowest of the others that covers in the same row.
key <- function(x) paste(x$cell, x$coefficient)
rivals <- x[promised & at_95 & x$method != ours & x$covered >= goal[1], ]
rivals <- rivals[order(rivals$width), ]
best <- rivals[match(key(mine), key(rivals)), ]
cat(sprintf("\n## Width, divided by that of the best of the others that covers (%.2f or more)\n", goal[1]))
covers <- mine$covered >= goal[1]
cat(sprintf("rows in which none of the others covers: %d of %d (ours does in %d of these)\n",
  sum(is.na(best$width)), nrow(mine), sum(is.na(best$width) & covers)))
ratio <- mine$width / best$width
print(stats::quantile(ratio[covers], c(0, 0.05, 0.25, 0.5, 0.75, 0.95, 1), na.rm = TRUE), digits = 3)
wide <- cbind(mine, rival = best$method, rival_width = best$width, rival_covered = best$covered, ratio)
wide <- wide[covers & !is.na(ratio) & ratio > 1.1, ]
show("Wider by more than a tenth", wide[order(-wide$ratio),
  c("cell", "coefficient", "covered", "width", "rival", "rival_covered", "rival_width", "ratio")])

for (level in c(".90", ".99")) {
  other <- x[promised & x$method == paste(ours, level), ]
  if (!nrow(other)) next
  cat(sprintf("\n## Level %s: coverage %.3f to %.3f, mean %.3f; 5 %% of the rows below %.3f, 5 %% above %.3f\n",
    level, min(other$covered), max(other$covered), mean(other$covered),
    stats::quantile(other$covered, 0.05), stats::quantile(other$covered, 0.95)))
}
