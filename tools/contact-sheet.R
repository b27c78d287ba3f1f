# Usage: Rscript tools/contact-sheet.R [FOLDER] [NAME]...
# Draws the plots of every class of result, and of data that are hard to draw, 8 and 16 cm wide, as FOLDER/<name>-8.png
# and FOLDER/<name>-16.png, and all of them on FOLDER/sheets/8-cm.png and 16-cm.png, to be looked at. FOLDER is
# build/plots unless it is given. With names only plots whose names contain one of these are drawn. Needs the installed
# package and ggplot2.

arguments <- commandArgs(TRUE)
folder <- if (length(arguments)) arguments[1] else "build/plots"
wanted <- arguments[-1]
dir.create(file.path(folder, "sheets"), showWarnings = FALSE, recursive = TRUE)
library(accord)
# The results of the tests, whose helpers call functions of the package that are not exported.
helpers <- new.env(parent = asNamespace("accord"))
sys.source("tests/testthat/helper-results.R", helpers)

# Data that are hard to draw. Each entry is a function, so that only those that are wanted are computed.
simulated <- function(items, ratings, raters = ratings, ..., seed = 1) {
  set.seed(seed)
  simulate_ratings(items, ratings, n_raters = raters, ...)
}

marks <- function(items = 40, raters = 8) {
  set.seed(2)
  data <- expand.grid(item = seq_len(items), rater = paste("Examiner", LETTERS[seq_len(raters)]))
  ability <- rnorm(items)[data$item]
  severe <- rnorm(raters, sd = 0.6)[as.integer(data$rater)]
  data$mark <- pmin(6, pmax(1, round(3.5 + ability - severe + rnorm(nrow(data), sd = 0.7))))
  data
}

by_groups <- function(n, ..., names = sprintf("Condition %02d", seq_len(n))) {
  do.call(rbind, lapply(seq_len(n), function(i) cbind(simulated(..., seed = i), group = names[i])))
}

people <- c("Alexandra", "Bartholomew", "Christopher", "Dorothea", "Evangeline", "Frederick", "Gwendolyn", "Hildegard")

