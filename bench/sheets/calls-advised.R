# The calls of calls-first.R, changed where an error or a warning of the first one said how, or by what only somebody
# who knows the sheet can know (spelling of labels, codes for missing values, what a count stands for).
source(file.path(here, "sheets", "calls-first.R"), local = TRUE)
first$ad_likeness.xlsx$recode <- c("3..5" = "3.5")
first$base_digit.csv$recode <- quote(list(trimws, tolower))
first$mangled_names.csv$na <- 999
first$email_raters.csv$na <- "NA"
first[["rater_files/rater1.csv"]]$fill <- TRUE
first[["rater_files/rater1.csv"]]$recode <- quote(function(x) sub("=.*", "", x))
first$annotator_sheets.xlsx$rater <- quote(c("{sheet}" = "{rater:annotator1|annotator2|annotator3}"))
first$crowd_full.csv$drop <- quote(`_golden` == "TRUE")
first$other_script.csv$rating <- quote(c(Клен, Берёза, Дуб))
first$redcap_double.csv$na <- -99
first$qualtrics_loop.csv$drop <- quote(2:3)
first$google_forms.csv$options <- c("Facts", "Praise", "Blame, mild", "Blame, strong")
first$two_row_header.xlsx$drop <- "% agreement"
first$german.csv$decimal <- ","
first$german.csv$na <- c("k. A.", -99)
first$screening.csv$names <- "{rater:Reviewer 1|Reviewer 2} {question}"
first$screening.csv$recode <- quote(list(trimws, tolower))
first[["code_matrix/coder_A.tsv"]]$drop <- "Total"
first[["code_matrix/coder_A.tsv"]]$recode <- quote(function(x) x > 0)
