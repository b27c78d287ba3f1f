# Sheets of further tools and habits, with the first calls of a newcomer, written and committed before the package was
# tried on any of them: ACCORD_INVENTED=invented-5.R Rscript bench/sheets/invented.R.
local({
  # --- forms of spreadsheets ----------------------------------------------------------------------------------------
  sheet("merged-raters-with-comments",
    list(Tone = draw(501, 24, c("Coder A", "Coder B"), -1:1, level = "ordinal"),
      Frame = draw(502, 24, c("Coder A", "Coder B"), c("conflict", "human", "economy"))),
    function(t) {
      top <- list("", "Coder A", "", "", "Coder B", "", "")
      names <- list("Article", "Tone", "Frame", "Comment", "Tone", "Frame", "Comment")
      body <- lapply(1:24, function(i) {
        of <- function(r, every) {
          list(t$Tone[i, r], t$Frame[i, r], if (i %% every == 0) paste("unsure about paragraph", i) else "")
        }
        c(list(sprintf("A%02d", i)), of("Coder A", 5), of("Coder B", 7))
      })
      write_workbook("coding.xlsx", list(Coding = c(list(top, names), body)), merged = c("B1:D1", "E1:G1"))
    },
    quote(read_sheet("coding.xlsx", item = 1, names = "{rater}/{question}", header = 1:2)),
    then = quote(read_sheet("coding.xlsx", item = 1, names = "{rater}/{question:Tone|Frame}", header = 1:2))
  )
  sheet("percent-with-signs-of-doubt",
    list(cover = draw(503, 28, c("MK", "RS"), c(5, 10, 25, 50, 75, 90), level = "interval")),
    function(t) {
      x <- apply(t$cover, 2, paste0, "%")
      x[cbind(c(2, 9), 1)] <- paste0("~", x[cbind(c(2, 9), 1)])
      x[5, 2] <- sub("%", " %", x[5, 2])
      write.csv(data.frame(quadrat = 1:28, x), "cover.csv", row.names = FALSE)
    },
    quote(read_sheet("cover.csv", item = quadrat, rating = c(MK, RS), level = "interval")), error = "any",
    then = quote(read_sheet("cover.csv", item = quadrat, rating = c(MK, RS), level = "interval",
      recode = ~ sub("~", "", .x)))
  )
  sheet("labels-with-counts",
    list(emotion = draw(504, 40, c("coder1", "coder2"), c("anger", "joy", "fear", "none"))),
    function(t) {
      x <- t$emotion
      set.seed(504)
      x[] <- ifelse(x == "none", x, sprintf("%s (%d)", x, sample(1:4, length(x), TRUE)))
      write.csv(data.frame(comment = 1:40, unclass(x)[, ]), "emotions.csv", row.names = FALSE)
    },
    quote(read_sheet("emotions.csv", item = comment, rating = c(coder1, coder2))), error = "any",
    then = quote(read_sheet("emotions.csv", item = comment, rating = c(coder1, coder2),
      recode = ~ sub(" \\(.*", "", .x)))
  )
  sheet("raters-in-mixed-case",
    list(code = draw(505, 30, c("anna", "ben", "carla"), c("supportive", "critical", "neutral"))),
    function(t) {
      d <- long(t, sprintf("p%02d", 1:30), "Coder")
      set.seed(505)
      odd <- sample(90, 20)
      d$Coder[odd] <- ifelse(odd %% 2, toupper(d$Coder[odd]), paste0(toupper(substr(d$Coder[odd], 1, 1)),
        substring(d$Coder[odd], 2), " "))
      write.csv(d, "posts.csv", row.names = FALSE)
    },
    quote(read_sheet("posts.csv", item = item, rater = Coder, rating = code)), error = "any",
    then = quote({
      d <- read.csv("posts.csv")
      d$Coder <- tolower(trimws(d$Coder))
      read_sheet(d, item = item, rater = Coder, rating = code)
    })
  )
  # The next two were added after it was seen how they are read.
  sheet("pandas-floats",
    {
      x <- draw(523, 30, c("ann", "bob"), 1:4, level = "ordinal")
      x[c(4, 17), 2] <- NA
      list(score = x)
    },
    function(t) {
      bob <- ifelse(is.na(t$score[, 2]), "", sprintf("%.1f", t$score[, 2]))
      writeLines(c("id,ann,bob", paste(1:30, t$score[, 1], bob, sep = ",")), "scores.csv")
    },
    quote(read_sheet("scores.csv", item = id, rating = c(ann, bob), level = "ordinal"))
  )
  sheet("typographic-quotes",
    list(stance = draw(524, 30, c("ann", "bob"), c("don't know", "pro-life", "pro-choice"))),
    function(t) {
      bob <- gsub("-", "\u2013", gsub("'", "\u2019", t$stance[, 2]))
      d <- data.frame(id = 1:30, ann = t$stance[, 1], bob)
      write.csv(d, "stance.csv", row.names = FALSE, fileEncoding = "UTF-8")
    },
    quote(read_sheet("stance.csv", item = id, rating = c(ann, bob)))
  )
  # --- questionnaires -----------------------------------------------------------------------------------------------
  sheet("german-likert-words",
    {
      scale <- c("trifft nicht zu", "trifft eher nicht zu", "trifft eher zu", "trifft voll zu")
      list(Urteil = structure(draw(506, 30, c("Anna", "Ben", "Cem"), scale, missing = .1), level = "ordinal",
        order = scale))
    },
    function(t) {
      x <- t$Urteil
      x[is.na(x)] <- "keine Angabe"
      d <- data.frame(Text = 1:30, unclass(x)[, ])
      write.table(d, "urteile.csv", sep = ";", row.names = FALSE, fileEncoding = "latin1")
    },
    quote(read_sheet("urteile.csv", item = Text, rating = c(Anna, Ben, Cem))), error = "any",
    then = quote(read_sheet("urteile.csv", item = Text, rating = c(Anna, Ben, Cem), na = "keine Angabe"))
  )
  sheet("spanish-forms-grid",
    {
      scale <- c("Nada", "Poco", "Bastante", "Mucho")
      list(ofensivo = structure(draw(507, 18, paste0("p", 1:7, "@uni.es"), scale, missing = .05), level = "ordinal",
        order = scale))
    },
    function(t) {
      d <- data.frame(sprintf("12/03/2024 10:%02d:00", 10 + 1:7), colnames(t$ofensivo), c(21, 34, 28, 45, 30, 27, 52),
        t(unclass(t$ofensivo)[, ]))
      names(d) <- c("Marca temporal", "Direcci\u00f3n de correo electr\u00f3nico", "Edad",
        sprintf("\u00bfQu\u00e9 tan ofensivo es? [Comentario %d]", 1:18))
      write.csv(d, "respuestas.csv", row.names = FALSE, na = "", fileEncoding = "UTF-8")
    },
    quote(read_sheet("respuestas.csv", rater = 2, names = "\u00bfQu\u00e9 tan ofensivo es? [Comentario {item}]"))
  )
  sheet("limesurvey-dual-scale",
    list("1" = draw(508, 15, paste0("token", 1:6), 1:5, level = "ordinal", missing = .05),
      "2" = draw(509, 15, paste0("token", 1:6), 1:3, level = "ordinal", missing = .05)),
    function(t) {
      d <- data.frame(id = 1:6, submitdate = "2024-05-02 09:00:00", lastpage = 3, token = colnames(t[[1]]))
      for (i in 1:15) for (q in c("1", "2")) d[[sprintf("img[SQ%03d][%s]", i, q)]] <- t[[q]][i, ]
      write.csv(d, "survey.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("survey.csv", rater = token, names = "img[{item}][{question}]"))
  )
  # --- tools --------------------------------------------------------------------------------------------------------
  sheet("distiller-conflicts",
    {
      x <- draw(510, 40, c("L. Chen", "M. Ortiz"), c("Yes", "No", "Unclear"))
      list("1. Include?" = x)
    },
    function(t) {
      x <- t[[1]]
      d <- data.frame(Refid = rep(1001:1040, 2), Author = rep(paste("Author", 1:40), 2),
        User = rep(colnames(x), each = 40), Level = 1, x = c(x))
      apart <- which(x[, 1] != x[, 2])
      d <- rbind(d, data.frame(Refid = 1000 + apart, Author = paste("Author", apart), User = "Conflict Resolution",
        Level = 1, x = x[apart, 1]))
      names(d)[5] <- "1. Include?"
      write.csv(d[order(d$Refid), ], "distiller.csv", row.names = FALSE)
    },
    quote(read_sheet("distiller.csv", item = Refid, rater = User, rating = "1. Include?")), error = "any",
    then = quote(read_sheet("distiller.csv", item = Refid, rater = User, rating = "1. Include?",
      drop = User == "Conflict Resolution"))
  )
  sheet("maxqda-code-matrix",
    list(Trust = draw(511, 20, c("Eva", "Jan"), 0:1), Fear = draw(512, 20, c("Eva", "Jan"), 0:1),
      Hope = draw(513, 20, c("Eva", "Jan"), 0:1)),
    function(t) {
      for (r in c("Eva", "Jan")) {
        own <- data.frame(sprintf("Interview %02d", 1:20), Trust = t$Trust[, r], Fear = t$Fear[, r], Hope = t$Hope[, r])
        names(own)[1] <- "Document name"
        own$SUM <- rowSums(own[2:4])
        own <- rbind(own, c("SUM", colSums(own[2:5])))
        write_workbook(paste0(r, ".xlsx"), list(Sheet1 = rows_of(own)))
      }
    },
    quote(read_sheet("*.xlsx", item = `Document name`, rater = "{file}", rating = -1)), error = "any",
    then = quote(read_sheet("*.xlsx", item = `Document name`, rater = "{file}", rating = Trust:Hope, drop = "SUM"))
  )
  sheet("labvanced-practice-trials",
    list(Rating = draw(514, 20, paste0("S", 1:8), 1:7, level = "interval", missing = .05)),
    function(t) {
      d <- long(t, sprintf("face_%02d.jpg", 1:20), "Subject_Nr")
      main <- data.frame(Subject_Nr = d$Subject_Nr, Task_Name = "Main", Trial_Nr = d$item, Stimulus = d$item,
        Rating = d$Rating, RT = 700 + seq_len(nrow(d)))
      practice <- data.frame(Subject_Nr = rep(paste0("S", 1:8), each = 3), Task_Name = "Practice",
        Trial_Nr = 1:3, Stimulus = sprintf("demo_%d.jpg", 1:3), Rating = c(1, 4, 7), RT = 900)
      main$Trial_Nr <- ave(seq_len(nrow(main)), main$Subject_Nr, FUN = seq_along)
      all <- rbind(practice, main)
      write.csv(all[order(all$Subject_Nr), ], "labvanced.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("labvanced.csv", item = Stimulus, rater = Subject_Nr, rating = Rating, level = "interval")),
    error = "any",
    then = quote(read_sheet("labvanced.csv", item = Stimulus, rater = Subject_Nr, rating = Rating, level = "interval",
      drop = Task_Name == "Practice"))
  )
  sheet("label-studio-csv-choices",
    {
      sets <- list("food", "service", c("food", "service"), "price", c("price", "food"))
      i <- draw(515, 30, c("1", "2", "4"), 1:5)
      list(sentiment = draw(516, 30, c("1", "2", "4"), c("Positive", "Negative", "Neutral")),
        aspect = structure(matrix(sets[i], 30), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      x <- matrix(vapply(t$aspect, function(s) {
        if (length(s) == 1) s else paste0("{\"choices\":[", paste0("\"", s, "\"", collapse = ","), "]}")
      }, ""), 30)
      d <- long(t["sentiment"], 1:30, "annotator")
      d <- data.frame(annotation_id = 900 + seq_len(90), annotator = d$annotator, aspect = c(x),
        created_at = "2024-04-01T10:00:00Z", id = d$item, lead_time = round(5 + seq_len(90) / 7, 3),
        sentiment = d$sentiment, text = paste("Review number", d$item), updated_at = "2024-04-01T10:00:09Z")
      write.csv(d, "project-7-at-2024-04-02.csv", row.names = FALSE)
    },
    quote(read_sheet("project-7-at-2024-04-02.csv", item = id, rater = annotator, rating = c(sentiment, aspect))),
    error = "any",
    then = quote(read_sheet("project-7-at-2024-04-02.csv", item = id, rater = annotator, rating = c(sentiment, aspect),
      recode = ~ gsub("[^:]*:|[][{}\"]", "", .x), separator = ","))
  )
  sheet("elan-tab-export",
    list(Gesture = draw(517, 30, c("AB", "CD"), c("beat", "iconic", "deictic")),
      Gaze = draw(518, 30, c("AB", "CD"), c("speaker", "object", "away"))),
    function(t) {
      d <- long(t, sprintf("00:%02d:%02d.%03d", (1:30) %/% 10, (7 * 1:30) %% 60, (37 * 1:30) %% 1000), "coder")
      d <- rbind(data.frame(tier = paste0("Gesture@", d$coder), none = "", begin = d$item, value = d$Gesture),
        data.frame(tier = paste0("Gaze@", d$coder), none = "", begin = d$item, value = d$Gaze))
      d <- data.frame(d[1:3], duration = sprintf("%.3f", 1 + seq_len(120) %% 5 / 4), d[4])
      write.table(d, "export.txt", sep = "\t", row.names = FALSE, col.names = FALSE, quote = FALSE)
    },
    quote(read_sheet("export.txt", item = V3, rater = c(V1 = "{question}@{rater}"), rating = V5, header = 0))
  )
  # --- measurements -------------------------------------------------------------------------------------------------
  sheet("interview-clock-times",
    list(seconds = draw(519, 26, c("Coder 1", "Coder 2"), c(95, 150, 212, 340, 601), level = "interval")),
    function(t) {
      x <- apply(t$seconds, 2, function(s) sprintf("%02d:%02d", s %/% 60, s %% 60))
      d <- data.frame(sprintf("I%02d", 1:26), x)
      names(d) <- c("Interview", "Coder 1", "Coder 2")
      write.csv(d, "speaking_time.csv", row.names = FALSE)
    },
    quote(read_sheet("speaking_time.csv", item = Interview, rating = starts_with("Coder"), level = "interval")),
    error = "any",
    then = quote(read_sheet("speaking_time.csv", item = Interview, rating = starts_with("Coder"), level = "interval",
      recode = ~ 60 * as.numeric(sub(":.*", "", .x)) + as.numeric(sub(".*:", "", .x))))
  )
  sheet("eyes-and-readers",
    list(grade = draw(520, 40, c("R1", "R2", "R3"), 0:4, level = "ordinal", missing = .05),
      edema = draw(521, 40, c("R1", "R2", "R3"), c("present", "absent"))),
    function(t) {
      d <- data.frame(PatientID = sprintf("P%03d", 1:20), Age = 50 + 1:20)
      for (r in colnames(t$grade)) for (e in 1:2) for (q in names(t)) {
        d[[paste(r, c("OD", "OS")[e], q, sep = "_")]] <- t[[q]][20 * (e - 1) + 1:20, r]
      }
      write.csv(d, "fundus.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("fundus.csv", item = PatientID, names = "{rater}_{item}_{question}"))
  )
  sheet("prolific-joined-rows",
    list(trust = draw(522, 25, sprintf("5f%022d", 1:6), 1:7, level = "interval", missing = .05)),
    function(t) {
      d <- data.frame("Participant id" = colnames(t$trust), Status = "APPROVED", Age = c(22, 31, 45, 28, 39, 51),
        "Total approvals" = c(120, 44, 310, 75, 98, 12), check.names = FALSE)
      for (i in 1:25) d[[sprintf("photo%02d_trust", i)]] <- t$trust[i, ]
      none <- d[1:2, ]
      none[["Participant id"]] <- sprintf("5f%022d", 7:8)
      none$Status <- c("RETURNED", "TIMED-OUT")
      none[-(1:4)] <- NA
      write.csv(rbind(d, none), "joined.csv", row.names = FALSE, na = "")
    },
    quote(read_sheet("joined.csv", rater = "Participant id", names = "{item}_{question}", level = "interval"))
  )
})
