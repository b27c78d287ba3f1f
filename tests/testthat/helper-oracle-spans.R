# Random spans, and their agreement from the definitions, position by position.

# Documents of random length with spans of random annotators, a row for each document that had none.
random_spans <- function(n_documents = 3, annotators = c("a", "b", "c"), labels = c("X", "Y", "Z"),
                         longest = 25, overlap = FALSE) {
  rows <- lapply(seq_len(n_documents), function(d) {
    size <- sample(8:longest, 1)
    do.call(rbind, lapply(annotators, function(who) {
      cuts <- sort(sample(0:size, 2 * sample(0:4, 1)))
      start <- cuts[c(TRUE, FALSE)]
      end <- cuts[c(FALSE, TRUE)]
      if (overlap && length(start)) end <- pmin(end + sample(0:3, length(end), TRUE), size)
      if (length(start) == 0) start <- end <- NA
      data.frame(
        document = paste0("d", d), annotator = who, start = start, end = end,
        label = ifelse(is.na(start), NA, sample(labels, length(start), TRUE)), length = size
      )
    }))
  })
  do.call(rbind, rows)
}

# Returns a list with the label and number of each annotator's span at each position ("" and 0 for none), for each
# document.
position_grids <- function(data) {
  lapply(split(data, data$document), function(doc) {
    people <- unique(doc$annotator)
    label <- matrix("", length(people), doc$length[1], dimnames = list(people, NULL))
    number <- matrix(0, length(people), doc$length[1], dimnames = list(people, NULL))
    for (i in which(!is.na(doc$start))) {
      at <- (doc$start[i] + 1):doc$end[i]
      label[doc$annotator[i], at] <- doc$label[i]
      number[doc$annotator[i], at] <- i
    }
    list(label = label, number = number)
  })
}

# The family of 2019: a coincidence matrix filled position by position, and what each span weighs in it.
oracle_u_alpha <- function(data, binary = FALSE, coded = FALSE, label = NULL) {
  values <- sort(unique(c("", data$label[!is.na(data$label)])))
  if (binary) values <- c("", "+")
  met <- matrix(0, length(values), length(values), dimnames = list(values, values))
  full <- off <- numeric()
  for (grid in position_grids(data)) {
    x <- grid$label
    if (binary) x[x != ""] <- "+"
    m <- nrow(x)
    own <- x == x & FALSE
    own[] <- 0
    storage.mode(own) <- "double"
    for (p in seq_len(ncol(x))) for (i in seq_len(m)) for (j in setdiff(seq_len(m), i)) {
      if (coded && (x[i, p] == "" || x[j, p] == "")) next
      at <- cbind(match(x[i, p], values), match(x[j, p], values))
      met[at] <- met[at] + 1 / (m - 1)
      own[i, p] <- own[i, p] + 1 / (m - 1)
    }
    for (i in seq_len(m)) for (s in unique(grid$number[i, ])) {
      at <- grid$number[i, ] == s
      # A gap position counts for itself, a span as a whole.
      weight <- if (s == 0) sum(own[i, at]) else sum(own[i, at])^2
      full <- c(full, sum(at))
      off <- c(off, weight)
      names(off)[length(off)] <- names(full)[length(full)] <- if (s == 0) "gap" else x[i, at][1]
    }
  }
  margin <- rowSums(met)
  expected <- outer(margin, margin)
  for (v in values) {
    name <- if (v == "") "gap" else v
    expected[match(v, values), match(v, values)] <- margin[match(v, values)]^2 - sum(off[names(off) == name])
  }
  if (!is.null(label)) {
    k <- match(label, values)
    return(c(
      estimate = 1 - (1 - met[k, k] / sum(met[k, ])) / (1 - expected[k, k] / sum(expected[k, ])),
      coverage = sum(met[k, ]) / sum(full[names(full) == label])
    ))
  }
  1 - (1 - sum(diag(met)) / sum(met)) / (1 - sum(diag(expected)) / sum(expected))
}

# The coefficient of 2004 of one label and one document: every pair of spans, every gap.
oracle_alpha_2004 <- function(data, label) {
  size <- data$length[1]
  people <- unique(data$annotator)
  units <- lapply(people, function(who) {
    of <- data[data$annotator == who & data$label %in% label, c("start", "end")]
    of[order(of$start), ]
  })
  m <- length(people)
  distance <- 0
  for (i in seq_len(m - 1)) for (j in (i + 1):m) {
    a <- units[[i]]
    b <- units[[j]]
    met_b <- rep(FALSE, nrow(b))
    for (g in seq_len(nrow(a))) {
      met <- b$start < a$end[g] & b$end > a$start[g]
      met_b <- met_b | met
      distance <- distance + sum((b$start[met] - a$start[g])^2 + (b$end[met] - a$end[g])^2)
      if (!any(met)) distance <- distance + (a$end[g] - a$start[g])^2
    }
    distance <- distance + sum((b$end[!met_b] - b$start[!met_b])^2)
  }
  all <- do.call(rbind, units)
  b <- all$end - all$start
  gaps <- unlist(lapply(units, function(u) c(u$start, size) - c(0, u$end)))
  # The expectation of Krippendorff (2004), p. 255, with the sum over placements written out.
  expected <- 0
  for (one in b) {
    expected <- expected + (length(b) - 1) * (2 * one^3 - 3 * one^2 + one) / 3
    for (gap in gaps) if (gap >= one) expected <- expected + one^2 * (gap - one + 1)
  }
  expected <- expected * 2 / size / (m * size * (m * size - 1) - sum(b * (b - 1)))
  c(observed = 2 * distance / (m * (m - 1) * size^2), expected = expected)
}

# F1 from every pair of spans.
oracle_f1 <- function(a, b, match) {
  same <- function(x, y) {
    boundaries <- x$start == y$start && x$end == y$end
    shared <- x$start < y$end && y$start < x$end
    switch(match, exact = boundaries && x$label == y$label, boundaries = boundaries, overlap = shared,
      type = shared && x$label == y$label
    )
  }
  found <- function(x, y) {
    hits <- vapply(seq_len(nrow(x)), function(i) {
      any(vapply(seq_len(nrow(y)), function(j) x$document[i] == y$document[j] && same(x[i, ], y[j, ]), NA))
    }, NA)
    sum(hits)
  }
  a <- a[!is.na(a$start), ]
  b <- b[!is.na(b$start), ]
  recall <- found(a, b) / nrow(a)
  precision <- found(b, a) / nrow(b)
  f1 <- 2 * precision * recall / (precision + recall)
  c(precision = precision, recall = recall, f1 = if (is.nan(f1)) 0 else f1)
}
