// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of settings: what is read, and what is refused in which line.

#include "driver/toml.h"

#include <gtest/gtest.h>

namespace wt::driver {
namespace {

std::string shown(const Setting &setting) {
  std::string out = setting.key + "=";
  if (auto *flag = std::get_if<bool>(&setting.value))
    return out + (*flag ? "true" : "false");
  if (auto *number = std::get_if<std::int64_t>(&setting.value))
    return out + std::to_string(*number);
  if (auto *text = std::get_if<std::string>(&setting.value))
    return out + "'" + *text + "'";
  for (const std::string &text :
       std::get<std::vector<std::string>>(setting.value))
    out += "[" + text + "]";
  return out;
}

TEST(Toml, Values) {
  const char *const rows[][2] = {
      {"a = true", "a=true"},
      {"a=false # no", "a=false"},
      {"a = 12", "a=12"},
      {"a = -3\r\n", "a=-3"},
      {"a-b_2 = \"x\"", "a-b_2='x'"},
      {"'a b' = 'c:\\d'", "a b='c:\\d'"},
      {R"(a = "q\"\\\n\u00e9\U0001F600")",
       "a='q\"\\\n\xc3\xa9\xf0\x9f\x98\x80'"},
      {"a = \"# no comment\"", "a='# no comment'"},
      {"a = []", "a="},
      {"a = [ \"x\", 'y', ]", "a=[x][y]"},
      {"a = [ # all\n\"x\",\n\n 'y' # last\n]", "a=[x][y]"},
      {"\xef\xbb\xbf"
       "a = 1",
       "a=1"},
  };
  for (auto [text, meant] : rows) {
    auto settings = read_toml(text, "f");
    ASSERT_TRUE(settings) << settings.error().text();
    ASSERT_EQ(settings->size(), 1u) << text;
    EXPECT_EQ(shown((*settings)[0]), meant);
  }
  EXPECT_TRUE(read_toml("", "f")->empty());
  EXPECT_TRUE(read_toml("\n # only this", "f")->empty());
  EXPECT_EQ((*read_toml("\n\na = [\n]\nb = 1", "f"))[1].line, 5u);
}

TEST(Toml, Refused) {
  const char *const rows[][2] = {
      {"a", "f:1: '=' is expected behind 'a'"},
      {"a =", "f:1: a value is expected behind 'a'"},
      {"a = b", "f:1: 'b' is no value: a text needs quotes"},
      {"a = 1.5", "f:1: '1.5' is no value: a text needs quotes"},
      {"a = 99999999999999999999", "f:1: '99999999999999999999' is no value: "
                                   "a text needs quotes"},
      {"\n[t]", "f:2: tables are not known here: write 'key = value'"},
      {"a.b = 1", "f:1: 'a' cannot have parts"},
      {"a = \"x", "f:1: a text is not closed"},
      {"a = \"x\ny\"", "f:1: a text is not closed"},
      {"a = \"\"\"x\"\"\"", "f:1: texts of several lines are not known here"},
      {"a = [1]", "f:1: a list holds texts in quotes"},
      {"a = ['x' 'y']", "f:1: ',' or ']' is expected"},
      {"a = ['x',\n", "f:2: a list is not closed"},
      {"a = 1 b = 2", "f:1: something is behind the value; one setting per "
                      "line"},
      {"a = 1\nb = 1\na = 2", "f:3: 'a' is there twice, first in line 1"},
      {"= 1", "f:1: 'key = value' is expected"},
  };
  for (auto [text, message] : rows) {
    auto settings = read_toml(text, "f");
    ASSERT_FALSE(settings) << text;
    EXPECT_EQ(settings.error().text(), message);
  }
  for (const char *text : {R"(a = "\q")", R"(a = "\u12")", R"(a = "\ud800")",
                           R"(a = "\u0000")", "a = \"\\"})
    EXPECT_FALSE(read_toml(text, "f")) << text;
}

TEST(Toml, TextsGoOutAndComeIn) {
  for (const std::string text :
       {"", "a\"b\\c", "tab\tline\n\x7f", "\xc3\xa9"}) {
    auto settings = read_toml("a = " + toml_string(text), "f");
    ASSERT_TRUE(settings) << settings.error().text();
    EXPECT_EQ(std::get<std::string>((*settings)[0].value), text);
  }
}

} // namespace
} // namespace wt::driver
