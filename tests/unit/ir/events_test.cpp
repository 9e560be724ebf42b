// SPDX-License-Identifier: Apache-2.0
#include "ir/events.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace fermata::ir {
namespace {

// Tests run in the project's folder.
TEST(Events, the_table_has_the_verbs_that_the_runtime_says_and_no_others) {
  const std::regex event(R"re(__fermata_event\(([^,]*),)re"), literal(R"re("([^"]*)")re");
  std::set<std::string> said;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("runtime")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    std::stringstream stream;
    stream << file.rdbuf();
    const std::string text = stream.str();
    for (std::sregex_iterator call(text.begin(), text.end(), event), end; call != end; ++call) {
      const std::string verb = (*call)[1].str();
      for (std::sregex_iterator word(verb.begin(), verb.end(), literal), last; word != last; ++word)
        said.insert((*word)[1].str());
    }
  }
  ASSERT_GT(said.size(), 20u) << "run from the project's folder";
  for (const std::string& verb : said) EXPECT_NE(verb_named(verb), Verb::other) << verb;
  for (auto v = static_cast<std::size_t>(Verb::start); v <= static_cast<std::size_t>(Verb::fail_to_exchange); ++v)
    EXPECT_TRUE(said.contains(std::string(text(static_cast<Verb>(v))))) << text(static_cast<Verb>(v));
}

TEST(Events, what_the_runtime_does_not_say_is_none_of_them) {
  EXPECT_EQ(verb_named("input is 3"), Verb::other);
  EXPECT_EQ(text(verb_named("signal")), "signal");
  EXPECT_TRUE(wakes(Verb::signal));
  EXPECT_FALSE(wakes(Verb::wait_on));
}

}  // namespace
}  // namespace fermata::ir
