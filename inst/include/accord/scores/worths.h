#pragma once
// Worths of objects from judgements of pairs, by maximum likelihood.
//
// With s = worth of the first object - that of the second + the order effect,
//
//   half        P(first) = 1 / (1 + e^-s), a tie is half a choice of each (Bradley and
//               Terry 1952);
//   davidson    P(first), P(second), P(tie) in the ratio e^(s/2) : e^(-s/2) : e^t
//               (Davidson 1970);
//   rao_kupper  P(first) = 1 / (1 + e^(t-s)), P(second) = 1 / (1 + e^(t+s)), a tie
//               otherwise (Rao and Kupper 1967).
//
// All three have a concave log-likelihood, so that Fisher scoring with halved steps finds
// its maximum. Without ties t is left out.

#include <algorithm>  // max
#include <cmath>      // exp, expm1, fabs, log, log1p, nan
#include <cstddef>    // size_t
#include <optional>
#include <vector>

#include "eigen.h"
#include "judged_pairs.h"

namespace accord {

enum class TieModel { half, davidson, rao_kupper };
inline constexpr const char* tie_model_names[] = {"half", "davidson", "rao_kupper"};

struct WorthSettings {
  TieModel ties = TieModel::davidson;
  bool has_ties = true, order = false;
  double pseudo = 0;  // wins and losses of each object against one of worth 0
  int max_steps = 100;
};

// The probabilities of the three choices, and the derivatives of their logarithms by s
// and t.
struct ChoiceModel {
  double p[3], by_s[3], by_t[3];

  ChoiceModel(const WorthSettings& settings, double s, double t) {
    if (settings.ties == TieModel::rao_kupper && settings.has_ties) {
      const double a = 1 / (1 + std::exp(t - s)), b = 1 / (1 + std::exp(t + s));
      const double va = a * (1 - a), vb = b * (1 - b);
      // 1 - a - b without cancellation.
      const double tie = a * b * std::expm1(2 * t);
      set(0, a, 1 - a, a - 1);
      set(1, b, b - 1, b - 1);
      set(2, tie, (vb - va) / tie, (va + vb) / tie);
      return;
    }
    const bool tied = settings.ties == TieModel::davidson && settings.has_ties;
    const double top = std::max(std::fabs(s) / 2, tied ? t : -HUGE_VAL);
    const double a = std::exp(s / 2 - top), b = std::exp(-s / 2 - top);
    const double c = tied ? std::exp(t - top) : 0, all = a + b + c;
    const double mean = (a - b) / (2 * all);
    set(0, a / all, 0.5 - mean, -c / all);
    set(1, b / all, -0.5 - mean, -c / all);
    // Half a choice of each has the derivative of a tie.
    set(2, c / all, -mean, tied ? 1 - c / all : 0);
  }

  double log_p(int choice, bool half) const {
    if (choice == 2 && half) return (std::log(p[0]) + std::log(p[1])) / 2;
    return std::log(p[choice]);
  }

 private:
  void set(int k, double probability, double s, double t) {
    p[k] = probability;
    by_s[k] = s;
    by_t[k] = t;
  }
};

struct WorthFit {
  std::vector<double> worth;  // with the mean 0
  double tie = 0, order = 0, log_likelihood = 0, saturated = 0;
  int steps = 0, n_cells = 0;
  bool converged = false, singular = false;
  // Covariances of the parameters, in the order worth, tie, order, of the model and over
  // clusters. Worths have the mean 0.
  Eigen::MatrixXd covariance, clustered;
};

class WorthModel {
 public:
  WorthModel(const Judgements& data, const WorthSettings& settings)
      : data_(data),
        settings_(settings),
        cells_(judged_cells(data, settings.order)),
        n_(data.n_objects),
        tie_(settings.has_ties && settings.ties != TieModel::half ? n_ : -1),
        order_(settings.order ? n_ + (tie_ >= 0) : -1),
        size_(n_ + (tie_ >= 0) + (order_ >= 0)) {}

