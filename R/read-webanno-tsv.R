# Reads the annotations of a file in WebAnno TSV 3.

webanno_document <- function(file) {
  lines <- lines_of(file)
  lines <- sub("\r$", "", sub("^\ufeff", "", lines))
  if (!any(grepl("^#FORMAT=WebAnno TSV 3", lines[seq_len(min(5, length(lines)))]))) {
    return(bad_file("not_a_table", "not WebAnno TSV 3"))
  }
  if (!all(validUTF8(lines))) {
    zero <- any(undecoded(lines[!validUTF8(lines)]) == ZERO_BYTE)
    return(bad_file("not_a_table", if (zero) "a text with a zero byte (NUL)" else "not UTF-8"))
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

# Returns a row for each column of annotations: `number` of its layer, `kind`, `layer`, `feature` (NA for none),
# `column`, and its `use`: "value", "role" and "target" (for the links of a slot feature), or "base" (for relations).
webanno_layers <- function(lines) {
  head <- grep("^#T_(SP|CH|RL)=", lines, value = TRUE)
  fields <- strsplit(paste0(sub("^#T_..=", "", head), "|", recycle0 = TRUE), "|", fixed = TRUE)
  features <- lapply(fields, function(x) if (length(x) > 1) x[-1] else NA_character_)
  n <- lengths(features)
  number <- rep(seq_along(fields), n)
  feature <- unlist(features) %||% character()
  # If the header was cut, a role may have no target column.
  is_role <- startsWith(feature, "ROLE_") %in% TRUE & duplicated(number, fromLast = TRUE)
  is_target <- c(FALSE, is_role[-length(is_role)])[seq_along(is_role)]
  use <- ifelse(is_role, "role", ifelse(is_target, "target", ifelse(grepl("^BT_", feature), "base", "value")))
  feature[is_role] <- sub("^ROLE_[^:]*:(.*?)_[^._]*[.].*$", "\\1", feature[is_role], perl = TRUE)
  tibble::new_tibble(list(
    number = number,
    kind = unname(c(SP = "span", CH = "chain", RL = "relation")[substr(head, 4, 5)])[number],
    layer = vapply(fields, `[`, "", 1)[number],
    feature = ifelse(feature %in% "", NA, feature),
    column = 3L + seq_along(number),
    use = use,
    columns_of_layer = n[number]
  ), nrow = length(number))
}

# Tokens, and parts of tokens with their own annotations (`1-2.1`): `cell`, a matrix of text; `line`; `begin` and
# `end` in characters; `token`, the number of the token in the document that contains it; and `text`, `length` and
# `tokens` of the document.
webanno_tokens <- function(lines, n_columns) {
  is_token <- grepl("^[0-9]+-[0-9]+([.][0-9]+)?\t", lines)
  at <- which(is_token)
  fields <- strsplit(paste0(lines[at], "\t", recycle0 = TRUE), "\t", fixed = TRUE)
  offsets <- vapply(fields, `[`, "", 2)
  # A line that was cut at a tab has an empty last cell without a tab after it.
  cut <- n_columns > 0 & lengths(fields) == 3 + n_columns & endsWith(lines[at], "\t")
  short <- lengths(fields) < 3 + n_columns | cut
  unread <- !grepl("^[0-9]{1,9}-[0-9]{1,9}$", offsets)
  unread[!unread] <- as.numeric(sub("-.*", "", offsets[!unread])) > as.numeric(sub(".*-", "", offsets[!unread]))
  bad <- short | unread
  # Cells beyond the known columns belong to a layer whose line in the header is damaged, for example.
  beyond <- which(vapply(fields, function(x) !all(x[-seq_len(3 + n_columns)] %in% c("", "_")), NA) & !bad)
  other <- which(!is_token & !is_blank(lines) & !startsWith(lines, "#"))
  problems <- rbind(
    new_problems(row = at[short], problem = sprintf(
      "%d columns where the header has %d; token left out.", lengths(fields)[short] - cut[short], 3L + n_columns
    )),
    new_problems(row = at[unread & !short], problem = rep(
      "The second column must contain offsets such as 0-4; token left out.", sum(unread & !short)
    )),
    new_problems(row = at[beyond], problem = sprintf(
      "%d columns where the header has %d; those beyond left out.", lengths(fields)[beyond], 3L + n_columns
    )),
    new_problems(row = other, problem = rep("The line is not a token; left out.", length(other)))
  )
  places <- list(
    line = at[!unread], begin = as.numeric(sub("-.*", "", offsets[!unread])),
    form = vapply(fields, `[`, "", 3)[!unread], name = vapply(fields, `[`, "", 1)[!unread]
  )
  at <- at[!bad]
  fields <- fields[!bad]
  cell <- matrix(as.character(unlist(lapply(fields, `[`, seq_len(3 + n_columns)))), ncol = 3 + n_columns, byrow = TRUE)
  unit <- as.numeric(c(sub("-.*", "", cell[, 2]), sub(".*-", "", cell[, 2])))
  begin <- unit[seq_along(at)]
  end <- unit[length(at) + seq_along(at)]
  whole <- !grepl(".", cell[, 1], fixed = TRUE)
  text <- webanno_text(lines, places)
  to_characters <- function(offset) characters_of_utf16(offset, text)
  list(
    cell = cell, line = at, begin = to_characters(begin), end = to_characters(end), name = cell[, 1],
    token = pmax(cumsum(whole), 1), text = text, length = if (length(at)) max(to_characters(end)) else 0,
    tokens = sum(whole), problems = problems
  )
}

# The text of the document: each sentence is placed by its first token with offsets, with blanks in between.
webanno_text <- function(lines, places) {
  places <- as.data.frame(places)[!grepl(".", places$name, fixed = TRUE), ]
  is_text <- startsWith(lines, "#Text=")
  first <- is_text & !c(FALSE, is_text[-length(is_text)])
  sentence <- cumsum(first)
  texts <- vapply(split(sub("^#Text=", "", lines[is_text]), sentence[is_text]), paste, "", collapse = "\n")
  texts <- unescape(unname(texts))
  start <- match(seq_along(texts), sentence[places$line])
  kept <- !is.na(start)
  texts <- texts[kept]
  start <- start[kept]
  # A sentence may begin with blanks, or its first tokens may have invalid offsets.
  units <- function(x) nchar(x, "chars") + nchar(gsub("[^\U10000-\U10FFFF]", "", x, perl = TRUE), "chars")
  # A line that was cut has no form.
  at <- function(form, text) if (is.na(form)) NA else regexpr(form, text, fixed = TRUE)
  found <- Map(at, unescape(places$form[start]), texts)
  into <- as.integer(unlist(found))
  into <- ifelse(is.na(into) | into < 1, regexpr("[^[:space:]]", texts), into)
  place <- places$begin[start] - units(substr(texts, 1, pmax(into, 1L) - 1L))
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

# Splits cells at a character unless it is escaped: returns a list with the pieces of each cell. An empty cell is one
# empty value.
pieces_of <- function(cell, by) {
  pieces <- strsplit(cell, sprintf("\\\\.(*SKIP)(*FAIL)|[%s]", by), perl = TRUE)
  pieces[lengths(pieces) == 0] <- list("")
  pieces
}

stacked <- function(cell) pieces_of(cell, "|")

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
  # In escaped text a closing bracket at the end is escaped as well, so it is not taken for an id.
  id <- sub(".*\\[([0-9]+)\\]$", "\\1", value, perl = TRUE)
  ifelse(id == value, NA, id)
}

without_id <- function(value) sub("\\[[0-9]+\\]$", "", value)

plain_value <- function(value) {
  value <- without_id(value)
  ifelse(value %in% c("*", "_", ""), NA_character_, unescape(value))
}
