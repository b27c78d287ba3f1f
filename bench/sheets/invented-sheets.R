# The sheets of invented.R. Written, with the calls of `first`, before the package was tried on any of them.

# A workbook: a list of sheets, each a list of rows of cells (numbers or text), and perhaps merged cells.
write_workbook <- function(file, sheets, merged = NULL) {
  folder <- tempfile()
  for (d in c("_rels", "xl/_rels", "xl/worksheets")) dir.create(file.path(folder, d), recursive = TRUE)
  put <- function(path, ...) {
    text <- paste0("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>", ...)
    con <- file(file.path(folder, path), "wb")
    writeLines(enc2utf8(text), con, useBytes = TRUE)
    close(con)
  }
  main <- "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  office <- "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  package <- "http://schemas.openxmlformats.org/package/2006/"
  n <- seq_along(sheets)
  escape <- function(x) gsub("<", "&lt;", gsub("&", "&amp;", x, fixed = TRUE), fixed = TRUE)
  put("[Content_Types].xml", "<Types xmlns=\"", package, "content-types\">",
    "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
    "<Override PartName=\"/xl/workbook.xml\" ContentType=\"",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>",
    paste0("<Override PartName=\"/xl/worksheets/sheet", n, ".xml\" ContentType=\"",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>", collapse = ""), "</Types>")
  put("_rels/.rels", "<Relationships xmlns=\"", package, "relationships\"><Relationship Id=\"rId1\" Type=\"", office,
    "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")
  put("xl/_rels/workbook.xml.rels", "<Relationships xmlns=\"", package, "relationships\">", paste0(
    "<Relationship Id=\"rId", n, "\" Type=\"", office, "/worksheet\" Target=\"worksheets/sheet", n, ".xml\"/>",
    collapse = ""), "</Relationships>")
  put("xl/workbook.xml", "<workbook xmlns=\"", main, "\" xmlns:r=\"", office, "\"><sheets>", paste0(
    "<sheet name=\"", escape(names(sheets)), "\" sheetId=\"", n, "\" r:id=\"rId", n, "\"/>", collapse = ""),
    "</sheets></workbook>")
  for (k in n) {
    rows <- vapply(seq_along(sheets[[k]]), function(i) {
      cells <- sheets[[k]][[i]]
      own <- vapply(seq_along(cells), function(j) {
        x <- cells[[j]]
        at <- paste0(LETTERS[j], i)
        if (is.na(x) || identical(x, "")) return("")
        if (is.numeric(x)) return(sprintf("<c r=\"%s\"><v>%s</v></c>", at, format(x, digits = 15)))
        sprintf("<c r=\"%s\" t=\"inlineStr\"><is><t xml:space=\"preserve\">%s</t></is></c>", at, escape(x))
      }, "")
      sprintf("<row r=\"%d\">%s</row>", i, paste(own, collapse = ""))
    }, "")
    merge <- if (length(merged)) {
      sprintf("<mergeCells>%s</mergeCells>", paste0("<mergeCell ref=\"", merged, "\"/>", collapse = ""))
    }
    put(sprintf("xl/worksheets/sheet%d.xml", k), "<worksheet xmlns=\"", main, "\"><sheetData>",
      paste(rows, collapse = ""), "</sheetData>", merge, "</worksheet>")
  }
  out <- file.path(getwd(), file)
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::zip(out, list.files(".", recursive = TRUE, all.files = TRUE), flags = "-q -X")
}
rows_of <- function(d, names = TRUE) {
  rows <- lapply(seq_len(nrow(d)), function(i) lapply(d, `[`, i))
  c(if (names) list(as.list(names(d))), rows)
}
long <- function(ratings, item, rater = "rater") {
  first <- ratings[[1]]
  ids <- expand.grid(item = seq_len(nrow(first)), rater = colnames(first), stringsAsFactors = FALSE)
  d <- data.frame(item[ids$item], ids$rater)
  names(d) <- c("item", rater)
  for (q in names(ratings)) d[[q]] <- c(ratings[[q]])
  d
}
words <- function(x, labels) {
  x[] <- labels[x]
  x
}
tones <- c("negative", "neutral", "positive")

# --- communication research -----------------------------------------------------------------------------------------
local({
  people <- c("AK", "BM", "CS")
  sheet("codebook-long-spss",
    list(
      Tonalitaet = draw(1, 40, people, 1:5, level = "ordinal"),
      Thema = draw(2, 40, people, c(10, 11, 20, 30)),
      Akteure = draw(3, 40, people, 0:6, level = "interval", missing = .1)
    ),
    function(t) {
      d <- long(t, paste0("A", 101:140), "Codierer")
      names(d)[1] <- "ID"
      d$Akteure[is.na(d$Akteure)] <- -9
      d$Datum <- "12.03.2024"
      d$Kommentar <- ifelse(seq_len(120) %% 17 == 0, paste("unsicher, S.", seq_len(120)), "")
      write.csv2(d, "kodierung.csv", row.names = FALSE)
    },
    quote(read_sheet("kodierung.csv", item = ID, rater = Codierer, rating = Tonalitaet:Akteure)), error = "missing_code",
    then = quote(read_sheet("kodierung.csv", item = ID, rater = Codierer, rating = Tonalitaet:Akteure, na = -9))
  )
  sheet("codebook-wide-latin1",
    list(
      "Ton" = draw(4, 30, c("M\u00fcller", "J\u00e4ger"), 1:5, level = "ordinal"),
      "Gr\u00f6\u00dfe" = draw(5, 30, c("M\u00fcller", "J\u00e4ger"), c(.5, 1, 1.5, 2, 2.5), level = "interval")
    ),
    function(t) {
      d <- data.frame(Beitrag = 1:30)
      for (q in names(t)) for (r in colnames(t[[1]])) d[[paste(q, r)]] <- t[[q]][, r]
      write.csv2(d, "daten.csv", row.names = FALSE, fileEncoding = "latin1")
    },
    quote(read_sheet("daten.csv", item = Beitrag, names = "{question} {rater}"))
  )
  sheet("coder-files-and-codebook",
    list(frame = draw(6, 25, c("anna", "ben", "cem"), c("conflict", "human", "economy")),
      actors = draw(7, 25, c("anna", "ben", "cem"), 0:4, level = "interval")),
    function(t) {
      for (r in c("anna", "ben", "cem")) {
        d <- data.frame(article = sprintf("nyt_%02d", 1:25), frame = t$frame[, r], actors = t$actors[, r])
        write.csv(d[order(d$frame), ], paste0("coding_", r, ".csv"), row.names = FALSE)
      }
      writeLines(c("variable,meaning", "frame,main frame", "actors,number of actors"), "codebook.csv")
    },
    quote(read_sheet(".", item = article, rater = "{file}", rating = c(frame, actors)))
  )
  sheet("rounds-in-file-names",
    list(tone = draw(8, 30, c("ann", "bob"), 1:3, level = "ordinal")),
    function(t) {
      for (r in c("ann", "bob")) for (k in 1:2) {
        rows <- if (k == 1) 1:15 else 16:30
        write.csv(data.frame(id = rows, tone = t$tone[rows, r]), sprintf("round%d_%s.csv", k, r), row.names = FALSE)
      }
    },
    quote(read_sheet(".", item = id, rater = c("{file}" = "{*}_{rater}"), rating = tone))
  )
  sheet("melted",
    list(tone = draw(9, 30, c("A", "B"), tones), topic = draw(10, 30, c("A", "B"), c("war", "vote", "sport"))),
    function(t) {
      d <- data.frame(id = 1:30, A_tone = t$tone[, "A"], B_tone = t$tone[, "B"], A_topic = t$topic[, "A"],
        B_topic = t$topic[, "B"])
      m <- reshape(d, varying = names(d)[-1], v.names = "value", timevar = "variable", times = names(d)[-1],
        direction = "long")
      write.csv(m[c("id", "variable", "value")], "melted.csv", row.names = FALSE)
    },
    quote(read_sheet("melted.csv", item = id, rater = c(variable = "{rater}_{question}"), rating = value))
  )
  sheet("melted-verb",
    list(tone = draw(9, 30, c("A", "B"), tones), topic = draw(10, 30, c("A", "B"), c("war", "vote", "sport"))),
    function(t) {
      d <- data.frame(id = rep(1:30, 4), variable = rep(c("A_tone", "B_tone", "A_topic", "B_topic"), each = 30),
        value = c(t$tone, t$topic))
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, id, variable, value)), error = "any"
  )
})

# --- clinical abstraction, systematic reviews -----------------------------------------------------------------------
local({
  both <- c("Reviewer 1", "Reviewer 2")
  chart <- list(
    Diagnosis = draw(11, 24, both, c("STEMI", "NSTEMI", "UA")), NYHA = draw(12, 24, both, 1:4, level = "ordinal"),
    LVEF = draw(13, 24, both, seq(25, 65, 5), level = "interval", missing = .1)
  )
  sheet("merged-header-xlsx", chart,
    function(t) {
      top <- list("Chart abstraction 2023", "", "", "", "", "", "", "")
      first <- list("MRN", "Reviewer 1", "", "", "Reviewer 2", "", "", "Comments")
      second <- list("", "Diagnosis", "NYHA", "LVEF", "Diagnosis", "NYHA", "LVEF", "")
      body <- lapply(1:24, function(i) {
        c(list(4000 + i), lapply(t, function(x) x[i, 1]), lapply(t, function(x) x[i, 2]), list(if (i == 3) "?" else ""))
      })
      write_workbook("charts.xlsx", list(Sheet1 = c(list(top, first, second), body)), c("A1:H1", "B2:D2", "E2:G2"))
    },
    quote(read_sheet("charts.xlsx", item = 1, names = "{rater}/{question}", header = 2:3))
  )
  sheet("reviewer-sheets-consensus",
    {
      rob <- c("Low", "Some concerns", "High")
      x <- list(D1 = draw(14, 20, c("AB", "CD"), rob), D2 = draw(15, 20, c("AB", "CD"), rob))
      lapply(x, function(one) structure(one, level = "ordinal", order = rob))
    },
    function(t) {
      make <- function(f) rows_of(data.frame(Study = paste("Study", 1:20), D1 = f(t$D1), D2 = f(t$D2)))
      write_workbook("rob2.xlsx", list(
        AB = make(function(x) x[, 1]), CD = make(function(x) x[, 2]),
        Consensus = make(function(x) ifelse(x[, 1] == x[, 2], x[, 1], "Some concerns"))
      ))
    },
    quote(read_sheet("rob2.xlsx", item = Study, rater = "{sheet}", rating = c(D1, D2))), error = "any",
    then = quote(read_sheet("rob2.xlsx", item = Study, rater = c("{sheet}" = "{rater:AB|CD}"), rating = c(D1, D2)))
  )
  sheet("covidence",
    list(rating = draw(16, 40, c("Reviewer.A", "Reviewer.B"), c("Yes", "No", "Maybe"))),
    function(t) {
      x <- t$rating
      assign("d", data.frame(
        Title = paste("A trial of", 1:40), Authors = paste("Smith", 1:40), Year = rep(2001:2020, 2), Reviewer.A = x[, 1],
        Reviewer.B = x[, 2], Consensus = ifelse(x[, 1] == x[, 2], x[, 1], "No"),
        Notes = ifelse(seq_len(40) %% 9 == 0, "full text?", "")
      ), globalenv())
    },
    quote(krippendorff_alpha(d, Title, rating = Reviewer.A:Consensus, layout = "raters_in_columns")), error = "any",
    then = quote(krippendorff_alpha(d, Title, rating = c(Reviewer.A, Reviewer.B), layout = "raters_in_columns"))
  )
  sheet("redcap-long-events",
    list(severity = draw(17, 20, 1:2, 0:3, level = "ordinal"), outcome = draw(18, 20, 1:2, c(1, 2))),
    function(t) {
      d <- data.frame(record_id = rep(201:220, 2), redcap_event_name = rep(c("rater_1_arm_1", "rater_2_arm_1"), each = 20),
        severity = c(t$severity), outcome = c(t$outcome), abstraction_complete = 2)
      write.csv(d[order(d$record_id), ], "redcap.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("redcap.csv", item = record_id, rater = redcap_event_name, rating = severity:outcome))
  )
  sheet("imaging-sessions",
    {
      x <- lapply(1:2, function(s) draw(18 + s, 30, paste0("R", 1:3), c("2", "3", "4A", "4B", "5")))
      names(x) <- c("S1", "S2")
      x
    },
    function(t) {
      d <- data.frame(Case = sprintf("%03d", 1:30))
      for (r in paste0("R", 1:3)) for (s in c("S1", "S2")) d[[paste0(r, s)]] <- t[[s]][, r]
      write.csv(d, "birads.csv", row.names = FALSE)
    },
    quote(read_sheet("birads.csv", item = Case, names = "{rater}{question:S1|S2}"))
  )
  sheet("missing-not-applicable",
    list(dose = draw(21, 30, c("r1", "r2"), c("low", "high", "Not reported")),
      route = draw(22, 30, c("r1", "r2"), c("oral", "iv"), missing = .15)),
    function(t) {
      t$route[is.na(t$route)] <- "N/A"
      d <- data.frame(study = paste0("S", 1:30), r1_dose = t$dose[, 1], r2_dose = t$dose[, 2], r1_route = t$route[, 1],
        r2_route = t$route[, 2])
      write.csv(d, "extraction.csv", row.names = FALSE)
    },
    quote(read_sheet("extraction.csv", item = study, names = "{rater}_{question}")),
    then = quote(read_sheet("extraction.csv", item = study, names = "{rater}_{question}", na = "N/A"))
  )
})

# --- software engineering -------------------------------------------------------------------------------------------
local({
  kinds <- c("bug", "feature", "refactor", "docs")
  sheet("commits-authors",
    list(category = draw(23, 50, c("author1", "author2"), kinds)),
    function(t) {
      x <- t$category
      set.seed(1)
      sha <- vapply(1:50, function(i) paste(sample(c(0:9, letters[1:6]), 10, TRUE), collapse = ""), "")
      d <- data.frame(sha = sha, message = paste("fix issue", 1:50), url = paste0("https://example.org/c/", sha),
        category_author1 = x[, 1], category_author2 = x[, 2], agreed = ifelse(x[, 1] == x[, 2], "yes", "no"),
        category_final = ifelse(x[, 1] == x[, 2], x[, 1], "bug"))
      write.csv(d, "commits.csv", row.names = FALSE)
    },
    quote(read_sheet("commits.csv", item = sha, names = "category_{rater}"))
  )
  sheet("commits-starts-with",
    list(category = draw(23, 50, c("author1", "author2"), kinds)),
    function(t) {
      x <- t$category
      assign("d", data.frame(sha = sprintf("%06x", 1:50 * 7919L), category_author1 = x[, 1], category_author2 = x[, 2],
        category_final = ifelse(x[, 1] == x[, 2], x[, 1], "bug")), globalenv())
    },
    quote(krippendorff_alpha(d, sha, rating = starts_with("category"), layout = "raters_in_columns")), error = "any",
    then = quote(krippendorff_alpha(d, sha, rating = c(category_author1, category_author2), layout = "raters_in_columns"))
  )
  sheet("multi-label-cells",
    {
      sets <- list("bug", "enhancement", c("bug", "ui"), c("enhancement", "ui"), c("bug", "docs"))
      set.seed(24)
      true <- sample(5, 30, TRUE)
      x <- vapply(1:2, function(r) ifelse(runif(30) < .7, true, sample(5, 30, TRUE)), integer(30))
      list(rating = structure(matrix(sets[x], 30), level = "jaccard", dimnames = list(NULL, c("Rater 1", "Rater 2"))))
    },
    function(t) {
      cell <- function(s) paste(if (runif(1) < .5) rev(s) else s, collapse = ", ")
      set.seed(2)
      d <- data.frame(Issue = paste0("#", 100 + 1:30), a = vapply(t$rating[, 1], cell, ""),
        b = vapply(t$rating[, 2], cell, ""))
      names(d)[2:3] <- c("Rater 1", "Rater 2")
      write.csv(d, "issues.csv", row.names = FALSE)
    },
    quote(read_sheet("issues.csv", item = Issue, rating = c("Rater 1", "Rater 2"))), error = "separator",
    then = quote(read_sheet("issues.csv", item = Issue, rating = c("Rater 1", "Rater 2"), separator = ", "))
  )
  sheet("duplicate-names",
    list(rating = draw(25, 30, 1:2, c("yes", "no"))),
    function(t) {
      writeLines(c("PR,Toxic?,Toxic?", sprintf("%d,%s,%s", 1:30, t$rating[, 1], t$rating[, 2])), "toxic.csv")
    },
    quote(read_sheet("toxic.csv", item = PR, rating = 2:3))
  )
  sheet("judges",
    {
      x <- list(score = draw(26, 40, c("gpt4", "claude", "human"), 1:5, level = "ordinal", missing = .05))
      x
    },
    function(t) {
      d <- data.frame(id = 1:40, prompt = paste("Write", 1:40), response = paste("Sure,", 1:40), gpt4_score = t$score[, 1],
        claude_score = t$score[, 2], human_score = t$score[, 3], gpt4_reason = paste("because", 1:40),
        mean_score = round(rowMeans(t$score, na.rm = TRUE), 2))
      write.csv(d, "judges.csv", row.names = FALSE, na = "N/A")
    },
    quote(read_sheet("judges.csv", item = id, names = "{rater}_score")), error = "any",
    then = quote(read_sheet("judges.csv", item = id, names = "{rater:gpt4|claude|human}_score", na = "N/A"))
  )
  sheet("folders-of-annotators",
    list(label = draw(27, 30, c("ann", "bob"), kinds)),
    function(t) {
      for (r in c("ann", "bob")) {
        dir.create(r)
        for (k in 1:2) {
          rows <- (k - 1) * 15 + 1:15
          write.csv(data.frame(id = rows, label = t$label[rows, r]), sprintf("%s/batch%d.csv", r, k), row.names = FALSE)
        }
      }
    },
    quote(read_sheet(c("ann/batch1.csv", "ann/batch2.csv", "bob/batch1.csv", "bob/batch2.csv"), item = id,
      rater = "{file}", rating = label)), error = "any",
    then = quote(read_sheet("*/*.csv", item = id, rater = "{folder}", rating = label))
  )
})

# --- education, psychology ------------------------------------------------------------------------------------------
local({
  sheet("rubric-wide",
    {
      x <- lapply(1:3, function(k) draw(30 + k, 25, c("T1", "T2", "T3"), 0:4, level = "ordinal"))
      names(x) <- c("Content", "Organization", "Language use")
      x
    },
    function(t) {
      d <- data.frame(Student = paste("Pupil", 1:25))
      for (r in c("T1", "T2", "T3")) for (q in names(t)) d[[paste(r, q)]] <- t[[q]][, r]
      for (r in c("T1", "T2", "T3")) d[[paste(r, "Total")]] <- rowSums(sapply(t, function(x) x[, r]))
      write.csv(d, "rubric.csv", row.names = FALSE)
    },
    quote(read_sheet("rubric.csv", item = Student, names = "{rater} {question:Content|Organization|Language use}"))
  )
  sheet("title-and-legend",
    list(rating = draw(34, 20, c("Rater A", "Rater B"), 1:4, level = "ordinal")),
    function(t) {
      x <- t$rating
      writeLines(c("Classroom observation,,", ",,", "Lesson,Rater A,Rater B", sprintf("%d,%d,%d", 1:20, x[, 1], x[, 2]),
        ",,", "1 = not at all,,", "4 = fully,,"), "lessons.csv")
    },
    quote(read_sheet("lessons.csv", item = Lesson, rating = c("Rater A", "Rater B"), header = 3)), error = "any",
    then = quote(read_sheet("lessons.csv", item = Lesson, rating = c("Rater A", "Rater B"), header = 3, drop = 24:26))
  )
  sheet("likert-words",
    {
      scale <- c("Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree")
      list(rating = structure(draw(35, 30, c("r1", "r2", "r3"), scale), level = "ordinal", order = scale))
    },
    function(t) {
      d <- long(list(answer = t$rating), paste0("v", 1:30))
      d$answer[c(3, 40)] <- tolower(d$answer[c(3, 40)])
      write.csv(d, "likert.csv", row.names = FALSE)
    },
    quote(read_sheet("likert.csv", item = item, rater = rater, rating = answer))
  )
  sheet("percent-signs",
    list(rating = draw(36, 20, c("r1", "r2"), seq(0, 100, 10), level = "interval")),
    function(t) {
      x <- t$rating
      assign("d", data.frame(item = 1:20, r1 = paste0(x[, 1], "%"), r2 = paste0(x[, 2], "%")), globalenv())
    },
    quote(krippendorff_alpha(d, item, rating = c(r1, r2), layout = "raters_in_columns", level = "interval")),
    error = "any"
  )
  sheet("numbers-as-text",
    list(rating = draw(37, 20, c("r1", "r2"), 1:5, level = "ordinal")),
    function(t) {
      x <- t$rating
      assign("d", data.frame(item = rep(1:20, 2), rater = rep(1:2, each = 20), score = as.character(x)), globalenv())
    },
    quote(krippendorff_alpha(d, item, rater, score, level = "ordinal")), error = "any"
  )
  sheet("number-and-words",
    list(rating = draw(38, 24, c("r1", "r2"), 1:4, level = "ordinal")),
    function(t) {
      w <- c("1 (never)", "2 (rarely)", "3 (often)", "4 (always)")
      d <- data.frame(clip = 1:24, r1 = w[t$rating[, 1]], r2 = w[t$rating[, 2]])
      write.csv(d, "clips.csv", row.names = FALSE)
    },
    quote(read_sheet("clips.csv", item = clip, rating = c(r1, r2)))
  )
  sheet("excel-numbers-as-text",
    list(rating = draw(39, 24, c("Anna", "Ben"), 1:5, level = "ordinal")),
    function(t) {
      d <- data.frame(Video = 1:24, Anna = t$rating[, 1], Ben = as.character(t$rating[, 2]))
      d$Ben[5] <- paste0(d$Ben[5], " ")
      write_workbook("videos.xlsx", list(Data = rows_of(d), Legend = list(list("1 = low"), list("5 = high"))))
    },
    quote(read_sheet("videos.xlsx", item = Video, rating = c(Anna, Ben)))
  )
  sheet("raters-in-rows",
    list(rating = draw(40, 12, paste0("J", 1:5), 1:7, level = "interval", missing = .1)),
    function(t) {
      d <- data.frame(Judge = paste0("J", 1:5), t(unclass(t$rating)))
      names(d)[-1] <- paste("Song", 1:12)
      d$Mean <- round(rowMeans(d[-1], na.rm = TRUE), 2)
      write.csv(d, "songs.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("songs.csv", rater = Judge, names = "Song {item}"))
  )
  sheet("raters-in-rows-verb",
    list(rating = draw(40, 12, paste0("J", 1:5), 1:7, level = "interval", missing = .1)),
    function(t) {
      d <- data.frame(Judge = paste0("J", 1:5), t(unclass(t$rating)))
      names(d)[-1] <- paste0("Song", 1:12)
      d$Mean <- round(rowMeans(d[-1], na.rm = TRUE), 2)
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, rater = Judge, layout = "raters_in_rows", level = "interval")), error = "any",
    then = quote(krippendorff_alpha(d, rater = Judge, rating = Song1:Song12, layout = "raters_in_rows", level = "interval"))
  )
})

# --- crowds and survey programs -------------------------------------------------------------------------------------
local({
  workers <- paste0("w", 1:6)
  crowd <- draw(41, 60, workers, c("relevant", "not relevant"), missing = .5)
  sheet("appen",
    list(rating = crowd),
    function(t) {
      d <- long(list(relevance = t$rating), 1:60, "X_worker_id")
      names(d)[1] <- "X_unit_id"
      d <- d[!is.na(d$relevance), ]
      d$X_trust <- .8
      d$relevance.confidence <- round(runif(nrow(d)), 3)
      d$X_golden <- "false"
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, X_unit_id, X_worker_id, relevance))
  )
  sheet("postgres-dump",
    list(rating = draw(42, 40, c("u1", "u2", "u3"), c(TRUE, FALSE))),
    function(t) {
      d <- long(list(is_spam = ifelse(t$rating, "t", "f")), 1:40, "user_id")
      d$created_at <- format(as.POSIXct("2024-01-01", tz = "UTC") + seq_len(nrow(d)) * 60)
      again <- d[1:5, ]
      again$is_spam <- ifelse(again$is_spam == "t", "f", "t")
      again$created_at <- "2023-12-31 10:00:00"
      write.csv(rbind(again, d), "labels.csv", row.names = FALSE)
    },
    quote(read_sheet("labels.csv", item = item, rater = user_id, rating = is_spam)), error = "any"
  )
  sheet("google-grid",
    list("Humour" = draw(43, 10, c("Ann", "Bo", "Cy"), 1:5, level = "ordinal")),
    function(t) {
      d <- data.frame(Timestamp = "2024/03/01 10:00:00 AM GMT+1", "Your name" = c("Ann", "Bo", "Cy"), check.names = FALSE)
      for (i in 1:10) d[[sprintf("How funny is this? [Joke %d]", i)]] <- t[[1]][i, ]
      write.csv(d, "forms.csv", row.names = FALSE)
    },
    quote(read_sheet("forms.csv", rater = "Your name", names = "How funny is this? [{item}]"))
  )
  sheet("qualtrics-preview",
    list(Q1 = draw(44, 8, c("R_1", "R_2", "R_3"), 1:5, level = "ordinal"),
      Q2 = draw(45, 8, c("R_1", "R_2", "R_3"), c("Yes", "No"))),
    function(t) {
      d <- data.frame(StartDate = "2024-01-01", Status = "IP Address", Progress = "100", Finished = "True",
        ResponseId = c("R_1", "R_2", "R_3"))
      for (i in 1:8) for (q in c("Q1", "Q2")) d[[paste0(i, "_", q)]] <- t[[q]][i, ]
      texts <- ifelse(grepl("^[0-9]", names(d)), paste("Post", sub("_.*", "", names(d)), "- how is it?"), names(d))
      import <- sprintf("{\"ImportId\":\"QID%d\"}", seq_along(d))
      test <- c("2023-12-01", "Survey Preview", "100", "True", "R_0", rep(c("1", "Yes"), 8))
      out <- rbind(names(d), texts, import, test, as.matrix(d))
      write.table(out, "qualtrics.csv", sep = ",", row.names = FALSE, col.names = FALSE, qmethod = "double")
    },
    quote(read_sheet("qualtrics.csv", rater = ResponseId, names = "{item}_{question}")), error = "any",
    then = quote(read_sheet(
      "qualtrics.csv", rater = ResponseId, names = "{item}_{question}", drop = Status == "Survey Preview"
    ))
  )
  sheet("sosci",
    list(TO01 = draw(46, 30, c("a", "b"), 1:5, level = "ordinal", missing = .1)),
    function(t) {
      d <- long(list(TO01 = t$TO01), paste0("post", 1:30), "SERIAL")
      d$TO01[is.na(d$TO01)] <- -9
      d$CASE <- 1:60
      d$TIME001 <- sample(20:200, 60, TRUE)
      con <- file("rdata.csv", "w", encoding = "UTF-16LE")
      write.table(d[c("CASE", "SERIAL", "item", "TO01", "TIME001")], con, sep = "\t", row.names = FALSE)
      close(con)
    },
    quote(read_sheet("rdata.csv", item = item, rater = SERIAL, rating = TO01)), error = "missing_code",
    then = quote(read_sheet("rdata.csv", item = item, rater = SERIAL, rating = TO01, na = -9))
  )
  sheet("limesurvey-items",
    list("Ist das Satire" = draw(47, 9, c("1", "2", "3", "4"), c("Ja", "Nein", "Unklar"))),
    function(t) {
      d <- data.frame("Antwort ID" = 1:4, "Datum Abgeschickt" = "2024-01-01 10:00:00", check.names = FALSE)
      for (i in 1:9) d[[sprintf("G01Q02[SQ%03d]. Ist das Satire? [Text %d]", i, i)]] <- t[[1]][i, ]
      d[["Dauer gesamt"]] <- c(200.5, 300.1, 250.7, 410.2)
      write.csv(d, "limesurvey.csv", row.names = FALSE)
    },
    quote(read_sheet("limesurvey.csv", rater = "Antwort ID", names = "{*}[{item}]{*}")), error = "any",
    then = quote(read_sheet("limesurvey.csv", rater = "Antwort ID", names = "{*} [{item}]"))
  )
  sheet("boxes-of-two-coders",
    {
      set.seed(48)
      tick <- function() lapply(1:25, function(i) c("anger", "joy", "fear")[runif(3) < .4])
      one <- tick()
      two <- Map(function(a, b) if (runif(1) < .6) a else b, one, tick())
      x <- matrix(c(one, two), 25, dimnames = list(NULL, c("A", "B")))
      list(rating = structure(x, level = "jaccard"))
    },
    function(t) {
      d <- data.frame(tweet = 1:25)
      for (r in c("A", "B")) for (o in c("anger", "joy", "fear")) {
        d[[paste0(o, "_", r)]] <- vapply(t$rating[, r], function(s) as.integer(o %in% s), 0L)
      }
      write.csv(d, "emotions.csv", row.names = FALSE)
    },
    quote(read_sheet("emotions.csv", item = tweet, boxes = "{option}_{rater}"))
  )
  sheet("boxes-of-two-coders-verb",
    {
      set.seed(48)
      tick <- function() lapply(1:25, function(i) c("anger", "joy", "fear")[runif(3) < .4])
      one <- tick()
      two <- Map(function(a, b) if (runif(1) < .6) a else b, one, tick())
      x <- matrix(c(one, two), 25, dimnames = list(NULL, c("A", "B")))
      list(rating = structure(x, level = "jaccard"))
    },
    function(t) {
      d <- data.frame(tweet = 1:25)
      for (r in c("A", "B")) for (o in c("anger", "joy", "fear")) {
        d[[paste0(o, "_", r)]] <- vapply(t$rating[, r], function(s) as.integer(o %in% s), 0L)
      }
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, tweet, layout = "raters_in_columns")), error = "any",
    then = quote(read_sheet(d, item = tweet, boxes = "{option}_{rater}"))
  )
  sheet("coders-in-cells",
    {
      set.seed(49)
      who <- c("AB", "CD")
      x <- draw(49, 30, who, c(0, 1), agree = .6)
      y <- draw(50, 30, who, c(0, 1), agree = .6)
      list(trust = x, risk = y)
    },
    function(t) {
      cell <- function(x) apply(x == 1, 1, function(w) paste(colnames(x)[w], collapse = ";"))
      assign("d", data.frame(excerpt = 1:30, trust = cell(t$trust), risk = cell(t$risk)), globalenv())
    },
    quote(read_sheet(d, item = excerpt, rating = c(trust, risk))), error = "any"
  )
  sheet("confidence-beside",
    list(label = draw(51, 40, c("ann", "bob"), tones)),
    function(t) {
      d <- data.frame(id = 1:40, label_ann = t$label[, 1], conf_ann = sample(1:3, 40, TRUE), label_bob = t$label[, 2],
        conf_bob = sample(1:3, 40, TRUE))
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, id, rating = c(label_ann, label_bob), layout = "raters_in_columns"))
  )
  sheet("coder-once-per-block",
    list(topic = draw(52, 12, c("Anna", "Ben"), c("war", "vote", "sport")),
      tone = draw(53, 12, c("Anna", "Ben"), 1:3, level = "ordinal")),
    function(t) {
      d <- data.frame(Coder = rep(c("Anna", rep("", 11), "Ben", rep("", 11))), Text = rep(1:12, 2), Topic = c(t$topic),
        Tone = c(t$tone))
      names(d)[3:4] <- c("topic", "tone")
      write_workbook("blocks.xlsx", list(Tabelle1 = rows_of(d)), c("A2:A13", "A14:A25"))
    },
    quote(read_sheet("blocks.xlsx", item = Text, rater = Coder, rating = c(topic, tone)))
  )
  sheet("leading-zeros",
    list(label = draw(54, 20, c("ann", "bob"), c("yes", "no"))),
    function(t) {
      write.csv(data.frame(id = sprintf("%03d", 1:20), label = t$label[, 1]), "ann.csv", row.names = FALSE, quote = FALSE)
      write_workbook("bob.xlsx", list(Sheet1 = rows_of(data.frame(id = 1:20, label = t$label[, 2]))))
    },
    quote(read_sheet(c("ann.csv", "bob.xlsx"), item = id, rater = "{file}", rating = label)), error = "any"
  )
  sheet("ordered-factor-frame",
    {
      scale <- c("low", "mid", "high")
      list(
        risk = structure(draw(55, 30, c("a", "b"), scale), level = "ordinal", order = scale),
        n = draw(56, 30, c("a", "b"), 0:5, level = "interval")
      )
    },
    function(t) {
      d <- long(t, 1:30)
      d$risk <- factor(d$risk, c("low", "mid", "high"), ordered = TRUE)
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(read_sheet(d, item = item, rater = rater, rating = c(risk, n)), level = c(n = "interval"),
      ci = ci_none()))
  )
  sheet("confusion-with-totals",
    list(rating = draw(57, 40, c("A", "B"), c("no", "yes"))),
    function(t) {
      x <- table(t$rating[, 1], t$rating[, 2])
      d <- data.frame(A = c("no", "yes", "Total"), no = c(x[, 1], sum(x[, 1])), yes = c(x[, 2], sum(x[, 2])))
      d$Total <- d$no + d$yes
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, layout = "confusion")), error = "any",
    then = quote(krippendorff_alpha(d[1:2, 2:3], layout = "confusion"))
  )
  sheet("tidy-with-gold",
    list(label = draw(58, 40, c("ann", "bob"), tones)),
    function(t) {
      d <- long(list(label = t$label), 1:40, "annotator")
      gold <- data.frame(item = 1:40, annotator = "gold", label = t$label[, 1])
      assign("d", rbind(d, gold), globalenv())
    },
    quote(krippendorff_alpha(d, item, annotator, label)), error = "any"
  )
})
