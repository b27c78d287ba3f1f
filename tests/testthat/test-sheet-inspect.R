calls_of <- function(...) {
  shown <- utils::capture.output(calls <- inspect_sheet(...))
  expect_true(all(sprintf("-> %s", calls) %in% shown))
  calls
}

# The proposal reads what it says.
run <- function(calls, sheet) eval(parse(text = calls[1]), list(sheet = sheet))

other <- rep(c("h", "c", "c", "h", "h", "c"), 2)
tone <- c(1, 2, 2, 3, 1, 1, 2, 3, 3, 1, 2, 2)
frame <- rep(c("h", "c", "c"), 4)

test_that("a grid of names is proposed as a template", {
  skip_if_quick()
  for (form in c("%s_%s", "%2$s.%1$s", "%s (%s)", "%s%s")) {
    raters <- if (form == "%s%s") c("1", "2") else c("coder1", "coder2")
    sheet <- data.frame(id = sprintf("t%d", 1:12))
    for (rater in raters) {
      sheet[[sprintf(form, "tone", rater)]] <- tone
      sheet[[sprintf(form, "frame", rater)]] <- frame
    }
    x <- run(calls_of(sheet), sheet)
    expect_setequal(x$question, c("tone", "frame"))
    expect_setequal(x$rater, raters)
    expect_setequal(x$item, sheet$id)
  }
})

test_that("a long sheet is proposed with its item, rater and questions", {
  sheet <- data.frame(
    post = rep(1:12, 2), coder = rep(c("ann", "bob"), each = 12), tone = c(tone, rev(tone)),
    frame = c(frame, rev(frame)),
    text = "the text of a post that is longer than all answers"
  )
  calls <- calls_of(sheet)
  expect_identical(calls, "read_sheet(sheet, item = post, rater = coder, rating = c(tone, frame))")
})

test_that("raters in columns are proposed without the final label", {
  sheet <- data.frame(id = sprintf("t%d", 1:12), ann = frame, bob = other, final = frame)
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = id, rating = c(ann, bob))")
})

test_that("ids of double entry, boxes, and files of raters are recognised", {
  sheet <- data.frame(
    record_id = paste0(rep(1:6, each = 2), "--", 1:2), sign___1 = 0:1, sign___2 = 1:0, outcome = tone
  )
  expect_identical(
    calls_of(sheet),
    "read_sheet(sheet, item = c(record_id = \"{item}--{rater}\"), rating = outcome, boxes = \"{question}___{option}\")"
  )
  folder <- system.file("extdata", "sarcasm", package = "accord")
  expect_match(calls_of(folder), "item = ID, rater = \"{file}\", rating = annotation", fixed = TRUE)
})

test_that("where nothing is found nothing is proposed", {
  expect_output(calls <- inspect_sheet(data.frame(x = c("a", "b"), y = c("c", "d"))), "No way")
  expect_identical(calls, character())
})

test_that("ids of raters may be numbers that ratings are too, and totals are left out", {
  skip_if_quick()
  sheet <- data.frame(
    post = rep(1:12, 2), coder = rep(1:2, each = 12), tone = c(tone, rev(tone)), size = c(rev(tone), tone)
  )
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = post, rater = coder, rating = c(tone, size))")
  sheet <- data.frame(id = c(sprintf("t%d", 1:12), "Total"), ann = c(frame, "5"), bob = c(other, "5"))
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = id, rating = c(ann, bob), drop = \"Total\")")
})

test_that("columns that do not agree are not proposed as raters of one question", {
  # Each value of one goes with each of the other.
  sheet <- data.frame(a = rep(1:3, 6), b = rep(1:3, each = 6))
  expect_identical(calls_of(sheet), character())
})

test_that("proposals have what their errors ask for, and other rows of names", {
  skip_if_quick()
  sheet <- data.frame(
    id = sprintf("t%d", 1:12), tone_ann = tone, tone_bob = rev(tone), frame_ann = frame, frame_bob = other
  )
  sheet$tone_ann[2] <- 999
  sheet$frame_bob[3] <- "k. A."
  expect_identical(
    calls_of(sheet), "read_sheet(sheet, item = id, names = \"{question}_{rater}\", na = c(999, \"k. A.\"))"
  )
  path <- file.path(own_folder(), "s.csv")
  writeLines(c(",Ann,,Bob,", "id,tone,frame,tone,frame", paste(1:12, tone, frame, rev(tone), other, sep = ",")), path)
  expect_match(calls_of(path), "item = id, names = \"{rater}/{question}\", header = 1:2", fixed = TRUE)
  writeLines(c("Coding of May,,", "id,Ann,Bob", paste(1:12, frame, other, sep = ",")), path)
  expect_match(calls_of(path), "item = id, rating = c(Ann, Bob), header = 2)", fixed = TRUE)
  writeLines(paste(rep(1:12, 2), rep(c("p", "q"), each = 12), c(frame, other), sep = ","), path)
  found <- eval(parse(text = calls_of(path, header = 0)[1]))
  expect_setequal(found$rater, c("p", "q"))
})

