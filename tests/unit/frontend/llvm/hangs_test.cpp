// SPDX-License-Identifier: Apache-2.0
// No hang and no shared access may get lost on the way to the ir, whatever the user asks of clang.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

struct Dialect {
  const char* name;
  const char* file;
  const char* level;
};
std::ostream& operator<<(std::ostream& stream, const Dialect& dialect) { return stream << dialect.name; }

class Hangs : public testing::TestWithParam<Dialect> {
 protected:
  bool cxx() const { return std::string_view(GetParam().file).ends_with(".cpp"); }
  ir::Program load_here(std::string text) const {
    return load_program({{GetParam().file, std::move(text)}}, {GetParam().level});
  }
};

INSTANTIATE_TEST_SUITE_P(at_each_level, Hangs,
                         testing::Values(Dialect{"C_O0", "p.c", "-O0"}, Dialect{"C_O1", "p.c", "-O1"},
                                         Dialect{"C_O2", "p.c", "-O2"}, Dialect{"C_O3", "p.c", "-O3"},
                                         Dialect{"Cxx_O0", "p.cpp", "-O0"}, Dialect{"Cxx_O1", "p.cpp", "-O1"},
                                         Dialect{"Cxx_O2", "p.cpp", "-O2"}, Dialect{"Cxx_O3", "p.cpp", "-O3"}),
                         [](const auto& info) { return std::string(info.param.name); });

// What compilers like to merge, move or drop because only one thread is looked at.
constexpr const char* racy_patterns = R"(
int x, y, arr[16];
struct S { int a, b; } s, t;
void store_store(int, int) { x = 1; x = 2; }
int load_load(int, int) { int a = x; int b = x; return a - b; }
void count_up(int n, int) { for (int i = 0; i < n; i++) x++; }
void clear(int, int) { for (int i = 0; i < 16; i++) arr[i] = 0; }
void maybe_store(int c, int) { x = 1; if (c) x = 2; }
void two_maybe_stores(int a, int b) { if (a) y = 1; if (b) y = 2; }
void same_in_both(int c, int) { if (c) { x = 1; y = 1; } else { x = 1; y = 2; } }
void copy(int, int) { s = t; }
void two_fields(int, int) { s.a = 1; s.b = 2; }
void unused_loads(int, int) { (void)x; int z = y; (void)z; }
int store_load(int, int) { x = 5; return x; }
)";

// (void)x reads x in C and not in C++.
struct Expected {
  const char* function;
  const char* global;
  std::size_t count;
};
constexpr Expected expected[] = {
    {"store_store", "x", 2}, {"load_load", "x", 2},        {"count_up", "x", 2},     {"clear", "arr", 1},
    {"maybe_store", "x", 2}, {"two_maybe_stores", "y", 2}, {"same_in_both", "x", 2}, {"same_in_both", "y", 2},
    {"two_fields", "s", 2},  {"unused_loads", "y", 1},     {"store_load", "x", 2},   {"copy", "s", 1},
    {"copy", "t", 1},
};

TEST_P(Hangs, no_racy_access_is_merged_moved_or_dropped_in_a_function_of_its_own) {
  // Called through a table that anybody may write, so that each stays a function.
  ir::Program program = load_here(std::string(racy_patterns) + R"(
typedef void (*pattern)(int, int);
pattern table[] = {store_store, (pattern)load_load, count_up, clear, maybe_store, two_maybe_stores, same_in_both,
                   copy, two_fields, unused_loads, (pattern)store_load};
int main(int argc, char **argv) { for (int i = 0; i < 11; i++) table[i](argc, i); return 0; }
)");
  for (const Expected& one : expected) {
    EXPECT_EQ(accesses(program, function(program, one.function), one.global).size(), one.count)
        << one.function << " of " << one.global;
  }
  EXPECT_EQ(accesses(program, function(program, "unused_loads"), "x").size(), cxx() ? 0 : 1);
  for (const auto& [name, global] : {std::pair("count_up", "x"), std::pair("clear", "arr")}) {
    for (const ir::Instruction* access : accesses(program, function(program, name), global)) {
      EXPECT_TRUE(in_loop(function(program, name), access)) << name;
    }
  }
}

TEST_P(Hangs, no_racy_access_is_merged_moved_or_dropped_after_inlining) {
  ir::Program program = load_here(std::string(racy_patterns) + R"(
int main(int argc, char **argv) {
  store_store(0, 0); load_load(0, 0); count_up(argc, 0); clear(0, 0); maybe_store(argc, 0); two_maybe_stores(argc, argc - 1);
  same_in_both(argc, 0); copy(0, 0); two_fields(0, 0); unused_loads(0, 0); return store_load(0, 0);
}
)");
  EXPECT_EQ(find_function(program, "store_store"), nullptr) << "the test is about inlined functions";
  EXPECT_EQ(count_accesses(program, "x"), cxx() ? 12u : 13u);
  EXPECT_EQ(count_accesses(program, "y"), 5u);
  EXPECT_EQ(count_accesses(program, "s") + count_accesses(program, "t"), 4u);
  EXPECT_EQ(count_accesses(program, "arr"), 1u);
}

