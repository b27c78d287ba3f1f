# Finds methods of consensus by name, prints them, and reports settings given in the wrong place.

# Returns the functions of the methods. The mean and the median have none, since base R has functions with these names.
method_functions <- function() {
  names <- setdiff(names(CONSENSUS_METHODS), c("mean", "median"))
  mget(names, envir = topenv(), mode = "function")
}

# Returns the method object of this name with default settings.
default_settings <- function(name) {
  make <- method_functions()[[name]]
  if (is.null(make)) new_method(name) else make()
}

# Returns `method` as an object; it may be a method or the name of one. `arg`: the argument that has it.
as_method <- function(method, arg = "method") {
  if (inherits(method, "accord_method")) {
    return(whole_method(method))
  }
  if (is_by_question(method, arg)) {
    abort_accord(
      "argument",
      c(
        "A named {.arg {arg}} has the names of questions.",
        x = "The data have one question, and {.arg {arg}} names {.val {names(method)}}.",
        i = "Give {.arg {arg}} without names."
      ),
      argument = arg
    )
  }
  if (rlang::is_string(method) && method %in% names(CONSENSUS_METHODS)) {
    return(default_settings(method))
  }
  known <- names(CONSENSUS_METHODS)
  of_base <- c("mean", "median")[c(identical(method, base::mean), identical(method, stats::median))]
  ours <- names(Filter(function(f) identical(f, method), method_functions()))
  near <- if (rlang::is_string(method)) nearest(sub("[(].*", "", method), known)
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be a method of consensus or its name, one of {.or {.val {known}}}.",
      x = if (rlang::is_string(method)) "It is {.val {method}}." else "It is {.obj_type_friendly {method}}.",
      i = if (length(of_base)) {
        "Give its name: {.code {arg} = \"{of_base}\"}."
      } else if (length(ours)) {
        "Call it: {.code {arg} = {ours}()} and not {.code {arg} = {ours}}."
      } else if (length(near)) {
        "Did you mean {.val {near}}?"
      } else if (!rlang::is_string(method)) {
        "Functions of other packages may have the name of one of accord's: use for example
         {.code {arg} = accord::dawid_skene()}."
      }
    ),
    argument = arg,
    value = method
  )
}

# Returns a method with checked settings, since users may have changed the object.
whole_method <- function(x) {
  name <- x[["method"]]
  settings <- unclass(x)[names(x) != "method"]
  if (!rlang::is_string(name) || !name %in% names(CONSENSUS_METHODS)) {
    abort_damaged("the method", "method", "is none of the methods of consensus", "dawid_skene")
  }
  make <- method_functions()[[name]]
  if (!is.null(make)) {
    return(do.call(make, settings))
  }
  if (length(settings$rater_weights)) check_rater_weights(settings$rater_weights)
  x
}

# Returns the settings that differ from their defaults.
own_settings <- function(x) {
  default <- default_settings(x$method)
  Filter(Negate(is.null), x[!mapply(identical, unclass(x), unclass(default)[names(x)])])
}

#' @export
format.accord_method <- function(x, ...) {
  own <- own_settings(x)
  values <- vapply(own, function(value) {
    if (is.atomic(value) && length(value) <= 5 && is.null(dim(value))) {
      paste(deparse(value, width.cutoff = 500L), collapse = "")
    } else if (is.function(value)) {
      "<function>"
    } else {
      paste0("<", length(value), if (is.data.frame(value)) " columns>" else " values>")
    }
  }, "")
  settings <- if (length(own)) paste0("; ", paste(names(own), "=", values, collapse = ", "))
  paste0(CONSENSUS_METHODS[[x$method]], settings)
}

#' @export
print.accord_method <- function(x, ...) {
  cat("<accord_method> ", format(x), "\n", sep = "")
  invisible(x)
}

# Returns names of methods as they are typed in a call.
method_calls <- function(names) ifelse(names %in% c("mean", "median"), paste0("\"", names, "\""), paste0(names, "()"))

