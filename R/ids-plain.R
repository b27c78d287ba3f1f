# Converts columns of any class to plain vectors, and ids to text; blanks around texts, and texts that are numbers.

# `what`: the argument that the column comes from.
plain_column <- function(x, what) {
  if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
  check_plain_column(x, what)
  if (is_integer64(x)) {
    return(plain_integer64(x, what))
  }
  x <- without_value_labels(x)
  if (is.factor(x)) {
    return(plain_factor(x, what))
  }
  if (is.character(x)) {
    attributes(x) <- NULL
    return(plain_text(x, what))
  }
  if (!is.numeric(x) && !is.logical(x) && !inherits(x, c("Date", "POSIXct", "difftime"))) {
    abort_accord(
      "column_type",
      c(
        "{.arg {what}} must hold numbers, text, factors, logicals or dates.",
        x = "It is {.obj_type_friendly {x}}.",
        i = "Convert it with {.fn as.character}."
      ),
      argument = what
    )
  }
  if (inherits(x, "AsIs")) class(x) <- setdiff(class(x), "AsIs")
  # Attributes are removed only if there are any: otherwise R would wrap the vector, and the core would have to copy it.
  if (!is.object(x) && !is.null(attributes(x))) attributes(x) <- NULL
  x
}

check_plain_column <- function(x, what) {
  if (is.list(x) && !inherits(x, "POSIXlt") || length(dim(x)) > 1) {
    abort_accord(
      "list_column",
      c(
        "{.arg {what}} must be a column of single values.",
        x = "It is {.obj_type_friendly {x}}."
      ),
      argument = what
    )
  }
}

# A level that is NA is dropped, and equal texts in two encodings become one level.
plain_factor <- function(x, what) {
  levels <- attr(x, "levels")
  plain <- plain_text(levels, what)
  kept <- unique(plain[!is.na(plain)])
  if (identical(plain, levels) && length(kept) == length(levels)) {
    return(x)
  }
  code <- match(plain, kept)[as.integer(x)]
  structure(code, levels = kept, class = class(x))
}

# Returns the plain values of labelled columns from SPSS and Stata, whether or not package haven is loaded. Values that
# the user declared as missing are NA, as is.na() of haven defines.
without_value_labels <- function(x) {
  if (!inherits(x, "haven_labelled")) {
    return(x)
  }
  values <- attr(x, "na_values", exact = TRUE)
  range <- attr(x, "na_range", exact = TRUE)
  attributes(x) <- NULL
  out <- x %in% values
  if (length(range) == 2) out <- out | !is.na(x) & x >= range[1] & x <= range[2]
  x[out] <- NA
  x
}

# A 64-bit integer is stored in the bits of a double, whose value is meaningless to R unless package bit64 is loaded.
# Numbers up to 2^53 become doubles; if there are larger ids, all become text.
plain_integer64 <- function(x, what) {
  bits <- bits_of(x)
  beyond <- which(!bits$missing & (bits$high > 2^21 | bits$high == 2^21 & bits$low > 0))
  if (length(beyond) == 0) {
    return(integer64_numbers(x, bits))
  }
  text <- paste0(ifelse(bits$negative, "-", ""), decimal_text(bits$high, bits$low))
  text[bits$missing] <- NA
  if (what %in% c("rating", "categories")) {
    abort_accord(
      "rating_type",
      c(
        "Ratings that are whole numbers must lie within 2^53, where numbers are exact.",
        x = "{length(beyond)} of them {?does/do} not: {.val {first_few(text[beyond])}}.",
        i = "If they are labels, convert them with {.fn as.character}."
      ),
      rows = beyond
    )
  }
  text
}

# Converts to double, with rounding beyond 2^53.
integer64_numbers <- function(x, bits = bits_of(x)) {
  size <- bits$high * 2^32 + bits$low
  ifelse(bits$missing, NA, ifelse(bits$negative, -size, size))
}

# For columns that are used in computations or combined to a matrix.
without_integer64 <- function(data) {
  at <- which(vapply(unclass(data), is_integer64, NA))
  data[at] <- lapply(unclass(data)[at], integer64_numbers)
  data
}

# Returns the absolute value of each number in two halves of 32 bits, its sign, and whether it represents NA.
bits_of <- function(x) {
  attributes(x) <- NULL
  half <- readBin(writeBin(x, raw(), endian = "little"), "integer", 2 * length(x), 4, endian = "little")
  half <- matrix(as.double(half), 2)
  half[is.na(half)] <- -2^31
  half[half < 0] <- half[half < 0] + 2^32
  low <- half[1, ]
  high <- half[2, ]
  negative <- high >= 2^31
  carry <- low == 0
  list(
    low = ifelse(negative & !carry, 2^32 - low, low),
    high = ifelse(negative, 2^32 - high - !carry, high),
    negative = negative, missing = high == 2^31 & low == 0
  )
}

