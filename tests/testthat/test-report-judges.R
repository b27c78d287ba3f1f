# The section of a report on judges.

judged <- local({
  set.seed(3)
  truth <- sample(c("no", "yes"), 60, TRUE)
  slip <- function(p) ifelse(stats::runif(60) < p, sample(truth), truth)
  data.frame(
    item = rep(1:60, 4), rater = rep(c("ann", "bob", "cat", "gpt"), each = 60),
    label = c(slip(0.1), slip(0.1), slip(0.1), slip(0.9))
  )
})
page_of <- function(..., data = judged) {
  file <- tempfile(fileext = ".html")
  report_agreement(data, item, rater, label, file = file, coefficients = "fleiss", ...)
  paste(readLines(file), collapse = " ")
}

test_that("judges have a section and a sentence, from their names or a result", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  page <- page_of(judges = "gpt")
  # Shares of equal pairs, from the definition.
  wide <- matrix(judged$label, 60)
  with_people <- mean(wide[, 4] == wide[, 1:3])
  among <- mean(cbind(wide[, 1] == wide[, 2], wide[, 1] == wide[, 3], wide[, 2] == wide[, 3]))
  part <- sub(".*<h2>Judges</h2>", "", page)
  expect_match(part, sprintf("Against each person \\(60 items\\); two people agree %.0f%%", 100 * among))
  expect_match(part, sprintf("Judge agrees</span></td><td[^>]*><span[^>]*>%.0f%% ", 100 * with_people))
  expect_match(page, "<h2>Judges</h2>", fixed = TRUE)
  # The agreement of people stands apart from that of all raters.
  expect_match(page, "Agreement of the people is", fixed = TRUE)
  expect_match(page, "Agreement of the 3 people, without the judges.", fixed = TRUE)
  # Fleiss' kappa, the only coefficient asked for, from its definition.
  kappa <- function(columns) {
    equal <- mean(utils::combn(columns, 2, function(pair) mean(wide[, pair[1]] == wide[, pair[2]])))
    chance <- sum((table(wide[, columns]) / length(wide[, columns]))^2)
    sub("^0", "", sprintf("%.2f", (equal - chance) / (1 - chance)))
  }
  sides <- sub("</table>.*", "", sub(".*<h3>People and judges</h3>", "", page))
  expect_match(sides, paste0(">people<.*>", kappa(1:3), "<.*>all raters<.*>", kappa(1:4), "<"))
  # What was not asked is told in plain words, at the end of the section.
  part <- substr(part, 1, regexpr("</section>", part, fixed = TRUE) - 1)
  expect_match(part, "</table>.*<p class=\"checked\">The data have no columns for repeated runs, [^<]*</p>")
  expect_no_match(part, "epsilon|no column [a-z]+[),]|not possible")
  # How many labels to plan is not a question of ratings that are there.
  expect_no_match(part, "Needed|number of items that people must label")
  result <- judge_report(judged, item, rater, label, "gpt", questions = c("agreement", "majority"))
  people <- page_of(judges = result, data = judged[judged$rater != "gpt", ])
  expect_match(people, "Does the judge agree with people?", fixed = TRUE)
  expect_no_match(people, "What the data do not say", fixed = TRUE)
  hidden <- page_of(judges = "gpt", pseudonyms = "numbers")
  expect_match(hidden, "rater 4: agrees with a person in", fixed = TRUE)
  expect_no_match(hidden, "gpt|ann", perl = TRUE)
})

