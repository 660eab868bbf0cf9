// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which findings are shown, in which order, and how does the address say so?
//
// The state of the table is part of the address, so that a link shows the same:
//   #/?kind=leak&confidence=high&q=parse&sort=-line
//   #/finding/FINGERPRINT/STEP?kind=…

"use strict";

const facetNames = ["severity", "confidence", "kind", "folder", "engine"];
const ranks = {high: 3, medium: 2, low: 1, warning: 2, note: 1};

class Filter {
  constructor(findings, files) {
    this.findings = findings;
    this.files = files;
    this.chosen = {};
    this.query = "";
    this.sort = "importance";
    findings.forEach((f, index) => {
      f.index = index;
      f.file = files[f.at[0]];
      f.line = f.at[1];
      f.folder = f.file.includes("/")
        ? f.file.slice(0, f.file.lastIndexOf("/")) || "/" : ".";
      f.engine = f.engines;
      f.text = [f.file, f.function, f.variable, f.message, f.kind, f.id]
        .join("\n").toLowerCase();
    });
  }

  valuesOf(f, facet) {
    return facet === "engine" ? f.engines : [f[facet]];
  }

  // Without `except`, so that its other values can be counted.
  passes(f, except) {
    for (const facet of facetNames) {
      const wanted = this.chosen[facet];
      if (facet !== except && wanted &&
          !this.valuesOf(f, facet).some(v => wanted.has(v)))
        return false;
    }
    return this.words.every(word => f.text.includes(word));
  }

  get words() {
    return this.query.toLowerCase().split(/\s+/).filter(Boolean);
  }

  // [[value, count], …], the most important or most frequent first.
  counts(facet) {
    const counts = new Map();
    for (const f of this.findings) {
      const passes = this.passes(f, facet);
      for (const v of this.valuesOf(f, facet))
        counts.set(v, (counts.get(v) ?? 0) + (passes ? 1 : 0));
    }
    return [...counts].sort((a, b) =>
      (ranks[b[0]] ?? 0) - (ranks[a[0]] ?? 0) || b[1] - a[1] ||
      (a[0] < b[0] ? -1 : 1));
  }

  toggle(facet, value) {
    const set = this.chosen[facet] ?? new Set();
    if (!set.delete(value))
      set.add(value);
    if (set.size)
      this.chosen[facet] = set;
    else
      delete this.chosen[facet];
  }

  get isActive() {
    return this.query !== "" || Object.keys(this.chosen).length > 0;
  }

  clear() {
    this.chosen = {};
    this.query = "";
  }

  shown() {
    const descending = this.sort.startsWith("-");
    const key = this.sort.replace(/^-/, "");
    const compare = comparisons[key] ?? comparisons.importance;
    const list = this.findings.filter(f => this.passes(f));
    return list.sort((a, b) =>
      (descending ? -compare(a, b) : compare(a, b)) || a.index - b.index);
  }

  toQuery() {
    const out = new URLSearchParams();
    for (const facet of facetNames)
      for (const value of this.chosen[facet] ?? [])
        out.append(facet, value);
    if (this.query)
      out.set("q", this.query);
    if (this.sort !== "importance")
      out.set("sort", this.sort);
    const text = out.toString();
    return text && "?" + text;
  }

  fromQuery(text) {
    const query = new URLSearchParams(text);
    this.clear();
    for (const facet of facetNames)
      if (query.has(facet))
        this.chosen[facet] = new Set(query.getAll(facet));
    this.query = query.get("q") ?? "";
    const sort = query.get("sort") ?? "importance";
    this.sort = Object.hasOwn(comparisons, sort.replace(/^-/, ""))
      ? sort : "importance";
  }
}

const byText = key => (a, b) => a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0;
const byRank = key => (a, b) => ranks[b[key]] - ranks[a[key]];
const byPlace = (a, b) => byText("file")(a, b) || a.line - b.line;
const comparisons = {
  importance: (a, b) => byRank("severity")(a, b) ||
    byRank("confidence")(a, b) || byPlace(a, b),
  kind: byText("kind"),
  confidence: byRank("confidence"),
  place: byPlace,
  function: byText("function"),
  message: byText("message"),
};
