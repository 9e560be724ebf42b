// SPDX-License-Identifier: Apache-2.0
// What LLVM's constructs become.
#include <gtest/gtest.h>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

using ir::Op;

ir::Program load_ll(std::string_view text) { return load_program({{"program.ll", std::string(text)}}); }

std::vector<std::string> unmodelled_texts(const ir::Program& program, const ir::Function& function) {
  std::vector<std::string> texts;
  for (const ir::Instruction* i : intrinsics(function, ir::Intrinsic::unmodelled)) {
    const auto& bytes = program.globals[i->operands[0].index].bytes;
    texts.emplace_back(bytes.begin(), bytes.end());
  }
  return texts;
}

TEST(Entry, registers_destructors_runs_constructors_by_priority_then_main_then_exit) {
  ir::Program program = load_c(R"(
#include <stdio.h>
int order;
__attribute__((constructor(300))) void second(void) { order = order * 10 + 2; }
__attribute__((constructor(200))) void first(void) { order = order * 10 + 1; }
__attribute__((destructor)) void last(void) { order = 0; }
int main(int argc, char **argv, char **envp) { return argv[argc] == envp[0]; }
)");
  const ir::Function& entry = program[program.entry];
  EXPECT_EQ(entry.name, "fermata.entry");
  std::vector<std::string> called;
  for (const ir::Instruction* call : instructions(entry, Op::call))
    called.push_back(program.functions[call->operands[0].index].name);
  EXPECT_EQ(called, (std::vector<std::string>{"fermata.register_destructors", "first", "second", "main", "exit"}));
  const ir::Instruction& main = *instructions(entry, Op::call)[3];
  ASSERT_EQ(main.operands.size(), 4u);
  EXPECT_EQ(main.operands[1], ir::Operand::constant(1));
  const ir::Global& arguments = program.globals[main.operands[2].index];
  ASSERT_EQ(arguments.relocations.size(), 1u);
  EXPECT_EQ(arguments.size, 16u);
}

TEST(Entry, takes_a_main_without_parameters) {
  ir::Program program = load_cxx("int main() {}\n");
  EXPECT_EQ(instructions(program[program.entry], Op::call).front()->operands.size(), 1u);
}

TEST(Phi, values_that_change_places_are_copied_through_a_third_register) {
  // After i rounds a is what b was: the classic swap, which one copy after another gets wrong.
  ir::Program program = load_ll(R"(
@n = global i32 0
define i32 @swap(i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %v = load i32, ptr @n
  %more = icmp eq i32 %v, 0
  br i1 %more, label %loop, label %out
out:
  ret i32 %a
}
@table = global ptr @swap
define i32 @main() {
  %f = load ptr, ptr @table
  %r = call i32 %f(i32 1, i32 2)
  ret i32 %r
}
)");
  const ir::Function& swap = function(program, "swap");
  // On the edge back: t = a; a = b; b = t, in whatever names.
  bool found = false;
  for (const ir::Block& block : swap.blocks) {
    std::vector<const ir::Instruction*> copies;
    for (const ir::Instruction& i : block.instructions) {
      if (i.op == Op::copy) copies.push_back(&i);
    }
    if (copies.size() != 3) continue;
    found = true;
    EXPECT_EQ(copies[0]->operands[0], ir::Operand::of(copies[1]->results[0]));
    EXPECT_EQ(copies[1]->operands[0], ir::Operand::of(copies[2]->results[0]));
    EXPECT_EQ(copies[2]->operands[0], ir::Operand::of(copies[0]->results[0]));
  }
  EXPECT_TRUE(found) << ir::to_text(program);
}

