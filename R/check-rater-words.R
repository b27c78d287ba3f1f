# The words for those who rate, in the languages of Europe, and the names of columns that say who rated. This is the
# only list of them.

RATER_WORDS <- c(
  "annotator", "rater", "coder", "judge", "juror", "jury", "worker", "user", "reviewer", "labell?er", "expert",
  "observer", "reader", "assessor", "grader", "marker", "evaluator", "examiner", "screener", "extractor", "abstractor",
  "[ck]odierer", "bewerter", "annotierer", "beurteiler", "gutachter", "pr\u00fcfer",
  "annotat(eur|rice)", "codeu(r|se)", "[\u00e9e]valuat(eur|rice)", "juge", "jur\u00e9e?",
  "codificadora?", "anotadora?", "evaluadora?", "juez", "jurado", "revisora?", "avaliadora?",
  "codificat(ore|rice)", "annotatore", "valutat(ore|rice)", "giudice",
  "beoordelaar", "codeerder", "kodare", "koder", "bed\u00f6mare", "annoterare", "bedommer", "bed\u00f8mmer",
  "koodaaja", "arvioija",
  "koduj\u0105cy", "anot[a\u00e1]tor", "kod\u00e9r", "kodovatel", "hodnotitel", "k\u00f3dol\u00f3",
  "kodlay\u0131c\u0131",
  "\u043a\u043e\u0434\u0438\u0440\u043e\u0432\u0449\u0438\u043a",
  "\u0430\u043d\u043d\u043e\u0442\u0430\u0442\u043e\u0440", "\u044d\u043a\u0441\u043f\u0435\u0440\u0442"
)

# One of the words, with the endings of a plural and of a woman: "Kodierer:innen", "raters".
RATER_WORD <- paste0("(", paste(RATER_WORDS, collapse = "|"), ")([._:*/ -]?in(nen)?|s|es|en)?")

# A name that ends in such a word, with or without "id": "first_coder", "Coder ID", "WorkerId".
RATER_NAME <- paste0(
  "(^|[._ -])", RATER_WORD, "([._ -]?(id|name|no|nr|code|number|nummer|k\u00fcrzel))?$|",
  "workerid$|userid$|annotatorid$|raterid$"
)
