# Lists which files of R/ a call uses, and how often it goes from one to another, for readers who want to follow how a
# result is computed. Every function of the installed package reports when it is called; a switch is a call of a
# function in another file than the caller's. `Rscript tools/trace.R` prints the calls below, and `Rscript tools/trace.R
# alpha` also lists the files of one of them, in the order of their first use, with the functions called in each, and
# the calls between files.

# The file of each function: its definitions at top level.
files_of <- function(folder) {
  # The file written by Rcpp only calls the core, and need not be read.
  found <- lapply(setdiff(list.files(folder, "[.]R$"), "RcppExports.R"), function(file) {
    code <- parse(file.path(folder, file), encoding = "UTF-8")
    named <- Filter(function(x) is.call(x) && identical(x[[1]], quote(`<-`)) && is.name(x[[2]]), as.list(code))
    names <- vapply(named, function(x) as.character(x[[2]]), "")
    stats::setNames(rep(file, length(names)), names)
  })
  unlist(found)
}

seen <- new.env()

# The nearest function of the package in whose code frame `n` was called, as a line of `files`.
caller_of <- function(n, parents) {
  while (n > 0) {
    name <- attr(sys.function(n), "traced")
    if (!is.null(name)) return(name)
    n <- parents[n]
  }
  NA_character_
}

enter <- function(name) {
  n <- sys.nframe() - 1L # the frame of the function that reports
  seen$to <- c(seen$to, name)
  seen$from <- c(seen$from, caller_of(sys.parents()[n], sys.parents()))
}

# Adds a report at the beginning of the body of each function of the namespace, and of the registered methods.
instrument <- function(files) {
  space <- asNamespace("accord")
  for (name in intersect(names(files), ls(space, all.names = TRUE))) {
    fun <- get(name, space)
    if (!is.function(fun) || is.primitive(fun)) next
    body(fun) <- as.call(list(as.name("{"), as.call(list(enter, name)), body(fun)))
    attr(fun, "traced") <- name
    unlockBinding(name, space)
    assign(name, fun, space)
    lockBinding(name, space)
  }
  methods <- getNamespaceInfo(space, "S3methods")
  for (i in which(is.na(methods[, 4]))) {
    name <- paste(methods[i, 1], methods[i, 2], sep = ".")
    if (name %in% names(files)) registerS3method(methods[i, 1], methods[i, 2], get(name, space), envir = space)
  }
}

trip_of <- function(code, files) {
  seen$to <- seen$from <- character()
  utils::capture.output(suppressMessages(suppressWarnings(invisible(code))))
  to <- files[seen$to]
  from <- files[seen$from]
  list(
    text = sprintf("%s  %s", unique(unname(to)), vapply(unique(unname(to)), function(file) {
      paste(unique(seen$to[to == file]), collapse = " ")
    }, "")),
    between = sort(table(paste0(seen$from, "() > ", seen$to, "()")[!is.na(from) & from != to]), decreasing = TRUE),
    files = unique(unname(to)), rooms = unique(sub("[-.].*", "", to)), calls = length(to),
    switches = sum(!is.na(from) & from != to)
  )
}

# Small data of the kind that most users have.
trips <- function() {
  answers <- tempfile(fileext = ".jsonl")
  writeLines(c(
    '{"accord":"accord annotate_llm 1","hash":"x","item":"id","id_type":"text","prompt":"{t}",',
    '"fields":{"label":{"kind":"enum","required":true,"values":["a","b"]}},"shuffle":["label"]}\n',
    '{"rater":"m","model":"m"}\n',
    sprintf('{"id":"t%d","rater":"m","answer":{"label":"%s"},"tries":1}\n', 1:6, c("a", "b"))
  ), answers, sep = "")
  export <- system.file("extdata", "label_studio", package = "accord", mustWork = TRUE)
  data <- data.frame(
    item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
    label = c("a", "a", "b", "b", "b", "b", "a", "a", "a", "b", "a", "b", "b", "b", "a", "a", "a", "a")
  )
  alpha <- function() accord::krippendorff_alpha(data, item, rater, label)
  list(
    alpha = alpha,
    agreement = function() accord::agreement(data, item, rater, label),
    consensus = function() accord::consensus(data, item, rater, label, method = "dawid_skene"),
    print = local({
      x <- alpha()
      function() print(x)
    }),
    paper_table = local({
      x <- alpha()
      function() accord::paper_table(x, "latex")
    }),
    read_llm = function() accord::read_llm(answers),
    read_label_studio = function() accord::read_label_studio(list.files(export, full.names = TRUE))
  )
}

files <- files_of("R")
calls <- trips()
instrument(files)
wanted <- commandArgs(TRUE)
for (name in names(calls)) {
  trip <- trip_of(calls[[name]](), files)
  cat(sprintf(
    "%-18s %3d files  %2d rooms  %4d switches  %4d calls\n",
    name, length(trip$files), length(trip$rooms), trip$switches, trip$calls
  ))
  if (name %in% wanted) {
    cat(paste0("    ", trip$text, "\n"), sep = "")
    cat(sprintf("    %3d %s\n", trip$between, names(trip$between)), sep = "")
  }
}
