# Words in names of columns that indicate a column other than a rater, and in parts of names that say which part is the
# rater or the question. Only whole words count, in any case.

# The words of a name, such as those of `Resolved decision`, label.gold and goldLabel. Words that occur in all names
# are ignored.
name_words <- function(names) {
  names[is.na(names) | !validUTF8(names)] <- ""
  apart <- gsub("([a-z])([A-Z])", "\\1 \\2", names)
  strsplit(tolower(apart), "[^[:alnum:]]+")
}

says <- function(names, words) {
  listed <- name_words(names)
  common <- Reduce(intersect, listed)
  vapply(listed, function(one) {
    one <- sub("([a-z])[0-9]+$", "\\1", setdiff(one, common))
    joined <- paste0(one[-length(one)], one[-1])
    # A longer name is the text of a question.
    length(one) <= 4 && any(c(one, joined) %in% words)
  }, NA)
}

# Whether a name consists only of such words.
says_only <- function(names, words) {
  vapply(name_words(names), function(one) length(one) > 0 && all(sub("[0-9]+$", "", one) %in% words), NA)
}

# Whether a name is that of another column and a property of its ratings, such as conf_ann or ann.time next to ann.
is_property_of <- function(names) {
  listed <- name_words(names)
  vapply(seq_along(names), function(j) {
    own <- listed[[j]]
    about <- own %in% c(ABOUT_WORDS, PROPERTY_WORDS)
    any(about) && any(!about) && list(own[!about]) %in% listed[-j]
  }, NA)
}

PROPERTY_WORDS <- c(
  "time", "timestamp", "date", "comment", "comments", "note", "notes", "remark", "remarks", "reason", "reasons", "rt",
  "version", "status", "sure", "kommentar", "bemerkung", "zeit", "datum"
)

# Fields that REDCap adds, and its checkboxes, whose names begin with that of their question.
is_of_redcap <- function(names) {
  stem <- ifelse(grepl("^.+___[^_]", names), sub("___[^_].*$", "", names), NA)
  boxes <- stem %in% stem[duplicated(stem) & !is.na(stem)]
  if (all(boxes)) return(!boxes)
  added <- grepl("^redcap_(data_access_group|event_name|repeat_|survey_)", names)
  boxes | added | any(boxes) & endsWith(names, "_complete")
}

# Words for a label derived from those of the raters, or considered correct.
FINAL_WORDS <- c(
  "final", "gold", "golden", "goldstandard", "goldlabel", "consensus", "adjudicated", "adjudication", "adjudicator",
  "majority", "maj", "reference", "groundtruth", "gt", "truth", "agreed", "agree", "agrees", "agreement", "resolved",
  "resolution", "match", "matches", "matching", "majorityvote", "mv", "vote", "votes", "voting", "reconciled",
  "harmonized", "harmonised", "disagree", "disagreement", "concordance", "truelabel", "ytrue", "answerkey",
  "correctanswer", "correctlabel", "correct", "correcta", "correcto", "correcte", "curated", "aggregated",
  "aggregate", "merged", "combined", "modal", "master", "mastercode", "consolidated", "konsolidiert", "abgestimmt",
  "bereinigt", "endcodierung", "reconciliation", "consolidado",
  "mode", "stdev", "cvi",
  "endfassung", "endg\u00fcltig", "endergebnis", "endcode", "konsens", "einigung", "mehrheit",
  "mehrheitsvotum", "mehrheitsentscheid", "modus", "referenz", "wahrheit", "richtig",
  "korrekt", "l\u00f6sung", "loesung", "musterl\u00f6sung", "\u00fcbereinstimmung", "uebereinstimmung",
  "d\u00e9finitif", "definitif", "finale", "majorit\u00e9", "majorite", "v\u00e9rit\u00e9", "verite",
  "r\u00e9f\u00e9rence", "consenso", "acuerdo", "mayor\u00eda", "mayoria", "verdad",
  "referencia", "\u0438\u0442\u043e\u0433",
  # Alpha is a letter that names raters as well.
  setdiff(plain_total_words(c("total", "sd", "agreement")), "alpha")
)

# Words for ratings in general; they name the final label if the other columns are named after raters.
LABEL_WORDS <- c(
  "y", "label", "labels", "target", "class", "answer", "decision", "verdict", "true", "key", "klasse", "etikett",
  "antwort", "entscheidung", "etiqueta", "clase", "classe", "\u00e9tiquette", "r\u00e9ponse", "respuesta"
)

