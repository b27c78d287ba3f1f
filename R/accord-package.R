#' accord: agreement between annotators
#'
#' From the raw export of an annotation job to the table in the paper: read it
#' ([read_mturk()], [read_annotators()]), check it ([as_ratings()]), measure agreement
#' ([krippendorff_alpha()], [agreement()]) with an interval ([ci_default()]), see who disagrees
#' ([rater_summary()], [disagreements()]), settle labels ([consensus()]), and print it
#' ([paper_table()]). Coreference chains start at [as_chains()].
#'
#' @section Options:
#' `accord.threads`: number of threads, 2 unless you set it. Results do not depend on it.
#' `accord.ci`: the interval where none is named, see [ci_default()].
#'
#' @section The C++ library:
#' The statistics live in a header-only C++17 library without R, installed with the package:
#' put `LinkingTo: accord` into your `DESCRIPTION` and `#include <accord.h>`.
#'
#' @keywords internal
#' @useDynLib accord, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom rlang %||%
"_PACKAGE"
