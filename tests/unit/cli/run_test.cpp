// SPDX-License-Identifier: Apache-2.0
//
// The whole command with engines that say what the test wants.
#include "cli/run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/require.h"
#include "report/samples.h"

namespace fermata::cli {
namespace {

namespace samples = report::samples;
using verdict::Answer;
using verdict::Property;
using verdict::Verdict;

class Run : public testing::Test {
 protected:
  Run()
      : directory(std::filesystem::temp_directory_path() / ("fermata-cli-test-" + std::to_string(getpid()))),
        before(std::filesystem::current_path()) {
    std::filesystem::create_directories(directory);
    std::filesystem::current_path(directory);
    std::ofstream("a.cpp") << "int main() {}\n";
    rooms.load = [this](const Input& input) {
      loaded_files = input.files;
      loaded_flags = input.clang_flags;
      used_cache = input.cache;
      return Loaded{};
    };
    rooms.print = [](const ir::Program&) { return std::string("the program\n"); };
    rooms.check = [this](const ir::Program&, const portfolio::Options& options, const Stop&, const auto&) {
      used = options;
      return verdict;
    };
    rooms.replay = [this](const ir::Program&, const portfolio::Options& options, Property property, std::string kind,
                          const verdict::Run& run) {
      used = options;
      auto v = verdict;
      v.findings[0].property = property;
      v.findings[0].kind = kind;
      v.findings[0].run = run;
      replayed = run;
      return Result<Verdict>(v);
    };
  }
  ~Run() override {
    std::filesystem::current_path(before);
    std::filesystem::remove_all(directory);
  }

  int operator()(std::vector<std::string> words) {
    out.str("");
    err.str("");
    return run(words, rooms, {.out = out, .err = err, .cache = "/the/cache"});
  }

  std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
  }

