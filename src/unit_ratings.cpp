// Glue of ratings, chains and spans, as one unit.
#include "r_chains.cpp"
#include "r_convert.cpp"
#include "r_coref.cpp"
#include "r_ids.cpp"
#include "r_parallel.cpp"
#include "r_ratings.cpp"
#include "r_sample.cpp"
#include "r_spans.cpp"
