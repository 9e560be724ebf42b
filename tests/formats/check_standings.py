#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the steps say of how threads stand, put together, is what the threads are at the end.

    check_standings.py FERMATA PROGRAM...
"""

import json
import subprocess
import sys


def problems_of(result):
    now = {}
    for step in result["stem"]:
        for s in step["after"]:
            if s["at"] is None:
                now.pop(s["name"], None)
            else:
                now[s["name"]] = s
    for thread in result["threads"]:
        name, stands = thread["name"], now.get(thread["name"])
        if thread["status"] == "finished":
            if stands:
                yield f"{name} has ended, and still stands at {stands['at']}"
        elif stands is None:
            yield f"nothing is said of {name}, which is {thread['status']}"
        elif stands["holds"] != thread["holds"]:
            yield f"{name} holds {stands['holds']}, and at the end {thread['holds']}"
        elif thread["status"] == "blocked" and (stands["waits_for"], stands["at"]) != (thread["waits_for"], thread["at"]):
            yield f"{name} waits for {stands['waits_for']} at {stands['at']}, and at the end for {thread['waits_for']} at {thread['at']}"


def main():
    fermata, programs = sys.argv[1], sys.argv[2:]
    wrong = seen = 0
    for program in programs:
        told = subprocess.run([fermata, "check", program, "--format", "json", "--progress", "never"], capture_output=True, text=True, check=False)
        for result in json.loads(told.stdout)["results"]:
            # The step that fails leads nowhere: how threads would stand after it is not known.
            if result["verdict"] != "violated" or result["property"] == "safety":
                continue
            seen += 1
            for problem in problems_of(result):
                wrong += 1
                print(f"{program}: {problem}")
    print(f"{seen} runs, {wrong} problems")
    return 1 if wrong or seen < len(programs) / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
