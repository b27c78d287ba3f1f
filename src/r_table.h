#pragma once
// Lists and data frames of named columns, for R. Rcpp's own create() is compiled anew for
// every number and type of columns, which takes most of the time of a small file.

#include <Rcpp/Lightest>
#include <initializer_list>
#include <vector>

namespace r {

struct Column {
  template <class Values>
  Column(const char* column_name, const Values& column)  // NOLINT
      : name(column_name), values(Rcpp::wrap(column)) {}

  const char* name;
  Rcpp::RObject values;
};

Rcpp::List list(std::initializer_list<Column> columns);

// All columns have the same length; text stays text.
Rcpp::List frame(std::initializer_list<Column> columns);

// Counts as R's integers where these suffice. Sums of weights that are whole but for
// rounding are whole.
Rcpp::RObject whole_numbers(std::vector<double> x);

}  // namespace r
