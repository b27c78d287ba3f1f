# The names of coefficients in the registry of the core, also shortened, and weights that are named by them.

# Returns the accepted names: ids, and names of verbs, which differ from ids only for verbs with several coefficients.
coefficient_choices <- function(extra = NULL) {
  shared <- REGISTRY[REGISTRY$joins != "own_verb", ]
  unique(c(shared$id, shared$verb, extra))
}

# Expands short names: a word such as "alpha" that occurs in the name of only one coefficient stands for it. Other names
# are returned unchanged.
full_names <- function(x, known) {
  if (!is.character(x)) {
    return(x)
  }
  short <- which(!is.na(x) & !x %in% c(known, "all"))
  x[short] <- vapply(x[short], function(word) {
    found <- names_with_word(word, known)
    if (length(found) == 1) found else word
  }, "", USE.NAMES = FALSE)
  x
}

# Returns the names that contain a word. If these are all coefficients of one verb, the name is that of the verb, such
# as "gwet_ac".
names_with_word <- function(word, known) {
  registry <- REGISTRY[REGISTRY$id %in% known, ]
  words <- strsplit(paste(registry$id, registry$verb, sep = "_"), "_", fixed = TRUE)
  found <- registry[vapply(words, function(own) word %in% own, NA), ]
  if (nrow(found) > 1 && length(unique(found$verb)) == 1) found$verb[1] else found$id
}

# Whether all names are those of coefficients. Other names are those of questions, and a matrix has names of categories.
is_by_coefficient <- function(weights) {
  known <- coefficient_choices()
  is_plain_named(weights) && all(full_names(names(weights), known) %in% known)
}

is_plain_named <- function(x) (is.character(x) || is.list(x)) && is.null(dim(x)) && !is.null(names(x))
