# Columns of readers that say what an annotation marks, with the argument that chooses one.

SPAN_LAYERS <- c(
  layer = "read_webanno(layer = )", feature = "read_webanno(feature = )", control = "read_label_studio(controls = )"
)

# Annotations of several layers are answers to several questions: one figure of them all would be of none. `data`: the
# columns that have no other use; `marked`: which rows are more than a sign that the document was seen.
check_one_layer <- function(data, document, marked, things) {
  marked <- which(marked)
  document <- id_text(document[marked])
  for (name in intersect(names(SPAN_LAYERS), names(data))) {
    layer <- data[[name]][marked]
    if (!is.character(layer) && !is.factor(layer)) next
    layer <- as.character(layer)
    # Of documents that are not marked alike nothing is compared.
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
