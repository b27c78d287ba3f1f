# The prefix of a file in R/ is its room, and a room uses only those above it in the table of
# ARCHITECTURE.md, which is the one list of rooms.

root <- test_path("..", "..")
in_sources <- file.exists(file.path(root, "ARCHITECTURE.md"))

rooms_in_order <- function() {
  lines <- readLines(file.path(root, "ARCHITECTURE.md"), encoding = "UTF-8")
  rows <- lines[cumsum(lines == "| room in `R/` | what it does |") == 1]
  rows <- grep("^[|] `", rows[seq_len(match("", rows))], value = TRUE)
  gsub("^[|] `|`.*", "", rows)
}

room_of <- function(file) sub("[.-].*", "", basename(file))

# What a file defines and what it uses: a data frame with a row per definition and name in it. Names of
# arguments, of local variables and behind `$` are left out.
names_used <- function(file) {
  rows <- lapply(parse(file, keep.source = FALSE), function(code) {
    defines <- if (is_assignment(code)) as.character(code[[2]]) else ""
    uses <- setdiff(names_in(code), c(defines, local_names(as.list(code)[-2])))
    data.frame(file = basename(file), defines = defines, uses = c(uses, NA))
  })
  do.call(rbind, rows)
}

is_assignment <- function(code) is.call(code) && identical(code[[1]], quote(`<-`)) && is.name(code[[2]])

parts_of <- function(code) Filter(function(part) !identical(part, quote(expr = )), as.list(code))

in_parts <- function(parts, f) unique(as.character(unlist(lapply(parts, f), use.names = FALSE)))

names_in <- function(code) {
  if (is.name(code)) return(as.character(code))
  if (!is.call(code) && !is.pairlist(code)) return(character())
  if (is.call(code) && identical(code[[1]], quote(`$`))) code <- code[-3]
  in_parts(parts_of(code), names_in)
}

local_names <- function(code) {
  own <- if (is_assignment(code)) as.character(code[[2]])
  if (is.call(code) && identical(code[[1]], quote(`function`))) own <- names(code[[2]])
  parts <- if (is.recursive(code)) parts_of(code)
  c(own, in_parts(parts, local_names))
}

test_that("rooms use only the rooms above them in the table", {
  skip_if_not(in_sources, "sources are not there")
  rooms <- rooms_in_order()
  files <- list.files(file.path(root, "R"), "[.]R$", full.names = TRUE)
  files <- files[!room_of(files) %in% c("accord", "RcppExports")]
  expect_setequal(room_of(files), rooms)
  expect_identical(anyDuplicated(rooms), 0L)

  found <- do.call(rbind, lapply(files, names_used))
  defined_in <- found$file[match(found$uses, found$defines)]
  upwards <- which(match(room_of(defined_in), rooms) > match(room_of(found$file), rooms))
  expect_identical(
    sprintf("%s uses %s() of %s", found$file, found$uses, defined_in)[upwards], character()
  )
})

test_that("a name is defined once", {
  skip_if_not(in_sources, "sources are not there")
  found <- do.call(rbind, lapply(list.files(file.path(root, "R"), "[.]R$", full.names = TRUE), names_used))
  defined <- unique(found[found$defines != "", c("file", "defines")])
  expect_identical(defined$defines[duplicated(defined$defines)], character())
})
