# The plot of raters shows which of them differ from the others by more than chance, against their number of ratings, or
# in rows if the numbers say nothing or the points would hide each other.

# Raters whose distance from the middle, in standard errors, is larger differ by more than chance explains: if all are
# alike, none of them is in 95% of studies (Bonferroni). The report on raters has the same rule.
chance_limit <- function(n_raters) stats::qnorm(1 - 0.025 / max(n_raters, 1))

# The middle of the raters, and the standard deviation of one rating. For kappa it is the median of the raters, which
# one of them, apart from the others, changes little. `n`: their numbers of ratings. The standard deviation is from the
# mean variance of one rating, since that of a rater with few ratings is known badly.
kappa_middle <- function(kappa, n, std.error) {
  known <- which(!is.na(kappa) & n > 0)
  list(
    centre = stats::median(kappa[known]),
    spread = sqrt(stats::weighted.mean(std.error[known]^2 * n[known], n[known], na.rm = TRUE))
  )
}

# For shares it is their mean, with the binomial standard deviation.
share_middle <- function(value, n) {
  mean <- stats::weighted.mean(value, n)
  list(centre = mean, spread = sqrt(mean * (1 - mean)))
}

# Returns the band of a panel, given the number of ratings n; NULL if no standard deviation is known.
sampling_band <- function(data, figure) {
  middle <- panel_middle(data, figure)
  if (!is.finite(middle$spread) || figure == "kappa" && middle$spread == 0) {
    return(NULL)
  }
  range <- range(pmax(data$n, 1))
  # The band is widened if all raters have about the same number of ratings, so that it is visible.
  if (range[2] < 1.2 * range[1]) range <- range * c(0.9, 1.1)
  n <- exp(seq(log(range[1]), log(range[2]), length.out = 100))
  half <- chance_limit(nrow(data)) * middle$spread / sqrt(n)
  least <- if (figure == "kappa") -1 else 0
  data.frame(
    n = n, middle = middle$centre, low = pmax(middle$centre - half, least), high = pmin(middle$centre + half, 1),
    panel = data$panel[1]
  )
}

panel_middle <- function(data, figure) {
  if (figure == "kappa") kappa_middle(data$value, data$n, data$std.error) else share_middle(data$value, data$n)
}

# Adds the middle of each panel, the distance of each point in standard errors, and whether it lies outside the band.
with_middle <- function(data, figure) {
  data$outside <- FALSE
  data$middle <- data$distance <- NA_real_
  for (own in split(which(!is.na(data$value)), data$panel[!is.na(data$value)], drop = TRUE)) {
    middle <- panel_middle(data[own, ], figure)
    error <- middle$spread / sqrt(data$n[own])
    data$middle[own] <- middle$centre
    known <- is.finite(error) & error > 0
    data$distance[own][known] <- ((data$value[own] - middle$centre) / error)[known]
    half <- chance_limit(length(own)) * error
    data$outside[own] <- (known | figure != "kappa" & is.finite(half)) & abs(data$value[own] - middle$centre) > half
  }
  data
}

# Whether raters are rows, sorted by their agreement: if their numbers of ratings are about equal, or a cloud of them
# would be one blot, or they are too many to be named as points and few enough to have a row each.
in_rater_rows <- function(data) {
  equal <- tapply(data$n, droplevels(data$panel), function(n) diff(range(n)) < 0.2 * max(n))
  largest <- max(table(data$panel))
  all(equal) || largest > 100 || largest %in% 9:15
}

# Rows of raters with their intervals: in each panel those furthest below the middle in standard errors come first, as
# in a report. If there are too many for a name each, these are rows, and ticks at the top show all.
rater_forest <- function(data, title, caption, middle) {
  data <- data[order(data$panel, data$distance, data$value), ]
  words <- c("within chance", "beyond chance")
  panels <- nlevels(droplevels(data$panel))
  # The sentence on chance takes two lines.
  local_legend(words[1 + unique(data$outside)], 3 + 2 * any(data$outside) + length(caption))
  most <- if (panels == 1) max_lines() else max(3, max_lines() %/% ceiling(panels / 2) - 2)
  largest <- max(table(data$panel))
  # If not all have a row anyway, the brackets of their intervals need not touch.
  if (panels == 1 && largest > most) most <- as.integer(0.9 * most)
  lowest <- stats::ave(seq_len(nrow(data)), data$panel, FUN = seq_along) <= most
  middles <- unique(data[c("panel", "middle")])
  all <- data
  data <- data[lowest, ]
  # Each panel has an order of its own: blanks that are not seen tell its rows from those of other panels.
  panel <- as.integer(droplevels(data$panel))
  data$label <- factor_in_order(paste0(strrep("\u00a0", panel - 1), cut_labels(data$rater)))
  data$reason <- ""
  data$series <- droplevels(factor(words[1 + data$outside], words))
  if (panels == 1) data$panel <- NULL
  forest_plot(
    data, paste0(title, ", 95% CI"),
    c(caption, if (largest > most) paste0(
      "Rows: the ", most, " of ", if (panels > 1) "up to ", big(largest), " raters furthest below the line for their ",
      "numbers of ratings, the furthest first. Ticks at the top: all."
    )),
    zero = FALSE, columns = 1, panels = "group", reach = c(all$value, middles$middle),
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
          ggplot2::aes(xintercept = .data$middle), at(middles), colour = "grey45",
          linewidth = 0.35
        ),
        if (largest > most) list(
          ggplot2::geom_rug(
            ggplot2::aes(.data$value), at(all), sides = "t", linewidth = 0.2, alpha = 0.5,
            length = ggplot2::unit(1.5, "mm")
          ),
          # A strip for the ticks above the rows of each panel.
          ggplot2::geom_blank(ggplot2::aes(y = .data$y + 0.7), stats::aggregate(drawn["y"], drawn["panel"], max))
        )
      )
    },
    read = c(
      paste0("Vertical line: the ", middle, " of all raters."),
      if (any(data$outside)) "Triangles: further from the line than chance explains."
    )
  )
}
