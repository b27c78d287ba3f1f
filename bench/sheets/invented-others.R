# More sheets of invented.R, written with their first calls after the package was changed for those before, and before it
# was tried on these: ACCORD_INVENTED=invented-others.R Rscript bench/sheets/invented.R.
local({
  tone <- c("pos", "neu", "neg")
  sheet("adjudicated-files",
    list(label = draw(101, 24, c("annotator1", "annotator2"), tone)),
    function(t) {
      x <- t$label
      for (r in colnames(x)) write.csv(data.frame(doc = 1:24, label = x[, r]), paste0(r, ".csv"), row.names = FALSE)
      final <- ifelse(x[, 1] == x[, 2], x[, 1], "neu")
      write.csv(data.frame(doc = 1:24, label = final), "adjudicated.csv", row.names = FALSE)
    },
    quote(read_sheet(".", item = doc, rater = "{file}", rating = label)), error = "any",
    then = quote(read_sheet(".", item = doc, rater = c("{file}" = "{rater:annotator1|annotator2}"), rating = label))
  )
  sheet("adjudicated-folder-verb",
    list(label = draw(101, 24, c("annotator1", "annotator2"), tone)),
    function(t) {
      x <- t$label
      for (r in colnames(x)) write.csv(data.frame(doc = 1:24, label = x[, r]), paste0(r, ".csv"), row.names = FALSE)
      final <- ifelse(x[, 1] == x[, 2], x[, 1], "neu")
      write.csv(data.frame(doc = 1:24, label = final), "adjudicated.csv", row.names = FALSE)
    },
    quote(krippendorff_alpha(read_annotators(".", doc, label), doc, annotator, label)), error = "any",
    then = quote(krippendorff_alpha(
      subset(read_annotators(".", doc, label), annotator != "adjudicated"), doc, annotator, label
    ))
  )
  sheet("icd-codes",
    list(code = draw(102, 40, c("c1", "c2"), c("I10", "I21", "E11", "J45"))),
    function(t) write.csv(data.frame(case = 1:40, c1 = t$code[, 1], c2 = t$code[, 2]), "icd.csv", row.names = FALSE),
    quote(read_sheet("icd.csv", item = case, rating = c(c1, c2)))
  )
  sheet("tumour-grades",
    list(code = draw(103, 40, c("p1", "p2", "p3"), c("1", "2", "2a", "2b", "3"))),
    function(t) {
      d <- data.frame(slide = sprintf("S%02d", 1:40), unclass(t$code)[, ], check.names = FALSE)
      write.csv(d, "grades.csv", row.names = FALSE)
    },
    quote(read_sheet("grades.csv", item = slide, rating = p1:p3))
  )
  sheet("school-grades",
    {
      scale <- c("1", "1-", "2+", "2", "2-", "3")
      list(grade = structure(draw(104, 40, c("A", "B"), scale), level = "ordinal", order = scale))
    },
    function(t) write.csv2(data.frame(Aufsatz = 1:40, A = t$grade[, 1], B = t$grade[, 2]), "noten.csv", row.names = FALSE),
    quote(read_sheet("noten.csv", item = Aufsatz, rating = c(A, B)))
  )
  sheet("status-column",
    list(rating = draw(105, 30, c("ann", "bob"), 1:4, level = "ordinal")),
    function(t) {
      d <- long(list(score = t$rating), 1:30, "annotator")
      d$status <- "submitted"
      d$mode <- rep(c("train", "test"), 30)
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, item, annotator, score, level = "ordinal"))
  )
  sheet("commas-in-labels",
    list(frame = draw(106, 40, c("x", "y"), c("Conflict, open", "Conflict, latent", "Human interest", "Economy"))),
    function(t) write.csv(data.frame(id = 1:40, x = t$frame[, 1], y = t$frame[, 2]), "frames.csv", row.names = FALSE),
    quote(read_sheet("frames.csv", item = id, rating = c(x, y)))
  )
  sheet("slash-labels",
    list(frame = draw(107, 40, c("x", "y"), c("he/him", "she/her", "they/them"))),
    function(t) assign("d", data.frame(id = 1:40, x = t$frame[, 1], y = t$frame[, 2]), globalenv()),
    quote(krippendorff_alpha(d, id, rating = c(x, y), layout = "raters_in_columns"))
  )
  sheet("teams-of-raters",
    list(label = draw(108, 30, c("team1_a", "team1_b", "team2_a", "team2_b"), tone)),
    function(t) assign("d", long(list(label = t$label), 1:30), globalenv()),
    quote(krippendorff_alpha(d, item, rater, label))
  )
  sheet("crowd-names",
    list(label = draw(109, 60, paste0("w_", rep(1:5, each = 4), "_", 1:4), c("a", "b", "c", "d", "e"), missing = .85)),
    function(t) {
      d <- long(list(label = t$label), 1:60, "worker")
      assign("d", d[!is.na(d$label), ], globalenv())
    },
    quote(krippendorff_alpha(d, item, worker, label))
  )
  sheet("gold-as-expert",
    list(label = {
      x <- draw(110, 40, c("crowd1", "crowd2", "gold"), tone, agree = .6)
      x
    }),
    function(t) assign("d", long(list(label = t$label), 1:40), globalenv()),
    quote(krippendorff_alpha(d, item, rater, label))
  )
  sheet("videos-by-time",
    list(valence = draw(111, 50, paste0("rater", 1:4), seq(-1, 1, .25), level = "interval")),
    function(t) {
      d <- data.frame(Time = seq(0, 24.5, .5), unclass(t$valence)[, ])
      write.csv(d, "valence.csv", row.names = FALSE)
    },
    quote(read_sheet("valence.csv", item = Time, rating = starts_with("rater")))
  )
  sheet("two-blocks-of-columns",
    list(Relevance = draw(112, 24, c("Coder A", "Coder B"), 1:3, level = "ordinal"),
      Quality = draw(113, 24, c("Coder A", "Coder B"), 1:3, level = "ordinal")),
    function(t) {
      first <- list("", "Relevance", "", "Quality", "")
      second <- list("Doc", "Coder A", "Coder B", "Coder A", "Coder B")
      body <- lapply(1:24, function(i) list(i, t[[1]][i, 1], t[[1]][i, 2], t[[2]][i, 1], t[[2]][i, 2]))
      write_workbook("blocks.xlsx", list(Sheet1 = c(list(first, second), body)))
    },
    quote(read_sheet("blocks.xlsx", item = Doc, names = "{question}/{rater}", header = 1:2)), error = "any",
    then = quote(read_sheet("blocks.xlsx", item = 1, names = "{question}/{rater}", header = 1:2))
  )
  sheet("summary-block-right",
    list(rating = draw(114, 30, c("Ann", "Bob"), c("yes", "no"))),
    function(t) {
      x <- t$rating
      d <- data.frame(ID = 1:30, Ann = x[, 1], Bob = x[, 2], Agree = ifelse(x[, 1] == x[, 2], 1, 0))
      names(d)[4] <- "Agree?"
      d$x <- c("kappa", .61, rep(NA, 28))
      names(d)[5] <- ""
      write_workbook("agree.xlsx", list(Sheet1 = rows_of(d)))
    },
    quote(read_sheet("agree.xlsx", item = ID, rating = c(Ann, Bob)))
  )
  sheet("everything-else",
    list(rating = draw(114, 30, c("Ann", "Bob"), c("yes", "no"))),
    function(t) {
      x <- t$rating
      assign("d", data.frame(ID = 1:30, Ann = x[, 1], Bob = x[, 2], Same = x[, 1] == x[, 2]), globalenv())
    },
    quote(krippendorff_alpha(d, ID, layout = "raters_in_columns")), error = "any",
    then = quote(krippendorff_alpha(d, ID, rating = c(Ann, Bob), layout = "raters_in_columns"))
  )
  sheet("qualtrics-matrix",
    list(Q5 = draw(115, 12, paste0("R_", 1:4), 1:7, level = "ordinal")),
    function(t) {
      d <- data.frame(StartDate = "2024-02-01 10:00:00", Progress = "100", ResponseId = paste0("R_", 1:4))
      for (i in 1:12) d[[paste0("Q5_", i)]] <- t$Q5[i, ]
      texts <- ifelse(grepl("^Q5", names(d)), paste("Rate the clips -", sub("Q5_", "Clip ", names(d))), names(d))
      import <- sprintf("{\"ImportId\":\"QID5_%d\"}", seq_along(d))
      out <- rbind(names(d), texts, import, as.matrix(d))
      write.table(out, "matrix.csv", sep = ",", row.names = FALSE, col.names = FALSE, qmethod = "double")
    },
    quote(read_sheet("matrix.csv", rater = ResponseId, names = "Q5_{item}"))
  )
  sheet("three-part-names",
    list(tone = draw(116, 30, c("ann", "bob"), 1:3, level = "ordinal"), topic = draw(117, 30, c("ann", "bob"), c("a", "b"))),
    function(t) {
      d <- data.frame(id = 1:30)
      for (r in c("ann", "bob")) for (q in c("tone", "topic")) d[[paste("code", r, q, sep = ".")]] <- t[[q]][, r]
      write.csv(d, "codes.csv", row.names = FALSE)
    },
    quote(read_sheet("codes.csv", item = id, names = "code.{rater}.{question}"))
  )
  sheet("rounds-in-names",
    list(kappa1 = draw(118, 30, c("ann", "bob"), tone), kappa2 = draw(119, 30, c("ann", "bob"), tone, agree = .9)),
    function(t) {
      d <- data.frame(id = 1:30)
      for (k in 1:2) for (r in c("ann", "bob")) d[[sprintf("%s_round%d", r, k)]] <- t[[k]][, r]
      assign("d", setNames(d, gsub("round", "kappa", names(d))), globalenv())
    },
    quote(read_sheet(d, item = id, names = "{rater}_{question}"))
  )
  sheet("yes-no-mixed",
    list(rating = draw(120, 30, c("r1", "r2"), c("yes", "no"))),
    function(t) {
      x <- t$rating
      x[, 2] <- ifelse(x[, 2] == "yes", "1", "0")
      write.csv(data.frame(id = 1:30, r1 = x[, 1], r2 = x[, 2]), "mixed.csv", row.names = FALSE)
    },
    quote(read_sheet("mixed.csv", item = id, rating = c(r1, r2))), error = "any",
    then = quote(read_sheet("mixed.csv", item = id, rating = c(r1, r2), recode = c("1" = "yes", "0" = "no")))
  )
  sheet("shifted-scale",
    list(rating = draw(121, 40, c("r1", "r2"), 1:5, level = "ordinal")),
    function(t) assign("d", data.frame(id = 1:40, r1 = t$rating[, 1], r2 = t$rating[, 2] - 1), globalenv()),
    quote(krippendorff_alpha(d, id, rating = c(r1, r2), layout = "raters_in_columns", level = "ordinal")), error = "any"
  )
  sheet("preference-pairs",
    list(choice = draw(122, 30, paste0("a", 1:3), c("A", "B", "tie"))),
    function(t) {
      d <- data.frame(prompt_id = 1:30, model_a = "gpt", model_b = "llama", unclass(t$choice)[, ])
      write.csv(d, "arena.csv", row.names = FALSE)
    },
    quote(read_sheet("arena.csv", item = prompt_id, rating = a1:a3))
  )
  sheet("json-lists",
    {
      sets <- list("x", "y", c("x", "y"), "z")
      i <- draw(123, 30, c("p", "q"), 1:4)
      list(labels = structure(matrix(sets[i], 30), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      cell <- function(s) paste0("[", paste0("\"", s, "\"", collapse = ", "), "]")
      d <- long(list(labels = matrix(vapply(t$labels, cell, ""), 30, dimnames = dimnames(t$labels))), 1:30, "user")
      write.csv(d, "lists.csv", row.names = FALSE)
    },
    quote(read_sheet("lists.csv", item = item, rater = user, rating = labels))
  )
  sheet("semicolon-sets-long",
    {
      sets <- list("x", "y", c("x", "y"), "z", c("x", "z"))
      i <- draw(124, 30, c("p", "q"), 1:5)
      list(labels = structure(matrix(sets[i], 30), level = "jaccard", dimnames = dimnames(i)))
    },
    function(t) {
      cell <- function(s) paste(s, collapse = ";")
      d <- long(list(labels = matrix(vapply(t$labels, cell, ""), 30, dimnames = dimnames(t$labels))), 1:30, "user")
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, item, user, labels, distance = "jaccard")), error = "any",
    then = quote(krippendorff_alpha(d, item, user, labels, separator = ";", distance = "jaccard"))
  )
  sheet("totals-below",
    list(rating = draw(125, 20, c("Ann", "Bob"), 0:1)),
    function(t) {
      x <- t$rating
      d <- data.frame(Case = c(1:20, "Sum", "Mean"), Ann = c(x[, 1], sum(x[, 1]), mean(x[, 1])),
        Bob = c(x[, 2], sum(x[, 2]), mean(x[, 2])))
      assign("d", d, globalenv())
    },
    quote(krippendorff_alpha(d, Case, rating = c(Ann, Bob), layout = "raters_in_columns", level = "nominal")), error = "any",
    then = quote(krippendorff_alpha(d[!d$Case %in% c("Sum", "Mean"), ], Case, rating = c(Ann, Bob),
      layout = "raters_in_columns", level = "nominal"))
  )
  sheet("missing-as-zero-nine",
    list(age = draw(126, 40, c("r1", "r2"), 20:30, level = "interval", missing = .08)),
    function(t) {
      t$age[is.na(t$age)] <- 99
      assign("d", long(list(age = t$age), 1:40), globalenv())
    },
    quote(krippendorff_alpha(d, item, rater, age, level = "interval")), error = "missing_code",
    then = quote(krippendorff_alpha(d, item, rater, age, level = "interval", na = 99))
  )
})
