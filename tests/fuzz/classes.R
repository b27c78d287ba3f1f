# Columns of the classes that R users have. Each maker takes codes from 1 (NA for none) and gives another
# value to each code. Classes of packages that may not be here are imitated by their attributes.

ID_CLASSES <- list(
  character = function(code) paste0("i", code),
  utf8 = function(code) enc2utf8(paste0("\u00e9", code)),
  latin1 = function(code) iconv(paste0("\u00e9", code), "UTF-8", "latin1"),
  unmarked = function(code) unmarked(paste0("\u00e9", code)),
  mixed = function(code) mixed_encodings(paste0("\u00fc", code)),
  factor = function(code) shuffled_factor(code, factor),
  ordered = function(code) shuffled_factor(code, ordered),
  integer = function(code) 3L * code - 50L,
  double = function(code) (code - 4) / 10,
  large = function(code) 1e15 + code,
  integer64 = function(code) as_integer64(code - 5, sample(c(0, 3, -4), 1)),
  integer64_large = function(code) as_integer64(code, 2^22),
  Date = function(code) as.Date("1969-12-20") + code,
  Date_integer = function(code) structure(code, class = "Date"),
  POSIXct = function(code) as.POSIXct("2020-03-29 01:30:00", tz = "UTC") + 1800 * code,
  POSIXlt = function(code) as.POSIXlt(as.POSIXct("1960-01-01", tz = "UTC") + 0.25 * code),
  difftime = function(code) as.difftime(code / 4, units = "hours"),
  labelled = function(code) as_labelled(code + 0.5),
  labelled_text = function(code) as_labelled(paste0("l", code)),
  altrep = function(code) as.character(code),
  asis = function(code) I(paste0("i", code)),
  attributes = function(code) structure(rlang::set_names(code, paste("n", code)), label = "Item"),
  array = function(code) array(code, dim = length(code)),
  subclass = function(code) structure(code + 0, class = "own_numbers")
)

# Classes that have no meaning as an id, and are refused.
NO_ID_CLASSES <- list(
  list = function(code) as.list(code),
  data.frame = function(code) data.frame(a = code, b = code),
  matrix = function(code) cbind(code, code),
  complex = function(code) complex(real = code, imaginary = 1),
  invalid = function(code) paste0("\xff\xfe", code)
)

unmarked <- function(x) {
  x <- enc2utf8(x)
  Encoding(x) <- "unknown"
  x
}

# One text in several encodings.
mixed_encodings <- function(x) {
  some <- sample(c(TRUE, FALSE), length(x), replace = TRUE)
  x[some] <- iconv(x[some], "UTF-8", "latin1")
  x
}

shuffled_factor <- function(code, make) {
  labels <- paste0("l", seq_len(max(code, 1L, na.rm = TRUE) + 2L))
  make(labels[code], levels = sample(labels))
}

# The bits of 64-bit numbers, high * 2^32 + low, as package bit64 keeps them.
as_integer64 <- function(low, high = 0) {
  out <- is.na(low)
  low[out] <- 0
  high <- high + (low < 0) * -1
  halves <- rbind(low %% 2^32, high %% 2^32)
  halves[halves >= 2^31] <- halves[halves >= 2^31] - 2^32
  bits <- writeBin(as.integer(halves), raw(), endian = "little")
  number <- readBin(bits, "double", length(low), endian = "little")
  na <- readBin(as.raw(c(0, 0, 0, 0, 0, 0, 0, 128)), "double", 1, endian = "little")
  number[out] <- na
  structure(number, class = "integer64")
}

as_labelled <- function(x, ...) {
  type <- if (is.character(x)) "character" else "double"
  structure(x, label = "Question 1", labels = NULL, ..., class = c("haven_labelled", "vctrs_vctr", type))
}

# SPSS: user-defined missing values.
as_labelled_spss <- function(x, missing = -9) {
  x[is.na(x)] <- missing
  x <- as_labelled(x, na_values = missing)
  class(x) <- c("haven_labelled_spss", class(x))
  x
}

