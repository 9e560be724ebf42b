// SPDX-License-Identifier: Apache-2.0
// Stepping through the runs of the page that html.cpp writes. Everything of the user's goes into elements as text.
"use strict";
(() => {
  const svg_space = "http://www.w3.org/2000/svg";
  const colours = 6;

  const make = (name, attributes, text) => {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const draw = (name, attributes, text) => {
    const e = document.createElementNS(svg_space, name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const colour = (thread) => "t" + (thread % colours);
  const file_name = (path) => path.slice(path.lastIndexOf("/") + 1);

  // How every thread stands after each row: the changes of all rows up to it, put together.
  const standings = (rows) => {
    const now = new Map();
    return rows.map(([, , , after]) => {
      for (const [thread, at, holds, waits, by] of after) {
        if (at) now.set(thread, { at, holds, waits, by });
        else now.delete(thread);
      }
      return new Map(now);
    });
  };

  // Who waits for what, and who has that: nodes are threads and things, edges lead from a thread to the thing it waits for,
  // and from the thing to its holders. Waiting for the end of a thread is an edge to that thread.
  const wait_for_graph = (standing) => {
    const edges = [], things = [];
    for (const [thread, s] of standing) {
      if (!s.waits) continue;
      if (s.waits.startsWith("the end of ")) {
        for (const other of s.by) edges.push({ from: "t" + thread, to: "t" + other, waits: true });
        continue;
      }
      let thing = things.indexOf(s.waits);
      if (thing < 0) thing = things.push(s.waits) - 1;
      edges.push({ from: "t" + thread, to: "o" + thing, waits: true });
      for (const other of s.by)
        if (!edges.some((e) => e.from === "o" + thing && e.to === "t" + other))
          edges.push({ from: "o" + thing, to: "t" + other, waits: false });
    }
    return { edges, things, cycle: nodes_on_cycles(edges) };
  };

  // A node is on a cycle if it can be reached from itself.
  const nodes_on_cycles = (edges) => {
    const on = new Set();
    for (const start of new Set(edges.map((e) => e.from))) {
      const seen = new Set(), open = [start];
      while (open.length) {
        const node = open.pop();
        for (const e of edges) {
          if (e.from !== node || seen.has(e.to)) continue;
          seen.add(e.to);
          open.push(e.to);
        }
      }
      if (seen.has(start)) on.add(start);
    }
    return on;
  };

  const shortened = (text, most) =>
    text.length <= most ? text : text.slice(0, Math.ceil(most / 2) - 1) + "\u2026" + text.slice(text.length - Math.floor(most / 2));

  const head_at = (x, y, angle, on_cycle) => {
    const point = (a, length) => `${x - length * Math.cos(angle + a)},${y - length * Math.sin(angle + a)}`;
    return draw("polygon", { points: `${x},${y} ${point(0.4, 11)} ${point(-0.4, 11)}`, class: on_cycle ? "head cycle" : "head" });
  };

  // Threads on the left, things on the right, each thing beside the first thread that has to do with it.
  const show_graph = (box, names, standing) => {
    box.replaceChildren();
    if (standing.size === 0) {
      box.append(make("p", { class: "calm" }, "How the threads stand is not told for this step."));
      return;
    }
    const { edges, things, cycle } = wait_for_graph(standing);
    if (edges.length === 0) {
      box.append(make("p", { class: "calm" }, "No thread waits."));
      return;
    }
    const in_graph = new Set(edges.flatMap((e) => [e.from, e.to]));
    const threads = [...names.keys()].filter((t) => in_graph.has("t" + t));
    const width = Math.max(box.clientWidth, 280), high = 38, gap = 20, margin = 26;
    const joins = edges.some((e) => e.from[0] === "t" && e.to[0] === "t");
    const left = joins ? 44 : 4;
    const half = things.length ? Math.min(240, (width - left - 76) / 2) : Math.min(320, width - left - 8);
    const place = new Map();
    threads.forEach((t, i) => place.set("t" + t, { x: left, y: margin + i * (high + gap) }));
    const holder = (o) => {
      const e = edges.find((edge) => edge.from === "o" + o) || edges.find((edge) => edge.to === "o" + o);
      return place.get(e.from[0] === "t" ? e.from : e.to).y;
    };
    const order = [...things.keys()].sort((a, b) => holder(a) - holder(b));
    let y = margin;
    for (const o of order) {
      y = Math.max(y, holder(o));
      place.set("o" + o, { x: width - half - 4, y });
      y += high + gap;
    }
    const height = Math.max(...[...place.values()].map((p) => p.y)) + high + 10;
    const label = edges.map((e) => `${said(e.from, names, things)} ${e.waits ? "waits for" : "is held by"} ${said(e.to, names, things)}`);
    const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Who waits for whom: " + label.join("; ") });
    for (const e of edges) {
      const on_cycle = cycle.has(e.from) && cycle.has(e.to);
      const a = place.get(e.from), b = place.get(e.to);
      const style = (on_cycle ? "edge cycle" : "edge") + (e.waits ? " waits" : "");
      if (e.from[0] === e.to[0]) {
        const y1 = a.y + high / 2, y2 = b.y + high / 2 + (a === b ? 10 : 0), out = Math.min(left - 6, 14 + Math.abs(y2 - y1) / 8);
        picture.append(draw("path", { class: style, d: `M${left},${y1} C${left - 1.4 * out},${y1} ${left - 1.4 * out},${y2} ${left - 8},${y2}` }));
        picture.append(head_at(left - 1, y2, 0, on_cycle));
      } else {
        // Waiting leaves in the upper half of a box, holding in the lower: two edges between the same boxes stay apart.
        const to_right = e.from[0] === "t", shift = e.waits ? -7 : 7;
        const x1 = to_right ? a.x + half : a.x, x2 = to_right ? b.x : b.x + half;
        const y1 = a.y + high / 2 + shift, y2 = b.y + high / 2 + shift;
        const angle = Math.atan2(y2 - y1, x2 - x1);
        picture.append(draw("path", { class: style, d: `M${x1},${y1} L${x2 - 8 * Math.cos(angle)},${y2 - 8 * Math.sin(angle)}` }));
        picture.append(head_at(x2, y2, angle, on_cycle));
      }
    }
    for (const [node, p] of place) {
      const is_thread = node[0] === "t", number = Number(node.slice(1));
      const text = is_thread ? names[number] : things[number];
      const group = draw("g", { class: is_thread ? colour(number) : "" });
      group.append(draw("title", {}, text));
      group.append(draw("rect", { x: p.x, y: p.y, width: half, height: high, rx: is_thread ? 6 : 17,
        class: (is_thread ? "node" : "thing") + (cycle.has(node) ? " cycle" : "") }));
      // "mutex 'a'" is a sort and a name; of both the name has to be readable.
      const [, sort, name] = (!is_thread && text.match(/^([^']+) '(.*)'$/)) || [null, "", text];
      const middle = p.x + half / 2, most = Math.floor((half - 12) / 7);
      if (sort) group.append(draw("text", { x: middle, y: p.y + 14, "text-anchor": "middle", class: "sort" }, shortened(sort, most)));
      group.append(draw("text", { x: middle, y: p.y + high / 2 + (sort ? 12 : 4.5), "text-anchor": "middle" }, shortened(name, most)));
      picture.append(group);
    }
    box.append(picture);
    box.append(make("p", { class: "legend" }, "dashed: waits for" + (edges.some((e) => !e.waits) ? "; solid: is held by" : "") + (cycle.size ? "; red: they wait for each other" : "")));
  };
  const said = (node, names, things) => (node[0] === "t" ? names : things)[Number(node.slice(1))];

  // From the signal that came too early to the wait that missed it.
  const show_arrows = (box, lines) => {
    box.querySelector(".arrows")?.remove();
    const around = box.getBoundingClientRect();
    const picture = draw("svg", { class: "arrows", "aria-hidden": "true" });
    for (const [from, to] of lines) {
      const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
      if (a.height === 0 || b.height === 0) continue;
      const y1 = (a.top + a.bottom) / 2 - around.top, y2 = (b.top + b.bottom) / 2 - around.top;
      const same = Math.abs(a.left - b.left) < 4, to_right = b.left > a.left;
      const x1 = (to_right && !same ? a.right - 4 : a.left + 2) - around.left;
      // One below the other: round the left side. Otherwise up from the wait, and then across to the signal.
      const x2 = same ? x1 : (to_right ? Math.max(b.left + 30, a.right + 30) : Math.min(b.right - 30, a.left - 30)) - around.left;
      picture.append(draw("path", { d: same ? `M${x1},${y2} C${x1 - 34},${y2} ${x1 - 34},${y1} ${x1},${y1}`
                                            : `M${x2},${b.top - around.top} Q${x2},${y1} ${x1},${y1}` }));
      picture.append(draw("circle", { class: "head", cx: x1, cy: y1, r: 4 }));
    }
    if (picture.childNodes.length) box.append(picture);
  };

  const start = (finding) => {
    const data = finding.querySelector("script.data");
    if (!data) return null;
    const { threads, rows, early } = JSON.parse(data.textContent);
    const states = standings(rows);
    const find = (selector) => finding.querySelector(selector);
    const elements = [...finding.querySelectorAll("tr.step")];
    const slider = find("input[type=range]"), live = find(".live"), files = [...finding.querySelectorAll(".file")];
    const lines = new Map();
    for (const f of files)
      for (const row of f.querySelectorAll("tr[data-line]")) lines.set(f.dataset.file + ":" + row.dataset.line, row);
    const names_of_files = new Set(rows.flatMap(([, , at, after]) => [at, ...after.map((s) => s[1])]).filter((at) => at).map((at) => at[0]));
    const place = (at) => (names_of_files.size > 1 ? file_name(at[0]) + ":" : "") + at[1];
    let current = rows.length - 1;

    const show_source = (row, state) => {
      for (const line of lines.values()) {
        if (!line.className) continue;
        line.className = "";
        line.lastElementChild.replaceChildren();
      }
      const [, acting, at] = row;
      const mark = (thread, where, how) => {
        const line = where && lines.get(where[0] + ":" + where[1]);
        if (!line) return;
        line.classList.add(how);
        line.lastElementChild.append(make("span", { class: "chip " + colour(thread) }, threads[thread]));
      };
      mark(acting, at, "acts");
      for (const [thread, s] of state) if (thread !== acting) mark(thread, s.at, "stands");
      if (!at || !files.some((f) => f.dataset.file === at[0])) return;
      for (const f of files) f.hidden = f.dataset.file !== at[0];
      const line = lines.get(at[0] + ":" + at[1]);
      const box = line && line.closest(".code");
      if (box) box.scrollTop = line.offsetTop - box.clientHeight / 3;
    };

    const show_threads = (row, state) => {
      const body = find(".standing tbody");
      body.replaceChildren();
      for (const [thread, name] of threads.entries()) {
        const s = state.get(thread);
        if (!s) continue;
        const line = make("tr", { role: "row", class: thread === row[1] ? "moved" : "" });
        line.append(make("th", { scope: "row", role: "rowheader", class: colour(thread) }));
        line.firstChild.append(make("span", { class: "chip" }, name));
        line.append(make("td", { role: "cell" }, place(s.at)));
        line.append(make("td", { role: "cell" }, s.holds.join(", ")));
        const by = s.by.length && !s.waits.startsWith("the end of ") ? ", held by " + s.by.map((t) => threads[t]).join(", ") : "";
        line.append(make("td", { role: "cell", class: s.waits ? "waiting" : "" }, s.waits + by));
        body.append(line);
      }
      find(".standing").hidden = body.childNodes.length === 0;
    };

    const show = (index, bring_into_view) => {
      current = Math.min(Math.max(index, 0), rows.length - 1);
      const row = rows[current], state = states[current], element = elements[current];
      elements.forEach((e, i) => {
        e.classList.toggle("current", i === current);
        e.classList.toggle("later", i > current);
        if (i === current) e.setAttribute("aria-current", "step");
        else e.removeAttribute("aria-current");
      });
      slider.value = current + 1;
      const does = element.querySelector(".does");
      const text = (does.querySelector("summary") || does.firstElementChild).textContent;
      const where = row[2] ? ` (${file_name(row[2][0])}:${row[2][1]})` : "";
      const number = (e) => e.querySelector("th button").textContent;
      const total = number(elements[elements.length - 1]).replace(/^.*\u2013/, "");
      const said = `Step ${number(element)} of ${total}${row[4] ? ", in the loop" : ""}: ${threads[row[1]]}: ${text}${where}`;
      live.textContent = said;
      slider.setAttribute("aria-valuetext", said);
      show_source(row, state);
      show_threads(row, state);
      show_graph(find(".graph"), threads, state);
      if (bring_into_view) {
        const box = element.getBoundingClientRect(), top = find(".controls").getBoundingClientRect().bottom;
        if (box.top < top || box.bottom > window.innerHeight) element.scrollIntoView({ block: "center" });
      }
    };

    const cell_of = (step) => {
      let found = 0;
      rows.forEach(([number], i) => { if (number <= step) found = i; });
      return elements[found].querySelector(".does");
    };
    const show_early = () => show_arrows(find(".lanes-box"), early.map(([signal, wait]) => [cell_of(signal), cell_of(wait)]));

    const go = { first: () => 0, back: () => current - 1, on: () => current + 1, last: () => rows.length - 1 };
    for (const button of finding.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => show(go[button.dataset.go](), true));
    slider.addEventListener("input", () => show(Number(slider.value) - 1, true));
    elements.forEach((e, i) => e.addEventListener("click", (event) => { if (!event.target.closest("details")) show(i, false); }));
    finding.addEventListener("toggle", show_early, true);
    find(".controls").hidden = false;
    find(".now").hidden = false;
    show(current, false);
    show_early();
    return { step: (way) => show(go[way](), true), again: () => { show(current, false); show_early(); } };
  };

  const runs = new Map();
  for (const finding of document.querySelectorAll(".finding")) {
    const run = start(finding);
    if (run) runs.set(finding, run);
  }
  const keys = { ArrowRight: "on", ArrowLeft: "back", n: "on", p: "back", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    // The slider moves by itself; with Ctrl, Alt or Meta a key is the browser's.
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const run = runs.get(event.target.closest(".finding")) || [...runs.values()][0];
    if (!run) return;
    event.preventDefault();
    run.step(way);
  });
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    for (const run of runs.values()) run.again();
  });
})();
