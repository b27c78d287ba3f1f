# One file of WebAnno TSV 3 to its annotations.

webanno_document <- function(file) {
  lines <- lines_of(file)
  lines <- sub("\r$", "", sub("^\ufeff", "", lines))
  if (!any(grepl("^#FORMAT=WebAnno TSV 3", lines[seq_len(min(5, length(lines)))]))) {
    return(bad_file("not_a_table", "not WebAnno TSV 3"))
  }
  if (!all(validUTF8(lines))) {
    return(bad_file("not_a_table", "not UTF-8"))
  }
  layers <- webanno_layers(lines)
  tokens <- webanno_tokens(lines, sum(layers$columns_of_layer[!duplicated(layers$number)]))
  part <- c(list(layers = layers), tokens)
  found <- lapply(
    unique(layers$number), function(number) webanno_layer(layers[layers$number == number, ], part)
  )
  part$rows <- do.call(rbind, c(list(webanno_rows(character(), part)), lapply(found, `[[`, "rows")))
  empty <- part$rows$kind == "span" & part$rows$start == part$rows$end
  one_each <- which(empty & !duplicated(part$rows[c("layer", "line", "start")]))
  left_out <- new_problems(
    row = part$rows$line[one_each], column = part$rows$layer[one_each],
    problem = offset_words(part$rows$start, part$rows$end, part$length)[one_each]
  )
  part$rows <- part$rows[!empty, ]
  part$problems <- do.call(rbind, c(list(tokens$problems), lapply(found, `[[`, "problems"), list(left_out)))
  part
}

# A row per column of annotations: `number` of its layer, `kind`, `layer`, `feature` (NA for none), `column`.
webanno_layers <- function(lines) {
  head <- grep("^#T_(SP|CH|RL)=", lines, value = TRUE)
  fields <- strsplit(paste0(sub("^#T_..=", "", head), "|", recycle0 = TRUE), "|", fixed = TRUE)
  features <- lapply(fields, function(x) if (length(x) > 1) x[-1] else NA_character_)
  n <- lengths(features)
  number <- rep(seq_along(fields), n)
  feature <- unlist(features) %||% character()
  tibble::tibble(
    number = number,
    kind = unname(c(SP = "span", CH = "chain", RL = "relation")[substr(head, 4, 5)])[number],
    layer = vapply(fields, `[`, "", 1)[number],
    feature = ifelse(feature %in% "", NA, feature),
    column = 3L + seq_along(number),
    columns_of_layer = n[number]
  )
}

# Tokens, and parts of tokens that are annotated on their own (`1-2.1`): `cell`, a matrix of text; `line`;
# `begin` and `end` in characters; `token`, which token of the document it is (of); and of the document
# `text`, `length`, `tokens`.
webanno_tokens <- function(lines, n_columns) {
  is_token <- grepl("^[0-9]+-[0-9]+([.][0-9]+)?\t", lines)
  at <- which(is_token)
  fields <- strsplit(paste0(lines[at], "\t", recycle0 = TRUE), "\t", fixed = TRUE)
  offsets <- vapply(fields, `[`, "", 2)
  short <- lengths(fields) < 3 + n_columns
  unread <- !grepl("^[0-9]{1,9}-[0-9]{1,9}$", offsets)
  bad <- short | unread
  # Such as of a layer whose line in the header is damaged.
  beyond <- which(vapply(fields, function(x) !all(x[-seq_len(3 + n_columns)] %in% c("", "_")), NA) & !bad)
  other <- which(!is_token & !is_blank(lines) & !startsWith(lines, "#"))
  problems <- rbind(
    new_problems(row = at[short], problem = sprintf(
      "%d columns where the header has %d; token left out.", lengths(fields)[short], 3L + n_columns
    )),
    new_problems(row = at[unread & !short], problem = rep(
      "The second column must contain offsets such as 0-4; token left out.", sum(unread & !short)
    )),
    new_problems(row = at[beyond], problem = sprintf(
      "%d columns where the header has %d; those beyond left out.", lengths(fields)[beyond], 3L + n_columns
    )),
    new_problems(row = other, problem = rep("The line is no token; left out.", length(other)))
  )
  at <- at[!bad]
  fields <- fields[!bad]
  cell <- matrix(as.character(unlist(lapply(fields, `[`, seq_len(3 + n_columns)))), ncol = 3 + n_columns, byrow = TRUE)
  unit <- as.numeric(c(sub("-.*", "", cell[, 2]), sub(".*-", "", cell[, 2])))
  begin <- unit[seq_along(at)]
  end <- unit[length(at) + seq_along(at)]
  whole <- !grepl(".", cell[, 1], fixed = TRUE)
  text <- webanno_text(lines, at[whole], begin[whole], cell[whole, 3])
  to_characters <- function(offset) characters_of_utf16(offset, rep(text, length(offset)))
  list(
    cell = cell, line = at, begin = to_characters(begin), end = to_characters(end), name = cell[, 1],
    token = pmax(cumsum(whole), 1), text = text, length = if (length(at)) max(to_characters(end)) else 0,
    tokens = sum(whole), problems = problems
  )
}

