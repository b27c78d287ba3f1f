# Which text the offsets of Label Studio count in. A result names an object of the interface, and not the field of the
# task that the object shows.

# `results`: `task` (its place in `data`), `to` (the object), `start`, `end`, `own` (the text that the result says it
# covers), `region`, `is_other` (of a sound or a page), `is_blank` (an annotation that marked nothing). A list: the
# whole `text` of each, NA for none; whether the offsets are `in_characters` already; whether the text is `not_found`.
label_studio_text <- function(results, data) {
  key <- paste(results$task, results$to, sep = "\r")
  object <- match(key, unique(key))
  first <- which(!duplicated(key))
  has <- function(x) seq_along(first) %in% object[x]
  spanned <- !is.na(results$start) & !is.na(results$end)
  is_text <- spanned & !has(results$is_other)[object]
  of_object <- data[results$task[first]]
  named <- named_fields(of_object, results$to[first])
  named[!has(is_text)] <- NA
  whole <- texts_behind(of_object, named)[object]
  differs <- has(is_text & !is.na(results$own) & !covers(results, whole))
  for (i in which(has(is_text) & (is.na(named) | differs))) {
    here <- which(is_text & object == i)
    named[i] <- matching_field(lapply(results, `[`, here), of_object[[i]], named[i])
    whole[here] <- texts_behind(of_object[i], named[i])
  }
  # A page without a mark has the text of its object.
  whole[!is_text & !(results$is_blank & !is.na(results$to))] <- NA
  # Who marked nothing saw the field in which others mark, whatever else was answered; of several fields it may be
  # another one.
  fields <- names(sort(table(named), decreasing = TRUE))
  no_span <- results$is_blank | length(fields) == 1 & !spanned & !results$is_other
  for (field in c(fields, if (!any(spanned & !is_text)) "text")) {
    open <- which(no_span & is.na(whole))
    whole[open] <- no_address(texts_behind(data[results$task[open]], rep(field, length(open))))
  }
  # A model may have counted characters.
  wide <- which(is_text & !is.na(results$own) & has_wide_characters(whole))
  part <- lapply(results, `[`, wide)
  counted <- part$region[!covers(part, whole[wide]) & covers(part, whole[wide], in_units = FALSE)]
  not_found <- is_text & is.na(whole)
  not_found[not_found] <- !is.na(results$own[not_found]) | vapply(data[results$task[not_found]], has_text, NA)
  list(text = whole, in_characters = results$region %in% counted, not_found = not_found)
}

# The field that has the name of the object, else `text`; NA where none holds text.
named_fields <- function(data, to) {
  own <- !is.na(no_address(texts_behind(data, to)))
  other <- !is.na(no_address(texts_behind(data, rep("text", length(data)))))
  ifelse(own, to, ifelse(other, "text", NA))
}

# The field whose text is there what most of the results say; without such words, the only one that holds text.
matching_field <- function(results, data, named) {
  fields <- names(data)[!is.na(texts_behind(rep(list(data), length(data)), names(data)))]
  if (all(is.na(results$own))) {
    texts <- fields[!is.na(no_address(texts_behind(rep(list(data), length(fields)), fields)))]
    return(if (is.na(named) && length(texts) == 1) texts else named)
  }
  n <- vapply(fields, function(field) {
    whole <- rep(texts_behind(list(data), field), length(results$start))
    sum(covers(results, whole) | covers(results, whole, in_units = FALSE))
  }, 0L)
  best <- fields[n == max(n, 1L)]
  if (length(best) == 0 || named %in% best) named else if (length(best) == 1) best else NA_character_
}

texts_behind <- function(data, field) {
  value <- Map(function(data, field) if (!is.na(field)) .subset2(data, field), data, field)
  is_text <- vapply(value, rlang::is_string, NA)
  text <- rep(NA_character_, length(value))
  text[is_text] <- unlist(value[is_text])
  # A number has a mark.
  text[startsWith(text, "\uf8ff#")] <- NA
  text
}

# Without addresses, of a sound or of a text that is elsewhere.
no_address <- function(text) {
  text[is_blank(text) | grepl("^([a-z][a-z0-9+.-]*://|/)\\S*$", text)] <- NA
  text
}

has_text <- function(data) {
  any(!is.na(no_address(texts_behind(rep(list(data), length(data)), names(data)))))
}

# Does the text between the offsets say what the result says?
covers <- function(results, whole, in_units = TRUE) {
  from <- if (in_units) characters_of_utf16(results$start, whole) else results$start
  to <- if (in_units) characters_of_utf16(results$end, whole) else results$end
  same_words(covered_text(whole, from, to), results$own)
}

# Label Studio writes line breaks in its own way.
same_words <- function(one, other) {
  plain <- function(x) gsub("[[:space:]]|\\\\n", "", x)
  same <- one == other
  open <- which(!same)
  same[open] <- plain(one[open]) == plain(other[open])
  same %in% TRUE
}
