# Pictures within a page, drawn with the first of these devices that works. capabilities() lists devices that fail to
# open, such as png() of an R without cairo and without a screen, so each is tried. SVG is sharp at any size.

PICTURE_DEVICES <- list(
  svg = function(file, width, height) grDevices::svg(file, width, height),
  svglite = function(file, width, height) svglite::svglite(file, width, height),
  png = function(file, width, height) grDevices::png(file, width, height, units = "in", res = 180)
)

# The name of the first device that works.
picture_device <- function() {
  for (name in names(PICTURE_DEVICES)) {
    if (!is.null(picture_uri(name, grid::grid.newpage))) return(name)
  }
  abort_accord("no_device", c(
    "R must be able to draw pictures for a report.",
    x = "None of {.fn grDevices::svg}, {.fn svglite::svglite} and {.fn grDevices::png} works here.",
    i = "Install package svglite, which needs nothing else: {.code install.packages(\"svglite\")}."
  ), package = "svglite")
}

# The output of `draw` as the source of an image; NULL if the device does not work. Sizes are in inches.
picture_uri <- function(device, draw, width = 4, height = 4) {
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
  if (file.exists(file) && file.size(file) > 0) knitr::image_uri(file)
}
