# Text in one encoding: what R hashes, compares and sorts is UTF-8 that is marked so, or ASCII.

# Ids or labels as the text by which they are told: 100000, not 1e+05 as R writes the number. `like`: the ids of the
# data, where `x` is what the user wrote of them; R has written a number among names as 1e+05, too.
id_text <- function(x, like = x) {
  is_number <- function(ids) is.numeric(ids) && !is.object(ids)
  x <- without_value_labels(x)
  text <- as.character(x)
  if (is_number(x) || is_number(like)) {
    # A search for two letters takes a tenth of the time of the pattern.
    long <- grep("e+", text, fixed = TRUE, useBytes = TRUE)
    long <- long[grepl("^-?[0-9.]+e[+][0-9]+$", text[long])]
    text[long] <- sprintf("%.0f", as.double(if (is.numeric(x)) x[long] else text[long]))
  }
  text
}

# The rows of `known` that have the ids of `asked`, both lists of columns. Types that have nothing in common, as where
# one file has numbers and another text, are compared as text.
match_ids <- function(asked, known) {
  for (i in seq_along(asked)) {
    both <- alike_ids(asked[[i]], known[[i]])
    asked[[i]] <- both[[1]]
    known[[i]] <- both[[2]]
  }
  frame <- function(columns) vctrs::new_data_frame(stats::setNames(columns, paste0("id", seq_along(columns))))
  vctrs::vec_match(frame(asked), frame(known))
}

# Two columns of ids, of types that can be combined.
alike_ids <- function(x, y) {
  alike <- !inherits(try(vctrs::vec_ptype2(x, y), silent = TRUE), "try-error")
  if (alike) list(x, y) else list(id_text(x, like = y), id_text(y, like = x))
}

# The positions of raters by name, whom the user named in `arg`.
match_raters <- function(asked, ratings, arg) {
  check_vector(asked, arg)
  known <- id_text(ratings$raters)
  asked <- id_text(asked, like = ratings$raters)
  unknown <- setdiff(asked, known)
  if (length(unknown)) {
    hints <- unique(unlist(lapply(unknown[!is.na(unknown)], nearest, choices = known)))
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

# A string without a mark is in the encoding of the session, or else UTF-8 as files are: read.csv() marks
# nothing.
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
