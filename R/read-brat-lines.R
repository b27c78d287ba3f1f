# Parser for the lines of brat's standoff format, by kind: https://brat.nlplab.org/standoff.html

# Returns a list: `tables`, whose rows have a `file` (its number) and a `line`, `problems`, and `unread`, the files with
# marks of which none could be read.
parse_brat <- function(lines, files) {
  rest <- sub("^[^\t]*\t?", "", lines$text)
  all <- tibble::tibble(
    file = lines$file, line = lines$line, id = sub("\t.*", "", lines$text),
    middle = sub("\t.*", "", rest), tail = ifelse(grepl("\t", rest), sub("^[^\t]*\t", "", rest), NA),
    fields = 1L + nchar(gsub("[^\t]", "", lines$text))
  )
  kind <- BRAT_KINDS[substr(all$id, 1, 1)]
  # A free comment has no id with a number, and is ignored.
  comment <- startsWith(all$id, "#") & !grepl("^#[0-9]+$", all$id)
  all <- all[!comment, ]
  kind <- kind[!comment]
  good <- !is.na(kind) & grepl("^(\\*|[^*]\\S+)$", all$id)
  good[good] <- as.logical(mapply(grepl, BRAT_FORMS[kind[good]], all$middle[good], perl = TRUE))
  good <- good & !(kind %in% "spans" & is.na(all$tail))
  problem <- ifelse(
    is.na(kind), "The line is of no known kind; left out.",
    sprintf(
      "%s; %d field%s found, line left out.", BRAT_RULES[kind], all$fields, ifelse(all$fields == 1, "", "s")
    )
  )
  problems <- brat_problems(files, all[!good, ], problem[!good])
  bad <- all$file[!good & kind %in% c("spans", NA)]
  all <- all[good, ]
  kind <- kind[good]

  again <- all$id != "*" & duplicated(all[c("file", "id")])
  problems <- rbind(
    problems,
    brat_problems(files, all[again, ], sprintf("%s is a duplicate; line left out.", all$id[again]))
  )
  rows <- split(all[!again, ], factor(kind[!again], unique(BRAT_KINDS)))
  tables <- Map(function(parse, rows) parse(rows), BRAT_PARSERS, rows[names(BRAT_PARSERS)])
  forward <- brat_forward(tables$spans$span)
  backward <- tables$spans[!forward, ]
  problems <- rbind(problems, brat_problems(
    files, backward,
    sprintf("%s has \"%s\", which does not end after it starts; line left out.", backward$id, backward$span)
  ))
  tables$spans <- tables$spans[forward, ]
  linked <- keep_known_targets(tables, files)
  unread <- setdiff(c(bad, backward$file), linked$tables$spans$file)
  problems <- rbind(problems, linked$problems, new_problems(
    files[unread], problem = rep("All that was marked is left out; not counted as annotated.", length(unread))
  ))
  list(tables = linked$tables, problems = problems, unread = unread)
}

# Whether each piece of a span ends after its start.
brat_forward <- function(span) {
  pieces <- strsplit(span, "[; ]")
  bounds <- as.integer(unlist(pieces))
  good <- bounds[c(FALSE, TRUE)] > bounds[c(TRUE, FALSE)]
  of <- rep(seq_along(span), lengths(pieces) / 2)
  !seq_along(span) %in% of[!good]
}

brat_problems <- function(files, rows, problem) {
  new_problems(files[rows$file], rows$line, problem = problem)
}

