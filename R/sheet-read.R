# From tables and what the user said of them to one long table: a row per question, item, rater and rating.

# `spec`: a list of what the user said. The pieces are the cells of one column, or of one block of boxes, each.
sheet_pieces <- function(tables, others, spec) {
  pieces <- list()
  questions <- list()
  labels <- table_labels(tables)
  facts <- list(
    n_filled = 0, n_dropped = 0, n_blank = 0, n_empty = 0, n_unticked = 0, unread = character(), left_out = character()
  )
  if (any(others)) {
    noun <- if (all(vapply(tables, `[[`, "", "sheet") == "")) "file" else "sheet"
    facts$unread <- table_names(tables)[others]
    book <- are_codebooks(tables)[others]
    if (any(!book)) spec$changes$tell(sum(!book), noun, "not read, without columns of ratings", facts$unread[!book])
    if (any(book)) spec$changes$tell(sum(book), noun, "not read, a codebook", facts$unread[book])
  }
  for (t in which(!others)) {
    table <- tables[[t]]
    whole <- under_header(table, whole_ids(spec$places, table, isTRUE(spec$fill)), spec)
    if (is.null(whole)) {
      facts$unfit <- c(facts$unfit, table_names(list(table)))
      facts$unread <- c(facts$unread, table_names(list(table)))
      next
    }
    dropped <- said_rows("drop", spec, table, whole)
    kept <- said_rows("keep", spec, table, whole)
    import <- setdiff(rows_of_import(table), which(kept | dropped))
    nobody <- setdiff(rows_of_gradebook(whole$whole), which(kept | dropped))
    # Ids of rows that are left out need not fit a template.
    ids <- table_ids(spec$places, whole, c(which(dropped), import, nobody))
    dropped <- said_items("drop", spec, table, whole, ids, dropped)
    kept <- said_items("keep", spec, table, whole, ids, kept)
    import <- setdiff(import, which(kept | dropped))
    nobody <- setdiff(nobody, which(kept | dropped))
    facts$n_dropped <- facts$n_dropped + sum(dropped)
    facts$n_filled <- facts$n_filled + whole$filled
    if (length(import)) {
      told <- paste0(last_name(table$path), ", row ", table$row[import])
      spec$changes$tell(length(import), "row", "left out as names and ids of an export", told)
    }
    if (length(nobody)) {
      told <- grep(GRADEBOOK_ROW, trim_blanks(unlist(lapply(whole$whole, `[`, nobody))), value = TRUE)
      told <- encodeString(told, quote = "\"")
      spec$changes$tell(length(nobody), "row", "left out as no student of a gradebook", told)
    }
    rows <- c(which(dropped), import, nobody)
    if (length(rows)) kept <- kept[-rows]
    left <- rows_left_out(table, ids, rows)
    table <- left$table
    ids <- left$ids
    roles <- under_header(table, table_roles(table, ids, spec))
    if (is.null(spec$restricted)) roles$plain <- without_final_labels(roles$plain, unclass(table$data), spec)
    roles$plain <- without_dates(roles$plain, unclass(table$data), spec)
    roles$plain <- without_total_columns(roles$plain, unclass(table$data), spec)
    shares <- setdiff(rows_of_shares(table, ids, roles$plain), which(kept))
    if (length(shares)) {
      told <- unlist(lapply(ids$ids$item, `[`, shares))
      spec$changes$tell(length(shares), "row", "left out as no item", told)
      left <- rows_left_out(table, ids, shares)
      table <- left$table
      ids <- left$ids
      kept <- kept[-shares]
    }
    beside <- if (!spec$drop_given) tables[!others & seq_along(tables) != t]
    read <- table_pieces(table, ids, roles, spec, kept, function(names) n_rows_with_ids(beside, spec, names))
    facts$cells <- c(facts$cells, n_cells(roles$plain, table$data))
    if (any(kept) && length(ids$ids$rater)) {
      facts$kept <- union(facts$kept, joined_text(lapply(ids$ids$rater, `[`, kept)))
    }
    questions[[labels[t]]] <- unique(unlist(lapply(roles, function(role) {
      c(role$parts$question, unname(role$left_out))
    })))
    left <- c(facts$left_out, roles$plain$left_out, roles$boxes$left_out)
    facts$left_out <- left[!duplicated(left)]
    facts$n_blank <- facts$n_blank + read$n_blank
    facts$n_empty <- facts$n_empty + read$n_empty
    facts$n_unticked <- facts$n_unticked + read$n_unticked
    facts$codes <- c(facts$codes, read$codes)
    facts$used <- c(facts$used, read$used)
    facts$apart <- union(facts$apart, read$apart)
    facts$values <- union(facts$values, read$values)
    facts$said <- union(facts$said, roles$plain$parts$rater[roles$plain$named])
    pieces <- c(pieces, lapply(read$pieces, function(piece) {
      c(piece, list(path = table$path, sheet = table$sheet, levels = table$levels[[piece$column]]))
    }))
  }
  if (length(questions) > 1) check_shared_questions(questions)
  warn_blank_columns(facts$cells)
  list(pieces = pieces, facts = facts)
}

