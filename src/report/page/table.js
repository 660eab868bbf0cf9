// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are thousands of findings shown as a table?
//
// Rows have one height; only those on the screen exist as elements.

"use strict";

const rowHeight = 52; // as in style.css
const columns = [
  ["importance", "!", "Most important first"],
  ["kind", "Kind"],
  ["confidence", "Confidence"],
  ["place", "Place"],
  ["message", "Finding"],
];

class Table {
  constructor(filter, {onChange, onOpen}) {
    this.filter = filter;
    this.onChange = onChange;
    this.onOpen = onOpen;
    this.rows = document.getElementById("rows");
    this.list = [];
    this.selected = 0;
    this.space = element("div.space");
    this.rows.append(this.space);
    this.rows.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.rows);
  }

  update() {
    const selected = this.list[this.selected];
    this.list = this.filter.shown();
    this.selected = Math.max(0, this.list.indexOf(selected));
    this.drawHead();
    this.drawFacets();
    const all = this.filter.findings.length;
    document.getElementById("count").textContent =
      this.list.length === all
        ? plural(all, "finding")
        : `${this.list.length.toLocaleString("en")} of ${plural(all, "finding")}`;
    document.getElementById("clear").hidden = !this.filter.isActive;
    this.space.style.height = `${this.list.length * rowHeight}px`;
    this.rows.setAttribute("aria-rowcount", this.list.length);
    this.draw();
  }

  drawHead() {
    const sorted = this.filter.sort.replace(/^-/, "");
    const descending = this.filter.sort.startsWith("-");
    document.getElementById("head").replaceChildren(...columns.map(
      ([key, label, title]) => element("button", {
        "data-sort": key,
        title: title ?? `Sort by ${label.toLowerCase()}`,
        "aria-sort": sorted !== key ? "none"
          : descending ? "descending" : "ascending",
        onclick: () => {
          this.filter.sort = sorted === key && !descending ? "-" + key : key;
          this.toTop();
          this.onChange();
        },
      }, label, element("span.arrow", {},
        sorted !== key ? "" : descending ? " ▼" : " ▲"))));
  }

  // Another order or another selection of findings: the reader starts again.
  toTop() {
    this.list = [];
    this.selected = 0;
    this.rows.scrollTop = 0;
  }

  drawFacets() {
    const most = 12;
    const boxes = facetNames.map(facet => {
      const counts = this.filter.counts(facet);
      const largest = Math.max(1, ...counts.map(([, n]) => n));
      const chosen = this.filter.chosen[facet];
      const isLong = counts.length > most && !this[facet + "Open"];
      const shown = counts.filter(([v], i) => !isLong || i < most ||
        chosen?.has(v));
      const items = shown.map(([value, n]) => {
        const bar = element(`span.fill.${facet}-${/^[a-z-]+$/.test(value) ?
          value : "other"}`);
        bar.style.width = `${100 * n / largest}%`;
        return element("button.facet", {
          "aria-pressed": String(chosen?.has(value) ?? false),
          "data-facet": facet, "data-value": value,
          title: value,
          onclick: () => { this.filter.toggle(facet, value); this.onChange(); },
        }, bar, element("span.name", {}, value),
          element("span.number", {}, n.toLocaleString("en")));
      });
      if (isLong)
        items.push(element("button.more", {onclick: () => {
          this[facet + "Open"] = true;
          this.drawFacets();
        }}, `${counts.length - shown.length} more`));
      return element("section", {}, element("h2", {}, facet), ...items);
    });
    document.getElementById("facets").replaceChildren(...boxes);
  }

  draw() {
    const top = this.rows.scrollTop;
    const first = Math.max(0, Math.floor(top / rowHeight) - 8);
    const last = Math.min(this.list.length,
      Math.ceil((top + this.rows.clientHeight) / rowHeight) + 8);
    const made = [];
    for (let i = first; i < last; ++i)
      made.push(this.row(this.list[i], i));
    if (!this.list.length)
      made.push(element("p.empty", {}, this.filter.findings.length
        ? "No finding passes the filters." : "Nothing was found."));
    this.space.replaceChildren(...made);
  }

  row(f, i) {
    const row = element("a.row", {
      role: "row", "aria-rowindex": i + 1, "data-id": f.id, tabindex: -1,
      href: `#/finding/${f.id}/1${this.filter.toQuery()}`,
    },
      element(`span.mark.${f.severity}`, {title: f.severity}),
      element("span.kind", {}, f.kind),
      element(`span.badge.${f.confidence}`, {}, f.confidence),
      element("span.place", {title: `${f.file}:${f.line}`},
        element("bdi", {}, `${f.file}:${f.line}`),
        element("small", {}, f.function && `${f.function}()`)),
      element("span.message", {title: f.message}, f.message));
    row.style.top = `${i * rowHeight}px`;
    row.classList.toggle("selected", i === this.selected);
    return row;
  }

  select(index) {
    this.selected = Math.max(0, Math.min(this.list.length - 1, index));
    const top = this.selected * rowHeight;
    const {scrollTop, clientHeight} = this.rows;
    if (top < scrollTop)
      this.rows.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.rows.scrollTop = top + rowHeight - clientHeight;
    this.draw();
  }
}