test_that("names that begin alike, several labels in a cell and boxes of SoSci Survey are said", {
  skip_if_quick()
  long <- data.frame(
    item = rep(1:12, 2), worker = rep(c("a", "b"), each = 12), OUT.tone = c(tone, rev(tone)),
    OUT.frame = c(frame, other)
  )
  expect_match(calls_of(long), "names = \"OUT.{question}\"", fixed = TRUE)
  long <- data.frame(
    item = rep(1:12, 2), worker = rep(c("a", "b"), each = 12), seen = rep_len(c("x; y", "x", "y", "y; x", "x"), 24)
  )
  expect_match(calls_of(long), "separator = \"; \"", fixed = TRUE)
  long <- data.frame(REF = rep(1:12, 2), CODER = rep(c("a", "b"), each = 12), TH01_01 = c(1, 2, 2), TH01_02 = c(2, 1))
  expect_match(calls_of(long), "boxes = \"{question:TH01}_{option}\"", fixed = TRUE)
})

test_that("a column that is the same in all rows is not proposed as ratings", {
  x <- data.frame(
    record_id = paste0(rep(1:6, each = 2), "--", 1:2), redcap_event_name = "baseline_arm_1",
    mrs = c(1, 2, 2, 2, 3, 4, 4, 4, 1, 1, 2, 3), ht = c(0, 1)
  )
  expect_identical(
    calls_of(x), "read_sheet(x, item = c(record_id = \"{item}--{rater}\"), rating = c(mrs, ht))"
  )
  x$ht <- 0
  expect_output(calls <- inspect_sheet(x), "ht [(]1 value[)]")
  expect_match(calls, "rating = mrs)", fixed = TRUE)
  long <- data.frame(id = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), wave = "w1", tone = c(tone, rev(tone)))
  expect_match(calls_of(long), "rater = rater, rating = tone)", fixed = TRUE)

  # With two events a record is an item in each.
  x <- data.frame(
    record_id = rep(c("1--1", "1--2", "2--1", "2--2", "3--1", "3--2"), 2),
    redcap_event_name = rep(c("baseline_arm_1", "m3_arm_1"), each = 6), mrs = c(1, 2, 2, 2, 3, 4, 4, 4, 1, 1, 2, 3)
  )
  call <- calls_of(x)
  expect_match(call, "item = c(redcap_event_name, record_id = \"{item}--{rater}\"), rating = mrs)", fixed = TRUE)
  found <- eval(str2lang(call))
  expect_length(unique(found$item), 6)
  expect_setequal(found$rater, c("1", "2"))
})

test_that("a template in the names comes before all columns as raters, also if the questions go together", {
  # Two questions of which one follows the other; the columns of a question agree in 11 of 12 rows.
  sheet <- data.frame(id = 1:12, tone_ann = tone, tone_bob = replace(tone, 3, 3))
  sheet$ad_ann <- replace(tone, 1:2, c(2, 3))
  sheet$ad_bob <- replace(tone, 1:3, c(2, 3, 1))
  calls <- calls_of(sheet)
  expect_identical(calls[1], "read_sheet(sheet, item = id, names = \"{question}_{rater}\")")
  x <- run(calls, sheet)
  expect_setequal(x$question, c("tone", "ad"))
  expect_setequal(x$rater, c("ann", "bob"))
  # Kinds of raters are no questions.
  kinds <- stats::setNames(sheet, c("id", "human_1", "human_2", "model_1", "model_2"))
  expect_identical(calls_of(kinds), "read_sheet(kinds, item = id, rating = human_1:model_2)")
})

test_that("the column of coders is found by its name in many languages, or by its values", {
  skip_if_quick()
  sheet <- data.frame(
    post = rep(1:12, 2), who = rep(c("ann", "bob"), each = 12), tone = c(tone, rev(tone)), frame = c(frame, rev(frame))
  )
  coders <- c("Codierer", "Kodierer_in", "annotateur", "Codificador", "anotadora", "giudice", "beoordelaar", "xyz")
  for (name in coders) {
    names(sheet)[2] <- name
    expect_identical(
      calls_of(sheet), sprintf("read_sheet(sheet, item = post, rater = %s, rating = c(tone, frame))", name)
    )
  }
  # A column of one rater and question is none of raters.
  grid <- data.frame(id = 1:12, tone_expert = tone, tone_b = rev(tone), ad_expert = rev(tone), ad_b = tone)
  expect_match(calls_of(grid)[1], "names = ", fixed = TRUE)
})

