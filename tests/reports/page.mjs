// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can a person work with the HTML report?
//
// Opens reports from disk in headless Chromium and does what a reader does.
// In every test a message of the console, a network request or a dialog fails.
//
//   node page.mjs MODULES CHROMIUM REPORT HOSTILE-REPORT [PICTURES]

import assert from "node:assert/strict";
import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [modules, executable, large, hostile, pictures] = process.argv.slice(2);
const {chromium} = createRequire(modules + "/x.js")("playwright-core");

const address = folder => pathToFileURL(path.join(folder, "index.html")).href;
const report = address(large);
const tests = [];
const test = (name, run, options = {}) => tests.push({name, run, options});

const count = page => page.locator("#count").textContent();
const row = (page, i) => page.locator(`#rows [aria-rowindex="${i}"]`);
const place = (page, i) => row(page, i).locator(".place bdi").textContent();
const current = page => page.locator(".bubble.current");
const isOpen = page => page.locator("#finding .headline").waitFor();

async function assertInView(page, selector) {
  const box = await page.locator(selector).boundingBox();
  const {width, height} = page.viewportSize();
  assert.ok(box && box.x >= 0 && box.y >= 0 && box.x < width &&
    box.y + box.height <= height, `${selector}: ${JSON.stringify(box)}`);
}

test("table shows all, the important first", async page => {
  await page.goto(report);
  assert.equal(await count(page), "5,000 findings");
  assert.match(await page.locator("#totals").textContent(),
    /5,000 functions in 100 units/);
  assert.equal(await page.locator('[data-facet="folder"]').count(), 12);
  await page.locator(".more").click();
  assert.equal(await page.locator('[data-facet="folder"]').count(), 20);
  const facets = await page.locator("#facets .facet").allTextContents();
  for (const wanted of ["leak4,000", "resource-leak500", "double-free500",
      "src/part0250"])
    assert.ok(facets.includes(wanted), `${wanted} in ${facets}`);
});

test("sort", async page => {
  await page.goto(report);
  const head = page.locator('[data-sort="place"]');
  await head.click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  assert.match(await place(page, 1), /^src\/part0\/file0\.c:5$/);
  await head.click();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  assert.match(await place(page, 1), /^src\/part9\/file4\.c:\d{3}$/);
  await page.locator('[data-sort="kind"]').click();
  assert.equal(await row(page, 1).locator(".kind").textContent(), "double-free");
  assert.match(page.url(), /sort=kind/);
});

test("filter", async page => {
  await page.goto(report);
  await page.locator("#search").fill("part3 file2");
  assert.equal(await count(page), "50 of 5,000 findings");
  await page.locator('[data-facet="kind"][data-value="double-free"]').click();
  assert.equal(await count(page), "5 of 5,000 findings");
  await page.locator("#search").fill("no such thing");
  assert.equal(await count(page), "0 of 5,000 findings");
  await page.locator("#clear").click();
  assert.equal(await count(page), "5,000 findings");
  await page.locator('[data-facet="folder"][data-value="src/part11"]').click();
  assert.equal(await count(page), "250 of 5,000 findings");
});

test("open", async page => {
  await page.goto(report);
  const where = await place(page, 3);
  const message = await row(page, 3).locator(".message").textContent();
  await row(page, 3).click();
  await isOpen(page);
  assert.equal(await page.locator("#finding h1").textContent(), message);
  assert.equal(await page.locator("#finding .where bdi").textContent(), where);
  const line = page.locator(`.line[data-line="${where.split(":")[1]}"] code`);
  assert.match(await line.textContent(), /strdup|fopen|free/);
  assert.equal(await page.locator(".position").textContent(), "3 of 5,000");
  await page.goBack();
  await page.locator("#list").waitFor();
});

