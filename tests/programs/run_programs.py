#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs Fermata on every program that carries an expectation, and compares.

    run_programs.py FERMATA [--root DIR] [--jobs N] [FILTER ...]

Looks through examples/ and tests/programs/ for .bpl, .c, .cc, .cpp and .ir files. One of the first ten lines says what is
expected; adding a test is adding one file:

    // fermata: holds
    // fermata: violated hang lost-wakeup at 31
    // fermata: violated safety assertion
    // fermata: violated termination livelock fair await
    // fermata: unmodelled fork
    // fermata: unknown ticks                          a limit is reached, and 'ticks' is what the states differ most in
    // fermata: unknown because only with a clock      a part of the reason
    // fermata-args: --daemon --timeouts never         options of 'fermata check'
    // fermata-clang: -std=c++20 -DWORKERS=2           flags for clang
    // fermata-assumes: time is seen to pass           a part of an assumption that is printed
    // fermata-explains: 'x': protected by 'mx'        a line of --explain-reduction
    // fermata-says: held by 'main' since step 2       a part of a text about a violation: headline, note, step, thread
    // fermata-notes: main ended while 'w#1' waited    a part of a note about a program without a violation; or: nothing
    // fermata-besides: holds                          what a proof shows of safety, which was not asked for; or: unknown because REASON
    // fermata-leaves-out: spins, stats.hits           all variables whose values are not part of the state; or: nothing
    // fermata-warns: data-race 'stop' at 12,20        the variable, and the lines of both accesses; one such line for each warning
    // fermata-warns: nothing

`at 31` is the line of the headline. `at 31,44`: the headline's line is one of these, and the others are lines where
threads are stuck. `fair await`: the run that shows it is that fair, no more and no less. Two `violated` lines, one per property, mean that both are. A property that is not named must not
be violated. Each violation must be confirmed. A file without an expectation is an error: a test that cannot fail is
a defect. What is warned of is compared only if some line says `fermata-warns`. With FILTER, only files with one of these texts in their
path are run; a FILTER that is the path of a file selects this file alone. ctest runs each file by itself (CMakeLists.txt).
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

SUFFIXES = {".bpl", ".c", ".cc", ".cpp", ".ir"}
FOLDERS = ["examples", "tests/programs"]
HEAD_LINES = 10
TIMEOUT_SECONDS = 240  # a loaded machine is slow


class Wrong(Exception):
    """What is not as expected, in a sentence."""


