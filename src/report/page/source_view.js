// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a path drawn in the code?
//
// The file of the current step is shown around the steps that it has; the rest
// is folded.  Each step is a bubble below its line, and a curve at the left
// leads from step to step.

"use strict";

const context = 6;       // lines shown around a step
const mostUnfolded = 400; // by one click

class SourceView {
  constructor(filter, {onStep}) {
    this.filter = filter;
    this.onStep = onStep;
    this.page = document.getElementById("finding");
    this.unfolded = new Set();
  }

  // Shows the finding at this step (from 1); resolves when it is drawn.
  async show(f, step, {position, previous, next, back}) {
    const name = Math.floor(f.index / watertight.value("findings").pathsPerFile);
    const paths = await watertight.load(`path-${name}`);
    const first = this.finding !== f;
    if (first)
      this.unfolded.clear();
    this.finding = f;
    this.path = paths?.[f.index % watertight.value("findings").pathsPerFile] ??
      {steps: [{at: f.at, text: f.message}], lost: [], refutedBy: [], doubt: ""};
    this.step = Math.max(1, Math.min(this.path.steps.length, step));
    this.file = this.path.steps[this.step - 1].at[0];
    const source = await watertight.load(`source-${this.file}`);
    if (this.finding !== f)
      return; // another one was opened meanwhile
    this.lines = new Map();
    for (const [from, texts] of source ?? [])
      texts.forEach((text, i) => this.lines.set(from + i, text));
    this.page.replaceChildren(
      this.bar(position, previous, next, back), this.headline(),
      element("div.split", {}, this.stepList(), this.code()));
    this.drawPath();
    if (first)
      this.page.scrollTo(0, 0);
    this.reveal(".scroll", ".bubble.current");
    this.reveal(".steps", ".current");
  }

  // Scrolls the box alone: scrollIntoView() would move the page around it, too.
  reveal(box, wanted) {
    const outer = this.page.querySelector(box);
    const inner = outer.querySelector(wanted);
    if (!inner)
      return;
    const a = outer.getBoundingClientRect(), b = inner.getBoundingClientRect();
    const margin = Math.min(120, a.height / 4);
    if (b.top < a.top + margin || b.bottom > a.bottom - margin)
      outer.scrollTop += b.top - a.top - (a.height - b.height) / 2;
  }

  bar(position, previous, next, back) {
    const link = (what, label, href, title) =>
      element(what, {href: href ?? undefined, title,
        "aria-disabled": href ? undefined : "true"}, label);
    return element("nav.bar", {},
      link("a.button.back", "← All findings", back, "Esc"),
      element("span.position", {}, position),
      link("a.button.previous", "Previous", previous, "k"),
      link("a.button.next", "Next", next, "j"));
  }

  headline() {
    const f = this.finding;
    const out = element("div.headline", {},
      element("p.chips", {},
        element(`span.badge.${f.severity}`, {}, f.severity),
        element("span.badge", {}, f.kind),
        element(`span.badge.${f.confidence}`, {}, `${f.confidence} confidence`),
        element("span.engines", {}, `reported by ${f.engines.join(", ")}`)),
      element("h1", {}, f.message),
      element("p.where", {}, element("bdi", {}, `${f.file}:${f.line}`),
        f.function && ` in ${f.function}()`));
    if (this.path.advice)
      out.append(element("p.advice", {}, element("strong", {}, "What to do: "),
        this.path.advice));
    if (this.path.doubt)
      out.append(element("p.doubt", {},
        `This path could not be confirmed: ${this.path.doubt}.`));
    for (const engine of this.path.refutedBy)
      out.append(element("p.doubt", {},
        `Engine '${engine}' says that this cannot happen.`));
    return out;
  }

  placeName([file, line]) {
    return `${watertight.value("findings").files[file]}:${line}`;
  }

  stepList() {
    return element("ol.steps", {"aria-label": "Path"},
      ...this.path.steps.map((s, i) => element("li", {}, element(
        i + 1 === this.step ? "button.current" : "button",
        {"data-step": i + 1, onclick: () => this.onStep(i + 1),
          "aria-current": i + 1 === this.step ? "step" : undefined},
        element("b", {}, String(i + 1)),
        element("span.text", {}, s.text),
        element("small", {}, element("bdi", {}, this.placeName(s.at)))))));
  }

  // Lines near a step of this file, and what the reader unfolded.
  shownLines() {
    const shown = new Set(this.unfolded);
    for (const {at: [file, line]} of this.path.steps)
      if (file === this.file)
        for (let i = line - context; i <= line + context; ++i)
          if (this.lines.has(i))
            shown.add(i);
    return [...shown].sort((a, b) => a - b);
  }

