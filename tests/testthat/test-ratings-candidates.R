# Sheets in reference/sheets are typed after those that people hand in, with alpha from the definition.
sheet <- function(name, ...) read.csv(test_path("reference", "sheets", name), ...)
known <- function(file, question) {
  x <- sheet("expected.csv", encoding = "UTF-8")
  x$value[x$file == file & x$question == question]
}
alpha <- function(data, ..., layout = "raters_in_columns") {
  krippendorff_alpha(data, ..., layout = layout, ci = ci_none())$estimate
}

# Returns the columns that an error suggests, as typed in its message.
suggested <- function(call, env = parent.frame()) {
  cnd <- rlang::catch_cnd(call, "accord_error_rating_columns")
  expect_s3_class(cnd, "accord_error_rating_columns")
  text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  # A name in backticks is quoted with two.
  found <- regmatches(text, regexpr("`` rating = .*? ``|`rating = [^`]*`", text, perl = TRUE))
  code <- sub("^`` (.*) ``$", "\\1", found)
  rlang::parse_expr(sub("^`|`$", "", sub("^`?rating = |`$", "", sub("`$", "", code))))
}
follow <- function(data, expr, ...) rlang::inject(alpha(data, rating = !!expr, ...))

test_that("a final label by any usual name is no rater, and the call that is shown is right", {
  skip_if_quick()
  # Two of five items differ in nothing but one: kappa = (.8 - .48) / (1 - .48).
  raters <- data.frame(label1 = c("pos", "neg", "pos", "neg", "pos"), label2 = c("pos", "neg", "neg", "neg", "pos"))
  kappa <- (.8 - .48) / (1 - .48)
  names <- c(
    "final", "gold", "consensus", "adjudicated", "majority", "reference", "ground_truth", "agreed", "match",
    "Final label", "goldLabel", "resolved.decision", "Endfassung", "Gesamt"
  )
  for (name in names) {
    x <- raters
    x[[name]] <- raters$label1
    cnd <- expect_fault(cohen_kappa(x, layout = "raters_in_columns"), "rating_columns", columns = name)
    expect_match(conditionMessage(cnd), "rating = c(label1, label2)", fixed = TRUE)
    # Selected by its place or by a part of its name, it is found too.
    expect_fault(cohen_kappa(x, rating = 1:3, layout = "raters_in_columns"), "rating_columns", columns = name)
    expect_equal(
      cohen_kappa(x, rating = c(label1, label2), layout = "raters_in_columns", ci = ci_none())$estimate, kappa
    )
    # Columns named one by one are raters: a person may have such a name.
    expect_no_error(as_ratings(x, rating = c(label1, label2, !!as.name(name)), layout = "raters_in_columns"))
  }
  # A column with the name of the others without their number, whose value is one of theirs in each row.
  expect_fault(alpha(cbind(raters, label = raters$label1)), "rating_columns", columns = "label")
})

test_that("texts, notes, dates and counts are no ratings, whatever they are called", {
  skip_if_quick()
  raters <- data.frame(label1 = c("pos", "neg", "pos", "neg", "pos"), label2 = c("pos", "neg", "neg", "neg", "pos"))
  names <- c(
    "tweet", "Sentence", "url", "title", "Abstract", "filename", "name", "comment", "notes", "image", "doi", "link",
    "Text", "Kommentar", "Bemerkung", "Datum", "zzz"
  )
  for (name in names) {
    x <- raters
    x[[name]] <- c("nice", "awful film", "so so", "never again", "loved it")
    expect_identical(suggested(alpha(x)), quote(c(label1, label2)))
  }
  scores <- data.frame(r1 = c(1, 2, 2, 1, 1, 2, 2, 1), r2 = c(1, 2, 1, 1, 1, 2, 2, 2))
  for (x in list(2011 + 0:7, c(120, 340, 98, 77, 1002, 45, 60, 31), as.Date("2026-01-01") + 0:7)) {
    expect_identical(suggested(alpha(cbind(scores, extra = x))), quote(c(r1, r2)))
  }
  # The sheet has the year of the study and columns of codes.
  found <- expect_fault(alpha(sheet("mangled_names.csv"), study), "rating_columns")
  expect_identical(found$columns, c("study.name", "year"))
})

test_that("sheets with further columns lead to the call that gives the known alpha", {
  skip_if_quick()
  x <- sheet("other_script.csv", fileEncoding = "UTF-8-BOM")
  one <- suggested(alpha(x, num))
  expect_equal(follow(x, one, num, level = "nominal"), known("other_script.csv", "code"), tolerance = 1e-5)
  x <- sheet("email_raters.csv", check.names = FALSE)
  one <- suggested(alpha(x[-1], link))
  expect_equal(follow(x[-1], one, link), known("email_raters.csv", "topic"), tolerance = 1e-5)
  x <- sheet("commits_two_authors.csv")
  one <- suggested(alpha(x, revision_hash, rating = starts_with("label_internal")))
  expect_equal(follow(x, one, revision_hash), known("commits_two_authors.csv", "internal_quality"), tolerance = 1e-5)
  x <- sheet("question_rows.csv")
  questions <- c("Country", "Sample", "Setting")
  values <- vapply(questions, function(q) known("question_rows.csv", q), 0)
  expect_equal(
    sort(follow(x, suggested(alpha(x, Paper, by = Attribute)), Paper, by = Attribute)), sort(unname(values)),
    tolerance = 1e-5
  )
  x <- sheet("screening.csv")
  expect_identical(
    suggested(alpha(x, Record, rating = contains("decision"))), quote(c(Reviewer.1.decision, Reviewer.2.decision))
  )
})

