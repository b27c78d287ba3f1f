# Converts annotations of WebAnno TSV 3 to rows: spans with the links of their slots, chains, relations.

# Returns one row for each distinct `key`; cells with the same key are parts of one annotation. `of`: the positions of
# their tokens.
webanno_rows <- function(key, part, of = integer()) {
  first <- which(!duplicated(key))
  unit <- match(key, key[first])
  start <- unname(tapply(part$begin[of], unit, min))
  end <- unname(tapply(part$end[of], unit, max))
  number <- function(x) as.numeric(x %||% numeric())
  n <- length(first)
  none <- rep(NA_character_, n)
  # A project may have thousands of files, and tibble() would take most of the time.
  tibble::new_tibble(list(
    kind = none, layer = none, feature = none, label = none,
    start = number(start), end = number(end), text = covered_text(part$text, number(start), number(end)),
    length = rep(part$length, n),
    token_start = number(
      tapply(part$token[of], unit, min)
    ) - 1, token_end = number(tapply(part$token[of], unit, max)),
    tokens = rep(part$tokens, n), chain = none, mention = none, from = none, to = none,
    line = part$line[of[first]]
  ), nrow = n)
}

span_rows <- function(layer, values, of, stack, part) {
  id <- bracket_id(values[[1]])
  key <- ifelse(is.na(id), paste0("t", of, "/", stack), id)
  first <- which(!duplicated(key))
  rows <- webanno_rows(key, part, of)
  rows$kind <- rep("span", nrow(rows))
  rows$layer <- rep(layer$layer[1], nrow(rows))
  all <- feature_rows(rows, layer, which(layer$use == "value"), values, first)
  links <- lapply(which(layer$use == "role"), function(j) {
    link_rows(layer, j, values[[j]][first], values[[j + 1L]][first], rows, part)
  })
  place <- c(rep(seq_along(first), length(all)), unlist(lapply(links, `[[`, "host")))
  list(
    rows = in_order(do.call(rbind, c(all, lapply(links, `[[`, "rows"))), place),
    problems = do.call(rbind, lapply(links, `[[`, "problems"))
  )
}

# A copy of the rows for each of `features`, whose values at `at` are the labels; a single copy without labels if
# there are no features.
feature_rows <- function(rows, layer, features, values, at) {
  lapply(if (length(features)) features else NA_integer_, function(j) {
    rows$feature <- rep(layer$feature[j], nrow(rows))
    if (!is.na(j)) rows$label <- plain_value(values[[j]][at])
    rows
  })
}

# A slot feature, such as `seller;goods` with targets `2-1;2-3[4]`: a relation from its host to an annotation at each
# of these tokens, with the role as label.
link_rows <- function(layer, j, roles, targets, hosts, part) {
  linked <- which(!targets %in% c("*", "_", ""))
  role <- pieces_of(without_id(roles[linked]), ";")
  target <- pieces_of(targets[linked], ";")
  even <- lengths(role) == lengths(target)
  host <- rep(linked[even], lengths(target)[even])
  role <- unlist(role[even]) %||% character()
  target <- unlist(target[even]) %||% character()
  at <- match(without_id(target), part$name)
  good <- !is.na(at)
  id <- bracket_id(target[good])
  rows <- relation_frame(
    layer, sprintf("%.0f-%.0f", hosts$start[host[good]], hosts$end[host[good]]),
    annotation_place(layer$feature[j + 1L], at[good], id, part), hosts$line[host[good]], part
  )
  rows$feature <- rep(layer$feature[j], nrow(rows))
  rows$label <- plain_value(role[good])
  problems <- rbind(
    new_problems(row = hosts$line[linked[!even]], column = layer$feature[j], problem = rep(
      "The slots have not as many roles as targets; left out.", sum(!even)
    )),
    new_problems(row = hosts$line[host[!good]], column = layer$feature[j], problem = sprintf(
      "The slot is filled by \"%s\", which does not exist; left out.", target[!good]
    ))
  )
  list(rows = rows, host = host[good], problems = problems)
}

in_order <- function(rows, place) rows[order(place, method = "radix"), ]