  std::filesystem::path directory, before;
  std::ostringstream out, err;
  Rooms rooms;
  Verdict verdict;
  portfolio::Options used;
  std::vector<std::string> loaded_files, loaded_flags;
  std::string used_cache;
  verdict::Run replayed;
};

Verdict of(Answer answer) {
  Verdict v;
  v.findings = {samples::finding(Property::hang, answer)};
  return v;
}

TEST_F(Run, the_exit_code_is_the_answer) {
  verdict = of(Answer::holds);
  EXPECT_EQ((*this)({"check", "a.cpp"}), 0);
  verdict = of(Answer::violated);
  EXPECT_EQ((*this)({"check", "a.cpp"}), 10);
  verdict = of(Answer::unknown);
  EXPECT_EQ((*this)({"check", "a.cpp"}), 5);
  verdict.unmodelled = {"fork", "", {}};
  EXPECT_EQ((*this)({"check", "a.cpp"}), 3);
  verdict = {};  // nothing was checked
  EXPECT_EQ((*this)({"check", "a.cpp"}), 5);
}

TEST_F(Run, what_a_front_end_warns_of_and_assumes_is_told) {
  verdict = of(Answer::holds);
  rooms.load = [](const auto&) {
    Loaded loaded;
    loaded.warnings = "a.cpp:1:1: warning: odd\n";
    loaded.assumptions.emplace_back("bitcode has no errors");
    return loaded;
  };
  for (const char* format : {"text", "json"}) {
    (*this)({"check", "a.cpp", "--format", format});
    EXPECT_NE(out.str().find("bitcode has no errors"), std::string::npos) << out.str();
    EXPECT_EQ(err.str(), "a.cpp:1:1: warning: odd\n");
  }
}

TEST_F(Run, several_reports_are_written_besides_the_one_on_stdout) {
  verdict = samples::deadlock();
  EXPECT_EQ(
      (*this)({"check", "a.cpp", "--report", "html=h.html,sarif=s.sarif,junit=j.xml,json=j.json,github=g,text=t"}), 10);
  EXPECT_NE(out.str().find("how it gets there"), std::string::npos) << out.str();
  EXPECT_TRUE(read("h.html").starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(nlohmann::json::parse(read("s.sarif"))["version"], "2.1.0");
  EXPECT_TRUE(read("j.xml").starts_with("<?xml"));
  EXPECT_EQ(nlohmann::json::parse(read("j.json"))["verdict"], "violated");
  EXPECT_TRUE(read("g").starts_with("::error "));
  EXPECT_NE(read("t").find("how it gets there"), std::string::npos);
}

TEST_F(Run, each_format_can_go_to_stdout) {
  verdict = samples::deadlock();
  for (const auto& [format, begin] : {std::pair("html", "<!DOCTYPE"), std::pair("sarif", "{\n \"$schema\""),
                                      std::pair("junit", "<?xml"), std::pair("github", "::error")}) {
    EXPECT_EQ((*this)({"check", "a.cpp", "--format", format}), 10);
    EXPECT_TRUE(out.str().starts_with(begin)) << out.str().substr(0, 100);
    EXPECT_FALSE(std::filesystem::exists("fermata-run.json"));
  }
}

TEST_F(Run, a_report_that_cannot_be_written_ends_with_2_before_any_work) {
  bool worked = false;
  rooms.load = [&](const Input&) {
    worked = true;
    return Loaded{};
  };
  std::filesystem::create_directory("folder");
  for (const auto* list :
       {"html=a.cpp", "html=folder", "html=missing/x.html", "html=x,sarif=x", "html", "html=", "word=x", ""}) {
    EXPECT_EQ((*this)({"check", "a.cpp", "--report", list}), 2) << list;
    EXPECT_FALSE(worked) << list;
    EXPECT_FALSE(std::filesystem::exists("x")) << list;
  }
  EXPECT_EQ((*this)({"check", "a.cpp", "--output", "missing/x"}), 2);
  EXPECT_FALSE(worked);
  EXPECT_EQ(read("a.cpp"), "int main() {}\n");
}

TEST_F(Run, on_github_annotations_follow_the_text) {
  verdict = samples::deadlock();
  const auto on_github = [&](std::vector<std::string> words) {
    out.str("");
    run(words, rooms, {.out = out, .err = err, .annotates = true});
    return out.str().find("\n::error ") != std::string::npos;
  };
  EXPECT_TRUE(on_github({"check", "a.cpp"}));
  EXPECT_FALSE(on_github({"check", "a.cpp", "--format", "json"}));
  (*this)({"check", "a.cpp"});
  EXPECT_EQ(out.str().find("\n::error "), std::string::npos);
}

TEST_F(Run, usage_errors_go_to_stderr_and_end_with_2) {
  EXPECT_EQ((*this)({"check", "a.cpp", "--tiem", "5"}), 2);
  EXPECT_EQ(err.str(), "fermata: error: there is no option '--tiem'\n  hint: did you mean '--time'?\n");
  EXPECT_EQ(out.str(), "");
  EXPECT_EQ((*this)({"check", "b.cpp"}), 2);
  EXPECT_EQ(err.str(), "b.cpp: error: it cannot be read: No such file or directory\n");
  EXPECT_EQ((*this)({"check", "."}), 2);
}

TEST_F(Run, an_input_that_cannot_be_built_ends_with_3) {
  rooms.load = [](const auto&) { return std::unexpected(Error{"it does not compile", "a.cpp:1:2", "look there"}); };
  EXPECT_EQ((*this)({"check", "a.cpp"}), 3);
  EXPECT_EQ(err.str(), "a.cpp:1:2: error: it does not compile\n  hint: look there\n");
  rooms.load = [](const auto&) {
    return std::unexpected(Error{"a.cpp:1:2: error: no\na.cpp:2:1: error: no", "a.cpp", ""});
  };
  EXPECT_EQ((*this)({"check", "a.cpp"}), 3);
  EXPECT_EQ(err.str(), "a.cpp:1:2: error: no\na.cpp:2:1: error: no\na.cpp: error: it cannot be built\n");
}

TEST_F(Run, a_limit_that_is_reached_while_loading_leaves_each_property_unknown) {
  rooms.load = [](const auto&) { return std::unexpected(Stopped{"the time was up"}); };
  EXPECT_EQ((*this)({"check", "a.cpp", "--format", "json"}), 5);
  auto answer = nlohmann::json::parse(out.str());
  EXPECT_EQ(answer["verdict"], "unknown");
  ASSERT_EQ(answer["results"].size(), 2u);
  EXPECT_EQ(answer["results"][0]["reason"], "the time was up");
  EXPECT_EQ((*this)({"emit", "a.cpp"}), 5);
  EXPECT_EQ(err.str(), "fermata: error: the time was up\n");
  EXPECT_EQ(out.str(), "");
}

TEST_F(Run, the_cache_is_used_unless_it_is_refused) {
  verdict = samples::lost_wakeup();
  (*this)({"check", "a.cpp"});
  EXPECT_EQ(used_cache, "/the/cache");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"check", "a.cpp"}, {"replay", "fermata-run.json"}, {"emit", "a.cpp"}}) {
    (*this)(words);
    EXPECT_EQ(used_cache, "/the/cache") << words[0];
    auto without = words;
    without.push_back("--no-cache");
    (*this)(without);
    EXPECT_EQ(used_cache, "") << words[0];
  }
}