  code() {
    const body = element("div.lines");
    const steps = new Map(); // line -> numbers of steps
    this.path.steps.forEach((s, i) => {
      if (s.at[0] === this.file)
        steps.set(s.at[1], [...steps.get(s.at[1]) ?? [], i + 1]);
    });
    const lost = new Set(this.path.lost.filter(at => at[0] === this.file)
      .map(at => at[1]));
    const shown = this.shownLines();
    let before = 0;
    for (const line of shown) {
      if (line !== before + 1)
        body.append(this.fold(before + 1, line - 1));
      body.append(this.line(line, steps.get(line) ?? [], lost.has(line)));
      before = line;
    }
    const last = Math.max(0, ...this.lines.keys());
    if (before < last)
      body.append(this.fold(before + 1, last));
    if (!this.lines.size) {
      body.append(element("p.empty", {}, "The source could not be read."));
      for (const [, numbers] of steps)
        body.append(...numbers.map(n => this.bubble(n)));
    }
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.classList.add("path");
    return element("div.code", {}, element("h2", {},
      element("bdi", {}, watertight.value("findings").files[this.file])),
      element("div.scroll", {}, element("div.sheet", {}, svg, body)));
  }

  fold(from, to) {
    const count = to - from + 1;
    const known = Array.from({length: Math.min(count, mostUnfolded)},
      (_, i) => from === 1 ? to - i : from + i).filter(i => this.lines.has(i));
    if (!known.length)
      return element("div.fold", {}, `${plural(count, "line")} not shown`);
    return element("button.fold", {onclick: () => {
      known.forEach(i => this.unfolded.add(i));
      this.page.querySelector(".code").replaceWith(this.code());
      this.drawPath();
    }}, `${plural(count, "line")} hidden: show`);
  }

  line(number, steps, isLost) {
    const characters = Array.from(this.lines.get(number));
    const text = element("code");
    const columns = new Set(steps.map(n => this.path.steps[n - 1].at[2] - 1));
    let plain = "";
    for (let i = 0; i < characters.length; ++i) {
      if (!columns.has(i)) {
        plain += characters[i];
        continue;
      }
      text.append(plain);
      plain = "";
      let word = characters[i]; // the word that begins there
      while (/\w/.test(characters[i]) && /\w/.test(characters[i + 1] ?? "") &&
             !columns.has(i + 1))
        word += characters[++i];
      text.append(element("mark", {}, word));
    }
    text.append(plain);
    const row = element("div.line", {"data-line": number},
      element("span.number", {}, String(number)), text);
    row.classList.toggle("has-step", steps.length > 0);
    row.classList.toggle("current", steps.includes(this.step));
    row.classList.toggle("lost", isLost);
    const out = document.createDocumentFragment();
    out.append(row, ...steps.map(n => this.bubble(n)));
    return out;
  }

  bubble(number) {
    const {text, at} = this.path.steps[number - 1];
    const next = this.path.steps[number];
    const bubble = element(
      number === this.step ? "div.bubble.current" : "div.bubble",
      {"data-step": number, onclick: () => this.onStep(number)},
      element("b", {}, String(number)), element("span", {}, text));
    if (number === this.path.steps.length)
      bubble.classList.add("last");
    if (next && next.at[0] !== at[0])
      bubble.append(element("em", {}, `continues at ${this.placeName(next.at)}`));
    return bubble;
  }

  // A curve from each bubble to the next one in this file.
  drawPath() {
    const svg = this.page.querySelector("svg.path");
    const sheet = this.page.querySelector(".sheet");
    const origin = sheet.getBoundingClientRect();
    const height = number => {
      const box = sheet.querySelector(`.bubble[data-step="${number}"] b`)
        ?.getBoundingClientRect();
      return box && {x: box.left - origin.left,
        y: box.top - origin.top + box.height / 2};
    };
    const curves = [];
    for (let i = 1; i < this.path.steps.length; ++i) {
      const a = height(i), b = height(i + 1);
      if (!a || !b)
        continue;
      const bend = Math.min(34, 10 + Math.abs(a.y - b.y) / 14);
      const curve = document.createElementNS(svg.namespaceURI, "path");
      curve.setAttribute("d", `M ${a.x} ${a.y} C ${a.x - bend} ${a.y}, ` +
        `${b.x - bend} ${b.y}, ${b.x} ${b.y}`);
      if (b.y < a.y)
        curve.classList.add("backwards");
      if (i + 1 === this.step || i === this.step)
        curve.classList.add("current");
      curves.push(curve);
    }
    svg.replaceChildren(...curves);
  }
}
