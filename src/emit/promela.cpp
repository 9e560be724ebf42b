// SPDX-License-Identifier: Apache-2.0
// The model around the steps: what a state is, how a step begins and ends.
//
//   active [THREADS] proctype thread()     process 2 is thread 2
//     do
//     :: ended, thread 0 -> stay           an end is no deadlock
//     :: atomic {
//          if                              one step of thread _pid
//          :: T[_pid].at == 7 && ... -> goto G7
//          fi
//          ...                             the code, all of it (statements.cpp)
//        halt, finish, clear, done         the ends of a step
//        }
//     od
//
// A process has no variables and is always at the same place. All there is stands in T, mem and a few words more, and
// whatever is not needed is 0. So when the process under test ends, everything can be made 0, and all ends are one
// state.
//
// The road not taken: a proctype for each function, with registers as its local variables. It reads better, but a step
// that starts a thread runs that thread up to its first stored point, too, which another process of Promela cannot do
// for it; and nobody can clear the variables and the places of others when the program ends.
#include "emit/promela.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "emit/model.h"
#include "ir/intrinsics.h"
#include "ir/ops.h"

namespace fermata::emit {

using ir::Intrinsic;

Result<std::string> to_promela(const ir::Program& program, const Options& options) {
  return Model(program, options).text();
}

Model::Model(const ir::Program& program, const Options& options)
    : program_(program), options_(options), code_(program), objects_(program) {
  error_ = objects_.error();
}

void Model::refuse(const Place& place, std::string what, std::string hint) {
  if (!error_) error_ = Error{"this has no translation to Promela: " + what, code_.where(place), std::move(hint)};
}

std::string Model::variable(const Variable& v) {
  auto [it, fresh] = variables_.try_emplace(v);
  if (!fresh) return it->second;
  const ir::Function& f = program_.functions[v.function];
  std::string name;
  for (char c : f.name) name.push_back(std::isalnum(static_cast<unsigned char>(c)) ? c : '_');
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "f" + name;
  name += "__";  // no word of Promela's and none of ours has two of them
  const std::string own = v.reg < f.register_names.size() && !f.register_names[v.reg].empty() ? f.register_names[v.reg]
                                                                                              : std::to_string(v.reg);
  for (char c : own) name.push_back(std::isalnum(static_cast<unsigned char>(c)) ? c : '_');
  while (!names_.insert(name).second) name += "_";
  return it->second = name;
}

std::uint32_t Model::point(const Place& place) {
  auto [it, fresh] = point_numbers_.try_emplace(place, static_cast<std::uint32_t>(points_.size() + 1));
  if (fresh) {
    points_.push_back({.place = place, .live = code_.live(place)});
    for (const Variable& v : points_.back().live) variable(v);
  }
  return it->second;
}

unsigned Model::width_of(const Place& place, std::size_t i) const {
  const ir::Instruction& in = at(place);
  const ir::Operand& o = in.operands[i];
  if (o.kind == ir::Operand::Kind::reg) return code_.function(place.copy).registers[o.index].bits;
  const ir::Type wanted = ir::wanted_type(program_, code_.function(place.copy), in, i);
  return wanted.bits ? wanted.bits : 64;
}

Term Model::operand(const Place& place, std::size_t i, const Values* values, const std::string& self) {
  return operand(place.copy, at(place).operands[i], width_of(place, i), values, self);
}

Term Model::operand(Copy copy, const ir::Operand& given, unsigned width, const Values* values,
                    const std::string& self) {
  const ir::Operand o = code_.resolve(copy, given);
  switch (o.kind) {
    case ir::Operand::Kind::reg: {
      const Variable v{code_.function_id(copy), o.index};
      const Values& known = values ? *values : held_;
      if (auto it = known.find(v); it != known.end()) return it->second;
      return {.text = variable(v), .constant = std::nullopt, .reads = {v}};
    }
    case ir::Operand::Kind::constant: {
      if (auto c = constant(o.bits, width)) return *c;
      refuse({copy, 0, 0}, fmt::format("a number of {} bits that needs more than 30 of them", width),
             "use smaller numbers");
      return number(0);
    }
    case ir::Operand::Kind::function: return number(first_function + o.index);
    case ir::Operand::Kind::global: break;
  }
  const ir::GlobalId global{o.index};
  const auto offset = static_cast<std::uint64_t>(o.bits);
  if (program_[global].thread_local_)
    return {.text = objects_.own_address(global, offset, self), .constant = std::nullopt, .reads = {}};
  return number(objects_.address(global, offset));
}

Term Model::option(std::uint64_t which) const {
  switch (which) {
    case 0: return number(options_.semantics.spurious_wakeups);
    case 1: return number(static_cast<int>(options_.semantics.timeouts));
    case 2: return number(options_.semantics.spurious_failures);
    case 5: return number(options_.semantics.writers_first);
    case 6: return number(options_.semantics.abort_ends);
    case 7: return number(options_.semantics.ignores_misuse);
    default: return number(0);
  }
}

Result<Term> Model::computed(const Place& place, const Values* values, const std::string& self,
                             Conditions& conditions) {
  const ir::Instruction& i = at(place);
  if (i.op == ir::Op::intrinsic) {
    if (i.which == Intrinsic::self) return Term{.text = self, .constant = std::nullopt, .reads = {}};
    const Term a = operand(place, 0, values, self);
    if (i.which == Intrinsic::shown) return a;
    if (i.which == Intrinsic::option) return a.constant ? option(static_cast<std::uint64_t>(*a.constant)) : number(0);
    if (i.which == Intrinsic::sleeps_on) {
      Term t = joined(fmt::format("SLEEPS({})", a.text), std::span(&a, 1));
      t.memory = true;
      return t;
    }
    const std::string state = fmt::format("STATE({})", a.text);
    Term t = joined(i.which == Intrinsic::ended ? fmt::format("({} == 2)", state) : state, std::span(&a, 1));
    t.memory = true;
    return t;
  }
  std::vector<Term> operands;
  for (std::size_t k = 0; k < i.operands.size(); ++k)
    if (i.op != ir::Op::offset || k < 2) operands.push_back(operand(place, k, values, self));
  unsigned from = i.from.bits;
  if (from == 0) from = width_of(place, i.op == ir::Op::offset ? 1 : 0);
  bool half = false;
  if (i.op == ir::Op::shl) half = code_.half_of_sign_extension(code_.function_id(place.copy), i.results[0]);
  if (i.op == ir::Op::ashr && i.operands[0].kind == ir::Operand::Kind::reg)
    half = code_.half_of_sign_extension(code_.function_id(place.copy), i.operands[0].index);
  return pure_term(i, from, operands, conditions, half);
}

std::uint32_t Model::threads() const {
  if (options_.threads) return options_.threads;
  return starts_again_ ? std::max(5u, starts_ + 1) : starts_ + 1;
}

bool Model::asks_for_sleep() const {
  using enum Intrinsic;
  return std::ranges::any_of(std::array{sleep_on, sleeps_on, sleepers, choose_sleeper, wake_all},
                             [&](Intrinsic which) { return ir::uses(program_, which); });
}

std::string Model::head() const {
  std::size_t slots = 1;
  for (const Point& p : points_) slots = std::max(slots, p.live.size());
  const std::size_t sections = std::min<std::size_t>(sections_, 12);
  const std::uint32_t words = std::max(objects_.words(), 1u);
  std::string text = fmt::format(
      "/* Made by fermata emit --as promela: spurious wakeups {}, spurious failures {}, timeouts {}.\n"
      " *\n"
      " *   spin -o2 -a FILE && gcc -O2 -fwrapv -DSAFETY -DNOREDUCE -DVECTORSZ={} -o pan pan.c && ./pan -m10000000\n"
      " *\n"
      " * An invalid end state is a deadlock. 'assertion violated' with ended!=1000: the program fails; 1001: the "
      "model knows no\n"
      " * further (a number is too large, there are more threads than THREADS); 1002: the program reaches what is not "
      "modelled.\n"
      " */\n",
      options_.semantics.spurious_wakeups ? "on" : "off", options_.semantics.spurious_failures ? "on" : "off",
      options_.semantics.timeouts == Semantics::Timeouts::may     ? "may"
      : options_.semantics.timeouts == Semantics::Timeouts::never ? "never"
                                                                  : "always",
      1024 + 4 * (words + threads() * (slots + 2 * sections + 5) + variables_.size()));
  text += fmt::format("#define THREADS {}\n#define SLOTS {}\n", threads(), slots);
  text += term_macros() + objects_.macros();
  if (!objects_.has_own()) text += "#define IS_OWN(p) (0)\n#define MINE(p, t) (1)\n";
  text += "#define STATE(t) ((t) >= 0 && (t) < THREADS -> T[t].state : 0)\n";
  const bool sleep = asks_for_sleep();
  if (sleep) text += "#define SLEEPS(t) ((t) >= 0 && (t) < THREADS -> T[t].sleeps : 0)\n";
  text += "\n";
  text +=
      "/* A thread: where it stands, what it needs there, what it has begun. */\n"
      "typedef Thread {\n"
      "  byte state;    /* 1 runs, 2 has finished, 3 is detached */\n"
      "  short at;      /* the point where its next step begins */\n"
      "  int value;     /* what it returned */\n"
      "  int s[SLOTS];  /* live registers */\n";
  if (sections)
    text +=
        fmt::format("  byte kind[{0}]; int what[{0}];  /* sections, in the order in which they began */\n", sections);
  if (sleep) text += "  int sleeps;    /* the address that it sleeps on */\n";
  text += fmt::format(
      "}};\n"
      "Thread T[THREADS];\n"
      "{}"
      "int mem[{}];\n"
      "byte threads;  /* numbers that were ever given to a thread */\n"
      "byte alive;\n"
      "short ended;   /* 1 + exit code */\n\n"
      "/* Only inside a step; 0 between two steps. */\n"
      "byte me, chosen, pending, kept, place;\n"
      "bool moved, same;\n"
      "int t, old, pick, at_word;\n",
      objects_.has_heap()
          ? fmt::format("/* Heap objects: where each was allocated, or -1 - who freed it; whose it is. */\n"
                        "#define ARENAS {0}\n#define HEAP_SLOTS {1}\n"
                        "typedef Arena {{ short site[{1}]; byte owner[{1}]; }};\nArena H[{0}];\n",
                        objects_.arenas(), objects_.slots())
          : "",
      words);
  for (const auto& [v, name] : variables_) text += fmt::format("int {};\n", name);
  if (sections) {
    text += fmt::format(
        "\ninline section_begin(k, o) {{\n"
        "  place = 0;\n"
        "  do :: place < {0} && T[me].kind[place] != 0 && !(T[me].kind[place] == (k) + 1 && T[me].what[place] == (o)) "
        "-> place++ :: else -> break od;\n"
        "  if :: place == {0} -> goto beyond :: else -> T[me].kind[place] = (k) + 1; T[me].what[place] = (o) fi;\n"
        "  place = 0\n"
        "}}\n"
        "inline section_close(who, k, o) {{  /* leaves `same` 1 if there was one */\n"
        "  place = 0; same = 0;\n"
        "  do :: place < {0} && T[who].kind[place] != 0 && !(T[who].kind[place] == (k) + 1 && T[who].what[place] == "
        "(o)) -> place++ :: else -> break od;\n"
        "  if\n"
        "  :: place < {0} && T[who].kind[place] != 0 ->\n"
        "     same = 1;\n"
        "     do\n"
        "     :: place + 1 < {0} -> T[who].kind[place] = T[who].kind[place + 1]; T[who].what[place] = "
        "T[who].what[place + 1]; place++\n"
        "     :: else -> T[who].kind[place] = 0; T[who].what[place] = 0; break\n"
        "     od\n"
        "  :: else\n"
        "  fi;\n"
        "  place = 0\n"
        "}}\n"
        "inline section_end(k, o, who) {{\n"
        "  if\n"
        "  :: (who) >= 0 && (who) < threads -> section_close(who, k, o)\n"
        "  :: else ->\n"
        "     section_close(me, k, o);\n"
        "     t = 0;\n"
        "     do :: !same && t < threads -> section_close(t, k, o); t++ :: else -> break od;\n"
        "     t = 0\n"
        "  fi;\n"
        "  same = 0\n"
        "}}\n"
        "inline next_in_section(k, o, after) {{  /* `pick` is the thread, or -1 */\n"
        "  pick = ((after) < -1 -> 0 : (after) + 1);\n"
        "  do\n"
        "  :: pick < threads ->\n"
        "     place = 0;\n"
        "     do :: place < {0} && T[pick].kind[place] != 0 && !(T[pick].kind[place] == (k) + 1 && T[pick].what[place] "
        "== (o)) -> place++ :: else -> break od;\n"
        "     if :: place < {0} && T[pick].kind[place] != 0 -> break :: else -> pick++ fi\n"
        "  :: else -> pick = -1; break\n"
        "  od;\n"
        "  place = 0\n"
        "}}\n",
        sections);
  } else {
    text += "\ninline section_end(k, o, who) { skip }\ninline next_in_section(k, o, after) { pick = -1 }\n";
  }
  if (sleep) {
    text += fmt::format(
        "inline sleepers(o) {{  /* `pick` is their number */\n"
        "  pick = 0; t = 0;\n"
        "  do :: t < threads -> pick = pick + (T[t].sleeps == (o)); t++ :: else -> break od;\n"
        "  t = 0\n"
        "}}\n"
        "inline choose_sleeper(o) {{  /* `pick` is the thread, or -1 */\n"
        "  sleepers(o);\n"
        "  at_word = pick;\n"
        "  if\n"
        "  :: at_word == 0 -> pick = -1\n"
        "  :: else ->\n"
        "     if :: at_word > 1 -> if :: chosen == 0 || chosen == 1 -> chosen = 1 :: else -> goto unmodelled fi :: "
        "else "
        "fi;\n"
        "     pick = 0; do :: pick < at_word - 1 -> pick++ :: break od;\n"
        "     do :: T[t].sleeps != (o) -> t++ :: T[t].sleeps == (o) && pick > 0 -> pick--; t++ :: else -> break od;\n"
        "     pick = t\n"
        "  fi;\n"
        "  t = 0; at_word = 0\n"
        "}}\n"
        "inline wake_all(k, o) {{  /* `pick` is their number */\n"
        "  pick = 0; t = 0;\n"
        "  do\n"
        "  :: t < threads && T[t].sleeps == (o) -> T[t].sleeps = 0; pick++;{} t++\n"
        "  :: t < threads && T[t].sleeps != (o) -> t++\n"
        "  :: else -> break\n"
        "  od;\n"
        "  t = 0; same = 0\n"
        "}}\n",
        sections ? " if :: (k) >= 0 -> section_close(t, k, o) :: else fi;" : "");
  }
  if (objects_.has_heap()) {
    text +=
        "inline heap_free() {  /* object `old`, of this thread */\n"
        "  at_word = 0; do :: at_word < HEAP_WORDS -> mem[PAGE(old) + at_word] = 0; at_word++ :: else -> break od; "
        "at_word = 0;\n"
        "  H[ARENA(old)].site[SLOT(old)] = (ARENA(old) == me -> 0 : -1 - me);\n"
        "  H[ARENA(old)].owner[SLOT(old)] = 0; old = 0\n"
        "}\n"
        "inline hand_over() {  /* `old` is given to thread t; what it points to must not be anybody's own */\n"
        "  if\n"
        "  :: IS_HEAP(old) && (old & 65535) == 0 && SIZE(old) > 0 && MINE(old, me) ->\n"
        "     at_word = 0;\n"
        "     do\n"
        "     :: at_word + 1 < HEAP_WORDS ->\n"
        "        if :: IS_OWN(mem[PAGE(old) + at_word]) && mem[PAGE(old) + at_word + 1] == 0 && mem[PAGE(old) + "
        "at_word] != old -> goto beyond :: else fi;\n"
        "        at_word = at_word + 2\n"
        "     :: else -> break\n"
        "     od;\n"
        "     at_word = 0; H[ARENA(old)].owner[SLOT(old)] = t\n"
        "  :: IS_OWN(old) && !(IS_HEAP(old) && (old & 65535) == 0 && SIZE(old) > 0 && MINE(old, me)) -> goto beyond\n"
        "  :: else\n"
        "  fi;\n"
        "  old = 0\n"
        "}\n"
        "inline forget(who) {  /* slots that thread `who` has freed for others can be used again */\n"
        "  kept = 0;\n"
        "  do\n"
        "  :: kept < ARENAS ->\n"
        "     at_word = 0; do :: at_word < HEAP_SLOTS -> if :: H[kept].site[at_word] == -1 - (who) -> "
        "H[kept].site[at_word] = 0 :: else fi; at_word++ :: else -> break od;\n"
        "     kept++\n"
        "  :: else -> break\n"
        "  od;\n"
        "  kept = 0; at_word = 0\n"
        "}\n";
  } else {
    text += "inline hand_over() { if :: IS_OWN(old) -> goto beyond :: else fi; old = 0 }\n";
    text += "inline forget(who) { skip }\n";
  }
  text += fmt::format(
      "inline release() {{  /* thread t is joined or detached */\n"
      "  if\n"
      "  :: T[t].state == 2{} -> T[t].state = 0; T[t].value = 0; forget(t)\n"
      "  :: T[t].state == 2{} -> skip\n"
      "  :: else -> T[t].state = 3\n"
      "  fi;\n"
      "  t = 0\n"
      "}}\n\n",
      sections ? " && T[t].kind[0] == 0" : "", sections ? " && T[t].kind[0] != 0" : " && false");
  return text;
}

std::string Model::tail() const {
  const std::size_t sections = std::min<std::size_t>(sections_, 12);
  std::string text =
      "halt:  /* this thread goes no further; what it has started begins */\n"
      "  do :: kept < SLOTS -> T[me].s[kept] = 0; kept++ :: else -> break od;\n"
      "  kept = 0; me = pending; pending = 0;\n"
      "  if\n"
      "  :: me == 0 -> goto done\n"
      "  :: else -> moved = 1\n"
      "  fi;\n"
      "  if\n";
  for (std::size_t n = 1; n <= points_.size(); ++n) {
    const Point& p = points_[n - 1];
    if (!p.begins) continue;
    text += fmt::format("  :: T[me].at == {} ->", n);
    for (std::size_t k = 0; k < p.live.size(); ++k)
      text += fmt::format(" {} = T[me].s[{}];", variables_.at(p.live[k]), k);
    text += fmt::format(" goto L{}\n", labels_.at(p.place));
  }
  text +=
      "  :: else -> goto beyond\n"
      "  fi;\n"
      "finish:  /* this thread ends with the value `old` */\n"
      "  if\n";
  if (sections)
    text += "  :: T[me].state == 3 && T[me].kind[0] == 0 -> T[me].state = 0; T[me].value = 0; forget(me)\n";
  else
    text += "  :: T[me].state == 3 -> T[me].state = 0; T[me].value = 0; forget(me)\n";
  text +=
      "  :: else -> T[me].state = 2; T[me].value = old\n"
      "  fi;\n"
      "  T[me].at = 0; kept = 0; alive--;\n";
  if (objects_.own_words())
    text += fmt::format(
        "  at_word = 0; do :: at_word < {} -> OWN_WORD(me, at_word) = 0; at_word++ :: else -> break od; at_word = 0;\n",
        objects_.own_words());
  text +=
      "  if :: alive == 0 -> ended = 1; goto clear :: else -> goto halt fi;\n"
      "wrong:\n"
      "  ended = 1000; assert(ended != 1000);  /* the program fails */\n"
      "  goto clear;\n"
      "beyond:\n"
      "  ended = 1001; assert(ended != 1001);  /* the model knows no further */\n"
      "  goto clear;\n"
      "unmodelled:\n"
      "  ended = 1002; assert(ended != 1002);\n"
      "clear:  /* nothing follows, so nothing else matters */\n"
      "  threads = 0; alive = 0; t = 0;\n"
      "  d_step {\n"
      "    do\n"
      "    :: t < THREADS ->\n"
      "       T[t].state = 0; T[t].at = 0; T[t].value = 0; kept = 0;\n";
  if (asks_for_sleep()) text += "       T[t].sleeps = 0;\n";
  text += "       do :: kept < SLOTS -> T[t].s[kept] = 0; kept++ :: else -> break od;\n";
  if (sections)
    text += fmt::format(
        "       kept = 0; do :: kept < {} -> T[t].kind[kept] = 0; T[t].what[kept] = 0; kept++ :: else -> break od;\n",
        sections);
  if (objects_.has_heap())
    text +=
        "       kept = 0; do :: t < ARENAS && kept < HEAP_SLOTS -> H[t].site[kept] = 0; H[t].owner[kept] = 0; kept++ "
        ":: else -> break od;\n";
  text += fmt::format(
      "       t++\n"
      "    :: else -> break\n"
      "    od;\n"
      "    t = 0; do :: t < {} -> mem[t] = 0; t++ :: else -> break od\n"
      "  }};\n",
      std::max(objects_.words(), 1u));
  text +=
      "done:\n  moved = 0;\n  d_step {\n    me = 0; chosen = 0; pending = 0; kept = 0; place = 0; same = 0; t = 0; old "
      "= 0; pick = 0; at_word = 0";
  for (const auto& [v, name] : variables_) text += fmt::format(";\n    {} = 0", name);
  text += "\n  }\n";
  return text;
}

Result<std::string> Model::text() {
  const ir::Function& entry = program_[program_.entry];
  for (const ir::Block& b : entry.blocks)
    for (ir::BlockId target : b.instructions.back().targets)
      if (target == ir::BlockId{0} && !error_)
        error_ = Error{"this has no translation to Promela: the first block of the program is jumped to",
                       fmt::format("function '{}'", entry.name), "begin with a block of its own"};
  if (!error_) write_all();
  if (!error_ && points_[0].guard != "1")
    refuse(points_[0].place, "a program that begins with a wait", "let something come first");
  if (!error_) {
    const bool in_main = std::ranges::all_of(allocs_, [&](const Place& p) { return code_.in_main(p); });
    const bool again = std::ranges::any_of(allocs_, [&](const Place& p) { return code_.comes_back(p); });
    const auto places = static_cast<std::uint32_t>(allocs_.size());
    objects_.set_heap(threads(), in_main ? 1 : threads(), again ? std::max(threads(), places) : places);
    error_ = objects_.error();
  }
  if (error_) return std::unexpected(*error_);
  // Dispatch: a step begins.
  std::string text =
      "active [THREADS] proctype thread() {\n  do\n  :: _pid == 0 && ended != 0  /* an end is no deadlock */\n  :: "
      "atomic {\n  if\n";
  text += "  :: _pid == 0 && threads == 0 && ended == 0 ->\n     threads = 1; alive = 1; T[0].state = 1;";
  for (const std::string& s : objects_.first_values()) text += " " + s + ";";
  for (const std::string& s : objects_.first_own_values("0")) text += " " + s + ";";
  text +=
      fmt::format("\n     goto {}\n", points_[0].stands ? "G1" : "L" + std::to_string(labels_.at(points_[0].place)));
  for (std::size_t n = 1; n <= points_.size(); ++n) {
    const Point& p = points_[n - 1];
    if (!p.stands) continue;
    text += fmt::format("  :: T[_pid].at == {}{} -> me = _pid;", n, p.guard == "1" ? "" : " && " + p.guard);
    for (std::size_t k = 0; k < p.live.size(); ++k)
      text += fmt::format(" {} = T[me].s[{}];", variables_.at(p.live[k]), k);
    text += fmt::format(" goto G{}\n", n);
  }
  text += "  fi;\n";
  const std::string last = tail();
  return head() + text + body_ + stops_ + last + "  }\n  od\n}\n";
}

}  // namespace fermata::emit
