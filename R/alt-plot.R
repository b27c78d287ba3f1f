# The plot of an alternative annotator test: the shares of the model and of each person, and the verdict.

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
  sides <- c("Model", "Person")
  # For people with too few items for the test, the share of items is not a result of it and is not drawn.
  tested <- people$status == "ok"
  n <- nrow(people)
  epsilon <- rep(as.double(object[["epsilon"]] %||% rep(NA, nrow(object))), rows)
  sides <- c("Model", "Person", "Person less epsilon")
  data <- data.frame(
    label = rep(cut_labels(people$person), 3), series = factor(rep(sides, each = n), sides),
    value = replace(c(people$model_wins, people$person_wins, people$person_wins - epsilon), rep(!tested, 3), NA),
    low = NA_real_, high = NA_real_, reason = rep(ifelse(tested, "no value", people$status), 3), part = "1",
    # The middle one of three stands at the height of the name.
    text = c(
      rep("", n), ifelse(tested & !is.na(people$rejected), ifelse(people$rejected, "won", "not won"), ""), rep("", n)
    ),
    panel = factor(rep(rep(as.character(panel), rows), 3), levels(panel))
  )
  data <- data[!(is.na(data$value) & data$series != "Model"), ]
  data <- rbind(data, verdict_rows(object, panel))
  data$label <- factor_in_order(data$label)
  data$part <- factor_in_order(data$part)
  forest_plot(
    data, "Share of items won, or of people won", winning_caption(object, panel),
    zero = FALSE, panels = "panel", columns = 1, silent = "Winning rate",
    bands = function(drawn) winning_line(drawn),
    read = alt_reading(object)
  ) + ggplot2::expand_limits(x = 0:1)
}

# The row of the winning rate, with the verdict.
verdict_rows <- function(x, panel) {
  verdict <- ifelse(is.na(x$winning_rate), "", ifelse(x$winning_rate >= 0.5, "passes", "fails"))
  data.frame(
    label = "Winning rate", series = "Winning rate", value = x$winning_rate, low = NA_real_, high = NA_real_,
    reason = plain_reasons(x), part = "2", text = verdict, panel = panel
  )
}

# The line at .5, which the winning rate must reach, behind its row alone.
winning_line <- function(data) {
  rows <- data[data$series == "Winning rate", ]
  list(ggplot2::geom_segment(
    ggplot2::aes(x = 0.5, xend = 0.5, y = .data$row - 0.5, yend = .data$row + 0.5),
    data = rows[!duplicated(rows[c("panel", "row")]), ], colour = "grey30", linewidth = 0.5
  ))
}

alt_reading <- function(x) {
  epsilon <- unique(x[["epsilon"]][!is.na(x[["epsilon"]])])
  paste0(
    "An item is won by who is nearer to the other people. A person is won if the model's share is higher, by more ",
    "than chance, than the person's less epsilon", if (length(epsilon) == 1) paste0(" (", plot_numbers(epsilon), ")"),
    ". Line: half of the people, whom the model must win."
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

# The caption, such as "Winning rate: .50." or "Winning rate: g1 .50; g2 -. Not tested: g2 (no person with 30 shared
# items)."
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
