#pragma once
// Sums at numbered places, of which few are touched. Clearing costs as much as filling
// did, however many places there are.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

namespace accord {

template <class Amount>
class Touched {
 public:
  Touched() = default;
  // With room for so many places; more is made when needed.
  explicit Touched(int n_places) : amount_(n_places), seen_(n_places) {}

  void clear() {
    for (int k : places_) amount_[k] = seen_[k] = 0;
    places_.clear();
  }
  void add(int k, Amount x) {
    if (static_cast<std::size_t>(k) >= seen_.size()) {
      amount_.resize(k + 1);
      seen_.resize(k + 1);
    }
    if (!seen_[k]) places_.push_back(k);
    seen_[k] = 1;
    amount_[k] += x;
  }
  Amount operator[](int k) const {
    return static_cast<std::size_t>(k) < seen_.size() ? amount_[k] : 0;
  }
  // The places that were touched, and the same in rising order: by a look at each where
  // most of them were.
  const std::vector<int>& places() const { return places_; }
  const std::vector<int>& sorted() {
    if (places_.size() < seen_.size() / 16) {
      std::sort(places_.begin(), places_.end());
      return places_;
    }
    places_.clear();
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      if (seen_[k]) places_.push_back(static_cast<int>(k));
    }
    return places_;
  }

 private:
  std::vector<Amount> amount_;
  std::vector<char> seen_;
  std::vector<int> places_;
};

}  // namespace accord