# Returns the methods that have a given setting.
methods_with <- function(setting) {
  names(Filter(function(make) all(setting %in% names(formals(make))), method_functions()))
}

all_settings <- function() {
  setdiff(unique(unlist(lapply(method_functions(), function(make) names(formals(make))))), "...")
}

# Stops if the function of a method was called with further arguments.
check_settings <- function(name, ...) {
  dots <- rlang::enquos(...)
  given <- names(dots)
  if (length(given) == 0) {
    return(invisible())
  }
  of_verb <- intersect(given, setdiff(names(formals(consensus)), "..."))
  of_others <- intersect(given, all_settings())
  if (length(of_verb)) {
    typed <- lapply(dots[of_verb], rlang::quo_get_expr)
    call <- rlang::call2("consensus", quote(...), method = rlang::call2(name), !!!typed)
    abort_accord(
      "argument",
      c(
        "A method has its own settings only.",
        x = "{.arg {of_verb}} {cli::qty(length(of_verb))}{?is an argument/are arguments} of {.fn consensus}.",
        i = "Use {.code {code_text(call)}}."
      ),
      argument = of_verb
    )
  }
  if (length(of_others)) abort_other_method(of_others, name)
  given[given == ""] <- "(unnamed)"
  abort_unknown(given, names(formals(method_functions()[[name]])))
}

abort_other_method <- function(settings, name) {
  others <- method_calls(methods_with(settings[1]))
  own <- method_calls(name)
  abort_accord(
    "argument",
    c(
      "A method has its own settings only.",
      x = "{.arg {settings}} {cli::qty(length(settings))}{?is not a setting/are not settings} of {.code {own}}.",
      i = "{.arg {settings[1]}} is a setting of {.code {others}}."
    ),
    argument = settings
  )
}

# Returns names of arguments, in which a misspelled setting of a method is corrected if the name does not resemble an
# argument.
spelled_settings <- function(names) {
  known <- c(names(formals(consensus)), names(formals(as_ratings.data.frame)))
  vapply(names, function(name) {
    near <- if (name != "" && !name %in% known && !length(nearest(name, known))) nearest(name, all_settings())
    if (length(near)) near else name
  }, "", USE.NAMES = FALSE)
}

# Checks `dots`, the further arguments of consensus(), for settings of methods. `typed`: the expression given as
# `method`.
check_settings_place <- function(dots, method, typed) {
  typed_names <- names(dots)
  names(dots) <- spelled_settings(typed_names)
  given <- intersect(names(dots), all_settings())
  if (length(given) == 0) {
    return(invisible())
  }
  wrong <- typed_names[match(given, names(dots))]
  makers <- method_functions()
  if (is.null(method)) {
    method <- default_settings(c(methods_with(given), methods_with(given[1]))[1])
  }
  others <- setdiff(given, if (method$method %in% names(makers)) names(formals(makers[[method$method]])))
  if (length(others)) abort_other_method(others, method$method)
  settings <- lapply(dots[given], rlang::quo_get_expr)
  call <- if (rlang::is_call(typed, names(makers))) {
    rlang::call_modify(typed, !!!settings)
  } else {
    own <- own_settings(method)
    rlang::call2(method$method, !!!own[setdiff(names(own), given)], !!!settings)
  }
  abort_accord(
    "argument",
    c(
      "Settings of a method are arguments of its function.",
      x = "{.arg {wrong}} {cli::qty(length(wrong))}{?is not an argument/are not arguments} of {.fn consensus}.",
      i = "Use {.code method = {code_text(call)}}."
    ),
    argument = wrong
  )
}

# A value that was not typed, as in do.call(), may be too long to print.
code_text <- function(call) {
  call[] <- lapply(call, function(part) {
    long <- !is.call(part) && !is.symbol(part) && length(part) > 10 || is.data.frame(part)
    if (long) quote(...) else part
  })
  paste(trimws(deparse(call, width.cutoff = 500L)), collapse = " ")
}