# `kept`: whether the user said of a row that it holds ratings; `n_elsewhere`: see check_total_rows().
table_pieces <- function(table, ids, roles, spec, kept, n_elsewhere) {
  columns <- unclass(table$data)
  names <- names(columns)
  at <- c(roles$plain$at, roles$boxes$at)
  check_no_lists(columns[at])
  rated <- rows_filled(columns[at], nrow(table$data))
  ids$ids <- ids_of_blocks(ids$ids, rated, spec)
  unread <- columns[setdiff(seq_along(columns), c(ids$used, at))]
  for (field in names(ids$ids)) check_blank_ids(table, ids$ids, rated, field, unread)
  check_total_rows(table, ids$ids, kept, roles$plain$at, n_elsewhere)
  check_total_questions(table, ids$ids, at, kept)
  check_sheet_header(table, columns[roles$plain$at], kept)
  check_golden_rows(table, c(ids$used, at, match(all.vars(rlang::quo_get_expr(spec$drop)), names)), kept)
  check_no_tables_beside(ids$ids$item, columns, at, c(ids$used, at))
  if (is.null(spec$names) && !"rater" %in% spec$known) check_no_suffix(ids$ids$item)
  who <- if (!"rater" %in% spec$known) likely_rater_code(table, c(ids$used, at), ids$ids, spec)
  check_no_row_raters(who, ids$ids, spec)
  check_no_rater_cells(roles$plain, columns, spec)
  check_no_listed_raters(roles$plain, columns, spec)
  check_no_votes(roles$plain, columns, spec)
  if (!is.null(spec$names)) {
    check_bare_rater(roles$plain, columns, spec)
    check_raters_of_one_question(roles$plain, columns, spec)
    check_turned_names(roles$plain, columns, spec)
    check_no_raters_in_questions(roles$plain, columns, spec)
    check_no_rounds_as_raters(roles$plain, columns, spec)
  }
  if (is.null(spec$names)) check_question_columns(roles$plain, columns)
  if (is.null(spec$restricted)) check_sheet_raters(roles$plain, columns, !is.null(spec$names), spec, who)
  if (any(c("rater", "item", "pair") %in% names(roles$plain$parts))) check_kinds(roles$plain, columns, spec, who)
  warn_turned_scales(roles$plain, columns, spec)
  groups <- ids$ids$by
  check_free_names(names(groups), c("question", "item", "rater", "rating"), "column of groups")
  ids$ids$by <- NULL
  own <- lapply(ids$ids, function(columns) if (length(columns) == 1) columns[[1]] else joined_text(unname(columns)))
  pairs <- pairs_of(spec$places, names)
  sets <- if (!is.null(spec$separator)) with_empty_sets(columns, roles$plain, roles$boxes$at, spec)
  with_sets <- sets$columns %||% columns
  pieces <- lapply(seq_along(roles$plain$at), function(k) {
    x <- with_sets[[roles$plain$at[k]]]
    # A column without a blank is not copied.
    rows <- if (anyNA(x)) which(!is.na(x))
    of_row <- ids_beside(own, roles$plain$parts, k, pairs, x, table)
    c(
      piece_ids(roles$plain$parts, k, of_row, rows),
      list(
        by = lapply(groups, at_rows, rows), rating = at_rows(x, rows), row = at_rows(table$row, rows),
        column = names[roles$plain$at[k]]
      ),
      n_blank = length(x) - length(rows %||% x), shared = !is.null(roles$plain$parts$rater),
      list(blank = if (!is.null(rows) && length(own$item) == length(x)) unique(own$item[-rows]))
    )
  })
  codes <- character()
  n_unticked <- 0
  n_empty <- sets$n_empty %||% 0
  if (!is.null(roles$boxes)) {
    blocks <- box_blocks(roles$boxes, names)
    spelled <- boxes_spelled(columns, roles$boxes, spec)
    others <- columns[roles$plain$at]
    others <- lapply(others, function(x) replace(x, x %in% na_texts(unlist(spec$na)), NA))
    answered <- rows_filled(c(spelled, others), nrow(table$data))
    of <- blocks$parts$question %||% rep("", max(blocks$block))
    for (b in seq_along(of)) {
      inside <- which(blocks$block == b)
      same <- which(blocks$block %in% which(of == of[b]))
      found <- sets_of_boxes(spelled, roles$boxes$parts$option, inside, same, of[b], answered | nothing_missing(spec))
      n_unticked <- n_unticked + found$n_unticked
      rows <- which(!vapply(found$sets, function(set) length(set) == 1 && is.na(set), NA))
      n_empty <- n_empty + found$n_empty
      codes[if (of[b] == "") "rating" else of[b]] <- found$code
      of_row <- ids_beside(own, blocks$parts, b, pairs, replace(rep(NA, length(found$sets)), rows, TRUE), table)
      pieces <- c(pieces, list(c(
        piece_ids(blocks$parts, b, of_row, rows),
        list(
          by = lapply(groups, at_rows, rows), rating = found$sets[rows], row = table$row[rows],
          column = names[roles$boxes$at[inside[1]]]
        )
      )))
    }
  }
  list(
    pieces = pieces, codes = codes, n_blank = n_blank_cells(columns, roles$plain$at), n_empty = n_empty,
    n_unticked = n_unticked, used = names[c(ids$used, at)],
    apart = columns_apart(own, groups, rated, unread),
    values = if (is.character(spec$recode)) unique(unlist(lapply(columns[at], unique)))
  )
}

