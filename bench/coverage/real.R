# Real annotation jobs as populations: a job is drawn from one of them, items with replacement, each
# with all its ratings. Their population values are those of the whole job, exactly.
# The MTurk batches come with the package. The others are public data that are not: where the folder
# that ACCORD_COVERAGE_DATA names does not hold them, their cells are skipped.
#   understatement/ratings.csv      github.com/krisstallenberg/evaluating-annotations (GPL-3)
#   sarcasm/*.csv                   github.com/zsoflo/sarcasm
#   crowd-labels/snow_*             Snow et al. (2008), github.com/edwinrobots/bayesian_combination_tutorial2
#   crowd-labels/face_sentiment, duck_bluebirds   github.com/zhydhkcws/crowd_truth_infer
#   crowd-labels/gal_adult2         github.com/ipeirotis/Get-Another-Label (Apache 2.0)
#   crowd-labels/caries_grouped     R package rater (GPL-2)
#   alternative-annotator/*.csv     github.com/nitaytech/AltTest
#   large/emobank/*.csv             github.com/JULIELab/EmoBank (CC BY-SA 4.0)

DATA <- Sys.getenv("ACCORD_COVERAGE_DATA")

# Rows of item, rater and rating, sorted by item.
tidy_job <- function(item, rater, rating) {
  data <- data.frame(item = match(item, unique(item)), rater = rater, rating = rating)
  data <- data[!is.na(data$rating) & !(!is.na(data$rater) & duplicated(data[1:2])), ]
  data[order(data$item), ]
}

# A job of a file. `keep`: which of its rows.
from_file <- function(file, item, rater, rating, keep = function(x) TRUE) {
  function() {
    x <- utils::read.csv(file.path(DATA, file))
    x <- x[keep(x), ]
    tidy_job(x[[item]], if (is.null(rater)) NA else x[[rater]], x[[rating]])
  }
}
from_mturk <- function(dimension, answer) {
  function() {
    x <- accord::read_mturk(system.file("extdata", "mturk", dimension, package = "accord"))
    tidy_job(x$Input.code, x$WorkerId, toupper(x[[answer]]))
  }
}
caries <- function() {
  x <- utils::read.csv(file.path(DATA, "crowd-labels/caries_grouped/patterns.csv"))
  x <- x[rep(seq_len(nrow(x)), x$n), 1:5]
  tidy_job(rep(seq_len(nrow(x)), 5), rep(1:5, each = nrow(x)), unlist(x, use.names = FALSE))
}

# Items drawn with replacement.
resample <- function(load) {
  data <- NULL
  function(items, jobs) {
    if (is.null(data)) data <<- load()
    first <- which(!duplicated(data$item))
    size <- diff(c(first, nrow(data) + 1L))
    drawn <- sample.int(length(first), items * jobs, TRUE)
    at <- sequence(size[drawn], first[drawn])
    item <- rep(seq_along(drawn), size[drawn])
    data.frame(job = (item - 1L) %/% items + 1L, item = item, data[at, c("rater", "rating")],
      row.names = NULL)
  }
}

real_jobs <- list()
real <- function(name, items, load, file = NULL, ...) {
  real_jobs[[name]] <<- list(items = items, draw = resample(load), whole = load, file = file, ...)
}
real_file <- function(name, items, file, item, rater, rating, ..., keep = function(x) TRUE) {
  real(name, items, from_file(file, item, rater, rating, keep), file, ...)
}
a_set <- c("krippendorff_alpha", "fleiss_kappa", "conger_kappa", "percent_agreement", "brennan_prediger", "gwet_ac1")
no_raters <- setdiff(a_set, "conger_kappa")
no_set <- c("krippendorff_alpha", "fleiss_kappa", "conger_kappa")
people <- function(x) x$kind == "person"
emotion <- function(x) sprintf("crowd-labels/snow_affect/%s/labels.csv", x)

real("mturk coherence", c(50, 200), from_mturk("Coherence", "Answer.best_coh"))
real("mturk grammaticality", c(50, 200), from_mturk("Grammaticality", "Answer.best_grammar"))
real("mturk repetition", c(50, 200), from_mturk("Repetition", "Answer.best_redun"))
real_file("understatement", c(20, 50), "understatement/ratings.csv", "item", "annotator", "is_understatement",
  categories = c("true", "false"), keep = function(x) x$is_understatement != "" & x$annotator != "llm"
)
real_file("sarcasm", c(20, 50), "sarcasm/binary_100_tweets.csv", "item", "annotator", "label",
  categories = 0:1)
real_file("sarcasm graded", c(20, 200), "sarcasm/graded_999_tweets.csv", "item", "annotator", "score",
  level = "ordinal", categories = 0:4 / 4
)
real_file("anger", c(20, 50), emotion("anger"), "item", "worker", "label", level = "interval",
  categories = 0:100)
real_file("valence", c(20, 50), emotion("valence"), "item", "worker", "label", level = "interval",
  categories = -100:100)
real_file("entailment", c(20, 200), "crowd-labels/snow_rte/labels.csv", "item", "worker", "label",
  categories = 0:1)
real_file("temporal order", c(20, 200), "crowd-labels/snow_temporal/labels.csv", "item", "worker", "label",
  categories = 1:2)
real_file("word similarity", c(20, 50), "crowd-labels/snow_wordsim/labels.csv", "item", "worker", "label",
  level = "interval", coefficients = no_set
)
real_file("faces", c(20, 50), "crowd-labels/face_sentiment/labels.csv", "item", "worker", "label",
  categories = 0:3)
real_file("adult sites", c(50, 1000), "crowd-labels/gal_adult2/labels.csv", "item", "worker", "label",
  level = "ordinal", categories = c("G", "P", "R", "X")
)
real_file("birds", c(20, 50), "crowd-labels/duck_bluebirds/labels.csv", "item", "worker", "label",
  categories = 0:1)
real("caries", c(50, 200), caries, "crowd-labels/caries_grouped/patterns.csv", categories = 1:2)
real_file("word relations", c(20, 50), "alternative-annotator/wax.csv", "item", "annotator", "label",
  keep = people)
real_file("teenagers", c(20, 200), "alternative-annotator/lgbteen.csv", "item", "annotator", "label",
  keep = people)
real_file("stars", c(20, 50), "alternative-annotator/cebab_stars.csv", "item", "annotator", "label",
  level = "ordinal", categories = 1:5, keep = people
)
real_file("arousal of readers", c(20, 200), "large/emobank/reader.csv", "item", NULL, "A",
  level = "ordinal", categories = 1:5, coefficients = no_raters, keep = function(x) x$V != 1 | x$A != 1 | x$D != 1
)
real_file("valence, 25 readers", c(20, 50), "large/emobank/pilot_movie-review_reader.csv",
  "item", "rater", "rating", level = "interval", categories = 1:9,
  keep = function(x) x$dimension == "V" & !x$is_trial & x$rater %in% sort(unique(x$rater))[1:25]
)
