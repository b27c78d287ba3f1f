wide <- function(data, ...) as_ratings(data, ..., layout = "raters_in_columns")
questions_of <- function(names, n = 12) {
  # Codes differ between questions and raters, so that only the names show the design.
  x <- lapply(seq_along(names), function(j) c(0, 1)[1 + (seq_len(n) * j) %% 7 %/% 4])
  names(x) <- names
  as.data.frame(x, optional = TRUE)
}

test_that("columns of several questions are named, and those of the first are shown", {
  skip_if_quick()
  forms <- list(
    c("gender_c1", "gender_c2", "gender_c3", "observers_c1", "observers_c2", "observers_c3"),
    c("Q1_j", "Q1_r", "Q2_j", "Q2_r", "Q3_j", "Q3_r"),
    c("q1a", "q1a.1", "q1b", "q1b.1", "q2", "q2.1"),
    c("tone", "tone1", "tone2", "length", "length1", "length2"),
    c("Ton (M\u00fcller)", "Ton (Gr\u00fcn)", "L\u00e4nge (M\u00fcller)", "L\u00e4nge (Gr\u00fcn)"),
    c("label_x1", "label_x2", "label_y1", "label_y2")
  )
  firsts <- list(1:3, 1:2, 1:2, 1:3, 1:2, 1:2)
  for (i in seq_along(forms)) {
    x <- questions_of(forms[[i]])
    cnd <- expect_fault(wide(x), "rating_columns", "ratings of one question")
    of_first <- vapply(forms[[i]][firsts[[i]]], column_code, "")
    expect_match(
      gsub("\\s+", " ", conditionMessage(cnd)), paste0("rating = c(", paste(of_first, collapse = ", "), ")"),
      fixed = TRUE
    )
    expect_identical(wide(x, rating = tidyselect::all_of(forms[[i]][firsts[[i]]]))$raters, forms[[i]][firsts[[i]]])
    # A rater of all questions, or all columns, by a part of their names.
    expect_fault(wide(x, rating = everything()), "rating_columns")
  }
  # The rater comes first.
  x <- questions_of(c("annotator1_source", "annotator1_hedging", "annotator2_source", "annotator2_hedging"))
  expect_fault(wide(x), "rating_columns", "rating = c[(]annotator1_source, annotator2_source[)]")
  expect_fault(wide(x, rating = starts_with("annotator1")), "rating_columns", "annotator1_source, annotator2_source")
  expect_no_error(wide(x, rating = ends_with("source")))
  # If all are named in the call, they are used.
  expect_no_error(wide(x, rating = c(annotator1_source, annotator1_hedging, annotator2_source, annotator2_hedging)))
  m <- as.matrix(questions_of(forms[[1]]))
  expect_fault(wide(m), "rating_columns", "data\\[, -c[(]4, 5, 6[)]\\]")
})

test_that("raters with a common part in their names are of one question", {
  for (names in list(
    paste0("rater_", 1:6), paste0("coder_a_", 1:4), paste0("annotator", 1:3, "_label"),
    c("tone", "tone1", "tone2"), c("Ann Smith", "Bob Smith", "Eva Jones")
  )) {
    expect_no_error(wide(questions_of(names), level = "nominal"))
  }
  # Members of teams, unless their ratings are boxes to tick.
  expect_no_error(wide(questions_of(c("A1", "A2", "B1", "B2")) + 1, level = "nominal"))
  # Two teams of two agree as much across the teams as within: one question.
  a <- rep(c("x", "y", "z", "x", "y"), 6)
  b <- replace(a, c(2, 9), "z")
  expect_no_error(wide(data.frame(red_one = a, red_two = b, blue_one = rev(rev(a)), blue_two = replace(a, 4, "y"))))
})