test_that("numbers of coders whose names may stand for the column of coders are ratings where they agree", {
  set.seed(1)
  ann <- sample(1:5, 40, TRUE)
  bob <- ifelse(stats::runif(40) < 0.7, ann, sample(1:5, 40, TRUE))
  d <- data.frame(doc = paste0("doc", 1:40), ann, bob)
  utils::capture.output(calls <- inspect_sheet(d))
  expect_identical(calls, "read_sheet(d, item = doc, rating = c(ann, bob))")
  utils::capture.output(calls <- inspect_sheet(stats::setNames(d, c("doc", "rater1", "rater2"))))
  expect_match(calls[1], "rater1")
  # In rows, numbers are those of the coders.
  long <- data.frame(doc = rep(d$doc, 2), coder = rep(1:2, each = 40), tone = c(ann, bob))
  utils::capture.output(calls <- inspect_sheet(long))
  expect_identical(calls, "read_sheet(long, item = doc, rater = coder, rating = tone)")
})

test_that("two rows of names stand above the ratings below a title and a row of empty cells", {
  path <- tempfile(fileext = ".csv")
  writeLines(c(
    "Lab sheet,,,,", ",,,,", "Case,Rater 1,,Rater 2,", ",Severity,Type,Severity,Type",
    "1,3,x,3,x", "2,2,y,1,y", "3,1,x,1,z", "4,3,z,3,z"
  ), path)
  utils::capture.output(call <- inspect_sheet(path))
  expect_match(call, "header = 3:4")
})

test_that("inspect_sheet() proposes how to read answers in rows", {
  times <- paste("2024/03/01 10:00", 1:3)
  form <- data.frame(Timestamp = times, "Your name" = c("Ann", "Bo", "Cy"), check.names = FALSE)
  for (k in 1:5) form[[sprintf("How funny is this? [Joke %d]", k)]] <- c(1, 2, k)
  expect_output(call <- inspect_sheet(form))
  expect_match(call, "rater = `Your name`, names = \"How funny is this? [{item}]\"", fixed = TRUE)
  survey <- form[-1]
  names(survey) <- c("Antwort ID", sprintf("G01Q02[SQ%03d]. Ist das Satire? [Text %d]", 1:5, 1:5))
  expect_output(call <- inspect_sheet(survey))
  expect_match(call, "rater = `Antwort ID`, names = \"{*} [{item}]\"", fixed = TRUE)
  songs <- data.frame(Judge = c("J1", "J2", "J3"), matrix(c(1:7, 3:7, 1:6), 3))
  names(songs)[-1] <- c(paste("Song", 1:5), "Mean")
  expect_output(call <- inspect_sheet(songs))
  expect_match(call, "rater = Judge, names = \"Song {item}\"", fixed = TRUE)
})

test_that("inspect_sheet() finds names in two rows below a title, and those of both rows joined by a slash", {
  path <- file.path(own_folder(), "two.csv")
  writeLines(c(
    "Abstraction 2023,,,,,", "MRN,Reviewer A,,Reviewer B,,Notes", ",NYHA,Type,NYHA,Type,",
    sprintf(
      "%d,%d,%s,%d,%s,%s", 1:12, rep(1:4, 3), rep(c("a", "b"), 6), rep(c(1, 2, 4, 4), 3), rep(c("a", "b", "b"), 4),
      ifelse(1:12 == 3, "?", "")
    )
  ), path)
  expect_output(call <- inspect_sheet(path))
  expect_match(call, "{rater}/{question}", fixed = TRUE)
  expect_match(call, "header = 2:3", fixed = TRUE)
})

test_that("files in folders of a folder are read, and rounds are told from raters", {
  folder <- tempfile("sheets")
  dir.create(folder)
  set.seed(7)
  for (inner in c("one", "two")) {
    dir.create(file.path(folder, inner))
    for (rater in c("ann", "bob")) {
      own <- data.frame(doc = paste0(inner, 1:12), tone = sample(1:3, 12, TRUE))
      utils::write.csv(own, file.path(folder, inner, paste0(rater, ".csv")), row.names = FALSE)
    }
  }
  calls <- calls_of(folder)
  expect_match(calls, "rater = \"{file}\", by = \"{folder}\"", fixed = TRUE)
  x <- eval(str2lang(calls))
  expect_setequal(x$rater, c("ann", "bob"))
  expect_length(unique(x$item), 24)
  # The same items in both folders may be rated in two rounds, or by two raters in two parts.
  for (file in list.files(folder, recursive = TRUE, full.names = TRUE)) {
    utils::write.csv(data.frame(doc = 1:12, tone = sample(1:3, 12, TRUE)), file, row.names = FALSE)
  }
  calls <- calls_of(folder)
  expect_match(calls[1], "rater = \"{file}\", by = \"{folder}\"", fixed = TRUE)
  expect_match(calls[2], "rater = \"{folder}\", by = \"{file}\"", fixed = TRUE)
})

