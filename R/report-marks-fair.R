# The section on fair marks in a report, with the items to be marked again.

fair_section <- function(fits, n, cut) {
  fair <- fits$fair
  who <- erratic_raters(fits)
  words <- paste0(
    "A fair mark is what an item would have got from an average rater; its interval says how sure that is.",
    if (!is.null(cut)) {
      paste0(
        " An item passes if its interval lies above the pass mark, ", format(cut), ", fails if it lies below, and ",
        "should be marked again if the pass mark lies within",
        if (length(who)) paste0(", or if ", in_a_list(who, "or"), " marked it"), "."
      )
    }
  )
  near <- order(if (is.null(cut)) -abs(fair$fair - fair$raw) else abs(fair$fair - cut))
  body <- c(
    html_around(
      html_text(c(words, erratic_words(fits, cut))),
      around_table(
        paste0("<h3>", if (is.null(cut)) FURTHEST else NEAREST, "</h3>"),
        fair_table(vctrs::vec_slice(fair, near), fits, if (is.null(cut)) n else 10),
        again_part(vctrs::vec_slice(fair, near), fits)
      ),
      html_plot(fair, rows = 15, alt = "Fair marks of the items in their order, with intervals")
    ),
    if (!is.null(cut)) marks_list(fair, who)
  )
  answered(body, if (is.null(cut)) {
    ends <- range(fair$fair, na.rm = TRUE)
    paste0("The fair marks go from ", in_first(ends[1]), " to ", in_first(ends[2]), ".")
  } else {
    decisions_told(fair, who)
  })
}

FURTHEST <- "Items whose fair mark is furthest from the raw one"
NEAREST <- "Ten items nearest the pass mark"

# The first `n` of these items; the file has all.
fair_table <- function(fair, fits, n) {
  named <- c(item = "Item", raw = "Raw", fair = "Fair", decision = "Decision")
  named <- named[names(named) %in% names(fair)]
  columns <- c(intersect(names(named), c("item", "raw", "fair")), "conf.low", "conf.high", "conf.level")
  shown <- tibble::new_tibble(unclass(fair)[c(columns, setdiff(names(named), columns))], nrow = nrow(fair))
  shown <- utils::head(shown, n)
  starred <- utils::head(by_erratic(fair), n)
  note <- c(paste0(
    "Raw: the mean of the ratings",
    if (length(fits$facets)) paste0(" for each ", in_a_list(fits$facets), ", added up"), "."
  ), if (any(starred)) star_words(erratic_raters(fits)))
  html_columns(shown, named, n, "fair-marks", fair, note = note, stars = list(decision = starred))
}

# Whether an item is to be marked again since an erratic rater marked it, which a star beside the decision says.
by_erratic <- function(fair) (fair[["reason"]] %||% rep(NA, nrow(fair))) %in% "marked by an erratic rater"

star_words <- function(who) paste0("* Marked by ", in_a_list(who, "or"), ", whose ratings are erratic.")

# An erratic rater changes the marks of all items: how many would pass without this rater says how much.
erratic_words <- function(fits, cut = NULL) {
  who <- erratic_raters(fits)
  if (length(who) == 0) {
    return(NULL)
  }
  paste0(
    "The ratings of ", in_a_list(who), " are erratic and draw the fair marks of all items together. ",
    without_words(fits, who, cut)
  )
}

# How many decisions change between pass and fail without the ratings by some raters.
without_words <- function(fits, who, cut) {
  fair <- if (!is.null(cut)) {
    rows <- fits$rows[!id_text(fits$rows$rater) %in% who, ]
    tryCatch(without_message(fair_marks(
      severity_of_rows(rows, fits$facets, NULL, attr(fits$rows, "declared")), cut = cut
    )), accord_error = function(cnd) NULL)
  }
  if (is.null(fair)) {
    return("Compare these marks with those of a report without these ratings.")
  }
  before <- fits$fair$decision[match(id_text(fair$item), id_text(fits$fair$item))]
  turned <- sum(before == "pass" & fair$decision == "fail" | before == "fail" & fair$decision == "pass", na.rm = TRUE)
  paste0(
    "Without these ratings ", if (turned == 0) "no item" else count(turned, "item"),
    if (turned < 2) " changes" else " change", " between pass and fail."
  )
}

