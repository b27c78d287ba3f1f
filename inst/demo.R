# From twelve batches of Amazon Mechanical Turk to Krippendorff's alpha in a paper.
# Usage: Rscript inst/demo.R [output folder]
#
# In a study of generated text, workers said which of two summaries of a basketball game is the
# better one: A or B. There are three quality dimensions, 200 items in each, three workers
# per item, and four batches per dimension. The author of the study computed alpha in four ways,
# got two numbers from the same answers, and asked: maybe something is wrong?

library(accord)

arguments <- commandArgs(trailingOnly = TRUE)
output <- if (length(arguments)) arguments[1] else "demo-output"
dir.create(output, showWarnings = FALSE, recursive = TRUE)

say <- function(...) cat(strwrap(paste0(...), width = 80), "", sep = "\n")
headline <- function(text) cat("\n", text, "\n", strrep("-", nchar(text)), "\n\n", sep = "")

# The data -----------------------------------------------------------------------------------

batches <- system.file("extdata", "mturk", package = "accord")

# The answers stand in a column of another name in each dimension.
coherence <- read_mturk(file.path(batches, "Coherence")) |>
  as_ratings(item = Input.code, rater = WorkerId, rating = Answer.best_coh)
grammaticality <- read_mturk(file.path(batches, "Grammaticality")) |>
  as_ratings(item = Input.code, rater = WorkerId, rating = Answer.best_grammar)
repetition <- read_mturk(file.path(batches, "Repetition")) |>
  as_ratings(item = Input.code, rater = WorkerId, rating = Answer.best_redun)

headline("The ratings")
ratings <- list(Coherence = coherence, Grammaticality = grammaticality, Repetition = repetition)
for (dimension in names(ratings)) {
  cat(dimension, "\n", sep = "")
  print(ratings[[dimension]])
  cat("\n")
}
say(
  "Answers count as they were written: a and b in lower case, 5 and 19 are categories of their ",
  "own, as in the study."
)

# The four attempts --------------------------------------------------------------------------

four_attempts <- function(dimension, answer) {
  data <- read_mturk(file.path(batches, dimension))
  data$answer <- data[[answer]]

  # Attempt 1: a matrix of workers × items, nearly all of its cells empty.
  wide <- tapply(data$answer, data[c("WorkerId", "Input.code")], identity)
  first <- krippendorff_alpha(wide, layout = "raters_in_rows")

  # Attempt 2: the answers as they are, a row each.
  second <- krippendorff_alpha(data, item = Input.code, rater = WorkerId, rating = answer)

  # Attempt 3: only the answers A and B; others are set aside and counted.
  only_a_b <- data |>
    as_ratings(item = Input.code, rater = WorkerId, rating = answer, categories = c("A", "B"))
  third <- krippendorff_alpha(only_a_b)

  # Attempt 4: three virtual raters; the first answer to an item is that of rater0, and so on.
  position <- ave(seq_along(data$answer), data$Input.code, FUN = seq_along)
  data$virtual <- paste0("rater", position - 1)
  fourth <- krippendorff_alpha(data, item = Input.code, rater = virtual, rating = answer)

  results <- rbind(first, second, third, fourth)
  results[["Set aside"]] <- c(0, 0, sum(only_a_b$set_aside$n), 0)
  results$Dimension <- dimension
  results$Attempt <- c(
    "1 workers x items", "2 one row per answer", "3 only A and B", "4 three virtual raters"
  )
  results[c("Dimension", "Attempt", setdiff(names(results), c("Dimension", "Attempt")))]
}

attempts <- list(
  four_attempts("Coherence", "Answer.best_coh"),
  four_attempts("Grammaticality", "Answer.best_grammar"),
  four_attempts("Repetition", "Answer.best_redun")
)

headline("Alpha in the four attempts")
for (table in attempts) {
  table[names(table) != "Dimension"] |>
    paper_table(digits = 4, caption = table$Dimension[1]) |>
    print()
  cat("\n")
}

# The answer to the question -----------------------------------------------------------------

# On complete data with m > 2 raters, kripp.alpha() of irr 0.84.1 divides what happens within
# an item by 1 where the definition says m - 1. It then counts n (m - 1) values, not n.
alpha_of_irr <- function(result, m) {
  n <- result$n_ratings
  1 - (1 - result$estimate) * (n * (m - 1) - 1) / ((n - 1) * (m - 1))
}

attempts <- do.call(rbind, attempts)
complete <- startsWith(attempts$Attempt, "4")
answer <- data.frame(
  dimension = attempts$Dimension[complete],
  definition = sprintf("%.6f", attempts$estimate[complete]),
  irr = sprintf("%.6f", alpha_of_irr(attempts[complete, ], m = 3)),
  published = c(".128", ".0355", ".178") # for attempt 4
)

headline("Maybe something is wrong?")
say(
  "Yes, but not in the data, and not in how you arranged them. Attempts 1, 2 and 4 hold the same ",
  "answers. Alpha does not ask who gave a rating, only which ratings an item received, so it ",
  "must be the same number three times, and above it is."
)
say(
  "Attempt 4 came out lower in the study because kripp.alpha() of R package irr, version 0.84.1, ",
  "has a fault: when no rating is missing and there are more than two raters, it divides by 1 ",
  "where the definition says m - 1, the number of other raters of the item. With the fault put ",
  "into the formula, the numbers of the study appear:"
)
print(answer, row.names = FALSE)
cat("\n")
say(
  "The first three attempts had empty cells, where irr is right. Attempt 3 differs from 1 and 2 ",
  "for a reason of its own: it leaves out the few answers that are neither A nor B. ",
  "The value to report is that of attempts 1 and 2."
)

# The table for the paper --------------------------------------------------------------------

# One pipeline over all twelve files: the answer is in whichever column the batch has.
all <- read_mturk(file.path(batches, "*", "*.csv"))
all$Dimension <- basename(dirname(all$file))
best <- all[c("Answer.best_coh", "Answer.best_grammar", "Answer.best_redun")]
all$answer <- Reduce(\(x, y) ifelse(is.na(x), y, x), best)
alpha <- all |>
  krippendorff_alpha(item = Input.code, rater = WorkerId, rating = answer, by = Dimension)

headline("The table for the paper")
print(paper_table(alpha))

table_file <- file.path(output, "alpha.tex")
alpha |>
  paper_table("latex", caption = "Agreement on the better text.", label = "alpha") |>
  writeLines(table_file)
csv_file <- file.path(output, "alpha.csv")
write.csv(attempts, csv_file, row.names = FALSE)

cat("\nWritten to ", normalizePath(output), ":\n", sep = "")
cat("  alpha.tex  the table above in LaTeX\n  alpha.csv  all attempts, all columns, all digits\n")
