# The first call that somebody makes who has read help-draft.md and seen the head of the file, for each sheet of a
# collection that is not part of the package. Written before read_sheet() was, and never changed since.
first <- list(
  hatecheck.csv = quote(read_sheet("hatecheck.csv", item = case_id, rating = label_1:label_10)),
  fbposts.csv = quote(read_sheet("fbposts.csv", item = post_id, rater = coder_id, rating = type:pop_othering)),
  affect.csv = quote(read_sheet("affect.csv", item = Text, rater = Annotator, rating = a_Anger:Written_AI)),
  criteria.csv = quote(
    read_sheet("criteria.csv", item = art_id, rater = ann, question = criteriaID, rating = annotation)
  ),
  four_levels.csv = quote(
    read_sheet("four_levels.csv", item = case_id, rater = rater_id, rating = binary_data:wordcount_data)
  ),
  ad_likeness.xlsx = quote(
    read_sheet("ad_likeness.xlsx", item = c("{sheet}", 1), rating = starts_with("Person"))
  ),
  diagram.csv = quote(read_sheet(
    "diagram.csv", item = diagram_id, rater = assigned_to,
    rating = "Shape(s) is closed":"Diagram elements don't problematically overlap"
  )),
  commits_two_authors.csv = quote(
    read_sheet("commits_two_authors.csv", item = revision_hash, names = "label_{question}{rater:1|2}")
  ),
  base_digit.csv = quote(read_sheet("base_digit.csv", names = "{question}{rater:|1|2}")),
  mangled_names.csv = quote(read_sheet("mangled_names.csv", item = study, names = "{question}{rater:|.1}")),
  annotator_prefix.xlsx = quote(read_sheet("annotator_prefix.xlsx", item = id, names = "{rater}_{question}")),
  email_raters.csv = quote(read_sheet("email_raters.csv", item = link, rating = contains("@"))),
  worker_columns.csv = quote(read_sheet("worker_columns.csv", rating = everything())),
  "rater_files/rater1.csv" = quote(
    read_sheet("rater_files", item = 1:4, rater = "{file}", rating = Informativeness:Usefulness)
  ),
  annotator_sheets.xlsx = quote(read_sheet(
    "annotator_sheets.xlsx", item = "{row}", rater = "{sheet}", rating = fluency_base:factualness_graph
  )),
  crowd_full.csv = quote(
    read_sheet("crowd_full.csv", item = `_unit_id`, rater = `_worker_id`, rating = c(q1, q2))
  ),
  q_initial.csv = quote(read_sheet("q_initial.csv", names = "{question}_{rater}")),
  other_script.csv = quote(read_sheet("other_script.csv", item = num, rating = -num)),
  "rob_forms/reviewer_a.csv" = quote(
    read_sheet("rob_forms", item = "Study ID", rater = "{file}", rating = c(starts_with("D"), Overall))
  ),
  question_rows.csv = quote(
    read_sheet("question_rows.csv", item = Paper, question = Attribute, rating = starts_with("Coder"))
  ),
  no_header.csv = quote(
    read_sheet("no_header.csv", item = 1, question = 2, rater = 3, rating = 4, header = 0)
  ),
  "asreview/reviewer_a.csv" = quote(
    read_sheet("asreview", item = record_id, rater = "{file}", rating = included)
  ),
  toloka.tsv = quote(read_sheet(
    "toloka.tsv", item = "INPUT:image", rater = "ASSIGNMENT:worker_id", names = "OUTPUT:{question}"
  )),
  redcap_double.csv = quote(read_sheet(
    "redcap_double.csv", item = c(record_id = "{item}--{rater}"), rating = c(outcome, severity),
    boxes = "{question}___{option}"
  )),
  qualtrics_loop.csv = quote(
    read_sheet("qualtrics_loop.csv", rater = ResponseId, names = "{item}_{question}")
  ),
  limesurvey.csv = quote(read_sheet(
    "limesurvey.csv", item = unit, rater = coder, rating = tone, boxes = "{question}[{option}]"
  )),
  surveymonkey.csv = quote(
    read_sheet("surveymonkey.csv", rater = "Respondent ID", boxes = "{item}/{option}", header = 1:2)
  ),
  google_forms.csv = quote(
    read_sheet("google_forms.csv", item = 3, rater = "Email Address", rating = 4:5, separator = ", ")
  ),
  two_row_header.xlsx = quote(
    read_sheet("two_row_header.xlsx", item = Article, names = "{question}/{rater}", header = 1:2)
  ),
  german.csv = quote(read_sheet("german.csv", item = Beitrag, names = "{question} ({rater})")),
  screening.csv = quote(read_sheet("screening.csv", item = Record, names = "{rater} {question}")),
  coder_dot.csv = quote(read_sheet("coder_dot.csv", item = article, names = "{rater}.{question}")),
  "code_matrix/coder_A.tsv" = quote(
    read_sheet("code_matrix", item = 1, rater = "{file}", rating = trust:family)
  )
)
