#pragma once
// The distance of any scheme behind one type, so that what is built on distances is
// compiled once and not again for every scheme.

#include <memory>  // make_shared, shared_ptr
#include <vector>

#include "../ratings/tally.h"
#include "distance.h"
#include "metric.h"

namespace accord {

class AnyDistance {
 public:
  // The spec's values have to stay.
  explicit AnyDistance(const MetricSpec& spec) : identity_(spec.level == Level::nominal) {
    with_delta(spec, [&](const auto& delta) {
      const Distance distance(delta, spec.n_categories);
      of_ = std::make_shared<const Of<decltype(distance)>>(distance);
    });
  }

  // Whether all categories are equally far apart.
  bool identity() const { return identity_; }
  int n_categories() const { return of_->n_categories(); }
  double operator()(int c, int k) const { return of_->at(c, k); }
  double total() const { return of_->total(); }
  double inside(const Pattern& p) const { return of_->inside(p); }
  double pairs_within(const Amounts& x) const { return of_->pairs_within(x); }
  void to_each(const Amounts& x, std::vector<double>* sum) const { of_->to_each(x, sum); }
  static double between(const Amounts& x, const std::vector<double>& to_each) {
    return Distance<NominalDelta>::between(x, to_each);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual int n_categories() const = 0;
    virtual double at(int c, int k) const = 0;
    virtual double total() const = 0;
    virtual double inside(const Pattern& p) const = 0;
    virtual double pairs_within(const Amounts& x) const = 0;
    virtual void to_each(const Amounts& x, std::vector<double>* sum) const = 0;
  };

  template <class Wrapped>
  struct Of final : Interface {
    explicit Of(const Wrapped& wrapped) : distance(wrapped) {}

    int n_categories() const override { return distance.n_categories(); }
    double at(int c, int k) const override { return distance(c, k); }
    double total() const override { return distance.total(); }
    double inside(const Pattern& p) const override { return distance.inside(p); }
    double pairs_within(const Amounts& x) const override {
      return distance.pairs_within(x);
    }
    void to_each(const Amounts& x, std::vector<double>* sum) const override {
      distance.to_each(x, sum);
    }

    Wrapped distance;
  };

  std::shared_ptr<const Interface> of_;
  bool identity_;
};

}  // namespace accord
