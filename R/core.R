# Calls of the core: exceptions, threads, a progress bar, and the name and the text of a status.

# The arguments of the core have been checked before (check-damage.R), so that an exception is a bug in accord, unless
# memory is exhausted. Each call first checks for an interrupt by the user, since long computations in R between two
# calls may not have done so.
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

# Exhausted memory is neither a bug nor a fault of the data. R reports it by an error without a class, in the language
# of the session; C++ throws std::bad_alloc.
with_memory <- function(code) {
  withCallingHandlers(code, error = function(cnd) if (is_out_of_memory(cnd)) abort_memory(cnd))
}

is_out_of_memory <- function(cnd) {
  # Rcpp may not report the class of a C++ exception, so that its message is compared.
  if (inherits(cnd, "C++Error")) {
    return(conditionMessage(cnd) %in% c("std::bad_alloc", "std::bad_array_new_length"))
  }
  if (inherits(cnd, "accord_error")) {
    return(FALSE)
  }
  # R's message ends with a size, so that only the beginning is compared.
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
      "The computation needs more memory than there is.",
      x = if (length(asked)) "R could not allocate {asked} more." else "R could not allocate more.",
      i = "{.code ci = ci_none()}, one coefficient in a call, and {.code options(accord.threads = 1)} need less.",
      i = "So do fewer rows or groups in a call, a data frame of the needed columns only, and a table of counts.",
      i = "A table of a database is counted there: see section {.emph Tables of a database} of {.code ?as_ratings}."
    ),
    asked = if (length(asked)) asked
  )
}

# The values of the core's enums, by name and in their order, and its list of coefficients; both are read when the
# package is loaded.
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

# Returns the tally of the ratings in the core, which `ratings$sample` holds if several computations share it.
core_sample <- function(ratings) {
  ratings$sample %||% call_core(new_sample(ratings, n_threads()))
}

# Returns the number of threads for the core; results do not depend on it.
n_threads <- function() {
  n <- getOption("accord.threads", 2L)
  # The option is read often, so that valid values are accepted quickly.
  if (!is.integer(n) || !isTRUE(n >= 1L && n <= 1024L)) n <- check_whole(n, "options(accord.threads)", most = 1024)
  as.integer(n)
}

# Returns a function that updates a progress bar, which appears only when the computation takes long. There is none in
# the log of a script, unless `options(cli.dynamic = TRUE)`.
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
      bar <<- NULL # another group may begin a new bar
    }
  }
}

shows_progress <- function() rlang::is_interactive() || cli::is_dynamic_tty()

# Returns the lower-tail probabilities of the two limits of an interval.
level_tails <- function(conf_level) c(1 - conf_level, 1 + conf_level) / 2

# Returns a divisor for numbers that will be squared or summed: the largest power of 2 that does not exceed their
# maximum, 1 if all are 0. Dividing by it loses no digits, and prevents squares from overflowing or vanishing.
unit_of <- function(...) {
  x <- abs(c(...))
  largest <- max(x[is.finite(x)], 0)
  if (largest > 0) 2^floor(log2(largest)) else 1
}

# Accepts a vector or a list of vectors.
undefined_as_na <- function(x) {
  if (is.list(x)) return(lapply(x, undefined_as_na))
  if (anyNA(x)) x[is.nan(x)] <- NA_real_
  x
}

# A status has a name in code and a text in results. The core defines the list, to which R adds further ones.
MORE_STATUS <- c(one_rater = "one rater only", one_rating = "one rating only")

# Returns the names of codes of the core's enum Status.
status_names <- function(code) names(status_words())[code + 1L]

status_in_words <- function(name) unname(c(status_words(), MORE_STATUS)[name])
