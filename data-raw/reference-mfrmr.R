# Runs mfrmr's fit_mfrm() and fair_average_table() on its synthetic data sets `ej2021_study1` and `ej2021_study2`, with
# common steps and with steps for each criterion, and writes what it gives to
# tests/testthat/reference/severity-mfrmr.csv, with the ratings in severity-mfrmr-ratings.csv.xz beside it. From the
# root of the package, where mfrmr is installed:
#
#   Rscript data-raw/reference-mfrmr.R
#
# Nothing of accord is called. Persons are normal with a mean and a variance that are estimated, which mfrmr does
# where a formula for the population is given; by default it takes N(0, 1).

suppressMessages(library(mfrmr))
folder <- file.path("tests", "testthat", "reference")

read_study <- function(study) {
  rows <- load_mfrmr_data(study)
  data.frame(
    study, person = rows$Person, rater = rows$Rater, criterion = rows$Criterion, rating = as.integer(rows$Score)
  )
}

rows_of <- function(kind, name, value, std.error = NA, group = "") data.frame(kind, group, name, value, std.error)

run <- function(rows, model) {
  x <- fit_mfrm(rows,
    person = "person", facets = c("rater", "criterion"), score = "rating", method = "MML", model = model,
    step_facet = if (model == "PCM") "criterion", quad_points = 61, population_formula = ~1,
    person_data = data.frame(person = unique(rows$person)), reltol = 1e-12, maxit = 5000
  )
  others <- as.data.frame(x$facets$others)
  fair <- fair_average_table(x)$raw_by_facet[["rater"]]
  steps <- as.data.frame(x$steps)
  raters <- others[others$Facet == "rater", ]
  criteria <- others[others$Facet == "criterion", ]
  cbind(study = rows$study[1], model, rbind(
    rows_of("severity", raters$Level, raters$Estimate, fair$ModelSE[match(raters$Level, fair$Level)]),
    rows_of("fair average", fair$Level, fair$FairM),
    rows_of("criterion", criteria$Level, criteria$Estimate),
    rows_of("step", steps$Step, steps$Estimate, group = if (model == "PCM") steps$StepFacet else ""),
    rows_of("fit", c("mean", "variance", "log likelihood"), c(
      unname(x$population$coefficients), x$population$sigma2, x$summary$LogLik
    ))
  ))
}

studies <- lapply(c("study1", "study2"), read_study)
results <- do.call(rbind, lapply(studies, function(rows) rbind(run(rows, "RSM"), run(rows, "PCM"))))
results$value <- formatC(results$value, digits = 9, format = "g", flag = "#")
results$std.error <- ifelse(is.na(results$std.error), "", formatC(results$std.error, digits = 6, format = "g"))
utils::write.csv(results, file.path(folder, "severity-mfrmr.csv"), row.names = FALSE)
ratings <- xzfile(file.path(folder, "severity-mfrmr-ratings.csv.xz"), "w")
utils::write.csv(do.call(rbind, studies), ratings, row.names = FALSE)
close(ratings)
cat("mfrmr", format(utils::packageVersion("mfrmr")), "\n")
