# The reports of users in a collection that is not part of the package, each by one call: Rscript bench/sheets/cases.R.
# ACCORD_CASES is its folder, with CASES.md, which says what is right. `value` is the coefficient that is right, or the
# class of an error that says what to do.
suppressMessages(library(accord))
library(tidyselect)
setwd(Sys.getenv("ACCORD_CASES"))
alpha <- function(x, level = "nominal", ...) {
  krippendorff_alpha(as_ratings(x, level = level), ..., ci = ci_none())$estimate
}
light <- function(x, question) {
  light_kappa(as_ratings(x, question = question, level = "nominal"), ci = ci_none())$estimate
}
dots <- data.frame(id = 1:5, ann = c(3, ".", 4, 1, 2), bob = c(3, 2, 4, 2, 2))
final <- data.frame(
  label1 = c("pos", "neg", "pos", "neg", "pos"), label2 = c("pos", "neg", "neg", "neg", "pos"),
  final = c("pos", "neg", "pos", "neg", "pos")
)
tweet <- data.frame(final[1:2], tweet = c("nice", "awful film", "so so", "never again", "loved it"))
boxes <- data.frame(
  item = rep(1:4, each = 2), rater = c("ann", "bob"), red = c(1, 1, NA, 1, NA, NA, 1, NA),
  blue = c(NA, NA, 1, 1, 1, NA, NA, NA)
)
grid <- data.frame(id = 1:4, C1 = c(1, 1, 0, 0), C2 = c(0, 1, 1, 0), D1 = c(1, 1, 0, 1), D2 = c(0, 0, 1, 0))
dates <- data.frame(id = 1:3, Datum = as.Date("2026-01-01") + 0:2, TM = c(1, 2, 3), X = c(1, 2, 2))
judge <- data.frame(
  item = 1:8, human = c("4", "5", "2", "3", "1", "2", "5", "4"),
  model = c("4", "5/5", "Rating: 2", "3.", "1", "1", "5", "4")
)
lists <- data.frame(
  Coder1 = c("l1, l2", "l1, l2", "l1", "l3", "l3", "l4", "l2", "l1, l2", "l1, l2", "l1", "l1"),
  Coder2 = c("l1", "l1, l2", "l1", "l3", "l1, l3", "l4", "l4", "l1", "l1, l2, l3", "l1", "l1")
)
german <- tempfile(fileext = ".csv")
writeLines(c("item;ann;bob", "1;3,5;4,0", "2;2,0;2,5", "3;5,0;4,5", "4;1,0;1,5"), german)
wide <- "three-coders-wide.csv"
cases <- list(
  F1 = list(.448, quote(light(read_sheet(
    "figures/all_annotators_terpene.csv", item = c(pmcid, fig_no), rating = starts_with("annotator")
  ), "rating"))),
  F3 = list(.615, quote(cohen_kappa(as_ratings(read_sheet(final, rating = everything())))$estimate)),
  F3 = list("rating_columns", quote(read_sheet(tweet, rating = everything()))),
  F4 = list("several_questions", quote(read_sheet(wide, item = "{row}", rating = -culture))),
  F4 = list("missing_code", quote(read_sheet(wide, names = "{question}_{rater}"))),
  F4 = list(.639, quote(light(read_sheet(wide, names = "{question}_{rater}", recode = c("99" = "99")), "gender"))),
  F4 = list(.518, quote(light(read_sheet(wide, names = "{question}_{rater}", recode = c("99" = "99")), "observers"))),
  F7 = list(2, quote(length(unique(read_sheet(
    "figures/annotator_*.csv", item = Link, rater = "{file}", rating = c(Pathway, Terpene)
  )$question)))),
  F8 = list(.806, quote(alpha(read_sheet("star.csv", rater = 1, names = "{item}", na = "*")))),
  F8 = list(.910, quote(alpha(read_sheet(dots, item = id, rating = c(ann, bob), na = "."), "ordinal"))),
  F8 = list(.889, quote(alpha(read_sheet(dots, item = id, rating = c(ann, bob), na = "."), "interval"))),
  F10 = list(.146, quote(alpha(read_sheet(
    boxes, item = item, rater = rater, boxes = "{option}", na = character()
  ), distance = "jaccard"))),
  F10 = list(.571, quote(alpha(read_sheet(
    boxes, item = item, rater = rater, boxes = "{option}"
  ), distance = "jaccard"))),
  # By the recoding by hand that the report shows.
  F11 = list(.3662, quote(alpha(read_sheet(
    "sosci-utf16.csv", item = R004_01, rater = R003, boxes = "{question:R001}x{option}", drop = FINISHED == 0
  ), distance = "jaccard"))),
  F13 = list(.417, quote(alpha(read_sheet(grid, item = id, boxes = "{rater:C|D}{option}"), distance = "jaccard"))),
  F14 = list(.759, quote(cohen_kappa(as_ratings(as_spans(
    subset(suppressWarnings(read_annotators("rqda", filename, c(label = codename, start = index1, end = index2))),
      label == "cost"
    ), document = filename, lengths = c(interview1 = 200, interview2 = 80), seen = "all"
  )))$estimate)),
  F16 = list(.444, quote(alpha(read_sheet("one-file/labels.csv", item = doc_id, rater = annotator, rating = label)))),
  # Yes, No and No, No: of four values 2 of 4 ordered pairs within items differ, and 6 of 12 among all: 1 - .5 / .5.
  F18 = list(0, quote(alpha(read_sheet(
    "zooniverse/project-classifications.csv", item = subject_ids, rater = user_name, rating = annotations,
    recode = function(x) sub(".*\"task\":\"T2\".*?\"value\":\"([^\"]*)\".*", "\\1", x)
  )))),
  F20 = list("rating_columns", quote(read_sheet(dates, item = id, rating = -id))),
  F22 = list(.3077, quote(fleiss_kappa(as_ratings(read_sheet(
    "redcap-labels.csv", rater = "Record ID", rating = c(5, 7, 9), names = "{item}"
  )))$estimate)),
  F23 = list(.172, quote(alpha(read_sheet("qualtrics.csv", rater = ResponseId, names = "{question:Q1}_{item}")))),
  F24 = list("text_among_numbers", quote(read_sheet(judge, item = item, rating = c(human, model)))),
  # Seven of eight agree, and 13 of 64 would by chance: (7/8 - 13/64) / (1 - 13/64).
  F24 = list(.8431, quote(cohen_kappa(as_ratings(read_sheet(
    judge, item = item, rating = c(human, model), recode = ~ gsub("^Rating: |/5$|[.]$", "", .x)
  ), level = "nominal"))$estimate)),
  F25 = list("extension", quote(read_annotators("praat/rec1_ann.TextGrid", id, label))),
  F27 = list("bad_span", quote(as_spans(suppressWarnings(read_annotators(
    "boris", `Observation id`, c(label = Behavior, start = `Start (s)`, end = `Stop (s)`, length = `Total length`)
  )), document = `Observation id`, unit = 0.1))),
  F28 = list(.6, quote(cohen_kappa(table(
    c("red", "yellow", "blue", "red"), c("red", "blue", "blue", "red")
  ), layout = "confusion")$estimate)),
  F30 = list("look_alike", quote(read_sheet(lists, rating = everything(), separator = ","))),
  F30 = list(.540, quote(alpha(read_sheet(lists, rating = everything(), separator = ", "), distance = "masi"))),
  F31 = list(.942, quote(alpha(read_sheet(german, item = item, rating = c(ann, bob)), "interval"))),
  F32 = list(30, quote(length(unique(read_sheet(
    "figures/annotator_*.csv", item = c(PMCID, `Fig No.`), rater = "{file}", rating = Terpene
  )$item)))),
  F33 = list(.833, quote(percent_agreement(
    cbind(c(4, 4, 3, 2, 5, 3), c(4, 5, 3, 4, 5, 3), c(3, 4, 3, 3, 4, 1)), layout = "raters_in_columns",
    categories = 1:5, weights = abs(outer(1:5, 1:5, "-")) <= 1
  )$estimate)),
  F34 = list("other_format", quote(read_doccano("tagtog"))),
  F35 = list(.762, quote(krippendorff_alpha(
    cbind(W = 1:5, X = c(1, 3, 2, 5, 4), Y = c(2, 1, 3, 4, 5), Z = c(1, 2, 4, 3, 5)),
    layout = "raters_in_columns", level = "ordinal"
  )$estimate))
)
right <- vapply(seq_along(cases), function(i) {
  wanted <- cases[[i]][[1]]
  found <- suppressMessages(suppressWarnings(tryCatch(eval(cases[[i]][[2]]), error = identity)))
  digits <- if (is.numeric(wanted)) nchar(sub("^[0-9]*[.]?", "", format(wanted)))
  right <- if (inherits(found, "error")) {
    inherits(found, paste0("accord_error_", wanted))
  } else {
    is.numeric(wanted) && isTRUE(abs(found - wanted) < 0.51 * 10^-digits)
  }
  shown <- if (inherits(found, "error")) {
    paste(class(found)[1], if (!right) cli::ansi_strip(conditionMessage(found)))
  } else if (is.numeric(found)) {
    format(found, digits = 4)
  } else {
    class(found)[1]
  }
  cat(sprintf("%-4s %-22s %-40s %s\n", names(cases)[i], format(wanted), shown, if (right) "right" else "WRONG"))
  right
}, NA)
cat(sprintf("%d of %d calls of %d cases are right\n", sum(right), length(right), length(unique(names(cases)))))
