# These tests say what the page shows; those in a real browser are `make test-app`.

# Returns what app_look() finds of a data frame that is called `sheet`.
looked_at <- function(sheet, ...) {
  assign("sheet", sheet, globalenv())
  on.exit(rm("sheet", envir = globalenv()))
  app_look(frame = "sheet", ...)
}

three <- data.frame(
  id = sprintf("t%d", 1:12), tone_ann = rep(1:3, 4), tone_bob = rep(c(1, 2, 2), 4), tone_cat = rep(c(1, 3, 2), 4),
  frame_ann = rep(c("h", "c", "c"), 4), frame_bob = rep(c("h", "c", "h"), 4), frame_cat = rep(c("c", "h"), 6)
)

# The script, run by itself, with the objects that it makes.
run_script <- function(lines, env = new.env(parent = globalenv())) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  suppressMessages(eval(parse(text = lines), env))
  env
}

test_that("the script of what is proposed gives what R gives", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  source <- looked_at(three)
  source$questions <- c("tone", "frame")
  choices <- list(level = list(tone = "ordinal"))
  made <- run_script(app_script(source, choices), list2env(list(sheet = three), parent = globalenv()))
  x <- as_ratings(read_sheet(three, item = id, names = "{question}_{rater}"), level = c(tone = "ordinal"))
  expect_identical(made$agreed, agreement(x, coefficients = c("percent_agreement", "krippendorff_alpha")))
  expect_identical(made$both, krippendorff_alpha(x, ci = ci_jackknife(over = "both")))
  expect_identical(made$items, disagreements(x))
  expect_identical(made$raters, rater_summary(x))
})

test_that("roles of columns are read from a call, and changed by name", {
  columns <- c("id", "round", "ann", "bob", "cat", "...6")
  args <- as.list(quote(f(item = id, rating = ann:cat)))[-1]
  expect_identical(app_roles(args, columns), c("item", "", "rating", "rating", "rating", ""))
  changed <- app_with_roles(args, list(cat = "", round = "by"), columns)
  expect_identical(changed, list(item = quote(id), rating = quote(c(ann, bob)), by = quote(round)))
  # A column without a name is named by its place, and what is no column stays.
  args <- as.list(quote(f(item = c("{sheet}", id), rater = "{file}", rating = ann)))[-1]
  changed <- app_with_roles(args, list(...6 = "item", bob = "rater"), columns)
  expect_identical(changed$item, quote(c("{sheet}", id, 6)))
  expect_identical(changed$rater, quote(bob))
  expect_null(app_with_roles(args, list(ann = ""), columns)$rating)
  # A template that cuts a column is that column.
  args <- as.list(quote(f(item = c(id = "{item}--{rater}"), rating = ann)))[-1]
  expect_identical(app_roles(args, columns), c("item", "", "rating", "", "", ""))
  expect_identical(app_with_roles(args, list(bob = "rating"), columns)$item, args$item)
})

test_that("where raters are is read from a call, and changed", {
  columns <- c("id", "who", "ann", "bob")
  told <- function(call) app_raters_in(as.list(call)[-1], columns)
  expect_identical(told(quote(f(item = id, rating = c(ann, bob)))), "columns")
  expect_identical(told(quote(f(item = id, rater = who, rating = ann))), "column")
  expect_identical(told(quote(f(item = id, rater = "{file}", rating = ann))), "file")
  expect_identical(told(quote(f(item = id, rater = c("{sheet}" = "{rater:a|b}"), rating = ann))), "sheet")
  expect_identical(told(quote(f(item = id, names = "{question}_{rater}"))), "names")
  expect_identical(told(quote(f(item = c(id = "{item}--{rater}"), rating = ann))), "names")
  args <- as.list(quote(f(item = id, rater = who, rating = ann)))[-1]
  expect_identical(app_with_raters(args, "file")$rater, "{file}")
  expect_identical(app_raters_in(app_with_raters(args, "columns"), columns), "columns")
})

test_that("what is typed becomes a value, and never code", {
  expect_identical(app_field_value("na", " -99, k. A. "), call("c", -99, "k. A."))
  expect_identical(app_field_value("na", "99"), 99)
  expect_null(app_field_value("na", ""))
  expect_identical(app_field_value("separator", "; "), "; ")
  expect_identical(app_field_value("fill", "no"), FALSE)
  expect_null(app_field_value("fill", ""))
  source <- looked_at(three)
  source$questions <- c("tone", "frame")
  hostile <- "\"); stop(\"run\"); (\""
  choices <- list(
    names = hostile, na = hostile, separator = hostile, drop = hostile, question = hostile,
    level = rlang::set_names(list(hostile), hostile), roles = rlang::set_names(list("item"), "id")
  )
  code <- app_script(source, choices)
  calls <- unlist(lapply(as.list(parse(text = code)), all.names))
  expect_false("stop" %in% calls)
})