# The decisions in one sentence.
decisions_told <- function(fair, who) {
  n <- decisions_counted(fair)
  paste0(
    big(n[["pass"]]), " of ", count(nrow(fair), "item"), if (n[["pass"]] == 1) " passes, " else " pass, ",
    big(n[["fail"]]), if (n[["fail"]] == 1) " fails, and " else " fail, and ", again_told(fair, who), "."
  )
}

# How many items are to be marked again. If erratic raters marked some of them, both kinds are counted.
again_told <- function(fair, who) {
  rated <- sum(by_erratic(fair))
  again <- decisions_counted(fair)[["mark again"]]
  paste0(
    big(again), " should be marked again", if (rated > 0) {
      paste0(
        ": ", if (rated < again) big(rated) else "all", " that ", in_a_list(who, "or"), " marked",
        if (rated < again) paste0(", and ", near_told(again - rated, rated))
      )
    }
  )
}

# `others`: whether this follows the number of items of erratic raters.
near_told <- function(n, others) {
  paste0(big(n), if (others > 0) if (n == 1) " other" else " others", " too near the pass mark")
}

decisions_counted <- function(fair) vapply(DECISIONS, function(one) sum(fair[["decision"]] %in% one), 0L)

# Lists all items to be marked again: first those of erratic raters, then the others near the pass mark, the nearest
# first.
again_part <- function(fair, fits) {
  who <- erratic_raters(fits)
  rated <- items_rated_by(fits, who)
  all <- id_text(fair$item)
  rated <- intersect(all[order(sorted_levels(fair$item))], rated)
  near <- setdiff(all[fair[["decision"]] %in% "mark again"], rated)
  again <- vctrs::vec_slice(fair, match(c(rated, near), all))
  words <- c(
    if (length(rated)) {
      paste0(big(length(rated)), " that ", in_a_list(who, "or"), " marked: ", paste(rated, collapse = ", "), ".")
    },
    if (length(near)) {
      paste0(near_told(length(near), length(rated)), ", the nearest first: ", paste(near, collapse = ", "), ".")
    }
  )
  if (length(words)) {
    # On paper the lists are in one column.
    html_div("one", c(
      paste0("<h3>", AGAIN_HEADING, "</h3>"), html_text(words), html_save(again, "mark-again")
    ))
  }
}

items_rated_by <- function(fits, raters) unique(id_text(fits$rows$item)[id_text(fits$rows$rater) %in% raters])

# Two items with nearly the same fair mark may have different decisions, since one of them is less certain.
close_words <- function(fair) {
  again <- fair[fair$decision %in% "mark again" & !by_erratic(fair), ]
  for (decision in c("fail", "pass")) {
    sign <- if (decision == "fail") 1 else -1
    own <- fair[fair$decision %in% decision, ]
    sure <- own[which.max(sign * own$fair), ]
    unsure <- again[which.min(sign * again$fair), ]
    if (nrow(sure) && nrow(unsure) && sign * sure$fair > sign * unsure$fair) {
      return(paste0(
        "The width of an interval counts, too: item ", id_text(sure$item), " (", in_first(sure$fair), ") ", decision,
        if (decision == "pass") "es" else "s", ", and item ", id_text(unsure$item), " (", in_first(unsure$fair),
        "), whose interval is wider, should be marked again."
      ))
    }
  }
}

AGAIN_HEADING <- "Items to be marked again"

pass_words <- function(fair, cut, who) {
  n <- decisions_counted(fair)
  verb <- function(n, one, several) paste(big(n), if (n == 1) one else several)
  if (n[["pass"]] + n[["fail"]] == 0) {
    return(paste0(
      "No item passes or fails for certain at a pass mark of ", format(cut), ": ", again_told(fair, who), "."
    ))
  }
  paste0(
    big(n[["pass"]]), " of ", count(nrow(fair), "item"), if (n[["pass"]] == 1) " passes" else " pass", " and ",
    verb(n[["fail"]], "fails", "fail"), " at a pass mark of ", format(cut),
    ": the chance that the opposite would be right is below ", format(50 * (1 - fair$conf.level[1])),
    "% for each of them. ", if (n[["mark again"]] == 0) {
      "None is too near the pass mark for that."
    } else if (any(by_erratic(fair))) {
      paste0(again_told(fair, who), ".")
    } else {
      paste(verb(n[["mark again"]], "is", "are"), "too near the pass mark for that, and should be marked again.")
    }
  )
}
