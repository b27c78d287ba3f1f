# How a sheet may be read in which a column, a file or a sheet is a rater.

# A column says who rated, or each table is of one rater. A column that is the same in all rows of an item may be a
# question on which all agree, or belong to the item, and is named.
long_proposal <- function(columns, where, rater = rater_named_columns(columns)) {
  rater <- if (is.null(where)) utils::head(rater, 1)
  cut <- if (is.null(where) && length(rater) == 0) suffixed_ids(columns)
  if (is.null(where) && length(rater) + length(cut) == 0 || !is.null(where) && of_raters(columns)) return(NULL)
  # REDCap numbers the rows of a record: these numbers are neither ids nor answers.
  redcap <- grepl("^redcap_(repeat_|data_access)", names(columns))
  if (any(redcap)) redcap <- redcap | endsWith(names(columns), "_complete")
  rest <- setdiff(seq_along(columns), c(rater, which(redcap)))
  ids <- if (length(cut)) list(item = cut$at)
  again <- if (is.null(where) && length(cut) == 0) repeated_ids(columns, rest, columns[rater])
  if (isTRUE(again$few)) ids <- again["item"]
  ids <- ids %||% id_columns(columns, rest, columns[rater])
  nearly <- if (is.null(where) && length(cut) == 0) nearly_ids(columns, rest, columns[rater], ids)
  ids <- nearly %||% ids %||% filled_id_columns(columns, rest, columns[rater])
  ids <- ids %||% again["item"]
  occasion <- ids$item[is_occasion(names(columns)[ids$item])]
  if (length(cut) == 0 && length(occasion) == 1 && length(ids$item) == 2) {
    ids$item <- setdiff(ids$item, occasion)
    ids$by <- occasion
  }
  if (is.null(ids) && isTRUE(where$same_length)) ids <- list(row = TRUE)
  if (is.null(ids)) return(NULL)
  left <- setdiff(rest, c(ids$item, ids$question, ids$by))
  boxes <- boxes_of(names(columns), left) %||% sosci_boxes(columns, left) %||% marked_boxes(columns, left)
  left <- setdiff(left, boxes$at)
  answers <- left[!vapply(left, function(j) is_no_answer(columns[[j]], names(columns)[j]), NA)]
  # The conditions of an experiment are no judgements.
  persons <- any(grepl(JUDGING_PERSON, names(columns)[rater], ignore.case = TRUE))
  set_up <- persons & grepl("^(conditions?|treatment|arm|group|list|block|order)$", names(columns), ignore.case = TRUE)
  answers <- setdiff(answers, which(set_up))
  if (!all(answers %in% where$same)) answers <- setdiff(answers, where$same)
  # Numbers that are nearly all distinct are the ratings where nothing else can be.
  if (length(answers) + length(boxes$at) == 0) {
    answers <- left[vapply(columns[left], is.numeric, NA) &
      !is_total_name(names(columns)[left], c("sum", "total", "mean")) &
      !grepl(POSITION_NAME, names(columns)[left], ignore.case = TRUE)]
  }
  # What is the same in all rows of a rater belongs to this person.
  if (length(rater) == 1) {
    of_rater <- vapply(columns[answers], function(x) {
      !varies_within(x, as.character(columns[[rater]])) && length(x) >= 4 * length(unique(columns[[rater]]))
    }, NA)
    if (!all(of_rater)) answers <- answers[!of_rater]
  }
  left <- answers
  if (length(cut)) left <- left[!grepl("_complete$", names(columns)[left])]
  item <- if (length(rater) && is.null(ids$fill)) joined_text(unname(columns[ids$item]))
  same <- if (length(item) && anyDuplicated(item)) left[!vapply(columns[left], varies_within, NA, item)]
  asked <- beside_ratings(left, same, c(ids$item, ids$question, rater))
  same <- setdiff(same, asked[!vapply(columns[asked], is_own_of_items, NA, item)])
  if (length(boxes$at) == 0 && setequal(left, same)) same <- integer()
  rating <- setdiff(left, same)
  if (length(rating) + length(boxes$at) == 0) return(NULL)
  item_code <- cut$code %||% (if (is.null(ids$row)) place_code(columns, ids$item) else "\"{row}\"")
  code <- c(
    paste("item =", item_code),
    if (is.null(cut)) paste("rater =", if (is.null(where)) place_code(columns, rater) else where$code),
    if (length(ids$question)) paste("question =", place_code(columns, ids$question)),
    if (length(ids$by)) paste("by =", place_code(columns, ids$by)),
    if (length(rating)) rating_code(columns, rating, ids$question),
    if (length(boxes$at)) sprintf("boxes = \"%s\"", boxes$template),
    if (!is.null(ids$fill)) "fill = TRUE"
  )
  roles <- list(
    item = ids$item, rater = rater, by = ids$by, question = ids$question, rating = rating, boxes = boxes$at,
    "not used, the same in all rows of an item (add to rating what was coded)" = same
  )
  list(calls = toString(code), roles = Filter(length, roles))
}

