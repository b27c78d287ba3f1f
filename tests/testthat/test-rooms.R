# A room uses only those above it in the tables of ARCHITECTURE.md, which are the one list of rooms.

root <- test_path("..", "..")
in_sources <- file.exists(file.path(root, "ARCHITECTURE.md"))

# Returns the level of each room: the row of the table of `place` that contains it.
floors_of <- function(place) {
  lines <- readLines(file.path(root, "ARCHITECTURE.md"), encoding = "UTF-8")
  rows <- lines[cumsum(lines == sprintf("| room in `%s` | what it does |", place)) == 1]
  rows <- grep("^[|] `", rows[seq_len(match("", rows))], value = TRUE)
  cells <- strsplit(gsub("^[|] | [|].*|`", "", rows), ", ", fixed = TRUE)
  rlang::set_names(rep(seq_along(cells), lengths(cells)), unlist(cells))
}

# The prefix of a file in R/ is its room, and so is the folder of a header.
room_of <- function(file) sub("[.-].*", "", basename(file))

# The lines of a data frame of rooms that use one that is not above them, nor themselves.
goes_up <- function(from, to, floors) which(from != to & floors[to] >= floors[from])

# Returns the names that files define and use: a data frame with a row per definition and name in it. Names of
# arguments, of local variables and after `$` are left out.
names_used <- function(file) {
  code <- parse(file, keep.source = TRUE)
  if (!length(code)) return(NULL)
  defines <- vapply(code, function(x) if (is_assignment(x)) as.character(x[[2]]) else "", "")
  token <- utils::getParseData(code)
  token <- token[token$terminal & token$token != "COMMENT", ]
  token$text <- gsub("`", "", token$text, fixed = TRUE)
  # Each definition begins on a line of its own.
  part <- findInterval(token$line1, utils::getSrcLocation(code, "line"))
  before <- c("", token$text[-nrow(token)])
  after <- c(token$text[-1], "")
  local <- token$token == "SYMBOL_FORMALS" | token$token == "SYMBOL" & after == "<-" & before != "$"
  used <- token$token %in% c("SYMBOL", "SYMBOL_FUNCTION_CALL", "SPECIAL") & before != "$"
  rows <- lapply(seq_along(code), function(i) {
    uses <- setdiff(token$text[used & part == i], c(defines[i], token$text[local & part == i]))
    data.frame(file = basename(file), defines = defines[i], uses = c(uses, NA))
  })
  do.call(rbind, rows)
}

is_assignment <- function(code) is.call(code) && identical(code[[1]], quote(`<-`)) && is.name(code[[2]])

found <- if (in_sources) {
  do.call(rbind, lapply(list.files(file.path(root, "R"), "[.]R$", full.names = TRUE), names_used))
}

test_that("rooms of R use only those above them", {
  skip_if_not(in_sources, "sources are not there")
  floors <- floors_of("R/")
  found <- found[!room_of(found$file) %in% c("accord", "RcppExports"), ]
  expect_setequal(room_of(found$file), names(floors))
  expect_identical(anyDuplicated(names(floors)), 0L)

  found$defined_in <- found$file[match(found$uses, found$defines)]
  wrong <- found[goes_up(room_of(found$file), room_of(found$defined_in), floors), ]
  expect_identical(sprintf("%s uses %s() of %s", wrong$file, wrong$uses, wrong$defined_in), character())
})

test_that("rooms of the core include only those above them", {
  skip_if_not(in_sources, "sources are not there")
  floors <- floors_of("inst/include/accord/")
  folder <- file.path(root, "inst/include/accord")
  files <- list.files(folder, "[.]h$", recursive = TRUE)
  expect_setequal(dirname(files), names(floors))
  lines <- lapply(file.path(folder, files), readLines)
  found <- data.frame(file = rep(files, lengths(lines)), line = unlist(lines))
  found <- found[grepl("^#include \"[.][.]/", found$line), ]
  included <- gsub("^#include \"[.][.]/|/.*", "", found$line)
  wrong <- found[goes_up(dirname(found$file), included, floors), ]
  expect_identical(paste(wrong$file, wrong$line), character())
})

