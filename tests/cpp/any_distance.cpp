#include "any_distance.h"

#include <memory>
#include <type_traits>  // decay_t
#include <vector>

#include "accord/metric.h"

namespace oracle {

template <class Delta>
struct AnyDistance::Of final : AnyDistance::Interface {
  Of(const Delta& delta, int n_categories) : distance(delta, n_categories) {}

  int n_categories() const override { return distance.n_categories(); }
  double at(int c, int k) const override { return distance(c, k); }
  double total() const override { return distance.total(); }
  double inside(const accord::Pattern& p) const override { return distance.inside(p); }
  double pairs_within(const accord::Amounts& x) const override {
    return distance.pairs_within(x);
  }
  void to_each(const accord::Amounts& x, std::vector<double>* sum) const override {
    distance.to_each(x, sum);
  }

  accord::Distance<Delta> distance;
};

AnyDistance::AnyDistance(const Scale& scale) {
  accord::with_delta(spec_of(scale), [&](const auto& delta) {
    using Delta = std::decay_t<decltype(delta)>;
    of_ = std::make_unique<const Of<Delta>>(delta, scale.n_categories);
  });
}

}  // namespace oracle
