# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The store at the command line: whose it is, what is in it."""

import os
import stat

from tool import Case, LEAK


class Stores(Case):
    def setUp(self):
        super().setUp()
        self.write("a.c", LEAK)
        self.home = self.path("home")
        os.mkdir(self.home)

    def tool(self, *words, status=None, **more):
        env = {"HOME": self.home, "XDG_CONFIG_HOME": "", **more}
        return self.run_tool(*words, status=status, env=env)

    def test_the_key_is_the_users(self):
        self.tool("check", "a.c", status=1)
        key = self.path("home/.config/watertight/store.key")
        self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
        done = self.tool("check", "a.c", status=1)
        self.assertIn("1 from the store", done.stderr)

    def test_another_users_store_is_ignored_with_one_message(self):
        self.tool("check", "a.c", status=1)
        os.remove(self.path("home/.config/watertight/store.key"))
        before = os.stat(self.path(".watertight/store.sqlite")).st_mtime_ns
        for _ in range(2):
            done = self.tool("check", "a.c", status=1)
            self.assertEqual(done.stderr.count("under another key"), 1)
            self.assertIn("watertight store clean", done.stderr)
            self.assertNotIn("from the store", done.stderr)
        self.assertEqual(
            os.stat(self.path(".watertight/store.sqlite")).st_mtime_ns, before)
        self.tool("store", "info", status=2)
        self.tool("store", "clean", status=0)
        self.tool("check", "a.c", status=1)
        self.assertIn("from the store",
                      self.tool("check", "a.c", status=1).stderr)

    def test_a_shared_key(self):
        key = {"WATERTIGHT_STORE_KEY": "0123456789abcdef"}
        self.tool("check", "a.c", status=1, **key)
        self.assertFalse(os.path.exists(self.path("home/.config")))
        self.write("key", "0123456789abcdef\n")
        done = self.tool("check", "a.c", status=1,
                         WATERTIGHT_STORE_KEY_FILE=self.path("key"))
        self.assertIn("from the store", done.stderr)
        done = self.tool("check", "a.c", status=1, WATERTIGHT_STORE_KEY="short")
        self.assertIn("16 characters", done.stderr)

    def test_without_a_home(self):
        self.write("home/.config", "")
        done = self.tool("check", "a.c", status=1)
        self.assertIn("in memory only", done.stderr)
        self.assertFalse(os.path.exists(self.path(".watertight")))

    def test_info_and_clean(self):
        done = self.tool("store", "info", status=0)
        self.assertIn("nothing is stored here", done.stderr)
        self.assertEqual(os.listdir(self.home), [])
        self.tool("check", "a.c", status=1)
        done = self.tool("store", "info", status=0)
        self.assertRegex(done.stdout, r"(?m)^units +1 .* last used 2\d+-")
        self.assertRegex(done.stdout, r"(?m)^results +1 ")
        self.tool("store", "clean", "--unused-runs", "3", status=0)
        self.assertIn("from the store",
                      self.tool("check", "a.c", status=1).stderr)
        self.tool("store", "clean", status=0)
        self.assertFalse(os.path.exists(self.path(".watertight/store.sqlite")))
        self.tool("store", "clean", status=0)
        self.tool("store", "empty", status=2)
        self.tool("store", "info", "--store", "none", status=2)

    def test_a_link_is_not_cleaned(self):
        os.mkdir(self.path("real"))
        self.write("real/store.sqlite", "diary")
        os.symlink("real", self.path(".watertight"))
        self.tool("store", "clean", status=2)
        with open(self.path("real/store.sqlite")) as text:
            self.assertEqual(text.read(), "diary")
