#pragma once
// RcppExports.cpp includes this first. It needs R's types alone: the part of Rcpp that
// the glue uses, and nothing of the core, whose guard says that it is there already.
#include <Rcpp/Lightest>

#define ACCORD_H
