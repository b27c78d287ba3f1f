# The result of a call: its `value`, or the class of its `error`; `fault` describes what no call may do, which is to
# stop or warn without a class, to report a bug, or to take longer than ten seconds.

attempt <- function(code, limit = 10) {
  fault <- character()
  warned <- character()
  begun <- proc.time()
  result <- tryCatch(
    withCallingHandlers(
      list(value = code),
      warning = function(cnd) {
        warned <<- c(warned, class(cnd)[1])
        if (!inherits(cnd, "accord_warning")) fault <<- c(fault, unclassed(cnd))
        tryInvokeRestart("muffleWarning")
      },
      message = function(cnd) {
        if (!inherits(cnd, "accord_message")) fault <<- c(fault, unclassed(cnd))
        tryInvokeRestart("muffleMessage")
      }
    ),
    error = function(cnd) {
      if (!inherits(cnd, "accord_error") || inherits(cnd, "accord_error_internal")) {
        fault <<- c(fault, unclassed(cnd))
      }
      list(error = class(cnd)[1])
    }
  )
  # On a busy machine elapsed time includes waiting.
  spent <- proc.time() - begun
  seconds <- min(spent[["elapsed"]], spent[["user.self"]] + spent[["sys.self"]])
  LONGEST$seconds <- max(LONGEST$seconds, seconds)
  LONGEST$calls <- LONGEST$calls + 1L
  if (seconds > limit) fault <- c(fault, sprintf("slow: %.0f s", seconds))
  c(result, list(warned = warned, fault = unique(fault), seconds = seconds))
}

# The longest call so far, and the number of calls.
LONGEST <- new.env()
LONGEST$seconds <- 0
LONGEST$calls <- 0L

unclassed <- function(cnd) {
  call <- paste(deparse(conditionCall(cnd))[1], collapse = "")
  paste0("unclassed ", class(cnd)[1], " in ", call, ": ", strtrim(conditionMessage(cnd), 300))
}

# Output of a print method is discarded, but not its conditions.
print_quietly <- function(x) {
  sink(nullfile())
  on.exit(sink())
  print(x)
}

# Formatting a condition with cli takes longer than reading a small file. With `quick`, errors and warnings of accord
# keep their class and fields, but their messages are not formatted; run.R formats those of every 13th file.
word_conditions <- function(quick) {
  namespace <- asNamespace("accord")
  for (name in c("abort_accord", "warn_accord")) {
    if (is.null(WORDED[[name]])) WORDED[[name]] <- namespace[[name]]
    made <- if (quick) quick_condition(name) else WORDED[[name]]
    do.call("unlockBinding", list(name, namespace))
    assign(name, made, namespace)
  }
}

WORDED <- new.env()

quick_condition <- function(name) {
  kind <- sub("abort_accord", "error", sub("warn_accord", "warning", name))
  function(what, message, ...) {
    classes <- c(paste0("accord_", kind, "_", what), paste0("accord_", kind), kind, "condition")
    cnd <- structure(class = classes, c(
      list(message = paste(message, collapse = " "), call = NULL), rlang::list2(...)
    ))
    if (kind == "error") stop(cnd) else warning(cnd)
  }
}
