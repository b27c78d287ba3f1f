# Converts a file of UIMA CAS JSON 0.4 to annotations in the same form as WebAnno TSV. A feature structure is an
# object with an id and a type; keys that begin with @ refer to another one.

cas_document <- function(file) {
  text <- read_utf8(file)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  cas <- parse_marked(text)
  structures <- cas_structures(cas)
  type <- field_text(structures, "%TYPE")
  sofa <- which(type == "uima.cas.Sofa" & vapply(structures, function(x) rlang::is_string(x[["sofaString"]]), NA))
  if (length(sofa) == 0) {
    return(bad_file("not_a_table", if (is.null(cas)) why_unread(text) else "not UIMA CAS JSON, or without a text"))
  }
  views <- field_text(structures[sofa], "sofaID")
  sofa <- sofa[c(which(views == "_InitialView"), 1)[1]]
  whole <- structures[[sofa]][["sofaString"]]
  place <- function(key) {
    characters_of_utf16(field_whole(structures, key, paste0("^", key)), whole)
  }
  begin <- place("begin")
  end <- place("end")
  of_view <- field_text(structures, "@sofa") %in% c(NA, field_text(structures[sofa], "%ID"))
  marks <- of_view & !is.na(begin) & !is.na(end)
  types <- field_list(cas, "%TYPES")
  token <- which(marks & type == CAS_TOKEN)
  part <- list(
    structures = structures, id = field_text(structures, "%ID"), type = type, begin = begin, end = end,
    line = seq_along(structures), token = rep(1L, length(structures)), text = whole, length = nchar(whole, "chars"),
    tokens = length(token), token_begin = sort(begin[token]), token_end = sort(end[token])
  )
  layer <- cas_layers(type, types)
  part$layer <- ifelse(marks & !grepl(CAS_INNER, layer), layer, NA)
  found <- lapply(sort(unique(part$layer[!is.na(part$layer)])), cas_layer, part = part, types = types)
  part$layers <- do.call(rbind, c(
    list(tibble::tibble(layer = character(), feature = character(), use = character())), lapply(found, `[[`, "layers")
  ))
  part$rows <- do.call(rbind, c(list(webanno_rows(character(), part)), lapply(found, `[[`, "rows")))
  bad <- part$rows$kind != "relation" & bad_offsets(part$rows$start, part$rows$end, part$rows$length)
  # As in TSV, a mention may be empty, such as for an omitted pronoun.
  bad <- bad & !(part$rows$kind == "chain" & part$rows$start == part$rows$end)
  one_each <- which(bad & !duplicated(part$rows$line))
  placed <- vapply(structures, function(x) any(c("begin", "end") %in% names(x)), NA)
  unread <- which(of_view & placed & !marks & !grepl(CAS_INNER, layer))
  part$problems <- do.call(rbind, c(
    lapply(found, `[[`, "problems"),
    list(
      new_problems(
        row = part$rows$line[one_each], column = part$rows$layer[one_each],
        problem = offset_words(part$rows$start, part$rows$end, part$rows$length)[one_each]
      ),
      new_problems(row = unread, column = layer[unread], problem = offset_words(begin, end, part$length)[unread])
    )
  ))
  part$rows <- part$rows[!bad, ]
  part
}

CAS_TOKEN <- "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"

# Types made by a tokenizer or a converter, or that describe the document: they are not annotations.
CAS_INNER <- paste0(
  "^uima[.]|^de[.]tudarmstadt[.]ukp[.]clarin[.]webanno[.]api[.]type[.]|",
  "[.]core[.]api[.](metadata|xml|pdf)[.]type[.]|",
  "[.]segmentation[.]type[.](Token|TokenForm|Sentence|Div|Paragraph|Heading|Document|Split|Compound.*)$"
)

