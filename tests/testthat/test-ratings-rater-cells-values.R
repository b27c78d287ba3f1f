# Raters who are named in cells beside their scores, whatever the columns are called. The same data with a row per
# rating are the oracle.

set.seed(4)
n <- 20
who <- t(replicate(n, sample(c("Ana", "Ben", "Cem", "Dee"), 2)))
truth <- runif(n, 0, 10)
score <- round(cbind(truth, truth) + rnorm(2 * n), 0)
table_of <- function(names) {
  stats::setNames(data.frame(paste0("D", 1:n), who[, 1], score[, 1], who[, 2], score[, 2]), c("Dog", names))
}
kinds <- list(
  c("Vet 1", "Score 1", "Vet 2", "Score 2"), c("Vet 1 name", "Vet 1 score", "Vet 2 name", "Vet 2 score"),
  c("Nurse A", "Pain A", "Nurse B", "Pain B"), c("Reviewer 1", "Decision 1", "Reviewer 2", "Decision 2")
)

test_that("such raters are proposed, and told by errors of both readings", {
  long <- data.frame(item = rep(paste0("D", 1:n), 2), rater = c(who), rating = c(score))
  for (names in kinds) {
    d <- table_of(names)
    utils::capture.output(call <- inspect_sheet(d))
    x <- eval(str2lang(call[1]), list(d = d))
    key <- function(data) data[order(data$item, data$rater), c("item", "rater", "rating")]
    expect_equal(as.list(key(as.data.frame(x))), as.list(key(long)), ignore_attr = TRUE)
    expect_error(read_sheet(d, item = Dog, rating = -Dog), class = "accord_error_roles")
    cnd <- expect_error(
      krippendorff_alpha(d, Dog, rating = -Dog, layout = "raters_in_columns", level = "interval"),
      class = "accord_error_rating_columns"
    )
    said <- gsub("\\s+", " ", conditionMessage(cnd))
    expect_match(said, sub("^.*(rater = .*)[)]$", "\\1", call[1]), fixed = TRUE)
  }
})

test_that("ratings and systems that are compared are no raters", {
  d <- table_of(c("Model A", "Score A", "Model B", "Score B"))
  expect_null(rater_cells(as.list(d)))
  said <- sample(c("good", "fair", "poor"), n, TRUE)
  other <- ifelse(runif(n) < 0.7, said, "fair")
  ratings <- data.frame("Vet 1" = said, "Vet 2" = other, check.names = FALSE)
  expect_null(rater_cells(as.list(ratings)))
})