test_that("an occasion is a group, and items rated again are proposed as they are", {
  sheet <- expand.grid(item = 1:10, coder = c("ann", "bob"), round = 1:2)
  sheet$tone <- rep(c(1, 2, 3, 3, 1, 2, 2, 1), 5)
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = item, rater = coder, by = round, rating = tone)")
  sheet <- sheet[c(1:20, 23, 35), c("item", "coder", "tone")]
  sheet$updated <- sprintf("2024-03-%02d", 1:22)
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = item, rater = coder, rating = tone)")
})

test_that("a confusion table is proposed with its counts, totals left out", {
  sheet <- data.frame(
    rows = c("A: yes", "A: no", "Total"), "B: yes" = c(10, 3, 13), "B: no" = c(2, 9, 11), Total = c(12, 12, 24),
    check.names = FALSE
  )
  # Observed .7916667, expected (12 * 13 + 12 * 11) / 24^2 = .5.
  expect_equal(cohen_kappa(eval(str2lang(calls_of(sheet))), ci = ci_none())$estimate, (19 / 24 - .5) / .5)
})

test_that("answers of a survey in rows are proposed with their raters", {
  sheet <- data.frame(id = paste0("id", 1:4), submitted = "2024-02-01", check.names = FALSE)
  for (j in 1:8) sheet[[sprintf("Q1[SQ%03d]", j)]] <- c(1, 2, 2, 3)[(1:4 + j) %% 4 + 1]
  expect_identical(calls_of(sheet), "read_sheet(sheet, rater = id, names = \"Q1[{item}]\")")
})

test_that("sheets are proposed as questions where columns agree within them", {
  columns <- list(
    ann = c(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3), bob = c(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 3, 3)
  )
  folder <- tempfile("sheets")
  dir.create(folder)
  for (question in c("contrast", "keyboard")) {
    own <- as.data.frame(columns)[if (question == "contrast") 1:12 else c(5, 9, 1, 1, 3, 8, 8, 2, 2, 6, 11, 12), ]
    utils::write.csv(cbind(site = letters[1:12], own), file.path(folder, paste0(question, ".csv")), row.names = FALSE)
  }
  calls <- calls_of(folder)
  expect_match(calls[1], "question = \"{file}\"", fixed = TRUE)
  expect_match(calls[2], "rater = \"{file}\"", fixed = TRUE)
})

test_that("of sheets that are named one by one, one of final labels is none", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "final.xlsx")
  calls <- calls_of(path)
  expect_match(calls, "{rater:Maria|Jens}", fixed = TRUE)
  expect_warning(x <- eval(str2lang(calls)), "Codes", class = "accord_warning_problems")
  expect_setequal(x$rater, c("Maria", "Jens"))
})

test_that("labels of which most are in no other column are none of a rater", {
  skip_if_quick()
  label <- rep(c("bug", "feature", "question"), 12)
  bob <- replace(label, c(3, 8, 20), c("bug", "bug", "feature"))
  sheet <- data.frame(
    issue = 100 + 1:36, tracker = rep(c("bug", "enhancement", "wontfix"), 12), Ann = label, Bob = bob,
    Cem = replace(bob, 5:6, "bug")
  )
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = issue, rating = c(Ann, Bob, Cem))")
  expect_error(
    read_sheet(sheet, item = issue, names = "{rater}"), "{rater:Ann|Bob|Cem}", fixed = TRUE,
    class = "accord_error_rating_columns"
  )
  # Labels that a rater chose less often than others did.
  sheet$tracker[c(2:3, 5:6, 8:9)] <- label[c(2:3, 5:6, 8:9)]
  sheet$tracker[10:36] <- label[10:36]
  expect_match(calls_of(sheet), "rating = tracker:Cem", fixed = TRUE)
})

test_that("what is the same in all sheets belongs to the items, and is no question", {
  folder <- own_folder()
  for (coder in c("ann", "bob")) {
    own <- data.frame(post = 1:12, stars = tone, tone = if (coder == "ann") tone else rev(tone), frame = frame)
    if (coder == "bob") own$frame <- other
    utils::write.csv(own, file.path(folder, paste0(coder, ".csv")), row.names = FALSE)
  }
  expect_match(calls_of(folder), "rating = c(tone, frame))", fixed = TRUE)
})

test_that("signs at the end of some names, and a sheet without rows, do not hide how a sheet is read", {
  skip_if_quick()
  sheet <- data.frame(
    key = sprintf("k%d", 1:12), `R1: include?` = frame, `R1: reason` = tone, `R2: include?` = other,
    `R2: reason` = rev(tone), check.names = FALSE
  )
  calls <- calls_of(sheet)
  expect_identical(calls, "read_sheet(sheet, item = key, names = \"{rater}: {question}\")")
  expect_setequal(run(calls, sheet)$question, c("include?", "reason"))
  expect_error(
    read_sheet(sheet, item = key, rating = `R1: include?`:`R2: reason`), "names = \"{rater}: {question}\"",
    fixed = TRUE, class = "accord_error_several_questions"
  )
  skip_if_not_installed("readxl")
  expect_false(any(grepl("Codes", calls_of(test_path("fixtures", "final.xlsx")))))
})