# The feature structures, which are in an array, or in an object with ids as keys.
cas_structures <- function(cas) {
  structures <- field_list(cas, "%FEATURE_STRUCTURES")
  if (!is.null(names(structures))) {
    structures <- Map(function(x, id) if (is_object(x)) c(list("%ID" = id), x), structures, names(structures))
  }
  unname(structures[vapply(structures, is_object, NA)])
}

# The layer of each type: the type from which it derives, since the value of a tag may be a subtype.
cas_layers <- function(type, types) {
  kinds <- unique(type[!is.na(type)])
  layer <- vapply(kinds, function(kind) {
    below <- character()
    repeat {
      above <- field_list(types, kind)[["%SUPER_TYPE"]]
      below <- c(below, kind)
      # In a damaged file the inheritance of types may be circular.
      if (!rlang::is_string(above) || startsWith(above, "uima.") || above %in% below) break
      kind <- above
    }
    if (identical(above, "uima.tcas.DocumentAnnotation")) above else kind
  }, "")
  unname(layer[match(type, kinds)])
}

# The features of a layer by its definition and by its annotations: `plain` values, and `links` to other structures.
cas_features <- function(layer, part, types) {
  at <- which(part$layer == layer)
  own <- Filter(is.list, field_list(types, layer))
  range <- field_text(unname(own), "%RANGE")
  # A tag set may be defined as a subtype of string.
  is_text <- vapply(range, function(x) identical(field_list(types, x)[["%SUPER_TYPE"]], "uima.cas.String"), NA)
  is_plain <- range %in% CAS_PLAIN | is_text
  keys <- unique(unlist(lapply(part$structures[at], names)))
  keys <- keys[!grepl("^[%^]", keys)]
  seen <- setdiff(keys[!startsWith(keys, "@")], c("begin", "end"))
  list(
    plain = union(names(own)[is_plain], seen),
    links = setdiff(union(names(own)[!is_plain], sub("^@", "", keys[startsWith(keys, "@")])), c("sofa", seen))
  )
}

CAS_PLAIN <- paste0("uima.cas.", c("String", "Integer", "Float", "Boolean", "Double", "Long", "Short", "Byte"))

cas_layer <- function(layer, part, types) {
  at <- which(part$layer == layer)
  at <- at[order(part$begin[at], part$end[at], method = "radix")]
  features <- cas_features(layer, part, types)
  build <- if (any(c("Governor", "Dependent") %in% features$links)) {
    cas_relations
  } else if ("next" %in% features$links) {
    cas_chains
  } else {
    cas_spans
  }
  build(layer, at, features, part)
}

# Returns a row for each annotation and plain feature, or one row per annotation if there are no features.
cas_values <- function(rows, at, plain, part) {
  all <- lapply(if (length(plain)) plain else NA_character_, function(feature) {
    rows$feature <- rep(feature, nrow(rows))
    if (!is.na(feature)) rows$label <- field_text(part$structures[at], feature)
    rows
  })
  in_order(do.call(rbind, all), rep(seq_along(at), length(all)))
}

cas_marks <- function(kind, layer, at, part) {
  rows <- blank_rows(kind, layer, part$line[at], part)
  rows$start <- part$begin[at]
  rows$end <- part$end[at]
  rows$text <- covered_text(part$text, rows$start, rows$end)
  # The range of tokens that the annotation overlaps.
  rows$token_start <- as.double(findInterval(rows$start, part$token_end))
  rows$token_end <- as.double(findInterval(rows$end, part$token_begin, left.open = TRUE))
  rows
}

cas_spans <- function(layer, at, features, part) {
  rows <- cas_values(cas_marks("span", layer, at, part), at, features$plain, part)
  slots <- lapply(features$links, function(feature) cas_slots(layer, at, feature, part))
  plain <- if (length(features$plain)) features$plain else NA_character_
  roles <- features$links[vapply(slots, function(x) x$is_slot, NA)]
  list(
    layers = tibble::tibble(
      layer = rep(layer, length(plain) + length(roles)), feature = c(plain, roles),
      use = rep(c("value", "role"), c(length(plain), length(roles)))
    ),
    rows = do.call(rbind, c(list(rows), lapply(slots, `[[`, "rows"))),
    problems = do.call(rbind, lapply(slots, `[[`, "problems"))
  )
}

