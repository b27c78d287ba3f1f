# Pictures within a page, by the first of these devices that works. capabilities() names devices that do not open,
# such as png() of an R without cairo where there is no screen, so each is tried. SVG is sharp at any size.

PICTURE_DEVICES <- list(
  svg = function(file, width, height) grDevices::svg(file, width, height),
  svglite = function(file, width, height) svglite::svglite(file, width, height),
  png = function(file, width, height) grDevices::png(file, width, height, units = "in", res = 180)
)

# The name of that device.
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

# What `draw` draws, as the source of an image; NULL where the device does not work. Sizes are in inches.
picture_uri <- function(device, draw, width = 4, height = 4) {
  file <- tempfile(fileext = if (device == "png") ".png" else ".svg")
  on.exit(unlink(file))
  before <- grDevices::dev.list()
  current <- grDevices::dev.cur()
  # A device that does not open stops, or only warns.
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
