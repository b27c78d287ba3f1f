#pragma once
// The quantities of a profile likelihood: a variance, or the odds of a coefficient.

#include <utility>  // move

#include "active_set.h"
#include "eigen.h"

namespace accord {

// A positive quantity: how variances are changed to give it a value, and the equation for
// this. The search for a limit is compiled once for all quantities.
class ProfiledQuantity {
 public:
  virtual ~ProfiledQuantity() = default;
  virtual double value(const Eigen::VectorXd& v) const = 0;
  virtual LinearEquation equation(double value, int n) const = 0;
  virtual Eigen::VectorXd move(Eigen::VectorXd v, double value) const = 0;
  virtual bool reaches_zero() const = 0;
};

class ProfiledVariance final : public ProfiledQuantity {
 public:
  explicit ProfiledVariance(int which) : which_(which) {}
  double value(const Eigen::VectorXd& v) const override { return v[which_]; }
  LinearEquation equation(double value, int n) const override {
    LinearEquation result{Eigen::VectorXd::Zero(n), value};
    result.a[which_] = 1;
    return result;
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const override {
    v[which_] = value;
    return v;
  }
  bool reaches_zero() const override { return which_ != 0; }

 private:
  int which_;
};

// signal'v / noise'v: the odds of a coefficient signal'v / (signal'v + noise'v).
class ProfiledRatio final : public ProfiledQuantity {
 public:
  ProfiledRatio(Eigen::VectorXd signal, Eigen::VectorXd noise)
      : signal_(std::move(signal)), noise_(std::move(noise)) {}
  double value(const Eigen::VectorXd& v) const override {
    return signal_.dot(v) / noise_.dot(v);
  }
  LinearEquation equation(double value, int) const override {
    return {signal_ - value * noise_, 0.0};
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const override {
    const double noise = noise_.dot(v), signal = signal_.dot(v);
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      if (signal_[j] <= 0) continue;
      if (signal > 1e-8 * noise)
        v[j] *= value * noise / signal;
      else
        v[j] = value * noise / signal_.sum();
    }
    return v;
  }
  bool reaches_zero() const override { return signal_[0] == 0; }

 private:
  Eigen::VectorXd signal_, noise_;
};

}  // namespace accord