# A chain link such as `coref->1-2`: the second mention of chain 1, with the label of its relation to the next
# mention. The other column contains the type of the mention; the order of the two columns depends on the version.
chain_rows <- function(layer, values, of, stack, part) {
  link_column <- match("referenceRelation", layer$feature, 1L)
  links <- values[[link_column]]
  link <- sub(".*->", "", links)
  good <- grepl("^[0-9]+-[0-9]+$", link)
  problems <- new_problems(
    row = part$line[of[!good]], column = layer$layer[1],
    problem = sprintf("\"%s\" is not a link of a chain; left out.", links[!good])
  )
  key <- link[good]
  rows <- webanno_rows(key, part, of[good])
  first <- which(!duplicated(key))
  rows$kind <- rep("chain", nrow(rows))
  rows$layer <- rep(layer$layer[1], nrow(rows))
  rows$chain <- sub("-.*", "", key[first])
  rows$mention <- sprintf("%.0f-%.0f", rows$start, rows$end)
  if (length(values) > 1) rows$label <- plain_value(values[-link_column][[1]][good][first])
  next_one <- match(sprintf("%s-%.0f", rows$chain, as.numeric(sub(".*-", "", key[first])) + 1), key[first])
  label <- plain_value(sub("->[0-9]+-[0-9]+$", "", links[good][first]))
  led <- which(!is.na(label) & !is.na(next_one))
  relations <- relation_frame(layer, rows$mention[led], rows$mention[next_one[led]], rows$line[led], part)
  relations$feature <- rep("referenceRelation", length(led))
  relations$label <- label[led]
  list(rows = rbind(rows, relations), problems = problems)
}

# A relation such as `1-1[3_0]` in the last column: it leads from annotation 3 at token 1-1 to an annotation at this
# token, of which 0 means the only one.
relation_rows <- function(layer, values, of, stack, part) {
  source <- values[[length(values)]]
  name <- sub("\\[.*", "", source)
  at <- match(name, part$name)
  ids <- regmatches(source, regexec("\\[([0-9]+)_([0-9]+)\\]$", source))
  id <- function(k) vapply(ids, function(x) if (length(x) == 3) x[k] else NA_character_, "")
  good <- !is.na(at)
  problems <- new_problems(
    row = part$line[of[!good]], column = layer$layer[1],
    problem = sprintf("The relation comes from \"%s\", which does not exist; left out.", source[!good])
  )
  base <- sub("^BT_", "", layer$feature[nrow(layer)])
  from <- annotation_place(base, at[good], id(2)[good], part)
  to <- annotation_place(base, of[good], id(3)[good], part)
  rows <- relation_frame(layer, from, to, part$line[of[good]], part)
  all <- feature_rows(rows, layer, seq_len(nrow(layer) - 1L), values, good)
  list(rows = in_order(do.call(rbind, all), rep(seq_along(from), length(all))), problems = problems)
}

# A row for each relation, which has no text.
relation_frame <- function(layer, from, to, line, part) {
  rows <- blank_rows("relation", layer$layer[1], line, part)
  rows$from <- from
  rows$to <- to
  rows
}

# Rows for annotations of `kind` at these lines, whose other columns are still NA.
blank_rows <- function(kind, layer, line, part) {
  n <- length(line)
  rows <- webanno_rows(character(), part)[rep(NA_integer_, n), ]
  rows$kind <- rep(kind, n)
  rows$layer <- rep(layer, n)
  rows$length <- rep(part$length, n)
  rows$tokens <- rep(part$tokens, n)
  rows$line <- line
  rows
}

# The offsets of an annotation, such as "0-7", found by its token and its id in the layer on which a relation or slot
# is based, or in any layer if that one is missing. An annotation without an id is the only one at its token.
annotation_place <- function(base, at, id, part) {
  first_columns <- part$layers[part$layers$kind == "span" & !duplicated(part$layers$number), ]
  own <- first_columns$layer %in% base
  columns <- first_columns$column[if (any(own)) own else TRUE]
  pieces <- lapply(columns, function(column) stacked(part$cell[, column]))
  of <- unlist(lapply(pieces, function(x) rep(seq_along(x), lengths(x))))
  layer <- rep(seq_along(columns), vapply(pieces, function(x) sum(lengths(x)), 0L))
  own_id <- bracket_id(unlist(pieces))
  annotation <- paste(layer, own_id)
  named <- match(paste(at, id), paste(of, own_id))
  named[is.na(id)] <- NA
  known <- which(!is.na(named))
  begin <- part$begin[at]
  end <- part$end[at]
  first <- tapply(part$begin[of], annotation, min)
  last <- tapply(part$end[of], annotation, max)
  begin[known] <- first[annotation[named[known]]]
  end[known] <- last[annotation[named[known]]]
  sprintf("%.0f-%.0f", begin, end)
}
