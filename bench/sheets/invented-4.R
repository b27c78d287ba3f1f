# Sheets of other fields and tools than those of the lists before, with the first calls of a newcomer, written and
# committed before the package was tried on any of them: ACCORD_INVENTED=invented-4.R Rscript bench/sheets/invented.R.
local({
  # --- law, politics ------------------------------------------------------------------------------------------------
  judges <- c("Smith", "O'Hara", "Lee")
  sheet("law-judges-questions",
    list(Outcome = draw(401, 36, judges, c("affirmed", "reversed", "remanded")),
      Ideology = draw(402, 36, judges, -2:2, level = "ordinal")),
    function(t) {
      d <- data.frame(Docket = sprintf("19-%04d", 1:36))
      for (r in judges) for (q in names(t)) d[[sprintf("Judge %s: %s", r, q)]] <- t[[q]][, r]
      write.csv(d, "cases.csv", row.names = FALSE)
    },
    quote(read_sheet("cases.csv", item = Docket, names = "Judge {rater}: {question}"))
  )
  sheet("law-roman-grades",
    {
      scale <- c("I", "II", "III", "IV")
      list(grade = structure(draw(403, 30, c("A", "B"), scale, missing = .1), level = "ordinal", order = scale))
    },
    function(t) {
      x <- t$grade
      x[is.na(x)] <- "\u2013"
      write_workbook("evidence.xlsx", list(Tabelle1 = rows_of(data.frame(Akte = 1:30, A = x[, 1], B = x[, 2]))))
    },
    quote(read_sheet("evidence.xlsx", item = Akte, rating = c(A, B))), error = "any",
    then = quote(read_sheet("evidence.xlsx", item = Akte, rating = c(A, B), na = "\u2013"))
  )
  # --- medicine -----------------------------------------------------------------------------------------------------
  sheet("medicine-birads-merged",
    {
      scale <- c("1", "2", "3", "4a", "4b", "5")
      list(Left = structure(draw(404, 28, c("R1", "R2", "R3"), scale), level = "ordinal", order = scale),
        Right = structure(draw(405, 28, c("R1", "R2", "R3"), scale), level = "ordinal", order = scale))
    },
    function(t) {
      top <- list("", "Left", "", "", "Right", "", "")
      names <- list("Pat", "R1", "R2", "R3", "R1", "R2", "R3")
      body <- lapply(1:28, function(i) c(list(i), as.list(t$Left[i, ]), as.list(t$Right[i, ])))
      write_workbook("birads.xlsx", list(Reads = c(list(top, names), body)), merged = c("B1:D1", "E1:G1"))
    },
    quote(read_sheet("birads.xlsx", item = 1, names = "{question}/{rater}", header = 1:2))
  )
  sheet("medicine-mean-and-sd",
    list(diameter = draw(406, 26, c("Obs1", "Obs2", "Obs3"), seq(10, 14, .5), level = "interval")),
    function(t) {
      x <- t$diameter
      d <- data.frame(ID = 1:26, unclass(x)[, ], Mean = round(rowMeans(x), 2), SD = round(apply(x, 1, sd), 3))
      write.csv(d, "lesions.csv", row.names = FALSE)
    },
    quote(read_sheet("lesions.csv", item = ID, rating = -ID)), error = "any",
    then = quote(read_sheet("lesions.csv", item = ID, rating = c(Obs1, Obs2, Obs3)))
  )
  sheet("medicine-units-in-cells",
    list(size = draw(407, 24, c("a", "b"), c(8, 10, 12, 15), level = "interval")),
    function(t) {
      x <- apply(t$size, 2, paste, "mm")
      write.csv(data.frame(scan = 1:24, x), "sizes.csv", row.names = FALSE)
    },
    quote(read_sheet("sizes.csv", item = scan, rating = c(a, b), level = "interval")), error = "any",
    then = quote(read_sheet("sizes.csv", item = scan, rating = c(a, b), level = "interval", recode = ~ sub(" mm", "", .x)))
  )
  # --- ecology ------------------------------------------------------------------------------------------------------
  sheet("ecology-counts-two-ids",
    list(n_birds = draw(408, 30, c("JM", "KL", "PT"), 0:12, level = "interval", missing = .1),
      habitat = draw(409, 30, c("JM", "KL", "PT"), c("forest", "edge", "meadow"))),
    function(t) {
      d <- long(t, 1:30, "observer")
      d <- data.frame(site = rep(LETTERS[1:6], 5)[d$item], transect = rep(1:5, each = 6)[d$item], d[-1],
        weather = c("sun", "rain")[1 + d$item %% 2])
      write.csv(d, "birds.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("birds.csv", item = c(site, transect), rater = observer, rating = c(n_birds, habitat)))
  )
  sheet("ecology-thousands-german",
    list(Anzahl = draw(410, 24, c("Zaehler1", "Zaehler2"), c(850, 1204, 990, 2310, 15000), level = "interval")),
    function(t) {
      x <- apply(t$Anzahl, 2, format, big.mark = ".", trim = TRUE, scientific = FALSE, decimal.mark = ",")
      write.table(data.frame(Kolonie = 1:24, x), "kolonien.csv", sep = ";", row.names = FALSE, quote = FALSE)
    },
    quote(read_sheet("kolonien.csv", item = Kolonie, rating = starts_with("Zaehler"))), error = "any",
    then = quote(read_sheet("kolonien.csv", item = Kolonie, rating = starts_with("Zaehler"), decimal = ","))
  )
  sheet("ecology-braun-blanquet",
    {
      scale <- c("r", "+", "1", "2", "3", "4", "5")
      list(cover = structure(draw(411, 40, c("Obs_A", "Obs_B"), scale), level = "ordinal", order = scale))
    },
    function(t) write.csv(data.frame(plot = 1:40, unclass(t$cover)[, ]), "cover.csv", row.names = FALSE),
    quote(read_sheet("cover.csv", item = plot, rating = c(Obs_A, Obs_B))), error = "any",
    then = quote(read_sheet("cover.csv", item = plot, rating = c(Obs_A, Obs_B), keep = plot > 0))
  )
  # --- music --------------------------------------------------------------------------------------------------------
  sheet("music-spanish-decimals",
    list(afinacion = draw(412, 30, c("Garc\u00eda", "L\u00f3pez"), seq(1, 5, .5), level = "interval"),
      ritmo = draw(413, 30, c("Garc\u00eda", "L\u00f3pez"), seq(1, 5, .5), level = "interval")),
    function(t) {
      d <- data.frame(pieza = 1:30)
      for (r in colnames(t[[1]])) for (q in names(t)) d[[paste0(q, " (", r, ")")]] <- t[[q]][, r]
      write.csv2(d, "notas.csv", row.names = FALSE, fileEncoding = "UTF-8")
    },
    quote(read_sheet("notas.csv", item = pieza, names = "{question} ({rater})"))
  )
  sheet("music-half-ranks",
    list(rank = draw(414, 12, c("J1", "J2", "J3", "J4"), c(1, 2.5, 2.5, 4, 5, 6), level = "ordinal")),
    function(t) {
      x <- t(apply(t$rank, 2, function(v) sub(".", ",", v, fixed = TRUE)))
      d <- data.frame(Jury = colnames(t$rank), x)
      names(d) <- c("Jury", paste("Lied", 1:12))
      write.table(d, "jury.csv", sep = ";", row.names = FALSE)
    },
    quote(read_sheet("jury.csv", rater = Jury, names = "Lied {item}", level = "ordinal"))
  )
  # --- software -----------------------------------------------------------------------------------------------------
  sheet("software-notes-beside",
    list(smell = draw(415, 32, c("AM", "JT"), c("god class", "feature envy", "none"))),
    function(t) {
      d <- data.frame(file = sprintf("src/m%02d.py", 1:32), AM = t$smell[, 1],
        "AM notes" = ifelse(1:32 %% 7 == 0, paste("see line", 1:32), ""), JT = t$smell[, 2],
        "JT notes" = ifelse(1:32 %% 9 == 0, "not sure", ""), check.names = FALSE)
      write.csv(d, "smells.csv", row.names = FALSE)
    },
    quote(read_sheet("smells.csv", item = file, rating = -file)), error = "any",
    then = quote(read_sheet("smells.csv", item = file, rating = c(AM, JT)))
  )
  sheet("software-rater-first-blocks",
    list(severity = draw(416, 30, c("alice", "bob", "carol"), 1:4, level = "ordinal"),
      type = draw(417, 30, c("alice", "bob", "carol"), c("bug", "feature", "docs")),
      dup = draw(418, 30, c("alice", "bob", "carol"), c("yes", "no"))),
    function(t) {
      d <- data.frame(issue = paste0("#", 100 + 1:30), title = paste("Crash in module", 1:30))
      for (r in c("alice", "bob", "carol")) for (q in names(t)) d[[paste(r, q, sep = ".")]] <- t[[q]][, r]
      d$url <- paste0("https://example.org/", 1:30)
      assign("d", d, globalenv())
    },
    quote(read_sheet(d, item = issue, names = "{rater}.{question}"))
  )
  sheet("software-uncertain-marks",
    list(risk = draw(419, 40, c("dev1", "dev2"), 1:5, level = "ordinal")),
    function(t) {
      x <- apply(t$risk, 2, as.character)
      x[c(3, 17), 1] <- paste0(x[c(3, 17), 1], "?")
      x[9, 2] <- paste(x[9, 2], "(unsure)")
      write.csv(data.frame(commit = sprintf("c%02d", 1:40), x), "risk.csv", row.names = FALSE)
    },
    quote(read_sheet("risk.csv", item = commit, rating = c(dev1, dev2))), error = "any",
    then = quote(read_sheet("risk.csv", item = commit, rating = c(dev1, dev2), recode = ~ sub("[? ].*", "", .x)))
  )
  # --- education ----------------------------------------------------------------------------------------------------
  sheet("education-rubric-folders",
    list(content = draw(420, 18, c("Kim", "Roy"), 1:6, level = "ordinal"),
      style = draw(421, 18, c("Kim", "Roy"), 1:6, level = "ordinal")),
    function(t) {
      for (r in c("Kim", "Roy")) {
        dir.create(r)
        own <- data.frame(essay = 1:18, content = t$content[, r], style = t$style[, r])
        write.csv(own[1:9, ], file.path(r, "class_a.csv"), row.names = FALSE)
        write.csv(own[10:18, ], file.path(r, "class_b.csv"), row.names = FALSE)
      }
    },
    quote(read_sheet(".", item = essay, rater = "{folder}", rating = c(content, style)))
  )
  sheet("education-forms-rows",
    list(score = draw(422, 15, paste0("t", 1:6, "@school.org"), 1:5, level = "ordinal", missing = .1)),
    function(t) {
      d <- data.frame(ID = 1:6, "Start time" = "1/2/24 10:00:00", "Completion time" = "1/2/24 10:20:00",
        Email = colnames(t$score), Name = "anonymous", t(unclass(t$score)[, ]), check.names = FALSE)
      names(d)[6:20] <- paste0("Rate this clip.", c("", 2:15))
      write.csv(d, "forms.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("forms.csv", rater = Email, names = "Rate this clip.{item}")), error = "any",
    then = quote(krippendorff_alpha(read.csv("forms.csv", check.names = FALSE), rater = Email, rating = 6:20,
      layout = "raters_in_rows", level = "ordinal"))
  )
  sheet("education-age-groups",
    list(group = draw(423, 40, c("x", "y"), c("18-24", "25-34", "35-44", "45-54"))),
    function(t) write.csv(data.frame(photo = 1:40, unclass(t$group)[, ]), "age.csv", row.names = FALSE),
    quote(read_sheet("age.csv", item = photo, rating = c(x, y)))
  )
  # --- accessibility ------------------------------------------------------------------------------------------------
  sheet("accessibility-na-is-a-label",
    list(result = draw(424, 50, c("ev1", "ev2", "ev3"), c("pass", "fail", "N/A"))),
    function(t) {
      for (r in colnames(t$result)) {
        d <- data.frame(page = rep(1:10, 5), criterion = rep(c("1.1.1", "1.4.3", "2.1.1", "2.4.4", "4.1.2"), each = 10),
          result = t$result[, r])
        write.csv(d, paste0("wcag_", r, ".csv"), row.names = FALSE)
      }
    },
    quote(read_sheet(".", item = c(page, criterion), rater = "{file}", rating = result)), error = "any",
    then = quote(read_sheet(".", item = c(page, criterion), rater = "{file}", rating = result, na = character()))
  )
  sheet("accessibility-sheet-per-question",
    list(contrast = draw(425, 20, c("Ines", "Omar"), 1:4, level = "ordinal"),
      keyboard = draw(426, 20, c("Ines", "Omar"), 1:4, level = "ordinal")),
    function(t) {
      sheets <- lapply(t, function(x) rows_of(data.frame(Site = sprintf("site%02d", 1:20), unclass(x)[, ])))
      write_workbook("audit.xlsx", c(sheets, list(README = list(list("Codes: 1 poor to 4 good")))))
    },
    quote(read_sheet("audit.xlsx", item = Site, question = "{sheet}", rating = c(Ines, Omar)))
  )
  # --- linguistics --------------------------------------------------------------------------------------------------
  sheet("linguistics-limesurvey-array",
    list(Q1 = draw(427, 24, paste0("id", 1:5), 1:7, level = "ordinal", missing = .05)),
    function(t) {
      d <- data.frame(id = colnames(t$Q1), submitdate = "2024-02-01 10:00:00", lastpage = 5, startlanguage = "de",
        t(unclass(t$Q1)[, ]), check.names = FALSE)
      names(d)[5:28] <- sprintf("Q1[SQ%03d]", 1:24)
      write.csv2(d, "results.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("results.csv", rater = id, names = "Q1[{item}]"))
  )
  sheet("linguistics-variable-value",
    list(stress = draw(428, 30, c("JA", "PE"), c("initial", "final")),
      register = draw(429, 30, c("JA", "PE"), c("formal", "neutral", "slang"))),
    function(t) {
      d <- long(t, sprintf("w%02d", 1:30), "Annotator")
      d <- rbind(data.frame(d[1:2], variable = "stress", value = d$stress),
        data.frame(d[1:2], variable = "register", value = d$register))
      assign("d", d[order(d$item), ], globalenv())
    },
    quote(read_sheet(d, item = item, rater = Annotator, question = variable, rating = value))
  )
  sheet("linguistics-slash-sets",
    {
      sets <- list("irony", "hyperbole", c("irony", "hyperbole"), "litotes", c("litotes", "irony"))
      i <- draw(430, 36, c("a1", "a2"), 1:5)
      list(figure = structure(matrix(sets[i], 36), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      x <- matrix(vapply(t$figure, function(s) paste(s[order(runif(length(s)))], collapse = " / "), ""), 36)
      write.csv(data.frame(sentence = 1:36, a1 = x[, 1], a2 = x[, 2]), "figures.csv", row.names = FALSE)
    },
    quote(read_sheet("figures.csv", item = sentence, rating = c(a1, a2))), error = "any",
    then = quote(read_sheet("figures.csv", item = sentence, rating = c(a1, a2), separator = " / "))
  )
  # --- forms of spreadsheets ----------------------------------------------------------------------------------------
  sheet("french-percent-title",
    list(part = draw(431, 25, c("Codeur 1", "Codeur 2"), c(0, 25, 50, 75, 100), level = "interval")),
    function(t) {
      body <- lapply(1:25, function(i) list(sprintf("A%02d", i), paste(t$part[i, 1], "%"), paste(t$part[i, 2], "%")))
      top <- list(list("Corpus presse 2023 \u2013 codage double"), list(""), list("Article", "Codeur 1", "Codeur 2"))
      write_workbook("presse.xlsx", list(Feuil1 = c(top, body, list(list("* cod\u00e9 apr\u00e8s discussion")))))
    },
    quote(read_sheet("presse.xlsx", item = Article, rating = starts_with("Codeur"))), error = "any",
    then = quote(read_sheet("presse.xlsx", item = Article, rating = starts_with("Codeur"), header = 3))
  )
  sheet("forms-boxes-one-cell",
    {
      sets <- list("Health", "Economy", c("Health", "Economy"), "Crime", c("Crime", "Health"))
      i <- draw(432, 30, c("ann@x.org", "bob@x.org", "cy@x.org"), 1:5)
      list(Themes = structure(matrix(sets[i], 30), level = "jaccard", dimnames = dimnames(i)),
        Tone = draw(433, 30, c("ann@x.org", "bob@x.org", "cy@x.org"), 1:5, level = "ordinal"))
    },
    function(t) {
      x <- matrix(vapply(t$Themes, paste, "", collapse = ", "), 30, dimnames = dimnames(t$Themes))
      d <- long(list(Themes = x, Tone = t$Tone), sprintf("N-%02d", 1:30), "Email Address")
      d <- data.frame(Timestamp = sprintf("2024/01/%02d 9:15:00", 1 + seq_len(90) %% 28), d[2:1],
        "Which themes occur? (check all)" = d$Themes, "Tone [1-5]" = d$Tone, check.names = FALSE)
      names(d) <- c("Timestamp", "Email Address", "Article ID", "Which themes occur? (check all)", "Tone [1-5]")
      write.csv(d, "answers.csv", row.names = FALSE)
    },
    quote(read_sheet("answers.csv", item = `Article ID`, rater = `Email Address`, rating = c(Themes = 4, Tone = 5))),
    error = "any",
    then = quote(read_sheet("answers.csv", item = `Article ID`, rater = `Email Address`, rating = c(Themes = 4, Tone = 5),
      separator = ", "))
  )
  sheet("revised-rows",
    list(label = draw(434, 24, c("u1", "u2"), c("spam", "ham"))),
    function(t) {
      d <- long(t, 1:24, "user")
      d$updated_at <- sprintf("2024-03-%02d", 1 + seq_len(48) %% 20)
      old <- d[c(2, 30), ]
      old$label <- c(spam = "ham", ham = "spam")[old$label]
      old$updated_at <- "2024-02-01"
      assign("d", rbind(old, d), globalenv())
    },
    quote(read_sheet(d, item = item, rater = user, rating = label)), error = "any",
    then = quote(krippendorff_alpha(read_sheet(d, item = item, rater = user, rating = label), duplicates = "last"))
  )
  sheet("reviewer-named-beside",
    {
      x <- draw(435, 40, c("AB", "CD", "EF"), c("include", "exclude", "maybe"))
      x[cbind(1:40, sample(3, 40, TRUE))] <- NA
      list(Decision = x)
    },
    function(t) {
      who <- t(apply(!is.na(t$Decision), 1, which))
      d <- data.frame(Study = sprintf("S%02d", 1:40))
      for (k in 1:2) {
        d[[paste("Reviewer", k)]] <- colnames(t$Decision)[who[, k]]
        d[[paste("Decision", k)]] <- t$Decision[cbind(1:40, who[, k])]
      }
      write.csv(d, "screening.csv", row.names = FALSE)
    },
    quote(read_sheet("screening.csv", item = Study, names = "{question} {rater}")),
    then = quote(read_sheet("screening.csv", item = Study, rater = "Reviewer {pair}", names = "Decision {pair}"))
  )
})
