// SPDX-License-Identifier: Apache-2.0
#include "verdict/kinds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace fermata::verdict {
namespace {

std::string read(const std::filesystem::path& name) {
  std::ifstream file(name);
  EXPECT_TRUE(file) << name << ": run from the project's folder";
  std::stringstream stream;
  stream << file.rdbuf();
  return stream.str();
}

// Tests run in the project's folder.
TEST(Kinds, the_page_for_users_says_what_the_table_says) {
  const std::string page = read("docs/kinds.md");
  std::size_t at = 0;
  for (const Kind& kind : kinds()) {
    const std::string entry =
        "\n### `" + std::string(kind.id) + "`: " + std::string(kind.title) + "\n\n" + std::string(kind.help) + "\n";
    const auto found = page.find(entry);
    ASSERT_NE(found, page.npos) << kind.id;
    EXPECT_GT(found, at) << kind.id << " stands at another place than in the table";
    at = found;
  }
  const std::regex headings("### `");
  EXPECT_EQ(std::distance(std::sregex_iterator(page.begin(), page.end(), headings), {}), std::ssize(kinds()));
}

TEST(Kinds, each_kind_that_the_sources_name_is_in_the_table_and_each_of_the_table_is_named) {
  std::set<std::string> named;
  const std::regex kind(R"re("([a-z]+(-[a-z]+)*)")re");
  for (const char* room : {"src/vm", "src/explain"})
    for (const auto& entry : std::filesystem::directory_iterator(room)) {
      const std::string text = read(entry.path());
      for (std::sregex_iterator match(text.begin(), text.end(), kind), end; match != end; ++match)
        named.insert((*match)[1].str());
      const std::regex fails(R"re(fail\("([a-z-]+)")re");
      for (std::sregex_iterator match(text.begin(), text.end(), fails), end; match != end; ++match)
        EXPECT_TRUE(kind_named((*match)[1].str())) << (*match)[1] << " in " << entry.path();
    }
  for (const Kind& k : kinds()) EXPECT_TRUE(named.contains(std::string(k.id))) << k.id << " is never reported";
}

TEST(Kinds, what_is_in_no_row_is_no_kind) { EXPECT_EQ(kind_named("mystery"), nullptr); }

}  // namespace
}  // namespace fermata::verdict
