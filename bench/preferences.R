# Judgements of pairs, and a report on judges: CPU seconds as multiples of those of as_ratings() for as many ratings
# with the same kind of ids, the best of three: texts in random order, as in logs, and numbers in order. Of each prompt
# five judges see one pair of ten systems in both orders. `Rscript bench/preferences.R [judgements ...]`; 1e4, 1e5 and
# 1e6 if none are named.
suppressPackageStartupMessages(library(accord))
set.seed(1)

judged <- function(n) {
  prompts <- n / 10
  a <- sample(10, prompts, TRUE)
  b <- (a + sample(9, prompts, TRUE) - 1) %% 10 + 1
  prompt <- rep(seq_len(prompts), each = 10)
  turned <- rep(c(FALSE, TRUE), n / 2)
  one <- paste0("system", a)[prompt]
  two <- paste0("system", b)[prompt]
  first <- ifelse(turned, two, one)
  better <- ifelse(stats::runif(prompts) < 0.5, a, b)[prompt]
  luck <- stats::runif(n)
  data.frame(
    prompt, judge = rep(rep(1:5, each = 2), prompts), first, second = ifelse(turned, one, two),
    choice = ifelse(luck < 0.7, paste0("system", better), ifelse(luck < 0.9, first, ifelse(luck < 0.97, "tie", NA)))
  )
}
# Five ratings an item, three by people and two by models.
rated <- function(n) {
  item <- rep(seq_len(n / 5), each = 5)
  truth <- sample(c("good", "bad", "fair"), n / 5, TRUE)[item]
  label <- ifelse(stats::runif(n) < 0.7, truth, sample(c("good", "bad", "fair"), n, TRUE))
  data.frame(item, rater = rep(c("ann", "bob", "cat", "gpt", "llm"), n / 5), label)
}
# Texts as ids, in random order.
as_logged <- function(data) {
  at <- if ("prompt" %in% names(data)) c("prompt", "judge") else "item"
  data[at] <- lapply(at, function(name) sprintf("%s-%07d", name, data[[name]]))
  vctrs::vec_slice(data, sample(nrow(data)))
}
seconds <- function(run) {
  min(replicate(3, {
    gc(FALSE)
    sum(system.time(suppressWarnings(run()))[c("user.self", "sys.self")])
  }))
}

sizes <- as.numeric(commandArgs(TRUE))
if (!length(sizes)) sizes <- c(1e4, 1e5, 1e6)
cases <- expand.grid(logged = c(TRUE, FALSE), n = sizes)
for (case in seq_len(nrow(cases))) {
  n <- cases$n[case]
  logged <- cases$logged[case]
  data <- judged(n)
  ratings <- rated(n)
  if (logged) {
    data <- as_logged(data)
    ratings <- as_logged(ratings)
  }
  read <- function() as_preferences(data, prompt, first, second, choice, judge = judge, choices = c(tie = "tie"))
  x <- read()
  found <- c(
    as_ratings = seconds(function() as_ratings(ratings, item, rater, label)), as_preferences = seconds(read),
    pairwise_judgements = seconds(function() pairwise_judgements(x)), win_rates = seconds(function() win_rates(x)),
    preference_agreement = seconds(function() preference_agreement(x)),
    preference_model = seconds(function() preference_model(x)),
    `as_ratings of preferences` = seconds(function() as_ratings(x)),
    judge_report = seconds(function() judge_report(ratings, item, rater, label, judges = c("gpt", "llm")))
  )
  cat("\n", format(n, big.mark = ","), "judgements or ratings, ids are",
      if (logged) "texts in random order\n" else "numbers in order\n")
  print(cbind(`CPU s` = found, ratio = found / found[1]), digits = 3)
}
