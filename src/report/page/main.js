// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens when an address is opened or a key is pressed?
//
// The address says everything (filter.js); each action changes the address, and
// each change of the address draws the page.

"use strict";

(() => {
  const all = watertight.value("findings");
  if (!all) {
    document.getElementById("totals").textContent =
      "data/findings.js is missing or damaged";
    return;
  }
  const filter = new Filter(all.findings, all.files);
  const byId = new Map(filter.findings.map(f => [f.id, f]));
  const list = document.getElementById("list");
  const page = document.getElementById("finding");
  const search = document.getElementById("search");

  const listAddress = () => "#/" + filter.toQuery();
  const findingAddress = (f, step) =>
    `#/finding/${f.id}/${step}${filter.toQuery()}`;
  // Typing and filtering do not fill the history.
  const replace = address => {
    history.replaceState(null, "", address);
    draw();
  };
  const go = address => { location.hash = address; };

  const table = new Table(filter, {onChange: () => replace(listAddress())});
  const view = new SourceView(filter, {
    onStep: step => replace(findingAddress(view.finding, step))});

  function drawFinding(f, step) {
    const index = table.list.indexOf(f);
    const neighbour = by => table.list[index + by] &&
      findingAddress(table.list[index + by], 1);
    if (index >= 0)
      table.selected = index;
    document.title = `${f.kind} in ${f.function || f.file} – Watertight`;
    list.hidden = true;
    page.hidden = false;
    view.show(f, step, {
      position: index < 0 ? "not in the filtered list"
        : [index + 1, table.list.length]
          .map(n => n.toLocaleString("en")).join(" of "),
      previous: index > 0 ? neighbour(-1) : null,
      next: neighbour(1),
      back: listAddress(),
    });
  }

  function draw() {
    const [path, query] = location.hash.slice(1).split(/\?(.*)/s);
    filter.fromQuery(query ?? "");
    const [, what, id, step] = path.split("/");
    const f = what === "finding" ? byId.get(id) : undefined;
    if (document.activeElement !== search || search.value.trim() !== filter.query)
      search.value = filter.query;
    list.hidden = Boolean(f);
    page.hidden = !f;
    table.update();
    if (f)
      return drawFinding(f, Number(step) || 1);
    view.finding = undefined;
    document.title = "Watertight report";
    table.select(table.selected);
  }

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("watertight-theme", theme);
    } catch { /* not allowed from disk: the choice lasts as long as the page */ }
  }
  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  const toggleTheme = () => setTheme(isDark() ? "light" : "dark");
  const help = document.getElementById("help");

  const keys = {
    t: toggleTheme,
    "?": () => help.showModal(),
    "/": () => {
      if (!page.hidden)
        go(listAddress());
      requestAnimationFrame(() => search.focus());
    },
    Escape: () => { if (!page.hidden) go(listAddress()); },
    j: () => move(1),
    k: () => move(-1),
    n: () => page.hidden || view.onStep(view.step + 1),
    p: () => page.hidden || view.onStep(Math.max(1, view.step - 1)),
    Enter: () => {
      if (page.hidden && table.list[table.selected])
        go(findingAddress(table.list[table.selected], 1));
    },
  };
  keys.ArrowDown = () => page.hidden && move(1);
  keys.ArrowUp = () => page.hidden && move(-1);
  keys.ArrowRight = () => page.hidden || keys.n();
  keys.ArrowLeft = () => page.hidden || keys.p();

  function move(by) {
    if (page.hidden)
      return table.select(table.selected + by);
    const next = table.list[table.selected + by];
    if (next)
      replace(findingAddress(next, 1));
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open)
      return;
    if (event.target === search) {
      if (event.key === "Escape" || event.key === "Enter")
        document.getElementById("rows").focus();
      return;
    }
    const isButton = event.target.closest("button, a") && event.key === "Enter";
    if (Object.hasOwn(keys, event.key) && !isButton) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  search.addEventListener("input", () => {
    filter.query = search.value.trim();
    table.toTop();
    replace(listAddress());
  });
  document.getElementById("clear").addEventListener("click", () => {
    filter.clear();
    replace(listAddress());
  });
  document.getElementById("theme").addEventListener("click", toggleTheme);
  document.getElementById("help-button").addEventListener("click", keys["?"]);
  window.addEventListener("hashchange", draw);
  window.addEventListener("resize", () => view.finding && view.drawPath());

  try {
    const theme = localStorage.getItem("watertight-theme");
    if (theme === "dark" || theme === "light")
      setTheme(theme);
  } catch { /* as above */ }
  const s = all.summary;
  document.getElementById("totals").textContent = [
    plural(all.findings.length, "finding"),
    `${plural(s.functions, "function")} in ${plural(s.units, "unit")}`,
    s.failed.length && `${plural(s.failed.length, "unit")} not compiled`,
    s.notAnalysed && `${plural(s.notAnalysed, "function")} not fully analysed`,
    s.undecided && `${plural(s.undecided, "object")} undecided`,
    s.hidden && `${s.hidden.toLocaleString("en")} hidden`,
    `version ${s.version}`].filter(Boolean).join("  ·  ");
  draw();
})();