# Returns all headers that a header includes, directly or indirectly.
included_by <- function(file, found = character()) {
  lines <- grep("^#include \"", readLines(file), value = TRUE)
  for (header in file.path(dirname(file), gsub("^#include \"|\".*", "", lines))) {
    header <- normalizePath(header)
    if (!header %in% found) found <- included_by(header, c(found, header))
  }
  found
}

test_that("accord.h includes the whole core", {
  skip_if_not(in_sources, "sources are not there")
  folder <- file.path(root, "inst/include")
  headers <- list.files(file.path(folder, "accord"), "[.]h$", recursive = TRUE, full.names = TRUE)
  left_out <- setdiff(normalizePath(headers), included_by(file.path(folder, "accord.h")))
  expect_identical(basename(left_out), character())
})

test_that("a name is defined once", {
  skip_if_not(in_sources, "sources are not there")
  defined <- unique(found[found$defines != "", c("file", "defines")])
  expect_identical(defined$defines[duplicated(defined$defines)], character())
})

test_that("each room has tests, and each test is named after a room or is one of the whole", {
  skip_if_not(in_sources, "sources are not there")
  rooms <- names(floors_of("R/"))
  tests <- unique(sub("^test-", "", sub("[.]R$", "", list.files(test_path(), "^test-.*[.]R$"))))
  tested <- unique(sub("-.*", "", tests))
  expect_identical(setdiff(rooms, tested), character())
  lines <- readLines(file.path(root, "ARCHITECTURE.md"), encoding = "UTF-8")
  whole <- gsub("^[|] tests of the whole [|] | [|]$|`", "", grep("^[|] tests of the whole", lines, value = TRUE))
  expect_setequal(setdiff(tested, rooms), unlist(strsplit(whole, ", ")))
})

test_that("a name is used, exported or a method", {
  skip_if_not(in_sources, "sources are not there")
  code <- unlist(lapply(list.files(file.path(root, "R"), "[.]R$", full.names = TRUE), readLines, encoding = "UTF-8"))
  code <- grep("^ *# ", code, value = TRUE, invert = TRUE)
  words <- table(unlist(regmatches(code, gregexpr("[A-Za-z.][A-Za-z0-9._]*", code))))
  # Only methods have a dot in their name.
  defined <- setdiff(found$defines, c("", getNamespaceExports("accord")))
  defined <- defined[!grepl(".", defined, fixed = TRUE)]
  expect_identical(defined[words[defined] == 1], character())
})

test_that("the arguments of an interval method are read in its own room", {
  skip_if_not(in_sources, "sources are not there")
  files <- list.files(file.path(root, "R"), "[.]R$", full.names = TRUE)
  files <- files[!startsWith(basename(files), "ci")]
  code <- unlist(lapply(files, readLines, encoding = "UTF-8"))
  read <- unlist(regmatches(code, gregexpr("(?<=\\bci[$])[a-z_]+", code, perl = TRUE)))
  of_all <- setdiff(names(new_ci("example", 0.9)), "")
  expect_gt(sum(read %in% of_all), 0)
  # The number of draws is a setting of each method that draws.
  expect_setequal(setdiff(read, of_all), "times")
})

test_that("ARCHITECTURE.md lists the fields of ratings", {
  skip_if_not(in_sources, "sources are not there")
  lines <- readLines(file.path(root, "ARCHITECTURE.md"), encoding = "UTF-8")
  listed <- unlist(strsplit(gsub("^[|] | [|].*|`", "", grep("^[|] `[a-z_`, ]+ [|]", lines, value = TRUE)), ", "))
  code <- unlist(lapply(list.files(file.path(root, "R"), full.names = TRUE), readLines, encoding = "UTF-8"))
  set <- unlist(regmatches(code, gregexpr("(?<=^|[^a-z_])ratings[$]\\K[a-z_]+(?= <-)", code, perl = TRUE)))
  expect_identical(setdiff(c(names(as_ratings(matrix(1, 1, 1), layout = "raters_in_rows")), set), listed), character())
})