# The blank cells of the columns of ratings, in rows that hold anything.
n_blank_cells <- function(columns, at) {
  if (length(at) == 0) return(0)
  filled <- rows_filled(columns, length(columns[[1]]))
  sum(vapply(columns[at], function(x) as.double(sum(is.na(x) & filled)), 0))
}

boxes_spelled <- function(columns, boxes, spec) {
  questions <- boxes$parts$question %||% rep("", length(boxes$at))
  Map(function(at, question) {
    spelled <- spelled_ratings(coded_cells(columns[[at]]), question, spec)
    spelled$text[spelled$code]
  }, boxes$at, questions)
}

# Whether any of these columns has a value in each of `n` rows.
rows_filled <- function(columns, n) {
  filled <- logical(n)
  for (x in columns) {
    if (!anyNA(x)) return(rep(TRUE, n))
    filled <- filled | !is.na(x)
  }
  filled
}

at_rows <- function(x, rows) if (is.null(rows)) x else x[rows]

# The question, item and rater of each of these rows (all, if `rows` is NULL), from the names and from the places. A
# name that is that of all of them is there once.
piece_ids <- function(parts, k, own, rows) {
  rlang::set_names(lapply(c("question", "item", "rater"), function(field) {
    of_name <- parts[[field]][k]
    of_place <- own[[field]]
    if (is.null(of_place)) return(of_name)
    if (is.null(of_name)) at_rows(of_place, rows) else paste(at_rows(of_place, rows), of_name, sep = " / ")
  }), c("question", "item", "rater"))
}

check_no_lists <- function(columns) {
  lists <- vapply(columns, function(x) any(x[1] %in% "(a list)"), NA)
  if (any(lists)) {
    abort_accord(
      "list_column",
      c(
        "Columns of a sheet must hold text or numbers.",
        x = "{sum(lists)} of them {?is a list/are lists}: {.var {first_few(names(columns)[lists])}}.",
        i = "Ratings in lists, one row each, are for {.fn as_ratings}."
      ),
      columns = names(columns)[lists]
    )
  }
}