# The slots of a feature: an array of objects, each with a role and a target.
cas_slots <- function(layer, at, feature, part) {
  target <- function(from, key) match(field_text(part$structures[from], paste0("@", key)), part$id)
  array <- target(at, feature)
  links <- lapply(part$structures[array], function(x) match(json_texts(field_list(x, "%ELEMENTS")), part$id))
  links[is.na(array)] <- list(integer())
  host <- rep(at, lengths(links))
  link <- unlist(links) %||% integer()
  is_link <- vapply(part$structures[link], function(x) "@target" %in% names(x), NA)
  host <- host[is_link]
  link <- link[is_link]
  filled <- target(link, "target")
  found <- cas_relation(layer, host, filled, host, part)
  found$rows$feature <- rep(feature, nrow(found$rows))
  found$rows$label <- field_text(part$structures[link[found$good]], "role")
  c(found, list(is_slot = any(is_link)))
}

# `from` and `to`: positions in `part`, NA for an annotation that does not exist.
cas_relation <- function(layer, from, to, at, part) {
  marked <- function(x) !is.na(x) & !is.na(part$begin[x]) & !is.na(part$end[x])
  good <- marked(from) & marked(to)
  rows <- blank_rows("relation", layer, part$line[at[good]], part)
  where <- function(x) sprintf("%.0f-%.0f", part$begin[x], part$end[x])
  rows$from <- where(from[good])
  rows$to <- where(to[good])
  list(rows = rows, good = good, problems = new_problems(
    row = part$line[at[!good]], column = rep(layer, sum(!good)),
    problem = rep("The relation leads to an annotation that is not there; left out.", sum(!good))
  ))
}

cas_relations <- function(layer, at, features, part) {
  end_of <- function(key) match(field_text(part$structures[at], paste0("@", key)), part$id)
  found <- cas_relation(layer, end_of("Governor"), end_of("Dependent"), at, part)
  plain <- if (length(features$plain)) features$plain else NA_character_
  list(
    layers = tibble::tibble(layer = rep(layer, length(plain)), feature = plain, use = rep("value", length(plain))),
    rows = cas_values(found$rows, at[found$good], features$plain, part), problems = found$problems
  )
}

# A chain refers to its `@first` mention, and each mention to the `@next`.
cas_chains <- function(layer, at, features, part) {
  refer <- function(key) match(field_text(part$structures, paste0("@", key)), part$id)
  following <- refer("next")
  chain <- integer(length(part$id))
  number <- 0L
  in_layer <- seq_along(part$id) %in% at
  first <- refer("first")
  first <- first[first %in% at]
  first <- first[order(part$begin[first], part$end[first])]
  # A mention that is not the next of another begins a chain, if no chain object says so.
  for (one in c(first, setdiff(at, c(first, following[at])), at)) {
    if (chain[one] > 0) next
    number <- number + 1L
    while (isTRUE(in_layer[one]) && chain[one] == 0) {
      chain[one] <- number
      one <- following[one]
    }
  }
  rows <- cas_marks("chain", layer, at, part)
  rows$chain <- as.character(chain[at])
  rows$mention <- sprintf("%.0f-%.0f", rows$start, rows$end)
  rows$label <- field_text(part$structures[at], "referenceType")
  label <- field_text(part$structures[at], "referenceRelation")
  led <- which(!is.na(label) & following[at] %in% at)
  steps <- cas_relation(layer, at[led], following[at[led]], at[led], part)
  steps$rows$feature <- rep("referenceRelation", length(led))
  steps$rows$label <- label[led]
  features <- c("referenceRelation", "referenceType")
  list(
    layers = tibble::tibble(layer = layer, feature = features, use = "value"), rows = rbind(rows, steps$rows),
    problems = steps$problems
  )
}