# Two pairs of columns, which agree within a pair and not across.
pairs_of <- function(names) {
  x <- rep(c("a", "b", "c"), 20)
  y <- rep(c("a", "b", "c"), each = 20)
  as.data.frame(stats::setNames(list(x, replace(x, 3:5, "b"), y, replace(y, 8:9, "c")), names))
}

test_that("two kinds of raters are no questions, if both say what kind they are", {
  skip_if_quick()
  for (names in list(
    c("human_1", "human_2", "model_1", "model_2"), c("expert1", "expert2", "novice1", "novice2"),
    c("gpt4_a", "gpt4_b", "claude_a", "claude_b"), c("teacher.1", "teacher.2", "student.1", "student.2"),
    c("label_human_1", "label_human_2", "label_llm_1", "label_llm_2"), c("NurseA", "NurseB", "DoctorA", "DoctorB")
  )) {
    expect_no_error(wide(pairs_of(names)))
  }
  for (names in list(
    c("human_tone", "model_tone", "human_frame", "model_frame"), c("model_c1", "model_c2", "colour_c1", "colour_c2"),
    c("q1_coder1", "q1_coder2", "q2_coder1", "q2_coder2"), c("coder1_1", "coder1_2", "coder2_1", "coder2_2"),
    c("tone1", "tone2", "frame1", "frame2")
  )) {
    expect_fault(wide(pairs_of(names)), "rating_columns", "2 questions")
  }
  # Kinds of raters who use other categories.
  x <- pairs_of(c("human_1", "human_2", "model_1", "model_2"))
  x[3:4] <- lapply(x[3:4], toupper)
  expect_fault(wide(x), "rating_columns")
})

test_that("a list of names is a selection like any other, and typed names are meant", {
  skip_if_quick()
  x <- pairs_of(c("gender_c1", "gender_c2", "observers_c1", "observers_c2"))
  chosen <- names(x)
  expect_fault(wide(x, rating = tidyselect::all_of(chosen)), "rating_columns")
  expect_fault(wide(x, rating = tidyselect::any_of(chosen)), "rating_columns")
  expect_fault(wide(x, rating = tidyselect::all_of(names(x))), "rating_columns")
  expect_length(wide(x, rating = c(!!!rlang::syms(chosen)))$raters, 4)
  expect_length(
    wide(x, rating = tidyselect::all_of(c("gender_c1", "gender_c2", "observers_c1", "observers_c2")))$raters, 4
  )
})

test_that("names of merged cells are those of questions", {
  # Three coders agree in each question.
  topic <- rep(c("a", "b", "c", "a"), 5)
  tone <- rep(c("a", "b"), 10)
  d <- data.frame(seq_along(topic), topic, replace(topic, 1, "b"), topic, tone, replace(tone, 2, "a"), tone)
  names(d) <- c("...1", "Topic", "...3", "...4", "Tone", "...6", "...7")
  cnd <- expect_fault(
    krippendorff_alpha(d, 1, layout = "raters_in_columns"), "rating_columns",
    questions = c("Topic", "Tone")
  )
  expect_match(conditionMessage(cnd), "rating = c(Topic, ...3, ...4)", fixed = TRUE)
  expect_silent(krippendorff_alpha(d, 1, rating = c(Topic, ...3, ...4), layout = "raters_in_columns", ci = ci_none()))
})

test_that("the error for several questions shows the call that reads all of them", {
  x <- data.frame(
    id = 1:12, tone_c1 = rep(1:3, 4), tone_c2 = rep(1:3, 4), frame_c1 = rep(c("h", "c"), 6),
    frame_c2 = rep(c("h", "c"), 6)
  )
  cnd <- expect_error(as_ratings(x, id, layout = "raters_in_columns"), class = "accord_error_rating_columns")
  shown <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  code <- regmatches(shown, regexpr("read_sheet\\([^`]*\\)", shown))
  found <- eval(parse(text = code))
  expect_setequal(found$question, c("tone", "frame"))
  expect_setequal(found$rater, c("c1", "c2"))
})