test_that("several judges stand beside each other, with the number of items", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  set.seed(4)
  second <- transform(judged[judged$rater == "gpt", ], rater = "gem", label = sample(c("no", "yes"), 60, TRUE))
  both <- rbind(judged, second)
  fits <- judge_report(both, item, rater, label, c("gpt", "gem"), questions = c("agreement", "majority"))
  html <- paste(judge_section(fits, 15), collapse = "")
  table <- sub("</table>.*", "", html)
  expect_match(table, ">Measure</th><th[^>]*>gpt</th><th[^>]*>gem</th></tr>")
  # Each figure has one row in its group.
  rows <- regmatches(table, gregexpr("(?<=whole\">)[A-Z][^<]*", table, perl = TRUE))[[1]]
  expect_identical(sum(rows == "Difference"), 2L)
  expect_false(anyDuplicated(setdiff(rows, "Difference")) > 0)
  wide <- matrix(judged$label, 60)
  percent <- function(share) sprintf("%.0f%%", 100 * share)
  cell <- function(own) percent(mean(own == wide[, 1:3]))
  first <- sub("</tr>.*", "", sub(".*?Judge agrees", "", table, perl = TRUE))
  among <- mean(cbind(wide[, 1] == wide[, 2], wide[, 1] == wide[, 3], wide[, 2] == wide[, 3]))
  expect_match(first, paste0(cell(wide[, 4]), " .*", cell(second$label), " "))
  # What two people reach is the same beside both judges, and stands once.
  expect_match(table, paste0("Against each person (60 items); two people agree ", percent(among)), fixed = TRUE)
  expect_no_match(table, "Two people", fixed = TRUE)
  expect_match(html, "<h3>Judges minus people</h3>.*<svg")
  expect_match(attr(judge_section(fits, 15), "answer"), "^gpt and gem agree with a person clearly less often than")
  # Items on which people differ count less where one of them is left out.
  expect_match(html, "tie do not count, so that items on which people agree count more than in Accuracy", fixed = TRUE)
  # The rows of the plot are the judges.
  expect_identical(lengths(regmatches(html, gregexpr(">(gpt|gem)</text>", html))), 4L)
  # In the first lines each judge is an item of a list.
  words <- judge_words(fits)[["Do the judges agree with people?"]]
  expect_identical(words[1], sprintf("Two people agree in %s of the cases.", percent(among)))
  own <- vctrs::vec_slice(fits, match(c("gpt", "gem"), ifelse(fits$quantity == "difference", fits$judge, NA)))
  expect_identical(words[2:3], paste0(
    own$judge, ": agrees with a person in ", c(cell(wide[, 4]), cell(second$label)),
    ", clearly less often than two people (95% interval of the difference: ", percent_limit(own$conf.low), " to ",
    percent_limit(own$conf.high), " points)."
  ))
})

test_that("judges that are not in the data, or whose names cannot be replaced, are errors", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  expect_error(page_of(judges = "gtp"), "Did you mean", class = "accord_error_unknown_rater")
  result <- judge_report(judged, item, rater, label, "gpt", questions = "agreement")
  expect_error(page_of(judges = result, pseudonyms = "numbers"), "Pseudonyms do not", class = "accord_error_argument")
  two <- transform(judged, rater = ifelse(rater == "cat", "gpt_2", ifelse(rater == "gpt", "gpt_1", rater)))
  expect_error(page_of(judges = "gpt_1", data = two), class = "accord_error_runs_as_people")
})

test_that("figures that a judge lacks are told apart from questions that were not asked", {
  expect_setequal(c(names(ASKED_WORDS), names(COLUMN_WORDS), UNREPORTED), names(QUESTIONS))
  few <- judge_report(judged, item, rater, label, "gpt", questions = c("labels", "runs", "replace"), width = 0.02)
  expect_identical(unasked_words(few), paste(
    "The data have no column for repeated runs.",
    "Without a value: Labels, needed beside the judge (more labels are needed than there are items)."
  ))
  expect_match(format(few), "an interval of width 0.02", all = FALSE)
  # Rows of two reports may have two widths.
  both <- rbind(few, judge_report(judged, item, rater, label, "gpt", questions = "labels"))
  expect_match(format(both), "the width asked for", all = FALSE)
})

