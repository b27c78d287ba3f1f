# The plot of raters shows which raters differ from the mean by more than chance, against their number of ratings, or in
# rows if the numbers say nothing or the points would hide each other.

# Returns the band that contains 95% of raters with the mean agreement, given the number of ratings n. The standard
# deviation of one rating is binomial for shares, and derived from the limits for kappa.
sampling_band <- function(data, figure) {
  range <- range(pmax(data$n, 1))
  # The band is widened if all raters have about the same number of ratings, so that it is visible.
  if (range[2] < 1.2 * range[1]) range <- range * c(0.9, 1.1)
  n <- exp(seq(log(range[1]), log(range[2]), length.out = 100))
  mean <- stats::weighted.mean(data$value, data$n)
  known <- !is.na(data$spread) & data$spread > 0
  spread <- if (figure != "kappa") {
    sqrt(mean * (1 - mean))
  } else if (any(known)) {
    sqrt(stats::weighted.mean(data$spread[known]^2, data$n[known]))
  } else {
    return(NULL)
  }
  half <- stats::qnorm(0.975) * spread / sqrt(n)
  least <- if (figure == "kappa") -1 else 0
  data.frame(
    n = n, mean = mean, low = pmax(mean - half, least), high = pmin(mean + half, 1),
    panel = data$panel[1]
  )
}

# Adds whether each point lies outside the band of its panel.
with_band <- function(data, band) {
  data$outside <- FALSE
  for (panel in unique(as.character(band$panel))) {
    own <- which(data$panel == panel & !is.na(data$value))
    of <- band[band$panel == panel, ]
    limit <- function(y) stats::approx(of$n, y, data$n[own], rule = 2)$y
    data$outside[own] <- data$value[own] < limit(of$low) | data$value[own] > limit(of$high)
  }
  data
}

# Whether raters are rows, sorted by their agreement: if their numbers of ratings are about equal, or a cloud of them
# would be one blot.
in_rater_rows <- function(data) {
  equal <- tapply(data$n, droplevels(data$panel), function(n) diff(range(n)) < 0.2 * max(n))
  all(equal) || max(table(data$panel)) > 100
}

# Rows of raters with their intervals. If there are too many for a name each, those with the lowest agreement are rows,
# and ticks at the top show all.
rater_forest <- function(data, title, caption) {
  data <- data[order(data$panel, -data$value), ]
  words <- c("within chance", "beyond chance")
  panels <- nlevels(droplevels(data$panel))
  # The sentence on chance takes two lines.
  local_legend(words[1 + unique(data$outside)], 3 + 2 * any(data$outside) + length(caption))
  most <- if (panels == 1) max_lines() else max(3, max_lines() %/% ceiling(panels / 2) - 2)
  largest <- max(table(data$panel))
  lowest <- stats::ave(data$value, data$panel, FUN = function(value) rank(value, ties.method = "first")) <= most
  mean <- tapply(data$value * data$n, data$panel, sum) / tapply(data$n, data$panel, sum)
  means <- data.frame(panel = factor(names(mean), levels(data$panel)), mean = as.vector(mean))
  all <- data
  data <- data[lowest, ]
  data$label <- factor_in_order(cut_labels(data$rater))
  data$reason <- ""
  # With panels rows are sorted by the mean over them.
  if (panels > 1) data$label <- sorted_rows(cut_labels(data$rater), data$value)
  data$series <- droplevels(factor(words[1 + data$outside], words))
  if (panels == 1) data$panel <- NULL
  forest_plot(
    data, paste0(title, ", 95% CI"),
    c(caption, if (largest > most) paste0(
      "Rows: the ", most, " lowest of ", if (panels > 1) "up to ", big(largest), " raters. Ticks at the top: all."
    )),
    zero = FALSE, columns = 1, panels = "group",
    bands = function(drawn) {
      # Only panels that are drawn.
      at <- function(rows) {
        if (panels == 1) rows$panel <- drawn$panel[1]
        rows <- rows[rows$panel %in% drawn$panel, ]
        rows$panel <- factor(rows$panel, levels(drawn$panel))
        rows
      }
      list(
        ggplot2::geom_vline(
          ggplot2::aes(xintercept = .data$mean), at(means), colour = "grey45",
          linewidth = 0.35
        ),
        if (largest > most) list(
          ggplot2::geom_rug(
            ggplot2::aes(.data$value), at(all), sides = "t", linewidth = 0.2, alpha = 0.5,
            length = ggplot2::unit(1.5, "mm")
          ),
          ggplot2::expand_limits(y = max(drawn$y) + 0.7) # a strip for the ticks
        )
      )
    },
    read = c(
      "Vertical line: the mean of all raters.",
      if (any(data$outside)) {
        "Beyond chance: outside of what 95% of raters like the mean show at their number of ratings."
      }
    )
  )
}
