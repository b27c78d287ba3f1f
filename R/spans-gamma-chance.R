# The continua that gamma aligns: those of the documents, and those that chance makes of them.

# Documents in which somebody marked something, one after the other, as the core reads them; cells are the
# annotators of a document. Their order is that of what they marked, so that names do not matter.
span_continua <- function(spans) {
  span <- spans$span
  seen <- spans$seen[spans$seen$document %in% span$document, ]
  documents <- sort(unique(seen$document))
  key <- function(x) (x$document - 1) * length(spans$annotators) + x$annotator
  cell <- match(key(span), key(seen))
  marks <- cbind(
    rep(1, length(cell)), span$start, span$end, span$label, span$start * (span$label + 1),
    span$end * (span$label + 1), span$start * span$end
  )
  of_seen <- matrix(0, nrow(seen), ncol(marks))
  if (length(cell)) of_seen[sort(unique(cell)), ] <- rowsum(marks, cell)
  sorted <- do.call(order, c(list(seen$document), each_column(of_seen)))
  seen <- seen[sorted, ]
  cell <- match(cell, sorted)
  order <- order(cell, span$start, span$end, span$label)
  span <- span[order, ]
  of_cell <- match(seen$document, documents)
  cells <- tabulate(of_cell, length(documents))
  units <- tabulate(cell, nrow(seen))
  c(continua_of(of_cell, units, span$start, span$end, span$label - 1L, length(documents)), list(
    n = length(documents), document = documents, annotator = seen$annotator, of_cell = of_cell, units = units,
    of_unit = of_cell[cell[order]], cell_of_unit = cell[order], n_cells = cells,
    mean_spans = as.vector(rowsum(units, of_cell)) / cells, n_labels = length(spans$labels)
  ))
}

# In the form of the core; units lie cell by cell, cells continuum by continuum.
continua_of <- function(of_cell, units, start, end, label, n) {
  list(
    continuum_start = c(0L, cumsum(tabulate(of_cell, n))),
    annotator_start = c(0L, as.integer(cumsum(units))),
    start = as.double(start), end = as.double(end), label = as.integer(label)
  )
}

align <- function(continua, dissimilarity, unaligned) {
  # How much work is done before a bound has to do: unitary alignments, and branches at a time.
  limits <- getOption("accord.alignment", c(2e5, 5e3))
  if (length(limits) != 2) abort_argument(limits, "options(accord.alignment)", "two numbers")
  check_whole(limits, "options(accord.alignment)", several = TRUE)
  call_core(align_continua(continua, dissimilarity, unaligned, as.double(limits), n_threads()))
}

# Of each document and sample: cost and bound, both per span of an annotator, and the sums and weights of
# labels.
chance_disorders <- function(continua, dissimilarity, unaligned, chance, samples, precision) {
  model <- if (chance == "statistical") chance_model(continua)
  tick <- progress_tick("Aligning chance")
  # Blocks of samples: work for the threads, and memory for a few hundred thousand spans.
  block <- max(1, min(ceiling(samples / 10), floor(3e5 / max(1, length(continua$start)))))
  block <- max(block, if (continua$n == 1) 2 * n_threads())
  found <- list()
  done <- 0
  needed <- samples
  repeat {
    while (done < needed) {
      size <- min(block, needed - done)
      found <- c(found, list(chance_block(continua, model, dissimilarity, unaligned, size)))
      done <- done + size
      tick(min(1, done / needed))
    }
    if (is.null(precision) || done > samples) break
    total <- colSums(do.call(cbind, lapply(found, `[[`, "cost")) * continua$mean_spans)
    needed <- max(needed, ceiling((stats::qnorm(0.975) * stats::sd(total) / mean(total) / precision)^2), na.rm = TRUE)
    if (needed == done) break
  }
  cube <- function(name) {
    parts <- lapply(found, `[[`, name)
    array(
      unlist(lapply(seq_len(continua$n_labels + 1), function(k) lapply(parts, function(x) x[, , k]))),
      c(continua$n, done, continua$n_labels + 1)
    )
  }
  list(
    cost = do.call(cbind, lapply(found, `[[`, "cost")), bound = do.call(cbind, lapply(found, `[[`, "bound")),
    sum = cube("sum"), weight = cube("weight")
  )
}

chance_block <- function(continua, model, dissimilarity, unaligned, size) {
  drawn <- lapply(seq_len(size), function(i) {
    if (is.null(model)) shuffled_units(continua) else statistical_units(continua, model)
  })
  bind <- function(name) unlist(lapply(drawn, `[[`, name))
  of_cell <- rep(continua$of_cell, size) + rep((seq_len(size) - 1L) * continua$n, each = length(continua$of_cell))
  units <- bind("units")
  best <- align(
    continua_of(of_cell, units, bind("start"), bind("end"), bind("label"), continua$n * size), dissimilarity,
    unaligned
  )
  mean_spans <- as.vector(rowsum(units, of_cell)) / rep(continua$n_cells, size)
  cube <- function(x) array(x, c(continua$n, size, ncol(x)))
  list(
    cost = matrix(best$cost / mean_spans, continua$n), bound = matrix(best$bound / mean_spans, continua$n),
    sum = cube(best$sum), weight = cube(best$weight)
  )
}