hard <- list(
  "agreement, one" = function() agreement(simulated(60, 3, 6), item, rater, rating, coefficients = "alpha"),
  "agreement, coefficients and groups" = function() {
    agreement(by_groups(8, 40, 3, 6), item, rater, rating, by = group, coefficients = c("fleiss", "gwet_ac1", "alpha"))
  },
  "agreement, groups" = function() {
    agreement(by_groups(30, 20, 3), item, rater, rating, by = group, coefficients = "alpha")
  },
  "agreement, days" = function() {
    agreement(by_groups(14, 30, 3, names = as.Date("2024-03-01") + 0:13), item, rater, rating, by = group,
      coefficients = "alpha"
    )
  },
  "agreement, days and coefficients" = function() {
    agreement(by_groups(20, 30, 3, names = as.Date("2024-03-01") + 0:19), item, rater, rating, by = group,
      coefficients = c("fleiss", "alpha")
    )
  },
  "category_agreement" = function() category_agreement(simulated(80, 3, 6), item, rater, rating),
  "category_agreement, 20 groups" = function() {
    category_agreement(by_groups(20, 30, 3), item, rater, rating, by = group)
  },
  "pairs, 6" = function() {
    data <- simulated(60, 4, 6)
    data$rater <- people[data$rater]
    pairwise_agreement(data, item, rater, rating)
  },
  "pairs, below 0" = function() pairwise_agreement(simulated(30, 10, 10, accuracy = 0.3), item, rater, rating),
  "pairs, 30" = function() pairwise_agreement(simulated(300, 6, 30), item, rater, rating),
  "raters, unequal" = function() {
    data <- simulated(300, 4, 12)
    set.seed(1)
    data <- data[runif(nrow(data)) < (1:12 / 12)[data$rater], ]
    data$rater <- paste("worker", data$rater)
    rater_summary(data, item, rater, rating)
  },
  "raters, equal" = function() rater_summary(simulated(60, 8, 8), item, rater, rating),
  "raters, 300" = function() {
    data <- simulated(2000, 5, 300)
    data$rater <- sprintf("W%03d", data$rater)
    rater_summary(data, item, rater, rating)
  },
  "raters, 300 unequal" = function() {
    data <- simulated(2000, 5, 300)
    set.seed(1)
    rater_summary(data[runif(nrow(data)) < (1:300 / 300)[data$rater], ], item, rater, rating)
  },
  "rater means" = function() summary(rater_summary(simulated(60, 3, 6), item, rater, rating)),
  "rater means, groups" = function() summary(rater_summary(by_groups(4, 40, 3), item, rater, rating, by = group)),
  "dawid_skene, 12 categories" = function() {
    data <- simulated(400, 4, 6, prevalence = rep(1 / 12, 12))
    data$rating <- month.name[as.integer(factor(data$rating))]
    data$rater <- people[data$rater]
    list(consensus(data, item, rater, rating, method = "dawid_skene"), what = "raters")
  },
  "dawid_skene" = function() {
    data <- simulated(100, 4, 6)
    data$rater <- people[data$rater]
    list(consensus(data, item, rater, rating, method = "dawid_skene"), what = "raters")
  },
  "mace" = function() list(consensus(simulated(100, 3, 9), item, rater, rating, method = "mace"), what = "raters"),
  "disagreements, categories" = function() {
    disagreements(simulated(100, 3, 6, prevalence = rep(1 / 6, 6)), item, rater, rating, what = "categories")
  },
  "disagreements, raters" = function() disagreements(simulated(60, 4, 4), item, rater, rating, raters = 1:3),
  "items" = function() item_summary(simulated(200, 5, 8), item, rater, rating),
  "item influence" = function() item_influence(simulated(100, 3, 6), item, rater, rating),
  "alt_test" = function() {
    data <- rbind(
      transform(simulated(60, 4, 4, accuracy = 0.8), rater = people[rater]),
      transform(simulated(60, 2, 2, accuracy = 0.85), rater = c("gpt-4o", "llama")[rater])
    )
    alt_test(data, item, rater, rating, models = c("gpt-4o", "llama"), epsilon = 0.15)
  },
  "corrected, groups" = function() {
    set.seed(4)
    truth <- runif(900) < rep(c(0.2, 0.4, 0.6), 300)
    items <- data.frame(
      party = rep(c("left", "centre", "right"), 300), model = ifelse(runif(900) < 0.85, truth, !truth),
      person = ifelse(seq_len(900) %% 7 < 2, truth, NA)
    )
    corrected_estimate(items, person, model, by = party)
  },
  "coref, three" = function() {
    marked <- data.frame(
      document = rep(c("d1", "d2"), each = 12), annotator = rep(rep(c("ann", "bob", "cat"), each = 4), 2),
      mention = 1:4, chain = c("r", "r", "n", "n", "r", "r", "r", NA, "r", "r", "r", "n")
    )
    coref_scores(as_chains(marked))
  },
  "calibration" = function() {
    set.seed(5)
    answers <- data.frame(sure = rbeta(400, 4, 2), label = "a")
    answers$gold <- ifelse(runif(400) < answers$sure^1.3, "a", "b")
    calibration(answers, label, sure, gold)
  },
  "calibration, 1 to 3 in groups" = function() {
    set.seed(6)
    answers <- data.frame(who = c("ann", "bob", "cat"), sure = sample(1:3, 300, TRUE), label = "a")
    answers$gold <- ifelse(runif(300) < answers$sure / 4 + 0.1, "a", "b")
    calibration(answers, label, sure, gold, by = who)
  },
  "severity" = function() rater_severity(marks(), item, rater, mark),
  "severity, batches" = function() {
    data <- marks(60, 6)
    data$batch <- c("spring", "summer", "autumn")[1 + data$item %% 3]
    rater_severity(data, item, rater, mark, batch = batch, link = "population")
  },
  "limits" = function() limits_of_agreement(marks(60, 3), item, rater, mark),
  "concordance, many" = function() concordance(marks(30, 7), item, rater, mark, ci = ci_none()),
  "ratings" = function() as_ratings(simulated(100, 3, 6, prevalence = rep(1 / 5, 5)), item, rater, rating),
  "comparison of groups" = function() {
    compare_agreement(by_groups(4, 40, 3), item, rater, rating, by = group, ci = ci_jackknife())
  },
  "generalizability" = function() {
    generalizability(marks(), mark ~ (1 | item) + (1 | rater), item, n = list(rater = 1:8), ci = "none")
  },
  "evaluation" = function() {
    data <- simulated(100, 3, 6, prevalence = rep(1 / 4, 4))
    evaluate_consensus(consensus(data, item, rater, rating, method = "majority"), stats::setNames(
      as.character(data$rating[!duplicated(data$item)]), unique(data$item)
    ))
  }
)

