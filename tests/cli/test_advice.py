# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a finding says about what to do, and on which branch."""

import tool


class Advice(tool.Reader):
    def test_a_partial_leak(self):
        self.assertEqual(self.steps("""
            int f(const char *s, int n) {
              char *host = strdup(s);
              if (!host)
                return -1;
              if (n > 3)
                return -2;
              free(host);
              return 0;
            }"""), [
            (6, "note: allocated here by strdup(), held by 'host'"),
            (7, "note: assuming 'host' is not null"),
            (9, "note: assuming 'n > 3' is true; only otherwise line 11 is "
                "reached, which frees 'host'"),
            (10, "note: lost here: the function returns without freeing "
                 "'host'"),
            (10, "help: free 'host' before the return at line 10, as line 11 "
                 "does")])

    def test_two_answers_of_one_condition(self):
        self.assertEqual(self.steps("""
            int f(const char *s) {
              char *cpy = strdup(s);
              char *keep = cpy;
              if (!cpy)
                return 1;
              cpy = strchr(cpy, '/');
              if (!cpy)
                return 2;
              free(keep);
              return 0;
            }"""), [
            (6, "note: allocated here by strdup(), held by 'cpy'"),
            (8, "note: assuming 'cpy' is not null"),
            (10, "note: 'cpy' gets a new value here"),
            (11, "note: assuming 'cpy' is null; only otherwise line 13 is "
                 "reached, which frees 'cpy'"),
            (12, "note: lost here: the function returns without freeing "
                 "'cpy'"),
            (12, "help: free 'keep' before the return at line 12, as line 13 "
                 "does")])

    def test_what_is_not_a_leak(self):
        self.assertEqual(self.helps("""
            struct s { int n; };
            void twice(char *p) { free(p); free(p); }
            int late(int n) {
              struct s *p = malloc(sizeof *p);
              if (!p)
                return 0;
              p->n = n;
              free(p);
              return p->n;
            }"""), [
            "free it once: remove one of the two, or set 'p' to null after "
            "the first",
            "free it after its last use"])

    def test_an_exception(self):
        self.assertEqual(self.helps("""
            void mine(int n) { if (n > 3) throw 1; }
            void f(int n) { int *p = new int(n); mine(n); delete p; }""",
                                    "a.cpp"), [
            "let a destructor free it (std::unique_ptr), so that it happens "
            "when mine() throws"])

    def test_a_list_of_earlier_rounds(self):
        self.assertEqual(self.helps("""
            struct job { struct job *next; };
            int queue(int n) {
              struct job *q = NULL;
              for (int i = 0; i < n; i++) {
                struct job *j = malloc(sizeof *j);
                if (!j)
                  return -1;
                j->next = q;
                q = j;
              }
              while (q) {
                struct job *j = q;
                q = j->next;
                free(j);
              }
              return 0;
            }"""), [
            "free what earlier rounds of the loop allocated before the return "
            "at line 11"])

    def test_json_has_it(self):
        self.write("a.c", tool.LEAK)
        found, = self.findings("check", "a.c", "--store", "none")
        self.assertEqual(found["advice"], "free 'p' before the return at line "
                         "8, as line 9 does")
