# The study of the Psalms and Numbers 8 to 10: two annotators, from their .ann files, in three variants.

psalms <- function(...) reference_path("psalms", ...)

read_psalms <- function() {
  read_brat(c(A = psalms("A"), B = psalms("B")), text = psalms("text"))
}

# Psalm 75 is B's alone. Read once.
psalm_chains <- local({
  chains <- NULL
  function() {
    if (is.null(chains)) {
      x <- tibble::as_tibble(as_chains(read_psalms()))
      chains <<- as_chains(x[x$document != "Psalms_075", ])
    }
    chains
  }
})

program_chains <- function() {
  rows <- utils::read.csv(psalms("program.csv.xz"), colClasses = c(doc = "character"))
  rows$class[rows$class == "S"] <- NA
  as_chains(
    transform(rows, doc = paste0("Psalms_", doc), mention = paste(start, end)), doc, annotator, mention, class
  )
}

VARIANTS <- list(
  jaccard_rect = list(cost = "jaccard", unpaired = "free", folder = "iaa-files"),
  symdiff_rect = list(cost = "symmetric", unpaired = "free", folder = "iaa-files-old"),
  head_padded_symdiff = list(cost = "symmetric", unpaired = "size", folder = "iaa-opt")
)

matched <- function(x, variant, what = "documents") {
  chain_agreement(x, cost = VARIANTS[[variant]]$cost, unpaired = VARIANTS[[variant]]$unpaired, what = what)
}

test_that("the files hold what the texts say", {
  brat <- read_psalms()
  expect_equal(nrow(problems(brat)), 0)
  # 13 documents of each, and Psalm 75 of B.
  expect_equal(nrow(brat$files), 27)
  expect_equal(sum(is.na(brat$files$n_characters)), 1)
  marked <- table(brat$spans$annotator[brat$spans$document != "Psalms_075"])
  expect_equal(as.integer(marked), c(1555L, 1574L))
})

test_that("a document of one annotator alone is left out and reported", {
  expect_warning(chain_agreement(as_chains(read_psalms())), "1 of 14 documents: \"Psalms_075\"")
})

test_that("totals of three variants are those of the study", {
  x <- psalm_chains()
  all <- tibble::as_tibble(x)
  corpora <- list(
    psalms = as_chains(all[grepl("Psalms", all$document), ]),
    numbers = as_chains(all[grepl("Numbers", all$document), ]),
    all = x
  )
  printed <- list(
    jaccard_rect = c(182, 622, 194, .3768, 259, 492, 266, .5162, 441, 1114, 460, .4471),
    head_padded_symdiff = c(182, 622, 194, .3768, 259, 492, 266, .5162, 441, 1114, 460, .4471),
    symdiff_rect = c(182, 622, 194, .3768, 265, 486, 272, .5249, 447, 1108, 466, .4518)
  )
  for (variant in names(VARIANTS)) {
    found <- lapply(corpora, function(x) {
      total <- matched(x, variant)
      total <- total[total$scope == "total", ]
      c(total$left, total$both, total$right, round(total$delta, 4))
    })
    expect_equal(unlist(found, use.names = FALSE), printed[[variant]], info = variant)
  }
})

test_that("each document has the totals and the pairs of the optimum", {
  skip_if_quick()
  published <- read_reference("psalms/pairs.csv", colClasses = "character")
  optimum <- read_reference("psalms/optimum.csv")
  for (corpus in c("AB", "MIMI")) {
    x <- if (corpus == "AB") psalm_chains() else program_chains()
    for (variant in names(VARIANTS)) {
      expected <- optimum[optimum$corpus == corpus & optimum$variant == variant, ]
      sums <- matched(x, variant)
      sums <- sums[match(expected$doc, sums$document), ]
      expect_equal(sums$left, expected$L_maxM)
      expect_equal(sums$both, expected$M_maxM)
      expect_equal(sums$right, expected$R_maxM)
      pairs <- matched(x, variant, "pairs")
      pairs <- pairs[pairs$both > 0, ]
      # Pairs that are in every optimum. Which of the others are made is a choice.
      fixed <- expected$n_pairs_with_overlap - expected$n_overlap_pairs_replaceable_at_equal_cost
      document <- factor(pairs$document, expected$doc)
      expect_equal(c(table(document[pairs$unique])), fixed, ignore_attr = TRUE)
      expect_true(all(table(document) >= expected$n_pairs_with_overlap))
      replaceable <- table(document[!pairs$unique])
      expect_equal(sums$status == "ok", c(replaceable) == 0, ignore_attr = TRUE)
      if (corpus == "AB") {
        rows <- published[published$result_folder == VARIANTS[[variant]]$folder, ]
        rows <- do.call(paste, rows[c("doc", "class_A", "class_B", "L", "M", "R", "d")])
        name <- function(chain) ifelse(chain == "singletons", "S", chain)
        # The format of the study: 0.5, 0.4286, 0.0.
        delta <- vapply(round(pairs$delta, 4), function(x) format(x, nsmall = 1), "")
        own <- paste(
          pairs$document, name(pairs$chain_1), name(pairs$chain_2), pairs$left, pairs$both, pairs$right, delta
        )
        expect_true(all(own[pairs$unique] %in% rows))
      }
    }
  }
})

