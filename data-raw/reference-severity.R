# Runs TAM's tam.mml.mfr() on its data set data.ex10 and on sets drawn here, and writes what it gives to
# tests/testthat/reference/severity-tam.csv, with the ratings in severity-ratings.csv.xz beside it. From the root of
# the package, where TAM is installed:
#
#   Rscript data-raw/reference-severity.R
#
# Nothing of accord is called. With TAM's default of 21 nodes between -6 and 6 the fourth digit depends on the nodes,
# so that models are run with 161 of them too ("fine"). The values that TAM's help prints in its example 10a2 are
# those of the default. Standard errors are TAM's `se.xsi`, which take the places of persons as known.

suppressMessages(library(TAM))
folder <- file.path("tests", "testthat", "reference")
fine <- list(nodes = seq(-8, 8, len = 161), conv = 1e-9, convD = 1e-9, convM = 1e-9, maxiter = 5000, progress = FALSE)
plain <- list(progress = FALSE)

rows_of <- function(set, wide) {
  items <- setdiff(names(wide), c("pid", "rater"))
  long <- data.frame(
    set = set, person = rep(wide$pid, length(items)), rater = rep(wide$rater, length(items)),
    criterion = rep(items, each = nrow(wide)), rating = unlist(wide[items], use.names = FALSE)
  )
  long[!is.na(long$rating), ]
}

run <- function(set, wide, formula, control, nodes) {
  items <- setdiff(names(wide), c("pid", "rater"))
  invisible(utils::capture.output(
    m <- tam.mml.mfr(
      resp = wide[items], facets = wide["rater"], formulaA = formula, pid = wide$pid, control = control,
      verbose = FALSE
    )
  ))
  x <- m$xsi.facets
  x <- x[!grepl("^psf", x$parameter) & abs(x$xsi) < 90, ]
  data.frame(
    set = set, formula = paste(deparse(formula), collapse = ""), nodes = nodes,
    parameter = c(as.character(x$parameter), "variance", "deviance"),
    value = formatC(c(x$xsi, m$variance, m$deviance), digits = 9, format = "g", flag = "#"),
    std.error = c(formatC(x$se.xsi, digits = 6, format = "g", flag = "#"), "", "")
  )
}

data(data.ex10)
names(data.ex10)[1:2] <- c("pid", "rater")

# 150 persons, each rated by two of five raters on three criteria, in four categories.
set.seed(1017)
draw <- function() {
  wide <- do.call(rbind, lapply(1:150, function(p) data.frame(pid = p, rater = sort(sample(5, 2)))))
  theta <- rnorm(150, 0, 1.3)
  for (i in 1:3) {
    eta <- theta[wide$pid] - c(-.8, -.3, 0, .4, .7)[wide$rater] - c(-.5, .1, .4)[i]
    p <- exp(outer(eta, 0:3) - rep(c(0, -1.2, -1.2 + .2, 0), each = nrow(wide)))
    wide[[paste0("C", i)]] <- apply(p, 1, function(w) sample(0:3, 1, prob = w))
  }
  wide
}
drawn <- draw()

values <- rbind(
  run("ex10", data.ex10, ~item, plain, "default"),
  run("ex10", data.ex10, ~item, fine, "fine"),
  run("ex10", data.ex10, ~ item + rater, fine, "fine"),
  run("drawn", drawn, ~ item + rater + step, fine, "fine"),
  run("drawn", drawn, ~ item + rater + item:step, fine, "fine")
)
utils::write.csv(values, file.path(folder, "severity-tam.csv"), row.names = FALSE, quote = FALSE)
con <- xzfile(file.path(folder, "severity-ratings.csv.xz"))
utils::write.csv(rbind(rows_of("ex10", data.ex10), rows_of("drawn", drawn)), con, row.names = FALSE, quote = FALSE)
message("TAM ", utils::packageVersion("TAM"))