test_that("items, categories, labels, influence and the advice are of people, and raters and pairs of all", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  # People confuse x and y only, and the judge confuses x and z.
  set.seed(8)
  truth <- rep(c("x", "y", "z"), c(30, 20, 10))
  person <- function() ifelse(truth == "x" & stats::runif(60) < 0.5, "y", truth)
  data <- data.frame(
    item = rep(1:60, 4), rater = rep(c("ann", "bob", "cat", "gpt"), each = 60),
    label = c(person(), person(), person(), sub("y", "z", truth))
  )
  page <- page_of(judges = "gpt", data = data)
  part <- function(heading) {
    rest <- substring(page, regexpr(paste0("<h2>", heading, "</h2>"), page, fixed = TRUE))
    gsub("data:[^\"]*|<svg.*?</svg>", "", substr(rest, 1, regexpr("</section>", rest, fixed = TRUE) - 1), perl = TRUE)
  }
  of_people <- "The ratings of the 3 people, without the judges."
  for (heading in c("Influence of each rater", "Items", "Confused categories", "Labels")) {
    expect_match(part(heading), of_people, fixed = TRUE)
    expect_no_match(part(heading), "gpt", fixed = TRUE)
  }
  for (heading in c("Raters", "Pairs of raters")) {
    expect_match(part(heading), "All 4 raters, the judges among them.", fixed = TRUE)
  }
  rows <- "<tbody>\\s*<tr><td[^>]*><span[^>]*>x<.*?y<.*?100%</td><td[^>]*>[0-9]+</td></tr>\\s*</tbody>"
  expect_match(part("Confused categories"), rows)
  expect_true(grepl("the difference between x and y (100% of all disagreement)", page, fixed = TRUE))
  expect_false(grepl("the judges among them|without the judges", page_of(data = data)))
})

test_that("the first lines compare a judge with a person, or with the majority if only this has an interval", {
  fits <- judge_report(judged, item, rater, label, "gpt", questions = c("agreement", "majority"))
  difference <- function(question) vctrs::vec_slice(fits, fits$question == question & fits$quantity == "difference")
  words <- function(question) {
    row <- difference(question)
    # The judge guesses.
    expect_lt(row$conf.high, 0)
    points <- sub("-", "\u2212", sprintf("%.0f", 100 * c(row$conf.low, row$conf.high)))
    sprintf("(95%% interval of the difference: %s to %s points).", points[1], points[2])
  }
  value <- function(quantity) sprintf("%.0f%%", 100 * fits$estimate[fits$quantity == quantity])
  expect_identical(judge_words(fits)[[1]], paste0(
    "Two people agree in ", value("among_people"), " of the cases. gpt: agrees with a person in ", value("with_people"),
    ", clearly less often than two people ", words("agreement")
  ))
  none <- fits
  none$conf.low[none$question == "agreement" & none$quantity == "difference"] <- NA
  expect_identical(judge_words(none)[[1]], paste0(
    "A person agrees with the majority of the other people in ", value("person_others"), " of the cases. gpt: agrees ",
    "with that majority in ", value("accuracy_others"), ", clearly less often than a person ", words("majority")
  ))
  expect_no_match(judge_words(fits[fits$question == "agreement", ]), "majority")
  expect_identical(judge_methods(fits), paste(
    "Judges are compared with people on the items that both rated. On items with three people or more, one person is",
    "left out in turn, and judge and person are compared with the majority of the other people. A difference is called",
    "clear if its interval does not contain 0. The intervals of judges are score intervals (Tango, 1998); those of",
    "Cohen's kappa are Bayesian intervals."
  ))
})

test_that("the methods say how errors are compared, in nouns, and the figures follow the formula", {
  set.seed(5)
  more <- lapply(c("gem", "lam"), function(name) {
    own <- judged[judged$rater == "ann", ]
    wrong <- stats::runif(60) < 0.4
    own$label[wrong] <- sample(c("no", "yes"), sum(wrong), TRUE)
    transform(own, rater = name)
  })
  data <- rbind(judged, do.call(rbind, more))
  fits <- judge_report(data, item, rater, label, c("gpt", "gem", "lam"), questions = c("agreement", "panel"))
  row <- function(quantity) fits$estimate[fits$quantity == quantity]
  expect_equal(row("effective_number"), 3 / (1 + 2 * row("error_correlation")))
  fits$interval[fits$quantity == "among_people"] <- "Bayesian bootstrap"
  words <- judge_methods(fits)
  expect_match(gsub("\u00a0", "", words), "worth as much as k/(1+(k\u22121)r) with independent errors.", fixed = TRUE)
  expect_match(words, "those of the agreement of two people are ", fixed = TRUE)
})

