// SPDX-License-Identifier: Apache-2.0
// What is computed from the input until something else happens is followed exactly, as far as it has one of two forms:
// a number that is, on a few intervals of the input's values, the input plus a constant, perhaps with zeros behind it;
// and a truth, which is a set of the input's values. So it does not matter how LLVM has written `1 <= x && x <= 5`,
// which becomes `x - 1 <u 5`. What has another form may be anything; but a conjunction with it is true only where the
// rest is.
//
// Everything is done with numbers as in mathematics: 64 bits, signed or not, and their sums fit into 128.
#include "ir/input_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace fermata::ir {

namespace {

using Number = __int128;

Number power(unsigned exponent) { return Number{1} << exponent; }

struct Interval {
  Number first = 0, last = 0;
};
using Values = std::vector<Interval>;  ///< of the input: ascending, apart from one another

/// While the input is in this interval, the number is the input plus `shift`, which has no sign.
struct Piece {
  Interval input;
  Number shift = 0;
};
using Pieces = std::vector<Piece>;
constexpr std::size_t most_pieces = 64;

struct Integer {
  Pieces pieces;
  unsigned zeros = 0;  ///< that many bits follow
};
struct Truth {  ///< a register that is 1 for these values of the input, and 0 for the others
  Values values;
};
struct AtMost {  ///< a register that is 1 for some of these values of the input, perhaps, and 0 for the others
  Values values;
};
using Known = std::variant<Integer, Truth, AtMost>;

Values cut(const Values& a, const Values& b) {
  Values both;
  for (const Interval& x : a)
    for (const Interval& y : b)
      if (const Interval z{std::max(x.first, y.first), std::min(x.last, y.last)}; z.first <= z.last) both.push_back(z);
  return both;
}

Values without(const Values& all, const Values& some) {
  Values rest;
  for (Interval left : all) {
    for (const Interval& s : some) {
      if (s.last < left.first || s.first > left.last) continue;
      if (s.first > left.first) rest.push_back({left.first, s.first - 1});
      left.first = s.last + 1;
    }
    if (left.first <= left.last) rest.push_back(left);
  }
  return rest;
}

Values united(const Values& a, const Values& b) {
  Values all = without(a, b);
  all.insert(all.end(), b.begin(), b.end());
  std::ranges::sort(all, {}, &Interval::first);
  return all;
}

/// With all numbers taken modulo a power of two.
std::optional<Pieces> wrapped(const Pieces& pieces, unsigned bits) {
  Pieces result;
  for (const Piece& p : pieces) {
    for (Number first = p.input.first; first <= p.input.last;) {
      const Number value = first + p.shift;
      const Number rounds = value >= 0 ? value >> bits : -((-value + power(bits) - 1) >> bits);
      const Number end = ((rounds + 1) << bits) - p.shift;  // the next one that wraps
      const Number last = std::min(p.input.last, end - 1);
      result.push_back({{first, last}, p.shift - (rounds << bits)});
      if (result.size() > most_pieces) return std::nullopt;
      first = last + 1;
    }
  }
  return result;
}

class Follow {
 public:
  Follow(const Function& function, const Instruction& input, InputValues& found)
      : function_(function), input_(input), found_(found) {
    const unsigned bits = found.bits;
    const Interval all =
        found.is_signed ? Interval{-power(bits - 1), power(bits - 1) - 1} : Interval{0, power(bits) - 1};
    all_ = possible_ = {all};
    if (!input.results.empty()) known_[input.results[0]] = Integer{*wrapped({{all, 0}}, 64)};
  }

  void run() {
    auto [block, at] = place();
    std::set<std::size_t> seen{block};
    while (block < function_.blocks.size()) {
      const auto& instructions = function_.blocks[block].instructions;
      for (++at; at < instructions.size() && step(instructions[at]); ++at) {
      }
      if (at >= instructions.size() || instructions[at].op != Op::jump) break;
      block = static_cast<std::size_t>(instructions[at].targets[0]);
      if (!seen.insert(block).second) break;
      at = static_cast<std::size_t>(-1);
    }
    if (!narrowed_) return;
    found_.narrowed = true;
    found_.none = possible_.empty();
    if (found_.none) return;
    found_.first = static_cast<std::uint64_t>(possible_.front().first);
    found_.last = static_cast<std::uint64_t>(possible_.back().last);
  }

