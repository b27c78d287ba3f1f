# Columns of raters that hold values of different kinds: numbers and labels, truth values in words, codes and
# measurements.

# Columns of one question of which some hold numbers and others labels.
check_kinds <- function(plain, columns, spec, who) {
  numeric <- vapply(columns[plain$at], function(x) {
    x <- recoded_texts(distinct(x), if (!is_by_question(spec$recode, "recode")) spec$recode)
    x <- x[!is.na(x)]
    x <- trim_blanks(x)
    if (length(x)) mean(is_numeric_text(x) | are_decimal_commas(x)) else NA_real_
  }, 0)
  of <- plain$parts$question %||% rep("", length(numeric))
  for (question in unique(of)) {
    own <- which(of == question)
    numbers <- own[numeric[own] %in% 1]
    labels <- own[numeric[own] %in% 0]
    if (length(numbers) == 0 || length(labels) == 0) next
    truth <- truth_values(columns[plain$at[own]])
    # Yes and no beside 0 and 1 are no sign of two questions.
    if (length(truth) == 0) check_template_turned(plain, columns, spec)
    shown <- vapply(c(numbers[1], labels[1]), function(k) {
      values <- unique(columns[[plain$at[k]]])
      sprintf("%s (%s)", names(columns)[plain$at[k]], listed(values[!is.na(values)], 3))
    }, "")
    code <- if (length(truth)) recode_code(truth, spec)
    abort_accord(
      "rating_type",
      c(
        "All columns of a question must hold numbers, or all must hold labels.",
        x = "{length(numbers)} column{?s} {?holds/hold} numbers, {length(labels)} {?holds/hold} labels: {shown}.",
        i = if (length(who)) "If they are several questions, say who rated: {.code {who}}.",
        i = if (!length(who)) {
          "If they are several questions, say so by {.arg rater} or {.arg names}; {.arg rating} chooses columns."
        },
        i = if (length(code)) "If they mean the same, use {.code {code}}.",
        i = if (!length(code)) "If they mean the same, use {.arg recode}."
      ),
      columns = names(columns)[plain$at[c(numbers, labels)]], advice = code
    )
  }
}

# Words for true and false in some of these columns, where others hold 0 and 1: "1" and "0", named by the words as they
# are written; empty if there are none.
truth_values <- function(columns) {
  values <- lapply(columns, column_values)
  numbers <- vapply(values, function(v) length(v) == 2 && setequal(v, c("0", "1")), NA)
  words <- Filter(function(v) {
    length(v) > 0 && any(vapply(YES_AND_NO, function(pair) all(tolower(v) %in% pair), NA))
  }, values)
  if (!any(numbers) || length(words) == 0) {
    return(character())
  }
  said <- unique(unlist(words))
  yes <- tolower(said) %in% vapply(YES_AND_NO, `[`, "", 1)
  rlang::set_names(ifelse(yes, "1", "0"), said)
}

# Whether a column of these holds measurements, of more than ten values, and another codes, of ten or fewer, between
# which hardly any of the measurements lie.
are_measured_beside_codes <- function(columns) {
  numbers <- lapply(columns, function(x) {
    y <- cell_numbers(sub("^([0-9]+)[[:alpha:]]$", "\\1", x))
    y[!is.na(y)]
  })
  if (any(lengths(numbers) < lengths(columns) / 2)) {
    return(FALSE)
  }
  n <- vapply(numbers, function(y) length(unique(y)), 0L)
  any(vapply(which(n > 10), function(j) {
    any(vapply(which(n <= 10 & n > 1), function(k) {
      mean(numbers[[j]] >= min(numbers[[k]]) & numbers[[j]] <= max(numbers[[k]])) < 0.2
    }, NA))
  }, NA))
}

# Columns that the user named one by one are raters, unless their values say that they are several questions: numbers
# in ranges that do not meet, or labels of which none is common to two columns.
check_named_apart <- function(plain, columns, names, who, spec) {
  if (!all(plain$named) || length(plain$at) < 2 || length(plain$at) > 30) {
    return(invisible())
  }
  own <- lapply(columns[plain$at], function(x) x[!is.na(x)])
  if (min(lengths(own)) < 5) {
    return(invisible())
  }
  # Words and numbers for the same answers may have been made alike by the user.
  recode <- if (!is_by_question(spec$recode, "recode")) spec$recode
  values <- lapply(own, function(x) {
    new <- recoded_texts(unique(x), recode)
    new <- fold_case(trim_blanks(typed_marks(unique(new[!is.na(new)]))))
    # A program writes 1.0 where a column has missing values, and 1 where it has none.
    if (length(new) && all(is_numeric_text(new))) unique(id_text(as.double(new))) else new
  })
  repeated <- all(mapply(function(x, v) 2 * length(v) <= length(x), own, values))
  shared <- sum(n_shared(values))
  numbers <- all(vapply(values, function(v) all(is_numeric_text(v)), NA))
  # Codes that a spreadsheet made dates of have an error of their own.
  mangled <- vapply(values, function(v) all(are_days_of_months(v)), NA)
  if (any(mangled) && !all(mangled)) return(invisible())
  apart <- shared == 0 && repeated
  if (numbers && !apart) {
    range <- vapply(values, function(v) range(as.double(v)), c(0, 0))
    apart <- any(vapply(seq_along(own), function(j) {
      all(range[2, j] < range[1, -j]) || all(range[1, j] > range[2, -j])
    }, NA))
  }
  measured <- are_measured_beside_codes(own)
  if (!apart && !measured) {
    return(invisible())
  }
  found <- if (apart) {
    "have no value in common, or numbers in ranges that do not meet"
  } else {
    "are codes and measurements: most numbers of one lie outside of all values of another"
  }
  alike <- shared == 0 && length(unique(lengths(values))) == 1 && length(values[[1]]) <= 3
  pairs <- if (alike) toString(sprintf("\"%s\" = \"...\"", values[[2]]))
  truth <- if (apart && !is_by_question(spec$recode, "recode")) truth_values(own)
  code <- if (length(truth)) recode_code(truth, spec)
  abort_accord(
    "several_questions",
    c(
      "The columns of {.arg rating} must be raters who answered the same question.",
      x = "{length(own)} columns, {.var {first_few(names[plain$at])}}, {found}.",
      i = if (length(who)) "If each is a question, say who rated: {.code {who}}.",
      i = if (!length(who)) {
        "If each is a question, say who rated: name the column of raters in {.arg rater}, or use \
         {.code names = \"{{question}}_{{rater}}\"}."
      },
      i = if (alike && !length(code)) {
        "If they mean the same in other words, use {.arg recode}, as in {.code recode = c({pairs})}."
      },
      i = if (length(code)) "If they mean the same, use {.code {code}}.",
      i = "If each is a rater, say so: {.code names = \"{{rater}}\"}."
    ),
    columns = names[plain$at], advice = code
  )
}