test("step", async page => {
  await page.goto(`${report}#/?kind=leak`);
  await row(page, 1).click();
  await isOpen(page);
  const steps = await page.locator(".steps button").count();
  assert.ok(steps >= 4, `${steps} steps`);
  for (let i = 1; i <= steps; ++i) {
    assert.equal(await current(page).getAttribute("data-step"), String(i));
    await assertInView(page, ".bubble.current");
    await assertInView(page, ".line.current");
    await page.keyboard.press("n");
  }
  assert.equal(await current(page).getAttribute("data-step"), String(steps));
  assert.ok(await current(page).evaluate(e => e.classList.contains("last")));
  await page.keyboard.press("p");
  assert.equal(await current(page).getAttribute("data-step"), String(steps - 1));
  await page.locator('.steps [data-step="2"]').click();
  assert.equal(await current(page).getAttribute("data-step"), "2");
  assert.equal(await page.locator("svg.path path").count(), steps - 1);
});

test("deep link", async page => {
  await page.goto(`${report}#/?kind=leak&q=part5`);
  await row(page, 2).click();
  await isOpen(page);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  const link = page.url();
  const title = await page.locator("#finding h1").textContent();
  const other = await page.context().newPage();
  await other.goto(link);
  await isOpen(other);
  assert.equal(await other.locator("#finding h1").textContent(), title);
  assert.equal(await current(other).getAttribute("data-step"), "3");
  await other.keyboard.press("Escape");
  assert.equal(await count(other), "200 of 5,000 findings");
  assert.equal(await other.locator("#search").inputValue(), "part5");
  await other.goto(`${report}#/finding/gone/7`);
  assert.equal(await count(other), "5,000 findings");
});

test("keyboard", async page => {
  await page.goto(report);
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  const third = await place(page, 3), fourth = await place(page, 4);
  await page.keyboard.press("Enter");
  await isOpen(page);
  const where = page.locator("#finding .where bdi");
  assert.equal(await where.textContent(), third);
  await page.keyboard.press("j");
  await page.waitForFunction(text =>
    document.querySelector("#finding .where bdi").textContent === text, fourth);
  await page.keyboard.press("k");
  await page.waitForFunction(text =>
    document.querySelector("#finding .where bdi").textContent === text, third);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#list").isVisible());
  assert.ok(await row(page, 3).evaluate(e => e.classList.contains("selected")));
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement.id === "search");
  await page.keyboard.type("file4");
  assert.equal(await count(page), "1,000 of 5,000 findings");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!await page.locator("#help").isVisible());
});

// The text of an element against what is painted behind it, as WCAG has it.
function contrasts(selectors) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d",
    {willReadFrequently: true});
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const paint = colours => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return luminance(canvas.getImageData(0, 0, 1, 1).data);
  };
  return selectors.map(selector => {
    const found = document.querySelector(selector);
    if (!found)
      return [selector, 0];
    const layers = [];
    for (let e = found; e; e = e.parentElement)
      layers.unshift(getComputedStyle(e).backgroundColor);
    const [a, b] = [paint(layers),
      paint([...layers, getComputedStyle(found).color])];
    return [selector, (Math.max(a, b) + .05) / (Math.min(a, b) + .05)];
  });
}

for (const colorScheme of ["light", "dark"])
  test(`${colorScheme} is legible`, async page => {
    await page.goto(report);
    const ground = () => page.evaluate(
      () => getComputedStyle(document.body).backgroundColor);
    const first = await ground();
    assert.equal(Number(first.match(/\d+/)[0]) > 128, colorScheme === "light");
    const check = async selectors => {
      for (const [selector, ratio] of await page.evaluate(contrasts, selectors))
        assert.ok(ratio >= 4.5, `${selector}: contrast ${ratio.toFixed(2)}`);
    };
    await check([".row .message", ".row .kind", ".row .badge", "#totals",
      ".row small", "#facets h2", ".facet .number", "#head button"]);
    if (pictures)
      await page.screenshot({path: `${pictures}/table-${colorScheme}.png`});
    await page.keyboard.press("Enter");
    await isOpen(page);
    await page.keyboard.press("n");
    await check(["#finding h1", ".where", ".engines", ".badge.warning",
      ".badge.high", ".bubble.current span", ".bubble.last span", ".steps small",
      ".line .number", ".line code", ".line mark", ".fold"]);
    if (pictures)
      await page.screenshot({path: `${pictures}/finding-${colorScheme}.png`});
    await page.keyboard.press("t");
    assert.notEqual(await ground(), first);
  }, {colorScheme});

