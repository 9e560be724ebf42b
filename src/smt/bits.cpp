// SPDX-License-Identifier: Apache-2.0
// Textbook circuits: ripple carry, shift and add, restoring division. Operands are small or mostly constant, and
// constants are folded gate by gate, so nothing faster is needed.
#include "smt/bits.h"

#include <algorithm>

namespace fermata::smt {

Bits Arithmetic::number(unsigned width, std::uint64_t value) const {
  Bits bits;
  for (unsigned k = 0; k < width; ++k) bits.push_back(circuit_.constant((value >> k & 1) != 0));
  return bits;
}

Bits Arithmetic::sum(const Bits& a, const Bits& b, Literal carry) {
  Bits result;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Literal half = circuit_.differ(a[k], b[k]);
    result.push_back(circuit_.differ(half, carry));
    if (k + 1 < a.size()) carry = circuit_.majority(a[k], b[k], carry);
  }
  return result;
}

Bits Arithmetic::add(const Bits& a, const Bits& b) { return sum(a, b, circuit_.no()); }

Bits Arithmetic::subtract(const Bits& a, const Bits& b) {
  Bits complement;
  for (Literal bit : b) complement.push_back(!bit);
  return sum(a, complement, circuit_.yes());
}

Bits Arithmetic::negate(const Bits& a) { return subtract(number(static_cast<unsigned>(a.size()), 0), a); }

Bits Arithmetic::multiply(const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  Bits result = number(static_cast<unsigned>(width), 0);
  for (std::size_t k = 0; k < width; ++k) {
    Bits row(k, circuit_.no());
    for (std::size_t j = 0; j + k < width; ++j) row.push_back(circuit_.all_of({a[j], b[k]}));
    if (b[k] != circuit_.no()) result = add(result, row);
  }
  return result;
}

Arithmetic::Division Arithmetic::divide(const Bits& a, const Bits& b) {
  // The remainder is smaller than the divisor, of which the upper bits are often known to be 0. One bit more, since it
  // is doubled before it is compared.
  Bits divisor = b;
  while (!divisor.empty() && circuit_.is(divisor.back(), false)) divisor.pop_back();
  divisor.push_back(circuit_.no());
  Bits remainder = number(static_cast<unsigned>(divisor.size()), 0);
  Bits quotient(a.size(), circuit_.no());
  for (std::size_t k = a.size(); k-- > 0;) {
    remainder.pop_back();
    remainder.insert(remainder.begin(), a[k]);
    const Literal fits = !less(remainder, divisor);
    remainder = choose(fits, subtract(remainder, divisor), remainder);
    quotient[k] = fits;
  }
  remainder.resize(a.size() + 1, circuit_.no());
  remainder.pop_back();
  return {quotient, remainder};
}

Arithmetic::Division Arithmetic::divide_signed(const Bits& a, const Bits& b) {
  const Literal left = a.back(), right = b.back();
  const Division plain = divide(choose(left, negate(a), a), choose(right, negate(b), b));
  return {choose(circuit_.differ(left, right), negate(plain.quotient), plain.quotient),
          choose(left, negate(plain.remainder), plain.remainder)};
}

Bits Arithmetic::conjunction(const Bits& a, const Bits& b) {
  Bits result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(circuit_.all_of({a[k], b[k]}));
  return result;
}

Bits Arithmetic::disjunction(const Bits& a, const Bits& b) {
  Bits result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(circuit_.any_of({a[k], b[k]}));
  return result;
}

Bits Arithmetic::exclusive(const Bits& a, const Bits& b) {
  Bits result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(circuit_.differ(a[k], b[k]));
  return result;
}

Bits Arithmetic::shift(Shift how, const Bits& a, const Bits& by) {
  const std::size_t width = a.size();
  const Literal filler = how == Shift::right_signed ? a.back() : circuit_.no();
  Bits result = a;
  std::vector<Literal> too_far;
  for (std::size_t k = 0; k < by.size(); ++k) {
    if (k >= 32 || std::size_t{1} << k >= width) {
      too_far.push_back(by[k]);
      continue;
    }
    const std::size_t distance = std::size_t{1} << k;
    Bits moved(width, filler);
    for (std::size_t j = 0; j + distance < width; ++j)
      if (how == Shift::left)
        moved[j + distance] = result[j];
      else
        moved[j] = result[j + distance];
    result = choose(by[k], moved, result);
  }
  return choose(circuit_.any_of(too_far), Bits(width, filler), result);
}

Literal Arithmetic::equal(const Bits& a, const Bits& b) {
  std::vector<Literal> same;
  for (std::size_t k = 0; k < a.size(); ++k) same.push_back(circuit_.same(a[k], b[k]));
  return circuit_.all_of(same);
}

Literal Arithmetic::less(const Bits& a, const Bits& b) {
  Literal result = circuit_.no();
  for (std::size_t k = 0; k < a.size(); ++k) result = circuit_.choose(circuit_.differ(a[k], b[k]), b[k], result);
  return result;
}

Literal Arithmetic::less_signed(const Bits& a, const Bits& b) {
  Bits x = a, y = b;
  x.back() = !x.back();
  y.back() = !y.back();
  return less(x, y);
}

Bits Arithmetic::choose(Literal condition, const Bits& if_yes, const Bits& if_no) {
  Bits result;
  for (std::size_t k = 0; k < if_yes.size(); ++k) result.push_back(circuit_.choose(condition, if_yes[k], if_no[k]));
  return result;
}

Bits Arithmetic::count(const Bits& a) {
  const auto width = static_cast<unsigned>(a.size());
  Bits result = number(width, 0);
  for (Literal bit : a) {
    Bits one = number(width, 0);
    one[0] = bit;
    result = add(result, one);
  }
  return result;
}

Bits Arithmetic::trailing_zeros(const Bits& a) {
  const auto width = static_cast<unsigned>(a.size());
  Bits result = number(width, width);
  for (unsigned k = width; k-- > 0;) result = choose(a[k], number(width, k), result);
  return result;
}

}  // namespace fermata::smt