TEST_F(Run, helpers_have_a_bound_of_their_own_that_lets_them_work) {
  std::uint64_t allowed = 0;
  rooms.load = [&](const Input& input) {
    allowed = input.process_memory;
    return Loaded{};
  };
  verdict = of(Answer::holds);
  (*this)({"check", "a.cpp", "--memory", "3G"});
  EXPECT_EQ(allowed, std::uint64_t{3} << 30);
  (*this)({"check", "a.cpp", "--memory", "900M"});
  EXPECT_EQ(allowed, std::uint64_t{1} << 30);
}

TEST_F(Run, memory_that_is_gone_before_anything_is_explored_is_refused_with_the_figure) {
  rooms.check = [](const auto&, const auto&, const auto&, const auto&) -> Verdict {
    throw InternalError("nothing is to be explored");
  };
  EXPECT_EQ((*this)({"check", "a.cpp", "--memory", "1M"}), 2);
  EXPECT_TRUE(std::regex_search(
      err.str(), std::regex("--memory 1 MiB is too little: [0-9.]+ MiB are taken before anything is explored")))
      << err.str();
}

TEST_F(Run, an_internal_error_ends_with_6_and_is_not_blamed_on_the_user) {
  rooms.check = [](const auto&, const auto&, const auto&, const auto&) -> Verdict {
    throw InternalError("two is three");
  };
  EXPECT_EQ((*this)({"check", "a.cpp"}), 6);
  EXPECT_NE(err.str().find("internal error: two is three\n  hint: this is a bug of Fermata"), std::string::npos);
}

TEST_F(Run, no_memory_is_unknown_for_each_property) {
  rooms.check = [](const auto&, const auto&, const auto&, const auto&) -> Verdict { throw std::bad_alloc(); };
  EXPECT_EQ((*this)({"check", "a.cpp", "--format", "json"}), 5);
  auto answer = nlohmann::json::parse(out.str());
  EXPECT_EQ(answer["verdict"], "unknown");
  ASSERT_EQ(answer["results"].size(), 2u);
  EXPECT_EQ(answer["results"][1]["reason"], "there was not enough memory");
}

TEST_F(Run, the_first_interrupt_asks_for_what_is_known) {
  rooms.check = [](const auto&, const auto&, const Stop& stop, const auto&) {
    std::raise(SIGINT);
    std::raise(SIGINT);  // as timeout(1) does
    auto v = of(Answer::unknown);
    v.findings[0].reason = stop.reason().value_or("nobody said stop");
    return v;
  };
  EXPECT_EQ((*this)({"check", "a.cpp"}), 5);
  EXPECT_NE(out.str().find("it was interrupted"), std::string::npos);
}