test("5,000 findings are quick", async page => {
  const start = Date.now();
  await page.goto(report);
  await row(page, 1).waitFor();
  const opened = Date.now() - start;
  assert.ok(opened < 5000, `opened after ${opened} ms`);
  const slowest = await page.evaluate(async () => {
    const search = document.getElementById("search");
    let slowest = 0;
    for (const text of ["f", "fi", "file", "file3", "", "part1 leak"]) {
      const from = performance.now();
      search.value = text;
      search.dispatchEvent(new Event("input"));
      document.body.getBoundingClientRect();
      slowest = Math.max(slowest, performance.now() - from);
    }
    return slowest;
  });
  assert.ok(slowest < 1000, `filtering took ${slowest} ms`);
  await page.locator("#clear").click();
  await page.locator("#rows").evaluate(e => e.scrollTo(0, e.scrollHeight));
  await row(page, 5000).waitFor();
  const rows = await page.locator("#rows .row").count();
  assert.ok(rows < 100, `${rows} rows exist`);
  return `opened in ${opened} ms, filtered in ${Math.round(slowest)} ms`;
});

test("a narrow window", async page => {
  const fits = () => page.evaluate(
    () => document.documentElement.scrollWidth <= innerWidth);
  await page.goto(report);
  assert.ok(await fits());
  assert.ok(await row(page, 1).locator(".message").isVisible());
  await row(page, 1).click();
  await isOpen(page);
  assert.ok(await fits());
  for (const part of [".back", "#finding h1", ".bubble.current"])
    await assertInView(page, part);
  await page.keyboard.press("n");
  await assertInView(page, "#finding h1");
  if (pictures)
    await page.screenshot({path: `${pictures}/narrow.png`});
}, {viewport: {width: 640, height: 800}});

test("hostile names and source are text", async page => {
  await page.goto(address(hostile));
  const name = await place(page, 1);
  assert.ok(name.startsWith("<img src=x onerror=alert(1)>&amp;\"'.c:"), name);
  await page.locator("#search").fill("<img src=x");
  assert.equal(await count(page), "1 finding");
  await row(page, 1).click();
  await isOpen(page);
  const line = await page.locator('.line[data-line="6"] code').textContent();
  assert.ok(line.includes('</script><script>document.title="owned"'), line);
  assert.ok(!/[\x1b\u202e]/.test(line), line);
  for (const element of ["img", "script:not([src])", "code b", "[onmouseover]"])
    assert.equal(await page.locator(element).count(), 0, element);
  assert.match(await page.title(), /^leak in f/);
  if (pictures)
    await page.screenshot({path: `${pictures}/hostile.png`});
});

const browser = await chromium.launch({executablePath: executable,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : []});
let failed = 0;
for (const {name, run, options} of tests) {
  const context = await browser.newContext(
    {viewport: {width: 1360, height: 860}, ...options});
  context.setDefaultTimeout(20000);
  const complaints = [];
  context.on("console", m => complaints.push(`console: ${m.text()}`));
  context.on("weberror", e => complaints.push(`error: ${e.error()}`));
  context.on("dialog", d => { complaints.push("a dialog"); d.dismiss(); });
  context.on("request", r => r.url().startsWith("file:") ||
    complaints.push(`request: ${r.url()}`));
  try {
    const note = await run(await context.newPage());
    assert.deepEqual(complaints, []);
    console.log(`ok      ${name}${note ? ": " + note : ""}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}\n${complaints.join("\n")}`);
  }
  await context.close();
}
await browser.close();
process.exitCode = failed ? 1 : 0;