test_that("an argument is shown as it would be typed into its field", {
  expect_identical(app_field_text(quote(c("k. A.", -99))), "k. A., -99")
  expect_identical(app_field_text(-99), "-99")
  expect_identical(app_field_text(quote(-99)), "-99")
  expect_identical(app_field_text(NULL), "")
  expect_identical(app_field_text(TRUE), "yes")
  expect_identical(app_field_text(quote(c(tone = ";"))), "c(tone = \";\")")
})

test_that("choices that the browser kept are taken only in the form of choices", {
  good <- list(
    proposal = 2L, raters = "names", names = "{rater}", roles = list(id = "item"), level = list(tone = "ordinal"),
    order = list(tone = list("a", "b")), coefficients = list("fleiss_kappa", "nonsense")
  )
  kept <- app_kept(good)
  expect_identical(kept$order, list(tone = c("a", "b")))
  expect_identical(kept$coefficients, "fleiss_kappa")
  expect_identical(kept$roles, list(id = "item"))
  expect_length(app_kept(list(roles = list(list(1)), ci = list(1, 2), other = "x")), 0)
  expect_length(app_kept(NULL), 0)
})

test_that("exports are recognised, and read by the reader of their tool", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  old <- setwd(system.file("extdata", "label_studio", package = "accord"))
  on.exit({
    setwd(old)
    rm("export", envir = globalenv())
  })
  source <- app_look("project.json")
  expect_identical(source$reader, "read_label_studio")
  expect_identical(source$pipe, "spans")
  made <- run_script(app_script(source, list()))
  expect_identical(made$agreed, span_agreement(as_spans(read_label_studio("project.json"))))
})

test_that("a confusion table is seen, and measured as such", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  counts <- rbind(yes = c(yes = 20, no = 5), no = c(yes = 10, no = 15))
  sheet <- data.frame(rater = c("no", "yes", "Total"), yes = c(10, 20, 30), no = c(15, 5, 20), Total = c(25, 25, 50))
  source <- looked_at(sheet)
  source$questions <- source$table$question
  made <- run_script(app_script(source, list()))
  expect_identical(made$agreed, agreement(counts[2:1, 2:1], layout = "confusion"))
  # Cohen's kappa of (20, 5; 10, 15): (.70 - .50) / (1 - .50).
  expect_equal(made$agreed$estimate[made$agreed$coefficient == "cohen_kappa"], 0.4)
  ordered <- list(level = list(.table = "ordinal"), order = list(.table = c("no", "yes")))
  made <- run_script(app_script(source, ordered))
  expect_identical(made$ratings$level, "ordinal")
  # Ratings of items that are numbered as raters are no counts.
  expect_null(looked_at(data.frame(id = 1:3, "1" = 3:1, "2" = 1:3, "3" = 1:3, check.names = FALSE))$table)
  expect_null(looked_at(three)$table)
})

test_that("raters of a table of counts have the names of the file, or those that are typed", {
  named <- list(
    data.frame("Ann / Bob" = c("yes", "no"), yes = c(20, 10), no = c(5, 15), check.names = FALSE),
    data.frame(x = c("Ann: yes", "Ann: no"), "Bob: yes" = c(20, 10), "Bob: no" = c(5, 15), check.names = FALSE)
  )
  env <- new.env(parent = globalenv())
  for (sheet in named) {
    source <- looked_at(sheet)
    source$questions <- APP_TABLE
    expect_identical(source$sides, c("Ann", "Bob"))
    steps <- app_steps(source, list())
    env$export <- eval(steps$export)
    expect_identical(env$export, matrix(
      c(20, 10, 5, 15), 2, dimnames = list(Ann = c("yes", "no"), Bob = c("yes", "no"))
    ))
    expect_identical(eval(steps$ratings, env)$raters, c("Ann", "Bob"))
  }
  sides <- function(...) names(dimnames(eval(app_steps(source, list(...))$export)))
  expect_identical(sides(side_rows = "Eve"), c("Eve", "Bob"))
  expect_identical(sides(side_rows = ""), c("rows", "Bob"))
  expect_null(sides(side_rows = "", side_columns = ""))
  # Two raters have two names.
  expect_null(sides(side_rows = "Bob"))
  expect_null(looked_at(data.frame(x = c("yes", "no"), yes = c(20, 10), no = c(5, 15)))$sides)
})