test_that("a long sheet with some rows twice, or with rounds, is proposed", {
  sheet <- data.frame(
    item = rep(1:12, 2), annotator_email = rep(c("a@x.de", "b@x.de"), each = 12), label = c(frame, other)
  )
  sheet <- sheet[c(1:24, 3, 15), ]
  expect_identical(calls_of(sheet), "read_sheet(sheet, item = item, rater = annotator_email, rating = label)")
  rounds <- expand.grid(class = sprintf("k%d", 1:12), dev = c("ann", "bob"), round = 1:2, stringsAsFactors = FALSE)
  rounds$smell <- c(tone, rev(tone), tone, rev(tone))
  expect_identical(
    calls_of(rounds), "read_sheet(rounds, item = class, rater = dev, by = round, rating = smell)"
  )
})

test_that("whether coders agreed is no question", {
  long <- data.frame(id = rep(1:9, 2), coder = rep(c("ann", "bob"), each = 9), topic = c("x", "y", "z"))
  long$topic[11] <- "x"
  long$`QC agreed` <- rep(c("yes", "no", "yes"), 6)
  long$`QC agreed`[4] <- "no"
  expect_output(calls <- inspect_sheet(long), "QC agreed")
  expect_identical(calls, "read_sheet(long, item = id, rater = coder, rating = topic)")
})

test_that("what raters chose from is no rater", {
  skip_if_quick()
  sheet <- data.frame(
    pair = 1:12, left = c("SVO", "OVS", "VSO"), right = c("OVS", "VSO", "SVO"),
    choice_S1 = c("left", "right"), choice_S2 = c("left", "right", "right")
  )
  calls <- calls_of(sheet)
  expect_setequal(run(calls, sheet)$rater, c("choice_S1", "choice_S2"))
  cnd <- expect_error(read_sheet(sheet, item = pair, rating = left:choice_S2), class = "accord_error_rating_columns")
  expect_match(conditionMessage(cnd), "rating = c(choice_S1, choice_S2)", fixed = TRUE)
  # Raters whose names one column holds, as the winner of each, are raters.
  sheet <- data.frame(id = 1:12, ann = c("x", "y", "z"), bob = c("x", "y", "y"), winner = rep(c("ann", "bob"), 6))
  expect_setequal(run(calls_of(sheet), sheet)$rater, c("ann", "bob"))
})

test_that("participants of an experiment are raters where another column is the item", {
  skip_if_quick()
  sheet <- expand.grid(item = 1:8, who = paste0("P", 1:20))
  sheet$condition <- c("a", "b")[(sheet$item + as.integer(sheet$who)) %% 2 + 1]
  sheet$rating <- (sheet$item + as.integer(sheet$who) %/% 7) %% 7 + 1
  for (name in c("participant", "subject_id", "respondent", "student", "listener")) {
    names(sheet)[2] <- name
    x <- run(calls_of(sheet), sheet)
    expect_identical(list(unique(x$rater), x$rating), list(levels(sheet[[2]]), sheet$rating))
  }
  # Subjects whom readers rated are items.
  names(sheet)[1:2] <- c("reader", "subject")
  expect_setequal(run(calls_of(sheet), sheet)$rater, as.character(1:8))
})

test_that("what may be a count is never proposed to be missing without the call that keeps it", {
  skip_if_quick()
  a <- rep(0:2, 5)
  sheet <- data.frame(id = 1:15, ann = a, bob = replace(a, c(3, 9), 8), cat = a)
  calls <- calls_of(sheet)
  expect_length(calls, 2)
  expect_identical(run(calls, sheet)$rating, as.numeric(c(sheet$ann, sheet$bob, sheet$cat)))
  expect_match(calls[2], "na = 8")
  # A number far outside is still missing in both.
  sheet$ann[1:2] <- -99
  expect_length(run(calls_of(sheet), sheet)$rating, 43)
  # Of a scale without 0 the other way comes first.
  sheet <- data.frame(id = 1:15, ann = rep(1:5, 3), bob = c(rep(1:5, 2), 1:3, 9, 9))
  expect_match(calls_of(sheet), "na = 9|recode = c\\(\"9\" = \"9\"\\)")
  expect_length(run(calls_of(sheet), sheet)$rating, 28)
})

test_that("observers in each of several tables are raters, and the tables hold items of their own", {
  skip_if_quick()
  days <- c("2023-05-01", "2023-05-02", "2023-05-03", "2023-05-04", "2023-05-05", "2023-05-06")
  seen <- list(N1 = c(1, 0, 2, 3, 1, 0), N2 = c(2, 2, 0, 1, 3, 1))
  for (site in list(days, c("2023-06-01", days[-1]), sub("05-", "07-", days))) {
    folder <- own_folder()
    for (name in names(seen)) {
      data <- data.frame(date = if (name == "N1") days else site, jk = seen[[name]], mh = replace(seen[[name]], 2, 1))
      utils::write.csv(data, file.path(folder, paste0(name, ".csv")), row.names = FALSE)
    }
    x <- run(calls_of(folder), NULL)
    expect_setequal(x$rater, c("jk", "mh"))
    expect_length(unique(x$item), 12)
  }
})

