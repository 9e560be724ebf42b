# SPDX-License-Identifier: Apache-2.0
"""Fermata for BenchExec, the framework that SV-COMP is run with: https://github.com/sosy-lab/benchexec, doc/tool-integration.md.

Put this file where BenchExec looks for tool-info modules (`tools/fermata.py` in a package of yours), and name it in a benchmark definition:

    <benchmark tool="your_package.fermata" timelimit="900 s" memlimit="8 GB">

Options are those of `fermata check`. What is asked comes from the task's property file, unless an option says it.
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

# What a property file says, and what Fermata calls it.
PROPERTIES = [
    (re.compile(r"LTL\(\s*F\s+end\s*\)"), "termination"),
    (re.compile(r"LTL\(\s*G\s*!\s*call\("), "safety"),
    (re.compile(r"LTL\(\s*G\s+(valid-free|valid-deref)\s*\)"), "safety"),
]
HOLDS, UNKNOWN, VIOLATED = 0, 5, 10
FAILURES = {2: "ERROR (usage)", 3: "unknown (not modelled, or cannot be built)", 6: "ERROR (internal)"}


class Tool(benchexec.tools.template.BaseTool2):
    def name(self):
        return "Fermata"

    def executable(self, tool_locator):
        return tool_locator.find_executable("fermata", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="fermata")

    def cmdline(self, executable, options, task, rlimits):
        if isinstance(task.options, dict) and task.options.get("data_model", "LP64") != "LP64":
            raise UnsupportedFeatureException(f"Fermata knows programs of 64 bits only, and not {task.options['data_model']}")
        flags = ["--conventions", "svcomp", "--run-file", "none"]
        if task.property_file and "--property" not in options:
            flags += ["--property", self._property_in(task.property_file)]
        # A little before BenchExec ends it, so that there is time to say what is known.
        if rlimits.cputime and "--time" not in options:
            flags += ["--threads", "1", "--time", f"{max(1, rlimits.cputime * 9 // 10)}s"]
        if rlimits.memory and "--memory" not in options:
            flags += ["--memory", f"{max(64, rlimits.memory * 9 // 10 // 1048576)}M"]
        return [executable, "check", *flags, *options, *task.input_files]

    def _property_in(self, property_file):
        with open(property_file, encoding="utf-8") as file:
            text = file.read()
        for pattern, name in PROPERTIES:
            if pattern.search(text):
                return name
        raise UnsupportedFeatureException(f"Fermata does not know what {property_file} asks: {text.strip()}")

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        code = run.exit_code.value
        if code == HOLDS:
            return result.RESULT_TRUE_PROP
        if code == VIOLATED:
            kinds = [found.group(1) for line in run.output if (found := re.search(r" error: .*\[([a-z-]+)\]\s*$", line))]
            return f"{result.RESULT_FALSE_PROP}({kinds[0]})" if kinds else result.RESULT_FALSE_PROP
        if code == UNKNOWN:
            return result.RESULT_UNKNOWN
        return FAILURES.get(code, result.RESULT_ERROR)

    def get_value_from_output(self, output, identifier):
        """For columns of tables: `states`, `seconds`."""
        for line in output:
            found = re.search(r"(?:checked|explored so far): (?:all of )?([\d,]+) states?, .* in ([\d.]+) s", line)
            if found and identifier in ("states", "seconds"):
                return found.group(1 if identifier == "states" else 2).replace(",", "")
        return None
