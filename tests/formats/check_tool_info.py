#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses contrib/fermata.py as BenchExec does, with a small stand-in for what it imports from there, on tasks as SV-COMP has them.

    check_tool_info.py FERMATA
"""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = {"RESULT_TRUE_PROP": "true", "RESULT_FALSE_PROP": "false", "RESULT_UNKNOWN": "unknown", "RESULT_TIMEOUT": "TIMEOUT", "RESULT_ERROR": "ERROR"}
SAFETY, TERMINATION, OVERFLOW = "LTL(G ! call(reach_error()))", "LTL(F end)", "LTL(G ! overflow)"
ABORTS = "extern void abort(void);\nint main(void) { abort(); }\n"
# A program, what is asked of it, its data model, and the result; None: it is refused.
TASKS = [
    (ABORTS, SAFETY, "LP64", "true"),
    ("extern void reach_error(void);\nint main(void) { reach_error(); }\n", SAFETY, "LP64", "false(assertion)"),
    ("int main(void) { for (;;) ; }\n", TERMINATION, "LP64", "false(stuck-loop)"),
    (ABORTS, TERMINATION, "LP64", "true"),
    ("int nobody(void);\nint main(void) { return nobody(); }\n", SAFETY, "LP64", "unknown (not modelled, or cannot be built)"),
    (ABORTS, SAFETY, "ILP32", None),
    (ABORTS, OVERFLOW, "LP64", None),
]


class Refused(Exception):
    pass


class BaseTool2:
    def _version_from_tool(self, executable, arg="--version", line_prefix=None):
        lines = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.splitlines()
        return next(line[len(line_prefix):].strip() for line in lines if line.startswith(line_prefix))


def module_of(path):
    template = types.ModuleType("benchexec.tools.template")
    template.BaseTool2, template.UnsupportedFeatureException = BaseTool2, Refused
    result = types.ModuleType("benchexec.result")
    vars(result).update(RESULTS)
    tools, package = types.ModuleType("benchexec.tools"), types.ModuleType("benchexec")
    tools.template, package.tools, package.result = template, tools, result
    sys.modules.update({"benchexec": package, "benchexec.tools": tools, "benchexec.tools.template": template, "benchexec.result": result})
    spec = importlib.util.spec_from_file_location("fermata_tool_info", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(tool, fermata, source, asked, data_model):
    with tempfile.TemporaryDirectory() as folder:
        program, question = pathlib.Path(folder, "task.i"), pathlib.Path(folder, "asked.prp")
        program.write_text(source, encoding="utf-8")
        question.write_text(f"CHECK( init(main()), {asked} )\n", encoding="utf-8")
        task = types.SimpleNamespace(input_files=[str(program)], property_file=str(question), options={"data_model": data_model})
        limits = types.SimpleNamespace(cputime=60, memory=2_000_000_000)
        try:
            command = tool.cmdline(fermata, ["--no-cache"], task, limits)
        except Refused:
            return None
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
    run = types.SimpleNamespace(was_timeout=False, exit_code=types.SimpleNamespace(value=done.returncode), output=done.stdout.splitlines())
    return tool.determine_result(run)


def main():
    fermata = str(pathlib.Path(sys.argv[1]).resolve())
    tool = module_of(ROOT / "contrib" / "fermata.py").Tool()
    wrong = [] if tool.version(fermata) in subprocess.run([fermata, "--version"], capture_output=True, text=True, check=True).stdout else ["the version"]
    for source, asked, data_model, right in TASKS:
        found = answer(tool, fermata, source, asked, data_model)
        if found != right:
            wrong.append(f"{asked} of {source!r}: {found}, expected {right}")
    print("\n".join(wrong) if wrong else f"{len(TASKS)} tasks")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
