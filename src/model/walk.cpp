// SPDX-License-Identifier: Apache-2.0
// Partial evaluation of one thread: addresses are known, numbers may be terms.
//
// A path executes the one visible operation it stands before, and then private work up to the next. Where it branches
// on a term, it forks, and each fork has its condition in its guard: paths are never merged inside of an edge, so an
// edge is exact. Where a number must be known (an address, a callee, the number of a thread), the path forks over the
// values that it can have and tries the instruction again. A loop head that is passed a second time after a fork, or
// after very much work, is a location of its own, so that private loops end; in an atomic block, loops are unrolled.
//
// What is not understood ends the path in a refused location: it matters only to who gets there.
#include "model/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/require.h"
#include "ir/intrinsics.h"
#include "ir/ops.h"

namespace fermata::model {

namespace {

using ir::Op;

constexpr std::uint64_t most_private_steps = 20'000;  // before a loop head is taken for a location
constexpr std::uint64_t most_block_steps = 400'000;   // in an atomic block
constexpr std::uint64_t most_steps_alone = 20'000'000;
constexpr std::size_t most_paths = 4'000;  // from one location
constexpr std::size_t most_paths_alone = 64;
constexpr std::size_t deepest_recursion = 4;  // of one function

/// Of a type that terms can express.
bool fits(const ir::Type& type) { return type.bits <= 64; }

/// Powers of two that certainly divide it.
unsigned trailing_zeros(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  if (term.kind == Term::Kind::constant)
    return term.value == 0 ? 63 : static_cast<unsigned>(std::countr_zero(term.value));
  if (term.kind != Term::Kind::operation) return 0;
  switch (term.op) {
    case Op::mul:
      return std::min(63u, trailing_zeros(terms, term.operands[0]) + trailing_zeros(terms, term.operands[1]));
    case Op::add:
    case Op::sub:
    case Op::or_: return std::min(trailing_zeros(terms, term.operands[0]), trailing_zeros(terms, term.operands[1]));
    case Op::zext:
    case Op::sext: return trailing_zeros(terms, term.operands[0]);
    default: return 0;
  }
}

}  // namespace

Walk::Walk(const ir::Program& program, const Semantics& semantics, bool open_inputs, CodeFacts& code, Objects& objects,
           Terms& terms, Facts& facts, const Stop& stop)
    : program_(program),
      semantics_(semantics),
      code_(code),
      objects_(objects),
      terms_(terms),
      facts_(facts),
      stop_(stop),
      sees_ends_(ir::sees_ends(program)),
      reads_clock_(ir::uses(program, ir::Intrinsic::time_repeats)),
      open_inputs_(open_inputs) {}

// --- paths --------------------------------------------------------------------------------------

Path Walk::enter(ThreadId thread, ir::FunctionId function, std::optional<TermId> argument) {
  Path path;
  path.me.thread = thread;
  Frame frame{.function = function};
  frame.registers.resize(program_[function].registers.size());
  if (argument && program_[function].parameters > 0) frame.registers[0] = *argument;
  path.me.frames.push_back(std::move(frame));
  return path;
}

std::vector<Path> Walk::from(Path start) {
  alone_ = false;
  return all(std::move(start));
}

std::vector<Path> Walk::alone(Path start) {
  alone_ = true;
  auto paths = all(std::move(start));
  alone_ = false;
  return paths;
}

std::vector<Path> Walk::all(Path start) {
  stack_.clear();
  results_.clear();
  stack_.push_back(std::move(start));
  while (!stack_.empty()) {
    stop_.enforce();
    Path path = std::move(stack_.back());
    stack_.pop_back();
    if (results_.size() + stack_.size() > (alone_ ? most_paths_alone : most_paths)) {
      if (alone_ && path.depth == 0)
        end(path, Location::Kind::silent);
      else if (!alone_)
        refuse(path, "too many cases");
      else
        follow(std::move(path));
      continue;
    }
    follow(std::move(path));
  }
  return std::move(results_);
}

void Walk::follow(Path path) {
  while (step(path))
    if (path.steps % 4096 == 0) stop_.enforce();
}

/// Puts the path away, or goes on with a thread that it has started.
bool Walk::end(Path& path, Location::Kind kind, std::string what) {
  const ir::PositionId at = position(path.me);
  const bool goes_on =
      kind == Location::Kind::visible || kind == Location::Kind::silent || kind == Location::Kind::ended;
  path.done.push_back({std::move(path.me), kind, std::move(what), at});
  if (goes_on && !path.to_start.empty()) {
    Path next = std::move(path);
    next.me = std::move(next.to_start.front());
    next.to_start.erase(next.to_start.begin());
    next.depth = 0;
    next.moved = true;
    next.forked = next.undecided = false;
    next.steps = 0;
    next.heads.clear();
    stack_.push_back(std::move(next));
    return false;
  }
  results_.push_back(std::move(path));
  return false;
}

bool Walk::fail(Path& path, std::string what) {
  if (path.moved && path.depth == 0 && !alone_) return end(path, Location::Kind::visible);
  return end(path, Location::Kind::failed, std::move(what));
}

bool Walk::stops(Path& path) {
  if (path.depth > 0 || alone_) return false;
  if (path.moved) {
    end(path, Location::Kind::visible);
    return true;
  }
  path.moved = true;
  path.edge.at = position(path.me);
  return false;
}

ir::PositionId Walk::position(const ThreadPart& part) const {
  for (auto frame = part.frames.rbegin(); frame != part.frames.rend(); ++frame) {
    const ir::PositionId at = instruction(*frame).at;
    if (!program_[at].library && program_[at].line != 0) return at;
  }
  return {};
}

// --- values -------------------------------------------------------------------------------------

TermId Walk::value(Path& path, const ir::Operand& operand, unsigned width) {
  switch (operand.kind) {
    case ir::Operand::Kind::reg: {
      auto& r = top(path).registers[operand.index];
      if (!r)
        r = terms_.constant(std::min<unsigned>(64, program_[top(path).function].registers[operand.index].bits), 0);
      return *r = resolved(path.edge, *r);
    }
    case ir::Operand::Kind::constant: return terms_.constant(width, static_cast<std::uint64_t>(operand.bits));
    case ir::Operand::Kind::function: return terms_.constant(64, objects_.address(ir::FunctionId{operand.index}));
    case ir::Operand::Kind::global: break;
  }
  ObjectName name{.kind = ObjectName::Kind::global, .thread = main_thread, .number = operand.index};
  if (program_.globals[operand.index].thread_local_) {
    name.kind = ObjectName::Kind::thread_local_;
    name.thread = path.me.thread;
  }
  return terms_.constant(64, Objects::address(objects_.object(name), static_cast<std::uint64_t>(operand.bits)));
}

TermId Walk::value(Path& path, const ir::Instruction& i, std::size_t k) {
  const ir::Type type = ir::wanted_type(program_, program_[top(path).function], i, k);
  return value(path, i.operands[k], type.bits == 0 ? 64 : type.bits);
}

void Walk::give(Path& path, const ir::Instruction& i, std::size_t k, TermId value) {
  if (k < i.results.size()) top(path).registers[i.results[k]] = value;
}

void Walk::split(Path& path, TermId term, const std::vector<std::uint64_t>& values) {
  for (std::uint64_t value : values) {
    Path fork = path;
    fork.forked = true;
    if (assume(fork.edge, terms_.binary(Op::eq, term, terms_.constant(terms_.width(term), value)))) {
      fork.edge.known[term] = value;
      stack_.push_back(std::move(fork));
    }
  }
}

std::optional<std::uint64_t> Walk::need(Path& path, TermId term) {
  term = resolved(path.edge, term);
  if (const auto known = terms_.known(term)) return known;
  if (const auto found = path.edge.known.find(term); found != path.edge.known.end()) return found->second;
  // Over the values of a variable, if that can be: then all terms with this variable are known, too.
  std::size_t product = 1;
  VariableId smallest{};
  std::size_t size = 0;
  for (VariableId v : terms_.variables(term)) {
    const auto* all = candidates(path.edge, v);
    product = all ? std::min<std::size_t>(ValueSet::most + 1, product * all->size()) : ValueSet::most + 1;
    if (all && all->size() > 1 && (size == 0 || all->size() < size)) smallest = v, size = all->size();
    if (product > ValueSet::most) break;
  }
  if (product <= ValueSet::most && size > 0) {
    split(path, facts_.term(smallest), std::vector(*candidates(path.edge, smallest)));
    return std::nullopt;
  }
  if (const auto all = shape_values(path.edge, term)) {
    split(path, term, *all);
    return std::nullopt;
  }
  if (terms_.variables(term).size() == 1) {
    const VariableId variable = terms_.variables(term).front();
    if (const auto* places = facts_.first_places(variable); places && !path.edge.candidates.contains(variable)) {
      const std::vector<std::uint64_t> all = *places;
      Path further = path;
      further.forked = true;
      if (std::ranges::all_of(all, [&](std::uint64_t place) {
            return assume(further.edge, terms_.binary(Op::ne, facts_.term(variable), terms_.constant(64, place)));
          }))
        refuse(further, "a pointer that goes further than it is followed");
      split(path, facts_.term(variable), all);
      return std::nullopt;
    }
  }
  refuse(path, "a number that has to be known here, and can be anything");
  return std::nullopt;
}

/// Of an element of an array, also if the index can be anything: one path for each element, and one that fails.
std::optional<std::uint64_t> Walk::need_address(Path& path, TermId address, std::uint64_t size) {
  const TermId term = resolved(path.edge, address);
  const Term& sum = terms_[term];
  if (sum.kind == Term::Kind::operation && sum.op == Op::add && !values(path.edge, term)) {
    const auto base = terms_.known(sum.operands[1]);
    const auto target = base ? objects_.object_at(*base) : std::nullopt;
    const auto all = target ? size_of(path, target->object) : std::nullopt;
    const unsigned zeros = std::min(12u, trailing_zeros(terms_, sum.operands[0]));
    const std::uint64_t stride = std::max(std::uint64_t{1} << zeros, size);
    constexpr std::uint64_t most_elements = 128;
    if (all && *all >= size && std::has_single_bit(stride) && *all / stride <= most_elements) {
      const std::uint64_t begin = Objects::address(target->object);
      const std::uint64_t first = static_cast<std::uint64_t>(target->offset) & (stride - 1);
      std::vector<std::uint64_t> elements;
      for (std::uint64_t at = first; at + size <= *all; at += stride) elements.push_back(begin + at);
      const TermId offset = terms_.binary(Op::sub, term, terms_.constant(64, begin));
      const TermId beyond = terms_.binary(Op::ugt, offset, terms_.constant(64, *all - size));
      Path beside = path;
      beside.forked = true;
      if (assume(beside.edge, beyond)) fail(beside, "an access outside of its object");
      if (stride > std::uint64_t{1} << zeros) {  // nothing says that it is an element and not a part of two
        Path between = path;
        between.forked = true;
        const TermId rest = terms_.binary(Op::and_, offset, terms_.constant(64, stride - 1));
        if (assume(between.edge, terms_.negation(beyond)) &&
            assume(between.edge, terms_.binary(Op::ne, rest, terms_.constant(64, first))))
          refuse(between, "an access that is not aligned");
      }
      split(path, term, elements);
      return std::nullopt;
    }
  }
  return need(path, address);
}

// --- instructions -------------------------------------------------------------------------------

bool Walk::step(Path& path) {
  const ir::Instruction& i = instruction(top(path));
  ++path.steps;
  if (alone_ ? path.steps > most_steps_alone && path.depth == 0 : false) return end(path, Location::Kind::silent);
  if (!alone_ && path.steps > most_block_steps)
    return refuse(path, "an atomic block or a call that does not come to an end");
  switch (i.op) {
    case Op::load: return load(path, i);
    case Op::store: return store(path, i);
    case Op::read_modify_write: return read_modify_write(path, i);
    case Op::compare_exchange: return compare_exchange(path, i);
    case Op::copy_bytes: return copy_bytes(path, i);
    case Op::fill_bytes: return fill_bytes(path, i);
    case Op::fence: return done(path);
    case Op::alloca_: return make_local(path, i);
    case Op::lifetime_begin: return begin_lifetime(path, i);
    case Op::lifetime_end: return end_lifetime(path, i);
    case Op::stack_save: give(path, i, 0, terms_.constant(64, top(path).objects.size())); return done(path);
    case Op::stack_restore: {
      const auto count = need(path, value(path, i, 0));
      if (!count || !leave_locals(path, *count)) return false;
      return done(path);
    }
    case Op::call: return call(path, i);
    case Op::intrinsic: return intrinsic(path, i);
    case Op::landing:
    case Op::resume: return refuse(path, "an exception");
    case Op::jump: return jump(path, i.targets[0]);
    case Op::branch:
    case Op::switch_: return branch(path, i);
    case Op::ret: return do_return(path, i);
    case Op::unreachable: return end(path, Location::Kind::unmodelled, "code that cannot be reached");
    default: return arithmetic(path, i);
  }
}

bool Walk::arithmetic(Path& path, const ir::Instruction& i) {
  if (!fits(i.type) || !fits(i.from)) return refuse(path, "a number of more than 64 bits");
  const auto is_address = [&](TermId t) { return may_be_address(path.edge, t); };
  const auto small = [&](TermId t) {
    if (terms_.size(t) < Terms::most_operations) return true;
    return refuse(path, "an expression that is too large");
  };
  if (i.op == Op::copy) {
    give(path, i, 0, value(path, i, 0));
    return done(path);
  }
  if (i.op == Op::zext || i.op == Op::sext || i.op == Op::trunc) {
    const TermId a = value(path, i, 0);
    if (i.op == Op::trunc && is_address(a)) return refuse(path, "a part of an address as a number");
    give(path, i, 0, terms_.convert(i.op, i.type.bits, a));
    return done(path);
  }
  if (i.op == Op::select) {
    const TermId c = value(path, i, 0), yes = value(path, i, 1), no = value(path, i, 2);
    const auto decided = decide(path.edge, c);
    const TermId result = decided ? (*decided ? yes : no) : terms_.select(c, yes, no);
    if (!small(result)) return false;
    give(path, i, 0, result);
    return done(path);
  }
  if (i.op == Op::offset) {
    const TermId base = value(path, i, 0);
    const TermId by = terms_.convert(Op::sext, 64, value(path, i, 1));
    const auto scale = static_cast<std::uint64_t>(i.operands[2].bits),
               more = static_cast<std::uint64_t>(i.operands[3].bits);
    const TermId scaled = terms_.binary(Op::mul, by, terms_.constant(64, scale));
    const TermId sum = terms_.binary(Op::add, base, terms_.binary(Op::add, scaled, terms_.constant(64, more)));
    if (!small(sum)) return false;
    give(path, i, 0, sum);
    return done(path);
  }
  if (i.op >= Op::ctpop && i.op <= Op::abs) {
    const TermId a = value(path, i, 0);
    if (is_address(a)) return refuse(path, "arithmetic with an address");
    // Bits are counted in words that stand for sets; what follows is simpler if the set is known.
    const auto all = values(path.edge, a);
    if (all && all->size() > 1 && !need(path, a)) return false;
    give(path, i, 0, terms_.unary(i.op, value(path, i, 0)));
    return done(path);
  }
  if (i.op >= Op::fadd && i.op <= Op::funo) return refuse(path, "floating-point arithmetic");
  if (i.op >= Op::fptosi && i.op <= Op::fptrunc) return refuse(path, "floating-point arithmetic");

  const TermId a = value(path, i, 0), b = value(path, i, 1);
  if (i.op >= Op::uaddo && i.op <= Op::smulo) {
    const unsigned w = i.type.bits;
    const auto binary = [&](Op op, TermId x, TermId y) { return terms_.binary(op, x, y); };
    const TermId zero = terms_.constant(w, 0);
    TermId result, over;
    switch (i.op) {
      case Op::uaddo: result = binary(Op::add, a, b), over = binary(Op::ult, result, a); break;
      case Op::usubo: result = binary(Op::sub, a, b), over = binary(Op::ult, a, b); break;
      case Op::saddo:
        result = binary(Op::add, a, b);
        over = binary(Op::slt, binary(Op::and_, binary(Op::xor_, a, result), binary(Op::xor_, b, result)), zero);
        break;
      case Op::ssubo:
        result = binary(Op::sub, a, b);
        over = binary(Op::slt, binary(Op::and_, binary(Op::xor_, a, b), binary(Op::xor_, a, result)), zero);
        break;
      default: {
        if (w > 32 && !(terms_.known(a) && terms_.known(b))) return refuse(path, "a product that may be too large");
        result = binary(Op::mul, a, b);
        if (w > 32) {
          const bool is_signed = i.op == Op::smulo;
          const auto x = *terms_.known(a), y = *terms_.known(b);
          std::uint64_t u;
          std::int64_t s;
          bool too_large = is_signed ? __builtin_mul_overflow(sign_extended(x, w), sign_extended(y, w), &s)
                                     : __builtin_mul_overflow(x, y, &u);
          if (!too_large)
            too_large =
                is_signed ? sign_extended(low_bits(static_cast<std::uint64_t>(s), w), w) != s : low_bits(u, w) != u;
          over = terms_.constant(1, too_large);
        } else {
          const Op extend = i.op == Op::smulo ? Op::sext : Op::zext;
          const TermId wide = binary(Op::mul, terms_.convert(extend, 64, a), terms_.convert(extend, 64, b));
          over = binary(Op::ne, wide, terms_.convert(extend, 64, result));
        }
      }
    }
    if (!small(result) || !small(over)) return false;
    give(path, i, 0, result);
    give(path, i, 1, over);
    return done(path);
  }
  if ((i.op == Op::udiv || i.op == Op::sdiv || i.op == Op::urem || i.op == Op::srem) && !divides(path, i)) return false;

  const bool first = is_address(a), second = is_address(b);
  if ((i.op == Op::eq || i.op == Op::ne) && (first || second || i.type == ir::pointer)) note_comparison(path, a, b);
  if (first || second) {
    const auto x = terms_.known(a), y = terms_.known(b);
    const auto same_object = [&] {
      // The constant summand tells the object, if there is one.
      const auto object = [&](TermId t) -> std::optional<PointsTo> {
        if (const auto known = terms_.known(t)) return objects_.object_at(*known);
        const Term& term = terms_[t];
        if (term.kind != Term::Kind::operation || term.op != Op::add || !terms_.known(term.operands[1]))
          return std::nullopt;
        return objects_.object_at(*terms_.known(term.operands[1]));
      };
      const auto p = object(a), q = object(b);
      return p && q && p->object == q->object;
    };
    switch (i.op) {
      case Op::add:
        if (first && second) return refuse(path, "the sum of two addresses");
        break;
      case Op::eq:
      case Op::ne: break;
      case Op::sub:
        if (second && !same_object()) {
          if (!x && !need(path, a)) return false;
          if (!y && !need(path, b)) return false;
          return refuse(path, "the difference of addresses of two objects");
        }
        break;
      // Marks in the lowest bits, and in those above an address: as long as what tells the object stays whole, or goes.
      case Op::and_:
      case Op::or_:
      case Op::xor_: {
        constexpr std::uint64_t middle_bits = (std::uint64_t{1} << 47) - 0x1000;
        const auto mask = second ? x : y;
        if (first != second && mask &&
            ((*mask & middle_bits) == 0 || (i.op == Op::and_ && (*mask & middle_bits) == middle_bits)))
          break;
        return refuse(path, "arithmetic with an address");
      }
      case Op::lshr:
        if (y && *y >= 47) break;
        return refuse(path, "arithmetic with an address");
      case Op::ult:
      case Op::ule:
      case Op::ugt:
      case Op::uge:
        if (first && second && same_object()) break;
        if (first != second && (x == 0 || y == 0)) break;
        if (!x && !need(path, a)) return false;
        if (!y && !need(path, b)) return false;
        return refuse(path, "the order of addresses of two objects");
      default: return refuse(path, "arithmetic with an address");
    }
  }
  const TermId result = terms_.binary(i.op, a, b);
  if (!small(result)) return false;
  give(path, i, 0, result);
  return done(path);
}

/// Does the division have a result? Otherwise it fails, perhaps on a fork.
bool Walk::divides(Path& path, const ir::Instruction& i) {
  const TermId a = value(path, i, 0), b = value(path, i, 1);
  const unsigned w = i.type.bits;
  TermId bad = terms_.binary(Op::eq, b, terms_.constant(w, 0));
  if (i.op == Op::sdiv || i.op == Op::srem)
    bad =
        terms_.binary(Op::or_, bad,
                      terms_.binary(Op::and_, terms_.binary(Op::eq, a, terms_.constant(w, std::uint64_t{1} << (w - 1))),
                                    terms_.binary(Op::eq, b, terms_.constant(w, ~std::uint64_t{0}))));
  const auto decided = decide(path.edge, bad);
  if (decided && !*decided) return true;
  if (decided) return fail(path, "a division that has no result");
  Path fork = path;
  fork.forked = true;
  if (assume(fork.edge, bad)) fail(fork, "a division that has no result");
  path.forked = true;
  return assume(path.edge, terms_.negation(bad));
}

bool Walk::jump(Path& path, ir::BlockId target) {
  Frame& frame = top(path);
  frame.block = static_cast<std::uint32_t>(target);
  frame.instruction = 0;
  if (path.depth > 0 || !code_.loop_head(frame.function, frame.block)) return true;
  const bool again = !path.heads.emplace(path.me.frames.size(), frame.block).second;
  // Main alone goes round loops to their end, but not one that may go on as often as an input says.
  if (alone_ && again && path.undecided) return end(path, Location::Kind::silent);
  path.undecided = false;
  if (alone_) return true;
  if (again && (path.forked || path.steps > most_private_steps)) return end(path, Location::Kind::silent);
  if (again) path.forked = false;
  return true;
}

bool Walk::branch(Path& path, const ir::Instruction& i) {
  if (i.op == Op::branch) {
    const TermId c = value(path, i, 0);
    if (const auto decided = decide(path.edge, c)) return jump(path, i.targets[*decided ? 0 : 1]);
    path.forked = path.undecided = true;
    Path other = path;
    if (assume(other.edge, terms_.negation(c)) && jump(other, i.targets[1])) stack_.push_back(std::move(other));
    return assume(path.edge, c) && jump(path, i.targets[0]);
  }
  const TermId v = value(path, i, 0);
  const unsigned w = terms_.width(v);
  for (std::size_t k = 0; k < i.cases.size(); ++k) {
    const TermId c = terms_.binary(Op::eq, v, terms_.constant(w, static_cast<std::uint64_t>(i.cases[k])));
    const auto decided = decide(path.edge, c);
    if (decided && *decided) return jump(path, i.targets[k + 1]);
    if (decided) continue;
    path.forked = path.undecided = true;
    Path other = path;
    if (assume(other.edge, c) && jump(other, i.targets[k + 1])) stack_.push_back(std::move(other));
    if (!assume(path.edge, terms_.negation(c))) return false;
  }
  return jump(path, i.targets[0]);
}

bool Walk::call(Path& path, const ir::Instruction& i) {
  const auto address = need(path, value(path, i.operands[0], 64));
  if (!address) return false;
  const auto function = objects_.function_at(*address);
  if (!function) return fail(path, "a call of something that is not a function");
  const ir::Function& callee = program_[*function];
  if (callee.blocks.empty()) return end(path, Location::Kind::unmodelled, callee.name);
  const auto same = std::ranges::count(path.me.frames, *function, &Frame::function);
  if (static_cast<std::size_t>(same) >= deepest_recursion)
    return refuse(path, fmt::format("recursion of '{}'", callee.shown.empty() ? callee.name : callee.shown));
  Frame frame{.function = *function};
  frame.registers.resize(callee.registers.size());
  for (std::size_t k = 1; k < i.operands.size(); ++k) {
    if (k - 1 >= callee.registers.size()) break;
    const ir::Type type = callee.registers[k - 1];
    if (k - 1 < callee.parameters || callee.variadic) {
      if (!fits(type)) return refuse(path, "a number of more than 64 bits");
      frame.registers[k - 1] = value(path, i.operands[k], type.bits);
    }
  }
  path.me.frames.push_back(std::move(frame));
  return true;
}

bool Walk::do_return(Path& path, const ir::Instruction& i) {
  const bool last = path.me.frames.size() == 1;
  if (!last && !leave_locals(path, 0)) return false;
  std::vector<TermId> results;
  const ir::Function& function = program_[top(path).function];
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    if (!fits(function.results[k])) return refuse(path, "a number of more than 64 bits");
    results.push_back(value(path, i.operands[k], function.results[k].bits));
  }
  if (last) {
    if (path.me.thread != main_thread) return thread_exit(path, results.empty() ? terms_.constant(64, 0) : results[0]);
    if (stops(path)) return false;
    return end(path, Location::Kind::process_ended);
  }
  path.me.frames.pop_back();
  const ir::Instruction& call = instruction(top(path));
  for (std::size_t k = 0; k < results.size(); ++k) give(path, call, k, results[k]);
  return done(path);
}

}  // namespace fermata::model