test_that("six Psalms have a delta above a third, and Psalm 129 has one third", {
  sums <- matched(psalm_chains(), "head_padded_symdiff")
  sums <- sums[sums$scope == "document" & grepl("Psalms", sums$document), ]
  expect_equal(
    sums$document[sums$delta > 1 / 3 + 1e-9], paste0("Psalms_", c("017", "020", "032", "067", "070", "101"))
  )
  expect_equal(sums$delta[sums$document == "Psalms_129"], 18 / 54)
})

test_that("150 psalms against the program", {
  x <- program_chains()
  printed <- utils::read.delim(psalms("program-totals.tsv"), header = FALSE)
  printed <- printed[grepl("iaa$", printed$V1), ]
  sums <- matched(x, "head_padded_symdiff")
  sums <- sums[sums$scope == "document", ]
  expect_equal(nrow(printed), 150)
  expect_equal(paste0(sums$document, ".iaa"), printed$V1)
  expect_equal(sums$left, printed$V3)
  expect_equal(sums$both, printed$V4)
  expect_equal(sums$right, printed$V5)
  expect_equal(sums$difference, printed$V6)
  expect_equal(round(sums$delta, 4), printed$V7)
})

test_that("coreference scores are those of the reference scorer and of coval", {
  expected <- read_reference("psalms/scores.csv")
  expected <- expected[expected$method != "alpha", ]
  parts <- regmatches(expected$quantity, regexec("^(.*)_([a-z0-9]+)$", expected$quantity))
  name <- c(
    muc = "muc", bcub = "b_cubed", ceafm = "ceaf_m", ceafe = "ceaf_e",
    blanc = "blanc", lea = "lea", conll = "conll"
  )
  expected$measure <- name[vapply(parts, `[`, "", 2)]
  expected$figure <- vapply(parts, `[`, "", 3)
  all <- tibble::as_tibble(psalm_chains())
  corpora <- list(
    total_corpus = all, total_psalms = all[grepl("Psalms", all$document), ],
    total_numbers = all[grepl("Numbers", all$document), ]
  )
  for (singletons in c(TRUE, FALSE)) {
    scores <- lapply(names(corpora), function(corpus) {
      scores <- coref_scores(as_chains(corpora[[corpus]]), singletons = singletons)
      scores$document[scores$scope == "total"] <- corpus
      scores[scores$key == "A", ]
    })
    scores <- as.data.frame(do.call(rbind, scores))
    rows <- expected[expected$method == if (singletons) "with" else "without", ]
    at <- match(paste(rows$doc, rows$measure), paste(scores$document, scores$measure))
    expect_false(anyNA(at))
    own <- mapply(function(at, figure) scores[[figure]][at], at, rows$figure)
    expect_equal(nrow(rows), 304)
    # The scorer was read at twelve digits.
    expect_lt(max(abs(own - rows$value)), 1e-12)
  }
})

test_that("alphas over mentions are those of nltk", {
  expected <- read_reference("psalms/scores.csv")
  expected <- expected[expected$method == "alpha", ]
  x <- psalm_chains()
  for (distance in c("nominal", "jaccard", "passonneau")) {
    alpha <- chain_alpha(x, distance = distance)
    alpha$document[alpha$scope == "total"] <- "total_corpus"
    quantity <- paste0("alpha_", if (distance == "nominal") "binary" else distance)
    rows <- expected[expected$quantity == quantity & expected$doc %in% alpha$document, ]
    expect_equal(nrow(rows), 14)
    expect_equal(alpha$estimate[match(rows$doc, alpha$document)], rows$value, tolerance = 1e-12)
  }
  # nltk rounds the factors of MASI to .67 and .33: the definition with either.
  all <- tibble::as_tibble(x)
  psalm <- all[all$document == "Psalms_070", ]
  sets <- lapply(split(psalm, psalm$annotator), function(rows) {
    chain <- ifelse(is.na(rows$chain), rows$mention, rows$chain)
    unname(split(rows$mention, chain))
  })
  values <- chain_values(sets$A, sets$B)
  rounded <- expected$value[expected$quantity == "alpha_masi" & expected$doc == "Psalms_070"]
  expect_equal(oracle_set_alpha(values, oracle_masi(.67, .33)), rounded)
  masi <- chain_alpha(as_chains(psalm), distance = "masi")
  expect_equal(masi$estimate[1], oracle_set_alpha(values, oracle_masi()))
})