# Means and standard deviations of numbers, lengths and gaps by document, and shares of labels.
chance_model <- function(continua) {
  start <- continua$start
  end <- continua$end
  document <- continua$of_unit
  lowest <- as.vector(tapply(start, document, min))
  first <- !duplicated(continua$cell_of_unit)
  gap <- start - c(0, end[-length(end)])
  gap[first] <- (start - lowest[document])[first]
  moments <- function(x, by) {
    n <- as.vector(rowsum(rep(1, length(x)), by))
    mean <- as.vector(rowsum(x, by)) / n
    list(mean = mean, sd = sqrt(as.vector(rowsum((x - mean[by])^2, by)) / n))
  }
  share <- matrix(
    tabulate((document - 1L) * continua$n_labels + continua$label + 1L, continua$n * continua$n_labels),
    continua$n_labels
  )
  share <- share / rep(colSums(share), each = continua$n_labels)
  # Cumulated within the document, each in a unit interval of its own.
  upper <- apply(share, 2, cumsum)
  list(
    units = moments(continua$units, continua$of_cell), length = moments(end - start, document),
    gap = moments(gap, document),
    upper = pmin(matrix(upper, continua$n_labels), 1) + rep(seq_len(continua$n) - 1, each = continua$n_labels)
  )
}

statistical_units <- function(continua, model) {
  of_cell <- continua$of_cell
  units <- redraw_empty(continua, function(cells) {
    of <- of_cell[cells]
    abs(round(stats::rnorm(length(of), model$units$mean[of], model$units$sd[of])))
  })
  cell <- rep(seq_along(units), units)
  document <- of_cell[cell]
  n <- length(cell)
  gap <- stats::rnorm(n, model$gap$mean[document], model$gap$sd[document])
  length <- abs(stats::rnorm(n, model$length$mean[document], model$length$sd[document]))
  # Shares end with 1, up to rounding.
  at <- findInterval(document - 1 + stats::runif(n), model$upper)
  label <- pmin(at - (document - 1) * continua$n_labels, continua$n_labels - 1)
  total <- cumsum(gap + length)
  before <- c(0, total)[match(cell, cell)]
  list(units = units, start = total - before - length, end = total - before, label = label)
}

shuffled_units <- function(continua) {
  first_cell <- continua$continuum_start[seq_len(continua$n)]
  chosen <- integer(length(continua$of_cell))
  redraw_empty(continua, function(cells) {
    of <- continua$of_cell[cells]
    chosen[cells] <<- first_cell[of] + ceiling(stats::runif(length(cells)) * continua$n_cells[of])
    continua$units[chosen[cells]]
  })
  units <- continua$units[chosen]
  lowest <- as.vector(tapply(continua$start, continua$of_unit, min))
  range <- as.vector(tapply(continua$end, continua$of_unit, max)) - lowest
  apart <- as.vector(tapply(continua$end - continua$start, continua$of_unit, mean)) / 2
  shift <- distant_shifts(continua, range, apart)
  cell <- rep(seq_along(units), units)
  unit <- continua$annotator_start[chosen][cell] + sequence(units)
  document <- continua$of_cell[cell]
  start <- continua$start[unit] - lowest[document] + shift[cell]
  back <- ifelse(start >= range[document], range[document], 0)
  list(
    units = units, start = start - back, end = start - back + continua$end[unit] - continua$start[unit],
    label = continua$label[unit]
  )
}

# A shift for each cell, in turn; one that is too close to an earlier one of its document is drawn anew, up to
# some times, as there may be no room.
distant_shifts <- function(continua, range, apart) {
  shift <- double(length(continua$of_cell))
  place <- sequence(continua$n_cells)
  for (turn in seq_len(max(place))) {
    open <- which(place == turn)
    for (again in seq_len(100)) {
      of <- continua$of_cell[open]
      shift[open] <- stats::runif(length(open)) * range[of]
      if (turn == 1) break
      close <- rep(FALSE, length(open))
      for (back in seq_len(turn - 1)) {
        distance <- abs(shift[open] - shift[open - back])
        close <- close | pmin(distance, range[of] - distance) < apart[of]
      }
      open <- open[close]
      if (length(open) == 0) break
    }
  }
  shift
}

# `draw(cells)` gives numbers of spans; documents in which all are 0 are drawn anew.
redraw_empty <- function(continua, draw) {
  units <- draw(seq_along(continua$of_cell))
  repeat {
    empty <- which(rowsum(units, continua$of_cell) == 0)
    if (length(empty) == 0) {
      return(units)
    }
    cells <- which(continua$of_cell %in% empty)
    units[cells] <- draw(cells)
  }
}