test_that("of an export with repeated instruments the rows of patients and the numbers of rows are no ratings", {
  readings <- expand.grid(reader = c("R1", "R2", "R3"), lesion_no = 1:2, record_id = 1:12)
  readings <- readings[!(readings$lesion_no == 2 & readings$record_id %% 4 > 0), ]
  odd <- readings$record_id %% 5 == as.integer(readings$reader)
  readings$birads <- (readings$record_id + readings$lesion_no + odd) %% 3
  readings$redcap_repeat_instance <- stats::ave(readings$record_id, readings$record_id, FUN = seq_along)
  readings$redcap_repeat_instrument <- "reading"
  readings$reading_complete <- c(2, 2, 0)
  for (patients in c(TRUE, FALSE)) {
    sheet <- readings
    if (patients) {
      above <- data.frame(record_id = 1:12, age = 40:51, demographics_complete = 2)
      above[setdiff(names(sheet), names(above))] <- NA
      sheet[setdiff(names(above), names(sheet))] <- NA
      sheet <- rbind(above, sheet)
      sheet <- sheet[order(sheet$record_id), ]
    }
    x <- run(calls_of(sheet), sheet)
    expect_identical(unique(x$question), "birads")
    expect_identical(x$item, paste(readings$record_id, readings$lesion_no, sep = " / "))
  }
})

test_that("a proposal says where a rater has further ratings of an item, or no two raters meet", {
  rows <- expand.grid(who = c("ann", "bob"), id = 1:12)
  sheet <- data.frame(id = rows$id, coder = rows$who, tone = rep(tone, 2))
  shown <- utils::capture.output(inspect_sheet(sheet))
  expect_false(any(grepl("further rating|No item", shown)))
  shown <- utils::capture.output(inspect_sheet(rbind(sheet, sheet[c(3, 8), ])))
  expect_match(shown, "2 further ratings of an item by a rater", all = FALSE)
  alone <- sheet[sheet$coder == c("ann", "bob")[sheet$id %% 2 + 1], ]
  expect_match(utils::capture.output(inspect_sheet(alone)), "No item has ratings of two raters", all = FALSE)
})

test_that("a column that numbers the readings of a case is an occasion", {
  sheet <- expand.grid(read = 1:2, reader = c("A", "B"), case = 1:12)
  sheet$grade <- rep(c(1, 2, 2, 1, 3, 2, 1, 1), 6)
  x <- run(calls_of(sheet), sheet)
  expect_identical(list(x$read, x$item), list(as.character(sheet$read), as.character(sheet$case)))
})

test_that("a few ratings that were sent twice change no roles", {
  g <- data.frame(
    Email = rep(c("a@x", "b@x", "c@x"), 20), Review = rep(paste("R", 1:20), each = 3), Helpful = rep(1:5, 12),
    Age = rep(c(31, 28, 44), 20)
  )
  calls_for <- function(data) {
    shown <- utils::capture.output(calls <- inspect_sheet(data))
    sub("^read_sheet\\([^,]*, ", "", calls)
  }
  again <- data.frame(Email = c("b@x", "c@x"), Review = c("R 2", "R 9"), Helpful = c(3, 1), Age = c(28, 44))
  expected <- "item = Review, rater = Email, rating = Helpful)"
  for (columns in list(1:4, 1:3)) {
    expect_identical(calls_for(g[columns]), expected)
    expect_identical(calls_for(rbind(g, again[1, ])[columns]), expected)
    expect_identical(calls_for(rbind(g, again)[columns]), expected)
  }
  # Two columns that are one id only together stay so.
  parts <- expand.grid(Email = c("a@x", "b@x"), Line = 1:5, Poem = c("P", "Q", "R", "S", "T", "U"))
  parts$Vote <- rep(c("yes", "no", "no"), 20)
  expect_match(calls_for(parts), "item = c(Line, Poem), rater = Email, rating = Vote", fixed = TRUE)
})

