# How the ratings are compared: the arguments of as_ratings(), and the weights of kappas.

# The weights that suit the level of each question, where none were chosen.
app_usual <- function(source, choices) {
  usual <- source$usual[!names(source$usual) %in% names(choices$weights)]
  chosen <- unlist(choices$weights[names(choices$weights) %in% names(source$usual)])
  usual <- as.list(c(usual, chosen))
  one <- length(source$questions) == 1 || !is.null(choices$question)
  if (length(usual)) if (one) unname(usual)[[1]] else as.call(c(quote(c), usual))
}

# Returns the weights of kappas: where none were chosen, those that suit the level, as for single raters and in reports;
# percent agreement stays that of equal ratings, and alpha has its level.
app_kappa_weights <- function(source, choices, coefficients) {
  usual <- as.list(source$usual[!names(source$usual) %in% names(choices$weights)])
  kappas <- if (is.null(coefficients)) source$kappas else intersect(gwet_by_verb(coefficients), app_kappas(REGISTRY))
  if (length(usual) == 0 || length(kappas) == 0) return(NULL)
  each <- lapply(usual, function(weights) {
    as.call(c(quote(c), rlang::set_names(rep(list(weights), length(kappas)), kappas)))
  })
  one <- length(source$questions) == 1 || !is.null(choices$question)
  if (one) unname(each)[[1]] else as.call(c(quote(list), each))
}

# The coefficients with weights that are named in weights = c(cohen_kappa = "linear").
app_kappas <- function(entries) {
  unique(gwet_by_verb(entries$id[entries$corrected & entries$joins != "own_verb" & entries$id != "krippendorff_alpha"]))
}

# The arguments of as_ratings().
app_scale <- function(source, choices) {
  own <- choices$question %||% source$questions
  by_question <- function(x) {
    x <- x[names(x) %in% own]
    if (length(x)) as.call(c(quote(c), x))
  }
  order <- choices$order[names(choices$order) %in% own]
  order <- lapply(order, function(labels) if (length(labels) > 1) as.call(c(quote(c), labels)) else labels)
  Filter(Negate(is.null), list(
    question = choices$question, weights = by_question(choices$weights), level = by_question(choices$level),
    distance = by_question(choices$distance),
    categories = if (length(order)) as.call(c(quote(list), order))
  ))
}

# Words of steps, each from the lowest to the highest.
APP_STEPS <- list(
  c("none", "minimal", "mild", "moderate", "severe", "very severe", "extreme"),
  c("none", "slight", "fair", "moderate", "substantial", "almost perfect"),
  c("very low", "low", "medium", "moderate", "high", "very high"), c("small", "medium", "large"),
  c("never", "rarely", "seldom", "sometimes", "often", "usually", "always"),
  c("very poor", "poor", "fair", "average", "good", "very good", "excellent"),
  c("strongly disagree", "disagree", "neutral", "agree", "strongly agree"),
  c("very negative", "negative", "neutral", "positive", "very positive"),
  c("not at all", "a little", "somewhat", "quite a bit", "very much"), c("no", "partly", "yes")
)

# The labels in the order that they seem to have, NULL if none is seen: Roman numbers, numbers before or after words,
# or words of steps.
app_order_seen <- function(labels) {
  if (length(labels) < 3) return(NULL)
  number <- match(toupper(labels), as.character(utils::as.roman(1:20)))
  if (!anyNA(number)) return(labels[order(number)])
  form <- "^(?:(?:grade|stage|level|step|class|type|category|score)[ _-]*)?([0-9]+)(?:[^0-9]+.*)?$"
  at <- sub(form, "\\1", tolower(labels), perl = TRUE)
  if (all(grepl("^[0-9]+$", at)) && !anyDuplicated(at) && !all(grepl("^[0-9]+$", labels))) {
    return(labels[order(as.numeric(at))])
  }
  words <- gsub("[_-]+", " ", tolower(trimws(labels)))
  for (steps in APP_STEPS) {
    place <- match(words, steps)
    if (!anyNA(place)) return(labels[order(place)])
  }
  NULL
}
