# Calls of the core: its exceptions, threads, a progress bar, and the name and the text of a status.

# The core is given only what was checked before (check-damage.R), so that an exception is a bug in accord, unless no
# memory was left.
# Long steps in R between two calls may not have asked whether the user wants to stop; each call does.
call_core <- function(expr) {
  stop_if_asked()
  withCallingHandlers(
    with_memory(expr),
    `C++Error` = function(cnd) {
      abort_accord(
        "internal",
        c(
          "Internal error in accord: {conditionMessage(cnd)}",
          i = "This is a bug. Please report it with the data or code that shows it."
        )
      )
    }
  )
}

# Memory that is refused is no bug and no fault of the data. R says so in an error without a class, in the language of
# the session; C++ says std::bad_alloc.
with_memory <- function(code) {
  withCallingHandlers(code, error = function(cnd) if (is_out_of_memory(cnd)) abort_memory(cnd))
}

is_out_of_memory <- function(cnd) {
  # Rcpp does not always know the class.
  if (inherits(cnd, "C++Error")) {
    return(conditionMessage(cnd) %in% c("std::bad_alloc", "std::bad_array_new_length"))
  }
  if (inherits(cnd, "accord_error")) {
    return(FALSE)
  }
  # R's message ends in the size, so that only its beginning is compared.
  begins <- sub("%.*", "", gettext(R_MEMORY_ERRORS, domain = "R"))
  any(startsWith(conditionMessage(cnd), c(begins, sub("%.*", "", R_MEMORY_ERRORS))))
}

R_MEMORY_ERRORS <- c(
  "cannot allocate vector of size %0.1f Gb", "cannot allocate vector of length %lld", "cannot allocate memory",
  "memory exhausted (limit reached?)", "vector memory exhausted (limit reached?)",
  "vector memory limit of %0.1f Gb reached, see mem.maxVSize()"
)

abort_memory <- function(cnd) {
  asked <- regmatches(conditionMessage(cnd), regexpr("[0-9.]+ ?[KMGT]i?b", conditionMessage(cnd), ignore.case = TRUE))
  abort_accord(
    "memory",
    c(
      "There must be memory for the computation.",
      x = if (length(asked)) "R could not get {asked} more." else "The system refused to give more.",
      i = "{.code ci = ci_none()}, one coefficient in a call, and {.code options(accord.threads = 1)} need less.",
      i = "So do fewer rows or groups in a call, data frames that have the needed columns only, and a table of counts.",
      i = "A table of a database is counted there: see section {.emph Tables of a database} of {.code ?as_ratings}."
    ),
    asked = if (length(asked)) asked
  )
}

# What the core can be asked for, by name and in the order of its enums (R says the place); its list of coefficients.
ENUMS <- NULL
REGISTRY <- NULL

.onLoad <- function(libname, pkgname) {
  ENUMS <<- core_enums()
  REGISTRY <<- coefficient_registry()
}

place_of <- function(enum, name) {
  place <- match(name, ENUMS[[enum]])
  if (anyNA(place)) {
    abort_accord(
      "internal",
      c(
        "Internal error in accord: its core has no {enum} called {.val {name[is.na(place)]}}.",
        i = "This is a bug. Please report it with the data or code that shows it."
      )
    )
  }
  place - 1L
}

# Ratings with their tally in the core. Where several questions are asked, `ratings$sample` holds it.
core_sample <- function(ratings) {
  ratings$sample %||% call_core(new_sample(ratings, n_threads()))
}

# Number of threads for the core; results do not depend on it.
n_threads <- function() {
  n <- getOption("accord.threads", 2L)
  # It is asked for often, and seldom wrong.
  if (!is.integer(n) || !isTRUE(n >= 1L && n <= 1024L)) n <- check_whole(n, "options(accord.threads)", most = 1024)
  as.integer(n)
}

# A progress bar for work that looks at pairs of values: it shows when the work takes long.
# In the log of a script it would only add lines; `options(cli.dynamic = TRUE)` has it there too.
progress_tick <- function(label) {
  if (!shows_progress()) {
    return(function(share) invisible())
  }
  bar <- NULL
  env <- environment()
  function(share) {
    if (is.null(bar)) bar <<- cli::cli_progress_bar(label, total = 100, .auto_close = FALSE, .envir = env)
    cli::cli_progress_update(set = floor(100 * share), id = bar, .envir = env)
    if (share >= 1) {
      cli::cli_progress_done(id = bar, .envir = env)
      bar <<- NULL # another group may start anew
    }
  }
}

shows_progress <- function() rlang::is_interactive() || cli::is_dynamic_tty()

# What lies below the two limits of an interval, as shares of a distribution.
level_tails <- function(conf_level) c(1 - conf_level, 1 + conf_level) / 2

# By what finite numbers are divided before they are squared or summed: the largest power of 2 that is not above them, 1
# if all are 0. No digit changes, and no square is 0 or infinite because of their unit.
unit_of <- function(...) {
  x <- abs(c(...))
  largest <- max(x[is.finite(x)], 0)
  if (largest > 0) 2^floor(log2(largest)) else 1
}

# Of a vector, or of each of a list.
undefined_as_na <- function(x) {
  if (is.list(x)) return(lapply(x, undefined_as_na))
  if (anyNA(x)) x[is.nan(x)] <- NA_real_
  x
}

# A status has a name in code and words in a result. The list is the core's; R finds out more.
MORE_STATUS <- c(one_rater = "one rater only", one_rating = "one rating only")

# The names of codes of the core's enum Status.
status_names <- function(code) names(status_words())[code + 1L]

status_in_words <- function(name) unname(c(status_words(), MORE_STATUS)[name])
