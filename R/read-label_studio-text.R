# Finds the text to which offsets of Label Studio refer, and tasks with spans in several texts. A result names an
# object of the interface, but not the field of the task that this object shows.

# `results`: `task` (its position in `data`), `same` (a text that identifies the task for all annotators), `control`,
# `to` (the object), `start`, `end`, `own` (the covered text according to the result), `region`, `is_other` (in a
# sound or a page), `is_blank` (an annotation without spans), `is_page` (one of several texts), `is_asked` (by a
# control that is read). Returns a list: the whole `text` for each result, NA for none; whether offsets are
# `in_characters` already; whether the text was `not_found`.
label_studio_text <- function(results, data) {
  # JSON_MIN does not name objects, so the control is used.
  name <- ifelse(is.na(results$to), results$control, results$to)
  key <- paste(results$same, name, sep = "\r")
  object <- match(key, unique(key))
  first <- which(!duplicated(key))
  has <- function(x) seq_along(first) %in% object[x]
  spanned <- !is.na(results$start) & !is.na(results$end)
  is_text <- spanned & !has(results$is_other)[object]
  of_object <- data[results$task[first]]
  objects <- data.frame(
    same = results$same[first], name = name[first], to = results$to[first], like = alike(of_object),
    is_text = has(is_text), field = rep(NA_character_, length(first))
  )
  at <- which(objects$is_text)
  part <- lapply(results, `[`, is_text)
  objects$field[at] <- fields_of_objects(part, match(object[is_text], at), objects[at, ], of_object[at])
  whole <- texts_behind(of_object, objects$field)[object]
  # A page without spans has the text of its object.
  whole[!is_text & !(results$is_blank & !is.na(results$to))] <- NA
  # An annotator without spans has seen the text in which others have spans, whatever else was answered or marked.
  marked <- objects[has(is_text & results$is_asked), ]
  no_span <- results$is_blank | !results$is_asked | nrow(marked) > 0 & !spanned & !results$is_other
  whole[!results$is_asked & !results$is_page] <- NA
  open <- which(no_span & !results$is_page & is.na(whole))
  whole[open] <- seen_texts(data[results$task[open]], results$same[open], marked, any(spanned & !is_text))
  is_text <- is_text & results$is_asked
  # Predictions of a model may count characters rather than UTF-16 units.
  wide <- which(is_text & !is.na(results$own) & has_wide_characters(whole))
  part <- lapply(results, `[`, wide)
  counted <- part$region[!covers(part, whole[wide]) & covers(part, whole[wide], in_units = FALSE)]
  not_found <- is_text & is.na(whole)
  not_found[not_found] <- !is.na(results$own[not_found]) | vapply(data[results$task[not_found]], has_text, NA)
  list(text = whole, in_characters = results$region %in% counted, not_found = not_found)
}

# A key for tasks with the same names of fields, as in one project.
alike <- function(data) vapply(data, function(x) paste(sort(names(x)), collapse = "\r"), "")

# The whole text of tasks for annotators without spans: the field in which others have spans, if there is only one, in
# the same task, otherwise in tasks with the same fields, otherwise in any task. `objects`: those in which others have
# spans.
seen_texts <- function(data, same, objects, others) {
  marked <- unique(objects[c("same", "field")])
  several <- marked$same %in% marked$same[duplicated(marked$same)]
  marked$field[several] <- NA
  field <- marked$field[match(same, marked$same)]
  text <- no_address(texts_behind(data, field))
  elsewhere <- which(!same %in% marked$same & !duplicated(same))
  like <- alike(data[elsewhere])
  used <- unique(objects[c("like", "field")])
  fields <- unique(used$field)
  found <- as.character(unlist(Map(function(data, like) {
    near <- like %in% used$like
    there <- if (near) used$field[used$like == like] else fields
    found <- no_address(texts_behind(rep(list(data), length(there)), there))
    found <- if (near) found else found[!is.na(found)]
    if (length(found) == 0 && !others && !anyNA(fields)) found <- no_address(texts_behind(list(data), "text"))
    if (length(found) == 1) found else NA_character_
  }, data[elsewhere], like)))
  ifelse(same %in% marked$same, text, found[match(same, same[elsewhere])])
}

# The field that each object shows, NA if uncertain. `results`: their spans; `object`: the position of each span's
# object in `objects`.
fields_of_objects <- function(results, object, objects, data) {
  objects$named <- named_fields(data, objects$to)
  objects$exact <- objects$named == objects$to & !is.na(objects$named) & !is.na(objects$to)
  # If there are several objects, they cannot all show the field `text`.
  texts <- unique(objects[objects$named %in% "text", c("like", "to")])
  objects$named[
    objects$named %in% "text" & !objects$exact & objects$like %in% texts$like[duplicated(texts$like)]
  ] <- NA
  differs <- !is.na(results$own) & !covers(results, texts_behind(data, objects$named)[object])
  doubtful <- is.na(objects$named) | seq_along(data) %in% object[differs]
  # All spans of objects with this name are used to find the field.
  open <- which(objects$name %in% objects$name[doubtful])
  those <- object %in% open
  part <- lapply(results, `[`, those)
  if (length(open)) {
    objects$named[open] <- matching_fields(part, match(object[those], open), objects[open, ], data[open])
  }
  objects$named
}

# The field with the name of the object, otherwise `text`; NA if neither contains text.
named_fields <- function(data, to) {
  own <- !is.na(no_address(texts_behind(data, to)))
  other <- !is.na(no_address(texts_behind(data, rep("text", length(data)))))
  ifelse(own, to, ifelse(other, "text", NA))
}

