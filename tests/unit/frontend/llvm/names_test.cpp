// SPDX-License-Identifier: Apache-2.0
// What people are told: places, functions, variables, fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

const ir::Layout& layout_of(const ir::Program& program, std::string_view global) {
  static const ir::Layout none;
  const ir::Global* found = find_global(program, global);
  if (!found) ADD_FAILURE() << "there is no global " << global;
  return found ? program[found->layout] : none;
}

std::string describe(const ir::Program& program, const ir::Layout::Field& field) {
  const ir::Layout& type = program[field.layout];
  return field.name + " at " + std::to_string(field.offset) + " " + type.name + " " + std::to_string(type.size);
}

std::vector<std::string> describe(const ir::Program& program, const ir::Layout& layout) {
  std::vector<std::string> fields;
  for (const auto& field : layout.fields) fields.push_back(describe(program, field));
  return fields;
}

/// The places of all accesses to a global: "line function".
std::set<std::string> places(const ir::Program& program, std::string_view global) {
  std::set<std::string> found;
  for (const ir::Function& f : program.functions) {
    for (const ir::Instruction* i : accesses(program, f, global)) {
      const ir::SourcePosition& at = program[i->at];
      found.insert(std::to_string(at.line) + " " + at.function);
    }
  }
  return found;
}

TEST(Positions, are_the_users_lines_also_of_what_was_inlined) {
  ir::Program program = load_cxx(R"(#include <atomic>
std::atomic<int> counter;
int plain;
namespace { struct Hidden { void touch() { plain = 1; } }; }
template <class T> struct Box {
  void fill(T t) {
    plain = t;
  }
  template <class U> static void add(U u) { plain += u; }
};
namespace app { inline namespace v1 { void go() { plain = 4; } } }
int main() {
  counter++;
  Hidden().touch();
  Box<int>().fill(3);
  Box<int>::add<long>(3);
  app::go();
  auto f = [](int n) { plain = n; };
  f(2);
  auto g = [](auto n) { plain = n; };
  g(3);
}
)");
  EXPECT_EQ(places(program, "counter"), (std::set<std::string>{"13 main"}));
  EXPECT_EQ(places(program, "plain"), (std::set<std::string>{"4 Hidden::touch", "7 Box::fill", "9 Box::add",
                                                             "11 app::go", "18 main::lambda", "20 main::lambda"}));
}

TEST(Positions, of_code_that_only_the_library_has_say_so) {
  ir::Program program = load_cxx("#include <thread>\nint main() { std::thread([] {}).join(); }\n");
  bool library = false;
  for (const ir::SourcePosition& at : program.positions) {
    if (at.file.find("/include/c++/") != std::string::npos) {
      EXPECT_TRUE(at.library) << at.file;
      library = true;
    }
    if (!at.library) {
      EXPECT_TRUE(at.file.ends_with("program.cpp")) << at.file;
    }
  }
  EXPECT_TRUE(library);
}

TEST(Positions, name_files_as_the_user_typed_them) {
  Folder folder;
  std::string file = folder.write("here.c", "#include \"shared.h\"\nint main(void) { return touch(); }\n");
  folder.write("shared.h", "int n; static inline int touch(void) { return ++n; }\n");
  std::filesystem::path before = std::filesystem::current_path();
  auto files = [&](const std::string& typed, std::vector<std::string> flags) {
    auto loaded = load_now({{typed}, std::move(flags)});
    std::set<std::string> names;
    if (!loaded)
      ADD_FAILURE() << loaded.error().what;
    else
      for (const ir::SourcePosition& at : loaded->program.positions)
        if (!at.file.empty()) names.insert(at.file);
    return names;
  };
  EXPECT_TRUE(files(file, {}).contains(file));
  std::filesystem::current_path(folder.path(""));
  EXPECT_EQ(files("here.c", {}), (std::set<std::string>{"here.c", "shared.h"}));
  EXPECT_EQ(files("./here.c", {}), (std::set<std::string>{"./here.c", "shared.h"}));
  std::filesystem::current_path(before);
}