test_that("the words on differences say which side is agreement, of shares and of distances", {
  skip_if_not_installed("ggplot2")
  shares <- judge_report(judged, item, rater, label, "gpt", questions = "agreement")
  expect_match(difference_plot_words(shares), "Right of 0 a judge agrees more often", fixed = TRUE)
  scores <- transform(judged, label = as.integer(factor(label)) + item %% 3)
  far <- judge_report(scores, item, rater, label, "gpt", level = "interval", questions = "agreement")
  expect_true("distance_to_people" %in% far$quantity)
  expect_match(difference_plot_words(far), "Left of 0 a judge is nearer to people", fixed = TRUE)
  # A difference of scores is not in percent.
  row <- far[far$quantity == "difference", ]
  expect_match(difference_plot(far), sprintf("<text[^>]*>%.2f \\[", row$estimate))
  expect_match(difference_plot(far), ">Points, 95% CI</text>", fixed = TRUE)
})

# Counts each person of an item as left out, from the definition: a row per case, with the majority of the others.
cases_of <- function(votes, judges) {
  rows <- lapply(split(votes, votes$item), function(own) {
    one <- lapply(seq_len(nrow(own)), function(i) {
      n <- table(as.character(own$label[-i]))
      if (length(n) == 0 || sum(n == max(n)) > 1) return(NULL)
      data.frame(item = own$item[i], label = names(n)[which.max(n)], person = as.character(own$label[i]))
    })
    do.call(rbind, one)
  })
  rows <- do.call(rbind, rows)
  for (judge in unique(judges$rater)) {
    own <- judges[judges$rater == judge, ]
    rows[[judge]] <- as.character(own$label)[match(rows$item, own$item)]
  }
  rows
}

test_that("labels are counted for a person left out and for judges in the same cases, and headline and advice say it", {
  ratings <- as_ratings(judged, item, rater, label)
  at <- match("gpt", id_text(ratings$raters))
  people <- only_raters(ratings, setdiff(seq_along(ratings$raters), at))
  about <- report_scale(ratings, NULL, NULL)
  found <- labels_found(ratings, people, at, about)
  cases <- cases_of(judged[judged$rater != "gpt", ], judged[judged$rater == "gpt", ])
  for (label in unique(cases$label)) {
    own <- cases[cases$label == label, ]
    row <- match(label, found$labels)
    expect_equal(found$share[row, ], c(mean(own$person == label), mean(own$gpt == label)))
    expect_identical(found$items[[row]], length(unique(own$item)))
  }
  part <- paste(recall_part(found), collapse = "")
  expect_match(part, "<th[^>]*>A person</th>.*<th[^>]*>gpt</th>")
  expect_match(part, "how often a person and each judge gave it, too; each person is left out in turn", fixed = TRUE)
  fits <- judge_report(judged, item, rater, label, "gpt", questions = c("agreement", "majority"))
  expect_match(judge_answer(fits), "agrees with a person clearly less often than two people do.", fixed = TRUE)
  expect_match(judge_advice(fits), "^Do not let gpt rate in the place of a person[.]$")
  expect_null(judge_advice(NULL))
  # All shares together are those of judge_report().
  pooled <- fits$estimate[match(c("person_others", "accuracy_others"), fits$quantity)]
  expect_equal(pooled, c(mean(cases$person == cases$label), mean(cases$gpt == cases$label)))
  # Two people have no majority of others, so that judges are held against both.
  two <- judged[judged$rater %in% c("ann", "bob", "gpt"), ]
  ratings <- as_ratings(two, item, rater, label)
  found <- labels_found(ratings, only_raters(ratings, 1:2), 3, about)
  wide <- matrix(as.character(two$label), 60)
  same <- wide[, 1] == wide[, 2]
  expect_equal(found$share[, 1], vapply(found$labels, function(one) {
    mean(wide[same & wide[, 1] == one, 3] == one)
  }, 0, USE.NAMES = FALSE))
  expect_no_match(paste(recall_part(found), collapse = ""), "person", fixed = TRUE)
})