 private:
  std::pair<std::size_t, std::size_t> place() const {
    for (std::size_t b = 0; b < function_.blocks.size(); ++b)
      for (std::size_t k = 0; k < function_.blocks[b].instructions.size(); ++k)
        if (&function_.blocks[b].instructions[k] == &input_) return {b, k};
    return {function_.blocks.size(), 0};
  }

  /// False: here something else happens.
  bool step(const Instruction& i) {
    if (&i == &input_) return false;
    if (i.op == Op::intrinsic && i.which == Intrinsic::assume) {
      assume(i.operands[0]);
      return true;
    }
    const bool harmless = (i.op <= Op::copy && !may_fail(i.op)) || i.op == Op::select ||
                          (i.op == Op::intrinsic && i.which == Intrinsic::input);
    if (!harmless) return false;
    std::optional<Known> result = i.op == Op::intrinsic ? std::nullopt : value(i);
    for (const Register r : i.results) known_.erase(r);
    if (result && i.results.size() == 1) known_[i.results[0]] = std::move(*result);
    return true;
  }

  static bool may_fail(Op op) { return op == Op::udiv || op == Op::sdiv || op == Op::urem || op == Op::srem; }

  void assume(const Operand& operand) {
    auto holds = truth(operand);
    if (!holds) holds = at_most(operand);
    if (!holds) return;
    possible_ = cut(possible_, *holds);
    narrowed_ = true;
  }

  const Known* known(const Operand& operand) const {
    if (operand.kind != Operand::Kind::reg) return nullptr;
    const auto it = known_.find(operand.index);
    return it == known_.end() ? nullptr : &it->second;
  }
  const Pieces* integer(const Operand& operand) const {
    const Known* k = known(operand);
    const auto* i = k ? std::get_if<Integer>(k) : nullptr;
    return i && i->zeros == 0 ? &i->pieces : nullptr;
  }
  /// For which inputs a boolean operand can be 1.
  std::optional<Values> at_most(const Operand& operand) const {
    const Known* k = known(operand);
    if (const auto* values = k ? std::get_if<AtMost>(k) : nullptr) return values->values;
    return truth_of(operand);
  }
  static bool constant(const Operand& operand) { return operand.kind == Operand::Kind::constant; }

  /// For which inputs it is not 0.
  std::optional<Values> truth(const Operand& operand) const {
    if (constant(operand)) return operand.bits != 0 ? all_ : Values{};
    const Known* k = known(operand);
    if (!k) return std::nullopt;
    if (const auto* t = std::get_if<Truth>(k)) return t->values;
    const auto* number = std::get_if<Integer>(k);
    return number ? std::optional(without(all_, where(number->pieces, {0, 0}))) : std::nullopt;
  }

  /// For which inputs the number, which has no sign, is in this interval.
  static Values where(const Pieces& pieces, const Interval& wanted) {
    Values values;
    for (const Piece& p : pieces)
      if (const Interval v{std::max(p.input.first, wanted.first - p.shift),
                           std::min(p.input.last, wanted.last - p.shift)};
          v.first <= v.last)
        values.push_back(v);
    std::ranges::sort(values, {}, &Interval::first);
    return values;
  }

  std::optional<Known> value(const Instruction& i) const {
    const Type type = i.type;
    if (i.operands.empty()) return std::nullopt;
    const Operand& a = i.operands[0];
    switch (i.op) {
      case Op::add:
      case Op::sub: return sum(i);
      case Op::and_:
      case Op::or_:
      case Op::xor_: return logic(i);
      case Op::select: {
        const auto c = truth(a), x = truth_of(i.operands[1]), y = truth_of(i.operands[2]);
        if (!c || !x || !y) return y && y->empty() ? conjunction(a, i.operands[1]) : std::nullopt;
        return Truth{united(cut(*c, *x), cut(without(all_, *c), *y))};
      }
      case Op::shl: {
        const Pieces* p = integer(a);
        if (!p || !constant(i.operands[1]) || i.operands[1].bits >= type.bits) return std::nullopt;
        const auto zeros = static_cast<unsigned>(i.operands[1].bits);
        auto pieces = wrapped(*p, type.bits - zeros);
        return pieces ? std::optional<Known>(Integer{std::move(*pieces), zeros}) : std::nullopt;
      }
      case Op::lshr:
      case Op::ashr: {  // LLVM extends a short number to an int by shifting it up and down
        const Known* k = known(a);
        const auto* number = k ? std::get_if<Integer>(k) : nullptr;
        if (!number || number->zeros == 0 || !constant(i.operands[1]) || i.operands[1].bits != number->zeros)
          return std::nullopt;
        if (i.op == Op::lshr) return Integer{number->pieces};
        return Integer{with_sign(number->pieces, type.bits - number->zeros, power_of_width(type))};
      }
      case Op::copy: return known(a) ? std::optional(*known(a)) : std::nullopt;
      case Op::zext:
      case Op::trunc: {
        if (const Known* k = known(a); k && !std::holds_alternative<Integer>(*k)) return *k;
        const Pieces* p = integer(a);
        if (!p) return std::nullopt;
        auto pieces = wrapped(*p, type.bits);
        return pieces ? std::optional<Known>(Integer{std::move(*pieces)}) : std::nullopt;
      }
      case Op::sext: {
        const Pieces* p = integer(a);
        if (!p) return std::nullopt;
        return Integer{with_sign(*p, function_.registers[a.index].bits, power_of_width(type))};
      }
      default: return is_comparison(i.op) ? compared(i) : std::nullopt;
    }
  }

