// SPDX-License-Identifier: Apache-2.0
// Holds the SARIF of the tool, for every sort of answer, against the official schema.
//
//   node check_sarif.js FERMATA
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const Ajv = require("ajv-draft-04");
const formats = require("ajv-formats");

const fermata = process.argv[2];
const package_folder = path.dirname(require.resolve("@microsoft/jest-sarif/package.json"));
const schema = JSON.parse(fs.readFileSync(path.join(package_folder, "lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats(ajv);
const valid = ajv.compile(schema);

let problems = 0;
const complain = (text) => { problems++; console.log(text); };

const sarif_of = (args) => {
  let text;
  try {
    text = execFileSync(fermata, ["check", ...args, "--format", "sarif", "--progress", "never"], { encoding: "utf8" });
  } catch (e) {
    text = e.stdout;
  }
  return JSON.parse(text);
};

const cases = [
  [["examples/lock_order_across_two_functions.cpp"], "deadlock", "fail"],
  [["examples/pool_shutdown_lost_wakeup.cpp"], "lost-wakeup", "fail"],
  [["examples/pool_shutdown_lost_wakeup_fixed.cpp"], "hang", "pass"],
  [["examples/spurious_wakeup_skips_decrement.cpp"], "stuck-loop", "fail"],
  [["examples/lock_order_across_two_functions.cpp", "--time", "1ms"], "hang", "open"],
];
for (const [args, rule, kind] of cases) {
  const log = sarif_of(args);
  if (!valid(log)) complain(`${args.join(" ")}: ${JSON.stringify(valid.errors.slice(0, 5), null, 1)}`);
  const found = log.runs[0].results.find((r) => r.ruleId === rule);
  if (!found || found.kind !== kind) complain(`${args.join(" ")}: no result '${rule}' of kind '${kind}'`);
  if (kind === "fail" && found && found.codeFlows.length !== 2) complain(`${args.join(" ")}: ${found.codeFlows.length} code flows`);
}
// A validator that accepts everything would not be noticed above.
const broken = sarif_of(cases[0][0]);
broken.runs[0].results[0].kind = "maybe";
if (valid(broken)) complain("the validator accepts what the schema forbids");

if (problems === 0) console.log(`${cases.length} logs are valid`);
process.exit(problems === 0 ? 0 : 1);