class Expectation:
    def __init__(self, path):
        self.verdict = None
        self.violations = {}  # property -> (kind, lines)
        self.fairness = {}  # property -> how fair the run is, where that is said
        self.unmodelled = None
        self.explodes = None
        self.assumes = []
        self.explains = []
        self.says = []
        self.notes = None
        self.besides = None
        self.leaves_out = None
        self.warns = None  # or: (id, variable, lines)
        self.because = None
        self.args = []
        self.clang = []
        with open(path, encoding="utf-8", errors="replace") as file:
            head = [next(file, "") for _ in range(HEAD_LINES)]
        for line in head:
            match = re.match(r"\s*(?://|/\*|;|#)\s*fermata(-args|-clang|-assumes|-explains|-says|-notes|-besides|-leaves-out|-warns)?:(.*?)(?:\*/)?\s*$", line)
            if not match:
                continue
            tag, text = match.group(1), match.group(2).strip()
            if tag == "-args":
                self.args += shlex.split(text)
            elif tag == "-clang":
                self.clang += shlex.split(text)
            elif tag == "-assumes":
                self.assumes.append(text)
            elif tag == "-explains":
                self.explains.append(text)
            elif tag == "-leaves-out":
                self.leaves_out = [] if text == "nothing" else sorted(text.split(", "))
            elif tag == "-notes":
                self.notes = [] if text == "nothing" else (self.notes or []) + [text]
            elif tag == "-besides":
                self.besides = text
            elif tag == "-says":
                self.says.append(text)
            elif tag == "-warns":
                self.read_warning(text)
            else:
                self.read(text)
        if self.verdict is None:
            raise Wrong(f"none of its first {HEAD_LINES} lines says '// fermata: ...': a test that cannot fail is a defect")

        if self.explains:
            self.args.append("--explain-reduction")

    def read_warning(self, text):
        warning = re.fullmatch(r"([a-z-]+) '(.*)' at (\d+),(\d+)", text)
        self.warns = self.warns or []
        if warning:
            self.warns.append((warning.group(1), warning.group(2), sorted([int(warning.group(3)), int(warning.group(4))])))
        elif text != "nothing":
            raise Wrong(f"the warning '{text}' is none that this runner knows")

    def read(self, text):
        violated = re.fullmatch(r"violated (hang|safety|termination) ([a-z][a-z-]*)(?: fair ([a-z]+))?(?: at (\d+(?:,\d+)*))?", text)
        unmodelled = re.fullmatch(r"unmodelled (\S.*)", text)
        unknown = re.fullmatch(r"unknown (\S+)", text)
        because = re.fullmatch(r"unknown because (.+)", text)
        if violated:
            verdict = "violated"
            lines = [int(n) for n in (violated.group(4) or "").split(",") if n]
            if violated.group(1) in self.violations:
                raise Wrong(f"expects {violated.group(1)} twice")
            self.violations[violated.group(1)] = (violated.group(2), lines)
            if violated.group(3):
                self.fairness[violated.group(1)] = violated.group(3)
        elif unmodelled:
            verdict = "unmodelled"
            self.unmodelled = unmodelled.group(1)
        elif unknown:
            verdict = "unknown"
            self.explodes = unknown.group(1)
        elif because:
            verdict = "unknown"
            self.because = because.group(1)
        elif text == "holds":
            verdict = "holds"
        else:
            raise Wrong(f"the expectation '{text}' is none that this runner knows; see the top of {pathlib.Path(__file__).name}")
        if self.verdict not in (None, verdict):
            raise Wrong(f"expects both '{self.verdict}' and '{verdict}'")
        self.verdict = verdict

    def exit_code(self):
        return {"holds": 0, "violated": 10, "unmodelled": 3, "unknown": 5}[self.verdict]

    def compare(self, code, out, err):
        if self.verdict == "unmodelled" and code == 3 and not out.strip():
            # The front end may refuse before there is a verdict.
            if f"'{self.unmodelled}'" not in err:
                raise Wrong(f"stderr does not name '{self.unmodelled}'")
            return
        try:
            answer = json.loads(out)
        except ValueError:
            raise Wrong(f"exit code {code}, expected {self.exit_code()}, and stdout is not JSON") from None
        said = "unmodelled" if answer["unmodelled"] else answer["verdict"]
        self.compare_results(answer)
        if said != self.verdict and not (said == "unmodelled" and answer["verdict"] == self.verdict == "violated"):
            reasons = [r["reason"] for r in answer["results"] if r["reason"]]
            if answer["unmodelled"]:
                reasons = [f"'{answer['unmodelled']['what']}'"]
            raise Wrong(f"{said}{' (' + '; '.join(reasons) + ')' if reasons else ''}, expected {self.verdict}")
        if self.unmodelled and answer["unmodelled"]["what"] != self.unmodelled:
            raise Wrong(f"'{answer['unmodelled']['what']}' is unmodelled, expected '{self.unmodelled}'")
        if self.because and not any(self.because in (r["reason"] or "") for r in answer["results"]):
            raise Wrong(f"no reason is '{self.because}', but {[r['reason'] for r in answer['results']]}")
        if self.explodes:
            parts = [p["name"] for p in (answer["explosion"] or {"parts": []})["parts"]]
            if parts[:1] != [self.explodes]:
                raise Wrong(f"the states differ most in {parts}, expected '{self.explodes}' first")
        if missing := [part for part in self.assumes if not any(part in text for text in answer["assumptions"])]:
            raise Wrong(f"does not assume {missing}, but {answer['assumptions']}")
        said = [f"'{p['variable']}': {p['how']}" for p in answer.get("protections", [])]
        if missing := [line for line in self.explains if line not in said]:
            raise Wrong(f"does not explain {missing}, but says {said}")
        unasked = [answer["failing"]] if answer["failing"] else []
        told = [text for r in answer["results"] + unasked if r["verdict"] == "violated" for text in texts(r)]
        if missing := [part for part in self.says if not any(part in text for text in told)]:
            raise Wrong(f"does not say {missing}")
        if self.notes is not None:
            notes = [note["text"] for note in answer["notes"]]
            if len(notes) != len(self.notes) or not all(any(part in note for note in notes) for part in self.notes):
                raise Wrong(f"notes {notes or 'nothing'}, expected {self.notes or 'nothing'}")
        if self.besides is not None:
            self.compare_besides(answer["safety_besides"])
        if self.leaves_out is not None and sorted(answer["not_in_state"]) != self.leaves_out:
            raise Wrong(f"leaves out {answer['not_in_state'] or 'nothing'}, expected {self.leaves_out or 'nothing'}")
        warnings = sorted((w["id"], w["variable"], sorted((a["at"] or {}).get("line") for a in w["accesses"])) for w in answer["warnings"])
        if self.warns is not None and warnings != sorted(self.warns):
            raise Wrong(f"warns of {warnings or 'nothing'}, expected {self.warns or 'nothing'}")
        if code != self.exit_code():
            raise Wrong(f"exit code {code}, expected {self.exit_code()}")

    def compare_besides(self, safety):
        found = "nothing" if safety is None else safety["verdict"]
        verdict, _, reason = self.besides.partition(" because ")
        if found != verdict or reason not in ((safety or {}).get("reason") or ""):
            raise Wrong(f"of safety it says {found} {(safety or {}).get('reason') or ''}, expected {self.besides}")

    def compare_results(self, answer):
        for result in answer["results"]:
            if result["verdict"] != "violated":
                continue
            prop, kind = result["property"], result["kind"]
            line = (result["at"] or {}).get("line")
            found = f"violated {prop} {kind} at {line}"
            if prop not in self.violations:
                raise Wrong(f"{found}, expected {self.described()}")
            expected_kind, expected_lines = self.violations[prop]
            if kind != expected_kind:
                raise Wrong(f"{found}, expected {self.described()}")
            if self.fairness.get(prop, result["fairness"]) != result["fairness"]:
                raise Wrong(f"{found}, in a run that is {result['fairness']} fair, expected {self.described()}")
            stuck = {t["at"]["line"] for t in result["threads"] if t["at"] and t["status"] in ("blocked", "spinning")}
            if expected_lines and line not in expected_lines:
                raise Wrong(f"{found}, expected {self.described()}")
            if missing := set(expected_lines) - stuck - {line}:
                raise Wrong(f"{found}; no thread is stuck at {sorted(missing)}")
            if result["confirmed"] is not True:
                raise Wrong(f"{found}, but not confirmed")
        seen = {r["property"] for r in answer["results"] if r["verdict"] == "violated"}
        # Missing violations of a program that is violated otherwise; the rest shows in the verdict.
        if seen and (missing := set(self.violations) - seen):
            raise Wrong(f"{', '.join(sorted(missing))} is not violated, expected {self.described()}")

    def described(self):
        if not self.violations:
            return self.verdict
        return " and ".join(f"violated {prop} {kind}" + (f" fair {self.fairness[prop]}" if prop in self.fairness else "") + (f" at {','.join(map(str, lines))}" if lines else "")
                            for prop, (kind, lines) in self.violations.items())