test_that("words that may mean missing are asked about, and times and guesses at percentages become numbers", {
  shown <- function(ann, bob, id = seq_along(ann)) {
    sheet <- data.frame(id = id, ann = ann, bob = bob)
    utils::capture.output(inspect_sheet(sheet))
  }
  kinds <- rep(c("cohort", "trial", "case"), 4)
  for (word in c("NR", "n.d.", "not reported", "N/D", "nsp")) {
    lines <- shown(replace(kinds, 2, word), kinds)
    expect_match(lines, sprintf("use na = \"%s\"", word), fixed = TRUE, all = FALSE)
  }
  # Beside R the label NR is its opposite, and common labels are none of these words.
  relevant <- rep(c("R", "NR", "other"), 4)
  expect_no_match(shown(relevant, replace(relevant, 3, "R")), "use na")
  expect_no_match(shown(kinds, replace(kinds, 1, "trial")), "use na")
  times <- rep(c("01:35", "02:30", "03:32", "10:01"), 3)
  line <- grep("^->", shown(times, replace(times, 2, "01:35")), value = TRUE)
  expect_match(line, "recode = ~", fixed = TRUE)
  sheet <- data.frame(id = 1:12, ann = times, bob = times)
  code <- str2lang(sub("^-> ", "", line))
  code[[2]] <- sheet
  expect_equal(eval(code)$rating[1:4], c(95, 150, 212, 601))
  share <- paste0(rep(c(5, 10, 25, 50), 3), "%")
  line <- grep("^->", shown(replace(share, 4, "~50%"), replace(share, 2, "25 %")), value = TRUE)
  expect_match(line, "recode = c(\"~50%\" = \"50\")", fixed = TRUE)
})

test_that("forms in other languages, arrays with two scales and labels of Label Studio are proposed as they are read", {
  form <- data.frame(
    "Marca temporal" = sprintf("12/03/2024 10:%02d:00", 1:4),
    "Direcci\u00f3n de correo electr\u00f3nico" = paste0("p", 1:4, "@uni.es"), check.names = FALSE
  )
  scale <- c("Nada", "Poco", "Poco", "Mucho")
  for (i in 1:9) form[[sprintf("\u00bfEs ofensivo? [Texto %d]", i)]] <- scale[(1:4 + i) %% 4 + 1]
  calls <- calls_of(form)
  expect_match(calls, "rater = `Direcci\u00f3n de correo electr\u00f3nico`, names = ", fixed = TRUE)
  array <- data.frame(id = 1:4, token = paste0("t", 1:4))
  for (i in 1:5) for (q in 1:2) array[[sprintf("img[SQ%03d][%d]", i, q)]] <- (1:4 * i) %% 3
  calls <- calls_of(array)
  expect_match(calls, "names = \"img[{item}][{question}]\"", fixed = TRUE)
  studio <- data.frame(
    annotation_id = 1:12, annotator = rep(1:2, 6), id = rep(1:6, each = 2),
    topic = rep(c("food", "{\"choices\":[\"food\",\"price\"]}", "price"), each = 4)
  )
  x <- suppressMessages(eval(str2lang(calls_of(studio)[1]), list(studio = studio)))
  expect_identical(x$rating[[5]], c("food", "price"))
})

test_that("tiers of ELAN are questions and raters", {
  begin <- sprintf("00:00:%02d.100", 1:12)
  label <- list(Gesture = rep(c("beat", "iconic"), 6), Gaze = rep(c("away", "speaker", "object"), 4))
  rows <- do.call(rbind, lapply(names(label), function(tier) {
    data.frame(tier = paste0(tier, "@", rep(c("AB", "CD"), each = 12)), begin = begin, value = label[[tier]])
  }))
  path <- tempfile(fileext = ".txt")
  utils::write.table(rows, path, sep = "\t", row.names = FALSE, col.names = FALSE, quote = FALSE)
  x <- eval(str2lang(calls_of(path)[1]))
  expect_setequal(x$question, names(label))
  expect_setequal(x$rater, c("AB", "CD"))
})

test_that("all that a call assumes and all that is not known is listed, with the call that answers it", {
  kinds <- rep(c("cohort", "trial", "case", "trial"), 6)
  sheet <- data.frame(
    id = c(sprintf("p%02d", 1:24), "Total"), kind_ann = c(kinds, 24), kind_bob = c(kinds, 24),
    blind_ann = c(rep(c("yes", "no", "no"), 8), 8), blind_bob = c(rep(c("Y", "N", "N"), 8), 8)
  )
  sheet$kind_bob[c(2, 5)] <- c("k. A.", "not reported")
  sheet$kind_ann[7] <- "unknown"
  lines <- utils::capture.output(calls <- inspect_sheet(sheet))
  expect_length(calls, 1)
  # Each argument that was added has a line of its own.
  added <- setdiff(names(str2lang(calls)), c("", "item", "names"))
  expect_setequal(sub("^[*] (.*?):.*", "\\1", grep("^[*] (drop|na|recode): ", lines, value = TRUE)), added)
  expect_true(all(c("na", "recode") %in% added))
  # The further call has the missing values of both.
  arrows <- grep("^->", lines, value = TRUE)
  expect_length(arrows, 2)
  na <- eval(str2lang(sub("^-> ", "", arrows[2]))$na)
  expect_setequal(na, c("k. A.", "not reported", "unknown"))
  x <- suppressMessages(eval(str2lang(sub("^-> ", "", arrows[2]))))
  expect_false(any(x$rating %in% c(na, "Y", "N")))
  expect_identical(nrow(x), as.integer(4 * 24 - 3))
  # What reading would warn of is said, too, and an error for which there is no argument.
  twice <- data.frame(id = rep(1:12, 2), who = rep(c("ann", "bob"), each = 12), kind = kinds)
  again <- rbind(twice, twice[3, ])
  expect_match(utils::capture.output(inspect_sheet(again)), "1 further rating", all = FALSE)
})