TEST(Positions, headers_given_with_isystem_are_not_the_users) {
  Folder folder;
  std::filesystem::create_directory(folder.path("other"));
  folder.write("other/lib.h", "int n; static inline int touch(void) { return ++n; }\n");
  auto loaded = load_now({{folder.write("here.c", "#include <lib.h>\nint main(void) {\n  return touch();\n}\n")},
                          {"-isystem", folder.path("other")}});
  ASSERT_TRUE(loaded) << loaded.error().what;
  EXPECT_EQ(places(loaded->program, "n"), (std::set<std::string>{"3 main"}));
}

constexpr const char* a_class = R"(
#include <mutex>
enum class Mode { off, on };
struct Base { long id; };
template <class T> class Queue : public Base {
 public:
  virtual ~Queue() {}
  T slots_[2][3];
  bool open_;
  Mode mode_;
  Queue *next_;
  std::mutex mutex_;
  static int made;
  struct { unsigned low : 4, high : 12; } bits_;
};
template <class T> int Queue<T>::made;
namespace app { Queue<short> queue; }
int main() {
  static int calls;
  app::queue.open_ = true;
  return ++calls + Queue<short>::made;
}
)";

TEST(Names, of_globals_are_as_the_user_writes_them) {
  ir::Program program = load_cxx(a_class);
  EXPECT_EQ(find_global(program, "app::queue")->name, "_ZN3app5queueE");
  EXPECT_NE(find_global(program, "calls"), nullptr);
  EXPECT_NE(find_global(program, "Queue::made"), nullptr);
}

TEST(Names, of_fields_bases_and_arrays_stand_at_their_offsets) {
  ir::Program program = load_cxx(a_class);
  const ir::Layout& queue = layout_of(program, "app::queue");
  EXPECT_EQ(queue.kind, ir::Layout::Kind::record);
  EXPECT_EQ(queue.name, "Queue");
  EXPECT_FALSE(queue.library);
  EXPECT_EQ(
      describe(program, queue),
      (std::vector<std::string>{" at 8 Base 8", "slots_ at 16 short[][] 12", "open_ at 28 bool 1", "mode_ at 32 Mode 4",
                                "next_ at 40 Queue<short>* 8", "mutex_ at 48 mutex 40", "bits_ at 88  4"}));
  const ir::Layout& rows = program[queue.fields[1].layout];
  EXPECT_EQ(rows.kind, ir::Layout::Kind::array);
  EXPECT_EQ(program[rows.element].kind, ir::Layout::Kind::array);
  EXPECT_EQ(program[rows.element].size, 6u);
  EXPECT_EQ(program[program[rows.element].element].kind, ir::Layout::Kind::signed_);
  EXPECT_EQ(program[queue.fields[2].layout].kind, ir::Layout::Kind::boolean);
  EXPECT_EQ(program[queue.fields[4].layout].kind, ir::Layout::Kind::pointer);
  EXPECT_TRUE(program[queue.fields[5].layout].library) << "std::mutex is the library's";
  EXPECT_EQ(describe(program, program[queue.fields[6].layout]),
            (std::vector<std::string>{"low at 0 unsigned int 4", "high at 0 unsigned int 4"}));
}

TEST(Names, of_a_struct_without_name_are_those_of_its_typedef) {
  ir::Program program = load_c(R"(
#include <pthread.h>
typedef struct { int n; const volatile char *text; } item;
typedef item element;
element one;
pthread_mutex_t lock;
int main(void) { lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; return one.n; }
)");
  EXPECT_EQ(layout_of(program, "one").name, "item");
  EXPECT_FALSE(layout_of(program, "one").library);
  EXPECT_EQ(layout_of(program, "lock").name, "pthread_mutex_t");
  EXPECT_TRUE(layout_of(program, "lock").library);
}

TEST(Names, of_variables_in_memory_and_their_lines) {
  ir::Program program = load_cxx(R"(#include <thread>
int main() {
  int shared = 0;
  std::thread t([&] { shared++; });
  shared++;
  t.join();
}
)");
  auto named = instructions(function(program, "main"),
                            [](const ir::Instruction& i) { return i.op == ir::Op::alloca_ && i.text == "shared"; });
  ASSERT_EQ(named.size(), 1u);
  EXPECT_EQ(program[named[0]->at].line, 3u);
  EXPECT_EQ(program[named[0]->layout].name, "int");
}

}  // namespace
}  // namespace fermata::frontend::llvm