def texts(part):
    """All that is said in a part of the JSON."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, (dict, list)):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from texts(inner)


def run(command, root):
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=TIMEOUT_SECONDS, check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def check(fermata, path, root):
    """None if all is as expected, else a text that tells what is not."""
    name = str(path.relative_to(root))
    try:
        expectation = Expectation(path)
        rest = [*expectation.args, *(["--", *expectation.clang] if expectation.clang else [])]
        code, out, err = run([fermata, "check", name, "--format", "json", "--progress", "never", *rest], root)
    except Wrong as wrong:
        return str(wrong)
    except subprocess.TimeoutExpired:
        return f"no answer in {TIMEOUT_SECONDS} s"
    try:
        expectation.compare(code, out, err)
        return None
    except Wrong as wrong:
        sentence = str(wrong)
    if not out.strip():
        return sentence + "\n" + err
    try:
        _, text, err = run([fermata, "check", name, "--color", "never", "--progress", "never", "--run-file", "none", *rest], root)
    except subprocess.TimeoutExpired:
        text = ""
    return sentence + "\n" + text + err


def selects(text, name, root):
    return text == name if (root / text).is_file() else text in name


def main():
    parser = argparse.ArgumentParser(description="Runs Fermata on the programs that carry an expectation.")
    parser.add_argument("fermata", type=pathlib.Path, help="the built binary")
    parser.add_argument("filter", nargs="*", help="run only files with one of these texts in their path, or this file")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2], help="of the source tree")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_intermixed_args()
    root = options.root.resolve()
    fermata = str(options.fermata.resolve())

    programs = sorted(p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in SUFFIXES and p.is_file() and p.parent.name not in ("random_c", "model", "wild"))
    if options.filter:
        programs = [p for p in programs if any(selects(text, str(p.relative_to(root)), root) for text in options.filter)]
    if not programs:
        sys.exit("no program to run")

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, complaint in zip(programs, pool.map(lambda p: check(fermata, p, root), programs)):
            if complaint is not None:
                failed += 1
                first, _, more = complaint.partition("\n")
                print(f"FAILED {path.relative_to(root)}: {first}")
                print("".join(f"    {line}\n" for line in more.splitlines()), end="", flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