# The text of the document: sentences where their first token says that they are, blanks between them.
webanno_text <- function(lines, line, begin, form) {
  is_text <- startsWith(lines, "#Text=")
  first <- is_text & !c(FALSE, is_text[-length(is_text)])
  sentence <- cumsum(first)
  texts <- vapply(split(sub("^#Text=", "", lines[is_text]), sentence[is_text]), paste, "", collapse = "\n")
  texts <- unescape(unname(texts))
  of <- sentence[line]
  start <- match(seq_along(texts), of)
  kept <- !is.na(start)
  texts <- texts[kept]
  start <- start[kept]
  # A sentence may begin with blanks.
  into <- regexpr("[^[:space:]]", texts) - 1L
  units <- function(x) nchar(x, "chars") + nchar(gsub("[^\U10000-\U10FFFF]", "", x, perl = TRUE), "chars")
  place <- begin[start] - ifelse(startsWith(texts, substr(form[start], 1, 1)), 0, pmax(into, 0))
  text <- ""
  used <- 0
  pieces <- character(length(texts))
  for (i in seq_along(texts)) {
    gap <- max(place[i] - used, 0)
    pieces[i] <- paste0(strrep(" ", gap), texts[i])
    used <- used + gap + units(texts[i])
  }
  paste(pieces, collapse = text)
}

unescape <- function(x) {
  x <- gsub("(?<!\\\\)((?:\\\\\\\\)*)\\\\t", "\\1\t", x, perl = TRUE)
  x <- gsub("(?<!\\\\)((?:\\\\\\\\)*)\\\\[nr]", "\\1\n", x, perl = TRUE)
  gsub("\\\\(.)", "\\1", x, perl = TRUE)
}

# The pieces of cells that `|` divides: a list per cell.
stacked <- function(cell) strsplit(cell, "(?<!\\\\)[|]", perl = TRUE)

webanno_layer <- function(layer, part) {
  cell <- part$cell[, layer$column, drop = FALSE]
  marked <- which(rowSums(cell != "_") > 0)
  pieces <- lapply(seq_len(ncol(cell)), function(j) stacked(cell[marked, j]))
  n <- matrix(unlist(lapply(pieces, lengths)), length(marked), ncol(cell))
  uneven <- which(rowSums(n != n[, 1]) > 0)
  problems <- new_problems(
    row = part$line[marked[uneven]], column = layer$layer[1],
    problem = rep(
      "The columns of the layer stack different numbers of annotations; left out.", length(uneven)
    )
  )
  keep <- setdiff(seq_along(marked), uneven)
  values <- lapply(pieces, function(x) unlist(x[keep]) %||% character())
  of <- rep(marked[keep], n[keep, 1])
  build <- switch(layer$kind[1], span = span_rows, chain = chain_rows, relation = relation_rows)
  found <- build(layer, values, of, sequence(n[keep, 1]), part)
  list(rows = found$rows, problems = rbind(problems, found$problems))
}

bracket_id <- function(value) {
  id <- sub(".*(?<!\\\\)\\[([0-9]+)\\]$", "\\1", value, perl = TRUE)
  ifelse(id == value, NA, id)
}

plain_value <- function(value) {
  value <- sub("(?<!\\\\)\\[[0-9]+\\]$", "", value, perl = TRUE)
  ifelse(value %in% c("*", "_"), NA, unescape(value))
}

# Annotations of `kind`, the places of whose tokens are `of`: one each for what has one `key`.
webanno_rows <- function(key, part, of = integer()) {
  first <- which(!duplicated(key))
  unit <- match(key, key[first])
  start <- unname(tapply(part$begin[of], unit, min))
  end <- unname(tapply(part$end[of], unit, max))
  number <- function(x) as.numeric(x %||% numeric())
  n <- length(first)
  none <- rep(NA_character_, n)
  tibble::tibble(
    kind = none, layer = none, feature = none, label = none,
    start = number(start), end = number(end), text = covered_text(rep(part$text, n), number(start), number(end)),
    length = rep(part$length, n),
    token_start = number(
      tapply(part$token[of], unit, min)
    ) - 1, token_end = number(tapply(part$token[of], unit, max)),
    tokens = rep(part$tokens, n), chain = none, mention = none, from = none, to = none,
    line = part$line[of[first]]
  )
}

