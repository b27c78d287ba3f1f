# A model in the place of a person: how often each is the closer one to the others.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_alt_test <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("model", "people", "winning_rate", "status"))
  panel <- model_panels(object)
  rows <- lengths(lapply(object$people, `[[`, "person"))
  people <- vctrs::vec_rbind(!!!object$people)
  check_plot_values(people$person, object$status, "model", "people")
  sides <- c("Model", "Person")
  # A share of items that were too few for the test is none of its results.
  tested <- people$status == "ok"
  data <- data.frame(
    label = factor_in_order(rep(cut_labels(people$person), 2)), series = factor(
      rep(sides, each = nrow(people)), sides
    ),
    value = replace(c(people$model_wins, people$person_wins), rep(!tested, 2), NA), low = NA_real_, high = NA_real_,
    reason = rep(ifelse(tested, "no value", people$status), 2),
    panel = factor(rep(rep(panel, rows), 2), levels(panel))
  )
  forest_plot(
    data, "Share of items won", c("Won: at least as close to the others.", winning_caption(object, panel)),
    panels = "panel"
  )
}

# Models, groups, or both, as far as there are several.
model_panels <- function(x) {
  group <- plot_groups(x, "model")
  model <- as.character(x$model)
  if (is.null(group)) return(factor_in_order(model))
  if (is_same(model)) return(factor_in_order(as.character(group)))
  factor_in_order(pair_labels(model, group, ", ", 34))
}

# "Winning rate: .50." or "Winning rate: g1 .50; g2 -. Not tested: g2 (no person with 30 shared items)."
winning_caption <- function(x, panel) {
  rate <- ifelse(is.na(x$winning_rate), "-", plot_numbers(x$winning_rate))
  lost <- which(is.na(x$winning_rate))
  if (nlevels(panel) == 1) {
    return(paste0("Winning rate: ", rate, if (length(lost)) paste0(" (not tested: ", plain_reasons(x), ")"), "."))
  }
  name <- cut_labels(panel, if (nlevels(panel) > 4) 20 else 34)
  by_reason <- split(name[lost], factor_in_order(plain_reasons(x)[lost]))
  c(
    paste0("Winning rate: ", paste(utils::head(paste(name, rate), MAX_PANELS), collapse = "; "), "."),
    if (length(lost)) {
      who <- vapply(by_reason, function(names) paste(utils::head(names, MAX_PANELS), collapse = ", "), "")
      paste0("Not tested: ", paste0(who, " (", names(by_reason), ")", collapse = "; "), ".")
    }
  )
}