TEST(Calls, with_variable_arguments_hand_over_one_object_made_on_entry) {
  ir::Program program = load_c(R"(
#include <stdarg.h>
int sum(int n, ...) {
  va_list list, other;
  va_start(list, n);
  va_copy(other, list);
  int total = 0;
  while (n-- > 0) total += va_arg(other, int);
  total += (int)va_arg(list, double);
  va_end(other);
  va_end(list);
  return total;
}
int (*table[])(int, ...) = {sum};
int main(int argc, char **argv) {
  int total = 0;
  for (int i = 0; i < argc; i++) total += table[0](1, i, 2.5, "text") + table[0](0);
  return total;
}
)");
  const ir::Function& sum = function(program, "sum");
  EXPECT_TRUE(sum.variadic);
  EXPECT_EQ(sum.parameters, 1u);
  // va_start: 48, 176, the extra parameter, nothing.
  auto stores_of = [&](const ir::Operand& value) {
    return instructions(sum, [&](const ir::Instruction& i) { return i.op == Op::store && i.operands[0] == value; })
        .size();
  };
  EXPECT_EQ(stores_of(ir::Operand::constant(48)), 1u);
  EXPECT_EQ(stores_of(ir::Operand::constant(176)), 1u);
  EXPECT_EQ(stores_of(ir::Operand::of(1)), 1u);

  const ir::Function& main = function(program, "main");
  auto calls = instructions(main, Op::call);
  ASSERT_EQ(calls.size(), 2u);
  ASSERT_EQ(calls[0]->operands.size(), 3u);
  EXPECT_EQ(calls[1]->operands[2], ir::Operand::constant(0)) << "no extra arguments, no object";
  auto objects = instructions(main, Op::alloca_);
  ASSERT_EQ(objects.size(), 1u);
  EXPECT_EQ(objects[0], &main.blocks[0].instructions[0]);
  EXPECT_EQ(objects[0]->operands[0], ir::Operand::constant(24));
  EXPECT_EQ(calls[0]->operands[2], ir::Operand::of(objects[0]->results[0]));
  auto stores = instructions(main, Op::store);
  ASSERT_EQ(stores.size(), 3u);
  for (const ir::Instruction* store : stores) EXPECT_TRUE(store->local);
}

TEST(Calls, copy_structs_that_are_passed_in_memory) {
  ir::Program program = load_c(R"(
struct big { long a[5]; } shared;
long last(struct big b) { b.a[0]++; return b.a[4]; }
long (*table[])(struct big) = {last};
int main(void) { return (int)table[0](shared); }
)");
  const ir::Function& main = function(program, "main");
  auto copies = instructions(main, Op::copy_bytes);
  ASSERT_FALSE(copies.empty());
  EXPECT_EQ(copies.back()->operands[2], ir::Operand::constant(40));
  EXPECT_EQ(instructions(main, Op::call)[0]->operands[1], copies.back()->operands[0]);
}

TEST(Calls, that_disagree_with_the_function_pass_what_it_takes) {
  ir::Program program = load_ll(R"(
@n = global i32 0
define i32 @takes_two(i64 %a, i32 %b) noinline {
  store volatile i32 %b, ptr @n
  %r = trunc i64 %a to i32
  ret i32 %r
}
define void @main() {
  call void @takes_two(i32 7)
  call void @takes_two(i64 7, i32 8, i32 9)
  ret void
}
)");
  EXPECT_FALSE(program.functions.empty());
}

TEST(Exceptions, invoke_becomes_a_call_that_unwinds_to_a_landing) {
  ir::Program program = load_cxx(R"(
struct A { int n; };
struct Guard { ~Guard(); };
void may_throw();
int count;
Guard::~Guard() { count++; }
int catches() {
  try { Guard g; may_throw(); may_throw(); return 1; }
  catch (A &a) { return a.n; }
  catch (int) { return 2; }
  catch (...) { return 3; }
}
int main() { return catches(); }
)");
  // Wherever inlining has put it:
  std::vector<const ir::Instruction*> landings;
  std::size_t unwinding = 0;
  for (const ir::Function& f : program.functions) {
    for (const ir::Instruction* i : instructions(f, Op::landing)) landings.push_back(i);
    for (const ir::Instruction* call : instructions(f, Op::call)) {
      if (!call->unwind || program.functions[call->operands[0].index].shown != "may_throw") continue;
      unwinding++;
      EXPECT_EQ(f.blocks[static_cast<std::size_t>(*call->unwind)].instructions[0].op, Op::landing);
    }
  }
  EXPECT_EQ(unwinding, 2u);
  ASSERT_FALSE(landings.empty());
  using Kind = ir::Clause::Kind;
  const auto& clauses = landings[0]->clauses;
  ASSERT_EQ(clauses.size(), 3u);
  EXPECT_EQ(clauses[0].kind, Kind::catch_type);
  EXPECT_EQ(program.globals[clauses[0].types.at(0).index].name, "_ZTI1A");
  EXPECT_EQ(clauses[1].kind, Kind::catch_type);
  EXPECT_EQ(program.globals[clauses[1].types.at(0).index].name, "_ZTIi");
  EXPECT_EQ(clauses[2].kind, Kind::catch_all);

  // The selector is compared with the number of the type's global, plus one.
  bool compared = false;
  for (const ir::Function& f : program.functions) {
    for (const ir::Instruction* i :
         instructions(f, [](const ir::Instruction& one) { return one.op == Op::eq || one.op == Op::switch_; })) {
      ir::Bits wanted = clauses[0].types[0].index + 1;
      if (i->op == Op::eq)
        compared |= i->operands[1] == ir::Operand::constant(wanted);
      else
        for (ir::Bits value : i->cases) compared |= value == wanted;
    }
  }
  EXPECT_TRUE(compared) << ir::to_text(program);
}

