# How often read_sheet() takes a rater for a final label under another name (the warning `final_rater`): three coders
# with these accuracies, 20 to 200 items, one or four questions, two or four labels; and how often it finds a final label
# that is that of both coders where they agree, else of one of them or, in 5%, the true one.
following <- accord:::following_rater

coder <- function(truth, accuracy, labels) {
  other <- (truth + sample(labels - 1, length(truth), TRUE) - 1) %% labels + 1
  ifelse(stats::runif(length(truth)) < accuracy, truth, other)
}

share <- function(items, questions, accuracy, labels, final = FALSE, times = 1000) {
  n <- items * questions
  mean(replicate(times, {
    truth <- sample(labels, n, TRUE)
    a <- coder(truth, accuracy[1], labels)
    b <- coder(truth, accuracy[2], labels)
    x <- if (final) {
      ifelse(a == b, a, ifelse(stats::runif(n) < 0.05, truth, ifelse(stats::runif(n) < 0.5, a, b)))
    } else {
      coder(truth, accuracy[3], labels)
    }
    !is.null(following(list(
      item = rep(seq_len(n), 3), rater = rep(1:3, each = n), value = c(a, b, x), names = c("a", "b", "x")
    )))
  }))
}

set.seed(1)
items <- c(20, 50, 100, 200)
table <- function(accuracies, final) {
  for (accuracy in accuracies) for (labels in c(2, 4)) for (questions in c(1, 4)) {
    found <- vapply(items, share, 0, questions, accuracy, labels, final)
    cat(sprintf("%-15s %d labels, %d questions: ", toString(accuracy), labels, questions), sprintf("%.3f", found), "\n")
  }
}
cat("false, of", items, "items\n")
table(list(rep(0.95, 3), rep(0.8, 3), c(0.95, 0.95, 0.6), c(0.85, 0.85, 0.95), c(0.85, 0.85, 0.99)), FALSE)
cat("found\n")
table(list(c(0.95, 0.95), c(0.9, 0.9), c(0.8, 0.8), c(0.7, 0.7)), TRUE)
