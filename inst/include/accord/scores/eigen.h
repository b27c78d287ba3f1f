#pragma once
// The parts of Eigen that accord uses. The pragma suppresses compiler warnings about
// Eigen's own code, which would take 3,000 lines.
#pragma GCC system_header

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