TEST_F(Run, what_check_would_not_ask_is_not_replayed_either) {
  verdict = samples::lost_wakeup();
  verdict.findings[0].property = Property::termination;
  EXPECT_EQ((*this)({"check", "a.cpp", "--property", "termination"}), 10);
  std::stringstream text;
  text << std::ifstream("fermata-run.json").rdbuf();
  std::string run = text.str();
  const auto at = run.find("\"daemon\":\"off\"");
  ASSERT_NE(at, run.npos) << run;
  run.replace(at, 14, "\"daemon\":\"on\"");
  std::ofstream("fermata-run.json") << run;
  EXPECT_EQ((*this)({"replay", "fermata-run.json"}), 3);
  EXPECT_NE(err.str().find("need not end"), std::string::npos) << err.str();
}

TEST_F(Run, a_violation_is_kept_and_can_be_replayed) {
  verdict = samples::lost_wakeup();
  EXPECT_EQ((*this)({"check", "a.cpp", "--timeouts", "never", "--", "-O2"}), 10);
  EXPECT_NE(out.str().find("replay: fermata replay fermata-run.json\n"), std::string::npos);
  ASSERT_TRUE(std::filesystem::exists("fermata-run.json"));

  used = {};
  loaded_files = loaded_flags = {};
  EXPECT_EQ((*this)({"replay", "fermata-run.json", "--full-trace"}), 10);
  EXPECT_EQ(used.question.semantics.timeouts, Semantics::Timeouts::never);
  EXPECT_EQ(loaded_files, std::vector<std::string>{"a.cpp"});
  EXPECT_EQ(loaded_flags, std::vector<std::string>{"-O2"});
  EXPECT_EQ(replayed.stem, verdict.findings[0].run.stem);
  EXPECT_NE(out.str().find("[lost-wakeup]"), std::string::npos);
}

TEST_F(Run, a_run_file_is_written_only_if_there_is_a_violation_and_somebody_may_want_it) {
  verdict = of(Answer::holds);
  (*this)({"check", "a.cpp"});
  verdict = of(Answer::violated);
  (*this)({"check", "a.cpp", "--format", "json"});
  (*this)({"check", "a.cpp", "--run-file", "none"});
  EXPECT_FALSE(std::filesystem::exists("fermata-run.json"));
  (*this)({"check", "a.cpp", "--format", "json", "--run-file", "it's mine.json"});
  EXPECT_TRUE(std::filesystem::exists("it's mine.json"));
  (*this)({"check", "a.cpp", "--run-file", "it's mine.json"});
  EXPECT_NE(out.str().find("fermata replay 'it'\\''s mine.json'\n"), std::string::npos);
}

TEST_F(Run, a_run_file_that_cannot_be_written_does_not_hide_the_answer) {
  verdict = of(Answer::violated);
  EXPECT_EQ((*this)({"check", "a.cpp", "--run-file", "no/such/folder.json"}), 10);
  EXPECT_NE(err.str().find("no/such/folder.json: error: it cannot be written"), std::string::npos);
  EXPECT_NE(out.str().find("error:"), std::string::npos);
}

TEST_F(Run, a_run_file_that_is_none_or_has_lost_its_input_ends_with_3) {
  std::ofstream("broken.json") << "{}";
  EXPECT_EQ((*this)({"replay", "broken.json"}), 3);
  verdict = samples::lost_wakeup();
  (*this)({"check", "a.cpp"});
  std::filesystem::remove("a.cpp");
  EXPECT_EQ((*this)({"replay", "fermata-run.json"}), 3);
  EXPECT_NE(err.str().find("from the same directory"), std::string::npos);
}

TEST_F(Run, the_report_goes_to_the_file_that_is_named) {
  verdict = of(Answer::holds);
  EXPECT_EQ((*this)({"check", "a.cpp", "--output", "report.txt"}), 0);
  EXPECT_EQ(out.str(), "");
  EXPECT_NE(read("report.txt").find("no hang"), std::string::npos);
  EXPECT_EQ((*this)({"check", "a.cpp", "--output", "no/such/report.txt"}), 2);
}

TEST_F(Run, emit_prints_the_program) {
  EXPECT_EQ((*this)({"emit", "a.cpp", "--as", "ir"}), 0);
  EXPECT_EQ(out.str(), "the program\n");
}

