# Fair marks, misfits and drift of rater_severity() in simulated examinations: 0 to 6 on each criterion, essays with
# standard deviation 1.2 logits, criteria spread over a logit. Rscript bench/coverage-marks.R [replicates] [rows]
#
# The designs and what each must show were written down before the runs that are reported. Small runs before the first
# 15 settled the noise of an erratic marker and the rules of the verdicts; the other 25 were added later:
# * error: the root mean squared error of fair marks relative to that of raw means, at most .8 in sparse designs whose
#   severities have .5 standard deviations of the essays or more; coverage of 95% limits from .93 to .97.
# * found: the share of planted faults that get their verdict, .8 for an erratic marker with an outfit of 1.5 and 60
#   essays (the noise in logits was chosen for it, and the table has the mean); false: the share of verdicts (other
#   than severe or lenient) for markers without a fault, at most .05.

library(accord)
options(accord.threads = 1)

arguments <- as.integer(commandArgs(trailingOnly = TRUE))
times <- if (length(arguments)) arguments[1] else 200

STEPS <- seq(-2.2, 2.2, length.out = 6)
ESSAY_SD <- 1.2

designs <- utils::read.csv(text = "
layout,     essays, markers, each, criteria, severity, fault, noise
random,        200,      12,    2,        4,       .5, none, 0
random,        200,      12,    2,        1,       .5, none, 0
random,        200,      12,    2,        1,        1, none, 0
mostly one,    200,      12,    1,        4,       .5, none, 0
spiral,        120,      30,    2,        4,       .5, none, 0
spiral,        400,      50,    2,        1,       .5, none, 0
complete,       60,       2,    2,        4,      .25, none, 0
complete,      100,       4,    4,        4,       .5, none, 0
two sets,      200,      12,    2,        4,       .5, none, 0
random,        180,       6,    2,        1,       .5, erratic, 2.3
random,        180,       6,    2,        4,       .5, erratic, 1.1
random,        180,       6,    2,        4,       .5, halo, 0
random,        180,       6,    2,        4,       .5, central tendency, 0
ten days,      300,       6,    2,        1,       .5, drift, 0
ten days,      300,       6,    2,        4,       .5, drift, 0
random,        100,       8,    2,        2,       .5, none, 0
random,        400,      24,    2,        3,       .5, none, 0
random,        500,      50,    2,        2,       .5, none, 0
random,        150,      10,    3,        2,       .5, none, 0
random,        150,      10,    2,        2,       .8, none, 0
random,         60,       6,    2,        4,       .5, none, 0
mostly one,    300,      20,    1,        2,       .5, none, 0
mostly one,    200,       8,    1,        3,        1, none, 0
mostly one,    400,      40,    1,        4,       .5, none, 0
spiral,        160,       8,    2,        2,       .5, none, 0
spiral,        200,      20,    2,        3,       .8, none, 0
spiral,        500,      50,    2,        4,       .5, none, 0
complete,       40,       3,    3,        2,       .5, none, 0
complete,       60,       8,    8,        1,       .5, none, 0
complete,      200,       2,    2,        1,       .5, none, 0
two sets,      160,       8,    2,        2,       .5, none, 0
two sets,      300,      20,    2,        3,       .8, none, 0
complete,       60,       4,    4,        2,       .5, erratic, 1.5
spiral,        180,       6,    2,        2,       .5, erratic, 1.5
random,        360,      12,    2,        2,       .5, erratic, 1.5
mostly one,    300,       6,    1,        4,       .5, erratic, 1.1
spiral,        180,       6,    2,        3,       .5, halo, 0
random,        360,      12,    2,        2,       .5, central tendency, 0
ten days,      600,       6,    2,        2,       .5, drift, 0
ten days,      400,       4,    2,        4,       .5, drift, 0
", strip.white = TRUE)

# The markers of each essay, a row per essay.
assigned <- function(d) {
  n <- d$essays
  m <- d$markers
  switch(d$layout,
    # The second marker is 1, 2, ..., m - 1 places further, a round of the markers each.
    spiral = cbind(seq_len(n), seq_len(n) %/% m %% (m - 1) + seq_len(n) + 1) %% m + 1,
    complete = matrix(seq_len(m), n, m, byrow = TRUE),
    # A fifth has a second marker, so that all are linked in a ring.
    `mostly one` = cbind(rep_len(1:m, n), ifelse(seq_len(n) <= n / 5, rep_len(1:m, n) %% m + 1, NA)),
    `two sets` = t(vapply(seq_len(n), function(i) sample(m / 2, 2) + m / 2 * (i %% 2), c(0, 0))),
    t(replicate(n, sample(m, d$each)))
  )
}

expected <- function(place, difficulty) {
  weight <- exp(outer(place - difficulty, 0:6) - rep(c(0, cumsum(STEPS)), each = length(place)))
  list(cumulative = t(apply(weight / rowSums(weight), 1, cumsum)), mean = drop(weight %*% 0:6) / rowSums(weight))
}

simulated <- function(d) {
  who <- assigned(d)
  rows <- data.frame(essay = c(row(who)), marker = c(who))
  rows <- merge(rows[!is.na(rows$marker), ], data.frame(criterion = seq_len(d$criteria)))
  difficulty <- if (d$criteria == 1) 0 else seq(-0.5, 0.5, length.out = d$criteria)
  severity <- drop(scale(rnorm(d$markers))) * d$severity * ESSAY_SD
  essay <- ESSAY_SD * rnorm(d$essays)
  rows$day <- sample(10, d$essays, TRUE)[rows$essay]
  place <- essay[rows$essay] - severity[rows$marker]
  first <- rows$marker == 1
  place <- place + first * d$noise * rnorm(nrow(rows))
  # A logit in all, from the first to the last day.
  if (d$fault == "drift") place <- place - first * (rows$day - 5.5) / 9
  rows$mark <- rowSums(runif(nrow(rows)) > expected(place, difficulty[rows$criterion])$cumulative)
  if (d$fault == "halo") {
    alike <- stats::ave(rows$mark, rows$essay, rows$marker)
    rows$mark <- ifelse(first, round((rows$mark + alike) / 2), rows$mark)
  }
  if (d$fault == "central tendency") rows$mark <- ifelse(first, round(3 + 0.6 * (rows$mark - 3)), rows$mark)
  true <- Reduce(`+`, lapply(difficulty, function(x) expected(essay, x)$mean))
  list(rows = rows, true = true)
}

one <- function(d) {
  found <- simulated(d)
  rows <- found$rows
  true <- found$true
  link <- if (d$layout %in% c("two sets", "ten days")) "population" else "items"
  fit <- function(...) suppressWarnings(rater_severity(rows, essay, marker, mark, link = link, ...))
  x <- if (d$fault == "drift") {
    if (d$criteria == 1) fit(batch = day) else fit(batch = day, facets = criterion)
  } else {
    if (d$criteria == 1) fit() else fit(facets = criterion)
  }
  marks <- fair_marks(x)
  verdicts <- tidy(x, "verdicts")
  faults <- "erratic|predictable|halo|central|extremes|drift"
  first <- verdicts$rater == 1
  wanted <- if (d$fault == "none") NA else grepl(d$fault, verdicts$verdict)
  drift <- if (d$fault == "drift") tidy(x, "drift")
  c(
    error = mean((marks$fair - true)^2), raw = mean((marks$raw - true)^2),
    coverage = mean(marks$conf.low <= true & true <= marks$conf.high),
    found = if (d$fault == "none") NA else mean(wanted[first]),
    false = mean(grepl(faults, verdicts$verdict[d$fault == "none" | !first])),
    outfit = if (d$fault == "none") NA else mean(verdicts$outfit[first]),
    any_change = if (is.null(drift)) NA else drift$adj.p.value[1] < 0.05,
    trend = if (is.null(drift)) NA else drift$trend.adj.p.value[1] < 0.05
  )
}

set.seed(45)
chosen <- if (length(arguments) > 1) arguments[-1] else seq_len(nrow(designs))
for (i in chosen) {
  time <- system.time(found <- rowMeans(replicate(times, one(designs[i, ]))))[["user.self"]]
  found <- c(ratio = sqrt(found[["error"]] / found[["raw"]]), found[-(1:2)])
  cat(paste(c(unlist(designs[i, ]), formatC(found, digits = 3, format = "f"), round(time)), collapse = ","), "\n")
}
