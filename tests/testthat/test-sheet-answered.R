# Arguments of read_sheet() that say how values are written, and that nothing answers to.

text_of <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
topic <- c("war; tax", "tax", "war", "tax; art", "war; art", "art")
actor <- c("pope, king", "king", "pope", "king, poor", "pope", "poor, pope")
sheet <- data.frame(
  id = 1:6, topic_a = topic, topic_b = topic, actor_a = actor, actor_b = rev(actor), tone_a = 1:6, tone_b = 6:1
)
read <- function(..., data = sheet) read_sheet(data, item = id, names = "{question}_{rater}", ...)

test_that("a separator that a question does not contain is an error with all that are right", {
  skip_if_quick()
  cnd <- expect_error(read(separator = "; "), class = "accord_error_separator")
  expect_match(text_of(cnd), "Of \"actor\", none of 12 ratings contains \"; \"")
  expect_identical(cnd$advice, "separator = c(topic = \"; \", actor = \", \")")
  x <- read(separator = c(topic = "; ", actor = ", "))
  expect_identical(attr(x, "sheet")$questions$kind, c("sets", "sets", "numbers"))
  cnd <- expect_error(read(separator = "|", data = sheet[1:3]), class = "accord_error_separator")
  expect_identical(cnd$advice, "separator = \"; \"")
  # Questions of labels and numbers need no separator.
  expect_silent(read(separator = "; ", data = sheet[-(4:5)]))
})

test_that("two signs between labels are an error whose advice works", {
  own <- sheet[1:3]
  own$topic_b <- gsub("; ", "/", own$topic_b, fixed = TRUE)
  cnd <- expect_error(read(separator = "; ", data = own), class = "accord_error_separator")
  found <- eval(str2lang(sprintf("read(separator = \"; \", data = own, %s)", cnd$advice)))
  expect_identical(found$rating, read(separator = "; ", data = sheet[1:3])$rating)
})

test_that("arguments named by what is no question are errors", {
  skip_if_quick()
  for (given in list(
    list(na = list(topc = "x")), list(recode = list(topc = c(war = "x"))), list(separator = c(topc = "; ")),
    list(separator = "; ", options = list(topc = "x"))
  )) {
    cnd <- expect_error(do.call(read, given), class = "accord_error_argument")
    expect_identical(cnd$names, "topc")
    expect_match(text_of(cnd), "Did you mean \"topic\"?", fixed = TRUE)
  }
  expect_error(read(options = c("war", "tax")), class = "accord_error_argument")
})

test_that("labels to recode, and values of a template, must occur", {
  both <- c(topic = "; ", actor = ", ")
  cnd <- expect_warning(
    read(recode = list(topic = c(peace = "war")), separator = both), class = "accord_warning_recode"
  )
  expect_identical(cnd$labels, "peace")
  d <- data.frame(id = 1:4, tone_ann = 1:4, tone_bob = 1:4, tone_eve = 4:1)
  cnd <- expect_warning(
    read_sheet(d, item = id, names = "{question}_{rater:ann|bob|evee}"), class = "accord_warning_template_value"
  )
  expect_identical(cnd$values, "evee")
  expect_match(text_of(cnd), "tone_eve", fixed = TRUE)
  expect_silent(read_sheet(d, item = id, names = "{question}_{rater:ann|bob}"))
})

test_that("a text that differs from `na` in case is asked for", {
  d <- data.frame(id = 1:4, tone_a = c("yes", "no", "unclear", "no"), tone_b = c("yes", "Unclear", "no", "no"))
  cnd <- expect_error(read(na = "unclear", data = d), class = "accord_error_missing_code")
  expect_identical(cnd$advice, "na = c(\"unclear\", \"Unclear\")")
})

test_that("inspect_sheet() proposes the separators of all questions", {
  skip_if_quick()
  expect_output(call <- inspect_sheet(sheet), "-> read_sheet")
  expect_match(call, "separator = c(topic = \"; \", actor = \", \")", fixed = TRUE)
  expect_identical(attr(eval(str2lang(call)), "sheet")$questions$kind, c("sets", "sets", "numbers"))
  long <- data.frame(post = rep(1:6, 2), coder = rep(c("ann", "bob"), each = 6), label = c(topic, rev(topic)))
  expect_output(call <- inspect_sheet(long))
  expect_match(call, "separator = \"; \")", fixed = TRUE)
  wide <- data.frame(post = 1:6, ann = topic, bob = rev(topic))
  expect_output(call <- inspect_sheet(wide))
  expect_match(call, "separator = \"; \")", fixed = TRUE)
  wide$ann <- rep(c("Blame, mild", "Blame, strong", "Praise"), 2)
  wide$bob <- rev(wide$ann)
  expect_output(call <- inspect_sheet(wide))
  expect_no_match(call, "separator")
})