# Words for properties whose values may look like ratings, such as a fold from 1 to 5.
ABOUT_WORDS <- c(
  "fold", "folds", "cv", "cvfold", "data", "level", "split", "splits", "partition", "conf", "confidence",
  "certainty", "prob", "probability",
  "language", "source", "dataset", "corpus", "subset", "difficulty", "duration", "seconds", "n", "count",
  "sprache", "quelle", "konfidenz", "sicherheit", "dauer", "anzahl", "langue", "confiance", "dur\u00e9e", "idioma",
  "fuente", "confianza"
)

# Words for labels that a tracker of issues has, and trackers.
TRACKER_WORDS <- c("tag", "tags", "github", "gitlab", "jira", "bugzilla", "tracker", "issue", "existing", "original")

# Names of counts and of row numbers, such as "#", "# comments", "num_files" and "comments_count".
are_count_names <- function(names) {
  grepl("^\\s*#\\s*([[:alpha:]].*)?$|^(num|anz)[._ ]|^(number|count|anzahl)[._ ](of|der)[._ ]|[._ -]counts?$", names,
    ignore.case = TRUE
  )
}

# Words for things that are rated in pairs, such as "Model A" and "Model B", and more words for ratings.
COMPARED_WORDS <- c(
  "model", "system", "option", "image", "stimulus", "response", "choice", "text", "sentence", "arm", "drug",
  "treatment", "team", "player", "candidate", "item", "left", "right", "output", "summary", "translation", "version",
  "product", "category", "code", "rating", "score", "diagnosis", "grade"
)

# Words for texts and notes. Some are also names of persons, so such a column counts only if it shares no value with
# the others.
NO_RATING_WORDS <- c(
  "tweet", "sentence", "url", "link", "title", "abstract", "filename", "file", "name", "comment", "comments", "note",
  "notes", "remark", "remarks", "image", "picture", "photo", "doi", "pmid", "pmcid", "year", "text", "message", "post",
  "description", "author", "journal", "outlet", "kommentar", "kommentare", "bemerkung",
  "bemerkungen", "anmerkung", "anmerkungen", "notiz", "notizen", "datum", "titel", "satz", "bild", "jahr", "quelle",
  "email", "date", "time", "timestamp", "lang", "topic", "genre", "domain", "section", "platform", "country",
  "region", "city",
  "page", "status", "version", "system", "prompt", "type", "category", "thema", "land", "stadt", "seite", "rubrik"
)

TIME_WORDS <- c(
  "time", "seconds", "timestamp", "duration", "date", "started", "submitted", "dauer", "zeit", "sekunden", "datum",
  "dur\u00e9e", "heure", "tiempo", "fecha", "duraci\u00f3n", "ip", "zeitstempel", "horodateur", "tijdstempel",
  "temporal", "cronologiche"
)

# "WorkTimeInSeconds" and "date read", and not "time pressure".
is_time_name <- function(name) {
  words <- name_words(name)[[1]]
  length(words) > 0 && (words[length(words)] %in% TIME_WORDS || words[1] %in% c("date", "datum", "fecha", "timestamp"))
}

# Words for raters that have a number or a letter each, which hardly any question has. "R1" and "C1" may be either.
NUMBERED_RATER <- paste0("^(", RATER_WORD, "|ann|annot|rev|dev|developer)[._ -]?([0-9]+|[a-z])$")

# Words for what is rated, which are no names of raters.
RATED_WORDS <- c(
  "tone", "topic", "frame", "framing", "stance", "sentiment", "emotion", "valence", "arousal", "dominance", "polarity",
  "relevance", "fluency", "coherence", "consistency", "adequacy", "accuracy", "correctness", "quality", "readability",
  "grammaticality", "informativeness", "usefulness", "helpfulness", "completeness", "factuality", "toxicity", "sarcasm",
  "irony", "humor", "humour", "severity", "intensity", "subjectivity", "difficulty", "confidence", "certainty",
  "clarity", "naturalness", "creativity", "originality", "plausibility", "politeness", "empathy", "decision", "reason",
  "theme", "outcome", "ton", "thema", "relevanz", "stimmung", "tonalit\u00e4t"
)

# These functions say whether words of these parts are those for raters, or for questions.
are_rater_words <- function(parts) grepl(NUMBERED_RATER, parts, ignore.case = TRUE)

are_question_words <- function(parts) {
  tolower(parts) %in% RATED_WORDS | grepl(NUMBERED_QUESTION, parts, ignore.case = TRUE)
}

# Whether one part of names tells rounds, given the other. "R1" may be a rater as well, unless the other part is a
# numbered word for one.
are_rounds <- function(part, other) {
  part <- unique(part)
  other <- unique(other)
  known <- are_round_names(part)
  coders <- are_rater_words(other)
  all(known) && !any(are_question_words(other)) || all(coders) && all(grepl("^r[0-9]+$", part, ignore.case = TRUE))
}
