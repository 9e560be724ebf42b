// SPDX-License-Identifier: Apache-2.0
// Opens pages of the tool in Chromium: stepping works, the graph is drawn, nothing complains, nothing is wider than the screen.
//
//   node check_page.js FERMATA FOLDER       screenshots go to FOLDER
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { chromium } = require("playwright-core");

const [fermata, folder] = process.argv.slice(2);
let problems = 0;
const expect = (condition, text) => {
  if (condition) return;
  problems++;
  console.log("wrong: " + text);
};

const page_of = (args, name) => {
  const file = path.join(folder, name + ".html");
  try {
    execFileSync(fermata, ["check", ...args, "--progress", "never", "--run-file", "none", "--report", "html=" + file], { stdio: "ignore" });
  } catch (e) {
    if (e.status !== 10) throw e;
  }
  return file;
};

const width_is_kept = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

(async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "fermata-page-"));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"], headless: true,
    viewport: { width: 1280, height: 900 } });
  const open = async (name, file) => {
    const page = await browser.newPage();
    page.on("console", (message) => expect(message.type() !== "error", `${name}: console: ${message.text()}`));
    page.on("pageerror", (error) => expect(false, `${name}: ${error}`));
    page.on("request", (request) => expect(request.url().startsWith("file:"), `${name}: asks for ${request.url()}`));
    await page.goto("file://" + file);
    return page;
  };

  for (const [name, program, waits] of [["deadlock", "examples/lock_order_across_two_functions.cpp", true],
                                        ["lost_wakeup", "examples/pool_shutdown_lost_wakeup.cpp", true],
                                        ["stuck_loop", "examples/spurious_wakeup_skips_decrement.cpp", false]]) {
    const page = await open(name, page_of([program], name));
    const at = () => page.$eval("tr.current", (row) => Number(row.dataset.row));
    const live = () => page.$eval(".live", (e) => e.textContent);
    const last = (await page.$$("tr.step")).length - 1;
    expect(last > 2, `${name}: it has only ${last + 1} rows`);
    expect((await at()) === last, `${name}: it does not begin at the end`);
    if (waits) expect((await page.$$(".graph svg .waits")).length > 0, `${name}: no wait is drawn`);
    if (name === "deadlock") expect((await page.$$(".graph svg .cycle")).length >= 6, `${name}: the cycle is not highlighted`);
    if (name === "lost_wakeup") {
      expect((await page.$$(".arrows path")).length > 0, `${name}: no arrow leads to the signal`);
      expect((await page.$$eval("em.early", (all) => all.map((e) => e.textContent).join())).includes("too early"), `${name}: nothing is too early`);
    }
    if (name === "stuck_loop") expect((await page.$$("tbody.loop tr.step")).length > 0, `${name}: there is no loop`);

    await page.keyboard.press("ArrowLeft");
    expect((await at()) === last - 1, `${name}: the key does not step back`);
    const before = await live();
    await page.click("[data-go=back]");
    expect((await at()) === last - 2, `${name}: the button does not step back`);
    expect((await live()) !== before, `${name}: the step is not announced`);
    await page.keyboard.press("Home");
    expect((await at()) === 0, `${name}: Home does not go to the first step`);
    await page.click("[data-go=on]");
    expect((await at()) === 1, `${name}: the button does not step forward`);
    await page.focus("input[type=range]");
    await page.keyboard.press("ArrowRight");
    expect((await at()) === 2, `${name}: the slider does not step`);
    await page.click(`tr[data-row="1"] th button`);
    expect((await at()) === 1, `${name}: a row cannot be chosen`);
    expect((await page.$$(".source tr.acts .chip")).length === 1, `${name}: the current line is not marked`);
    await page.click("[data-go=last]");
    const [, first, total] = (await live()).match(/^Step (?:(?:\d+\u2013)?(\d+)) of (\d+)/) || [];
    expect(first && first === total, `${name}: the last step is called '${await live()}'`);
    expect((await page.$$(".standing tbody tr")).length > 0, `${name}: how threads stand is not told`);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: path.join(folder, name + "-light.png") });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: path.join(folder, name + "-dark.png") });
    await page.emulateMedia({ colorScheme: "light" });
    for (const width of [360, 700, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await width_is_kept(page), `${name}: it is wider than a screen of ${width}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: path.join(folder, name + "-phone.png"), fullPage: true });
    await page.close();
  }

  const holds = await open("holds", page_of(["examples/pool_shutdown_lost_wakeup_fixed.cpp", "--explain-reduction"], "holds"));
  expect((await holds.$eval("h1", (e) => e.textContent)) === "It cannot hang", "holds: the headline");
  await holds.setViewportSize({ width: 360, height: 740 });
  expect(await width_is_kept(holds), "holds: it is wider than a phone");
  await holds.screenshot({ path: path.join(folder, "holds-phone.png"), fullPage: true });

  await browser.close();
  fs.rmSync(profile, { recursive: true, force: true });
  if (problems === 0) console.log("the pages work");
  process.exit(problems === 0 ? 0 : 1);
})();