test_that("people look for a label that judges miss clearly more often than a person does", {
  set.seed(2)
  n <- 120
  truth <- rep(c("no", "maybe", "yes"), each = n / 3)
  slip <- function(p) ifelse(stats::runif(n) < p, sample(c("no", "maybe", "yes"), n, TRUE), truth)
  people <- data.frame(
    item = seq_len(n), rater = rep(c("ann", "bob", "cat"), each = n), label = c(slip(.1), slip(.1), slip(.1))
  )
  advice <- function(label) {
    data <- rbind(people, data.frame(item = seq_len(n), rater = "gpt", label))
    ratings <- as_ratings(data, item, rater, label)
    at <- match("gpt", id_text(ratings$raters))
    found <- labels_found(ratings, only_raters(ratings, setdiff(1:4, at)), at, report_scale(ratings, NULL, NULL))
    judge_advice(judge_report(data, item, rater, label, "gpt", questions = c("agreement", "majority")), found)
  }
  blind <- ifelse(truth == "yes", "maybe", truth)
  expect_match(advice(blind)[2], "for the label yes, which the judge misses clearly more often than a person does[.]$")
  expect_no_match(paste(advice(truth), ""), "look for", fixed = TRUE)
})

test_that("many judges are the rows of their tables, which say what people reach", {
  set.seed(6)
  more <- lapply(1:6, function(k) {
    transform(judged[judged$rater == "gpt", ], rater = paste0("m", k), label = sample(c("no", "yes"), 60, TRUE))
  })
  data <- rbind(judged[judged$rater != "gpt", ], do.call(rbind, more))
  names <- paste0("m", 1:6)
  fits <- judge_report(data, item, rater, label, names, questions = c("agreement", "majority"))
  table <- paste(judges_table(fits, names), collapse = "")
  wide <- matrix(judged$label, 60)[, 1:3]
  own <- more[[6]]$label
  row <- sub("</tr>.*", "", sub(".*>m6<", "", table))
  expect_match(row, sprintf(">%.0f%% \\[", 100 * mean(own == wide)))
  among <- mean(cbind(wide[, 1] == wide[, 2], wide[, 1] == wide[, 3], wide[, 2] == wide[, 3]))
  expect_match(table, sprintf("two people agree %.0f%%&nbsp;[", 100 * among), fixed = TRUE)
  ratings <- as_ratings(data, item, rater, label)
  at <- match(names, id_text(ratings$raters))
  people <- only_raters(ratings, setdiff(seq_along(ratings$raters), at))
  part <- paste(recall_part(labels_found(ratings, people, at, report_scale(ratings, NULL, NULL))), collapse = "")
  cases <- cases_of(judged[judged$rater != "gpt", ], more[[6]])
  yes <- cases[cases$label == "yes", ]
  expect_match(sub(".*>m6<", "", part), whole_percent(mean(yes$m6 == "yes")), fixed = TRUE)
  expect_match(part, sprintf("yes (%d\u00a0items)", length(unique(yes$item))), fixed = TRUE)
})

test_that("a limit near 0 says on which side of it it is", {
  expect_identical(percent_limit(c(0.004, -0.0004, 0, 0.006, -0.21)), c("0.4", "\u22120.04", "0", "1", "\u221221"))
})

test_that("percent has halves away from zero, no minus before 0, and limits without a sign", {
  expect_identical(percent_number(c(0.025, -0.025, 0.975, -0.001, 0.7)), c("3", "\u22123", "98", "0", "70"))
})