test_that("kappas have the weights that suit the level, also those of all raters; percent agreement has none", {
  read <- read_sheet(three, item = id, names = "{question}_{rater}")
  x <- as_ratings(read, question = "tone", level = c(tone = "ordinal"))
  told <- app_scales(x)
  source <- c(looked_at(three), list(questions = "tone"), told[c("usual", "kappas")])
  steps <- app_steps(source, list(level = list(tone = "ordinal")))
  found <- eval(steps$agreed, list(ratings = x))
  of <- function(id) found$estimate[found$coefficient == id]
  expect_identical(of("fleiss_kappa"), agreement(x, coefficients = "fleiss_kappa", weights = "ordinal")$estimate)
  expect_identical(of("percent_agreement"), agreement(x, coefficients = "percent_agreement")$estimate)
  expect_identical(of("krippendorff_alpha"), krippendorff_alpha(x)$estimate)
  # Only what is measured has weights, and what was chosen comes first.
  expect_null(app_kappa_weights(source, list(), c("percent_agreement", "krippendorff_alpha")))
  expect_identical(app_kappa_weights(source, list(), c("gwet_ac1", "percent_agreement")), quote(c(gwet_ac = "ordinal")))
  expect_null(app_kappa_weights(source, list(weights = list(tone = "linear")), NULL))
  both <- c(source[c("usual", "kappas")], list(questions = c("tone", "frame")))
  expect_identical(
    app_kappa_weights(both, list(), "fleiss_kappa"), quote(list(tone = c(fleiss_kappa = "ordinal")))
  )
  # All that can be chosen can be measured.
  choosable <- REGISTRY$id[REGISTRY$joins != "own_verb" & REGISTRY$id != "gwet_ac2"]
  expect_identical(unique(agreement(x, coefficients = choosable, ci = ci_none())$coefficient), choosable)
})

test_that("two raters tell nothing of others, and their agreement has one interval", {
  source <- c(looked_at(three[1:3]), list(questions = "tone", n_raters = 2L))
  steps <- app_steps(source, list())
  expect_null(steps$both)
  expect_identical(steps$raters, quote(rater_summary(ratings, ci = ci_none())))
  source$n_raters <- 3L
  expect_identical(app_steps(source, list())$raters, quote(rater_summary(ratings)))
  expect_false(is.null(app_steps(source, list())$both))
})

test_that("numbers have intraclass correlations, and raters of two occasions are compared with themselves", {
  marks <- data.frame(
    essay = rep(1:12, 4), teacher = rep(rep(c("ann", "bob"), each = 12), 2), round = rep(1:2, each = 24),
    mark = c(1:12, 2:13, 1:12, c(3, 3:13)) / 2
  )
  source <- looked_at(marks)
  read <- read_sheet(marks, item = essay, rater = teacher, by = round, rating = mark)
  expect_identical(app_read_call(source, list())$by, quote(round))
  x <- as_ratings(read, level = "interval")
  told <- app_scales(x)
  expect_true(told$scores)
  expect_true(told$groups)
  source <- c(source, list(questions = "mark"), told[c("usual", "kappas", "scores", "groups")])
  steps <- app_steps(source, list(level = list(mark = "interval")))
  expect_identical(steps$scores, quote(icc(ratings)))
  # Shares of categories would be too many columns beside those of groups.
  expect_false(steps$raters$shares)
  expect_true(steps$raters$scores)
  again <- eval(steps$again, list(sheet = read))
  expect_identical(
    again, intra_rater_agreement(marks, essay, teacher, mark, occasion = round, level = "interval"),
    ignore_attr = TRUE
  )
  # Labels have neither, and other columns are no occasions.
  names(marks)[3] <- "school"
  expect_null(app_again_call(list(), list(), quote(read_sheet(marks, by = school))))
  labels <- as_ratings(cbind(c(1, 2, 3), c(1, 3, 3)), layout = "raters_in_columns", level = "nominal")
  expect_false(app_scales(labels)$scores)
})

test_that("at the ratio level kappas have the weights of ratios", {
  a <- c(1, 2, 4, 8, 3, 5)
  b <- c(1, 3, 4, 9, 2, 5)
  x <- as_ratings(cbind(a, b), layout = "raters_in_columns", level = "ratio")
  expect_identical(unname(app_scales(x)$usual), "ratio")
  # By the definition of Scott's pi: disagreement is ((a - b) / (a + b))^2, and that by chance has the pooled values.
  apart <- function(a, b) ((a - b) / (a + b))^2
  both <- c(a, b)
  pi <- 1 - mean(apart(a, b)) / mean(outer(both, both, apart))
  expect_equal(scott_pi(x, weights = unname(app_scales(x)$usual))$estimate, pi, ignore_attr = TRUE)
})