TEST(Exceptions, landings_that_merge_values_are_kept_apart) {
  ir::Program program = load_ll(R"(
@n = global i32 0
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
define void @main() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %next unwind label %pad
next:
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %where = phi i32 [ 1, %0 ], [ 2, %next ]
  %lp = landingpad { ptr, i32 } cleanup
  store i32 %where, ptr @n
  resume { ptr, i32 } %lp
done:
  ret void
}
)");
  const ir::Function& main = function(program, "main");
  EXPECT_EQ(instructions(main, Op::landing).size(), 2u);
  auto calls = instructions(main, Op::call);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_NE(calls[0]->unwind, calls[1]->unwind);
}

TEST(Exceptions, to_go_on_after_cleaning_up_is_a_call_of_the_runtime) {
  ir::Program program = load_cxx(R"(
struct Guard { ~Guard(); };
void may_throw();
int count;
Guard::~Guard() { count++; }
int main() { Guard g; may_throw(); }
)");
  const ir::Function& main = function(program, "main");
  EXPECT_TRUE(instructions(main, Op::resume).empty());
  std::size_t found = 0;
  for (const ir::Instruction* call : instructions(main, Op::call)) {
    const ir::Function& callee = program.functions[call->operands[0].index];
    if (callee.name != "_Unwind_Resume") continue;
    ++found;
    EXPECT_FALSE(callee.blocks.empty());
    EXPECT_FALSE(call->unwind);
  }
  EXPECT_EQ(found, 1u);
}

TEST(Atomics, of_every_size_keep_their_width_and_are_one_step) {
  ir::Program program = load_c(R"(
unsigned char a; unsigned short b; unsigned c; unsigned long d; __int128 e;
__int128 all(void) {
  __atomic_fetch_add(&a, 1, __ATOMIC_RELAXED);
  __atomic_fetch_nand(&b, 1, __ATOMIC_ACQUIRE);
  __atomic_fetch_xor(&c, 1, __ATOMIC_SEQ_CST);
  __atomic_exchange_n(&d, 1, __ATOMIC_RELEASE);
  __int128 expected = 0;
  __sync_val_compare_and_swap(&e, expected, 5);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return 0;
}
__int128 (*table[])(void) = {all};
int main(void) { return (int)table[0](); }
)");
  const ir::Function& all = function(program, "all");
  auto modifying = instructions(all, Op::read_modify_write);
  ASSERT_EQ(modifying.size(), 4u);
  std::vector<std::pair<ir::Modify, unsigned>> seen;
  for (const ir::Instruction* i : modifying) {
    EXPECT_EQ(i->access, ir::Access::atomic);
    seen.emplace_back(i->modify, i->type.bits);
  }
  EXPECT_EQ(seen,
            (std::vector<std::pair<ir::Modify, unsigned>>{
                {ir::Modify::add, 8}, {ir::Modify::nand, 16}, {ir::Modify::xor_, 32}, {ir::Modify::exchange, 64}}));
  auto exchange = instructions(all, Op::compare_exchange);
  ASSERT_EQ(exchange.size(), 1u);
  EXPECT_EQ(exchange[0]->type, ir::integer(128));
  EXPECT_FALSE(exchange[0]->weak);
  EXPECT_EQ(instructions(all, Op::fence).size(), 1u) << "a fence against signals only is none";
}

TEST(Atomics, std_atomic_of_sixteen_bytes_and_a_weak_exchange) {
  ir::Program program = load_cxx(R"(
#include <atomic>
struct Pair { long a, b; };
std::atomic<Pair> pair;
std::atomic<int> n;
int main() {
  Pair p = pair.load();
  pair.store({p.b, p.a});
  int expected = 0;
  return n.compare_exchange_weak(expected, 1);
}
)",
                                 {"-mcx16"});
  const ir::Function& main = function(program, "main");
  auto weak = instructions(main, Op::compare_exchange);
  ASSERT_FALSE(weak.empty());
  EXPECT_TRUE(weak.back()->weak);
}