test_that("boxes of several raters are proposed by the names of their questions", {
  ticked <- function(k) as.integer((1:12 * k) %% 3 == 0 | 1:12 == k)
  boxes <- data.frame(
    id = 1:12, topic_health_A = ticked(1), topic_sport_A = ticked(2), topic_health_B = ticked(1),
    topic_sport_B = ticked(4)
  )
  # The sets by their definition.
  expected <- lapply(1:12, function(i) c("health", "sport")[c(boxes$topic_health_A[i], boxes$topic_sport_A[i]) == 1])
  of_a <- function(sheet, which = "") {
    utils::capture.output(calls <- inspect_sheet(sheet))
    call <- grep(which, calls, value = TRUE)[1]
    x <- suppressMessages(eval(str2lang(call), list(sheet = sheet)))
    x <- x[x$rater == "A" & x$question == "topic", ]
    unname(lapply(x$rating[match(1:12, x$item)], sort))
  }
  expect_identical(of_a(boxes), expected)
  expect_identical(of_a(replace(boxes, -1, lapply(boxes[-1], as.logical))), expected)
  # Yes and no may as well be answers to several questions.
  words <- replace(boxes, -1, lapply(boxes[-1], function(x) c("No", "Yes")[x + 1]))
  expect_identical(of_a(words, "boxes"), expected)
  # Other questions stay questions.
  tone <- rep(c("good", "bad", "mixed"), 4)
  with_tone <- cbind(boxes, tone_A = tone, tone_B = rev(tone))
  expect_identical(of_a(with_tone), expected)
  utils::capture.output(calls <- inspect_sheet(with_tone))
  x <- suppressMessages(eval(str2lang(calls[1]), list(sheet = with_tone)))
  expect_setequal(x$question, c("topic", "tone"))
  # What all raters end in belongs to no rater.
  names(boxes)[-1] <- sub("(.*)_(.)$", "\\2_\\1", names(boxes)[-1])
  expect_identical(of_a(boxes), expected)
})

test_that("an export of a tool that has a reader is said to be one", {
  path <- tempfile(fileext = ".csv")
  span <- "\"[{\"\"start\"\":0,\"\"end\"\":4,\"\"text\"\":\"\"Ruth\"\",\"\"labels\"\":[\"\"PER\"\"]}]\""
  writeLines(c(
    "annotation_id,annotator,created_at,id,lead_time,ner,text,updated_at",
    sprintf("%d,%d,2024-01-01,%d,3,%s,Ruth slept,2024-01-01", 1:4, c(1, 2, 1, 2), c(1, 1, 2, 2), span)
  ), path)
  expect_output(inspect_sheet(path), "an export of Label Studio: use `read_label_studio[(][)]`")
})

test_that("neither a count of the ratings nor an open answer is proposed as a rating", {
  x <- cbind(c(0, 3, NA, 2, 4, 1, NA, 3), c(1, 3, 2, NA, 4, 1, 2, 3), c(0, NA, 2, 2, NA, 1, 2, 2))
  found <- data.frame(problem = letters[1:8], E1 = x[, 1], E2 = x[, 2], E3 = x[, 3], by = rowSums(!is.na(x)))
  utils::capture.output(calls <- inspect_sheet(found))
  expect_setequal(eval(str2lang(calls[1]))$rater, c("E1", "E2", "E3"))
  answers <- sprintf("I think that reason %d counts", 1:12)
  codes <- rep(c("money", "time", "other", "time"), 3)
  open <- data.frame(id = 1:12, why_w1 = answers, why_w1_coder1 = codes, why_w1_coder2 = replace(codes, 2, "other"))
  codes <- codes[c(4, 1, 3, 2, 7, 6, 5, 11, 12, 10, 9, 8)]
  open <- cbind(open, why_w2 = rev(answers), why_w2_coder1 = codes, why_w2_coder2 = replace(codes, 5, "money"))
  utils::capture.output(calls <- inspect_sheet(open))
  x <- eval(str2lang(calls[1]))
  expect_setequal(x$question, c("w1", "w2"))
  expect_setequal(x$rater, c("coder1", "coder2"))
  # A separator with and without a blank is one.
  sets <- rep(c("insult;threat", "insult; threat", "threat", "none", "insult"), 4)
  marked <- data.frame(id = 1:20, a = sets, b = rev(sets))
  utils::capture.output(calls <- inspect_sheet(marked))
  x <- suppressMessages(eval(str2lang(calls[1])))
  expect_setequal(unlist(x$rating), c("insult", "threat", "none"))
})
