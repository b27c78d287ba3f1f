# Fisher's scale, z = artanh(y), for a coefficient that runs from `lowest` to 1: intervals formed on
# it end within the range.

fisher_scale <- function(lowest) {
  width <- (1 - lowest) / 2
  y <- function(x) 1 - (1 - x) / width
  inside <- function(x) ifelse(!is.na(x) & abs(y(x)) < 1, y(x), NA_real_)
  list(
    to = function(x) atanh(inside(x)),
    slope = function(x) 1 / width / (1 - inside(x)^2),
    back = function(z) 1 - (1 - tanh(z)) * width
  )
}