  static bool is_comparison(Op op) { return op >= Op::eq && op <= Op::sge; }
  static Number power_of_width(Type type) { return type.bits < 127 ? power(type.bits) : 0; }

  /// Of two boolean operands, of which one is known.
  std::optional<Known> conjunction(const Operand& a, const Operand& b) const {
    const auto x = at_most(a), y = at_most(b);
    if (!x && !y) return std::nullopt;
    return AtMost{x && y ? cut(*x, *y) : x ? *x : *y};
  }

  /// Of a boolean operand: a truth, or the constant.
  std::optional<Values> truth_of(const Operand& operand) const {
    if (constant(operand) && operand.bits <= 1) return operand.bits ? all_ : Values{};
    const Known* k = known(operand);
    if (!k || !std::holds_alternative<Truth>(*k)) return std::nullopt;
    return std::get<Truth>(*k).values;
  }

  std::optional<Known> sum(const Instruction& i) const {
    const bool swapped = i.op == Op::add && constant(i.operands[0]);
    const Operand &a = i.operands[swapped ? 1 : 0], &b = i.operands[swapped ? 0 : 1];
    const Pieces* p = integer(a);
    if (!p || !constant(b) || i.type.bits > 64) return std::nullopt;
    Pieces moved = *p;
    const Number by = static_cast<Number>(b.bits);
    for (Piece& piece : moved) piece.shift += i.op == Op::add ? by : -by;
    auto pieces = wrapped(moved, i.type.bits);
    return pieces ? std::optional<Known>(Integer{std::move(*pieces)}) : std::nullopt;
  }

  std::optional<Known> logic(const Instruction& i) const {
    if (const Pieces* p = integer(i.operands[0]); p && i.op == Op::and_ && constant(i.operands[1])) {
      const Bits mask = i.operands[1].bits;  // a truncation, if it is all ones at the end
      const auto bits = static_cast<unsigned>(std::popcount(static_cast<std::uint64_t>(mask)));
      auto pieces = mask + 1 == Bits{1} << bits ? wrapped(*p, bits) : std::nullopt;
      return pieces ? std::optional<Known>(Integer{std::move(*pieces)}) : std::nullopt;
    }
    const auto a = truth_of(i.operands[0]), b = truth_of(i.operands[1]);
    if (!a || !b)
      return i.op == Op::and_ && i.type.bits == 1 ? conjunction(i.operands[0], i.operands[1]) : std::nullopt;
    if (i.op == Op::and_) return Truth{cut(*a, *b)};
    if (i.op == Op::or_) return Truth{united(*a, *b)};
    return Truth{united(without(*a, *b), without(*b, *a))};
  }

  /// Numbers from half the power on mean negative ones: with `instead` added, less that power.
  static Pieces with_sign(const Pieces& pieces, unsigned bits, Number instead) {
    Pieces result;
    const Number half = power(bits - 1);
    for (const Piece& p : pieces) {
      const Number middle = half - p.shift;  // the first input that is negative
      if (p.input.first < middle) result.push_back({{p.input.first, std::min(p.input.last, middle - 1)}, p.shift});
      if (p.input.last >= middle)
        result.push_back({{std::max(p.input.first, middle), p.input.last}, p.shift - power(bits) + instead});
    }
    return result;
  }