test_that("a column that is named and blank is told", {
  d <- data.frame(id = 1:4, Anna = NA, Ben = c("x", "y", "x", "y"))
  cnd <- expect_warning(read_sheet(d, item = id, rating = c(Anna, Ben)), class = "accord_warning_blank_column")
  expect_identical(cnd$columns, "Anna")
  expect_no_warning(read_sheet(d, item = id, rating = Anna:Ben))
})

test_that("values of na that no cell holds are told, and those that recode makes", {
  d <- data.frame(id = rep(1:4, 2), r = rep(c("a", "b"), each = 4), t = c("x", "y", "x", "k", "x", "y", "y", "x"))
  read <- function(...) read_sheet(d, item = id, rater = r, rating = t, ...)
  expect_warning(read(na = "kk"), class = "accord_warning_unused_na")
  expect_warning(read(na = list(t = "kk")), class = "accord_warning_unused_na")
  expect_warning(read(na = "weg", recode = c(k = "weg")), "recode.*makes it after", class = "accord_warning_unused_na")
  for (na in list("k", c("k", "-99"), list(t = "k"), character(), NULL)) expect_no_warning(read(na = na))
})

test_that("words for an answer that was not given are asked about among labels", {
  skip_if_quick()
  d <- data.frame(id = rep(1:4, 2), r = rep(c("a", "b"), each = 4), t = c("x", "y", "x", "k", "x", "y", "y", "x"))
  for (word in c("nicht beantwortet", "wei\u00df nicht", "N/A", "n.a.", "not codable", "Nicht codierbar", "k. A.")) {
    d$t[4] <- word
    cnd <- expect_error(read_sheet(d, item = id, rater = r, rating = t), class = "accord_error_missing_code")
    expect_identical(cnd$codes, word)
    expect_warning(as_ratings(d, id, r, t), class = "accord_warning_no_answer")
  }
})

test_that("what was said to be an answer in read_sheet() is not asked again", {
  d <- data.frame(id = 1:12, ann = c("yes", "no", "refused"), bob = c("yes", "no", "no answer"))
  for (x in list(
    read_sheet(d, item = id, rating = c(ann, bob), na = character()),
    read_sheet(d, item = id, rating = c(ann, bob), recode = c("no answer" = "no answer"))
  )) {
    expect_silent(ratings <- as_ratings(x))
    expect_true("no answer" %in% ratings$categories)
  }
  counts <- data.frame(id = 1:15, ann = rep(0:2, 5), bob = c(rep(0:2, 4), 0, 8, 8), cat = rep(0:2, 5))
  x <- read_sheet(counts, item = id, rating = ann:cat, recode = c("8" = "8"))
  expect_silent(krippendorff_alpha(x, level = "interval", ci = ci_none()))
})

test_that("a cluster that was read as a part of the item is an error whose advice works", {
  skip_if_quick()
  d <- expand.grid(reader = c("R1", "R2"), lesion = 1:2, patient = 1:8)
  d$birads <- rep(c("2", "3", "4A", "3", "3", "2", "4A", "4A"), 4)
  d$site <- d$patient %% 3
  x <- read_sheet(d, item = c(patient, lesion), rater = reader, rating = birads)
  cnd <- expect_error(as_ratings(x, cluster = patient), class = "accord_error_missing_column")
  text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  eval(str2lang(regmatches(text, regexpr("x[$]patient <- [^`]*", text))))
  expect_length(as_ratings(x, cluster = patient)$clusters, 8)
  cnd <- expect_error(as_ratings(x, cluster = site), class = "accord_error_missing_column")
  expect_match(conditionMessage(cnd), "by = site")
  x <- read_sheet(d, item = c(patient, lesion), rater = reader, rating = birads, by = site)
  expect_length(as_ratings(x, cluster = site, by = character())$clusters, 3)
  # A codebook among the files has no columns of ids.
  folder <- own_folder()
  for (who in c("R1", "R2")) {
    utils::write.csv(d[d$reader == who, ], file.path(folder, paste0(who, ".csv")), row.names = FALSE)
  }
  writeLines(c("variable,meaning", "birads,grade"), file.path(folder, "codebook.csv"))
  read <- quote(read_sheet(folder, item = c(patient, lesion), rater = "{file}", rating = birads, recode = identity))
  x <- suppressMessages(eval(read))
  expect_match(conditionMessage(expect_error(as_ratings(x, cluster = patient))), "x$patient <-", fixed = TRUE)
})