# The long table. Questions keep the order in which they come. The ratings of one question at a time are put together,
# so that texts are not copied more often than needed. `held`: an environment with `all` pieces, which is emptied. The
# names of raters are taken from the pieces: a table of millions of rows would be as large as the file.
bind_pieces <- function(held, spec) {
  pieces <- unlist(lapply(held$all, pieces_of_questions), recursive = FALSE)
  held$all <- NULL
  sizes <- vapply(pieces, function(piece) length(piece$row), 0L)
  of <- vapply(pieces, function(piece) piece$question %||% "rating", "")
  questions <- rlang::set_names(unique(of))
  # Ids are repeated in many rows, without a copy.
  field <- function(name) {
    parts <- lapply(pieces, function(piece) as.character(piece[[name]] %||% "rating"))
    call_core(joined_pieces(parts, sizes))
  }
  check_answered(spec, questions)
  spelled <- lapply(questions, function(one) {
    x <- unlist(lapply(pieces[of == one], `[[`, "rating"), recursive = FALSE, use.names = FALSE)
    if (is.list(x)) return(list(text = x))
    x <- coded_cells(x)
    warn_unused_labels(unused_labels(value_for(spec$recode, one, "recode"), x$text, spec), x$text)
    x <- spelled_ratings(x, one, spec)
    x$text <- percent_numbers(x$text, x$n, one, spec)
    x
  })
  blank <- unique(unlist(lapply(pieces, `[[`, "blank")))
  pieces <- lapply(pieces, function(piece) piece[!names(piece) %in% c("rating", "blank")])
  check_missing_declared(spelled, spec)
  warn_unused_na(spelled, spec)
  check_separators(spelled, spec)
  check_question_orders(lapply(spelled, `[[`, "text"), spec)
  found <- lapply(questions, function(one) {
    own <- pieces[of == one]
    ends <- cumsum(sizes[of == one])
    locate <- function(cells) {
      vapply(utils::head(cells, 3), function(k) {
        p <- findInterval(k, ends, left.open = TRUE) + 1L
        cell_place(own[[p]], k - c(0, ends)[p])
      }, "")
    }
    levels <- lapply(own, `[[`, "levels")
    raters <- function() unlist(lapply(own, function(piece) rep_len(piece$rater %||% "rating", length(piece$row))))
    made <- question_ratings(spelled[[one]], one, spec, locate, !is.null(levels[[1]]), raters)
    made$levels <- common_levels(levels, made$rating, one, spec)
    made$n_missing <- made$n_na + n_blank_ratings(own, sizes[of == one])
    made
  })
  warn_undivided_questions(found, spec)
  raters <- lapply(pieces[sizes > 0], function(piece) distinct(as.character(piece$rater %||% "rating")))
  groups <- names(pieces[[1]]$by) %||% character()
  by <- lapply(rlang::set_names(groups, gsub("[{}]", "", groups)), function(name) {
    unlist(lapply(pieces, function(piece) piece$by[[name]]), use.names = FALSE)
  })
  list(
    data = c(list(question = field("question")), by, list(item = field("item"), rater = field("rater"))),
    questions = found, of = of, sizes = sizes, raters = distinct(unlist(raters)), blank = blank
  )
}

# The number of blank cells in place of ratings that were asked for: where rows tell the rater, all blanks are; where
# columns do, and half of their cells or more are blank, raters share the items.
n_blank_ratings <- function(pieces, sizes) {
  n <- sum(unlist(lapply(pieces, `[[`, "n_blank")))
  shared <- any(unlist(lapply(pieces, `[[`, "shared")))
  if (shared && n >= sum(sizes)) 0 else n
}

# A piece of several questions, which a column names, as a piece for each.
pieces_of_questions <- function(piece) {
  question <- piece$question
  # A blank column has no row that names a question.
  if (length(question) == 0 && !is.null(question)) {
    return(list())
  }
  if (length(question) < 2) {
    return(list(piece))
  }
  n <- length(piece$row)
  unname(lapply(split(seq_len(n), factor(question, unique(question))), function(rows) {
    parts <- lapply(piece[c("item", "rater", "rating", "row")], function(x) if (length(x) == n) x[rows] else x)
    c(
      list(question = question[rows[1]], by = lapply(piece$by, at_rows, rows)), parts,
      piece[c("column", "path", "sheet", "levels")]
    )
  }))
}

# The levels of a factor, if all columns of a question have the same, as `na` and `recode` leave them.
common_levels <- function(levels, rating, question, spec) {
  if (length(unique(levels)) != 1 || is.null(levels[[1]]) || !is.character(rating)) {
    return(NULL)
  }
  own <- levels[[1]]
  text <- own$levels
  na <- na_texts(value_for(spec$na, question, "na"))
  text <- text[!text %in% na & !trim_blanks(text) %in% na]
  own$levels <- unique(recoded_texts(text, value_for(spec$recode, question, "recode")))
  own$levels <- own$levels[!is.na(own$levels)]
  if (all(rating %in% c(own$levels, NA))) own
}

# Says in words where a cell stands.
cell_place <- function(piece, k) {
  sprintf(
    "%s%s, row %d, column %s", basename(piece$path), if (piece$sheet == "") "" else paste0(", sheet ", piece$sheet),
    as.integer(piece$row[k]), piece$column
  )
}
