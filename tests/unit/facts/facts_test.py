# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Are claims drawn fairly, and gates of bench/facts.py computed as they say?

    facts_test.py BENCH-FOLDER
"""

import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))

import facts  # noqa: E402


def claims(functions):
    return [("a.c", str(n), f"f{n}", f"claim {n}.{m}")
            for n in range(functions) for m in range(n % 3 + 1)]


def row(name, lines, cpu, peak, complete=True):
    parts = facts.PARTS if complete else facts.PARTS[:3]
    figures = {"cpu": {part: cpu / 4 for part in parts},
               "peak": {"units": 1, "points_to": peak},
               "complete": complete, "failed": 0}
    return facts.Row(name, lines, 100.0, figures)


class Draw(unittest.TestCase):
    def test_one_claim_of_each_function(self):
        drawn = list(facts.draw_claims(claims(30), "s", 20))
        self.assertEqual(len(drawn), 20)
        self.assertEqual(len({claim[:3] for claim in drawn}), 20)
        self.assertTrue(set(drawn) <= set(claims(30)))

    def test_same_seed_same_claims_in_any_order(self):
        lines = claims(30)
        self.assertEqual(list(facts.draw_claims(lines, "s", 9)),
                         list(facts.draw_claims(lines[::-1] * 2, "s", 9)))

    def test_other_seed_other_claims(self):
        self.assertNotEqual(list(facts.draw_claims(claims(30), "s", 9)),
                            list(facts.draw_claims(claims(30), "t", 9)))

    def test_small_sample_begins_large_one(self):
        large = list(facts.draw_claims(claims(30), "s", 20))
        self.assertEqual(list(facts.draw_claims(claims(30), "s", 5)),
                         large[:5])

    def test_functions_with_many_claims_are_not_preferred(self):
        lines = [("a.c", "1", "many", f"claim {m}") for m in range(1000)]
        lines += [("a.c", str(n), f"f{n}", "claim") for n in range(2, 102)]
        first = [next(facts.draw_claims(lines, str(seed), 1))[2]
                 for seed in range(200)]
        self.assertLess(first.count("many"), 20)


class Gates(unittest.TestCase):
    def missed(self, *rows):
        return list(facts.missed_gates(list(rows)))

    def test_all_hold(self):
        self.assertEqual(self.missed(row("small", 50_000, 40, 100),
                                     row("large", 500_000, 40, 1000)), [])

    def test_cost_is_the_sum_of_the_parts(self):
        self.assertIn("above 0.4", self.missed(row("a", 50_000, 41, 1))[0])

    def test_memory_per_line(self):
        missed = self.missed(row("small", 50_000, 4, 100),
                             row("large", 500_000, 4, 1501))
        self.assertEqual(len(missed), 1)
        self.assertIn("memory per line", missed[0])

    def test_cpu_per_line(self):
        missed = self.missed(row("small", 50_000, 2, 100),
                             row("large", 500_000, 31, 1000))
        self.assertEqual(len(missed), 1)
        self.assertIn("CPU per line", missed[0])

    def test_growth_of_small_programs_is_no_gate(self):
        self.assertEqual(self.missed(row("small", 50_000, 4, 100),
                                     row("tiny", 10_000, 4, 100)), [])

    def test_giving_up_is_missed(self):
        self.assertIn("budget",
                      self.missed(row("a", 50_000, 4, 1, complete=False))[0])


if __name__ == "__main__":
    unittest.main()