test_that("kappas of sets have the weights of the distance that was chosen", {
  sets <- data.frame(id = 1:4, ann = c("a; b", "a", "b; c", "c"), bob = c("a", "a", "c; b", "a; c"))
  read <- read_sheet(sets, item = id, rating = c(ann, bob), separator = "; ")
  expect_null(app_scales(as_ratings(read))$usual)
  x <- as_ratings(read, distance = c(rating = "jaccard"))
  told <- app_scales(x)
  expect_identical(told$usual, c(rating = "jaccard"))
  # Jaccard distances of the four items are 1/2, 0, 0 and 1/2; those by chance are between the sets of both raters.
  parts <- lapply(strsplit(c(sets$ann, sets$bob), "; "), sort)
  jaccard <- function(i, j) 1 - length(intersect(parts[[i]], parts[[j]])) / length(union(parts[[i]], parts[[j]]))
  by_chance <- mean(outer(1:8, 1:8, Vectorize(jaccard)))
  found <- eval(app_steps(c(looked_at(sets), list(questions = "rating"), told), list())$agreed, list(ratings = x))
  expect_equal(found$estimate[found$coefficient == "scott_pi"], 1 - mean(c(1, 0, 0, 1) / 2) / by_chance)
})

test_that("columns that only other files have, and those whose names fit but that are not read, are not used", {
  skip_if_not_installed("shiny")
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  ann <- data.frame(id = 1:5, label = c("a", "b")[c(1, 2, 1, 2, 1)])
  write.csv(ann, file.path(folder, "ann.csv"), row.names = FALSE)
  bob <- data.frame(id = 1:5, label = c("a", "b")[c(1, 2, 2, 2, 1)], comments = c("why", NA, NA, NA, NA))
  write.csv(bob, file.path(folder, "bob.csv"), row.names = FALSE, na = "")
  source <- app_look(file.path(folder, c("ann.csv", "bob.csv")))
  expect_identical(source$elsewhere$name, "comments")
  expect_identical(source$elsewhere$words, "1 value; only in bob.csv")
  # The blanks that joined words have.
  expect_identical(gsub("<wbr>", "", as.character(app_breakable("a-b")), fixed = TRUE), escape_html("a-b"))
  expect_match(as.character(app_breakable("tone_of.ann")), "<wbr>.*<wbr>")
  blank <- data.frame(id = 1:4, ann = c("a", "b", NA, "a"), bob = c("a", NA, "b", "a"))
  lines <- format_sheet(read_sheet(blank, item = id, rating = c(ann, bob)))
  expect_match(lines, "2 blank cells: not rated", fixed = TRUE, all = FALSE)
})

test_that("all columns of all files are listed, and all files", {
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  files <- file.path(folder, sprintf("r%d.csv", 1:7))
  for (k in 1:7) {
    own <- data.frame(id = 1:5, label = c("a", "b")[c(1, 2, 1, 2, 1 + k %% 2)])
    if (k %in% c(2, 5)) own$why <- c("unsure", "", "", "", "")
    write.csv(own, files[k], row.names = FALSE)
  }
  source <- app_look(files)
  expect_length(source$heading, 7)
  expect_identical(source$elsewhere$words, "1 value; only in r2.csv, r5.csv")
})

test_that("labels that seem to be ordered have a hint, and get the order with one choice", {
  expect_identical(app_order_seen(c("IV", "I", "III", "II")), c("I", "II", "III", "IV"))
  expect_identical(app_order_seen(c("severe", "Mild", "none")), c("none", "Mild", "severe"))
  expect_identical(app_order_seen(c("10 - always", "2 - rarely", "1 - never")),
    c("1 - never", "2 - rarely", "10 - always"))
  expect_null(app_order_seen(c("sport", "health", "economy")))
  expect_null(app_order_seen(c("no", "yes")))
  asked <- list(
    question = c("tone", "grade"), kind = c("labels", "labels"), labels = list(letters[1:3], c("II", "I", "III"))
  )
  chosen <- app_chosen(list(), list(what = "ordered", key = "2", value = ""), list(), asked)
  expect_identical(chosen, list(level = list(grade = "ordinal"), order = list(grade = c("I", "II", "III"))))
  skip_if_not_installed("shiny")
  levels <- c(tone = "nominal", grade = "nominal")
  state <- list(views = list(ratings = list(view = list(levels = levels))), choices = list())
  words <- app_texts("en")
  hints <- app_order_hints(asked, state, words)
  expect_length(hints, 1)
  expect_match(as.character(hints[[1]]), "I &lt; II &lt; III", fixed = TRUE)
  state$choices <- list(level = list(grade = "nominal"))
  expect_length(app_order_hints(asked, state, words), 0)
})

