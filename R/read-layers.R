# Columns of readers that contain the kind of annotation, with the argument that chooses one kind.

SPAN_LAYERS <- c(
  layer = "read_webanno(layer = )", feature = "read_webanno(feature = )", control = "read_label_studio(controls = )"
)

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
    abort_accord(
      "several_layers",
      c(
        "{things} that are compared must be answers to one question.",
        x = "Column {.var {name}} has {length(there)} values within a document: {.val {first_few(there)}}.",
        i = "Choose one with {.code {SPAN_LAYERS[[name]]}}; to compare them as if they were one, remove the column."
      ),
      column = name,
      available = there
    )
  }
}