# Kinds of lines by the first character of the id.
BRAT_KINDS <- c(
  T = "spans", R = "relations", `*` = "equivalences", E = "events", A = "attributes", M = "attributes",
  N = "notes", `#` = "notes"
)
BRAT_FORMS <- c(
  spans = "^[^ ]+ [0-9]{1,9} [0-9]{1,9}(;[0-9]{1,9} [0-9]{1,9})*$",
  relations = "^[^ ]+ [^ :]+:[^ ]+ [^ :]+:[^ ]+ *$",
  equivalences = "^[^ ]+( [^ ]+)+ *$",
  events = "^[^ :]+:[^ ]+( [^ :]+:[^ ]+)* *$",
  attributes = "^[^ ]+ [^ ]+( .*)?$",
  notes = "^[^ ]+ [^ ]+( .*)?$"
)
BRAT_RULES <- c(
  spans = "A text-bound line has an id, a type with offsets, and a text, with tabs between them",
  relations = "A relation has an id, a type and two arguments",
  equivalences = "An equivalence has a type and the ids of its members",
  events = "An event has an id, a type with a trigger, and arguments",
  attributes = "An attribute has an id, a type and what it is about",
  notes = "A note has an id, a type and what it is about"
)

word <- function(x, n) vapply(strsplit(x, " +"), `[`, "", n)

BRAT_PARSERS <- list(
  spans = function(rows) {
    span <- sub("^[^ ]+ ", "", rows$middle)
    tibble::tibble(
      rows[c("file", "line", "id")],
      type = word(rows$middle, 1), span = span,
      start = as.integer(sub(" .*", "", span)), end = as.integer(sub(".* ", "", span)), text = rows$tail
    )
  },
  relations = function(rows) {
    tibble::tibble(
      rows[c("file", "line", "id")],
      type = word(rows$middle, 1),
      from = sub("^[^:]*:", "", word(rows$middle, 2)), to = sub("^[^:]*:", "", word(rows$middle, 3))
    )
  },
  equivalences = function(rows) {
    words <- strsplit(rows$middle, " +")
    n <- lengths(words) - 1L
    tibble::tibble(
      rows[c("file", "line")][rep(seq_along(n), n), ],
      set = rep(as.integer(stats::ave(rows$file, rows$file, FUN = seq_along)), n),
      type = rep(word(rows$middle, 1), n), id = unlist(lapply(words, `[`, -1)) %||% character()
    )
  },
  events = function(rows) {
    words <- strsplit(rows$middle, " +")
    n <- lengths(words)
    argument <- unlist(words) %||% character()
    trigger <- sequence(n) == 1
    tibble::tibble(
      rows[c("file", "line", "id")][rep(seq_along(n), n), ],
      type = rep(sub(":.*", "", rows$middle), n),
      role = ifelse(trigger, NA, sub(":.*", "", argument)), target = sub("^[^:]*:", "", argument)
    )
  },
  attributes = function(rows) {
    value <- sub("^[^ ]+ [^ ]+ ?", "", rows$middle)
    tibble::tibble(
      rows[c("file", "line", "id")],
      type = word(rows$middle, 1), target = word(rows$middle, 2), value = ifelse(value == "", NA, value)
    )
  },
  notes = function(rows) {
    value <- sub("^[^ ]+ [^ ]+ ?", "", rows$middle)
    note <- ifelse(value == "", rows$tail, ifelse(is.na(rows$tail), value, paste(value, rows$tail)))
    tibble::tibble(
      rows[c("file", "line", "id")],
      type = word(rows$middle, 1), target = word(rows$middle, 2), note = note
    )
  }
)

# Drops rows that refer to an annotation that does not exist.
keep_known_targets <- function(tables, files) {
  problems <- new_problems()
  known <- function(names) unlist(lapply(tables[names], function(x) paste(x$file, x$id)))
  keep <- function(name, columns, among, what) {
    table <- tables[[name]]
    for (column in columns) {
      unknown <- !paste(table$file, table[[column]]) %in% known(among)
      found <- sprintf("%s does not exist; the %s left out.", table[[column]][unknown], what)
      problems <<- rbind(problems, brat_problems(files, table[unknown, ], found))
      table <- table[!unknown, ]
    }
    tables[[name]] <<- table
  }
  keep("events", "target", c("spans", "events"), "argument is")
  keep("relations", c("from", "to"), c("spans", "events"), "relation is")
  keep("equivalences", "id", c("spans", "events"), "member is")
  keep("attributes", "target", c("spans", "events", "relations"), "attribute is")
  keep("notes", "target", setdiff(names(tables), "equivalences"), "note is")
  list(tables = tables, problems = problems)
}
