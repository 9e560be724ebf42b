// SPDX-License-Identifier: Apache-2.0
// Instruction by instruction, what a step does.
//
// Everything stands in one atomic sequence of Promela. A step begins with a jump to the label `G7` of the point
// where the thread stood, and runs until it comes to a point where it has to stop; there it keeps what is live, and its
// number, in `T[me]`. Whether it has to stop is the machine's rule, written down a second time:
//
//   moved   an operation that others may see was done in this step
//   chosen  a choice was made in this step: 1 by the scheduler, 2 by the environment
//   alive   how many threads run; a thread alone goes on until it ends, or blocks, or has made a choice
//
// A long file, since each op and each intrinsic has a translation of its own, and they are read side by side with ir.
#include <fmt/format.h>

#include <algorithm>

#include "emit/model.h"
#include "ir/intrinsics.h"
#include "ir/ops.h"
#include "ir/text.h"

namespace fermata::emit {

namespace {

using ir::Intrinsic;
using ir::Op;

constexpr std::size_t most_instructions = 40'000;
constexpr const char* alone_rule = "(alive > 1 -> moved : chosen != 0)";
constexpr const char* seen = "moved = (moved || alive > 1);";

std::uint32_t bytes_of(unsigned width) { return (width + 7) / 8; }

bool neutral(Intrinsic which) {
  switch (which) {
    case Intrinsic::self:
    case Intrinsic::event:
    case Intrinsic::acquired:
    case Intrinsic::released:
    case Intrinsic::taken:
    case Intrinsic::given:
    case Intrinsic::observed:
    case Intrinsic::settled:
    case Intrinsic::option:
    case Intrinsic::thread_state:
    case Intrinsic::ended:
    case Intrinsic::block_until:
    case Intrinsic::print:
    case Intrinsic::object_size:
    case Intrinsic::section_begin:
    case Intrinsic::next_in_section:
    case Intrinsic::sleeps_on:
    case Intrinsic::sleepers:
    case Intrinsic::choose_sleeper:
    case Intrinsic::time_repeats:
    case Intrinsic::shown: return true;
    default: return false;
  }
}

/// Whether what was read before may be something else afterwards.
bool changes_memory(const ir::Instruction& i) {
  switch (i.op) {
    case Op::store:
    case Op::read_modify_write:
    case Op::compare_exchange:
    case Op::copy_bytes:
    case Op::fill_bytes:
    case Op::alloca_:
    case Op::lifetime_end:
    case Op::call: return true;
    case Op::intrinsic: return !neutral(i.which);
    default: return false;
  }
}

}  // namespace

std::string Model::Access::word(unsigned further) const {
  if (known) return fmt::format("mem[{}]", *known + further);
  if (address.page)
    return fmt::format("mem[{} + (({} & 65535) >> 2)]", ((*address.page - first_address) >> 16) + further,
                       address.text);
  return further ? fmt::format("mem[WORD({}) + {}]", address.text, further)
                 : fmt::format("mem[WORD({})]", address.text);
}

std::string Model::Access::shift() const {
  if (known) return fmt::format("{}", (*address.constant & 3) * 8);
  return fmt::format("(({} & 3) << 3)", address.text);
}

void Model::write_all() {
  const Place start{code_.main(), 0, 0};
  point(start);
  todo_.push_back(start);
  while (!todo_.empty() && !error_) {
    const Place place = todo_.front();
    todo_.pop_front();
    if (written_.contains(place)) continue;
    depth_ = depths_[place];
    write_from(place);
  }
}

void Model::write_from(Place place) {
  for (;;) {
    const auto [at_depth, first] = depths_.try_emplace(place, depth_);
    if (at_depth->second != depth_)
      return refuse(place, "an atomic block that has ended on one way and not on another", "");
    if (!written_.insert(place).second) return line(fmt::format("goto {};", label(place)));
    body_ += label(place) + ":\n";
    if (place.index == 0 && place.block == 0) body_ += fmt::format("  /* {} */\n", code_.function(place.copy).name);
    onward_.reset();
    held_.clear();
    while (!error_ && write(place)) {
      ++place.index;
      if (++written_instructions_ > most_instructions)
        return refuse(
            place,
            fmt::format("with all calls in their places the program has more than {} instructions", most_instructions),
            "make the program smaller");
    }
    if (error_ || !onward_) return;
    place = *onward_;
  }
}

std::string Model::jump(const Place& place) {
  const auto [at_depth, first] = depths_.try_emplace(place, depth_);
  if (at_depth->second != depth_) refuse(place, "an atomic block that has ended on one way and not on another", "");
  if (!written_.contains(place)) todo_.push_back(place);
  return "goto " + label(place);
}

// --- points ------------------------------------------------------------------------------------

void Model::stop_here(const Place& place, const std::string& when, const std::string& then) {
  const std::uint32_t n = point(place);
  Point& p = points_[n - 1];
  if (!p.stands) {
    p.stands = true;
    stops_ += fmt::format("S{}:\n  T[me].at = {};", n, n);
    for (std::size_t k = 0; k < p.live.size(); ++k) stops_ += fmt::format(" T[me].s[{}] = {};", k, variable(p.live[k]));
    stops_ += fmt::format(" kept = {}; goto halt;\n", p.live.size());
  }
  std::string what = ir::to_text(program_, code_.function(place.copy), at(place));
  for (std::size_t k; (k = what.find("*/")) != what.npos;) what.erase(k, 2);
  line(fmt::format("/* {}: {} */", code_.where(place), what));
  if (when == "1")
    line(fmt::format("goto S{};", n));
  else
    line(fmt::format("if :: {} -> goto S{} :: else fi;", when, n));
  body_ += fmt::format("G{}:\n", n);
  line(then);
}

void Model::need(const Conditions& conditions) {
  auto all = [](const std::vector<std::string>& list) { return fmt::format("({})", fmt::join(list, ") && (")); };
  if (!conditions.known.empty()) line(fmt::format("if :: {} :: else -> goto beyond fi;", all(conditions.known)));
  if (!conditions.right.empty()) line(fmt::format("if :: {} :: else -> goto wrong fi;", all(conditions.right)));
}

bool Model::may_stop(const ir::Instruction& i, unsigned depth) const {
  if (depth > 0) return false;
  if (ir::is_memory_access(i.op) || i.op == Op::ret || i.op == Op::call) return true;
  if (i.op != Op::intrinsic) return false;
  switch (i.which) {
    case Intrinsic::atomic_begin:
    case Intrinsic::spawn:
    case Intrinsic::fail:
    case Intrinsic::exit_process:
    case Intrinsic::choose:
    case Intrinsic::free:
    case Intrinsic::thread_exit: return true;
    default: return false;
  }
}

// --- registers ---------------------------------------------------------------------------------

/// Whether the register that is computed here is read at most once, in this block, before anything that the value
/// depends on changes and before the thread may stop. Then there is no need for the register at all.
bool Model::used_once_soon(const Place& place, std::size_t result, const Term& term) const {
  const ir::Instruction& here = at(place);
  const ir::Register r = here.results[result];
  const std::uint32_t function = code_.function_id(place.copy);
  const auto& instructions = code_.function(place.copy).blocks[place.block].instructions;
  unsigned depth = depth_;
  for (std::size_t j = place.index + 1; j < instructions.size(); ++j) {
    const ir::Instruction& i = instructions[j];
    const auto uses = std::ranges::count_if(
        i.operands, [&](const ir::Operand& o) { return o.kind == ir::Operand::Kind::reg && o.index == r; });
    const bool again = std::ranges::find(i.results, r) != i.results.end();
    if (may_stop(i, depth)) return false;
    if (uses > 0) {
      const auto& after = code_.liveness(function).after(place.block, j);
      return uses == 1 && (again || !std::ranges::binary_search(after, r));
    }
    if (again) return true;
    if (i.op == Op::call || (term.memory && changes_memory(i))) return false;
    for (ir::Register other : i.results)
      if (term.reads.contains({function, other})) return false;
    if (i.op == Op::intrinsic && i.which == Intrinsic::atomic_begin) ++depth;
    if (i.op == Op::intrinsic && i.which == Intrinsic::atomic_end) --depth;
  }
  return !std::ranges::binary_search(code_.liveness(function).after(place.block, instructions.size() - 1), r);
}

void Model::define(const Place& place, std::size_t result, const Term& term) {
  const ir::Instruction& i = at(place);
  if (i.results.size() <= result) return;
  const Variable v{code_.function_id(place.copy), i.results[result]};
  if (used_once_soon(place, result, term)) {
    held_[v] = term;
    return;
  }
  assign(place, result, term.text);
}

void Model::assign(const Place& place, std::size_t result, const std::string& text) {
  if (at(place).results.size() <= result) return;
  const Variable v{code_.function_id(place.copy), at(place).results[result]};
  held_.erase(v);
  line(fmt::format("{} = {};", variable(v), text));
}

// --- memory ------------------------------------------------------------------------------------

Model::Access Model::reach(const Place& place, std::size_t k, std::uint32_t bytes, bool write) {
  const ir::Instruction& i = at(place);
  Access access{.address = operand(place, k), .known = std::nullopt};
  const Term& p = access.address;
  if (p.constant) access.known = objects_.word(*p.constant, bytes, write);
  if (access.known) {
    if (depth_ == 0 && !i.local && objects_.shared(*access.known)) stop_here(place, "moved && alive > 1", seen);
    return access;
  }
  const std::string valid = validity(p, bytes, write);
  const std::optional<std::uint32_t> size = p.page ? objects_.size(*p.page) : std::nullopt;
  if (depth_ == 0 && size) {  // only where in the object is not known
    const bool is_shared = !i.local && !objects_.constant(*p.page);
    stop_here(place, is_shared ? "moved && alive > 1" : fmt::format("moved && alive > 1 && !{}", valid),
              is_shared ? seen : "skip;");
  } else if (depth_ == 0) {
    if (i.local)
      stop_here(place, fmt::format("moved && alive > 1 && !{}", valid), "skip;");
    else
      stop_here(place, fmt::format("moved && alive > 1 && (!{} || SHARED({}))", valid, p.text),
                fmt::format("moved = (moved || (alive > 1 && SHARED({})));", p.text));
  }
  Conditions conditions;
  conditions.right.push_back(valid);
  need(conditions);
  conditions = {};
  if (bytes > 1) conditions.known.push_back(fmt::format("({} & {}) == 0", p.text, std::min(bytes, 4u) - 1));
  if (!size) conditions.known.push_back(fmt::format("MINE({}, me)", p.text));
  need(conditions);
  return access;
}

std::string Model::validity(const Term& p, std::uint32_t bytes, bool write) const {
  if (const auto size = p.page ? objects_.size(*p.page) : std::nullopt)
    return write && objects_.constant(*p.page) ? "0" : fmt::format("(({} & 65535) + {} <= {})", p.text, bytes, *size);
  return fmt::format("{}({}, {})", write ? "WRITABLE" : "READABLE", p.text, bytes);
}

Term Model::loaded(const Access& access, unsigned width, Conditions& conditions) const {
  Term t = access.address;
  t.constant.reset();
  t.page.reset();
  t.memory = true;
  const std::uint32_t bytes = bytes_of(width);
  t.text = access.word();
  if (bytes == 8) conditions.known.push_back(fmt::format("{} == ({} >> 31)", access.word(1), access.word()));
  if (width < 32)
    t.text = access.shift() == "0" ? fmt::format("({} & {})", t.text, (1u << width) - 1)
                                   : fmt::format("(({} >> {}) & {})", t.text, access.shift(), (1u << width) - 1);
  return t;
}

void Model::store(const Access& access, unsigned width, const Term& value) {
  const std::uint32_t bytes = bytes_of(width);
  if (bytes >= 4) {
    line(fmt::format("{} = {};", access.word(), value.text));
    if (bytes == 8) line(fmt::format("{} = ({} >> 31);", access.word(1), access.word()));
    return;
  }
  line(fmt::format("{0} = ({0} & ~({1} << {2})) | ({3} << {2});", access.word(), (1u << 8 * bytes) - 1, access.shift(),
                   value.text));
}

/// The address of a thread's own variable is given away. The machine would treat the variable as shared from then on;
/// the model gives up.
void Model::keep_own(const Term& value, const Access* to) {
  if (value.constant) return;
  Conditions conditions;
  if (to && !to->known)
    conditions.known.push_back(fmt::format("!IS_OWN({}) || IS_OWN({})", value.text, to->address.text));
  else
    conditions.known.push_back(fmt::format("!IS_OWN({})", value.text));
  need(conditions);
}

void Model::write_load(const Place& place) {
  const unsigned width = at(place).type.bits;
  const Access access = reach(place, 0, bytes_of(width), false);
  Conditions conditions;
  const Term value = loaded(access, width, conditions);
  need(conditions);
  define(place, 0, value);
}

void Model::write_store(const Place& place) {
  const unsigned width = at(place).type.bits;
  const Access access = reach(place, 1, bytes_of(width), true);
  const Term value = operand(place, 0);
  if (width == 64) keep_own(value, &access);
  store(access, width, value);
}

void Model::write_exchange(const Place& place) {
  const ir::Instruction& i = at(place);
  const unsigned width = i.type.bits;
  const Access access = reach(place, 0, bytes_of(width), true);
  Conditions conditions;
  line(fmt::format("old = {};", loaded(access, width, conditions).text));
  need(conditions);
  const Term old{.text = "old", .constant = std::nullopt, .reads = {}};
  if (i.op == Op::read_modify_write) {
    conditions = {};
    const auto fresh = modified(i.modify, width, old, operand(place, 1), conditions);
    if (!fresh) return refuse(place, fresh.error().what, fresh.error().hint);
    need(conditions);
    if (width == 64) keep_own(*fresh, &access);
    store(access, width, *fresh);
  } else {
    line(fmt::format("same = (old == {});", operand(place, 1).text));
    if (i.weak && options_.semantics.spurious_failures)
      line("if :: same -> chosen = 1; if :: same = 1 :: same = 0 fi :: else fi;");
    const Term desired = operand(place, 2);
    line("if :: same ->");
    if (width == 64) keep_own(desired, &access);
    store(access, width, desired);
    line(":: else fi;");
    assign(place, 1, "same");
  }
  assign(place, 0, "old");
}

void Model::write_copy(const Place& place) {
  const Term size = operand(place, 2);
  if (!size.constant || *size.constant % 4 != 0 || *size.constant > 4096)
    return refuse(place, "bytes are copied, but it is not known how many, or they are not whole words",
                  "copy element by element");
  const auto bytes = static_cast<std::uint32_t>(*size.constant);
  if (bytes == 0) return;
  if (depth_ == 0 && !at(place).local)
    return refuse(place, "a block of shared bytes is copied in one step, outside of the runtime",
                  "copy element by element");
  const Access from = reach(place, 1, bytes, false), to = reach(place, 0, bytes, true);
  Conditions conditions;
  conditions.known.push_back(fmt::format("PAGE({}) != PAGE({})", from.address.text, to.address.text));
  need(conditions);
  for (std::uint32_t k = 0; k < bytes / 4; ++k) {
    keep_own({.text = from.word(k), .constant = std::nullopt, .reads = {}}, &to);
    line(fmt::format("{} = {};", to.word(k), from.word(k)));
  }
}

void Model::write_fill(const Place& place) {
  const Term size = operand(place, 2), value = operand(place, 1);
  if (!size.constant || *size.constant % 4 != 0 || *size.constant > 4096 || value.constant != 0)
    return refuse(place, "bytes are filled with something that is not 0, or it is not known how many",
                  "fill element by element");
  const auto bytes = static_cast<std::uint32_t>(*size.constant);
  if (bytes == 0) return;
  const Access to = reach(place, 0, bytes, true);
  for (std::uint32_t k = 0; k < bytes / 4; ++k) line(fmt::format("{} = 0;", to.word(k)));
}

void Model::write_alloca(const Place& place) {
  const Local local{code_.function_id(place.copy), {place.block, place.index}};
  if (!objects_.size(local) || place.block != 0)
    return refuse(place, "a local variable whose size is not known, or that is made in a loop",
                  "use a variable of fixed size");
  Term address{.text = objects_.own_address(local, "me"), .constant = std::nullopt, .reads = {}};
  define(place, 0, address);
}

void Model::clear_locals(std::uint32_t function) {
  const auto& instructions = program_.functions[function].blocks[0].instructions;
  for (std::uint32_t i = 0; i < instructions.size(); ++i) {
    const Local local{function, {0, i}};
    if (!objects_.size(local)) continue;
    const auto [begin, end] = objects_.range(local);
    for (std::uint32_t w = begin; w < end; ++w) line(fmt::format("OWN_WORD(me, {}) = 0;", w));
  }
}

void Model::write_alloc(const Place& place) {
  const Term size = operand(place, 0);
  if (!size.constant)
    return refuse(place, "it is not known how many bytes are allocated",
                  "use variables with static storage instead of allocated ones");
  const std::uint32_t site = objects_.site(code_.user_position(place), static_cast<std::uint64_t>(*size.constant));
  allocs_.push_back(place);
  line("at_word = 0; do :: at_word < HEAP_SLOTS && H[me].site[at_word] != 0 -> at_word++ :: else -> break od;");
  line("if :: me >= ARENAS || at_word == HEAP_SLOTS -> goto beyond :: else fi;");
  line(fmt::format("H[me].site[at_word] = {}; H[me].owner[at_word] = me;", site));
  assign(place, 0, "HEAP(me, at_word)");
  line("at_word = 0;");
}

void Model::write_free(const Place& place) {
  const Term p = operand(place, 0);
  if (p.constant == 0) return;
  const std::string good = fmt::format("(IS_HEAP({0}) && ({0} & 65535) == 0 && SIZE({0}) > 0)", p.text);
  if (depth_ == 0) stop_here(place, fmt::format("{} != 0 && !{} && {}", p.text, good, alone_rule), "skip;");
  line(fmt::format("if :: {} != 0 ->", p.text));
  line(fmt::format("if :: {} :: else -> goto wrong fi;", good));
  line(fmt::format("if :: MINE({}, me) :: else -> goto beyond fi;", p.text));
  line(fmt::format("old = {}; heap_free();", p.text));
  line(":: else fi;");
}

// --- calls -------------------------------------------------------------------------------------

std::string Model::entering(const Place& call, Copy callee) {
  const ir::Function& f = code_.function(callee);
  const std::uint32_t id = code_.function_id(callee);
  std::string text;
  for (std::uint32_t p = 0; p < f.parameters && p + 1 < at(call).operands.size(); ++p) {
    const ir::Operand inside = code_.resolve(callee, ir::Operand::of(p));
    if (inside.kind == ir::Operand::Kind::reg)
      text += fmt::format("{} = {}; ", variable({id, p}),
                          operand(call.copy, at(call).operands[p + 1], f.registers[p].bits, nullptr, "me").text);
  }
  // A frame begins with all registers 0. Those that are written before they are read need no such beginning.
  for (ir::Register r : code_.liveness(id).before(0, 0))
    if (r >= f.parameters) text += fmt::format("{} = 0; ", variable({id, r}));
  return text;
}

bool Model::write_call(const Place& place) {
  const ir::Instruction& i = at(place);
  const ir::Operand callee = code_.resolve(place.copy, i.operands[0]);
  if (callee.kind == ir::Operand::Kind::function) {
    const ir::Function& f = program_.functions[callee.index];
    if (f.blocks.empty()) {
      line("goto unmodelled;");
      return false;
    }
    if (f.name == "__assert_fail") {  // before it fails, it only formats its message
      if (depth_ == 0) stop_here(place, alone_rule, "skip;");
      line("goto wrong;");
      return false;
    }
    if (f.variadic) {
      line("goto beyond;");
      return false;
    }
    const auto copy = code_.callee(place, callee.index);
    if (!copy) return error_ = copy.error(), false;
    const std::string text = entering(place, *copy);
    if (!text.empty()) line(text);
    onward_ = Place{*copy, 0, 0};
    depths_.try_emplace(*onward_, depth_);
    return false;
  }
  // Through a pointer.
  const Term p = operand(place, 0);
  line("if");
  for (std::uint32_t candidate : code_.candidates(i.operands.size() - 1)) {
    if (program_.functions[candidate].blocks.empty()) continue;
    const auto copy = code_.callee(place, candidate);
    const std::string condition = fmt::format(":: {} == {} ->", p.text, first_function + candidate);
    if (!copy)  // a recursive call
      line(fmt::format("{} goto beyond", condition));
    else
      line(fmt::format("{} {}{}", condition, entering(place, *copy), jump({*copy, 0, 0})));
  }
  line(fmt::format(":: else -> if :: {} >= {} -> goto beyond :: else -> goto wrong fi", p.text, first_function));
  line("fi;");
  return false;
}

void Model::write_return(const Place& place) {
  const ir::Instruction& i = at(place);
  const std::uint32_t function = code_.function_id(place.copy);
  const auto after = code_.after(place.copy);
  if (after) {
    Place call = *after;
    --call.index;
    const auto& results = at(call).results;
    for (std::size_t k = 0; k < results.size() && k < i.operands.size(); ++k)
      line(fmt::format("{} = {};", variable({code_.function_id(call.copy), results[k]}), operand(place, k).text));
    clear_locals(function);
    onward_ = *after;
    return;
  }
  const Term value = i.operands.empty() ? number(0) : operand(place, 0);
  if (place.copy != code_.main()) return write_thread_end(place, value);
  if (depth_ == 0) stop_here(place, alone_rule, "skip;");
  line(fmt::format("ended = 1 + ({} & 255); goto clear;", value.text));
}

void Model::write_switch(const Place& place) {
  const ir::Instruction& i = at(place);
  const Term v = operand(place, 0);
  line("if");
  for (std::size_t k = 0; k < i.cases.size(); ++k) {
    const auto c = constant(i.cases[k], width_of(place, 0));
    if (!c) return refuse(place, "a case is a number of more than 31 bits", "");
    line(fmt::format(":: {} == {} -> {}", v.text, c->text, jump(block(place, i.targets[k + 1]))));
  }
  line(fmt::format(":: else -> {}", jump(block(place, i.targets[0]))));
  line("fi;");
}

// --- instructions ------------------------------------------------------------------------------

bool Model::write(const Place& place) {
  const ir::Instruction& i = at(place);
  if (is_pure(i.op)) {
    Conditions conditions;
    const auto term = computed(place, nullptr, "me", conditions);
    if (!term) return refuse(place, term.error().what, term.error().hint), false;
    need(conditions);
    define(place, 0, *term);
    return true;
  }
  if (ir::is_memory_access(i.op) && (i.type.bits > 64 || (i.type.bits > 32 && i.type.bits < 64) ||
                                     i.type.kind == ir::Type::Kind::floating || (i.type.bits > 16 && i.type.bits < 32)))
    return refuse(
               place,
               fmt::format("an access to {}{} bits",
                           i.type.kind == ir::Type::Kind::floating ? "a floating-point number of " : "", i.type.bits),
               "a model has integers of 8, 16, 32 and 64 bits"),
           false;
  switch (i.op) {
    case Op::load: write_load(place); return true;
    case Op::store: write_store(place); return true;
    case Op::read_modify_write:
    case Op::compare_exchange: write_exchange(place); return true;
    case Op::fence: return true;
    case Op::copy_bytes: write_copy(place); return true;
    case Op::fill_bytes: write_fill(place); return true;
    case Op::alloca_: write_alloca(place); return true;
    case Op::lifetime_begin: return true;
    case Op::lifetime_end: {
      const Term p = operand(place, 0);
      line(
          fmt::format("if :: IS_OWN({0}) -> at_word = PAGE({0}); do :: at_word < PAGE({0}) + ((SIZE({0}) + 3) >> 2) -> "
                      "mem[at_word] = 0; at_word++ :: else -> break od; at_word = 0 :: else fi;",
                      p.text));
      return true;
    }
    case Op::stack_save:
    case Op::stack_restore: return refuse(place, "an array of variable length", "give it a constant size"), false;
    case Op::call: return write_call(place);
    case Op::intrinsic: return write_intrinsic(place);
    case Op::jump: onward_ = block(place, i.targets[0]); return false;
    case Op::branch: {
      const Term c = operand(place, 0);
      const Place yes = block(place, i.targets[0]), no = block(place, i.targets[1]);
      if (c.constant) {
        onward_ = *c.constant & 1 ? yes : no;
        return false;
      }
      line(fmt::format("if :: {} -> {} :: else fi;", c.text, jump(yes)));
      onward_ = no;
      return false;
    }
    case Op::switch_: write_switch(place); return false;
    case Op::ret: write_return(place); return false;
    case Op::landing:
    case Op::resume: line("goto unmodelled;"); return false;
    case Op::unreachable: line("goto wrong;"); return false;
    default:
      return refuse(place, fmt::format("Promela has no word for '{}'", ir::form(i.op).name),
                    "leave it out of the program"),
             false;
  }
}

bool Model::write_intrinsic(const Place& place) {
  const ir::Instruction& i = at(place);
  switch (i.which) {
    case Intrinsic::place:
      return refuse(place, "it depends on where the clock was looked at, which a model does not know",
                    "leave the clock out"),
             false;
    case Intrinsic::time_repeats: return true;
    case Intrinsic::throws:
    case Intrinsic::clause:
    case Intrinsic::unwind: line("goto unmodelled;"); return false;
    case Intrinsic::input:
      return refuse(place, "it has an input of several bits, of which a model would try every value",
                    "build the value from __VERIFIER_nondet_bool()"),
             false;
    case Intrinsic::assume:
      return refuse(place, "Promela has no word for an assumption: SPIN would take a run that breaks it for a deadlock",
                    "leave the assumption out"),
             false;
    case Intrinsic::owns:
      return refuse(place, "a variable has a declared owner, which a model does not check",
                    "leave the declaration out"),
             false;
    case Intrinsic::atomic_begin:
      if (depth_ == 0) {
        Values now;
        const std::string blocked = guard(place, now, "me");
        stop_here(place, blocked == "1" ? alone_rule : fmt::format("{} || !{}", alone_rule, blocked), seen);
        Point& p = points_[point(place) - 1];
        Values kept;
        for (std::size_t k = 0; k < p.live.size(); ++k)
          kept[p.live[k]] = {.text = fmt::format("T[_pid].s[{}]", k), .constant = std::nullopt, .reads = {}};
        p.guard = guard(place, kept, "_pid");
      }
      ++depth_;
      return true;
    case Intrinsic::atomic_end:
      if (depth_ == 0) return refuse(place, "an atomic block ends that has not begun", ""), false;
      --depth_;
      return true;
    case Intrinsic::block_until: {
      // The guard of the step has established this; here it is only asserted.
      const Term c = operand(place, 0);
      if (depth_ == 0) return refuse(place, "block_until outside of an atomic block", ""), false;
      line(fmt::format("if :: {} != 0 :: else -> goto beyond fi;", c.text));
      return true;
    }
    case Intrinsic::choose: write_choice(place); return true;
    case Intrinsic::spawn: write_spawn(place); return true;
    case Intrinsic::thread_exit: write_thread_end(place, operand(place, 0)); return false;
    case Intrinsic::thread_state:
    case Intrinsic::ended:
    case Intrinsic::sleeps_on:
    case Intrinsic::self:
    case Intrinsic::shown:
    case Intrinsic::option: {
      Conditions conditions;
      const auto term = computed(place, nullptr, "me", conditions);
      define(place, 0, *term);
      return true;
    }
    case Intrinsic::reap: write_release(place, true); return true;
    case Intrinsic::detach: write_release(place, false); return true;
    case Intrinsic::section_begin:
      ++sections_;
      line(fmt::format("section_begin({}, {});", operand(place, 0).text, operand(place, 1).text));
      return true;
    case Intrinsic::section_end:
      line(fmt::format("section_end({}, {}, {});", operand(place, 0).text, operand(place, 1).text,
                       operand(place, 2).text));
      return true;
    case Intrinsic::next_in_section:
      line(fmt::format("next_in_section({}, {}, {});", operand(place, 0).text, operand(place, 1).text,
                       operand(place, 2).text));
      assign(place, 0, "pick");
      line("pick = 0;");
      return true;
    case Intrinsic::sleep_on:
      line(fmt::format("t = {};", operand(place, 0).text));
      line("if :: t < 0 || t >= threads -> goto wrong :: else fi;");
      line(fmt::format("T[t].sleeps = {}; t = 0;", operand(place, 1).text));
      return true;
    case Intrinsic::sleepers: ask_sleepers(place, fmt::format("sleepers({});", operand(place, 0).text)); return true;
    case Intrinsic::choose_sleeper:
      ask_sleepers(place, fmt::format("choose_sleeper({});", operand(place, 0).text));
      return true;
    case Intrinsic::wake_all:
      ask_sleepers(place, fmt::format("wake_all({}, {});", operand(place, 0).text, operand(place, 1).text));
      return true;
    case Intrinsic::acquired:
    case Intrinsic::released:
    case Intrinsic::taken:
    case Intrinsic::given:
    case Intrinsic::observed:
    case Intrinsic::settled:
    case Intrinsic::event:
    case Intrinsic::print: return true;
    case Intrinsic::fail:
      if (depth_ == 0) stop_here(place, alone_rule, "skip;");
      line("goto wrong;");
      return false;
    case Intrinsic::exit_process:
      if (depth_ == 0) stop_here(place, alone_rule, "skip;");
      line(fmt::format("ended = 1 + ({} & 255); goto clear;", operand(place, 0).text));
      return false;
    case Intrinsic::unmodelled: line("goto unmodelled;"); return false;
    case Intrinsic::alloc: write_alloc(place); return true;
    case Intrinsic::free: write_free(place); return true;
    case Intrinsic::object_size:
      return refuse(place, "the size of an allocated object is asked for",
                    "use variables with static storage instead of allocated ones"),
             false;
  }
  return true;
}

/// `call` leaves its result in `pick`.
void Model::ask_sleepers(const Place& place, const std::string& call) {
  line(call);
  assign(place, 0, "pick");
  line("pick = 0;");
}

void Model::write_choice(const Place& place) {
  const Term n = operand(place, 0), why = operand(place, 1);
  if (!why.constant) return refuse(place, "a choice whose reason is computed", "");
  const bool input = (*why.constant & 3) == 0;
  if (depth_ == 0) stop_here(place, input ? "1" : "chosen != 0", "moved = 1;");
  const int by = input ? 2 : 1;
  auto choose = [&] {
    line(fmt::format("if :: chosen == 0 || chosen == {0} -> chosen = {0} :: else -> goto unmodelled fi;", by));
    if (n.constant && *n.constant <= 8) {
      std::string text = "if";
      for (std::int64_t k = 0; k < *n.constant; ++k) text += fmt::format(" :: pick = {}", k);
      line(text + " fi;");
    } else {
      line(fmt::format("pick = 0; do :: pick < {} - 1 -> pick++ :: break od;", n.text));
    }
  };
  if (n.constant) {
    if (*n.constant > 1) choose();
  } else {
    Conditions conditions;
    conditions.known.push_back(fmt::format("{0} >= 0 && {0} < 256", n.text));
    need(conditions);
    line(fmt::format("if :: {} > 1 ->", n.text));
    choose();
    line(":: else fi;");
  }
  assign(place, 0, "pick");
  line("pick = 0;");
}

// --- threads -----------------------------------------------------------------------------------

void Model::write_spawn(const Place& place) {
  const ir::Instruction& i = at(place);
  if (depth_ == 0) stop_here(place, alone_rule, "skip;");
  ++starts_;
  starts_again_ |= code_.comes_back(place);
  const ir::Operand function = code_.resolve(place.copy, i.operands[0]);
  const Term argument = operand(place, 1);
  auto begin = [&](std::uint32_t f) {
    const Place start{code_.thread(f), 0, 0};
    const std::uint32_t n = point(start);
    points_[n - 1].begins = true;
    depths_.try_emplace(start, 0);
    todo_.push_back(start);
    std::string text = fmt::format("T[t].at = {};", n);
    for (std::size_t k = 0; k < points_[n - 1].live.size(); ++k)
      text +=
          fmt::format(" T[t].s[{}] = {};", k,
                      points_[n - 1].live[k].reg == 0 && program_.functions[f].parameters > 0 ? argument.text : "0");
    return text;
  };
  line("t = 1; do :: t < THREADS && T[t].state != 0 -> t++ :: else -> break od;");
  line("if :: t == THREADS || pending != 0 -> goto beyond :: else fi;");
  if (function.kind == ir::Operand::Kind::function) {
    if (program_.functions[function.index].blocks.empty()) return line("goto wrong;");
    line(begin(function.index));
  } else {
    const Term p = operand(place, 0);
    line("if");
    for (std::uint32_t f : code_.startable())
      line(fmt::format(":: {} == {} -> {}", p.text, first_function + f, begin(f)));
    line(fmt::format(":: else -> if :: {} >= {} -> goto beyond :: else -> goto wrong fi", p.text, first_function));
    line("fi;");
  }
  for (const std::string& s : objects_.first_own_values("t")) line(s + ";");
  line(fmt::format("old = {}; hand_over();", argument.text));
  line("T[t].state = 1; if :: t >= threads -> threads = t + 1 :: else fi;");
  line("alive++; moved = 1; pending = t;");
  assign(place, 0, "t");
  line("t = 0;");
}

void Model::write_thread_end(const Place& place, const Term& value) {
  if (depth_ == 0 && ir::sees_ends(program_)) stop_here(place, alone_rule, "skip;");
  keep_own({.text = value.text, .constant = std::nullopt, .reads = {}}, nullptr);
  line(fmt::format("old = {}; goto finish;", value.text));
}

void Model::write_release(const Place& place, bool reaps) {
  line(fmt::format("t = {};", operand(place, 0).text));
  line("if :: t < 0 || t >= threads -> goto wrong :: else fi;");
  if (reaps) {
    line("if :: T[t].state != 2 -> goto wrong :: else fi;");
    assign(place, 0, "T[t].value");
  }
  line("release();");
}

}  // namespace fermata::emit
