// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of files: plain ones lexically, ".." behind a link as the system does.

#include "support/path.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

namespace wt {
namespace {

namespace fs = std::filesystem;

TEST(AbsolutePath, IsCleaned) {
  EXPECT_EQ(absolute_path("/a/./b//c.c"), "/a/b/c.c");
  EXPECT_EQ(absolute_path("/no/such/../c.c"), "/no/c.c");
  EXPECT_EQ(absolute_path("/.."), "/");
  EXPECT_EQ(absolute_path("../../../c.c", "/x"), "/c.c");
}

TEST(AbsolutePath, IsRelativeToTheFolder) {
  EXPECT_EQ(absolute_path("x/c.c", "/folder"), "/folder/x/c.c");
  EXPECT_EQ(absolute_path("/x/c.c", "/folder"), "/x/c.c");
  EXPECT_EQ(absolute_path("c.c"), (fs::current_path() / "c.c").string());
}

TEST(AbsolutePath, ParentOfALinkIsThatOfItsTarget) {
  std::string pattern = (fs::temp_directory_path() / "wt_path.XXXXXX").string();
  fs::path root = fs::canonical(mkdtemp(pattern.data()));
  fs::create_directories(root / "real" / "deep");
  fs::create_directories(root / "work");
  fs::create_directory_symlink(root / "real" / "deep", root / "work" / "link");
  EXPECT_EQ(absolute_path("work/link/../x.c", root.string()),
            (root / "real" / "x.c").string());
  EXPECT_EQ(absolute_path("work/link/x.c", root.string()),
            (root / "work" / "link" / "x.c").string());
  fs::remove_all(root);
}

} // namespace
} // namespace wt
