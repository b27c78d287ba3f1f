#pragma once
// The core's distance of any level behind one type, so that what is built on distances is
// compiled once and not again for every level.

#include <memory>
#include <vector>

#include "accord/distance.h"
#include "oracle_scale.h"

namespace oracle {

class AnyDistance {
 public:
  // Looks at the values of the scale, which has to stay.
  explicit AnyDistance(const Scale& scale);

  int n_categories() const { return of_->n_categories(); }
  double operator()(int c, int k) const { return of_->at(c, k); }
  double total() const { return of_->total(); }
  double inside(const accord::Pattern& p) const { return of_->inside(p); }
  double pairs_within(const accord::Amounts& x) const { return of_->pairs_within(x); }
  void to_each(const accord::Amounts& x, std::vector<double>* sum) const {
    of_->to_each(x, sum);
  }
  static double between(const accord::Amounts& x, const std::vector<double>& to_each) {
    return accord::Distance<accord::NominalDelta>::between(x, to_each);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual int n_categories() const = 0;
    virtual double at(int c, int k) const = 0;
    virtual double total() const = 0;
    virtual double inside(const accord::Pattern& p) const = 0;
    virtual double pairs_within(const accord::Amounts& x) const = 0;
    virtual void to_each(const accord::Amounts& x, std::vector<double>* sum) const = 0;
  };
  template <class Delta>
  struct Of;

  std::unique_ptr<const Interface> of_;
};

}  // namespace oracle