test_that("raters are not taken for anything else", {
  quiet <- function(x) expect_no_error(suppressWarnings(as_ratings(x, layout = "raters_in_columns", level = "nominal")))
  # Two who agree on nothing; one who uses a category of his or her own; a small table.
  quiet(data.frame(ann = c("a", "b", "c", "a"), bob = c("x", "y", "z", "x")))
  quiet(data.frame(ann = c("a", "b", "a", "b"), bob = c("a", "b", "b", "b"), cat = "c"))
  quiet(data.frame(ann = c("a", "b"), bob = c("b", "b"), cat = c("c", "d")))
  # Scores with decimals share few values, and one of them gives finer ones.
  quiet(data.frame(a = c(12.31, 40.22, 71.5, 3.3), b = c(11.2, 44.1, 70.9, 2.8), c = c(10.05, 39, 69.77, 4.91)))
  quiet(data.frame(a = c(1, 2, 3, 4, 5, 2, 3), b = c(1, 2, 3, 3, 5, 2, 4), c = c(1.5, 2.5, 3.5, 3.25, 4.5, 2.75, 3.75)))
  quiet(data.frame("ann@example.org" = c("a", "b"), "bob@example.org" = c("a", "a"), check.names = FALSE))
  # One who is right wherever the others are not, among few.
  right <- c("a", "b", "a", "b", "a")
  quiet(data.frame(ann = right, bob = c("a", "b", "b", "b", "a"), eve = right))
})

test_that("of columns that say whether the others agree the last one is meant, and all may be named as raters", {
  x <- data.frame(ann = rep(0:1, 15), bob = rep(c(0, 1, 1), 10))
  x$same <- as.numeric(x$ann == x$bob)
  cnd <- expect_fault(as_ratings(x, layout = "raters_in_columns"), "rating_columns", "`same` says", columns = "same")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "rating = c(ann, bob, same)", fixed = TRUE)
  expect_length(as_ratings(x, rating = c(ann, bob, same), layout = "raters_in_columns")$raters, 3)
  # Two raters always agree, and another one uses a single category.
  expect_no_error(as_ratings(data.frame(ann = x$ann, bob = x$ann, eve = 1), layout = "raters_in_columns"))
  two <- stats::setNames(x[1:2], c("gold", "pred"))
  cnd <- expect_fault(as_ratings(two, layout = "raters_in_columns"), "rating_columns", "named like a final label")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "rating = c(gold, pred)", fixed = TRUE)
  expect_no_error(as_ratings(two, rating = c(gold, pred), layout = "raters_in_columns"))
})

# Three raters of 40 items, each of whom is wrong on some.
three <- function(as = identity) {
  truth <- rep(1:5, 8)
  err <- function(at) replace(truth, at, truth[at] %% 5 + 1)
  as.data.frame(lapply(list(ann = err(c(2, 9, 30:34)), bob = err(c(5, 17, 20:24)), eve = err(c(11, 13, 36:40))), as))
}

test_that("final labels and properties of items are found by whole words, in several languages", {
  skip_if_quick()
  truth <- rep(1:5, 8)
  names <- c(
    "GT", "mv", "Vote", "truth", "key", "y", "label", "Target", "class", "true_label", "final_code", "Mehrheit",
    "respuesta_correcta", "v\u00e9rit\u00e9", "fold", "cv_fold", "conf", "Confidence", "source", "Quelle"
  )
  for (as in list(identity, function(x) letters[x])) {
    for (name in names) {
      x <- three(as)
      x[[name]] <- as(truth)
      expect_fault(alpha(x, level = "nominal"), "rating_columns", columns = name)
    }
  }
  for (name in c("lang", "split", "topic")) {
    x <- three(function(x) letters[x])
    x[[name]] <- c("en", "de")
    expect_fault(alpha(x), "rating_columns", columns = name)
  }
  # The same words in the names of all, as names of people, or of two raters.
  quiet <- function(...) expect_no_error(alpha(stats::setNames(three(), c(...)), level = "nominal"))
  quiet("label_1", "label_2", "label_3")
  quiet("label", "label.1", "label.2")
  quiet("conf_ann", "conf_bob", "conf_eve")
  quiet("source_A", "source_B", "source_C")
  quiet("Lang", "Link", "Page")
  quiet("x", "y", "z")
  expect_no_error(alpha(stats::setNames(three()[1:2], c("label", "pred")), level = "nominal"))
})