test_that("results call raters as the column that tells them, but for data with the word itself", {
  source <- list(columns = data.frame(name = c("id", "Coder ID", "label"), example = c("1, 2", "ann, bob", "x, y")))
  source$calls <- "read_sheet(data, item = id, rater = `Coder ID`, rating = label)"
  source$code <- quote(data)
  expect_identical(app_noun(source, list()), "coder")
  text <- "<p title=\"raters\">3 raters; Rater: Raters' ratings</p>"
  expect_identical(in_own_word(text, "coder"), "<p title=\"raters\">3 coders; Coder: Coders' ratings</p>")
  expect_identical(in_own_word(text, NULL), text)
  source$columns$example[2] <- "Rater 1, Rater 2"
  expect_null(app_noun(source, list()))
  source$columns$example[2] <- "ann, bob"
  source$calls <- "read_sheet(data, item = id, rating = c(ann, bob))"
  expect_null(app_noun(source, list()))
})

test_that("code is written as an R user writes it, and says the same", {
  long <- quote(read_sheet(
    c("a long name of a file.csv", "another name of a file.csv", "the third one.csv"), item = `the item`,
    names = "{question}_{rater}", na = c(-99, "k. A."), fill = TRUE
  ))
  lines <- strsplit(app_code("sheet", long), "\n", fixed = TRUE)[[1]]
  expect_identical(str2lang(paste(lines, collapse = "\n")), call("<-", quote(sheet), long))
  expect_identical(lines[c(1, length(lines))], c("sheet <- read_sheet(", ")"))
  expect_true(all(nchar(lines) <= 80))
  expect_identical(lines[length(lines) - 1], "  fill = TRUE")
  expect_identical(app_code("x", quote(f(a, b = 1))), "x <- f(a, b = 1)")
  values <- as.call(c(quote(c), as.list(sprintf("value %d", 1:40))))
  expect_identical(str2lang(app_text_of(values)), values)
  expect_true(all(nchar(strsplit(app_text_of(values), "\n", fixed = TRUE)[[1]]) <= 80))
})

test_that("colours of pictures have counterparts on a dark page", {
  drawn <- "<g style=\"fill:rgb(0%,0%,0%);stroke:rgb(100%,100%,100%);\"/><a href=\"#C00000\"/><g fill='#0072B2'/>"
  page <- on_dark_pages(drawn)
  expect_identical(
    page[length(page)], "<g style=\"fill:var(--c1);stroke:var(--c2);\"/><a href=\"#C00000\"/><g fill='var(--c3)'/>"
  )
  expect_match(paste(page, collapse = ""), "--c2: light-dark(rgb(100%,100%,100%), transparent);", fixed = TRUE)
  # Lightness is turned over: black becomes lighter than the lightest grey.
  light <- colSums(dark_counterpart(cbind(c(0, 0, 0), c(0.5, 0.5, 0.5), c(0.95, 0.95, 0.95))))
  expect_true(all(diff(light) < 0))
  expect_identical(on_dark_pages("<img>"), "<img>")
})

test_that("crosses in columns are check boxes, whose sets have a distance, and texts of items are no ratings", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  cross <- function(x) ifelse(x, "x", NA)
  sheet <- data.frame(
    patient = rep(sprintf("P%d", 1:12), each = 3), nurse = rep(c("a", "b", "c"), 12),
    text = rep(letters[1:12], each = 3),
    risk = rep(c("low", "high", "high", "low"), 9), "Sign: pain" = cross(rep(c(TRUE, TRUE, FALSE, TRUE), 9)),
    "Sign: fever" = cross(rep(c(TRUE, FALSE, FALSE, TRUE, TRUE, FALSE), 6)), check.names = FALSE
  )
  source <- looked_at(sheet)
  read <- read_sheet(
    sheet, item = patient, rater = nurse, rating = risk, boxes = "{question:Sign}: {option}"
  )
  source$questions <- c("risk", "Sign")
  sheets <- list2env(list(sheet = sheet), parent = globalenv())
  made <- run_script(app_script(source, list(distance = list(Sign = "jaccard"))), sheets)
  x <- as_ratings(read, distance = c(Sign = "jaccard"))
  expect_identical(made$agreed, agreement(x, coefficients = c("percent_agreement", "krippendorff_alpha")))
})

