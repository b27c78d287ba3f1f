# Coverage of 95% limits where items lie in 5, 10, 20 or 50 clusters, by simulation: the designs of
# coverage-few-clusters-designs.R, of which the odd ones served to choose. For each design and figure the share of
# studies whose limits contain the value of the population (from 5,000 clusters), and the median width.
#   R_LIBS=build/lib Rscript bench/coverage-few-clusters.R [replicates] [half: 0 even, 1 odd designs] [csv] [which]
# `which`: `kappa`, only the kappa of a rater, which takes a minute for 100 replicates instead of ten; `coefficients`,
# only those of agreement() and the limits of agreement; `limits`, only the latter.

suppressPackageStartupMessages(library(accord))
options(accord.threads = 1)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "coverage-few-clusters-designs.R"))
arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments) > 0) as.integer(arguments[1]) else 200
half <- if (length(arguments) > 1) as.integer(arguments[2]) else 0
file <- if (length(arguments) > 2) arguments[3] else file.path(here, "coverage-few-clusters.csv")
which <- if (length(arguments) > 3) arguments[4] else "all"

figure <- function(name, x) {
  data.frame(figure = name, estimate = x$estimate, conf.low = x$conf.low, conf.high = x$conf.high)
}

# All figures of a study, with their limits. `truth`: only the estimates of a large study.
figures_of <- function(study, d, truth = FALSE) {
  pick <- function(ci) if (truth) ci_none() else ci
  q <- seq_len(length(CUTS[[d$cuts]]) + 1) - 1
  level <- if (d$cuts == "four") "ordinal" else "nominal"
  ratings <- as_ratings(study, item, rater, label, cluster = cluster, level = level, categories = q)
  ids <- c("krippendorff_alpha", "conger_kappa", if (d$cuts == "four") "gwet_ac2" else "gwet_ac1", "percent_agreement")
  weights <- if (d$cuts == "four") "quadratic"
  coefficients <- function(ci, name) {
    x <- agreement(ratings, coefficients = ids, weights = weights, ci = pick(ci))
    figure(paste(ids, name), x[match(ids, x$coefficient), ])
  }
  of_limits <- function(against, name) {
    x <- tidy(limits_of_agreement(study, item, rater, score, cluster = cluster, against = against))
    x <- x[x$rater_1 %in% c("a", "each rater") & x$rater_2 %in% c("b", "mean of all"), ]
    if (against == "mean") x <- x[x$term != "bias", ]
    figure(paste(x$term, name), x)
  }
  core <- function() {
    rbind(
      coefficients(ci_default(), "default"), if (!truth) coefficients(ci_jackknife(), "jackknife"),
      of_limits("each_other", "limits"), of_limits("mean", "with the mean")
    )
  }
  if (which == "limits") {
    return(rbind(of_limits("each_other", "limits"), of_limits("mean", "with the mean")))
  }
  if (which == "coefficients") {
    return(core())
  }
  raters <- as.data.frame(rater_summary(ratings))
  raters$estimate <- raters$kappa
  if (which == "kappa") {
    return(figure("kappa of a rater", raters[1, ]))
  }
  twice <- rbind(
    data.frame(study[c("item", "cluster", "rater", "label")], occasion = 1),
    data.frame(study[c("item", "cluster", "rater")], label = study$label_again, occasion = 2)
  )
  intra <- intra_rater_agreement(
    twice, item, rater, label,
    occasion = occasion, cluster = cluster, level = level, categories = q, ci = pick(ci_default())
  )
  concordances <- function(ci, name) {
    x <- concordance(study, item, rater, score, cluster = cluster, ci = pick(ci))
    x <- x[is.na(x$rater_1) | x$rater_1 == "a" & x$rater_2 == "b", ]
    figure(paste(c("concordance", "concordance of all"), name), x)
  }
  rbind(
    core(), figure("kappa of a rater", raters[1, ]), figure("alpha of a rater", intra[1, ]),
    figure("alpha of all raters", intra[nrow(intra), ]),
    concordances(ci_default(), "default"), if (!truth) concordances(ci_jackknife(), "jackknife")
  )
}

quiet <- function(x) suppressMessages(suppressWarnings(x))
designs <- few_clusters_designs()
designs <- designs[designs$design %% 2 == half, ]
rows <- list()
for (i in seq_len(nrow(designs))) {
  d <- designs[i, ]
  set.seed(d$design)
  whole <- quiet(figures_of(clustered_study(d, 5000), d, truth = TRUE))
  truth <- stats::setNames(whole$estimate, whole$figure)
  set.seed(7000 + d$design)
  found <- do.call(rbind, lapply(seq_len(times), function(b) quiet(figures_of(clustered_study(d), d))))
  found$truth <- truth[sub(" jackknife", " default", found$figure)]
  rows[[i]] <- do.call(rbind, lapply(split(found, found$figure), function(x) {
    y <- x[!is.na(x$conf.low) & !is.na(x$conf.high), ]
    data.frame(
      d[c("design", "clusters", "size", "sizes", "within", "own", "noise", "difficulty", "cuts")],
      figure = x$figure[1], truth = round(x$truth[1], 3), studies = nrow(x), with_limits = nrow(y),
      coverage = round(mean(y$conf.low <= y$truth & y$truth <= y$conf.high), 3),
      above = round(mean(y$conf.low > y$truth), 3), below = round(mean(y$conf.high < y$truth), 3),
      width = round(stats::median(y$conf.high - y$conf.low), 3)
    )
  }))
  cat(d$design, "")
  result <- do.call(rbind, rows)
  utils::write.csv(result, file, row.names = FALSE, quote = FALSE)
}
cat("\n")
for (own in split(result, paste(result$figure, sprintf("%2d", result$clusters)))) {
  cat(sprintf(
    "%-32s %2d clusters: coverage %.3f to %.3f (mean %.3f), width %.3f\n", own$figure[1], own$clusters[1],
    min(own$coverage, na.rm = TRUE), max(own$coverage, na.rm = TRUE), mean(own$coverage, na.rm = TRUE),
    stats::median(own$width)
  ))
}
