# Selects the coefficients to compute: from names given by the user to entries of the core's registry.

registry_entries <- function(ids) {
  entries <- REGISTRY[match(ids, REGISTRY$id), ]
  entries$model <- ENUMS$model[entries$model + 1L]
  entries
}

# Returns the entries for `coefficients`, in the order given. Gwet's coefficient is AC1 without weights and AC2 with
# them, whichever name is given. `all`: the names that "all" stands for.
resolve_coefficients <- function(coefficients, weighted, extra = NULL, all = NULL) {
  if (identical(coefficients, "all")) coefficients <- all
  coefficients <- check_coefficients(coefficients, coefficient_choices(extra))
  gwet <- coefficients %in% c("gwet_ac", "gwet_ac1", "gwet_ac2")
  coefficients[gwet] <- if (weighted) "gwet_ac2" else "gwet_ac1"
  registry_entries(unique(coefficients))
}

# Returns whether the chance agreement of a coefficient depends on the number of categories.
depends_on_categories <- function(ids) registry_entries(ids)$category_set

# Returns the numbers of the models that need to know who rated.
rater_models <- function() {
  unique(REGISTRY$model[REGISTRY$raters])
}

# Returns the coefficients that "all" stands for, each one once. Conger's and Fleiss' kappa equal Cohen's kappa and
# Scott's pi for two raters, so that only one of each pair is included. Light's kappa is a mean over pairs of raters,
# and is included if there are no more pairs than items and its interval can be drawn. `n_raters` is NA for anonymous
# raters.
all_coefficients <- function(n_raters, n_items, n_meetings = 0) {
  registry <- REGISTRY[REGISTRY$joins == "all" & REGISTRY$id != "gwet_ac2", ]
  two <- n_raters %in% 2
  drop <- if (two) registry$general[registry$general != ""] else registry$id[registry$general != ""]
  if (is.na(n_raters)) drop <- c(drop, registry$id[registry$raters])
  if (!has_few_pairs(n_raters, n_items, n_meetings)) drop <- c(drop, "light_kappa")
  setdiff(registry$id, drop)
}

has_few_pairs <- function(n_raters, n_items, n_meetings = 0) {
  n_raters <- as.double(n_raters)
  few <- n_raters > 2 & n_raters * (n_raters - 1) / 2 <= n_items
  (few & n_meetings <= MOST_DRAWN_MEETINGS) %in% TRUE
}

# Returns what determines "all" in each group: the number of raters with a rating (NA if anonymous), of items, and of
# pairs of ratings by two raters on one item.
group_sizes <- function(ratings, meetings = TRUE) {
  items <- c(0, cumsum(item_counts(ratings)))
  size <- data.frame(
    n_raters = if (knows_raters(ratings)) count_used(ratings, 1L)$n_raters else NA_integer_,
    n_items = diff(items[ratings$group_start + 1L])
  )
  # If every group has too many pairs of raters, the third number makes no difference and is not counted, which would
  # take time.
  size$n_meetings <- if (meetings && any(do.call(has_few_pairs, size))) count_drawn_meetings(ratings) else 0
  size
}

may_have_light <- function(ratings) any(do.call(has_few_pairs, group_sizes(ratings, meetings = FALSE)))

# Returns a list of kinds of groups, since "all" depends on the group: the `entries`, and the positions of the `groups`
# that have them.
coefficients_by_group <- function(coefficients, ratings, weighted, extra = NULL) {
  size <- if (identical(coefficients, "all")) group_sizes(ratings)
  kind <- function(groups) {
    all <- if (!is.null(size)) do.call(all_coefficients, size[groups[1], ])
    list(entries = resolve_coefficients(coefficients, weighted, extra, all), groups = groups)
  }
  if (NROW(size) < 2) {
    return(list(kind(seq_along(ratings$group_status))))
  }
  decides <- data.frame(two = size$n_raters %in% 2, light = do.call(has_few_pairs, size))
  lapply(vctrs::vec_group_loc(decides)$loc, kind)
}

all_entries <- function(kinds) unique(do.call(rbind, lapply(kinds, `[[`, "entries")))

# Returns what "all" stands for when groups are compared: the coefficients that every group has, under the names for any
# number of raters if a group has more than two.
common_coefficients <- function(ratings) {
  size <- group_sizes(ratings)
  most <- max(size$n_raters, 0L)
  common <- all_coefficients(most, max(size$n_items, 0))
  if (all(do.call(has_few_pairs, size))) common else setdiff(common, "light_kappa")
}

# Returns the table of ?agreement in markdown, with a row for each verb.
coefficient_table <- function() {
  registry <- REGISTRY[REGISTRY$joins != "own_verb", ]
  of_verb <- split(registry, factor(registry$verb, unique(registry$verb)))
  rows <- vapply(names(of_verb), function(verb) {
    x <- of_verb[[verb]]
    weighted <- if (nrow(x) > 1) paste0(", or ", sub(".* ", "", x$label[2]), " with weights")
    used <- if (x$least_ratings[1] > 1) "2" else "1"
    sprintf("| `\"%s\"` | [%s][%s()]%s | %s | %s |", verb, x$label[1], verb, weighted %||% "", x$chance[1], used)
  }, "")
  paste(c("| Name | Coefficient | Chance | Ratings |", "|---|---|---|---|", rows), collapse = "\n")
}

