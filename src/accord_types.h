#pragma once
// RcppExports.cpp includes this first. It needs R's types alone: the part of Rcpp that
// the glue uses, and nothing of the core nor of Eigen, whose guards say that they are
// there already.
#include <Rcpp/Lightest>

#define ACCORD_H
#define RcppEigen__RcppEigen__h  // NOLINT
