#pragma once
// What we use of Eigen. As in a header of the system, the compiler does not warn of
// Eigen's own code, on which it would print 3,000 lines.
#pragma GCC system_header

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
