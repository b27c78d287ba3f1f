# Pictures within a page, drawn with the first of these devices that works. svglite writes text as text, which a
# browser draws in the letters of the page; svg() draws outlines of letters at places that are rounded. capabilities()
# lists devices that fail to open, such as png() of an R without cairo and without a screen, so each is tried. SVG is
# sharp at any size.

PICTURE_DEVICES <- list(
  svglite = function(file, width, height) svglite::svglite(file, width, height),
  svg = function(file, width, height) grDevices::svg(file, width, height),
  png = function(file, width, height) grDevices::png(file, width, height, units = "in", res = 180)
)

# The name of the first device that works.
picture_device <- function() {
  for (name in names(PICTURE_DEVICES)) {
    if (!is.null(picture_markup(name, grid::grid.newpage))) return(name)
  }
  abort_accord("no_device", c(
    "R must be able to draw pictures for a report.",
    x = "None of {.fn grDevices::svg}, {.fn svglite::svglite} and {.fn grDevices::png} works here.",
    i = "Install package svglite, which needs nothing else: {.code install.packages(\"svglite\")}."
  ), package = "svglite")
}

# The output of `draw` as markup of a page; NULL if the device does not work. Sizes are in inches.
picture_markup <- function(device, draw, width = 4, height = 4) {
  file <- tempfile(fileext = if (device == "png") ".png" else ".svg")
  on.exit(unlink(file))
  before <- grDevices::dev.list()
  current <- grDevices::dev.cur()
  # A device that fails to open either stops or only warns.
  tryCatch(
    suppressWarnings(PICTURE_DEVICES[[device]](file, width, height)),
    error = function(cnd) NULL
  )
  opened <- setdiff(grDevices::dev.list(), before)
  if (length(opened) == 0) {
    return(NULL)
  }
  tryCatch(draw(), finally = {
    grDevices::dev.off(opened)
    if (length(before)) grDevices::dev.set(current)
  })
  if (!file.exists(file) || file.size(file) == 0) {
    return(NULL)
  }
  if (device == "png") {
    return(paste0("<img alt=\"\" src=\"", knitr::image_uri(file), "\">"))
  }
  lines <- paste(readLines(file, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  # Decimals beyond the second are smaller than any screen or printer shows. Other devices than svg() write texts,
  # whose numbers stay.
  if (!grepl("<text", lines, fixed = TRUE)) lines <- gsub("([0-9][.][0-9]{2})[0-9]+", "\\1", lines)
  # svglite states the length of a text by rounded widths of its letters, which would stretch it.
  lines <- gsub(" textLength='[^']*'( lengthAdjust='[^']*')?", "", lines)
  sub("(?s)^.*?(?=<svg)", "", lines, perl = TRUE)
}

# The parts of a page, in which SVG pictures have ids of their own. svg() draws each letter as an outline, in every
# picture anew, which makes most of its size: the page has each outline once, and the pictures refer to it.
shared_letters <- function(parts) {
  body <- paste(parts, collapse = "\n")
  at <- gregexpr("(?s)<svg.*?</svg>", body, perl = TRUE)
  pictures <- regmatches(body, at)[[1]]
  own <- paste0("p", seq_along(pictures), "-")
  pictures <- mapply(function(picture, own) {
    picture <- gsub("( id=[\"'])", paste0("\\1", own), picture)
    gsub("(href=[\"']#|url\\(#)", paste0("\\1", own), picture)
  }, pictures, own, USE.NAMES = FALSE)
  letter <- "<(symbol|g)[^>]* id=\"([^\"]*glyph[^\"]*)\">\\s*(<path[^>]*/>)\\s*</\\1>\\n?"
  drawn <- regmatches(pictures, gregexpr(letter, pictures, perl = TRUE))
  outlines <- unique(sub(letter, "\\3", unlist(drawn), perl = TRUE))
  pictures <- mapply(function(picture, letters) {
    picture <- gsub(letter, "", picture, perl = TRUE)
    to <- paste0("href=\"#l", match(sub(letter, "\\3", letters, perl = TRUE), outlines))
    replaced(picture, paste0("xlink:href=\"#", sub(letter, "\\2", letters, perl = TRUE)), to)
  }, pictures, drawn, USE.NAMES = FALSE)
  regmatches(body, at) <- list(as.character(pictures))
  if (length(outlines) == 0) {
    return(body)
  }
  defined <- paste0("<g id=\"l", seq_along(outlines), "\">", outlines, "</g>")
  c("<svg class=\"letters\" aria-hidden=\"true\"><defs>", defined, "</defs></svg>", body)
}

# The picture with other references to its letters.
replaced <- function(picture, from, to) {
  at <- gregexpr("xlink:href=\"#[^\"]*glyph[^\"]*", picture)
  found <- regmatches(picture, at)[[1]]
  regmatches(picture, at) <- list(to[match(found, from)])
  picture
}
