#pragma once
// RcppExports.cpp includes this first. It only needs R's types: the part of Rcpp used by
// the interface, and nothing of the core nor of Eigen, whose include guards are therefore
// defined here.
#include <Rcpp/Lightest>

#define ACCORD_H
#define RcppEigen__RcppEigen__h  // NOLINT