test_that("values that are declared missing are named, and so are items without a rating", {
  sheet <- data.frame(
    id = 1:8, ann = c("a", "b", "a", "b", "a", "b", NA, "k. A."), bob = c("a", "k. A.", "k. A.", "b", "b", "b", NA, "a")
  )
  source <- looked_at(sheet)
  expect_identical(unname(app_holds(sheet$ann, "k. A.")), "2 values; not rated: k. A.")
  expect_identical(source$columns$words[3], "2 values; not rated: k. A.")
  read <- suppressMessages(suppressWarnings(read_sheet(sheet, item = id, rating = c(ann, bob), na = "k. A.")))
  lines <- format_sheet(read)
  expect_match(lines, "3 cells declared missing: k. A. (3)", fixed = TRUE, all = FALSE)
  # An item of which all cells are blank is none of the result.
  expect_match(lines, "items has no rating (blank cells): 7", fixed = TRUE, all = FALSE)
  # Sets of boxes have no text that is declared.
  boxes <- data.frame(id = 1:4, x_a = c(1, 0, 1, 0), x_b = c(1, 0, 1, 1), y_a = c(0, 1, 1, 0), y_b = c(0, 1, 0, 1))
  expect_no_match(format_sheet(read_sheet(boxes, item = id, boxes = "{option}_{rater}")), "declared missing")
  full <- data.frame(id = 1:6, ann = c("a", "b", NA, "a", "b", "a"), bob = c("a", "a", NA, "b", "b", "a"))
  ratings <- as_ratings(suppressWarnings(read_sheet(full, item = id, rating = c(ann, bob))))
  if (!is.null(ratings$n_missing)) expect_match(set_aside_words(ratings), "of items that nobody rated")
})

test_that("the level that is used is told, and kappas of raters have the weights that suit it", {
  read <- read_sheet(three, item = id, names = "{question}_{rater}")
  told <- app_scales(as_ratings(read))
  expect_identical(told$levels, c(tone = NA, frame = "nominal"))
  expect_null(told$usual)
  x <- as_ratings(read, level = c(tone = "interval"))
  told <- app_scales(x)
  expect_identical(told$levels, c(tone = "interval", frame = "nominal"))
  source <- c(looked_at(three), list(questions = c("tone", "frame"), usual = told$usual))
  choices <- list(level = list(tone = "interval"))
  raters <- eval(app_steps(source, choices)$raters, list(ratings = x))
  expect_identical(raters, rater_summary(x, weights = c(tone = "quadratic")))
  # What was chosen comes first.
  choices$weights <- list(tone = "linear")
  expect_identical(app_usual(source, choices), quote(c(tone = "linear")))
  choices$question <- "tone"
  expect_identical(app_usual(source, choices), "linear")
})

test_that("of items to discuss, the first of each question are shown, and those as far apart as the last are counted", {
  skip_if_not_installed("knitr")
  items_of <- function(ann, bob) {
    data <- data.frame(item = rep(seq_along(ann), 2), rater = rep(c("ann", "bob"), each = length(ann)))
    data$rating <- c(ann, bob)
    app_items(disagreements(as_ratings(data, item, rater, rating, categories = c("a", "b"))))
  }
  shown <- items_of(rep("a", 20), rep("b", 20))
  rows <- function(html) length(gregexpr("<tr>", sub("(?s)<tfoot>.*", "", html, perl = TRUE))[[1]]) - 1
  expect_identical(rows(shown$table), 8)
  expect_identical(rows(shown$all), 20)
  expect_match(shown$table, "12 more are as far apart", fixed = TRUE)
  expect_null(items_of(rep("a", 9), rep(c("a", "b"), c(7, 2)))$all)
  expect_identical(items_of(rep(c("a", "b"), 5), rep(c("a", "b"), 5))$table, "")
})

test_that("archives of json are read by the reader of their tool", {
  skip_if_not_installed("jsonlite")
  skip_without_zip()
  project <- readLines(system.file("extdata", "label_studio", "project.json", package = "accord"), encoding = "UTF-8")
  project <- zip_of(folder_with(project.json = project))
  task <- "{\"text\": \"%s\", \"_input_hash\": 1, \"answer\": \"accept\"}"
  tasks <- folder_with(tasks.jsonl = paste(sprintf(task, letters), collapse = "\n"))
  expect_identical(app_reader(project), "read_label_studio")
  expect_identical(app_reader(zip_of(tasks)), "read_prodigy")
})

test_that("errors are told in the sentences of accord, with what mends them", {
  sheet <- three
  sheet$frame_ann[3] <- "k. A."
  error <- tryCatch(read_sheet(sheet, item = id, names = "{question}_{rater}"), error = app_words)
  expect_match(error$rule, "must be declared")
  expect_identical(error$what, "missing_code")
  expect_identical(error$apply, "na = \"k. A.\"")
  expect_false(error$bug)
  expect_true(app_words(simpleError("other"))$bug)
})

