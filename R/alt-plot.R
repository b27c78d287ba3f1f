# The plot of an alternative annotator test: the shares of the model and of each person, and who wins.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_alt_test <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("model", "people", "winning_rate", "status"))
  panel <- model_panels(object)
  rows <- lengths(lapply(object$people, `[[`, "person"))
  people <- vctrs::vec_rbind(!!!object$people)
  check_plot_values(people$person, object$status, "model", "people")
  # For people with too few items for the test, the share of items is not a result of it and is not drawn.
  tested <- people$status == "ok"
  n <- nrow(people)
  epsilon <- rep(as.double(object[["epsilon"]] %||% rep(NA, nrow(object))), rows)
  won <- ifelse(is.na(people$rejected), "Model", ifelse(people$rejected, "Model, wins", "Model, does not win"))
  data <- data.frame(
    label = factor_in_order(rep(cut_labels(people$person), 2)),
    series = factor(c(won, rep("Person", n)), c("Model, wins", "Model, does not win", "Model", "Person")),
    value = replace(c(people$model_wins, people$person_wins), rep(!tested, 2), NA),
    low = NA_real_, high = NA_real_, reason = rep(ifelse(tested, "no value", people$status), 2),
    end = c(rep(NA, n), people$person_wins - epsilon),
    panel = factor(rep(rep(as.character(panel), rows), 2), levels(panel))
  )
  data <- data[!(is.na(data$value) & data$series == "Person"), ]
  data$series <- droplevels(data$series)
  data$text <- plot_numbers(data$value)
  forest_plot(
    data, "Share of items nearer to the others", c(winning_caption(object, panel), "It passes from .50 on."),
    zero = FALSE, panels = "panel", columns = 1, bands = epsilon_lines, read = alt_reading(object),
    reach = c(data$end, 1)
  )
}

# The line from the share of a person to that less epsilon, with a stroke at its end.
epsilon_lines <- function(data) {
  people <- data[!is.na(data$value) & !is.na(data$end), ]
  line <- function(from, to, up) {
    ggplot2::geom_segment(
      ggplot2::aes(.data[[from]], .data$y - up, xend = .data[[to]], yend = .data$y + up, colour = .data$series), people,
      linewidth = 0.5, show.legend = FALSE
    )
  }
  list(line("end", "value", 0), line("end", "end", 0.12))
}

alt_reading <- function(x) {
  epsilon <- unique(x[["epsilon"]][!is.na(x[["epsilon"]])])
  paste0(
    "The upright tick is the share of the person less epsilon",
    if (length(epsilon) == 1) paste0(" (", plot_numbers(epsilon), ")"),
    ". The model wins if its share is above the tick by more than chance."
  )
}

# Panels are models, groups or their combinations, depending on which of them there are several of.
model_panels <- function(x) {
  group <- plot_groups(x, "model")
  model <- as.character(x$model)
  if (is.null(group)) return(factor_in_order(model))
  if (is_same(model)) return(factor_in_order(as.character(group)))
  factor_in_order(pair_labels(model, group, ", ", 34))
}

# The caption, such as "Winning rate: .50 (passes)." or "Winning rate: g1 .50 (passes); g2 -. Not tested: g2 (no person
# with 30 shared items)."
winning_caption <- function(x, panel) {
  verdict <- ifelse(x$winning_rate >= 0.5, " (passes)", " (fails)")
  rate <- ifelse(is.na(x$winning_rate), "-", paste0(plot_numbers(x$winning_rate), verdict))
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
