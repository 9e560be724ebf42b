#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates go to a file and back, and what is changed in them is noticed.

    tests/programs/prove/certificates.py build/release/bin/fermata
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["nested_loops.c", "producers_and_consumer.c", "drain.c", "posted_and_awaited.c", "semaphores_in_turn.c"]
NEED_BALANCES = ["posted_and_awaited.c"]
HOLDS, UNKNOWN, BAD_INPUT = 0, 5, 3


def changed(certificate):
    """Certificates that claim something false, each with what was changed."""
    yield "another program", {**certificate, "automata": "0123456789abcdef"}
    if certificate["ranks"]:
        yield "no function", {**certificate, "ranks": []}
    for k, rank in enumerate(certificate["ranks"]):
        for what, make in [("rises", lambda r: [r[0]] + [[v, -f] for v, f in r[1:]]),
                           ("is constant", lambda r: [r[0]]),
                           ("is not bounded", lambda r: [r[0] - 10**9] + r[1:])]:
            other = copy.deepcopy(certificate)
            other["ranks"][k] = make(rank)
            yield f"function {k} {what}", other
    for k, fact in enumerate(certificate["facts"][:2]):
        other = copy.deepcopy(certificate)
        other["facts"][k]["not_positive"][0] += 2**40
        yield f"fact {k} is false", other
    # Every weight is that of a place or value that is reached, so more of it is too much.
    for k, balance in enumerate(certificate["balances"][:4]):
        other = copy.deepcopy(certificate)
        other["balances"][k]["sum"][0] += 1
        yield f"balance {k} is false at first", other
        for part, last in [("places", 1), ("values", 2)]:
            for n in range(min(3, len(balance[part]))):
                other = copy.deepcopy(certificate)
                other["balances"][k][part][n][last] += 1
                yield f"balance {k} is false because of {part} {n}", other


def main():
    fermata = str(pathlib.Path(sys.argv[1]).resolve())
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "certificate.json")

        def run(*words):
            return subprocess.run([fermata, *words], capture_output=True, text=True, check=False).returncode

        def expect(code, what, *words):
            nonlocal wrong
            if (answer := run(*words)) != code:
                wrong += 1
                print(f"{what}: exit code {answer}, not {code}")

        for name in PROGRAMS:
            expect(HOLDS, name, "prove", str(HERE / name), "--certificate", str(file))
            expect(HOLDS, f"{name}, confirmed", "confirm", str(file))
            certificate = json.loads(file.read_text())
            if name in NEED_BALANCES:
                file.write_text(json.dumps({**certificate, "balances": []}))
                expect(UNKNOWN, f"{name}, no balances", "confirm", str(file))
            for option in certificate["options"]:
                file.write_text(json.dumps({**certificate, "options": {k: v for k, v in certificate["options"].items() if k != option}}))
                expect(BAD_INPUT, f"{name}, without its option {option}", "confirm", str(file))
            for key in certificate:
                file.write_text(json.dumps({k: v for k, v in certificate.items() if k != key}))
                expect(BAD_INPUT, f"{name}, without {key}", "confirm", str(file))
            for what, other in changed(certificate):
                file.write_text(json.dumps(other))
                expect(UNKNOWN, f"{name}, {what}", "confirm", str(file))
        # A proof that it ends does not show that nothing fails, whoever says so.
        for name, safe in [("asserted_unasked.c", True), ("asserted_unasked_twin.c", False)]:
            expect(HOLDS, name, "prove", str(HERE / name), "--certificate", str(file))
            certificate = json.loads(file.read_text())
            if certificate["properties"] != (["termination", "safety"] if safe else ["termination"]):
                wrong += 1
                print(f"{name}: its certificate is for {certificate['properties']}")
            file.write_text(json.dumps({**certificate, "properties": ["termination", "safety"]}))
            expect(HOLDS if safe else UNKNOWN, f"{name}, safety", "confirm", str(file))
            file.write_text(json.dumps({**certificate, "properties": ["safety"]}))
            expect(HOLDS if safe else UNKNOWN, f"{name}, safety alone", "confirm", str(file))
            file.write_text(json.dumps({**certificate, "properties": ["termination", "safety"], "facts": []}))
            expect(UNKNOWN, f"{name}, without facts", "confirm", str(file))
        file.write_text("{}")
        expect(BAD_INPUT, "no certificate", "confirm", str(file))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