# The field whose text agrees with most of the spans in the task; if several do, the one with most agreement in tasks
# with the same fields, then in all tasks, since an object shows the same field in each; if there are still several,
# the one with the object's name. If spans have no text, any field that contains text.
matching_fields <- function(results, object, objects, data) {
  fields <- lapply(data, function(x) names(x)[!is.na(texts_behind(rep(list(x), length(x)), names(x)))])
  n_fields <- lengths(fields)
  of <- rep(seq_along(data), n_fields)
  field <- as.character(unlist(fields))
  text <- texts_behind(data[of], field)
  said <- which(!is.na(results$own))
  # Each span is compared with each field of its task.
  n <- n_fields[object[said]]
  tried <- sequence(n, cumsum(c(1L, n_fields))[object[said]])
  span <- lapply(results[c("start", "end", "own")], `[`, rep(said, n))
  hit <- covers(span, text[tried]) | covers(span, text[tried], in_units = FALSE)
  hits <- tabulate(tried[hit], length(field))
  most <- function(n) n == stats::ave(n, of, FUN = max)
  kept <- ifelse(of %in% object[said], hits > 0 & most(hits), !is.na(no_address(text)))
  is_named <- field == objects$named[of] & !is.na(objects$named[of])
  # The field found by the name of the object is used if it is a candidate with exactly that name, or if there is no
  # candidate.
  settled <- seq_along(data) %in% of[kept & is_named] & objects$exact | !seq_along(data) %in% of[kept]
  for (pool in list(paste(objects$like, objects$name, sep = "\r"), objects$name)) {
    place <- paste(pool[of], field, sep = "\r")
    total <- tapply(hits, factor(place, unique(place)), sum)[place]
    kept <- kept & most(ifelse(kept, c(total), -1))
  }
  settled <- settled | seq_along(data) %in% of[kept & is_named]
  found <- rep(NA_character_, length(data))
  alone <- kept & tabulate(of[kept], length(data))[of] == 1
  found[of[alone]] <- field[alone]
  ifelse(settled, objects$named, found)
}

texts_behind <- function(data, field) {
  value <- Map(function(data, field) if (!is.na(field)) .subset2(data, field), data, field)
  is_text <- vapply(value, rlang::is_string, NA)
  text <- rep(NA_character_, length(value))
  text[is_text] <- unlist(value[is_text])
  # Numbers are marked by parse_marked(), and are not text.
  text[startsWith(text, "\uf8ff#")] <- NA
  text
}

# Sets addresses, such as of a sound or of a text in another file, to NA.
no_address <- function(text) {
  text[is_blank(text) | grepl("^([a-z][a-z0-9+.-]*://|/)\\S*$", text)] <- NA
  text
}

has_text <- function(data) {
  any(!is.na(no_address(texts_behind(rep(list(data), length(data)), names(data)))))
}

# Whether the text between the offsets is the text in the result.
covers <- function(results, whole, in_units = TRUE) {
  from <- if (in_units) characters_of_utf16(results$start, whole) else results$start
  to <- if (in_units) characters_of_utf16(results$end, whole) else results$end
  same_words(covered_text(whole, from, to), results$own)
}

# Compares texts without white space, since Label Studio changes line breaks.
same_words <- function(one, other) {
  plain <- function(x) gsub("[[:space:]]|\\\\n", "", x)
  same <- one == other
  open <- which(!same)
  same[open] <- plain(one[open]) == plain(other[open])
  same %in% TRUE
}

# If a control marks spans in several texts of a task, each text becomes a page of its own, since positions in
# different texts must not be compared.
objects_as_pages <- function(results, task) {
  flat <- unlist(results, recursive = FALSE)
  values <- lapply(field_values(flat, "value"), function(x) if (is.list(x)) x else list())
  spanned <- vapply(values, function(x) any(c("start", "ranges") %in% names(x)), NA)
  marks <- data.frame(
    task = rep(task, lengths(results)), control = field_text(flat, "from_name"), object = field_text(flat, "to_name")
  )
  several <- unique(marks[spanned & !is.na(marks$control) & !is.na(marks$object), ])
  several <- several[duplicated(several[1:2]) | duplicated(several[1:2], fromLast = TRUE), ]
  if (nrow(several) == 0) {
    return(results)
  }
  paged <- which(spanned & marks$object %in% marks$object[spanned & marks$control %in% several$control])
  flat[paged] <- Map(function(result, object) {
    result[["item_index"]] <- paste(c(result[["item_index"]], object), collapse = "_")
    result
  }, flat[paged], marks$object[paged])
  parts_like(flat, results)
}

# With several pages or pictures, `item_index` counts them from 0; relations and answers about the whole task have
# none. If others have marked a page, an annotation without results there gets a blank row: the annotator saw the page
# and marked nothing.
with_blank_pages <- function(results, task) {
  result <- unlist(results, recursive = FALSE)
  index <- field_text(result, "item_index")
  if (all(is.na(index))) {
    return(results)
  }
  index <- lapply(parts_like(index, results), setdiff, NA)
  paged <- task %in% task[lengths(index) > 0]
  there <- split(unlist(index[paged]), rep(task[paged], lengths(index[paged])))
  object <- split(
    data.frame(index = field_text(result, "item_index"), to = field_text(result, "to_name")),
    rep(task, lengths(results))
  )
  results[paged] <- Map(function(own, index, task) {
    lacking <- setdiff(there[[as.character(task)]], index)
    known <- object[[as.character(task)]]
    c(own, Map(function(x, to) list(item_index = x, to_name = to), lacking, known$to[match(lacking, known$index)]))
  }, results[paged], index[paged], task[paged])
  results
}

item_of_page <- function(item, result) {
  index <- field_text(result, "item_index")
  ifelse(is.na(index), item, paste0(item, "_", index))
}