TEST(ThreadLocal, variables_are_marked_and_addressed_directly) {
  ir::Program program = load_c("_Thread_local int mine = 3;\nint main(void) { return ++mine; }\n");
  const ir::Global* mine = find_global(program, "mine");
  ASSERT_NE(mine, nullptr);
  EXPECT_TRUE(mine->thread_local_);
  EXPECT_EQ(mine->bytes, (std::vector<std::uint8_t>{3}));
  EXPECT_EQ(accesses(program, function(program, "main"), "mine").size(), 2u);
}

TEST(InitialValues, have_the_bytes_and_addresses_of_the_source) {
  ir::Program program = load_c(R"(
int target[4];
void f(void) {}
struct { char c; short s; int *p; void (*f)(void); double d; int *none; const char *text; } v =
    {1, 0x203, &target[2], f, 1.0, 0, "hi"};
int main(void) { return v.c + v.s; }
)");
  const ir::Global* v = find_global(program, "v");
  ASSERT_NE(v, nullptr);
  EXPECT_EQ(v->size, 48u);
  EXPECT_EQ(v->bytes.at(0), 1);
  EXPECT_EQ(v->bytes.at(2), 3);
  EXPECT_EQ(v->bytes.at(3), 2);
  EXPECT_EQ(v->bytes.at(31), 0x3f);
  ASSERT_EQ(v->relocations.size(), 3u);
  EXPECT_EQ(v->relocations[0].offset, 8u);
  EXPECT_EQ(v->relocations[0].target.bits, 8u);
  EXPECT_EQ(v->relocations[1].target.kind, ir::Operand::Kind::function);
  EXPECT_EQ(v->relocations[2].offset, 40u);
}

TEST(Structs, of_two_floats_in_one_vector_register_are_two_registers_here) {
  ir::Program program = load_c(R"(
struct point { float x, y; } p;
struct point turn(struct point q) { struct point r = {q.y, -q.x}; return r; }
struct point (*table[])(struct point) = {turn};
int main(void) { p = table[0](p); return 0; }
)");
  const ir::Function& turn = function(program, "turn");
  EXPECT_EQ(turn.parameters, 2u);
  EXPECT_EQ(turn.results, (std::vector<ir::Type>{ir::floating(32), ir::floating(32)}));
  EXPECT_TRUE(unmodelled_texts(program, turn).empty());
}

TEST(Jumps, through_a_table_of_labels_are_a_switch) {
  ir::Program program = load_c(R"(
int n;
int run(const char *code) {
  static void *const table[] = {&&up, &&down, &&stop};
  goto *table[(int)*code++];
up: n++; goto *table[(int)*code++];
down: n--; goto *table[(int)*code++];
stop: return n;
}
int (*function[])(const char *) = {run};
int main(void) { return function[0]("\0\1\2"); }
)");
  const ir::Function& run = function(program, "run");
  EXPECT_TRUE(unmodelled_texts(program, run).empty());
  EXPECT_FALSE(instructions(run, Op::switch_).empty());
  EXPECT_EQ(accesses(program, run, "n").size(), 5u);
}

TEST(Unmodelled, code_ends_a_run_only_where_it_stands) {
  ir::Program program = load_c(R"(
int n;
void assembly(void) { __asm__ volatile("cpuid" : : : "eax", "ebx", "ecx", "edx"); }
void harmless(void) { __asm__ volatile("" ::: "memory"); __asm__ volatile("pause"); __asm__ volatile("mfence" ::: "memory"); }
int kept(int x) { __asm__("" : "+r"(x)); return x; }
void (*table[])(void) = {assembly, harmless, (void (*)(void))kept};
int main(void) { table[0](); return 0; }
)");
  EXPECT_EQ(unmodelled_texts(program, function(program, "assembly")),
            (std::vector<std::string>{"inline assembly: cpuid"}));
  EXPECT_TRUE(unmodelled_texts(program, function(program, "harmless")).empty());
  EXPECT_EQ(instructions(function(program, "harmless"), Op::fence).size(), 1u);
  const ir::Function& kept = function(program, "kept");
  EXPECT_EQ(instructions(kept, Op::ret).at(0)->operands.at(0), ir::Operand::of(0));
}