small <- suppressWarnings(helpers$every_result())
small[c("accord_spans", "span_consensus", "accord_chains", "accord_preferences", "confusion")] <- NULL # which have no plot
plots <- c(lapply(small, function(result) function() result), hard)
if (length(wanted)) plots <- plots[vapply(names(plots), function(name) any(mapply(grepl, wanted, name)), NA)]

draw_at <- function(result, width, height) {
  arguments <- if (inherits(result, "accord_result") || !is.list(result) || inherits(result, "accord_ratings")) {
    list(result)
  } else {
    result
  }
  sized <- "width" %in% names(formals(getS3method("autoplot", "accord_agreement", envir = asNamespace("ggplot2"))))
  if (sized) arguments <- c(arguments, width = width, height = height)
  suppressWarnings(do.call(ggplot2::autoplot, arguments))
}

results <- list()
for (name in names(plots)) {
  result <- tryCatch(suppressWarnings(plots[[name]]()), error = function(cnd) cnd)
  if (inherits(result, "error")) message(name, ": ", conditionMessage(result)) else results[[name]] <- result
}

# Plots of many rows are as high as all of them need, and those of few rows as low as the help advises.
HEIGHT <- 7
TALL <- c("category_agreement, 20 groups" = 16, "pairs, 30" = 13)
height_of <- function(name) {
  if (name %in% names(TALL)) return(TALL[[name]])
  plot <- tryCatch(draw_at(results[[name]], width, HEIGHT), error = function(cnd) NULL)
  margin <- plot$theme$plot.margin[3]
  if (is.null(margin) || grid::unitType(margin) != "mm") return(HEIGHT)
  HEIGHT - max(0, floor(as.numeric(margin) - 2) / 10)
}
for (width in c(8, 16)) {
  drawn <- list()
  for (name in names(results)) {
    plot <- tryCatch(draw_at(results[[name]], width, height_of(name)), error = function(cnd) cnd)
    if (inherits(plot, "error")) {
      message(name, ": ", conditionMessage(plot))
      next
    }
    drawn[[name]] <- plot
    file <- file.path(folder, paste0(gsub("[^[:alnum:]]+", "-", name), "-", width, ".png"))
    grDevices::png(file, width, height_of(name), units = "cm", res = 150, type = "cairo")
    tryCatch(print(plot), error = function(cnd) message(name, ": ", conditionMessage(cnd)))
    grDevices::dev.off()
  }
  across <- if (width == 8) 5 else 3
  down <- ceiling(length(drawn) / across)
  grDevices::png(
    file.path(folder, "sheets", paste0(width, "-cm.png")), across * width, down * (HEIGHT + 0.5),
    units = "cm", res = 90, type = "cairo"
  )
  grid::pushViewport(grid::viewport(layout = grid::grid.layout(down, across)))
  for (i in seq_along(drawn)) {
    cell <- grid::viewport(layout.pos.row = (i - 1) %/% across + 1, layout.pos.col = (i - 1) %% across + 1)
    grid::pushViewport(cell)
    grid::grid.text(names(drawn)[i], y = 0.98, gp = grid::gpar(fontsize = 8, col = "red"))
    tryCatch(
      print(drawn[[i]], vp = grid::viewport(y = 0.46, height = HEIGHT / (HEIGHT + 0.5)), newpage = FALSE),
      error = function(cnd) NULL
    )
    grid::upViewport()
  }
  grDevices::dev.off()
}
