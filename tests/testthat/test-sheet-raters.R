# Whom a template takes for raters: names that tell questions too, and final labels whose name tells no rater.

text_of <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
n <- 24
# Two raters who differ in every sixth item, and others in their own.
one <- rep(c("pos", "neg", "neu"), length.out = n)
two <- rep(c("x", "y"), each = 6, length.out = n)
but <- function(x, from) replace(x, seq(from, n, by = 6), x[1])

test_that("raters whose names are a grid of questions and raters are an error with the template that works", {
  skip_if_quick()
  sheet <- data.frame(
    id = seq_len(n), label_a_1 = one, label_a_2 = but(one, 2), label_b_1 = two, label_b_2 = but(two, 3)
  )
  cnd <- expect_error(read_sheet(sheet, item = id, names = "label_{rater}"), class = "accord_error_several_questions")
  expect_identical(cnd$questions, c("a", "b"))
  expect_identical(cnd$advice, "names = \"label_{question}_{rater}\"")
  expect_match(text_of(cnd), "names = \"label_{rater:a_1|a_2|b_1|b_2}\"", fixed = TRUE)
  expect_setequal(read_sheet(sheet, item = id, names = "label_{question}_{rater}")$rater, c("1", "2"))
  found <- suppressWarnings(read_sheet(sheet, item = id, names = "label_{rater:a_1|a_2|b_1|b_2}"))
  expect_length(unique(found$rater), 4)
})

test_that("two teams who rate the same question are raters of a template", {
  sheet <- data.frame(
    id = seq_len(n), label_a_1 = one, label_a_2 = but(one, 2), label_b_1 = but(one, 3), label_b_2 = but(one, 5)
  )
  expect_setequal(read_sheet(sheet, item = id, names = "label_{rater}")$rater, c("a_1", "a_2", "b_1", "b_2"))
})

final <- data.frame(
  id = seq_len(n), tone1 = one, tone2 = but(one, 2), tone = one, ad1 = two, ad2 = but(two, 3), ad = two
)

test_that("a final label is never advised as a rater without a name", {
  skip_if_quick()
  cnd <- expect_error(read_sheet(final, item = id, names = "{question}{rater}"), class = "accord_error_template")
  expect_match(text_of(cnd), "names = \"{question}{rater:1|2}\"", fixed = TRUE)
  expect_match(text_of(cnd), "like final labels, and are then left out")
  expect_no_match(text_of(cnd), "{rater:|", fixed = TRUE)
  x <- read_sheet(final, item = id, names = "{question}{rater:1|2}")
  expect_setequal(x$rater, c("1", "2"))
  expect_match(paste(format_sheet(x), collapse = "\n"), "columns not used: tone, ad")

  cnd <- expect_error(
    read_sheet(final, item = id, names = "{question}{rater:|1|2}"), class = "accord_error_rating_columns"
  )
  expect_identical(cnd$advice, "names = \"{question}{rater:1|2}\"")
  named <- read_sheet(
    final, item = id, rating = c(tone, tone1, tone2, ad, ad1, ad2), names = "{question}{rater:|1|2}"
  )
  expect_setequal(named$rater, c("", "1", "2"))
  cnd <- expect_error(fleiss_kappa(final, id, layout = "raters_in_columns"), class = "accord_error_rating_columns")
  expect_match(text_of(cnd), "{question}{rater:1|2}", fixed = TRUE)
})

test_that("a third rater whose name has no number is one", {
  coders <- data.frame(
    id = seq_len(n), tone = but(one, 4), tone1 = one, tone2 = but(one, 2), ad = but(two, 5), ad1 = two,
    ad2 = but(two, 3)
  )
  cnd <- expect_error(read_sheet(coders, item = id, names = "{question}{rater}"), class = "accord_error_template")
  expect_match(text_of(cnd), "names = \"{question}{rater:|1|2}\"", fixed = TRUE)
  expect_setequal(read_sheet(coders, item = id, names = "{question}{rater:|1|2}")$rater, c("", "1", "2"))
})

test_that("whether raters agreed does not turn a template round, and is no rater", {
  topic <- rep(c("a", "b", "c"), 4)
  other <- replace(topic, c(2, 5), "a")
  d <- data.frame(
    id = 1:12, R1_Topic = topic, R2_Topic = other, Agreed_Topic = ifelse(topic == other, "yes", "no"),
    Final_Topic = topic, R1_Method = topic, R2_Method = rev(topic),
    Agreed_Method = ifelse(topic == rev(topic), "yes", "no"), Final_Method = topic
  )
  cnd <- expect_error(read_sheet(d, item = id, names = "{rater}_{question}"), class = "accord_error_rating_columns")
  expect_match(conditionMessage(cnd), "names = \"{rater:R1|R2}_{question}\"", fixed = TRUE)
  expect_setequal(read_sheet(d, item = id, names = "{rater:R1|R2}_{question}")$rater, c("R1", "R2"))
})

