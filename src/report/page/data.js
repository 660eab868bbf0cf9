// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does the data come from, and how does it become elements?
//
// A page from disk may read other files only as scripts.  Each of them calls
// watertight.data(name, value); load(name) adds the script and waits for that.
// Text of the analysed project is only ever set as text, never as HTML.

"use strict";

const watertight = (() => {
  const values = new Map();
  const waiting = new Map(); // name -> {promise, done}

  function data(name, value) {
    values.set(name, value);
    waiting.get(name)?.done(value);
  }

  // The value of data/NAME.js, or null when the file is missing or damaged.
  function load(name) {
    if (values.has(name))
      return Promise.resolve(values.get(name));
    if (waiting.has(name))
      return waiting.get(name).promise;
    let done;
    const promise = new Promise(resolve => { done = resolve; });
    waiting.set(name, {promise, done});
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onload = script.onerror = () => done(values.get(name) ?? null);
    document.head.append(script);
    return promise;
  }

  return {data, load, value: name => values.get(name)};
})();

// element("a.link", {href: "#"}, "text", child…)
function element(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on"))
      made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