# Further words by which users may know a coefficient, in addition to those of the registry.
OTHER_WORDS <- c(
  percent_agreement = "holsti raw", brennan_prediger = "bennett randolph pabak maxwell bp finn rwg free",
  conger_kappa = "hubert exact", krippendorff_alpha = "kripp kalpha", unanimous_agreement = "complete full all"
)

# Returns the `known` names that share most words with `x`, such as "krippendorff" or "Cohen's kappa"; otherwise the
# most similar names.
nearest_coefficients <- function(x, known) {
  registry <- REGISTRY[REGISTRY$id %in% known, ]
  others <- OTHER_WORDS[registry$id]
  words <- split_words(paste(registry$id, registry$verb, registry$label, ifelse(is.na(others), "", others)))
  with_most <- function(asked) {
    shared <- vapply(words, function(own) sum(asked %in% own), 0L)
    registry$id[shared > 0 & shared == max(shared)]
  }
  found <- with_most(split_words(x)[[1]])
  if (length(found) == 0) found <- nearest(x, known)
  # Words of the ids take precedence over the further words.
  for (choices in list(unlist(split_words(registry$id)), unlist(words))) {
    if (length(found) == 0) found <- with_most(nearest(x, unique(choices)))
  }
  both <- c("gwet_ac1", "gwet_ac2")
  if (all(both %in% found)) c("gwet_ac", setdiff(found, both)) else found
}

split_words <- function(x) {
  lapply(strsplit(tolower(x), "[^a-z0-9]+"), function(words) unique(words[nchar(words) > 1]))
}

# Returns the full names, or stops at names that are not known.
check_coefficients <- function(coefficients, known, arg = "coefficients") {
  names <- is.character(coefficients) && length(coefficients) > 0 && !anyNA(coefficients)
  in_full <- full_names(coefficients, known)
  unknown <- if (names) setdiff(in_full, known)
  if (names && length(unknown) == 0) {
    return(in_full)
  }
  several <- Filter(function(word) length(names_with_word(word, known)) > 1, unknown)
  unknown <- setdiff(unknown, several)
  unclear <- c(unknown, several)
  hints <- if (names) unique(unlist(lapply(setdiff(unclear, "all"), nearest_coefficients, known)))
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be {.val all} or some of {.or {.val {known}}}.",
      x = if (!names) "It is {.obj_type_friendly {coefficients}}.",
      x = if (length(unknown)) "{length(unknown)} of them {?is/are} not known: {.val {unknown}}.",
      x = if (length(several)) "{length(several)} of them {?is a word/are words} of several names: {.val {several}}.",
      i = if (length(hints) && length(unclear) == 1) {
        "Did you mean {.or {.val {hints}}}?"
      } else if (length(hints)) {
        "Did you mean {.val {hints}}?"
      },
      i = if ("all" %in% unknown) "{.val all} cannot be combined with other names.",
      i = if (names && any(grepl("icc|intraclass|cronbach", unknown, ignore.case = TRUE))) {
        "{.fn icc} has the intraclass correlations; with complete data {.val icc_ck} is Cronbach's alpha."
      }
    ),
    argument = arg,
    value = coefficients
  )
}

# Readers take these for what they are without weights, so that a note need not repeat it beside weighted coefficients.
UNWEIGHTED_BY_DEFAULT <- "percent_agreement"

# With three or more raters Cohen's kappa becomes Conger's, and Scott's pi becomes Fleiss' kappa, so that their ids are
# replaced in these rows, unless both were asked for.
general_names <- function(id, n_raters) {
  for (special in intersect(REGISTRY$id[REGISTRY$general != ""], id)) {
    several <- which(id == special & (n_raters %||% NA) > 2)
    general <- REGISTRY$general[REGISTRY$id == special]
    if (!general %in% id) id[several] <- general
  }
  id
}

# Returns labels such as "Krippendorff's alpha (ordinal)" or "Cohen's kappa (quadratic)". The level of alpha is always
# given. For other coefficients weights are omitted if no row has any, and the intraclass correlation has only one
# level. `measured = FALSE`: the names alone.
coefficient_labels <- function(x, measured = TRUE) {
  id <- general_names(as.character(x$coefficient), x[["n_raters"]])
  label <- REGISTRY$label[match(id, REGISTRY$id)]
  label[is.na(label)] <- id[is.na(label)]
  if (!measured) {
    return(label)
  }
  metric <- as.character(x[["metric"]] %||% rep(NA, length(id)))
  metric[startsWith(id, "icc")] <- NA
  alpha <- id == "krippendorff_alpha"
  if (all(metric %in% c("nominal", "identity", NA))) metric[!alpha] <- NA
  custom <- metric %in% "custom"
  metric[custom] <- ifelse(alpha[custom], "custom distance", "custom weights")
  metric[metric %in% "identity"] <- "unweighted"
  ifelse(is.na(metric), label, paste0(label, " (", metric_words(metric), ")"))
}
