# Rounds in names of columns and sheets.

calls_of <- function(sheet) {
  utils::capture.output(calls <- inspect_sheet(sheet))
  calls
}
tone <- c(1, 2, 2, 3, 1, 1, 2, 3, 3, 1, 2, 2)
sheet_of <- function(names) {
  columns <- rep(list(tone, rev(tone), replace(tone, 2, 3), replace(rev(tone), 5, 1)), 2)[seq_along(names)]
  data.frame(id = sprintf("t%d", 1:12), stats::setNames(columns, names), check.names = FALSE)
}

test_that("rounds beside raters are questions first, and both readings are told", {
  skip_if_quick()
  for (names in list(
    c("dev1_r1", "dev2_r1", "dev1_r2", "dev2_r2"), c("ann_pre", "bob_pre", "ann_post", "bob_post"),
    c("coder1_t1", "coder2_t1", "coder1_t2", "coder2_t2"), c("ann_wave1", "bob_wave1", "ann_wave2", "bob_wave2")
  )) {
    sheet <- sheet_of(names)
    calls <- calls_of(sheet)
    parts <- strsplit(names, "_")
    rounds <- unique(vapply(parts, `[`, "", 2))
    expect_match(calls[1], "names = \"{rater}_{question}\"", fixed = TRUE)
    expect_setequal(eval(str2lang(calls[1]))$question, rounds)
    expect_setequal(eval(str2lang(calls[2]))$rater, rounds)
    cnd <- expect_error(read_sheet(sheet, item = id, rating = -id), class = "accord_error_several_questions")
    text <- gsub("\\s+", " ", conditionMessage(cnd))
    expect_match(text, "are rounds, each is a question: `names = \"{rater}_{question}\"`", fixed = TRUE)
    expect_match(text, "rounds of each rater", fixed = TRUE)
  }
  sheet <- sheet_of(c("dev1_r1", "dev2_r1", "dev1_r2", "dev2_r2"))
  expect_error(
    read_sheet(sheet, item = id, names = "{question}_{rater}"), "{rater}_{question}",
    fixed = TRUE, class = "accord_error_template"
  )
  # Reviewers are no rounds.
  calls <- calls_of(sheet_of(c("R1_Topic", "R2_Topic", "R1_Method", "R2_Method")))
  expect_match(calls, "\"{rater}_{question}\"", fixed = TRUE)
})

test_that("names with a question, a rater and a round are read by round", {
  skip_if_quick()
  parts <- expand.grid(d = c("D1", "D2"), r = c("R1", "R2"), q = c("God Class", "Long Method"))
  for (form in c("%3$s %1$s %2$s", "%2$s_%1$s_%3$s", "%3$s_%2$s_%1$s")) {
    names <- sprintf(form, parts$d, parts$r, parts$q)
    if (form == "%3$s_%2$s_%1$s") names <- gsub("D([12])$", "round\\1", gsub("R([12])", "dev\\1", names))
    sheet <- sheet_of(names)
    calls <- calls_of(sheet)
    expect_length(calls, 2)
    for (k in 1:2) {
      x <- eval(str2lang(calls[k]))
      expect_length(unique(x$rater), 2)
      expect_setequal(x$question, c("God Class", "Long Method"))
      expect_identical(nrow(x), 48L)
    }
  }
  sheet <- sheet_of(sprintf("%s %s %s", parts$q, parts$d, parts$r))
  for (names in c("{question} {rater}", "{rater} {question}")) {
    cnd <- expect_error(read_sheet(sheet, item = id, names = names), class = "accord_error_template")
    expect_identical(cnd$advice, "names = \"{question} {rater:D1|D2} R1\"")
  }
  expect_error(
    read_sheet(sheet, item = id, rating = -id), "seem to be rounds", class = "accord_error_several_questions"
  )
  expect_error(
    read_sheet(sheet, item = id, names = "{question} {rater} {round}"), "Rounds in names",
    class = "accord_error_template"
  )
})

test_that("files of raters and rounds are read by round", {
  folder <- own_folder()
  for (name in c("R1_Ann", "R1_Bob", "R2_Ann", "R2_Bob")) {
    own <- data.frame(id = 1:12, tone = if (endsWith(name, "Bob")) rev(tone) else tone)
    utils::write.csv(own, file.path(folder, paste0(name, ".csv")), row.names = FALSE)
  }
  calls <- calls_of(folder)
  expect_length(calls, 1)
  x <- eval(str2lang(calls))
  expect_setequal(x$rater, c("Ann", "Bob"))
  expect_setequal(x$round, c("R1", "R2"))
  # Each round has the figure that it has alone.
  both <- krippendorff_alpha(x, level = "ordinal", ci = ci_none())
  for (round in both$round) {
    of_round <- sprintf("%s_{rater}", round)
    alone <- eval(bquote(read_sheet(folder, item = id, rater = c("{file}" = .(of_round)), rating = tone)))
    alone <- krippendorff_alpha(alone, level = "ordinal", ci = ci_none())
    expect_identical(both$estimate[both$round == round], alone$estimate)
  }
})

test_that("files of raters and rounds are not raters, also where a rater lacks a round", {
  folder <- own_folder()
  for (name in c("coder1_round1", "coder2_round1", "coder1_round2")) {
    utils::write.csv(data.frame(id = 1:12, tone = tone), file.path(folder, paste0(name, ".csv")), row.names = FALSE)
  }
  read <- function(rater) eval(bquote(read_sheet(folder, item = id, rater = .(rater), rating = tone)))
  expect_error(read("{file}"), "2 raters in 2 rounds", class = "accord_error_roles")
  advice <- tryCatch(read("{file}"), accord_error_roles = function(cnd) cnd$advice)
  expect_identical(advice, "rater = c(\"{file}\" = \"{rater}_{round}\")")
  expect_match(calls_of(folder), advice, fixed = TRUE)
  x <- read_sheet(folder, item = id, rater = c("{file}" = "{rater}_{round}"), rating = tone)
  expect_identical(as.vector(table(x$round)), c(24L, 12L))
  # The user may say that each is a rater.
  all <- quote(c("{file}" = "{rater:coder1_round1|coder2_round1|coder1_round2}"))
  expect_length(unique(read(all)$rater), 3)
})

test_that("tables that are rounds, with the raters in columns, are groups", {
  folder <- own_folder()
  for (round in c("Round 1", "Round 2")) {
    own <- data.frame(id = 1:12, Alice = tone, Bob = if (round == "Round 1") tone else rev(tone))
    utils::write.csv(own, file.path(folder, paste0(round, ".csv")), row.names = FALSE)
  }
  calls <- calls_of(folder)
  expect_length(calls, 1)
  expect_match(calls, "rating = c(Alice, Bob), by = \"{file}\"", fixed = TRUE)
  found <- percent_agreement(eval(str2lang(calls)))
  expect_equal(found$estimate, c(1, mean(tone == rev(tone))))
  cnd <- expect_error(read_sheet(folder, item = id, rating = c(Alice, Bob)), class = "accord_error_roles")
  expect_identical(cnd$advice, "by = \"{file}\"")
  cnd <- expect_error(
    read_sheet(folder, item = id, rater = "{file}", rating = c(Alice, Bob)), "Rounds must not",
    class = "accord_error_roles"
  )
  expect_identical(cnd$advice, "by = \"{file}\"")
  named <- read_sheet(folder, item = id, rater = c("{file}" = "{rater:Round 1|Round 2}"), rating = c(Alice, Bob))
  expect_setequal(named$rater, c("Round 1", "Round 2"))
})