# Of 90 answers two coders differ in 16, in half of which each has the label of the third column.
followed <- function() {
  a <- rep(c("b", "c", "d"), 30)
  b <- replace(a, seq(1, 76, 5), "e")
  x <- replace(a, seq(1, 71, 10), "e")
  half <- 1:45
  data.frame(
    id = half, R1_t = a[half], R2_t = b[half], RX_t = x[half], R1_m = a[-half], R2_m = b[-half], RX_m = x[-half]
  )
}

test_that("a rater is not taken for a final label where the others never agree", {
  # In each row b is equal to a or to c, which differ.
  sheet <- data.frame(id = 1:24, a = rep(c("x", "y"), 12), b = rep(c("x", "x", "y", "y"), 6), c = rep(c("y", "x"), 12))
  expect_no_condition(read_sheet(sheet, item = id, names = "{rater}"), class = "accord_warning_final_rater")
})

test_that("a rater who never differs from the others where these agree is named, and left out or kept as is said", {
  sheet <- followed()
  cnd <- expect_warning(
    read_sheet(sheet, item = id, names = "{rater}_{question}"), "all 74 answers", class = "accord_warning_final_rater"
  )
  expect_identical(cnd$raters, "RX")
  expect_identical(cnd$advice, "names = \"{rater:R1|R2}_{question}\"")
  expect_silent(left <- read_sheet(sheet, item = id, names = "{rater:R1|R2}_{question}"))
  expect_identical(unique(left$rater), c("R1", "R2"))
  expect_silent(read_sheet(sheet, item = id, names = "{rater:R1|R2|RX}_{question}"))
  expect_output(inspect_sheet(sheet), "\"RX\" has the label of the others in all 74 answers")
  wide <- data.frame(id = 1:90, R1 = c(sheet$R1_t, sheet$R1_m), R2 = c(sheet$R2_t, sheet$R2_m))
  wide$RX <- c(sheet$RX_t, sheet$RX_m)
  expect_warning(read_sheet(wide, item = id, rating = R1:RX), class = "accord_warning_final_rater")
  expect_silent(read_sheet(wide, item = id, rating = c(R1, R2, RX)))
  long <- data.frame(id = rep(1:90, 3), who = rep(c("R1", "R2", "RX"), each = 90), kind = unlist(wide[-1]))
  cnd <- expect_warning(read_sheet(long, item = id, rater = who, rating = kind), class = "accord_warning_final_rater")
  expect_identical(cnd$advice, "drop = who == \"RX\"")
  expect_silent(read_sheet(long, item = id, rater = who, rating = kind, keep = who == "RX"))
})

test_that("a rater is none who differs once, or where the others hardly differ", {
  sheet <- followed()
  once <- sheet
  once$RX_t[2] <- "e"
  expect_silent(read_sheet(once, item = id, names = "{rater}_{question}"))
  # Twelve answers in which one rater differs: three equal raters look so in (2/3)^12, or .8%, times three.
  few <- sheet
  few[c(1, 6, 11, 16), 3:4] <- few[c(1, 6, 11, 16), 2]
  expect_silent(read_sheet(few, item = id, names = "{rater}_{question}"))
  # One is much weaker than the two others, of whom one never differs.
  weak <- sheet
  weak$R2_m <- rev(weak$R1_m)
  weak[c(2, 4)] <- lapply(weak[c(2, 4)], function(x) weak$RX_t)
  weak$R1_m <- replace(weak$RX_m, 1:2, "e")
  expect_silent(read_sheet(weak, item = id, names = "{rater}_{question}"))
})

test_that("the advice on a rater who follows the others works where the column was named by a string", {
  sheet <- with_seed(1, {
    truth <- sample(c("x", "y", "z"), 200, TRUE)
    coded <- function() ifelse(runif(200) < 0.85, truth, sample(c("x", "y", "z"), 200, TRUE))
    ann <- coded()
    bob <- coded()
    who <- rep(c("ann", "bob", "zoe"), each = 200)
    data.frame(id = rep(1:200, 3), who = who, v = c(ann, bob, ifelse(ann == bob, ann, truth)))
  })
  names(sheet)[2] <- "who rated"
  read <- function(...) read_sheet(sheet, item = "id", rater = "who rated", rating = "v", ...)
  cnd <- expect_warning(read(), class = "accord_warning_final_rater")
  x <- eval(parse(text = sprintf("read(%s)", cnd$advice)))
  expect_setequal(x$rater, c("ann", "bob"))
})