span_rows <- function(layer, values, of, stack, part) {
  id <- bracket_id(values[[1]])
  key <- ifelse(is.na(id), paste0("t", of, "/", stack), id)
  first <- which(!duplicated(key))
  rows <- webanno_rows(key, part, of)
  rows$kind <- rep("span", nrow(rows))
  rows$layer <- rep(layer$layer[1], nrow(rows))
  all <- lapply(seq_along(values), function(j) {
    rows$feature <- rep(layer$feature[j], nrow(rows))
    rows$label <- plain_value(values[[j]][first])
    rows
  })
  list(rows = in_order(do.call(rbind, all), rep(seq_along(first), length(all))))
}

in_order <- function(rows, place) rows[order(place, method = "radix"), ]

# `*->1-2`: the second mention of chain 1; its column is the first of the layer.
chain_rows <- function(layer, values, of, stack, part) {
  link <- sub(".*->", "", values[[1]])
  good <- grepl("^[0-9]+-[0-9]+$", link)
  problems <- new_problems(
    row = part$line[of[!good]], column = layer$layer[1],
    problem = sprintf("\"%s\" is no link of a chain; left out.", values[[1]][!good])
  )
  key <- link[good]
  rows <- webanno_rows(key, part, of[good])
  first <- which(!duplicated(key))
  rows$kind <- rep("chain", nrow(rows))
  rows$layer <- rep(layer$layer[1], nrow(rows))
  rows$chain <- sub("-.*", "", key[first])
  rows$mention <- sprintf("%.0f-%.0f", rows$start, rows$end)
  if (length(values) > 1) rows$label <- plain_value(values[[2]][good][first])
  list(rows = rows, problems = problems)
}

# `1-1[3_0]` in the last column: from annotation 3 at token 1-1, 0 being the only one there, to one at this
# token.
relation_rows <- function(layer, values, of, stack, part) {
  source <- values[[length(values)]]
  name <- sub("\\[.*", "", source)
  at <- match(name, part$name)
  ids <- regmatches(source, regexec("\\[([0-9]+)_([0-9]+)\\]$", source))
  id <- function(k) vapply(ids, function(x) if (length(x) == 3) x[k] else "0", "")
  good <- !is.na(at)
  problems <- new_problems(
    row = part$line[of[!good]], column = layer$layer[1],
    problem = sprintf("The relation comes from \"%s\", which does not exist; left out.", source[!good])
  )
  base <- sub("^BT_", "", layer$feature[nrow(layer)])
  from <- annotation_place(base, at[good], id(2)[good], part)
  to <- annotation_place(base, of[good], id(3)[good], part)
  rows <- webanno_rows(as.character(seq_along(from)), part, of[good])
  rows[c("start", "end", "token_start", "token_end")] <- NA_real_
  rows$text <- rep(NA_character_, nrow(rows))
  rows$kind <- rep("relation", nrow(rows))
  rows$layer <- rep(layer$layer[1], nrow(rows))
  rows$from <- from
  rows$to <- to
  features <- seq_len(nrow(layer) - 1L)
  all <- lapply(if (length(features)) features else NA, function(j) {
    rows$feature <- rep(layer$feature[j], nrow(rows))
    rows$label <- if (is.na(j)) rep(NA_character_, nrow(rows)) else plain_value(values[[j]][good])
    rows
  })
  list(rows = in_order(do.call(rbind, all), rep(seq_along(from), length(all))), problems = problems)
}

# The offsets of an annotation, "0-7", by its token and its id in the layer that a relation is based on.
annotation_place <- function(base, at, id, part) {
  columns <- part$layers$column[part$layers$layer == base & part$layers$kind == "span"]
  begin <- part$begin[at]
  end <- part$end[at]
  if (length(columns)) {
    pieces <- stacked(part$cell[, columns[1]])
    of <- rep(seq_along(pieces), lengths(pieces))
    own <- bracket_id(unlist(pieces))
    first <- tapply(part$begin[of], own, min)
    last <- tapply(part$end[of], own, max)
    known <- id %in% names(first)
    begin[known] <- first[id[known]]
    end[known] <- last[id[known]]
  }
  sprintf("%.0f-%.0f", begin, end)
}