  template <class Poll>
  WorthFit fit(const Poll& poll) const {
    WorthFit result;
    Eigen::VectorXd beta = Eigen::VectorXd::Zero(size_);
    if (tie_ >= 0 && settings_.ties == TieModel::rao_kupper) beta[tie_] = 0.5;
    double value = objective(beta);
    for (; result.steps < settings_.max_steps && !result.converged; ++result.steps) {
      poll();
      Eigen::VectorXd score;
      const Eigen::SparseMatrix<double> information = derivatives(beta, &score);
      Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(information);
      if (!is_positive(factor, information)) {
        result.singular = true;
        return result;
      }
      const Eigen::VectorXd step = factor.solve(score);
      double by = 1, next = objective(beta + step);
      // Rounding errors of a sum of many logarithms are not a decrease.
      const double least = value - 1e-12 * std::fabs(value);
      while (!(next >= least) && by > 1e-8) next = objective(beta + (by /= 2) * step);
      beta += by * step;
      value = next;
      result.converged = (by * step).cwiseAbs().maxCoeff() < 1e-10;
    }
    read(beta, &result);
    covariances(beta, &result);
    return result;
  }

 private:
  double slope(const Eigen::VectorXd& beta, int i, int j) const {
    return beta[i] - beta[j] + (order_ >= 0 ? beta[order_] : 0);
  }
  double tie_of(const Eigen::VectorXd& beta) const { return tie_ >= 0 ? beta[tie_] : 0; }
  bool half() const { return settings_.ties == TieModel::half; }

  double log_likelihood(const Eigen::VectorXd& beta) const {
    double sum = 0;
    for (const JudgedCell& cell : cells_) {
      const ChoiceModel model(settings_, slope(beta, cell.first, cell.second),
                              tie_of(beta));
      for (int k = 0; k < 3; ++k) {
        if (cell.count[k] > 0) sum += cell.count[k] * model.log_p(k, half());
      }
    }
    return sum;
  }

  // With pseudo-judgements the log-likelihood of these is added.
  double objective(const Eigen::VectorXd& beta) const {
    if (tie_ >= 0 && settings_.ties == TieModel::rao_kupper && !(beta[tie_] > 0)) {
      return std::nan("");
    }
    double sum = log_likelihood(beta);
    for (int i = 0; i < n_ && settings_.pseudo > 0; ++i) {
      const double top = std::fabs(beta[i]);
      sum -= settings_.pseudo * (top + 2 * std::log1p(std::exp(-top)));
    }
    return sum;
  }

  Eigen::SparseMatrix<double> derivatives(const Eigen::VectorXd& beta,
                                          Eigen::VectorXd* score) const {
    *score = Eigen::VectorXd::Zero(size_);
    std::vector<Eigen::Triplet<double>> entries;
    for (const JudgedCell& cell : cells_) {
      const ChoiceModel model(settings_, slope(beta, cell.first, cell.second),
                              tie_of(beta));
      double by_s = 0, by_t = 0, ss = 0, st = 0, tt = 0, all = 0;
      for (int k = 0; k < 3; ++k) {
        by_s += cell.count[k] * model.by_s[k];
        by_t += cell.count[k] * model.by_t[k];
        all += cell.count[k];
      }
      for (int k = 0; k < 3; ++k) {
        if (model.p[k] <= 0) continue;
        ss += all * model.p[k] * model.by_s[k] * model.by_s[k];
        st += all * model.p[k] * model.by_s[k] * model.by_t[k];
        tt += all * model.p[k] * model.by_t[k] * model.by_t[k];
      }
      const int at[3] = {cell.first, cell.second, order_};
      const double sign[3] = {1, -1, 1};
      for (int a = 0; a < 3; ++a) {
        if (at[a] < 0) continue;
        (*score)[at[a]] += sign[a] * by_s;
        for (int b = 0; b < 3; ++b) {
          if (at[b] >= 0) entries.emplace_back(at[a], at[b], sign[a] * sign[b] * ss);
        }
        if (tie_ < 0) continue;
        entries.emplace_back(at[a], tie_, sign[a] * st);
        entries.emplace_back(tie_, at[a], sign[a] * st);
      }
      if (tie_ >= 0) {
        (*score)[tie_] += by_t;
        entries.emplace_back(tie_, tie_, tt);
      }
    }
    if (settings_.pseudo > 0) {
      for (int i = 0; i < n_; ++i) {
        const double p = 1 / (1 + std::exp(-beta[i]));
        (*score)[i] += settings_.pseudo * (1 - 2 * p);
        entries.emplace_back(i, i, 2 * settings_.pseudo * p * (1 - p));
      }
    } else {
      // Only differences of worths matter: the first is held at its value.
      entries.emplace_back(0, 0, 1);
    }
    Eigen::SparseMatrix<double> information(size_, size_);
    information.setFromTriplets(entries.begin(), entries.end());
    return information;
  }

