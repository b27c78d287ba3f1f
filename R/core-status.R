# Why there is no value: a status has a name in code, and words in a result. The list is the core's.

# What R finds out beyond it.
MORE_STATUS <- c(one_rater = "one rater only", one_rating = "one rating only")

# The names of codes of the core's enum Status.
status_names <- function(code) names(status_words())[code + 1L]

status_in_words <- function(name) unname(c(status_words(), MORE_STATUS)[name])
