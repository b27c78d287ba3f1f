# The posterior of ci_bayes() in its plain form (posterior/plain.h) beside today's, on the reporting designs of
# bench/coverage with 20 items, and all with 50 that have ten raters or fewer: settled before the first run.
#   Rscript bench/posterior-plain.R coverage [replicates]
#   Rscript bench/posterior-plain.R seeds
#   Rscript bench/posterior-plain.R speed
suppressPackageStartupMessages(library(accord))
options(accord.threads = 1, accord.ci = NULL, cli.progress_show_after = 1e9)
today <- accord:::posterior_limits
use_form <- function(form, draws = 2048) {
  utils::assignInNamespace("posterior_limits", if (form == 0) today else function(sample, figures, skip, ci, tick) {
    accord:::posterior_plain(sample, figures, skip, ci, form, draws)
  }, "accord")
}
forms <- c(today = 0, plain = 1, `engine less own pairs` = 3)

coverage <- function(replicates = 500) {
  source("bench/coverage/designs.R")
  source("bench/coverage/truth.R")
  rows <- list()
  for (design in Filter(function(d) d$use == "report" && 20 %in% d$items && is_there(d), designs)) {
    truth <- true_values(design)
    per_form <- lapply(forms, function(form) {
      use_form(form)
      time <- system.time(x <- do.call(rbind, lapply(seq_len(replicates / 100), function(part) {
        set.seed(seed_of(paste(design$name, 20, part)))
        x <- suppressWarnings(agreement_of(design, design$draw(20, 100), ci_bayes()))
        x$coefficient <- sub("_ac2", "_ac1", x$coefficient)
        as.data.frame(x)[c("job", "coefficient", "estimate", "conf.low", "conf.high")]
      })))
      cat(design$name, form, time[["elapsed"]], "\n", file = stderr())
      x
    })
    for (coefficient in unique(per_form$today$coefficient)) {
      of <- lapply(per_form, function(x) x[x$coefficient == coefficient, ])
      true <- truth[[coefficient]]
      has <- Reduce(`&`, lapply(of, function(x) !is.na(x$conf.low) & !is.na(x$conf.high)))
      rows[[length(rows) + 1]] <- data.frame(
        cell = design$name, coefficient, n = sum(has),
        do.call(cbind, lapply(of, function(x) {
          x <- x[has, ]
          data.frame(covered = mean(x$conf.low <= true & true <= x$conf.high), above = mean(x$conf.low > true),
            below = mean(x$conf.high < true), width = mean(x$conf.high - x$conf.low))
        }))
      )
    }
  }
  do.call(rbind, rows)
}

# Standard deviations of both limits over 20 seeds, 200 items, and milliseconds for both limits.
seeds <- function() {
  set.seed(8)
  one <- function(name, shares, raters, know, level = "nominal") {
    class <- sample(length(shares), 200, TRUE, shares)
    rating <- vapply(seq_len(raters), function(i) {
      ifelse(stats::runif(200) < know, class, sample(length(shares), 200, TRUE, shares))
    }, numeric(200))
    if (level == "interval") rating[] <- round(rating * 10 + stats::rnorm(length(rating), 0, 5), 1)
    list(name = name, level = level, ratings = as_ratings(rating, layout = "raters_in_columns", level = level))
  }
  designs <- list(
    one("two raters, two categories", c(0.6, 0.4), 2, 0.8), one("two raters, .95 in one category", c(0.95, 0.05), 2, 0.8),
    one("three raters, two categories", c(0.6, 0.4), 3, 0.8), one("three raters, five categories", rep(0.2, 5), 3, 0.7),
    one("three raters, numbers", rep(0.2, 5), 3, 0.7, "interval"), one("ten raters", c(0.5, 0.3, 0.2), 10, 0.7)
  )
  for (x in designs) {
    for (form in c(0, 1)) {
      for (draws in if (form == 0) 0 else c(2048, 4096, 16384)) {
        use_form(form, draws)
        for (coefficient in c("krippendorff_alpha", "conger_kappa")) {
          if (x$level == "interval" && coefficient == "conger_kappa") next
          time <- system.time(l <- vapply(1:20, function(seed) {
            got <- agreement(x$ratings, coefficients = coefficient, ci = ci_bayes(seed = seed))
            c(got$conf.low, got$conf.high)
          }, numeric(2)))[["user.self"]]
          none <- system.time(for (i in 1:20) agreement(x$ratings, coefficients = coefficient, ci = ci_none()))
          sd <- apply(l, 1, stats::sd)
          cat(sprintf("%-34s %-20s %-6s %6d draws: sd %.4f %.4f  %6.1f ms\n", x$name, coefficient, names(forms)[forms == form],
            draws, sd[1], sd[2], 1000 * (time - none[["user.self"]]) / 20))
        }
      }
    }
  }
}

# Seconds of the processor, with the estimate.
speed <- function() {
  set.seed(9)
  crowd <- function(n, m, raters, k, know = 0.7) {
    item <- rep(seq_len(n), each = m)
    class <- sample.int(k, n, TRUE)
    rater <- as.vector(vapply(seq_len(n), function(i) sample.int(raters, m), integer(m)))
    rating <- ifelse(stats::runif(n * m) < know, class[item], sample.int(k, n * m, TRUE))
    data.frame(item, rater, rating)
  }
  numbers <- function(n, m) {
    data.frame(item = rep(seq_len(n), m), rater = rep(seq_len(m), each = n), rating = stats::rnorm(n) + stats::rnorm(n * m))
  }
  cases <- list(
    list("600 ratings, alpha", crowd(200, 3, 3, 3), "alpha", "nominal", 4096),
    list("600 ratings, interval alpha", numbers(200, 3), "alpha", "interval", 4096),
    list("600 ratings, Conger", crowd(200, 3, 3, 3), "conger", "nominal", 4096),
    list("1e6 ratings, 5 each, alpha", crowd(2e5, 5, 20, 5), "alpha", "nominal", 4096),
    list("200,000 items, interval alpha", numbers(2e5, 2), "alpha", "interval", 256),
    list("5,000 categories, Fleiss", crowd(2e4, 2, 10, 5000), "fleiss", "nominal", 64),
    list("20,000 items, 10,000 raters, Conger", crowd(2e4, 3, 1e4, 3), "conger", "nominal", 16),
    list("300 items, 60 raters, Light", crowd(300, 10, 60, 3), "light", "nominal", 256)
  )
  for (case in cases) {
    ratings <- as_ratings(case[[2]], item, rater, rating, level = case[[4]])
    seconds <- vapply(c(NA, 0, 1), function(form) {
      if (!is.na(form)) use_form(form, case[[5]])
      ci <- if (is.na(form)) ci_none() else ci_bayes()
      system.time(agreement(ratings, coefficients = case[[3]], ci = ci))[["user.self"]]
    }, 0)
    cat(sprintf("%-38s estimate %.3f, today %.3f, plain with %d draws %.3f\n", case[[1]], seconds[1], seconds[2], case[[5]],
      seconds[3]))
  }
}

what <- c(commandArgs(TRUE), "coverage")[1]
if (what == "coverage") {
  rows <- coverage(as.integer(c(commandArgs(TRUE)[-1], "500")[1]))
  utils::write.csv(rows, "build/posterior-plain.csv", row.names = FALSE)
  for (form in names(forms)[-1]) {
    d <- rows[[paste0(make.names(form), ".covered")]] - rows$today.covered
    cat(form, ": rows", length(d), "loses more than .003 in", sum(d < -0.003), "lowest", min(d), "mean", mean(d), "\n")
  }
}
if (what == "seeds") seeds()
if (what == "speed") speed()