# Returns the columns that are the same in all rows of an item and stand between the ids and the ratings: they are
# questions on which all agree.
beside_ratings <- function(left, same, ids) {
  found <- integer()
  for (j in rev(same)) if (j > max(ids) && (j + 1L) %in% c(setdiff(left, same), found)) found <- c(found, j)
  found
}

# Whether hardly two items have the same value: a text or a link that belongs to the item, and no answer.
is_own_of_items <- function(x, item) {
  n <- length(unique(item))
  n > 8 && length(unique(x)) > 0.8 * n
}

# The columns of questions, by a template if their names begin alike.
rating_code <- function(columns, rating, question) {
  lead <- if (length(rating) > 1 && length(question) == 0) shared_lead(names(columns)[rating]) else ""
  fit <- if (nchar(lead) > 0) startsWith(names(columns), lead)
  if (sum(fit) == length(rating) && all(fit[rating])) return(sprintf("names = \"%s{question}\"", lead))
  paste("rating =", place_code(columns, rating))
}

# The first column whose ids differ in a suffix, as those of double entry do. REDCap writes merged records without one;
# the call, when it is tried, leaves these out.
suffixed_ids <- function(columns) {
  for (j in seq_along(columns)) {
    ids <- columns[[j]]
    if (!is.character(ids) || anyNA(ids)) next
    beside <- if (anyDuplicated(ids)) event_column(columns, j)
    if (anyDuplicated(ids) && is.null(beside)) next
    ids <- unique(ids)
    entered <- grep("--", ids, fixed = TRUE, value = TRUE)
    merged <- length(entered) < length(ids) && all(setdiff(ids, entered) %in% sub("--[^-]*$", "", entered))
    found <- suffixes_of(if (merged) entered else ids)
    if (is.null(found)) next
    code <- suffix_code(names(columns)[j], found)
    if (length(beside)) code <- sub("c(", paste0("c(", place_code(columns, beside), ", "), code, fixed = TRUE)
    return(list(at = c(beside, j), code = code))
  }
}

# Finds where ids with REDCap's suffix of double entry occur again: the column, such as that of events, which tells
# these rows apart.
event_column <- function(columns, j) {
  ids <- columns[[j]]
  if (!any(grepl("--[0-9]$", ids))) return(NULL)
  most <- max(table(ids))
  for (k in setdiff(seq_along(columns), j)) {
    x <- columns[[k]]
    few <- !anyNA(x) && length(unique(x)) < max(most + 1, length(x) / 4)
    if (few && !anyDuplicated(data.frame(ids, x))) return(k)
  }
}

varies_within <- function(x, item) {
  known <- !is.na(x)
  length(unique(paste(item[known], x[known], sep = "\r"))) > length(unique(item[known]))
}