TEST(Unmodelled, floating_types_beyond_double_can_be_moved_but_not_computed_with) {
  ir::Program program = load_ll(R"(
@x = global x86_fp80 0xK00000000000000000000
define void @moves() {
  %v = load x86_fp80, ptr @x
  store x86_fp80 %v, ptr @x
  ret void
}
define void @adds() {
  %v = load x86_fp80, ptr @x
  %w = fadd x86_fp80 %v, %v
  store x86_fp80 %w, ptr @x
  ret void
}
@table = global [2 x ptr] [ptr @moves, ptr @adds]
define void @main() {
  %f = load ptr, ptr @table
  call void %f()
  ret void
}
)");
  EXPECT_TRUE(unmodelled_texts(program, function(program, "moves")).empty());
  EXPECT_EQ(unmodelled_texts(program, function(program, "adds")), (std::vector<std::string>{"arithmetic on x86_fp80"}));
}

TEST(Intrinsics, of_llvm_become_operations) {
  ir::Program program = load_ll(R"(
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare {i32, i1} @llvm.umul.with.overflow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare double @llvm.copysign.f64(double, double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare void @llvm.trap()
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
@i = global i32 0
@d = global double 0.0
define void @main() {
  %a = load i32, ptr @i
  %b = load i32, ptr @i
  %f = load double, ptr @d
  %r1 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %a)
  %r2 = call i32 @llvm.sadd.sat.i32(i32 %r1, i32 %b)
  %r3 = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %r2, i32 %b)
  %r4 = extractvalue {i32, i1} %r3, 0
  %o = extractvalue {i32, i1} %r3, 1
  %r4o = select i1 %o, i32 %r4, i32 77
  %r5 = call i32 @llvm.ctlz.i32(i32 %r4o, i1 false)
  store i32 %r5, ptr @i
  %r6 = call double @llvm.copysign.f64(double %f, double -1.0)
  store double %r6, ptr @d
  %nan = call i1 @llvm.is.fpclass.f64(double %f, i32 3)
  br i1 %nan, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  ret void
}
)");
  const ir::Function& main = function(program, "main");
  EXPECT_TRUE(unmodelled_texts(program, main).empty());
  EXPECT_EQ(instructions(main, Op::saddo).size(), 1u);
  EXPECT_EQ(instructions(main, Op::umulo).size(), 1u);
  EXPECT_EQ(instructions(main, Op::ctlz).size(), 1u);
  EXPECT_EQ(intrinsics(main, ir::Intrinsic::fail).size(), 1u);
}

TEST(Intrinsics, of_the_machine_stay_what_they_are) {
  ir::Program program = load_c(R"(
int __fermata_choose(int n, int why);
int __fermata_unheard_of(void);
int main(void) { return __fermata_choose(3, 0) == 3 ? __fermata_unheard_of() : 0; }
)");
  const ir::Function& main = function(program, "main");
  EXPECT_EQ(intrinsics(main, ir::Intrinsic::choose).size(), 1u);
  EXPECT_EQ(unmodelled_texts(program, main), (std::vector<std::string>{"__fermata_unheard_of"}));
  EXPECT_EQ(find_function(program, "__fermata_choose"), nullptr);
}

TEST(Runtime, a_mutex_is_made_of_intrinsics) {
  ir::Program program = load_c(R"(
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
)");
  bool blocks = false;
  for (const ir::Function& f : program.functions) {
    blocks |= !intrinsics(f, ir::Intrinsic::block_until).empty();
    EXPECT_FALSE(f.name.starts_with("pthread_") && f.blocks.empty()) << f.name;
  }
  EXPECT_TRUE(blocks);
}

TEST(Runtime, threads_and_locks_of_cxx_get_through) {
  ir::Program program = load_cxx(R"(
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
std::mutex m;
std::condition_variable c;
std::vector<std::string> lines;
int main() {
  std::thread t([] { std::unique_lock l(m); c.wait(l, [] { return !lines.empty(); }); });
  { std::lock_guard l(m); lines.push_back("hello"); }
  c.notify_one();
  t.join();
  return std::make_shared<int>(3).use_count();
}
)");
  EXPECT_NE(find_function(program, "main"), nullptr);
}

}  // namespace
}  // namespace fermata::frontend::llvm