  template <class Factor>
  static bool is_positive(const Factor& factor,
                          const Eigen::SparseMatrix<double>& information) {
    if (factor.info() != Eigen::Success) return false;
    const Eigen::VectorXd d = factor.vectorD();
    const double largest = information.diagonal().maxCoeff();
    return d.size() == 0 || (d.minCoeff() > 1e-13 * largest && d.allFinite());
  }

  void read(const Eigen::VectorXd& beta, WorthFit* result) const {
    const double mean = beta.head(n_).mean();
    for (int i = 0; i < n_; ++i) result->worth.push_back(beta[i] - mean);
    result->tie = tie_of(beta);
    result->order = order_ >= 0 ? beta[order_] : 0;
    result->log_likelihood = log_likelihood(beta);
    result->n_cells = static_cast<int>(cells_.size());
    for (const JudgedCell& cell : cells_) {
      double count[3], all = 0;
      for (int k = 0; k < 3; ++k) count[k] = cell.count[k], all += cell.count[k];
      if (half()) {
        for (int k = 0; k < 2; ++k) count[k] += count[2] / 2;
        count[2] = 0;
      }
      for (double n : count) {
        if (n > 0) result->saturated += n * std::log(n / all);
      }
    }
  }

  // The information has the direction in which all worths grow alike: its inverse among
  // worths with the mean 0 is that of the information with this direction added.
  void covariances(const Eigen::VectorXd& beta, WorthFit* result) const {
    Eigen::VectorXd score;
    Eigen::MatrixXd inverse = Eigen::MatrixXd(derivatives(beta, &score));
    Eigen::MatrixXd centre = Eigen::MatrixXd::Identity(size_, size_);
    centre.topLeftCorner(n_, n_).array() -= 1.0 / n_;
    inverse = Eigen::LDLT<Eigen::MatrixXd>(inverse).solve(
        Eigen::MatrixXd::Identity(size_, size_));
    result->covariance = centre * inverse * centre.transpose();
    if (data_.cluster.empty()) return;
    const Eigen::MatrixXd half_way = centre * inverse;
    result->clustered = half_way * cluster_scores(beta) * half_way.transpose();
  }

  // The sum over clusters of g g', with g the sum of the scores of a cluster.
  Eigen::MatrixXd cluster_scores(const Eigen::VectorXd& beta) const {
    std::vector<std::size_t> start(data_.n_clusters + 1, 0);
    for (int c : data_.cluster) ++start[c + 1];
    for (int c = 0; c < data_.n_clusters; ++c) start[c + 1] += start[c];
    std::vector<std::size_t> row(data_.cluster.size()), next(start);
    for (std::size_t i = 0; i < row.size(); ++i) row[next[data_.cluster[i]]++] = i;
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size_, size_);
    std::vector<double> g(size_, 0);
    std::vector<char> seen(size_, 0);
    std::vector<int> touched;
    // The models of the pairs met so far, if there are few.
    std::vector<std::optional<ChoiceModel>> known(has_few_pairs(data_) ? n_ * n_ : 0);
    const auto model_of = [&](int first, int second) {
      const auto fitted = [&] {
        return ChoiceModel(settings_, slope(beta, first, second), tie_of(beta));
      };
      if (known.empty()) return fitted();
      std::optional<ChoiceModel>& own = known[first * n_ + second];
      if (!own) own = fitted();
      return *own;
    };
    const auto add = [&](int at, double value) {
      if (at < 0) return;
      if (!seen[at]) touched.push_back(at), seen[at] = 1;
      g[at] += value;
    };
    for (int c = 0; c < data_.n_clusters; ++c) {
      for (std::size_t k = start[c]; k < start[c + 1]; ++k) {
        const std::size_t i = row[k];
        const ChoiceModel model = model_of(data_.first[i], data_.second[i]);
        const double w = data_.weight_of(i), s = w * model.by_s[data_.choice[i]];
        add(data_.first[i], s);
        add(data_.second[i], -s);
        add(order_, s);
        add(tie_, w * model.by_t[data_.choice[i]]);
      }
      for (int a : touched) {
        for (int b : touched) sum(a, b) += g[a] * g[b];
      }
      for (int a : touched) g[a] = 0, seen[a] = 0;
      touched.clear();
    }
    return sum;
  }

  Judgements data_;
  WorthSettings settings_;
  std::vector<JudgedCell> cells_;
  int n_, tie_, order_, size_;
};

}  // namespace accord
