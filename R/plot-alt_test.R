# A model in the place of a person: how often each is the closer one to the others.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_alt_test <- function(object, ...) {
  check_no_dots(...)
  check_plot_columns(object, c("model", "people"))
  group <- plot_groups(object, "model")
  panel <- paste0(object$model, if (!is.null(group)) paste0(", ", group))
  rows <- lengths(lapply(object$people, `[[`, "person"))
  people <- vctrs::vec_rbind(!!!object$people)
  check_plot_values(people$person, object$status, "model", "people")
  sides <- c("Model", "Person")
  data <- data.frame(
    label = factor_in_order(rep(cut_labels(people$person), 2)), series = factor(
      rep(sides, each = nrow(people)), sides
    ),
    value = c(people$model_wins, people$person_wins), low = NA_real_, high = NA_real_,
    reason = rep(plain_reasons(people), 2), panel = factor_in_order(rep(rep(panel, rows), 2))
  )
  forest_plot(
    data, "Share of items won",
    paste0(
      "Won: as close to the others, or closer. Winning rate: ",
      paste(plot_numbers(object$winning_rate), collapse = ", "),
      "."
    )
  )
}

#' @rdname autoplot.accord
#' @export
plot.accord_alt_test <- function(x, ...) draw(x, ...)