# Long division by 10^9, in digits of 16 bits.
decimal_text <- function(high, low) {
  digits <- list(high %/% 2^16, high %% 2^16, low %/% 2^16, low %% 2^16)
  billions <- list()
  for (i in 1:3) {
    rest <- numeric(length(high))
    for (k in seq_along(digits)) {
      sum <- rest * 2^16 + digits[[k]]
      digits[[k]] <- sum %/% 1e9
      rest <- sum %% 1e9
    }
    billions[[i]] <- sprintf("%09.0f", rest)
  }
  sub("^0+(?=.)", "", paste0(billions[[3]], billions[[2]], billions[[1]]), perl = TRUE)
}

# Returns ids or labels as text, with 100000 instead of R's 1e+05. `like`: the ids of the data, if `x` was given by the
# user; then text such as 1e+05, which R creates for numbers in names, is converted too.
id_text <- function(x, like = x) {
  is_number <- function(ids) is.numeric(ids) && !is.object(ids)
  x <- without_value_labels(x)
  text <- as.character(x)
  if (is_number(x) || is_number(like)) {
    # A fixed search takes a tenth of the time of the pattern, and numbers of fewer digits have no exponent.
    long <- if (is_number(x)) which(abs(x) >= 1e5) else seq_along(text)
    long <- long[grepl("e+", text[long], fixed = TRUE, useBytes = TRUE)]
    long <- long[grepl("^-?[0-9.]+e[+][0-9]+$", text[long])]
    text[long] <- sprintf("%.0f", as.double(if (is.numeric(x)) x[long] else text[long]))
  }
  text
}

# Returns the rows of `known` with the ids of `asked`; both are lists of columns. Incompatible types, as when one file
# has numbers and another text, are compared as text.
match_ids <- function(asked, known) {
  for (i in seq_along(asked)) {
    both <- alike_ids(asked[[i]], known[[i]])
    asked[[i]] <- both[[1]]
    known[[i]] <- both[[2]]
  }
  frame <- function(columns) vctrs::new_data_frame(stats::setNames(columns, paste0("id", seq_along(columns))))
  vctrs::vec_match(frame(asked), frame(known))
}

# Returns two columns of ids with compatible types.
alike_ids <- function(x, y) {
  alike <- !inherits(try(vctrs::vec_ptype2(x, y), silent = TRUE), "try-error")
  if (alike) list(x, y) else list(id_text(x, like = y), id_text(y, like = x))
}

# Returns the positions of the raters that the user named in `arg`.
match_raters <- function(asked, ratings, arg) {
  check_vector(asked, arg)
  known <- id_text(ratings$raters)
  asked <- id_text(asked, like = ratings$raters)
  unknown <- setdiff(asked, known)
  if (length(unknown)) {
    hints <- near_spellings(unknown[!is.na(unknown)], known)
    abort_accord(
      "unknown_rater",
      c(
        "{.arg {arg}} must be raters of these data.",
        x = "{length(unknown)} of them {?is/are} not: {.val {unknown}}.",
        i = if (length(hints)) "Did you mean {.val {hints}}?"
      ),
      raters = unknown
    )
  }
  match(asked, known)
}

# `what`: the argument that the text comes from.
plain_text <- function(x, what) {
  if (!needs_utf8(x)) {
    return(x)
  }
  text <- as_utf8(x)
  bad <- which(!validUTF8(text))
  if (length(bad)) {
    shown <- iconv(text[bad], "UTF-8", "UTF-8", sub = "byte")
    abort_accord(
      "encoding",
      c(
        "Text must be valid in its encoding.",
        x = "{length(bad)} value{?s} {?is/are} not: {.val {first_few(shown)}}.",
        x = "See {.arg {what}}, row{cli::qty(length(bad))}{?s} {first_few(bad)}.",
        i = "Read the data with their encoding, as in {.code read.csv(file, fileEncoding = \"latin1\")}.",
        i = "For data in R, see {.fn iconv}."
      ),
      argument = what,
      rows = bad
    )
  }
  text
}

# Text without a declared encoding is in the encoding of the session or, if invalid there, UTF-8, as in files:
# read.csv() declares no encoding.
as_utf8 <- function(x) {
  mark <- Encoding(x)
  x[mark == "latin1"] <- enc2utf8(x[mark == "latin1"])
  open <- which(mark %in% c("unknown", "bytes"))
  if (!l10n_info()[["UTF-8"]]) {
    native <- open[mark[open] == "unknown" & !validUTF8(x[open])]
    known <- iconv(x[native], "", "UTF-8")
    x[native[!is.na(known)]] <- known[!is.na(known)]
  }
  Encoding(x[open]) <- "UTF-8"
  x
}

# The pattern of trimws() takes time that grows with the square of the length of a run of blanks.
trim_blanks <- function(x) {
  # Cells without blanks at either end, which are most of them, are found quickly and skipped.
  at <- grep("^[ \t\r\n]|[ \t\r\n]$", x, perl = TRUE)
  cut <- sub("^[ \t\r\n]+", "", x[at])
  x[at] <- sub("(?s)^(.*[^ \t\r\n])?[ \t\r\n]*$", "\\1", cut, perl = TRUE)
  x
}

is_numeric_text <- function(x) grepl("^-?[0-9]+([.][0-9]+)?$", x)