# Boxes of SoSci Survey: TH01_01, TH01_02 and so on hold 1 or 2.
sosci_boxes <- function(columns, at) {
  form <- "^([A-Z]{2}[0-9]{2}|[A-Za-z]+[0-9]+x?)_?([0-9]{1,2})$"
  at <- at[grepl(form, names(columns)[at])]
  at <- at[vapply(columns[at], function(x) all(x %in% c(1, 2, NA)) && 1 %in% x, NA)]
  stem <- sub(form, "\\1", names(columns)[at])
  at <- at[stem %in% names(which(table(stem) > 1))]
  if (length(at) < 2 || !any(unlist(columns[at]) %in% 2)) return(NULL)
  mark <- unique(ifelse(grepl("_[0-9]+$", names(columns)[at]), "_", ""))
  if (length(mark) > 1) return(NULL)
  stems <- paste(unique(sub(form, "\\1", names(columns)[at])), collapse = "|")
  list(template = sprintf("{question:%s}%s{option}", stems, mark), at = at)
}

BOX_TEMPLATES <- c("{question}___{option}", "{question} (choice={option})", "{question}[{option}]")

# Check boxes as survey tools name them: the `template` and the columns that fit.
boxes_of <- function(names, at) {
  for (text in BOX_TEMPLATES) {
    fit <- template_fits(parse_template(text, "boxes", SHEET_FIELDS), names[at])
    found <- if (length(fit)) at[!is.na(fit[[1]]$option)]
    if (length(found) > 1) return(list(template = text, at = found))
  }
}

# Boxes that hold a cross or nothing, and whose names begin alike: "Symptoms: pain", "Symptoms: fever".
marked_boxes <- function(columns, at) {
  marks <- vapply(columns[at], function(x) toString(unique(tolower(x[!is.na(x)]))), "")
  at <- at[grepl("^(x|[\u2713\u2714\u2611])$", marks) & vapply(columns[at], anyNA, NA)]
  form <- "^(.*[^:._/ -])(: ?| - |___?|_|[.]|/)(.+)$"
  at <- at[grepl(form, names(columns)[at])]
  stem <- sub(form, "\\1", names(columns)[at])
  mark <- sub(form, "\\2", names(columns)[at])
  several <- at[stem %in% names(which(table(stem) > 1)) & !grepl("[|{}:]", stem)]
  if (length(several) == 0 || length(unique(mark[at %in% several])) > 1) return(NULL)
  stems <- paste(unique(stem[at %in% several]), collapse = "|")
  list(template = sprintf("{question:%s}%s{option}", stems, mark[match(several[1], at)]), at = several)
}

# A long sheet without names: the last column holds the ratings, and each combination of the others occurs once.
nameless_proposal <- function(columns) {
  k <- length(columns)
  if (!k %in% 3:4 || !all(grepl("^V[0-9]+$", names(columns)))) return(NULL)
  ids <- columns[-k]
  n <- vapply(ids, function(x) length(unique(x)), 0L)
  if (anyNA(unlist(ids)) || anyDuplicated(data.frame(ids)) || prod(n) > 2 * length(ids[[1]])) return(NULL)
  item <- which.max(n)
  rest <- setdiff(seq_along(ids), item)
  ways <- if (k == 3) list(list(rater = rest)) else lapply(list(rest, rev(rest)), function(at) {
    list(question = at[1], rater = at[2])
  })
  calls <- vapply(ways, function(way) {
    toString(c(paste("item =", item), sprintf("%s = %d", names(way), unlist(way)), paste("rating =", k)))
  }, "")
  # Raters agree with each other more than the answers to two questions do.
  if (k == 4) {
    agree <- vapply(ways, function(way) agreement_of_rows(columns[[k]], ids[[item]], ids[[way$question]]), 0)
    calls <- calls[order(-agree)]
  }
  list(calls = calls, roles = list())
}

# The share of equal ratings of an item and question, less that of ratings of the question alone.
agreement_of_rows <- function(rating, item, question) {
  same <- function(group) {
    counts <- tapply(as.character(rating), group, function(x) {
      c(sum(table(x) * (table(x) - 1)), length(x) * (length(x) - 1))
    })
    sums <- Reduce(`+`, counts)
    sums[1] / sums[2]
  }
  same(paste(item, question, sep = "\r")) - same(question)
}