  std::optional<Known> compared(const Instruction& i) const {
    const bool swapped = constant(i.operands[0]);
    const Operand &a = i.operands[swapped ? 1 : 0], &b = i.operands[swapped ? 0 : 1];
    if (!constant(b) || i.type.bits > 64 || i.type.kind != Type::Kind::integer) return std::nullopt;
    const Op op = swapped ? mirrored(i.op) : i.op;
    if (const Known* k = known(a); k && std::holds_alternative<Truth>(*k)) {
      const Values& yes = std::get<Truth>(*k).values;
      if (b.bits > 1 || (op != Op::eq && op != Op::ne)) return std::nullopt;
      return Truth{(b.bits == 1) == (op == Op::eq) ? yes : without(all_, yes)};
    }
    const Known* k = known(a);
    const auto* number = k ? std::get_if<Integer>(k) : nullptr;
    if (!number) return std::nullopt;
    const bool is_signed = op >= Op::slt;
    const unsigned bits = i.type.bits;
    const Pieces pieces = is_signed ? with_sign(number->pieces, bits - number->zeros, 0) : number->pieces;
    Number c = static_cast<Number>(b.bits);
    if (is_signed && c >= power(bits - 1)) c -= power(bits);
    // Without the zeros: the numbers below and above the constant are those below `up` and above `down`.
    const Number down = c >> number->zeros, up = -(-c >> number->zeros);
    const Number least = -power(65), greatest = power(65);
    const Values same = down == up ? where(pieces, {down, up}) : Values{};
    switch (op) {
      case Op::eq: return Truth{same};
      case Op::ne: return Truth{without(all_, same)};
      case Op::ult:
      case Op::slt: return Truth{where(pieces, {least, up - 1})};
      case Op::ule:
      case Op::sle: return Truth{where(pieces, {least, down})};
      case Op::ugt:
      case Op::sgt: return Truth{where(pieces, {down + 1, greatest})};
      default: return Truth{where(pieces, {up, greatest})};
    }
  }

  static Op mirrored(Op op) {
    switch (op) {
      case Op::ult: return Op::ugt;
      case Op::ule: return Op::uge;
      case Op::ugt: return Op::ult;
      case Op::uge: return Op::ule;
      case Op::slt: return Op::sgt;
      case Op::sle: return Op::sge;
      case Op::sgt: return Op::slt;
      case Op::sge: return Op::sle;
      default: return op;
    }
  }

  const Function& function_;
  const Instruction& input_;
  InputValues& found_;
  Values all_, possible_;
  std::map<Register, Known> known_;
  bool narrowed_ = false;
};

Number number(const InputValues& type, std::uint64_t value) {
  return type.is_signed ? Number{static_cast<std::int64_t>(value)} : Number{value};
}

InputValues whole_type(const Instruction& input) {
  InputValues values{.bits = static_cast<std::uint16_t>(input.operands[0].bits),
                     .is_signed = input.operands[1].bits != 0};
  const std::uint64_t half = std::uint64_t{1} << (values.bits - 1);
  values.first = values.is_signed ? -half : 0;
  values.last = values.is_signed ? half - 1 : half - 1 + half;
  return values;
}

}  // namespace

bool InputValues::has(std::uint64_t value) const {
  const Number v = number(*this, value);
  if (is_signed) return v >= -power(bits - 1u) && v < power(bits - 1u);
  return v < power(bits);
}

InputValues InputValues::within(const std::optional<InputRange>& range) const {
  InputValues result = *this;
  if (!range || bits <= 8 || none) return result;
  const Number least = std::max(number(*this, first), Number{range->first});
  const Number greatest = std::min(number(*this, last), Number{range->last});
  result.narrowed = true;
  result.none = least > greatest;
  if (result.none) return result;
  result.first = static_cast<std::uint64_t>(least);
  result.last = static_cast<std::uint64_t>(greatest);
  return result;
}

std::string InputValues::shown(std::uint64_t value) const {
  return is_signed ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
}

InputValues input_values(const Function& function, const Instruction& input) {
  InputValues values = whole_type(input);
  Follow(function, input, values).run();
  return values;
}

bool cuts_inputs(const Program& program, const InputRange& range) {
  for (const Function& function : program.functions)
    for (const Block& block : function.blocks)
      for (const Instruction& i : block.instructions) {
        if (i.op != Op::intrinsic || i.which != Intrinsic::input) continue;
        const InputValues all = input_values(function, i), some = all.within(range);
        if (all.first != some.first || all.last != some.last || all.none != some.none) return true;
      }
  return false;
}

}  // namespace fermata::ir
