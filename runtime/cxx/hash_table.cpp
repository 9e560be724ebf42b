// SPDX-License-Identifier: Apache-2.0
// How many buckets std::unordered_map has. The numbers are those of libstdc++, as they decide in which order a program
// walks through its elements.
#include <unordered_map>

namespace std::__detail {
namespace {

constexpr unsigned PRIMES[] = {
    2,     3,     5,     7,     11,    13,    17,    19,    23,    29,    31,    37,    41,    43,    47,    53,
    59,    61,    67,    71,    73,    79,    83,    89,    97,    103,   109,   113,   127,   137,   139,   149,
    157,   167,   179,   193,   199,   211,   227,   241,   257,   277,   293,   313,   337,   359,   383,   409,
    439,   467,   503,   541,   577,   619,   661,   709,   761,   823,   887,   953,   1031,  1109,  1193,  1289,
    1381,  1493,  1613,  1741,  1879,  2029,  2179,  2357,  2549,  2753,  2971,  3209,  3469,  3739,  4027,  4349,
    4703,  5087,  5503,  5953,  6427,  6949,  7517,  8123,  8783,  9497,  10273, 11113, 12011, 12983, 14033, 15173,
    16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201};

bool prime(size_t odd) {
  for (size_t divisor = 3; divisor <= odd / divisor; divisor += 2)
    if (odd % divisor == 0) return false;
  return true;
}

// Beyond the table any prime will do: nobody explores all interleavings of a program with so many elements.
size_t prime_not_below(size_t n) {
  for (unsigned candidate : PRIMES)
    if (candidate >= n) return candidate;
  size_t candidate = n | 1;
  while (!prime(candidate)) candidate += 2;
  return candidate;
}

// Without an element there are no buckets; the first one brings room for eleven.
constexpr size_t FIRST_ELEMENTS = 11;

}  // namespace

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
  if (n == 0) return 1;
  const size_t buckets = prime_not_below(n);
  _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
  return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t added) const {
  size_t wanted = elements + added;
  if (wanted <= _M_next_resize) return {false, 0};
  if (_M_next_resize == 0 && wanted < FIRST_ELEMENTS) wanted = FIRST_ELEMENTS;
  const double least = wanted / static_cast<double>(_M_max_load_factor);
  if (least < buckets) {
    _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
    return {false, 0};
  }
  return {true, _M_next_bkt(std::max(static_cast<size_t>(least) + 1, buckets * _S_growth_factor))};
}

}  // namespace std::__detail
