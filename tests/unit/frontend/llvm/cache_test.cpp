// SPDX-License-Identifier: Apache-2.0
// What is kept from one run to the next: found as it was or not at all, and never in place of what has changed.
#include "frontend/llvm/cache.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "frontend/llvm/ahead.h"
#include "frontend/llvm/leading_includes.h"
#include "frontend/llvm/loading.h"

namespace fermata::frontend::llvm {
namespace {

namespace fs = std::filesystem;

std::string digest_of(std::initializer_list<std::string_view> parts) {
  Key key("test");
  for (std::string_view part : parts) key.add(part);
  return key.digest();
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files(const std::string& folder) {
  std::error_code error;
  return {fs::directory_iterator(folder, error), fs::directory_iterator()};
}

TEST(Keys, are_equal_only_if_all_parts_are) {
  EXPECT_EQ(digest_of({"ab", "c"}), digest_of({"ab", "c"}));
  EXPECT_NE(digest_of({"ab", "c"}), digest_of({"a", "bc"}));
  EXPECT_NE(digest_of({"ab"}), digest_of({"ab", ""}));
}

TEST(Keys, know_a_file_by_its_times_also_if_these_are_set_back) {
  Folder folder;
  const std::string file = folder.write("clang", "one");
  const auto identity = [&] {
    Key key("test");
    key.add_identity(file);
    return key.digest();
  };
  const std::string before = identity();
  EXPECT_EQ(identity(), before);
  const auto time = fs::last_write_time(file);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  folder.write("clang", "two");
  fs::last_write_time(file, time);
  EXPECT_NE(identity(), before);
}

TEST(TheCache, finds_what_was_kept_and_nothing_else) {
  Folder folder;
  const Cache cache(folder.path("a/b/cache"));
  const std::string one = digest_of({"one"});
  EXPECT_FALSE(cache.find(one));
  cache.keep(one, "content");
  EXPECT_EQ(cache.find(one), "content");
  EXPECT_FALSE(cache.find(digest_of({"two"})));
  cache.keep(digest_of({"nothing"}), "");
  EXPECT_EQ(cache.find(digest_of({"nothing"})), "");
  EXPECT_FALSE(Cache().find(one));
}

TEST(TheCache, is_for_the_user_alone) {
  Folder folder;
  const Cache cache(folder.path("new/cache"));
  cache.keep(digest_of({"one"}), "content");
  for (const char* made : {"new", "new/cache"})
    EXPECT_EQ(fs::status(folder.path(made)).permissions(), fs::perms::owner_all) << made;
  ASSERT_EQ(files(folder.path("new/cache")).size(), 1u);
  EXPECT_EQ(fs::status(files(folder.path("new/cache"))[0]).permissions() & ~fs::perms::owner_all, fs::perms::none);
}

TEST(TheCache, takes_a_damaged_file_for_none_and_replaces_it) {
  Folder folder;
  const Cache cache(folder.path("cache"));
  const std::string one = digest_of({"one"}), two = digest_of({"two"});
  cache.keep(one, "the content of this");
  const fs::path file = files(folder.path("cache")).at(0);
  const std::string whole = content(file);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bad = whole;
    bad[at] ^= 1;
    std::ofstream(file, std::ios::binary) << bad;
    EXPECT_FALSE(cache.find(one)) << at;
    std::ofstream(file, std::ios::binary) << whole.substr(0, at);
    EXPECT_FALSE(cache.find(one)) << at;
  }
  std::ofstream(file, std::ios::binary) << whole << "more";
  EXPECT_FALSE(cache.find(one));
  cache.keep(one, "the content of this");
  EXPECT_EQ(cache.find(one), "the content of this");
  fs::rename(file, folder.path("cache/" + two));
  EXPECT_FALSE(cache.find(two)) << "it was kept under another name";
}

TEST(TheCache, takes_what_is_no_file_for_none) {
  Folder folder;
  const Cache cache(folder.path("cache"));
  const std::string one = digest_of({"one"}), two = digest_of({"two"}), three = digest_of({"three"});
  cache.keep(one, "content");
  fs::create_symlink(folder.path("cache/" + one), folder.path("cache/" + two));
  EXPECT_FALSE(cache.find(two));
  fs::create_directory(folder.path("cache/" + three));
  EXPECT_FALSE(cache.find(three));
  cache.keep(three, "content");
  EXPECT_FALSE(cache.find(three));
}

TEST(TheCache, does_without_a_folder_that_cannot_be_made) {
  Folder folder;
  const std::string file = folder.write("file", "this is no folder");
  const Cache cache(file + "/cache");
  cache.keep(digest_of({"one"}), "content");
  EXPECT_FALSE(cache.find(digest_of({"one"})));
  EXPECT_EQ(content(file), "this is no folder");
}

TEST(TheCache, stays_below_its_size_and_gives_up_what_was_not_used_for_the_longest_time) {
  Folder folder;
  const Cache cache(folder.path("cache"), 10'000);
  const std::string text(1000, 'x');
  const std::string foreign = (fs::create_directory(folder.path("cache")), folder.write("cache/letter.txt", text));
  const auto name = [](int i) { return digest_of({std::to_string(i)}); };
  for (int i = 0; i < 40; ++i) {
    cache.keep(name(i), text);
    EXPECT_TRUE(cache.find(name(0))) << "it is in use";
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // as coarse as times of files are
  }
  std::uintmax_t bytes = 0;
  for (const fs::path& file : files(folder.path("cache"))) bytes += fs::file_size(file);
  EXPECT_LE(bytes, 11'000u);
  EXPECT_GE(bytes, 6'000u);
  EXPECT_FALSE(cache.find(name(1)));
  EXPECT_TRUE(cache.find(name(39)));
  EXPECT_EQ(content(foreign), text) << "what is not ours stays";
}

TEST(TheCache, removes_what_a_killed_process_has_left_an_hour_ago) {
  Folder folder;
  const Cache cache(folder.path("cache"));
  cache.keep(digest_of({"one"}), "content");
  const std::string recent = folder.write("cache/unfinished-aaaaaa", "half"),
                    old = folder.write("cache/unfinished-b", "half");
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.keep(digest_of({"two"}), "content");
  EXPECT_TRUE(fs::exists(recent)) << "somebody may be writing it";
  EXPECT_FALSE(fs::exists(old));
}

// Which lines are precompiled

std::string leading(std::string_view source) {
  std::string names;
  for (const LeadingInclude& one : leading_includes(source)) names += one.name + " ";
  return names;
}

TEST(LeadingIncludes, are_includes_of_the_system_among_comments) {
  EXPECT_EQ(leading("// first\n\n#include <thread>\n  # include\t<mutex> // for locks\n/* a\n b */\n#include "
                    "<bits/c++config.h>\nint x;\n"),
            "thread mutex bits/c++config.h ");
  EXPECT_EQ(leading("#include <a>\r\n#include <b>\r\n"), "a b ");
}

TEST(LeadingIncludes, end_where_something_else_may_change_their_meaning) {
  for (const char* end :
       {"#define _GNU_SOURCE", "#include \"own.h\"", "#if 1", "#pragma once", "int x;", "#include NAME",
        "#include_next <c>", "/* one line */ #include <c>", "#include <c> int y;", "#include /**/ <c>",
        "// a comment that goes on \\", "#include <c> \\", "#include <c", "#import <c>", "// oh ?\?/",
        "#include <c> /* a comment", "/* a comment that does not end", "#include <a\"b>"})
    EXPECT_EQ(leading("#include <a>\n" + std::string(end) + "\n#include <b>\n"), "a ") << end;
  EXPECT_EQ(leading("#include <a>"), "") << "the line has no end";
}

TEST(LeadingIncludes, know_their_line_and_where_the_next_one_begins) {
  const std::string source = "/* one\n   two */\n// three\n#include <four>\n#include <five>\nint x;\n";
  const auto found = leading_includes(source);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(source.substr(found[0].end, 15), "#include <five>");
  EXPECT_EQ(found[1].line, 5u);
  EXPECT_EQ(source.substr(found[1].end), "int x;\n");
}

TEST(LeadingIncludes, are_followed_into_headers_of_the_user_up_to_anything_else) {
  const std::map<std::string, std::string> own{
      {"once.h", "// a class\n#pragma once\n#include <mutex>\n#include <queue>\nclass X;\n#include <late>\n"},
      {"guarded.h",
       "#ifndef GUARDED_H\n#define GUARDED_H\n#include <atomic>\n#include \"once.h\"\n#include <late>\n#endif\n"},
      {"not_guarded.h", "#ifndef A\n#define B\n#include <late>\n#endif\n"},
      {"switch.h", "#define NDEBUG\n#include <late>\n"},
      {"itself.h", "#include \"itself.h\"\n#include <late>\n"},
  };
  const auto names = [&](const std::string& source) {
    const auto all = leading_names(source, "main.cpp", [&](const std::string& name, bool quoted, const std::string&) {
      const auto found = own.find(name);
      if (found == own.end()) return quoted ? std::nullopt : std::optional(FoundHeader{name, true, ""});
      return std::optional(FoundHeader{name, false, found->second});
    });
    std::string text;
    for (const std::string& name : all.headers) text += name + " ";
    for (const std::string& guard : all.guards) text += guard + " ";
    return text;
  };
  EXPECT_EQ(names("#include \"once.h\"\n#include <late>\n"), "mutex queue ");
  EXPECT_EQ(names("#include <thread>\n#include <once.h>\n"), "thread mutex queue ");
  EXPECT_EQ(names("#include <thread>\n#include \"guarded.h\"\n"), "thread atomic mutex queue GUARDED_H ");
  for (const char* other : {"not_guarded.h", "switch.h", "itself.h", "nowhere.h"})
    EXPECT_EQ(names(fmt::format("#include <thread>\n#include \"{}\"\n", other)), "thread ") << other;
  EXPECT_EQ(names("#pragma once\n#include <late>\n"), "") << "a source";
}

TEST(LineMarkers, are_read_as_clang_writes_them) {
  const auto marker = line_marker(R"(# 12 "a \"b\" \\c.h" 1 3 4)");
  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->line, 12u);
  EXPECT_EQ(marker->file, R"(a "b" \c.h)");
  EXPECT_TRUE(marker->enters && marker->system && !marker->returns);
  EXPECT_TRUE(line_marker(R"(# 7 "a" 2)")->returns);
  for (const char* other : {"#include <a>", "# pragma x", "# 5", "# 5 \"open", "#define X", "#", "# 5 x"})
    EXPECT_FALSE(line_marker(other)) << other;
}

// Whole programs

/// A program in a folder of its own, and a cache.
class Project {
 public:
  explicit Project(std::vector<std::string> flags = {}) : flags_(std::move(flags)) {}

  /// What is written at the time of a look may have been read before or after it, so it is not kept then.
  void write(const std::string& name, std::string_view text) {
    fs::create_directories(fs::path(folder_.path(name)).parent_path());
    folder_.write(name, text);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  std::string path(const std::string& name) const { return folder_.path(name); }
  void use_flags(std::vector<std::string> flags) { flags_ = std::move(flags); }

  /// With the cache, after it was compared with the result without.
  std::string built(const std::vector<std::string>& sources = {"main.cpp"}) {
    const std::string with = build(sources, folder_.path("cache")), without = build(sources, "");
    EXPECT_EQ(with, without);
    return with;
  }
  std::size_t kept() const { return files(folder_.path("cache")).size(); }
  std::string cache() const { return folder_.path("cache"); }

 private:
  std::string build(const std::vector<std::string>& sources, const std::string& cache) const {
    Input input{.files = {}, .clang_flags = flags_, .cache = cache};
    for (const std::string& name : sources) input.files.push_back(folder_.path(name));
    auto loaded = load_now(input);
    if (!loaded) return loaded.error().what + loaded.error().where + loaded.error().hint;
    return loaded->warnings + ir::to_text(loaded->program);
  }

  Folder folder_;
  std::vector<std::string> flags_;
};

constexpr const char* uses_a_header =
    "#include <cstddef>\n#include \"own.h\"\nint x = own;\nint main() { return x; }\n";

TEST(APreviousBuild, is_used_if_nothing_has_changed) {
  Project project;
  project.write("own.h", "const int own = 1;\n");
  project.write("main.cpp", uses_a_header);
  const std::string first = project.built();
  EXPECT_EQ(project.kept(), 3u) << "the program, the header <cstddef>, and that main.cpp begins with it";
  EXPECT_EQ(project.built(), first);
  EXPECT_EQ(project.kept(), 3u);
}

TEST(APreviousBuild, is_not_used_after_an_edit_that_keeps_size_and_time) {
  Project project;
  project.write("own.h", "const int own = 1;\n");
  project.write("main.cpp", uses_a_header);
  const auto time = fs::last_write_time(project.path("own.h"));
  const std::string first = project.built();
  project.write("own.h", "const int own = 2;\n");
  fs::last_write_time(project.path("own.h"), time);
  EXPECT_NE(project.built(), first);
  project.write("own.h", "const int own = 1;\n");
  EXPECT_EQ(project.built(), first);
}

TEST(APreviousBuild, is_not_used_with_other_flags_or_after_columns_have_moved) {
  Project project;
  project.write("main.cpp", "#include <cstddef>\nint x = 1; int main() { x = VALUE; return x; }\n");
  project.use_flags({"-DVALUE=1"});
  const std::string one = project.built();
  project.use_flags({"-DVALUE=2"});
  EXPECT_NE(project.built(), one);
  project.use_flags({"-DVALUE=1", "-std=c++17"});
  project.built();
  project.use_flags({"-DVALUE=1"});
  project.write("main.cpp", "#include <cstddef>\nint x = 1; int main() {  x = VALUE; return x; }\n");
  EXPECT_NE(project.built(), one) << "the column is part of the answer";
}

TEST(APreviousBuild, is_not_used_when_a_header_appears_where_clang_looks_first) {
  Project project;
  project.use_flags({"-I" + project.path("first"), "-I" + project.path("second")});
  project.write("second/own.h", "const int own = 1;\n");
  project.write(
      "main.cpp",
      "#include <cstddef>\n#include <own.h>\n#if __has_include(\"extra.h\")\n#define MORE 5\n#else\n#define MORE 0\n"
      "#endif\nint x = own + MORE;\nint main() { return x; }\n");
  const std::string first = project.built();
  project.write("first/own.h", "const int own = 2;\n");
  const std::string second = project.built();
  EXPECT_NE(second, first);
  project.write("extra.h", "");
  EXPECT_NE(project.built(), second);
}

TEST(APreviousBuild, is_not_used_when_a_header_shadows_one_of_the_system) {
  Project project;
  project.use_flags({"-I" + project.path("first")});
  project.write("main.cpp",
                "#include <cstddef>\n#include <mutex>\nint main() {\n#ifdef OWN\n return 2;\n#endif\n return 0; }\n");
  const std::string first = project.built();
  project.write("first/mutex", "#define OWN 1\n");
  const std::string second = project.built();
  EXPECT_NE(second, first);
  project.write("first/mutex", "#undef OWN\n");
  EXPECT_NE(project.built(), second);
}

TEST(APreviousBuild, is_not_used_for_a_file_of_another_name_or_a_second_file) {
  Project project;
  project.write("main.cpp",
                "#include <cstddef>\nint x = __LINE__; const char* n = __FILE__;\nint main() { return x + n[0]; }\n");
  project.write("other.cpp",
                "#include <cstddef>\nint x = __LINE__; const char* n = __FILE__;\nint main() { return x + n[0]; }\n");
  project.write("more.c", "int more(void) { return 1; }\n");
  const std::string first = project.built();
  EXPECT_NE(project.built({"other.cpp"}), first);
  EXPECT_EQ(project.kept(), 5u) << "two programs, what each begins with, and the headers once";
  project.built({"main.cpp", "more.c"});
  project.built({"more.c", "main.cpp"});
  EXPECT_EQ(project.kept(), 7u);
}

TEST(APreviousBuild, is_not_kept_where_the_text_is_not_all_that_matters) {
  Project project;
  project.write("own.h", "");
  for (const char* text : {"int main() { return __TIME__[0]; }\n", "int main() { return sizeof __DATE__; }\n",
                           "int main() { return sizeof __TIMESTAMP__; }\n"}) {
    project.write("main.cpp", text);
    project.built();
  }
  project.write("main.cpp", "int main() { }\n");
  project.use_flags({"-include", project.path("own.h")});
  project.built();
  EXPECT_EQ(project.kept(), 0u);
  project.use_flags({});
  project.built();
  EXPECT_EQ(project.kept(), 1u);
}

TEST(PrecompiledHeaders, change_nothing_that_a_source_can_see) {
  Project project({"-Wall", "-Wextra"});
  for (const char* text : {
           // assert.h may be included again, with another meaning
           "#include <cassert>\n#include <mutex>\n#define NDEBUG\n#include <cassert>\nint main(int n, char**) { "
           "assert(n > 5); }\n",
           "#include <mutex>\n#include <cassert>\nint main(int n, char**) {\n  assert(n > 5);\n}\n",
           // counters and depths
           "#include <thread>\nint x = __COUNTER__, y = __INCLUDE_LEVEL__;\nint main() { return __LINE__ + x + y; }\n",
           // warnings, also those that a header of the library causes
           "#include <mutex>\n#include <atomic>\nint f() { int unused; }\nint main() { std::atomic_init<int>(nullptr, "
           "1); std::scoped_lock<std::mutex>; }\n",
           // static initialisation in a header, threads, exceptions
           "#include <iostream>\n#include <thread>\n#include <stdexcept>\nint main() { std::thread t([] { throw "
           "std::runtime_error(\"x\"); }); t.join(); std::cout << 1; }\n",
           // an error
           "#include <mutex>\nint main() { return nothing; }\n",
           "#include <mutex>\n#include <nowhere>\nint main() { std::lock_guard<int> x(3); }\n",
       }) {
    project.write("main.cpp", text);
    project.built();
    project.built();
  }
  EXPECT_GE(project.kept(), 10u);
}

TEST(PrecompiledHeaders, are_made_also_if_a_header_of_the_user_comes_first) {
  Project project({"-Wall"});
  const std::string source = "#include \"pool.h\"\nint main() { Pool pool; return pool.size() + __COUNTER__; }\n";
  const auto pool = [](const std::string& before, int size) {
    return fmt::format(
        "#pragma once\n{}#include <cassert>\n#include <mutex>\nstruct Pool {{ std::mutex m; int size() {{ "
        "assert(this); "
        "return {}; }} }};\n",
        before, size);
  };
  project.write("main.cpp", source);
  project.write("pool.h", pool("", 1));
  const std::string one = project.built();
  EXPECT_EQ(project.kept(), 3u) << "the program, both headers, and that main.cpp begins with them";
  project.write("pool.h", pool("", 2));
  EXPECT_NE(project.built(), one);
  EXPECT_EQ(project.kept(), 4u) << "the headers are those of before";
  project.write("main.cpp", source + "int y;\n");
  project.built();
  for (const char* before : {"#define NDEBUG\n", "#ifndef NDEBUG\n#define NDEBUG\n#endif\n", "int first;\n"}) {
    project.write("pool.h", pool(before, 3));
    project.built();  // compares with what comes without a cache
  }
  // It looks like a guard, and changes what the header of the system is.
  project.write("pool.h", "#ifndef NDEBUG\n#define NDEBUG\n" + pool("", 4).substr(13) + "#endif\n");
  project.built();
}

TEST(PrecompiledHeaders, are_not_made_of_headers_that_see_the_difference_or_that_clang_warns_of) {
  Project project;
  project.use_flags({"-isystem", project.path("system")});
  project.write("system/depth.h", "const int depth = __INCLUDE_LEVEL__;\n");
  project.write("system/twice.h", "#ifdef TWICE\nconst int twice = 2;\n#else\n#define TWICE\n#endif\n");
  project.write("main.cpp", "#include <depth.h>\nint x = depth;\nint main() { return x; }\n");
  project.built();
  EXPECT_EQ(project.kept(), 1u);
  project.write(
      "main.cpp",
      "#include <twice.h>\n#ifdef TWICE\nint x = 1;\n#endif\n#include <twice.h>\nint main() { return x + twice; }\n");
  project.built();
  EXPECT_EQ(project.kept(), 4u);
  project.use_flags({"-isystem", project.path("system"), "-Wsystem-headers", "-Wunused-macros", "-Weverything"});
  project.built();
  project.built();
}

TEST(PrecompiledHeaders, that_are_damaged_are_made_again) {
  Project project;
  project.write("main.cpp", "#include <mutex>\nint main() { return 1; }\n");
  project.built();
  ASSERT_EQ(project.kept(), 3u);
  for (const fs::path& file : files(project.cache())) fs::resize_file(file, fs::file_size(file) / 2);
  project.write("main.cpp", "#include <mutex>\nint main() { return 2; }\n");
  project.built();
  for (const fs::path& file : files(project.cache())) std::ofstream(file, std::ios::binary) << "garbage";
  project.built();
}

TEST(CompilingAhead, is_for_sources_that_were_edited_behind_their_first_headers) {
  Project project;
  const std::vector<Source> sources{{project.path("main.cpp"), Language::cxx}};
  const auto ahead = [&] { return likely_calls(sources, {}, Cache(project.cache())).size(); };
  const std::string includes = "#include <cstddef>\n";
  project.write("main.cpp", includes + "int main() { return 1; }\n");
  EXPECT_EQ(ahead(), 0u) << "it was never compiled";
  project.built();
  EXPECT_EQ(ahead(), 0u) << "it was compiled already";
  project.write("main.cpp", includes + "int main() { return 2; }\n");
  ASSERT_EQ(ahead(), 1u);
  EXPECT_EQ(likely_calls(sources, {}, Cache(project.cache()))[0].covered, includes.size());
  EXPECT_EQ(likely_calls(sources, {"-DNDEBUG"}, Cache(project.cache())).size(), 0u);
  project.built();
  project.write("main.cpp", "#include <mutex>\n" + includes + "int main() { return 2; }\n");
  EXPECT_EQ(ahead(), 0u);
}

TEST(CompilingAhead, is_in_vain_if_the_precompiled_headers_turn_out_to_be_damaged) {
  Project project;
  const std::vector<Source> sources{{project.path("main.cpp"), Language::cxx}};
  project.write("main.cpp", "#include <mutex>\nint main() { return 1; }\n");
  project.built();
  const auto all = files(project.cache());
  const fs::path largest = *std::ranges::max_element(all, {}, [](const fs::path& f) { return fs::file_size(f); });
  std::string bad = content(largest);
  bad[bad.size() / 2] ^= 1;
  std::ofstream(largest, std::ios::binary) << bad;
  project.write("main.cpp", "#include <mutex>\nint main() { return 2; }\n");
  ASSERT_EQ(likely_calls(sources, {}, Cache(project.cache())).size(), 1u) << "nobody has looked at it yet";
  project.built();  // compares with what comes without a cache
  EXPECT_TRUE(Cache(project.cache()).find(largest.filename().string())) << "they were made again";
}

TEST(CompilingAhead, is_in_vain_if_a_header_has_changed_too) {
  Project project;
  project.use_flags({"-isystem", project.path("system")});
  project.write("system/own.h", "const int own = 1;\n");
  const auto edit = [&](int n) {
    project.write("main.cpp", fmt::format("#include <own.h>\nint x = own;\nint main() {{ return x + {}; }}\n", n));
  };
  edit(1);
  const std::string one = project.built();
  project.write("system/own.h", "const int own = 2;\n");
  edit(2);
  project.built();  // compares with what comes without a cache
  edit(1);
  EXPECT_NE(project.built(), one);
  edit(3);
  project.built();
}

}  // namespace
}  // namespace fermata::frontend::llvm