test_that("a column that is the greatest, least or median of the others is found, and Max is a rater", {
  skip_if_quick()
  x <- three()
  combined <- list(
    max = do.call(pmax, x), highest = do.call(pmax, x), min = do.call(pmin, x), med = apply(x, 1, stats::median),
    zz = do.call(pmax, x)
  )
  for (name in names(combined)) {
    y <- x
    y[[name]] <- combined[[name]]
    cnd <- expect_fault(alpha(y, level = "ordinal"), "rating_columns", "of the others in each row", columns = name)
    expect_match(gsub("\\s+", " ", conditionMessage(cnd)), "rating = c(ann, bob, eve)", fixed = TRUE)
  }
  expect_no_error(alpha(cbind(x, max = replace(rep(1:5, 8), 3:9, 2)), level = "ordinal"))
  expect_no_error(alpha(stats::setNames(x, c("Max", "Min", "Med")), level = "ordinal"))
  # With two values, a rater who uses one of them more often can equal the maximum of others.
  two <- data.frame(ann = rep(0:1, 15), bob = rep(c(0, 1, 1), 10))
  two$eve <- pmax(two$ann, two$bob)
  two$tom <- rev(two$ann)
  expect_no_error(alpha(two))
})

test_that("the label without the number of the others is no rater, nor what they were asked to correct", {
  x <- sheet("commits_two_authors.csv")
  said <- suggested(alpha(x, revision_hash, rating = contains("internal")))
  alpha_known <- known("commits_two_authors.csv", "internal_quality")
  expect_equal(follow(x, said, item = revision_hash), alpha_known, tolerance = 1e-5)
  # If names were repeated, the first has no number; then a third rater who differs is also not suspicious.
  d <- data.frame(tone = c(1, 0, 1, 0, 1, 1), tone1 = c(1, 0, 1, 1, 1, 1), tone2 = c(1, 0, 0, 0, 1, 1))
  expect_silent(alpha(d))
  expect_silent(alpha(d[c(2, 3, 1)] |> transform(tone = 1 - tone1)))
})

test_that("properties of the ratings of a column are no ratings, nor are fields of REDCap", {
  skip_if_quick()
  ann <- rep(c(1, 2, 3, 2, 5), 4)
  d <- data.frame(
    ann = ann, bob = replace(ann, 1, 2), conf_ann = rep(c(5, 4, 3, 3), 5), conf_bob = rep(c(2, 5, 3, 4), 5)
  )
  of_two <- alpha(d[1:2], level = "ordinal")
  expect_equal(follow(d, suggested(alpha(d, level = "ordinal")), level = "ordinal"), of_two)
  names(d)[3:4] <- c("ann_time", "bob.time")
  expect_equal(follow(d, suggested(alpha(d, level = "ordinal")), level = "ordinal"), of_two)
  # If there is no rater `dan`, the column `time_dan` can be a rater.
  names(d) <- c("ann", "bob", "cem", "time_dan")
  expect_silent(alpha(d, level = "ordinal"))

  r <- data.frame(id = paste0(rep(101:110, each = 2), "--", 1:2), ann = ann, bob = ann, sign___1 = 0:1, sign___2 = 1:0)
  cnd <- expect_fault(alpha(r, id), "rating_columns", columns = c("sign___1", "sign___2"))
  expect_warning(
    as_ratings(r, id, rating = c(ann, bob), layout = "raters_in_columns"),
    class = "accord_warning_item_suffix"
  )
  r$id <- sub("--", "-", r$id)
  expect_silent(as_ratings(r, id, rating = c(ann, bob), layout = "raters_in_columns"))
})

test_that("labels of a tracker and counts of something are no ratings, in a data frame and in a sheet", {
  two <- data.frame(issue = 1:24, ann = rep(c("bug", "feature", "question"), 8))
  two$bob <- rev(two$ann)
  two$labels_github <- rep(c("bug", "enhancement", "help wanted", NA), 6)
  two$`# comments` <- rep(c("bug", "feature"), 12)
  expect_refused <- function(data, columns) {
    found <- list(
      expect_error(
        percent_agreement(data, issue, rating = ann:last_col(), layout = "raters_in_columns"),
        class = "accord_error_rating_columns"
      ),
      expect_error(read_sheet(data, item = issue, rating = -issue), class = "accord_error_rating_columns")
    )
    for (cnd in found) expect_identical(cnd$columns, columns)
  }
  last_col <- tidyselect::last_col
  expect_refused(two[1:4], "labels_github")
  expect_refused(two[c(1:3, 5)], "# comments")
  # The end of a range is not named one by one.
  expect_error(
    percent_agreement(two, issue, rating = ann:labels_github, layout = "raters_in_columns"),
    class = "accord_error_rating_columns"
  )
  named <- percent_agreement(two, issue, rating = c(ann, bob, labels_github), layout = "raters_in_columns")
  expect_identical(named$n_raters, 3L)
  numbered <- stats::setNames(two[1:3], c("issue", "#1", "#2"))
  expect_identical(percent_agreement(numbered, issue, rating = -issue, layout = "raters_in_columns")$n_raters, 2L)
})
