#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Configures examples/cmake-project as a user would, and runs its checks.

    check_cmake_project.py CMAKE CTEST FERMATA
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    cmake, ctest, fermata = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder, "build")
        subprocess.run([cmake, "-S", ROOT / "examples/cmake-project", "-B", build, f"-Dfermata_DIR={ROOT / 'cmake'}",
                        f"-DFERMATA_EXECUTABLE={fermata}"], check=True, stdout=subprocess.DEVNULL)
        ran = subprocess.run([ctest, "--test-dir", build, "--output-on-failure"], capture_output=True, text=True, check=False)
        if ran.returncode != 0 or "2 tests" not in ran.stdout and "out of 2" not in ran.stdout:
            print(ran.stdout, ran.stderr)
            return 1
        for name in ("mailbox_closes", "mailbox_once_hung"):
            for format in ("html", "sarif"):
                if not (build / f"{name}.{format}").is_file():
                    print(f"{name}.{format} was not written")
                    return 1
        if "lost-wakeup" not in (build / "mailbox_once_hung.sarif").read_text(encoding="utf-8"):
            print("the mailbox fails for another reason than the one it is there for")
            return 1
        # What is not known is skipped, and neither passed nor failed.
        subprocess.run([cmake, "-S", ROOT / "tests/formats/undecided", "-B", pathlib.Path(folder, "undecided"),
                        f"-Dfermata_DIR={ROOT / 'cmake'}", f"-DFERMATA_EXECUTABLE={fermata}"], check=True, stdout=subprocess.DEVNULL)
        ran = subprocess.run([ctest, "--test-dir", pathlib.Path(folder, "undecided")], capture_output=True, text=True, check=False)
        if "Skipped" not in ran.stdout:
            print("a check without an answer is not skipped:", ran.stdout)
            return 1
    print("the project's checks answer as they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