# The classes of ratings, from places in a set of categories: `rating` as given by the user, `place` after conversion
# (some classes have fewer values), `values` of the categories, and the highest `level` that is possible.
RATING_CLASSES <- list(
  number = function(place, values) rated_as(values[place], place, values, "interval"),
  integer = function(place, values) {
    whole <- 2L * seq_along(values) - 3L
    rated_as(whole[place], place, whole, "interval")
  },
  integer64 = function(place, values) {
    rated_as(as_integer64(place - 3), place, seq_along(values) - 3, "interval")
  },
  labelled = function(place, values) rated_as(as_labelled(values[place]), place, values, "interval"),
  labelled_spss = function(place, values) {
    whole <- seq_along(values)
    rated_as(as_labelled_spss(as.double(whole[place])), place, whole, "interval")
  },
  asis = function(place, values) rated_as(I(values[place]), place, values, "interval"),
  ordered = function(place, values) {
    labels <- sprintf("l%d", rev(seq_along(values)))
    rated_as(ordered(labels[place], labels), place, seq_along(values), "ordinal", declared = TRUE)
  },
  factor = function(place, values) {
    labels <- sprintf("l%d", seq_along(values))
    rated_as(factor(labels[place], sample(labels)), place, seq_along(values), declared = TRUE)
  },
  factor_na = function(place, values) {
    labels <- sprintf("\u00e9%d", seq_along(values))
    x <- addNA(factor(labels[place], labels))
    rated_as(x, place, seq_along(values), declared = TRUE)
  },
  character = function(place, values) text_rated(place, values, function(x) paste0("l", x)),
  utf8 = function(place, values) text_rated(place, values, function(x) paste0("\u00e9", x)),
  unmarked = function(place, values) text_rated(place, values, function(x) unmarked(paste0("\u00e9", x))),
  mixed = function(place, values) text_rated(place, values, function(x) mixed_encodings(paste0("\u00e9", x))),
  altrep = function(place, values) text_rated(place, values, as.character),
  logical = function(place, values) {
    two <- (place - 1L) %% 2L + 1L
    rated_as(two == 2L, two, 0:1, "interval", declared = TRUE)
  },
  sets = function(place, values) {
    # Sets of up to four labels, by the bits of the place.
    rating <- lapply(place, function(k) {
      if (is.na(k)) NA_character_ else paste0("\u00e9", which(bitwAnd(k, c(1L, 2L, 4L, 8L)) > 0))
    })
    rated_as(rating, place, seq_along(values), sets = TRUE)
  }
)

NO_RATING_CLASSES <- list(
  Date = function(place) as.Date("2020-01-01") + place,
  POSIXct = function(place) as.POSIXct("2020-01-01", tz = "UTC") + place,
  difftime = function(place) as.difftime(place, units = "mins"),
  complex = function(place) complex(real = place, imaginary = 1),
  raw = function(place) as.raw(ifelse(is.na(place), 0, place)),
  matrix = function(place) cbind(place, place),
  data.frame = function(place) data.frame(a = place),
  infinite = function(place) ifelse(seq_along(place) == 1, Inf, place + 0),
  integer64_large = function(place) as_integer64(ifelse(is.na(place), 1, place), 2^22),
  invalid = function(place) paste0("\xff\xfe", place)
)

rated_as <- function(rating, place, values, level = "nominal", declared = FALSE, sets = FALSE) {
  list(rating = rating, place = place, values = values, level = level, declared = declared, sets = sets)
}

# Missing values must not become the text "NA".
text_rated <- function(place, values, label) {
  rating <- label(place)
  rating[is.na(place)] <- NA
  rated_as(rating, place, seq_along(values))
}

# Data frames of the classes that R users have.
FRAME_CLASSES <- list(
  data.frame = identity,
  tibble = function(data) tibble::as_tibble(data),
  spec = function(data) {
    structure(tibble::as_tibble(data), class = c("spec_tbl_df", "tbl_df", "tbl", "data.frame"))
  },
  named = function(data) {
    row.names(data) <- paste0("row \u00e9", rev(seq_len(nrow(data))))
    data
  },
  grouped = function(data) dplyr::group_by(tibble::as_tibble(data), set),
  rowwise = function(data) dplyr::rowwise(tibble::as_tibble(data)),
  rowwise_named = function(data) dplyr::rowwise(tibble::as_tibble(data), item),
  data.table = function(data) as_data_table(data),
  keyed = function(data) {
    data <- as_data_table(data)
    data.table::setkeyv(data, "set")
    data.table::setindexv(data, "set")
    data
  }
)

# A data.table cannot have POSIXlt columns.
as_data_table <- function(data) {
  list_like <- vapply(data, inherits, NA, "POSIXlt")
  data[list_like] <- lapply(data[list_like], as.POSIXct)
  data.table::as.data.table(data)
}

frame_classes_here <- function() {
  needs <- c(
    grouped = "dplyr", rowwise = "dplyr", rowwise_named = "dplyr",
    data.table = "data.table", keyed = "data.table"
  )
  here <- vapply(needs, requireNamespace, NA, quietly = TRUE)
  setdiff(names(FRAME_CLASSES), names(needs)[!here])
}
