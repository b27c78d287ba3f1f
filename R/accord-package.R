#' accord: agreement between annotators
#'
#' Measures agreement between annotators, from the raw export of an annotation project to the table in the paper.
#'
#' * read files: [read_sheet()] ([inspect_sheet()] proposes the call), [read_mturk()], [read_annotators()],
#'   [read_label_studio()], [read_prodigy()], [read_doccano()], [read_webanno()], [read_bio()], [read_brat()],
#'   [read_conll()], [read_textgrid()], [read_eaf()], [read_boris()]
#' * check the data: [as_ratings()], [problems()]
#' * measure agreement: [agreement()] and a function for each coefficient in its table, such as
#'   [krippendorff_alpha()]; [category_agreement()], [intra_rater_agreement()], [icc()], [kendall_w()],
#'   [distance_agreement()] with [distance_edit()], [distance_ranking()], [distance_vector()] or [distance_iou()]
#' * choose an interval: [ci_default()], [ci_bayes()], [ci_jackknife()], [ci_bootstrap()], [ci_analytic()],
#'   [ci_exact()], [ci_krippendorff()], [ci_none()], [ci_profile()], [ci_mover()], [ci_f()], [ci_score()],
#'   [ci_melded()], [ci_adjusted()]
#' * find the causes of disagreement: [pairwise_agreement()], [rater_summary()], [item_summary()],
#'   [disagreements()], [rater_influence()], [item_influence()]
#' * compare groups or rounds: [compare_agreement()]
#' * analyse scores: [variance_components()], [generalizability()], [rater_severity()], [fair_marks()],
#'   [limits_of_agreement()], [concordance()]
#' * label items: [consensus()], by a method such as [majority()], [wawa()], [zbs()], [dawid_skene()], [one_coin()],
#'   [mace()], [mace_vb()], [glad()], [anchored()], [crowdlab()], [weighted_mean()] or [medoid()];
#'   [evaluate_consensus()]; [next_items()] and [fewer_ratings()] to label next, [audit_labels()] to stop
#' * use a language model: [annotate_llm()], [read_llm()], [calibration()], [alt_test()],
#'   [corrected_estimate()], [corrected_regression()]
#' * judge a judge: [judge_report()], [plan_labels()]
#' * judge a judge of pairs: [as_preferences()], [pairwise_judgements()], [win_rates()];
#'   agreement and worths: [preference_agreement()], [preference_model()], [best_worst_scores()],
#'   [best_worst_pairs()]
#' * score chains: [as_chains()], [chain_agreement()], [coref_scores()], [chain_alpha()]
#' * score spans: [as_spans()], [span_agreement()], [span_alpha()], [span_gamma()], [span_consensus()]
#' * score relations between spans: [as_relations()], [relation_agreement()]
#' * score events in time: [link_objects()], [event_kappa()], [as_ratings.accord_spans()]
#' * make tables, plots and reports: [paper_table()], [methods_text()], [autoplot.accord],
#'   [interpret()], [interpretation_scales()],
#'   [report_agreement()]
#' * do all of this in the browser, without code: [accord_app()]
#' * export the corpus: [as_corpus()], [write_corpus()], [write_spans()]
#' * plan a study: [sample_size()], [plan_agreement()], [plan_labels()], [simulate_ratings()]
#'
#' [accord-terms] defines the terms.
#'
#' @section Data and questions:
#' For whoever has several people, or people and models, judge the same things: in computational linguistics, content
#' analysis, psychology, education and medicine. The data are labels, ordered grades, numbers, sets of labels, rankings,
#' choices between two answers, spans of text or time, relations and coreference chains. The questions are how far
#' raters agree and how sure that is (inference to other items, and other raters), who and what disagrees
#' (description), which label is right (estimation and prediction), and how large a study must be.
#'
#' @section Vignettes:
#' `vignette("accord")` to get started. Studies from start to end: `vignette("mturk")`,
#' `vignette("annotators")`,
#' `vignette("people-and-a-model")`, `vignette("spans")`, `vignette("coreference")`, `vignette("scores")`,
#' `vignette("large-and-remote")`. Questions: `vignette("coefficients")` (which
#' coefficient?),
#' `vignette("intervals")` (how sure are we?), `vignette("consensus")` (who is right?),
#' `vignette("planning")` (how many items?).
#'
#' @section Options:
#' `accord.threads`: number of threads, 2 unless you set it. Results do not depend on it.
#' `accord.ci`: the interval used if `ci` is not given, see [ci_default()].
#' `accord.collect`: how many rows of a table in a database may be read into memory, see [as_ratings()].
#' `accord.strict`: if `TRUE`, ratings that would be set aside and rows without a value are errors, see [as_ratings()].
#' `accord.unzip_limit`: the maximum size in bytes of an unpacked archive, see [read_doccano()].
#' `accord.alignment`: two numbers that limit the search for the best alignment in [span_gamma()].
#' `accord.text_width`: the maximum width of tables in LaTeX and Word, see [paper_table()].
#'
#' @section The C++ library:
#' The statistics are computed by a header-only C++17 library that does not depend on R and is installed with the
#' package: put `LinkingTo: accord` into your `DESCRIPTION` and `#include <accord.h>`.
#'
#' @keywords internal
#' @useDynLib accord, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom rlang %||%
"_PACKAGE"

# These names occur in with() and in expressions that dbplyr translates to SQL.
utils::globalVariables(c(
  "case_when", "code_", "COUNT", "estimate", "item_id", "last_", "m_", "n_", "n_distinct", "q_", "rank_",
  "rater_id", "s_", "std.error", "top_", "value_"
))
