# Numbers and words of everything that prints: counts in words, and what a print asks of a column.

big <- function(n) format(n, big.mark = ",", trim = TRUE, scientific = FALSE)

count <- function(n, noun) paste0(big(n), " ", noun, if (n != 1) "s")

percent <- function(share) paste0(formatC(100 * share, format = "f", digits = 1), "%")

is_same <- function(values) length(unique(values)) == 1 && !is.na(values[1])

is_number_column <- function(column) is.numeric(column) || all(is.na(column))