test_that("a language that the file of texts lacks is an error, and every text that is used is there", {
  skip_if_not_installed("shiny")
  skip_if_not_installed("bslib")
  skip_if_not_installed("callr")
  expect_error(accord_app(language = "xx"), class = "accord_error_argument")
  expect_error(accord_app(1:3), class = "accord_error_argument")
  expect_error(accord_app(max_size = -1), class = "accord_error_argument")
  words <- app_texts("en")
  expect_identical(anyDuplicated(names(words)), 0L)
  expect_false(any(is.na(unlist(words)) | unlist(words) == ""))
  folder <- test_path("..", "..", "R")
  skip_if_not(file.exists(file.path(folder, "app-ui.R")), "sources are not there")
  code <- unlist(lapply(list.files(folder, "^app.*[.]R$", full.names = TRUE), readLines, encoding = "UTF-8"))
  used <- unlist(regmatches(code, gregexpr("(?<=[^a-z_]words[$])[a-z_0-9]+", code, perl = TRUE)))
  expect_identical(setdiff(used, names(words)), character())
})

test_that("a package that is missing is named", {
  skip_if_quick()
  skip_if_not_installed("shiny")
  cnd <- in_r_without("shiny", function() accord_app())
  expect_fault(stop(cnd), "missing_package", "shiny is needed for the app", package = "shiny")
})

# Waits until the session has nothing left to do.
settle <- function(session, until) {
  # A busy machine may need long for a little.
  end <- Sys.time() + 600
  while (!isTRUE(until()) && Sys.time() < end) {
    session$elapse(150)
    Sys.sleep(0.05)
  }
  expect_true(until())
}

is_idle <- function(worker) is.null(worker$job) && worker$process$get_state() == "idle"

# The rows of the sheet that the process of an idle session has.
nrow_of_sheet <- function(worker) {
  if (is_idle(worker)) worker$process$run(function() nrow(get("sheet", globalenv()))) else Inf
}

# A worker, and a function that waits for its next job that is done.
test_worker <- function() {
  folder <- tempfile()
  dir.create(folder)
  worker <- app_worker(folder)
  worker$next_done <- function(job = NULL) {
    end <- Sys.time() + 600
    done <- NULL
    while (is.null(done) && Sys.time() < end) {
      done <- finished_job(worker)
      if (!is.null(job) && begin_job(worker, job)) job <- NULL
      Sys.sleep(0.02)
    }
    done
  }
  worker
}

test_that("a process that is stopped, ended or too late loses no other work", {
  skip_if_quick()
  skip_if_not_installed("callr")
  # The state of the session, without shiny.
  state_of <- function(...) list2env(list(views = list(), ...))
  sleep <- list(what = "app_save", args = list("Sys.sleep(600)"), name = "csv")
  quick <- list(what = "app_save", args = list("1"), name = "csv")
  worker <- test_worker()
  on.exit(close_worker(worker))
  expect_null(worker$next_done(quick)$result$error)
  # A signal ends the job that it is for, and none after it, even if it comes late.
  for (late in c(FALSE, TRUE)) {
    while (!begin_job(worker, if (late) quick else sleep)) finished_job(worker)
    if (late) while (worker$process$poll_process(1000) != "ready") NULL
    stop_job(worker)
    done <- worker$next_done()
    if (!late) expect_true(isTRUE(done$result$error$stopped) || isTRUE(done$stopped))
    expect_null(worker$next_done(quick)$result$error)
  }
  # A process that does not stop in time is replaced, which was wanted.
  while (!begin_job(worker, sleep)) finished_job(worker)
  worker$stopping <- Sys.time() - 60
  done <- worker$next_done()
  expect_true(done$ended && done$stopped)
  state <- state_of(save = "html", number = 1)
  app_finished(state, done, NULL, NULL)
  expect_null(state$halted)
  expect_identical(state$save, "html")
  # One that ends by itself is told, and what it did is not tried again unasked.
  while (!begin_job(worker, sleep)) finished_job(worker)
  worker$process$kill()
  done <- worker$next_done()
  expect_true(done$ended && !done$stopped)
  app_finished(state, done, NULL, NULL)
  expect_identical(state$halted, "ended")
  expect_null(state$save)
  # Looking at a file goes on after a signal that was for the job before, unless the user stopped it.
  stopped <- list(name = "look", result = list(error = list(stopped = TRUE)))
  state <- state_of(loading = list(files = "a.csv"))
  app_finished(state, stopped, NULL, NULL)
  expect_identical(state$waiting, list(look_job(list(files = "a.csv"))))
  state <- state_of(loading = list(files = "a.csv"), halted = "stopped")
  app_finished(state, stopped, NULL, NULL)
  expect_null(state$waiting)
  # Data of a new process are not there if their reading was stopped.
  state <- state_of(lost = TRUE)
  app_finished(state, list(name = "begin", result = list(error = list(stopped = TRUE))), NULL, NULL)
  expect_true(state$lost)
})