TEST_F(Run, emit_prints_a_model_for_spin_with_what_the_machine_may_do_and_refuses_with_place_and_hint) {
  emit::Options asked;
  rooms.to_promela = [&](const ir::Program&, const emit::Options& options) {
    asked = options;
    return Result<std::string>("the model\n");
  };
  EXPECT_EQ((*this)({"emit", "a.cpp", "--as", "promela", "--spurious-wakeups", "off", "--timeouts", "always",
                     "--model-threads", "3", "-o", "a.pml"}),
            0);
  EXPECT_EQ(read("a.pml"), "the model\n");
  EXPECT_FALSE(asked.semantics.spurious_wakeups);
  EXPECT_EQ(asked.semantics.timeouts, Semantics::Timeouts::always);
  EXPECT_EQ(asked.threads, 3u);
  rooms.to_promela = [](const ir::Program&, const emit::Options&) -> Result<std::string> {
    return std::unexpected(Error{"a function inside itself", "a.cpp:1:5", "write a loop"});
  };
  EXPECT_EQ((*this)({"emit", "a.cpp", "--as", "promela"}), 3);
  EXPECT_EQ(out.str(), "");
  for (const char* part : {"a.cpp:1:5", "a function inside itself", "write a loop"})
    EXPECT_NE(err.str().find(part), std::string::npos) << err.str();
}

TEST_F(Run, the_users_source_is_shown_below_the_headline) {
  verdict = of(Answer::violated);
  verdict.findings[0].at = {"a.cpp", 1, 5};
  (*this)({"check", "a.cpp"});
  EXPECT_NE(out.str().find("     1 | int main() {}\n       |     ^\n"), std::string::npos);
}

TEST_F(Run, colours_follow_the_terminal_and_NO_COLOR_unless_told) {
  verdict = of(Answer::holds);
  auto colored = [&](bool terminal, bool no_color, const char* color) {
    std::ostringstream to;
    std::vector<std::string> words{"check", "a.cpp", "--color", color};
    run(words, rooms, {to, err, terminal, false, 100, no_color});
    return to.str().find('\033') != std::string::npos;
  };
  EXPECT_TRUE(colored(true, false, "auto"));
  EXPECT_FALSE(colored(false, false, "auto"));
  EXPECT_FALSE(colored(true, true, "auto"));
  EXPECT_TRUE(colored(false, true, "always"));
  EXPECT_FALSE(colored(true, false, "never"));
}

TEST_F(Run, progress_is_a_line_each_ten_seconds_where_nothing_can_be_written_over) {
  verdict = of(Answer::holds);
  rooms.check = [](const auto&, const auto&, const auto&, const auto& progress) {
    for (int tenth = 0; tenth <= 250; ++tenth)
      progress({.states = static_cast<std::uint64_t>(tenth) * 1000,
                .transitions = 0,
                .frontier = 12345,
                .seconds = tenth / 10.0});
    return of(Answer::holds);
  };
  (*this)({"check", "a.cpp"});
  EXPECT_EQ(std::regex_replace(err.str(), std::regex("[0-9.]+ [kMG]B"), "some memory"),
            "fermata: 100,000 states, 10,000/s, 12,345 to expand, some memory, 10 s\n"
            "fermata: 200,000 states, 10,000/s, 12,345 to expand, some memory, 20 s\n");
  (*this)({"check", "a.cpp", "--time", "60s"});
  EXPECT_NE(err.str().find(", 10 s of 60 s\n"), std::string::npos) << err.str();
  (*this)({"check", "a.cpp", "--progress", "always"});
  EXPECT_TRUE(err.str().starts_with("fermata: compiling\nfermata: ")) << err.str();
  (*this)({"check", "a.cpp", "--progress", "never"});
  EXPECT_EQ(err.str(), "");
  std::ostringstream terminal;
  std::vector<std::string> words{"check", "a.cpp"};
  run(words, rooms, {out, terminal, false, true, 100, false});
  EXPECT_EQ(terminal.str().find('\n'), std::string::npos);
  EXPECT_TRUE(terminal.str().ends_with("\r\033[K"));
}

}  // namespace
}  // namespace fermata::cli
