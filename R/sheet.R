#' Read a sheet of ratings
#'
#' Reads sheets as people have them, with several questions, raters in rows, in columns, in the names of columns, of
#' files or of sheets, check boxes, header rows and codes for missing values, and returns one long table with a row per
#' rating. `inspect_sheet()` shows how a sheet may be read, with the call to copy: it tries the call, adds what errors
#' ask for and says why, and lists what only you may know, such as a rater who has an item twice, what reading warns of,
#' and labels that may mean that nothing was rated, with the call that answers all of it. It measures nothing.
#'
#' @section Where things are:
#' A sheet is a set of cells, and each cell has a question, an item, a rater and a value. Say once where each of the
#' first three is:
#' * in a column: `item = post_id`. Several columns make one id: `item = c(document, sentence)`.
#' * in the name of the file, of its folder or of the sheet, or in the place of the row: `rater = "{file}"`, `rater =
#'   "{folder}"`, `rater = "{sheet}"`, `item = "{row}"`; these can be parts of an id, as in `item = c("{sheet}", 1)`.
#'   Rows may be joined by their place only if all files or sheets have the same number of rows.
#' * in the names of the columns of ratings, as the template `names` says, such as `"{question}_{rater}"`.
#' * in a part of one of these, which a template cuts: `item = c(record_id = "{item}--{rater}")` reads the ids `101--1`
#'   and `101--2` as item 101 and raters 1 and 2, and `rater = c("{file}" = "codes_{rater}")` the name `codes_ann.csv`.
#'   Files and sheets whose name does not fit are not read. A part `{round}` is a group, as columns in `by` are:
#'   `rater = c("{file}" = "{rater}_{round}")` reads the files `ann_round1.csv`, `ann_round2.csv` and so on.
#' * for raters, in cells beside the ratings: `rater = "Reviewer {pair}"` with `names = "{question} {pair}"` reads the
#'   columns `Reviewer 1`, `Decision 1`, `Reviewer 2` and `Decision 2`. `{pair}` is what the names of a column of raters
#'   and of its ratings have in common. Each column must have its counterpart, and each rating its rater.
#'
#' Without `names`, the columns of ratings are raters of one question, or, if `item`, `rater` or `question` say who
#' rated, questions. Without `item`, each row is an item, if the names of columns tell the raters.
#'
#' @section Templates:
#' `{question}`, `{rater}`, `{item}`, `{pair}` and, in `boxes`, `{option}` are parts of a name, and `{*}` is a part that
#' is not needed. A field with values takes no other ones: `"{question}{rater:|1|2}"` reads tone, tone1 and tone2, and
#' `"{rater:ann|bob} {question}"` leaves out the column of the final label. Columns that do not fit are not read. It is
#' an error if a template fits in two ways that both give each question the same raters, if questions have different
#' raters and the template does not name them, and if two columns have the same parts. A question with one rater is left
#' out, and named in the print, and in a warning (`accord_warning_one_rater`) if that rater has other questions, as
#' after a misspelled name; a value that no name has is a warning as well (`accord_warning_template_value`). Raters
#' whose names and values are those of several questions, as `names = "label_{rater}"` makes of `label_a_1` and
#' `label_b_1`, are an error, and so is a rater without a name whose columns follow those of the others and have the
#' label of these where they agree, like a final label. A column of ratings that looks like a note or a measure of
#' agreement is an error (see [as_ratings()]), unless it was named. Columns named one by one are an error only if they
#' have no value in common or numbers in ranges that do not meet; `names = "{rater}"` says that they are raters
#' nevertheless.
#'
#' @section Check boxes:
#' The boxes of a question, as its template `boxes` finds them, make a set of options for each rater and item. All boxes
#' of a question hold one of these pairs: 1 and 0, TRUE and FALSE, yes and no, y and n, ja and nein, checked and
#' unchecked, 2 and 1; or one text (a mark, or the text of the option) and blanks. Where boxes are blank if not ticked,
#' a row without a tick is the empty set if the rater answered anything else in it, and missing otherwise; elsewhere it
#' is missing if all its boxes are blank. The print counts both. `na = character()` makes all of them empty sets. So
#' are blank cells of options in one cell with a `separator`.
#'
#' @section Values:
#' Cells are text until all is read, also those of a data frame. First `na` makes values missing, as they are or without
#' blanks around them, then `recode` changes the others. After that, a question whose values are all plain numbers (see
#' [read_mturk()]) has numbers; lists in brackets, `"['a', 'b']"`, and text with its `separator` are sets; anything else
#' is labels, also scores of two parts such as `3+4` and `4+3`. Blank cells are missing. Numbers far outside of all
#' others (-99, 999) and words such as `k. A.`, `missing` and, among numbers, `n/a` are an error until `na` or `recode`
#' says what they mean. In a column of which most cells are numbers, a misspelled number (`3..5`) is an error that says
#' where it is, and so are words among measurements (decimals, or more than ten numbers); among few whole numbers words
#' are labels, as the print says. Grades such as `3+`, `4A` or `>10` that are rare or occur once are an error as well
#' until `recode` says that they are labels (`identity`, for all).
#'
#' @section What is changed without being asked:
#' Where a sheet can be read in one sensible way only, it is read so. A message and the print count what was changed,
#' and an argument keeps it as it is:
#' * the texts `NA`, `<NA>` and `#N/A` are missing (`na = character()` keeps them);
#' * labels that differ only in blanks, case, quotes, dashes (`pro-life` in two ways), `_` for a blank, a full stop at
#'   the end or accents that one lacks (`cafe`) are spelled as most of them are, numbers lose blanks beside them, and
#'   labels such as `4 = often`, of which each has a number of its own, are numbers, unless these are no scale, as of
#'   `1 = yes`, `2 = no`, `9 = unknown` (`recode = identity`);
#' * in files with semicolons between cells, decimal commas are read (`decimal = "."`), unless the column looks like
#'   lists of codes, and marks of thousands are left out where `decimal` or a comma shows that they are none; percent
#'   signs behind all numbers are left out (`recode = identity`);
#' * blank ids are those above them if at least three of ten are blank and no two rows have the same ids then
#'   (`fill = FALSE`);
#' * a column, or a rater of a template, that is named like a final label and has the label of the others where they
#'   agree is left out (name it to keep it); a rater in a column, a file or a sheet of whom this is true is an error; by
#'   another name it is a warning (`accord_warning_final_rater`), if each of the others is at least five times the only
#'   one to differ and it never is, they agree at least five times, and chance is unlikely in so many answers: a rater
#'   who is much better than the others looks the same, and in few answers neither shows;
#' * rows of question texts and of `ImportId`, as Qualtrics writes them, and a row at the end such as `% agreement` or
#'   `n` whose cells are no ratings are left out (`keep`), and a column `Total` of the sums of the others (name it);
#' * a question of a template of which all values are dates, beside others, is left out (name it in the template);
#' * the rows `Points Possible` and `Student, Test` of a gradebook are left out (`keep`);
#' * options that contain the `separator` stay whole if they are followed by lower case and all others begin in upper
#'   case (`options`);
#' * files and sheets without any of the columns of ratings are not read, nor a sheet that is named like a codebook;
#' * a range, places or `-id` in `rating` mean the columns that they mean in the first file or sheet, by name, and those
#'   that it lacks. A question that a file lacks is a warning (`accord_warning_lacking_question`).
#'
#' @section Errors:
#' `accord_error_template` (a template that fits in no or in two ways, or the other way round, questions with different
#' raters, two columns with the same parts, words such as `coder1` that say that questions and raters were taken for
#' each other; the warning `turned_template` if the scales of columns say so), `several_questions` and `rating_columns`
#' (columns that are no raters of one question), `boxes`, `rating_type` (numbers of one rater and labels of another),
#' `missing_code`, `text_among_numbers` (also a unit behind each number), `decimal_comma`, `decimal_marks` (`3.5` beside
#' `3,5`), `thousands` (`1.234` beside `850`), `percent` (`75` beside `80%`), `spellings` (yes and no in several words),
#' `undecided` (rare labels that name two others, as `A or B`, `A/B` or `A -> B`, or doubt one, as `A?`),
#' `mangled_code` (codes that a spreadsheet made dates, `02-Jan` for `1-2`), `counted_label` (`anger (3)` beside
#' `anger (1)`), `date_forms` (dates in two forms),
#' `missing_column` (a column that a file lacks or names in another way), `divided_option`, `options`, `separated_text`
#' (JSON in cells), `separator` (one that a question does not contain, although another sign divides its sets, one of
#' two signs, or none where texts differ in the order of their parts only), `blank_id`, `item_suffix`, `header` (names
#' in two rows, and ratings in place of names), `header_row`, `total` (rows of totals, or a total as a question),
#' `golden` (test questions, previews of a survey and practice), `sheets` (a workbook of several, or a codebook as a
#' rater),
#' `stimuli` (columns that are items, or items who are those who rate),
#' `roles` (nothing says who rated, or what, files of one name in several folders, or cells that seem to name the
#' raters), `rows` (tables of different lengths or orders joined by row, in files or side by side), and those of
#' [read_annotators()] for files.
#' Warnings: `blank_column`, `unused_na` (values of `na` that no cell holds) and `look_alike_id` (ids of items or
#' raters).
#'
#' @param path A file, a folder or a glob (csv, tsv, txt, xlsx), several of these, or a data frame.
#' @param item,rater,question Where the item, the rater and the question are: columns
#'   (<[`tidy-select`][tidyselect::language]>), `"{file}"`, `"{folder}"`, `"{sheet}"` or `"{row}"`, or a template named
#'   by what it cuts.
#' @param rating <[`tidy-select`][tidyselect::language]> The columns that hold ratings, perhaps with new names, as in
#'   `rating = c(tone = V3)`. With `names` or `boxes` the default is all columns that fit.
#' @param by Where the groups of items are, such as rounds of coding, if there are any: columns, `"{file}"`,
#'   `"{folder}"` or `"{sheet}"`. They are columns of the result, and groups of each question.
#' @param weights,level,distance,categories What decides the numbers of each question, named by questions:
#'   `level = c(tone = "ordinal")`, `categories = list(grade = c("F", "D", "C"))`; without names it holds for all. See
#'   [as_ratings()][as_ratings.accord_sheet], which takes the same arguments.
#' @param names A template for the names of the columns of ratings.
#' @param boxes A template for the names of check boxes, such as `"{question}___{option}"`.
#' @param separator The text between the labels of a set in one cell, for all questions in which it occurs, or a list or
#'   vector of such texts named by questions. `inspect_sheet()` proposes it.
#' @param options The labels of sets, needed if one contains the `separator`; a list named by questions, if there are
#'   several.
#' @param na Values that mean that nothing was rated, such as `c("k. A.", -99)`; a list named by questions for some.
#' @param recode New labels: `c("Yes" = "yes")`, a function such as `tolower`, or a list of these, applied in turn;
#'   a list named by questions for some.
#' @param decimal The decimal mark, `"."` or `","`. The default is `"."`, but see below.
#' @param fill `TRUE` if a blank id means the one above, `FALSE` if it is an error. For the default see below.
#' @param header The row of the file that holds the names of the columns. Several rows, as in `1:2`, make one name,
#'   joined by `/`; in all but the last, a blank cell means the one to the left, as where cells were merged. 0 if there
#'   are no names; the columns are then `V1`, `V2` and so on. A name that occurs again gets a number, `tone.1`.
#'   `inspect_sheet()` takes two rows by itself if the first has blanks as after merged cells. Where the names stand
#'   again above further rows, each time below a row with one text, this text is a column of the rows below it, as
#'   [problems()] says: `Reader: Dr. Meier` makes the column `Reader`, a text without such a word the column `block`.
#' @param drop Rows to leave out: their numbers in the file, ids such as `"Total"`, or `"N1 / Total"` of several parts,
#'   or a condition on columns, such as `status == "test"`. What stands in these rows, ids included, need not fit a
#'   template. With a template a text that is no id as it stands is an item, of which all rows are left out.
#' @param keep Rows that hold ratings although they look like totals, headers or test questions, which are an error
#'   otherwise; said as in `drop`.
#'
#' @return A tibble of class `accord_sheet` with columns `question`, `item`, `rater` and `rating`, and the rows that
#'   hold a rating. `rating` is numeric if all questions have numbers, a list if some have sets, and text otherwise;
#'   each question keeps its type for [as_ratings()]. `inspect_sheet()` returns its calls as text, invisibly.
#' @seealso [as_ratings()], whose method for sheets measures a question; [read_annotators()]; [read_] for other tools
#' @export
#' @examples
#' # Three coders and two questions, the questions and coders in the names of columns
#' sheet <- data.frame(
#'   article = 1:6,
#'   tone_ann = c(1, 2, 2, 3, 1, 2), tone_bob = c(1, 2, 3, 3, 1, 1),
#'   frame_ann = c("human", "human", "conflict", "conflict", "human", "economy"),
#'   frame_bob = c("human", "economy", "conflict", "conflict", "human", "economy")
#' )
#' inspect_sheet(sheet)
#' x <- read_sheet(sheet, item = article, names = "{question}_{rater}")
#' x
#' krippendorff_alpha(as_ratings(x, question = "tone", level = "ordinal"))
#' cohen_kappa(as_ratings(x, question = "frame"))
#'
#' # A file per annotator, with words for labels
#' folder <- system.file("extdata", "sarcasm", package = "accord")
#' tweets <- read_sheet(
#'   folder, item = ID, rater = "{file}", rating = annotation, recode = c("0.0" = "no", "1.0" = "yes")
#' )
#' as_ratings(tweets)
read_sheet <- function(path, item, rater, question, rating, by = NULL, weights = NULL, level = NULL, distance = NULL,
                       categories = NULL, names = NULL, boxes = NULL, separator = NULL, options = NULL, na = NULL,
                       recode = NULL, decimal = NULL, fill = NULL, header = 1, drop, keep) {
  check_given(path, "path")
  # A file that is not there comes before what was said of it.
  if (!is.data.frame(path)) find_files(with_inner_folders(path, SHEET_EXTENSIONS), SHEET_EXTENSIONS)
  if (!is.null(decimal)) check_choice(decimal, c(".", ","), "decimal")
  if (!is.null(fill)) check_flag(fill, "fill")
  check_header_argument(header)
  places <- list(
    item = sheet_places(rlang::enquo(item), "item"), rater = sheet_places(rlang::enquo(rater), "rater"),
    question = sheet_places(rlang::enquo(question), "question"), by = sheet_places(rlang::enquo(by), "by")
  )
  spec <- list(
    places = unlist(unname(places), recursive = FALSE), rating = rlang::enquo(rating), separator = separator,
    options = options, categories = categories, na = na, recode = recode, decimal = decimal, fill = fill,
    drop = rlang::enquo(drop), keep = rlang::enquo(keep), changes = new_changes(), hits = rlang::env()
  )
  spec$has_rating <- !rlang::quo_is_missing(spec$rating)
  spec$drop_given <- !rlang::quo_is_missing(spec$drop)
  if (!is.null(names)) spec$names <- parse_template(names, "names", c("question", "item", "rater", "pair", "*"))
  if (!is.null(boxes)) spec$boxes <- parse_template(boxes, "boxes", SHEET_FIELDS)
  if (restricted(spec$names, "rater")) spec$restricted <- TRUE
  spec$known <- place_fields(spec$places)
  check_sheet_spec(spec)

  tables <- sheet_tables(path, header)
  check_folders_told(tables, spec$places)
  for (arg in c("names", "boxes")) check_fields_apart(spec[[arg]], arg, unclass(tables[[1]]$data))
  others <- tables_of_others(tables, spec)
  if (!places_use(spec$places, "sheet")) check_one_sheet(tables[!others], spec)
  spec <- with_row_items(spec, tables[!others])
  spec$pointed <- !all(vapply(tables, function(table) identical(table$separator, ";"), NA))
  spec$commas <- !spec$pointed && has_decimal_commas(tables)
  spec$sheets <- lapply(rlang::set_names(tables, table_labels(tables)), function(table) names(table$data))
  spec$shared <- shared_columns(tables, others, spec)
  size <- file.size(Filter(file.exists, unique(vapply(tables, `[[`, "", "path"))))
  read <- sheet_pieces(tables, others, spec)
  check_any_ratings(read)
  warn_unused_values(spec, tables[!others])
  check_joined_rows(spec, tables, read$facts)
  # Cells are held by `pieces` only, so that bind_pieces() can let go of them: the result is larger than the file.
  pieces <- rlang::env(all = read$pieces)
  read$pieces <- NULL
  tables <- lapply(tables, function(table) replace(table, "data", list(table$data[0, ])))
  free_memory(size)
  bound <- bind_pieces(pieces, spec)
  free_memory(size)
  check_no_table_raters(bound, spec, tables[!others])
  check_no_rounds_as_tables(bound, spec)
  named <- with_column_names(spec)
  check_final_raters(bound, named, read$facts$kept)
  warn_following_rater(bound, named, c(read$facts$kept, read$facts$said))
  problems <- do.call(rbind, lapply(tables[!table_names(tables) %in% read$facts$unread], `[[`, "problems"))
  if (spec$drop_given) warn_nothing_dropped(spec$drop, read$facts$n_dropped)
  if (is.character(recode)) warn_unused_labels(setdiff(names(recode), read$facts$values), read$facts$values)
  scale <- list(level = level, categories = categories, weights = weights, distance = distance)
  check_by_question(Filter(Negate(is.null), scale), names(bound$questions))
  read$facts$answers <- questions_answered(bound$questions, spec)
  read$facts$joined <- joined_columns(spec)
  read$facts$alike <- warn_alike_sheet_ids(bound$data)
  read$facts$changes <- spec$changes$lines()
  inform_changes(read$facts$changes)
  new_sheet(bound, read$facts, tables, problems, scale)
}
