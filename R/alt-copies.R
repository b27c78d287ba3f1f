# A person whose ratings are those of the model, by which the model would be measured against itself.

# Fewer items could show this by chance.
LEAST_COPIED <- 30
# The probability that ratings which are no copies would all be equal, over all pairs of a model and a person.
COPIED_BY_CHANCE <- 0.001

# Sentences on people who gave the label of a model on all of their common items. `labels`: for each model, by name,
# the code for each item; `votes`: the ratings of people, with `item`, `rater` and `code`. If two people agree on a
# share a of the items and err alike, a person is right on at most the share sqrt(a), and a model that is always right
# has n labels in common with the person with a probability of at most a^(n / 2). So people who nearly always agree
# need very many items.
copies_of_models <- function(labels, votes) {
  n_people <- tabulate(votes$item, max(lengths(labels), 0L))
  # Computed only if it is needed.
  delayedAssign("among", agreement_of_people(votes, n_people))
  of_person <- split(seq_len(nrow(votes)), votes$rater)
  found <- lapply(names(labels), function(model) {
    lapply(names(of_person), function(person) {
      item <- votes$item[of_person[[person]]]
      same <- votes$code[of_person[[person]]] == labels[[model]][item]
      n <- sum(!is.na(same))
      if (n < LEAST_COPIED || !all(same, na.rm = TRUE)) {
        return(NULL)
      }
      share <- mean(among[item[!is.na(same) & n_people[item] > 1]])
      if (is.nan(share) || share^(n / 2) * length(labels) * length(of_person) >= COPIED_BY_CHANCE) {
        return(NULL)
      }
      paste0(
        person, " gives the label of ", model, " on each of their ", big(n), " common items, where two people agree ",
        "in ", round(100 * share), "%: is one a copy of the other?"
      )
    })
  })
  unlist(found)
}

# The same for ratings; `models` and `people`: positions of raters.
copies_among <- function(ratings, models, people) {
  item <- rating_items(ratings)
  names <- id_text(ratings$raters)
  code <- ratings$code + 1L
  rater <- ratings$rater + 1L
  labels <- lapply(rlang::set_names(models, names[models]), function(model) {
    replace(rep(NA_integer_, length(item_sizes(ratings))), item[rater == model], code[rater == model])
  })
  of_people <- which(rater %in% people)
  copies_of_models(labels, data.frame(item = item, rater = names[rater], code = code)[of_people, ])
}

# Counts votes, each with a code, in groups from 1 to n. Returns `majority` of each group, `of_others`, for each vote
# the majority of the others of its group (NA if there is none or a tie), and `agreement`, the share of equal pairs of
# votes of each group.
votes_of <- function(group, code, n) call_core(votes_in_groups(as.integer(group), as.integer(code), n))

# For each item, the share of pairs of people who agree.
agreement_of_people <- function(votes, n_people) votes_of(votes$item, votes$code, length(n_people))$agreement

warn_both_sides <- function(reasons) {
  if (length(reasons)) {
    warn_accord(
      "both_sides",
      c(
        "A judge must not have made the labels, or chosen the items, by which it is measured.",
        stats::setNames(as_written(reasons), rep("x", length(reasons))),
        i = "Name the people in {.arg people}, or take items that were drawn without the judge."
      ),
      reasons = reasons
    )
  }
}
