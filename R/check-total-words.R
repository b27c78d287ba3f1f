# The words for what is computed from other numbers, in names of rows and columns. This is the only list of them.

# Regular expressions by what is computed. A word in `^` and `$` counts only if it is the whole name. `total` and `all`
# may also be what was rated, so that a caller can ask for them or not. `agreement` is said of coefficients.
TOTAL_WORDS <- list(
  sum = c("(gesamt|end|zwischen|spalten|zeilen)?summen?", "sums?", "somme", "suma", "\u03a3[[:alpha:]]*"),
  total = c(
    "totals?", "totale", "totaal", "totaux", "gesamt", "insgesamt", "zusammen",
    "\u0438\u0442\u043e\u0433\u043e"
  ),
  all = "^(over[ -]?)?all$",
  part = c("sub[ -]?totals?", "zwischensumme"),
  mean = c(
    "means?", "averages?", "avg", "(gesamt|arith[.]? ?)?mittel(w|werte?)?", "durchschnitt", "moyenne", "media",
    "promedio", "gemiddelde", "\u0441\u0440\u0435\u0434\u043d\u0435\u0435", "\u00d8[[:alpha:]]*"
  ),
  median = c("median", "m\u00e9diane?", "mediana"),
  sd = c(
    "standard[ ._-]?deviation", "standardabweichung", "st(d|andard)?[. ]*(dev|deviation|abw|abweichung)[a-z]*", "std",
    "variance"
  ),
  agreement = c(
    "^kappa$", "^alpha$", "^%? *(percent(age)?|pairwise|observed)? *agreement$", "^agreement *(in *)?%?$",
    "^\u00dcbereinstimmung$", "^%$"
  )
)

# Names that may be something else too, such as the initials of a rater, and count only where numbers confirm them.
UNSURE_TOTAL_WORDS <- list(
  mean = c("mw", "^[mx]$"),
  median = "^(med|md|mdn)$",
  sd = c("sd", "s[.] ?d", "^s$"),
  n = c(
    "anzahl", "count", "f\u00e4lle", "cases", "^(n|valid n|n valid)$", "^nombre$", "^n\u00famero$", "^conteo$",
    "^numero$", "^aantal$"
  ),
  least = "^min(imum)?$",
  greatest = "^max(imum)?$",
  share = c("proportions?", "percent(age)?", "share", "anteile?", "prozent", "pourcentage", "porcentaje", "cvi"),
  range = c("range", "spread", "span", "spannweite", "\u00e9tendue", "rango"),
  difference = c(
    "(abs)?(diff|difference|differenz|differenzen|delta|abweichung|\u00e9cart|diferencia|error)",
    "[\u0394\u2206][[:alpha:]]*"
  ),
  agreement = c(
    paste0(
      "^((un)?weighted |overall |mean |average )?(",
      "(cohen|fleiss|conger|light|scott|krippendorff|gwet|brennan[- ]prediger|kendall)['\u2019]?s?['\u2019]? ",
      "(weighted )?(kappa|alpha|\u03ba|\u03b1|pi|ac ?[12]|tau|w)|kappa|alpha|\u03ba|\u03b1|pabak|ac1|ac2|",
      "irr|iaa|icc( ?[(][^()]*[)])?|reliability)$"
    ),
    "^(inter|intra)[- ]?(rater|coder|annotator|observer)[- ]?(reliability|agreement)$",
    "^(reliabilit\u00e4t|fiabilit\u00e9|fiabilidad)$"
  )
)

# The words of these kinds that are written as they are, without other forms.
plain_total_words <- function(kinds) {
  words <- gsub("^\\^|[$]$", "", unlist(c(TOTAL_WORDS[kinds], UNSURE_TOTAL_WORDS[kinds])))
  unique(words[grepl("^[a-z]{2,}$", words)])
}

# Whether names are words of these kinds, hold one (`place = "within"`), or end with one (`"end"`). `confirmed`:
# whether the caller asks the numbers as well, so that unsure words count.
is_total_name <- function(names, kinds, place = "whole", confirmed = FALSE) {
  words <- unlist(c(TOTAL_WORDS[kinds], if (confirmed) UNSURE_TOTAL_WORDS[kinds]))
  alone <- startsWith(words, "^")
  loose <- paste(words[!alone], collapse = "|")
  whole <- if (place == "whole") words else words[alone]
  patterns <- c(
    if (length(whole)) {
      whole <- paste(gsub("^\\^|[$]$", "", whole), collapse = "|")
      sprintf("^[(]?((grand|over|sub|column|row)[ -]?)?(%s)[):.=]*$", whole)
    },
    if (any(!alone)) {
      switch(place,
        within = sprintf("(^|[^[:alpha:]])(%s)([^[:alpha:]]|$)", loose),
        end = c(
          sprintf("(^|[._ -])(%s)s?$", loose),
          sprintf("^(%s)s?[._ -]?(scores?|ratings?|labels?|values?)$", loose)
        )
      )
    }
  )
  # PCRE, which takes a seventh of the time here, knows letters beyond ASCII only after (*UCP).
  grepl(paste0("(*UCP)", paste(patterns, collapse = "|")), names, ignore.case = TRUE, perl = TRUE)
}