TEST_P(Hangs, a_wait_for_a_flag_reads_it_each_turn_and_stays_a_loop) {
  std::string source = cxx() ? "#include <atomic>\nstd::atomic<int> atomic_flag_;\n" : "_Atomic int atomic_flag_;\n";
  source += R"(
int plain_flag;
volatile int volatile_flag;
int data;
void wait_plain(void) { while (!plain_flag) {} data++; }
void wait_volatile(void) { while (!volatile_flag) {} data++; }
void wait_atomic(void) { while (!atomic_flag_) {} data++; }
void (*table[])(void) = {wait_plain, wait_volatile, wait_atomic};
int main(void) { for (int i = 0; i < 3; i++) table[i](); return 0; }
)";
  ir::Program program = load_here(source);
  struct Case {
    const char* function;
    const char* flag;
    ir::Access access;
  };
  for (const Case& one : {Case{"wait_plain", "plain_flag", ir::Access::plain},
                          Case{"wait_volatile", "volatile_flag", ir::Access::volatile_},
                          Case{"wait_atomic", "atomic_flag_", ir::Access::atomic}}) {
    const ir::Function& waits = function(program, one.function);
    auto reads = accesses(program, waits, one.flag);
    ASSERT_FALSE(reads.empty()) << one.function;
    bool looped = false;
    for (const ir::Instruction* read : reads) {
      EXPECT_EQ(read->op, ir::Op::load);
      EXPECT_EQ(read->access, one.access) << one.function;
      EXPECT_FALSE(read->local);
      looped |= in_loop(waits, read);
    }
    EXPECT_TRUE(looped) << one.function << "\n" << ir::to_text(program);
    EXPECT_EQ(accesses(program, waits, "data").size(), 2u) << one.function;
  }
}

TEST_P(Hangs, an_endless_loop_over_nothing_shared_stays) {
  ir::Program program = load_here(R"(
int data;
void forever(void) { for (;;) {} }
void until(void) { int x = 0; while (x == 0) {} data = 1; }
void (*table[])(void) = {forever, until};
int main(void) { table[0](); table[1](); return 0; }
)");
  for (const char* name : {"forever", "until"}) {
    const ir::Function& loops = function(program, name);
    bool looped = false;
    for (const ir::Block& block : loops.blocks) looped |= in_loop(loops, &block.instructions.back());
    EXPECT_TRUE(looped) << ir::to_text(program);
    EXPECT_TRUE(instructions(loops, ir::Op::unreachable).empty()) << name;
  }
}

TEST_P(Hangs, an_atomic_used_by_one_function_only_is_not_made_private) {
  // Two threads may run it at the same time.
  ir::Program program = load_here(R"(
static int turn;
int turns(void) { __atomic_store_n(&turn, 1, __ATOMIC_SEQ_CST); return __atomic_load_n(&turn, __ATOMIC_SEQ_CST); }
int (*table[])(void) = {turns};
int main(void) { return table[0](); }
)");
  EXPECT_EQ(accesses(program, function(program, "turns"), "turn").size(), 2u);
}

TEST_P(Hangs, a_recursion_without_end_is_not_turned_into_a_loop) {
  ir::Program program = load_here(R"(
int deeper(int n) { return deeper(n + 1); }
int (*table[])(int) = {deeper};
int main(void) { return table[0](0); }
)");
  EXPECT_EQ(instructions(function(program, "deeper"), ir::Op::call).size(), 1u);
}

TEST(Local, a_variable_whose_address_nobody_gets_is_marked_so) {
  ir::Program program = load_c(R"(
int sum(int n) { int a[4] = {1, 2, 3, 4}; a[n & 3] = n; return a[(n + 1) & 3]; }
int (*table[])(int) = {sum};
int main(void) { return table[0](0); }
)");
  auto touched =
      instructions(function(program, "sum"), [](const ir::Instruction& i) { return ir::is_memory_access(i.op); });
  EXPECT_FALSE(touched.empty());
  for (const ir::Instruction* i : touched) EXPECT_TRUE(i->local) << ir::to_text(program, function(program, "sum"), *i);
}

TEST(Local, a_variable_whose_address_goes_to_another_thread_is_not) {
  ir::Program program = load_c(R"(
#include <pthread.h>
static void *run(void *p) { ++*(int *)p; return 0; }
int main(void) {
  int n = 0;
  pthread_t t;
  pthread_create(&t, 0, run, &n);
  n = 5;
  pthread_join(t, 0);
  return n;
}
)");
  const ir::Function& main = function(program, "main");
  auto variable = instructions(main, [](const ir::Instruction& i) { return i.op == ir::Op::alloca_ && i.text == "n"; });
  ASSERT_EQ(variable.size(), 1u);
  auto stores = instructions(main, [&](const ir::Instruction& i) {
    return i.op == ir::Op::store && i.operands[1] == ir::Operand::of(variable[0]->results[0]);
  });
  EXPECT_EQ(stores.size(), 2u);
  for (const ir::Instruction* store : stores) EXPECT_FALSE(store->local);
}

}  // namespace
}  // namespace fermata::frontend::llvm
