#pragma once
// Lists and data frames of named columns for R. Rcpp's own create() is compiled for every
// number and type of columns, which would take most of the compilation time of a small
// file.

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

// All columns must have the same length; text is not converted to factors.
Rcpp::List frame(std::initializer_list<Column> columns);

// Returns counts as R integers if they fit. Sums of weights that are whole except for
// rounding are made whole.
Rcpp::RObject whole_numbers(std::vector<double> x);

}  // namespace r