test_that("a session measures what is chosen, stops, goes on, and leaves nothing", {
  skip_if_quick()
  for (package in c("shiny", "bslib", "callr", "knitr", "ggplot2")) skip_if_not_installed(package)
  folder_of_session <- process <- NULL
  x <- as_ratings(read_sheet(three, item = id, names = "{question}_{rater}"), level = c(tone = "ordinal"))
  both <- agreement(x, coefficients = c("percent_agreement", "krippendorff_alpha"))
  one <- agreement(x$frame, coefficients = "fleiss_kappa")
  shown <- list(
    both = as.character(paper_table(both, "html", wide = TRUE)), one = as.character(paper_table(one, "html"))
  )
  shiny::testServer(app_server(three, "three", app_texts("en")), {
    folder_of_session <<- folder
    process <<- worker$process
    choose <- function(what, value, key = "") session$setInputs(set = list(what = what, key = key, value = value))
    settle(session, function() !is.null(state$wrong_scale))
    expect_identical(state$wrong_scale$question, "tone")
    # The question that needs a level is named, with a menu, and a script is not shown before there is a result.
    expect_match(output$results_now$html, "Choose what the numbers mean: tone.", fixed = TRUE)
    expect_match(output$results_now$html, "id=\"asked-level-1\"", fixed = TRUE)
    expect_no_match(output$results_now$html, "id=\"script\"", fixed = TRUE)
    expect_match(output$scale$html, "nominal (as the values say)", fixed = TRUE)
    choose("level", "ordinal", "1")
    settle(session, function() !is.null(state$views$both$view))
    expect_true(identical(state$views$agreed$view$table, shown$both))
    expect_true(grepl("Items to discuss", output$results_now$html))
    expect_match(output$scale$html, "ordinal (usual)", fixed = TRUE)
    expect_match(output$results_now$html, "What should be done?", fixed = TRUE)
    expect_match(output$results_now$html, "id=\"script\"", fixed = TRUE)
    expect_no_match(output$results_now$html, "<tfoot>", fixed = TRUE)

    choose("question", "frame")
    choose("coefficient", TRUE, "fleiss_kappa")
    settle(session, function() identical(state$views$both$key, app_current(state)$both$key))
    expect_true(identical(state$views$agreed$view$table, shown$one))

    choose("role", "", "1")
    settle(session, function() !is.null(state$busy) || !is.null(state$views$sheet$error))
    choose("stop", "")
    expect_identical(state$halted, "stopped")
    # On a busy machine the process may need more than two seconds to stop, and is replaced.
    settle(session, function() is.null(worker$job))
    choose("role", "item", "1")
    settle(session, function() identical(state$views$both$key, app_current(state)$both$key))
    choose("save", "", "csv")
    settle(session, function() is.null(state$save))
    saved <- utils::read.csv(file.path(worker$folder, "agreement.csv"))
    expect_equal(saved$estimate, one$estimate, tolerance = 1e-14)

    # What is chosen and taken back while it is computed leaves nothing in the process.
    choose("drop", "1")
    settle(session, function() identical(worker$job$name, "sheet") || nrow_of_sheet(worker) < 72)
    choose("drop", "")
    settle(session, function() {
      same <- vapply(c("sheet", "both"), function(name) {
        identical(state$views[[name]]$key, app_current(state)[[name]]$key)
      }, NA)
      is_idle(worker) && all(same)
    })
    expect_identical(nrow_of_sheet(worker), 72L)

    # Two files that are asked for at once are both saved.
    unlink(file.path(worker$folder, c("agreement.csv", "agreement.html")))
    choose("save", "", "csv")
    choose("save", "", "html")
    settle(session, function() is.null(state$save))
    expect_true(all(file.exists(file.path(worker$folder, c("agreement.csv", "agreement.html")))))

    # A process that ends while it is idle takes nothing with it: the file is saved by its successor.
    unlink(file.path(worker$folder, "agreement.csv"))
    worker$process$kill()
    choose("save", "", "csv")
    settle(session, function() is.null(state$save))
    expect_null(state$save_problem)
    saved <- utils::read.csv(file.path(worker$folder, "agreement.csv"))
    expect_equal(saved$estimate, one$estimate, tolerance = 1e-14)
  })
  expect_false(process$is_alive())
  expect_false(dir.exists(folder_of_session))
})
