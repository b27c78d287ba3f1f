# Runs lme4's lmer() on 200 random unbalanced designs and on three of its own data sets, and writes what it gives to
# tests/testthat/reference/components-lme4.csv, with the scores in components-designs.csv.xz beside it. From
# the root of the package, where lme4 is installed:
#
#   Rscript data-raw/reference-components.R
#
# Nothing of accord is called. lmer()'s search has no derivatives, and with its default settings it ends a little
# off the optimum: on Brennan's balanced data set, where REML is the analysis of variance, its components are
# .2 to .5 thousandths off. So bobyqa is run on until steps are below 1e-9. Random terms are written
# "a+b+a:b". Components lie in the order of the terms, the residual last.

suppressMessages(library(lme4))
folder <- file.path("tests", "testthat", "reference")
control <- lmerControl(
  optimizer = "bobyqa", optCtrl = list(rhobeg = 0.2, rhoend = 1e-9, maxfun = 1e5), calc.derivs = FALSE,
  check.conv.singular = "ignore"
)

KINDS <- list(
  list(terms = "a+b", fixed = "1"), list(terms = "a+b+a:b", fixed = "1"), list(terms = "a+a:b", fixed = "1"),
  list(terms = "a+b+c", fixed = "1"), list(terms = "a+b", fixed = "x"), list(terms = "a+b+a:c", fixed = "1")
)

# Rows of facets a, b and c with holes and now and then a second score; every level is met.
draw <- function(kind) {
  n <- c(sample(4:14, 1), sample(3:7, 1), sample(2:4, 1))
  rows <- expand.grid(a = seq_len(n[1]), b = seq_len(n[2]), c = seq_len(if (grepl("c", kind$terms)) n[3] else 1))
  rows <- rows[runif(nrow(rows)) > runif(1, 0, 0.5), ]
  rows <- rows[rep(seq_len(nrow(rows)), 1 + rbinom(nrow(rows), 2, 0.3)), ]
  rows$x <- rbinom(nrow(rows), 1, 0.5)
  size <- sample(c(0, 0.5, 1, 2), 4, replace = TRUE)
  effect <- function(ids, sd) rnorm(200, 0, sd)[match(ids, unique(ids))]
  y <- effect(rows$a, size[1]) + effect(rows$b, size[2]) + effect(rows$c, size[3]) +
    effect(paste(rows$a, rows$b), size[4]) + rnorm(nrow(rows)) + 0.5 * rows$x + 3
  rows$y <- round(y, 2)
  rows
}

run <- function(rows, kind, reml) {
  bars <- paste0("(1 | ", strsplit(kind$terms, "+", fixed = TRUE)[[1]], ")")
  formula <- as.formula(paste("y ~", kind$fixed, "+", paste(bars, collapse = " + ")))
  fit <- suppressMessages(lmer(formula, rows, REML = reml, control = control))
  variance <- as.data.frame(VarCorr(fit))
  named <- setNames(variance$vcov, variance$grp)
  # lmer() sorts terms by their number of levels.
  order <- c(strsplit(kind$terms, "+", fixed = TRUE)[[1]], "Residual")
  criterion <- if (reml) REMLcrit(fit) else deviance(fit)
  list(variance = named[order], criterion = criterion)
}

set.seed(2015)
scores <- results <- list()
for (set in 1:200) {
  kind <- KINDS[[(set - 1) %% length(KINDS) + 1]]
  reml <- set %% 3 != 0
  repeat {
    rows <- draw(kind)
    found <- tryCatch(run(rows, kind, reml), error = function(e) NULL)
    if (!is.null(found)) break
  }
  scores[[set]] <- cbind(set = set, rows[c("a", "b", "c", "x", "y")])
  results[[set]] <- data.frame(
    set = set, terms = kind$terms, fixed = kind$fixed, method = if (reml) "reml" else "ml",
    criterion = formatC(found$criterion, digits = 12, format = "g"),
    variance = paste(formatC(found$variance, digits = 9, format = "g", width = 1), collapse = " "),
    lme4 = as.character(packageVersion("lme4"))
  )
}
file <- xzfile(file.path(folder, "components-designs.csv.xz"), "w")
write.csv(do.call(rbind, scores), file, row.names = FALSE, quote = FALSE)
close(file)
write.csv(do.call(rbind, results), file.path(folder, "components-lme4.csv"), row.names = FALSE, quote = FALSE)

# lme4's own data sets: standard deviations and criteria to the digits that the search above holds, and in column
# `default` what its default search gives. The last rows are objectives that MixedModels.jl asserts (test/pls.jl,
# commit 2228a9a).
tables <- list(penicillin = Penicillin, dyestuff2 = Dyestuff2, pastes = Pastes)
for (name in names(tables)) {
  data <- tables[[name]][setdiff(names(tables[[name]]), "sample")]
  if (name == "penicillin") data <- Penicillin
  write.csv(data, file.path(folder, "tables", paste0(name, ".csv")), row.names = FALSE, quote = FALSE)
}
tight <- lmer(diameter ~ (1 | plate) + (1 | sample), Penicillin, control = control)
loose <- lmer(diameter ~ (1 | plate) + (1 | sample), Penicillin)
sd_of <- function(fit) {
  variance <- as.data.frame(VarCorr(fit))
  c(setNames(variance$sdcor, sub("Residual", "residual", variance$grp)), criterion = REMLcrit(fit))
}
own <- data.frame(
  dataset = "Penicillin", quantity = names(sd_of(tight)), method = "reml",
  value = formatC(sd_of(tight), digits = 5, format = "f"), digits = 5,
  default = formatC(sd_of(loose), digits = 5, format = "f"), source = paste("lme4", packageVersion("lme4"), "run")
)
others <- data.frame(
  dataset = c("Dyestuff2", "Pastes"), quantity = "criterion", method = "ml",
  value = c("162.8730366538", "247.9944658625"), digits = 6, default = "", source = "MixedModels.jl test/pls.jl"
)
write.csv(rbind(own, others), file.path(folder, "components-lme4-data.csv"), row.names = FALSE, quote = FALSE)
