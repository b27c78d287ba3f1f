# Sheets of further fields, with the first calls of a newcomer, written and committed before the package was tried on
# any of them: ACCORD_INVENTED=invented-6.R Rscript bench/sheets/invented.R. At that time 3 of 16 were right at the
# first call, 9 an error and 4 wrong in silence (a row of shares, labels that name two or doubt one, dropped accents).
local({
  # --- scores -------------------------------------------------------------------------------------------------------
  sheet("vet-gait-videos-seen-twice",
    list(lameness = draw(601, 40, c("Vet1", "Vet2", "Vet3"), seq(0, 4, 0.5), level = "ordinal"),
      limb = draw(602, 40, c("Vet1", "Vet2", "Vet3"), c("LF", "RF", "LH", "RH", "none"))),
    function(t) {
      d <- long(t, 1:40, "observer")
      video <- sprintf("horse_%02d.mp4", (d$item - 1) %% 20 + 1)
      viewing <- (d$item - 1) %/% 20 + 1
      d <- data.frame(video, viewing, d[-1])
      write.csv(d[order(d$observer, d$viewing), ], "gait.csv", row.names = FALSE)
    },
    quote(read_sheet("gait.csv", item = video, rater = observer, rating = c(lameness, limb),
      level = c(lameness = "ordinal"))), error = "any",
    then = quote(read_sheet("gait.csv", item = c(video, viewing), rater = observer, rating = c(lameness, limb),
      level = c(lameness = "ordinal")))
  )
  sheet("dermatology-half-grades",
    list(PASI = draw(603, 32, c("Dr. A", "Dr. B", "Dr. C"), seq(0, 4, 0.5), level = "interval")),
    function(t) {
      x <- t$PASI
      half <- x != floor(x)
      text <- matrix(format(x, trim = TRUE, drop0trailing = TRUE), nrow(x))
      text[] <- sub("\\.0$", "", text)
      text[half[, 2], 2] <- paste0(floor(x[half[, 2], 2]), "-", ceiling(x[half[, 2], 2]))
      text[half[, 3], 3] <- sub("^0", "", paste0(floor(x[half[, 3], 3]), "\u00bd"))
      d <- data.frame(sprintf("P%02d", 1:32), text)
      names(d) <- c("Patient", colnames(x))
      write.csv(d, "pasi.csv", row.names = FALSE, fileEncoding = "UTF-8")
    },
    quote(read_sheet("pasi.csv", item = Patient, rating = starts_with("Dr."), level = "interval")), error = "any",
    then = quote(read_sheet("pasi.csv", item = Patient, rating = starts_with("Dr."), level = "interval",
      recode = function(x) {
      x <- sub("^\u00bd$", "0.5", x)
      x <- sub("\u00bd", ".5", x)
      sub("^([0-9])-[0-9]$", "\\1.5", x)
    }))
  )
  sheet("usability-severity-experts",
    list(severity = draw(604, 26, paste0("E", 1:5), 0:4, level = "ordinal", missing = .15)),
    function(t) {
      x <- t$severity
      text <- ifelse(is.na(x), "-", x)
      d <- data.frame("#" = 1:26, Problem = paste("Users do not find button number", 1:26), text,
        Mean = sprintf("%.2f", rowMeans(x, na.rm = TRUE)), "Found by" = rowSums(!is.na(x)), check.names = FALSE)
      write.csv(d, "heuristic_evaluation.csv", row.names = FALSE)
    },
    quote(read_sheet("heuristic_evaluation.csv", item = Problem, rating = E1:E5, level = "ordinal")), error = "any",
    then = quote(read_sheet("heuristic_evaluation.csv", item = Problem, rating = E1:E5, level = "ordinal", na = "-"))
  )
  sheet("chemistry-rubric",
    list("Q1a" = draw(605, 22, c("Marker 1", "Marker 2"), 0:4, level = "interval"),
      "Q1b" = draw(606, 22, c("Marker 1", "Marker 2"), 0:6, level = "interval"),
      "Q2" = draw(607, 22, c("Marker 1", "Marker 2"), 0:10, level = "interval")),
    function(t) {
      top <- c(Q1a = 4, Q1b = 6, Q2 = 10)
      d <- data.frame(Candidate = 5000 + 1:22)
      for (q in names(t)) for (r in colnames(t[[q]])) d[[sprintf("%s [%d] %s", q, top[q], r)]] <- t[[q]][, r]
      for (r in c("Marker 1", "Marker 2")) d[[paste("Total", r)]] <- Reduce(`+`, lapply(t, function(x) x[, r]))
      d <- rbind(d, c("Average", sprintf("%.1f", colMeans(d[-1]))))
      write.csv(d, "chem201.csv", row.names = FALSE)
    },
    quote(read_sheet("chem201.csv", item = Candidate, names = "{question} [{*}] {rater}", level = "interval"))
  )
  sheet("content-validity-index",
    list(relevance = draw(608, 20, paste("Expert", 1:6), 1:4, level = "ordinal", agree = 0.8)),
    function(t) {
      x <- t$relevance
      cvi <- rowMeans(x >= 3)
      d <- data.frame(Item = as.character(1:20), unclass(x)[, ], "I-CVI" = sprintf("%.2f", cvi), check.names = FALSE)
      last <- c("S-CVI/Ave", rep("", 6), sprintf("%.2f", mean(cvi)))
      share <- c("Proportion relevant", sprintf("%.2f", colMeans(x >= 3)), "")
      write.csv(rbind(d, share, last), "cvi.csv", row.names = FALSE)
    },
    quote(read_sheet("cvi.csv", item = Item, rating = starts_with("Expert"), level = "ordinal"))
  )
  # --- codes --------------------------------------------------------------------------------------------------------
  sheet("newspaper-nested-codes",
    list(topic = draw(609, 36, c("coder1", "coder2"), c("1", "1.1", "1.10", "1.2", "2", "2.1", "2.1.1", "3")),
      frame = draw(610, 36, c("coder1", "coder2"), c("10", "11", "12", "20", "21"))),
    function(t) {
      d <- data.frame(Artikel = sprintf("SZ_%03d", 1:36), Datum = format(as.Date("2023-01-01") + 1:36, "%d.%m.%Y"))
      for (q in names(t)) for (r in colnames(t[[q]])) d[[paste(r, q, sep = "_")]] <- t[[q]][, r]
      write.table(d, "inhalt.csv", sep = ";", row.names = FALSE, quote = FALSE)
    },
    quote(read_sheet("inhalt.csv", item = Artikel, names = "{rater}_{question}", level = "nominal"))
  )
  sheet("open-answers-two-waves",
    {
      x <- draw(611, 30, c("coder1", "coder2"), c(1:6, 99))
      y <- draw(612, 30, c("coder1", "coder2"), c(1:6, 99))
      list(w1 = structure(replace(x, x == 99, NA), level = "nominal"),
        w2 = structure(replace(y, y == 99, NA), level = "nominal"))
    },
    function(t) {
      d <- data.frame(respondent = 700 + 1:30)
      for (w in names(t)) {
        d[[paste0("why_", w)]] <- paste("because of reason", (7 * 1:30) %% 11)
        for (r in colnames(t[[w]])) d[[paste0("why_", w, "_", r)]] <- ifelse(is.na(t[[w]][, r]), 99, t[[w]][, r])
      }
      write.csv(d, "open_answers.csv", row.names = FALSE)
    },
    quote(read_sheet("open_answers.csv", item = respondent, names = "why_{question}_{rater}", level = "nominal")),
    error = "any",
    then = quote(read_sheet("open_answers.csv", item = respondent, names = "why_{question}_{rater}", level = "nominal",
      na = 99))
  )
  sheet("three-screeners-with-conflicts",
    list(Decision = draw(613, 45, paste("Reviewer", LETTERS[1:3]), c("Include", "Exclude", "Maybe"))),
    function(t) {
      x <- t$Decision
      votes <- apply(x, 1, function(v) names(sort(-table(v)))[1])
      d <- data.frame(Study = sprintf("Author%d 20%02d", 1:45, 10 + 1:45 %% 12),
        Title = paste("A trial of drug", 1:45), x,
        Conflict = ifelse(apply(x, 1, function(v) length(unique(v)) > 1), "yes", "no"), votes)
      names(d)[3:7] <- c(paste(colnames(x), "Decision"), "Conflict?", "Final Decision")
      write.csv(d, "screening.csv", row.names = FALSE)
    },
    quote(read_sheet("screening.csv", item = Study, rating = contains("Decision"))), error = "any",
    then = quote(read_sheet("screening.csv", item = Study, names = "Reviewer {rater} {question}"))
  )
  sheet("mqm-errors-worst",
    {
      x <- draw(614, 30, paste0("rater", 1:3), 1:4, agree = 0.6)
      words <- c("no-error", "minor", "major", "critical")
      list(severity = structure(matrix(words[x], 30, dimnames = dimnames(x)), level = "ordinal", order = words))
    },
    function(t) {
      d <- long(t, 1:30, "rater")
      d <- data.frame(system = c("NMT", "LLM")[d$item %% 2 + 1], seg_id = (d$item + 1) %/% 2, rater = d$rater,
        category = c("Accuracy/Mistranslation", "Fluency/Grammar", "Style")[d$item %% 3 + 1], severity = d$severity)
      d$category[d$severity == "no-error"] <- "No-error"
      more <- d[d$severity %in% c("major", "critical") & seq_len(90) %% 2 == 0, ]
      more$severity <- "minor"
      more$category <- "Fluency/Punctuation"
      d <- rbind(d, more)
      write.table(d[order(d$seg_id, d$system, d$rater), ], "mqm.tsv", sep = "\t", row.names = FALSE, quote = FALSE)
    },
    quote(read_sheet("mqm.tsv", item = c(system, seg_id), rater = rater, rating = severity)), error = "any",
    then = quote({
      d <- read.delim("mqm.tsv")
      d$severity <- match(d$severity, c("no-error", "minor", "major", "critical"))
      d <- aggregate(severity ~ system + seg_id + rater, d, max)
      d$severity <- c("no-error", "minor", "major", "critical")[d$severity]
      read_sheet(d, item = c(system, seg_id), rater = rater, rating = severity)
    })
  )
  sheet("github-issue-labels",
    {
      sets <- list("bug", "enhancement", c("bug", "documentation"), "question", c("enhancement", "good first issue"))
      i <- draw(615, 40, c("dev1", "dev2", "dev3"), 1:5)
      list(labels = structure(matrix(sets[i], 40), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      x <- matrix(vapply(t$labels, paste, "", collapse = ", "), 40)
      d <- data.frame(repo = c("tidy/one", "tidy/two")[1:40 %% 2 + 1], number = 100 + (1:40 + 1) %/% 2,
        url = sprintf("https://github.com/x/issues/%d", 1:40), title = paste("Crash when opening file", 1:40), x)
      names(d)[5:7] <- colnames(t$labels)
      write.csv(d, "issues.csv", row.names = FALSE)
    },
    quote(read_sheet("issues.csv", item = c(repo, number), rating = dev1:dev3)), error = "any",
    then = quote(read_sheet("issues.csv", item = c(repo, number), rating = dev1:dev3, separator = ", "))
  )
  sheet("toxicity-semicolons",
    {
      sets <- list("none", "insult", c("insult", "threat"), "identity_attack", c("identity_attack", "insult"))
      i <- draw(616, 50, paste0("annotator_", 1:3), 1:5)
      list(labels = structure(matrix(sets[i], 50), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      joined <- vapply(seq_along(t$labels), function(k) {
        paste(t$labels[[k]], collapse = if (k %% 3) ";" else "; ")
      }, "")
      d <- data.frame(tweet_id = sprintf("17%016d", 1:50), text = paste("you are number", 1:50), matrix(joined, 50))
      names(d)[3:5] <- colnames(t$labels)
      write.csv(d, "toxicity.csv", row.names = FALSE)
    },
    # The error of the second call, on the blank behind some separators, gives the recode of a third.
    quote(read_sheet("toxicity.csv", item = tweet_id, rating = starts_with("annotator"))), error = "any",
    then = quote(read_sheet("toxicity.csv", item = tweet_id, rating = starts_with("annotator"), separator = ";"))
  )
  sheet("court-decisions-workbook",
    list(outcome = draw(617, 24, c("KL", "MN"), c("affirmed", "reversed", "remanded")),
      dissent = draw(618, 24, c("KL", "MN"), c("yes", "no")),
      ideology = draw(619, 24, c("KL", "MN"), -1:1, level = "ordinal")),
    function(t) {
      of <- function(r) {
        d <- data.frame(docket = sprintf("No. 21-%d", 100 + 1:24), outcome = t$outcome[, r], dissent = t$dissent[, r],
          ideology = t$ideology[, r], notes = ifelse(1:24 %% 6 == 0, "see opinion, part II", ""))
        c(list(as.list(names(d)),
          list("Docket number", "What the court did", "Any dissent?", "-1 left to 1 right", "")),
          rows_of(d)[-1])
      }
      book <- list(list("variable", "meaning"), list("outcome", "disposition of the case"),
        list("dissent", "yes or no"))
      write_workbook("court.xlsx", list(KL = of("KL"), MN = of("MN"), Codebook = book))
    },
    quote(read_sheet("court.xlsx", item = docket, rater = "{sheet}", rating = outcome:ideology)), error = "any",
    then = quote(read_sheet("court.xlsx", item = docket, rater = "{sheet}", rating = outcome:ideology, drop = 2))
  )
  sheet("sherds-undecided",
    {
      x <- draw(620, 40, c("JK", "LM", "PD"), c("Ia", "Ib", "IIa", "IIb", "III"))
      x[c(3, 17), 1] <- NA
      x[25, 3] <- NA
      list(Type = x)
    },
    function(t) {
      x <- t$Type
      x[c(3, 17), 1] <- c("Ia or Ib", "IIa/IIb")
      x[25, 3] <- "Ib or IIa"
      x[8, 2] <- paste0(x[8, 2], "?")
      d <- data.frame(Sherd = sprintf("F12-%03d", 1:40), x)
      names(d)[-1] <- sprintf("Type (%s)", colnames(x))
      for (r in colnames(x)) {
        d[[sprintf("Weight g (%s)", r)]] <- round(10 + (1:40 * 3.7) %% 50 + match(r, colnames(x)) / 10, 1)
      }
      write.csv(d, "sherds.csv", row.names = FALSE)
    },
    quote(read_sheet("sherds.csv", item = Sherd, names = "{question:Type} ({rater})")), error = "any",
    then = quote(read_sheet("sherds.csv", item = Sherd, names = "{question:Type} ({rater})",
      recode = ~ ifelse(grepl(" or |/", .x), NA, sub("[?]$", "", .x))))
  )
  # --- tools --------------------------------------------------------------------------------------------------------
  sheet("bird-calls-clips",
    list(Species = draw(621, 48, c("annotatorA", "annotatorB", "annotatorC"), c("EUBL", "GRTI", "EURO", "COBL"))),
    function(t) {
      for (r in colnames(t$Species)) {
        x <- t$Species[, r]
        if (r == "annotatorB") x <- tolower(x)
        if (r == "annotatorC") x[c(5, 30)] <- paste0(x[c(5, 30)], "?")
        d <- data.frame(Selection = 1:48, View = "Spectrogram 1", Channel = 1,
          begin = sprintf("%.3f", 1:48 * 3.1), end = sprintf("%.3f", 1:48 * 3.1 + 1),
          file = sprintf("site1_%03d.wav", 1:48), Species = x)
        names(d)[4:6] <- c("Begin Time (s)", "End Time (s)", "Begin File")
        write.table(d, paste0(r, ".txt"), sep = "\t", row.names = FALSE, quote = FALSE)
      }
    },
    quote(read_sheet(".", item = "Begin File", rater = "{file}", rating = Species)), error = "any",
    then = quote(read_sheet(".", item = "Begin File", rater = "{file}", rating = Species,
      recode = ~ toupper(sub("[?]$", "", .x))))
  )
  sheet("nvivo-matrix",
    list("A : Trust" = draw(622, 18, c("anna", "jonas"), 0:1), "B : Fear" = draw(623, 18, c("anna", "jonas"), 0:1),
      "C : Hope for change" = draw(624, 18, c("anna", "jonas"), 0:1)),
    function(t) {
      for (r in c("anna", "jonas")) {
        d <- data.frame(sprintf("%d : Interview %02d", 1:18, 1:18))
        for (q in names(t)) d[[q]] <- t[[q]][, r]
        names(d)[1] <- ""
        write.csv(d, paste0("matrix_", r, ".csv"), row.names = FALSE)
      }
    },
    quote(read_sheet(".", item = 1, rater = "{file}", rating = -1))
  )
  sheet("venues-without-accents",
    list(kind = draw(625, 36, c("Chlo\u00e9", "Ben"), c("caf\u00e9", "bar", "cr\u00eaperie", "hotel"))),
    function(t) {
      d <- data.frame(venue = 1:36, unclass(t$kind)[, ], check.names = FALSE)
      d$Ben <- chartr("\u00e9\u00ea", "ee", d$Ben)
      write.csv(d, "venues.csv", row.names = FALSE, fileEncoding = "UTF-8")
    },
    quote(read_sheet("venues.csv", item = venue, rating = c("Chlo\u00e9", Ben))), error = "any",
    then = quote(read_sheet("venues.csv", item = venue, rating = c("Chlo\u00e9", Ben),
      recode = c("cafe" = "caf\u00e9", "creperie" = "cr\u00eaperie")))
  )
})