test_that("the advice on judges comes after what it rests on", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  box <- sub("(?s)</section>.*", "", paste(page_of(judges = "gpt"), collapse = "\n"), perl = TRUE)
  questions <- regmatches(box, gregexpr("(?<=<dt>)[^<]*", box, perl = TRUE))[[1]]
  expect_identical(questions, c(
    "How high is agreement?", "How certain is this?", "Does the judge agree with people?", "What should be done?"
  ))
})

test_that("a difference is clear if its interval does not contain 0, in table, sentence and methods", {
  judges <- c("gpt", "gem", "lam")
  data <- rbind(judged, transform(judged[judged$rater == "gpt", ], rater = "gem"))
  data <- rbind(data, transform(judged[judged$rater == "gpt", ], rater = "lam"))
  fits <- judge_report(data, item, rater, label, judges, questions = c("agreement", "majority"))
  of <- function(question) which(fits$question == question & fits$quantity == "difference")
  fits$conf.low[of("agreement")] <- c(-0.2, 0.01, -0.1)
  fits$conf.high[of("agreement")] <- c(0.1, 0.3, -0.01)
  fits$conf.low[of("majority")] <- -0.1
  fits$conf.high[of("majority")] <- 0.1
  expect_identical(sides_of(fits)[of("agreement")], c("open", "more", "less"))
  expect_identical(sides_of(fits)[of("majority")], rep("open", 3))
  expect_true(all(sides_of(fits)[-c(of("agreement"), of("majority"))] == "unknown"))
  expect_match(judge_answer(fits), "^lam agrees with a person clearly less .*; gem .* more .*; gpt does not clearly")
  table <- paste(judges_table(fits, judges), collapse = "")
  together <- "Intervals of differences hold together for 3 judges (Bonferroni)"
  expect_match(table, together, fixed = TRUE)
  expect_match(table, "A difference is clear if its interval does not contain 0", fixed = TRUE)
  expect_no_match(table, "*", fixed = TRUE)
  expect_match(judge_methods(fits), paste0("called clear if its interval does not contain 0. ", together), fixed = TRUE)
  # A distance is a difference that should be small.
  scores <- transform(data, label = as.integer(factor(label)) + item %% 3)
  far <- judge_report(scores, item, rater, label, judges, level = "interval", questions = "agreement")
  at <- which(far$quantity == "difference")
  far$conf.low[at] <- c(-0.2, 0.01, -0.1)
  far$conf.high[at] <- c(0.1, 0.3, -0.01)
  expect_identical(sides_of(far)[at], c("open", "less", "more"))
  fits$conf.low <- NA
  expect_null(clear_rule(fits))
})

test_that("judges and people may lack ratings, and pairs at both ends have their intervals in each group", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  holes <- judged
  holes$label[c(which(holes$rater == "gpt")[1:2], which(holes$rater == "ann")[5])] <- NA
  expect_no_match(page_of(judges = "gpt", data = holes), "Not shown: The fields", fixed = TRUE)
  ratings <- as_ratings(holes, item, rater, label)
  people <- only_raters(ratings, setdiff(seq_along(ratings$raters), match("gpt", id_text(ratings$raters))))
  expect_identical(sum(people$set_aside$n), 1L)
  expect_identical(id_text(people$raters)[people$set_aside_by$rater], "ann")
  both <- rbind(transform(holes, part = "one"), transform(holes, part = "two", label = rev(label)))
  grouped <- as_ratings(both, item, rater, label, by = part)
  about <- report_scale(grouped, NULL, NULL)
  pairs <- pairwise_agreement(grouped)
  ends <- pairs[c(which.min(pairs$estimate), which.max(pairs$estimate)), ]
  found <- pairs_with_limits(ends, grouped, about)
  every <- pairwise_agreement(grouped, ci = ci_default())
  at <- vctrs::vec_match(tibble::as_tibble(ends)[1:3], tibble::as_tibble(every)[1:3])
  expect_equal(found$estimate, ends$estimate)
  expect_equal(found$conf.low, every$conf.low[at])
})
