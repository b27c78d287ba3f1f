# Columns of readers that contain the kind of annotation, with the argument that chooses one kind.

SPAN_LAYERS <- c(
  layer = "read_webanno(layer = )", feature = "read_webanno(feature = )", control = "read_label_studio(controls = )",
  tier = "tier"
)

# The argument of the reader of `files` that chooses tiers.
tier_choice <- function(files) {
  readers <- c(
    if (any(has_extension(files, "textgrid"))) "read_textgrid(tier = )",
    if (any(has_extension(files, c("eaf", "txt", "tsv")))) "read_eaf(tier = )"
  )
  paste(readers %||% c("read_textgrid(tier = )", "read_eaf(tier = )"), collapse = " or ")
}

# Stops if an annotator has several annotations of a document, as in Label Studio after submitting a task twice: the
# spans of all versions together are those of none.
check_one_version <- function(data, document, annotator) {
  if (!all(c("annotation", "control") %in% names(data))) {
    return(invisible())
  }
  known <- !is.na(data[["annotation"]])
  parts <- unique(data.frame(document = id_text(document), annotator = id_text(annotator), data["annotation"])[known, ])
  twice <- unique(parts[duplicated(parts[1:2]), 1:2])
  if (nrow(twice)) {
    abort_accord(
      "several_versions",
      c(
        "An annotator has one annotation of a document.",
        x = "{nrow(twice)} document{?s} {?has/have} several by one annotator:
             {.val {first_few(paste(twice$document, twice$annotator, sep = ' by '))}}.",
        i = "Choose one with {.code read_label_studio(duplicates = \"last\")}; to join all versions, remove column
             {.var annotation}."
      ),
      documents = twice$document, annotators = twice$annotator
    )
  }
}

# Stops if annotations belong to several layers: these are answers to different questions, so a common coefficient
# would be meaningless. `data`: the columns that have no role; `marked`: the rows that contain an annotation.
check_one_layer <- function(data, document, marked, things) {
  marked <- which(marked)
  document <- id_text(document[marked])
  for (name in intersect(names(SPAN_LAYERS), names(data))) {
    layer <- data[[name]][marked]
    if (!is.character(layer) && !is.factor(layer)) next
    layer <- as.character(layer)
    # Several layers matter only if some document has more than one.
    pairs <- unique(data.frame(document, layer)[!is.na(layer), ])
    several <- pairs$document %in% pairs$document[duplicated(pairs$document)]
    if (!any(several)) next
    there <- sort(unique(pairs$layer[several]))
    choice <- if (name == "tier") tier_choice(id_text(data[["file"]])) else SPAN_LAYERS[[name]]
    abort_accord(
      "several_layers",
      c(
        "{things} that are compared must be answers to one question.",
        x = "Column {.var {name}} has {length(there)} values within a document: {.val {first_few(there)}}.",
        i = "Choose one with {.code {choice}}; to compare them as if they were one, remove the column.",
        i = if (name == "tier") "If each tier is of one annotator, use {.code annotator = tier}."
      ),
      column = name,
      available = there
    )
  }
}
