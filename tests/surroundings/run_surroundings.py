#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# What is around an answer: limits and signals while clang is at work, files that are none, places that cannot be written. Each case is
# a function whose name is a sentence.
#
#   tests/surroundings/run_surroundings.py build/release/bin/fermata [a part of a name]

import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid

FERMATA = str(pathlib.Path(sys.argv[1]).resolve())
PATIENCE = 20  # seconds, on a busy machine

# Minutes of work for clang, and gigabytes: each of these templates needs two more.
SLOW = """template <int depth, long id> struct Tree { static const long size = Tree<depth - 1, 2 * id>::size + Tree<depth - 1, 2 * id + 1>::size; };
template <long id> struct Tree<0, id> { static const long size = 1; };
int main() { return Tree<40, 1>::size != 0; }
"""
LARGE = "int many[] = {[0 ... 500000000] = 1};\nint main(void) { return 0; }\n"
HANGS = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); }
"""
HOLDS = "int main(void) { return 0; }\n"
TEXT_IR = "func @main() entry {\n  exit_process 0\n}\n"


class Case:
    """A folder, and Fermata run in it. `mark` is in the environment of everything that it starts."""

    def __init__(self, folder):
        self.folder = folder
        self.work = folder / "work"
        self.temporary = folder / "tmp"
        self.work.mkdir()
        self.temporary.mkdir()
        self.mark = f"FERMATA_TEST={uuid.uuid4()}"
        name, value = self.mark.split("=")
        self.cache = folder / "cache" / "fermata"
        self.environment = {**os.environ, name: value, "TMPDIR": str(self.temporary), "XDG_CACHE_HOME": str(folder / "cache")}

    def write(self, name, text):
        path = self.work / name if isinstance(name, str) else os.path.join(os.fsencode(self.work), name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def start(self, *words, **more):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.Popen([FERMATA, *words], cwd=self.work, env=self.environment, **options)

    def run(self, *words, **more):
        process = self.start(*words, **more)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return process.returncode, (out or b"").decode("utf-8", "replace"), (err or b"").decode("utf-8", "replace")

    def checks(self, *more):
        """stdout and stderr of a check of threads.cpp, which hangs"""
        code, out, err = self.run("check", "threads.cpp", "--run-file", "none", "--color", "never", *more)
        expect(code == 10, code, out, err)
        return self.said(out), err

    @staticmethod
    def said(out):
        """The report without how long it took and how much memory"""
        return re.sub(r"in [0-9.]+ s, [0-9.]+ .B", "", out)

    def kept(self):
        return sorted(self.cache.iterdir()) if self.cache.is_dir() else []

    def processes(self):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and self.mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "comm").read_text().strip())
            except OSError:
                pass
        return found

    def wait_for(self, name):
        """Until a process of this name is at work."""
        end = time.time() + PATIENCE
        while time.time() < end:
            if any(p.startswith(name) for p in self.processes()):
                return
            time.sleep(0.02)
        raise AssertionError(f"{name} never began")

    def nothing_is_left(self):
        end = time.time() + 5
        while self.processes() and time.time() < end:
            time.sleep(0.05)
        assert not self.processes(), f"still at work: {self.processes()}"
        assert not list(self.temporary.iterdir()), f"left over: {list(self.temporary.iterdir())}"


def expect(condition, *said):
    if not condition:
        raise AssertionError("\n".join(map(str, said)))


# clang under control


def time_is_up_while_clang_is_at_work(case):
    case.write("slow.cpp", SLOW)
    begin = time.time()
    code, out, err = case.run("check", "slow.cpp", "--time", "1s")
    expect(code == 5 and "the time limit of 1 s was reached while clang compiled slow.cpp" in out, code, out, err)
    expect(time.time() - begin < 4, "it took", time.time() - begin)
    case.nothing_is_left()


def one_of_two_sources_is_slow(case):
    case.write("slow.cpp", SLOW)
    case.write("quick.c", "int f(void) { return 0; }\n")
    code, out, err = case.run("check", "quick.c", "slow.cpp", "--time", "1s", "--format", "json")
    expect(code == 5 and json.loads(out)["verdict"] == "unknown", code, out, err)
    expect("while clang compiled slow.cpp" in json.loads(out)["results"][0]["reason"], out)
    case.nothing_is_left()


def clang_stays_within_memory(case):
    case.write("large.c", LARGE)
    code, out, err = case.run("check", "large.c", "--memory", "100M")
    expect(code == 5 and "the memory limit of 1 GiB was reached while clang compiled large.c" in out, code, out, err)
    case.nothing_is_left()


def a_signal_while_clang_is_at_work(case, which):
    case.write("slow.cpp", SLOW)
    process = case.start("check", "slow.cpp")
    case.wait_for("clang")
    process.send_signal(which)
    out, err = process.communicate(timeout=PATIENCE)
    expect(process.returncode == 5 and b"it was interrupted while clang compiled slow.cpp" in out, process.returncode, out, err)
    case.nothing_is_left()


def an_interrupt_ends_clang(case):
    a_signal_while_clang_is_at_work(case, signal.SIGINT)


def a_request_to_terminate_ends_clang(case):
    a_signal_while_clang_is_at_work(case, signal.SIGTERM)


def a_hangup_ends_clang(case):
    a_signal_while_clang_is_at_work(case, signal.SIGHUP)


def clang_does_not_outlive_us_when_we_are_killed(case):
    case.write("slow.cpp", SLOW)
    process = case.start("check", "slow.cpp")
    case.wait_for("clang")
    process.kill()
    process.communicate(timeout=PATIENCE)
    case.nothing_is_left()


def emit_ends_with_the_signal_and_takes_clang_with_it(case):
    case.write("slow.cpp", SLOW)
    process = case.start("emit", "slow.cpp")
    case.wait_for("clang")
    process.terminate()
    process.communicate(timeout=PATIENCE)
    expect(process.returncode == -signal.SIGTERM, process.returncode)
    case.nothing_is_left()


def a_hangup_that_is_ignored_stays_ignored(case):
    case.write("slow.cpp", SLOW)
    process = case.start("check", "slow.cpp", "--time", "2s", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    case.wait_for("clang")
    process.send_signal(signal.SIGHUP)
    out, err = process.communicate(timeout=PATIENCE)
    expect(process.returncode == 5 and b"the time limit" in out, process.returncode, out, err)


def a_source_that_clang_crashes_on_is_refused_without_a_stack(case):
    case.write("deep.c", "int main(void) { return " + "(" * 200000 + "0" + ")" * 200000 + "; }\n")
    code, out, err = case.run("check", "deep.c", "--time", "15s", "--", "-fbracket-depth=1000000")
    expect(code == 3 and "deep.c: error: " in err and "clang crashes on this file" in err, code, out, err)
    expect("PLEASE" not in err and "0x" not in err, err)
    case.nothing_is_left()


def flags_of_a_build_line_leave_no_files(case):
    case.write("hangs.c", HANGS)
    code, out, err = case.run("check", "hangs.c", "--run-file", "none", "--", "-MD", "-MF", "x.d", "-MMD", "-save-temps", "-MT", "x.o")
    expect(code == 10, code, out, err)
    expect(os.listdir(case.work) == ["hangs.c"], os.listdir(case.work))


# the cache


THREADS = """#include <mutex>
#include <thread>
std::mutex m;
int main() { m.lock(); std::thread t([] { m.lock(); }); t.join(); }
"""
SLOW_HEADER = SLOW.replace("int main() { return", "const bool slow =").replace("; }\n", ";\n")


def without_a_cache_nothing_is_kept(case):
    case.write("threads.cpp", THREADS)
    case.checks("--no-cache")
    expect(not case.kept(), case.kept())


def eight_at_a_time_find_an_empty_cache_and_say_the_same(case):
    case.write("threads.cpp", THREADS)
    expected = case.checks("--no-cache")[0]
    time.sleep(0.1)
    all_of_them = [case.start("check", "threads.cpp", "--run-file", "none", "--color", "never") for _ in range(8)]
    for process in all_of_them:
        out, err = process.communicate(timeout=8 * PATIENCE)
        expect(process.returncode == 10 and case.said(out.decode()) == expected, process.returncode, out, err)
    expect(len(case.kept()) == 3, case.kept())  # the program, its headers, and that it begins with them
    case.nothing_is_left()


def one_that_is_killed_leaves_a_cache_that_others_can_use(case):
    case.write("threads.cpp", THREADS)
    expected = case.checks("--no-cache")
    for hundredths in range(2, 200, 25):
        process = case.start("check", "threads.cpp", "--run-file", "none")
        time.sleep(hundredths / 100)
        process.kill()
        process.communicate(timeout=PATIENCE)
    expect(case.checks() == expected and case.checks() == expected, "it says something else")
    case.nothing_is_left()


def a_damaged_cache_is_no_worse_than_none(case):
    case.write("threads.cpp", THREADS)
    expected = case.checks("--no-cache")
    time.sleep(0.1)
    case.checks()
    expect(len(case.kept()) == 3, case.kept())  # the program, its headers, and that it begins with them
    for damage in (b"", b"garbage", None):
        for file in case.kept():
            whole = file.read_bytes()
            file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
        expect(case.checks() == expected, damage)


def a_cache_that_cannot_be_written_is_done_without(case):
    case.write("threads.cpp", THREADS)
    expected = case.checks("--no-cache")
    for place in ("/dev/null", "/proc", "relative", ""):
        case.environment["XDG_CACHE_HOME"] = place
        case.environment["HOME"] = "/dev/null"
        expect(case.checks() == expected, place)
    del case.environment["HOME"], case.environment["XDG_CACHE_HOME"]
    expect(case.checks() == expected, "without a home")
    expect(os.listdir(case.work) == ["threads.cpp"], os.listdir(case.work))


def time_is_up_while_headers_are_precompiled(case):
    case.write("slow.h", SLOW_HEADER)
    case.write("main.cpp", "#include <slow.h>\nint main() { }\n")
    code, out, err = case.run("check", "main.cpp", "--time", "2s", "--", "-isystem", ".")
    expect(code == 5 and "the time limit of 2 s was reached while clang compiled main.cpp" in out, code, out, err)
    expect(not case.kept(), case.kept())
    case.nothing_is_left()


# bad bitcode


def bitcode_that_is_cut_is_refused(case):
    case.write("holds.c", HOLDS)
    subprocess.run(["clang-19", "-g", "-emit-llvm", "-c", "holds.c", "-o", "holds.bc"], cwd=case.work, check=True)
    whole = (case.work / "holds.bc").read_bytes()
    for size in range(4, len(whole), 211):
        case.write("cut.bc", whole[:size])
        code, out, err = case.run("check", "cut.bc", "--time", "5s")
        expect(code == 3 and "cut.bc: error: " in err, size, code, out, err)


# files that are none


def refused(case, name, code_wanted, *words):
    code, out, err = case.run("check", name)
    expect(code == code_wanted, name, code, out, err)
    for word in words:
        expect(word in err, name, word, err)
    expect(out == "", out)


def files_that_are_none_are_refused_in_a_sentence(case):
    (case.work / "folder.c").mkdir()
    os.mkfifo(case.work / "pipe.c")
    os.mkfifo(case.work / "pipe.bc")
    os.mkfifo(case.work / "pipe.ir")
    (case.work / "null.bc").symlink_to("/dev/null")
    (case.work / "zero.ir").symlink_to("/dev/zero")
    (case.work / "loop.c").symlink_to("loop.c")
    refused(case, "folder.c", 2, "folder.c: error: it is a directory")
    for name in ("pipe.c", "pipe.bc", "pipe.ir", "null.bc", "zero.ir"):
        refused(case, name, 2, f"{name}: error: it is no ordinary file")
    refused(case, "loop.c", 2, "it cannot be read: Too many levels of symbolic links")
    refused(case, "nowhere.c", 2, "it cannot be read: No such file or directory")
    for name in ("empty.c", "empty.cpp"):
        case.write(name, "")
        refused(case, name, 3, "error: there is no main")
    for name in ("empty.bc", "empty.ll"):
        case.write(name, "")
        refused(case, name, 3, f"{name}: error: the file is empty")
    case.write("empty.ir", "")
    refused(case, "empty.ir", 3, "empty.ir: error: ")
    case.write("letter.txt", "hello")
    refused(case, "letter.txt", 3, "no front end reads files that end in '.txt'")
    case.write("nomain.c", "int f(void) { return 0; }\n")
    refused(case, "nomain.c", 3, "there is no main")
    case.write("noise.c", bytes(range(256)) * 64)
    refused(case, "noise.c", 3, "noise.c: error: it cannot be built")
    case.write("one.c", HOLDS)
    case.write("two.c", HOLDS)
    code, out, err = case.run("check", "one.c", "two.c")
    expect(code == 3 and "'main' is defined twice" in err, code, err)
    if os.geteuid() != 0:
        case.write("secret.c", HOLDS)
        (case.work / "secret.c").chmod(0)
        refused(case, "secret.c", 2, "it cannot be read: Permission denied")


def a_file_whose_name_begins_with_a_dash_is_a_file(case):
    case.write("-v.c", HOLDS)
    code, out, err = case.run("check", "./-v.c")
    expect(code == 0, code, out, err)


# places to write to


def an_input_is_never_overwritten(case):
    case.write("hangs.c", HANGS)
    (case.work / "folder").mkdir()
    (case.work / "soft.txt").symlink_to("hangs.c")
    os.link(case.work / "hangs.c", case.work / "hard.txt")
    for name in ("hangs.c", "./hangs.c", "folder/../hangs.c", str(case.work / "hangs.c"), "soft.txt", "hard.txt"):
        for command, flag in (("check", "--output"), ("check", "--run-file"), ("emit", "--output")):
            code, out, err = case.run(command, "hangs.c", flag, name)
            expect(code == 2 and f"{flag} would overwrite an input, hangs.c" in err, command, flag, name, code, out, err)
    expect((case.work / "hangs.c").read_text() == HANGS, "it was overwritten")
    expect(case.run("check", "hangs.c", "--run-file", "run.json")[0] == 10)
    for name in ("run.json", "./run.json", "hangs.c"):
        code, out, err = case.run("replay", "run.json", "--output", name)
        expect(code == 2 and "--output would overwrite an input" in err, name, code, err)
    expect(case.run("replay", "run.json")[0] == 10)


def the_default_run_file_overwrites_nothing_but_a_run_file(case):
    case.write("hangs.c", HANGS)
    case.write("precious.txt", "mine")
    run_file = case.work / "fermata-run.json"
    run_file.symlink_to("precious.txt")
    code, out, err = case.run("check", "hangs.c")
    expect(code == 10 and "fermata-run.json: error: it is a symbolic link" in err, code, out, err)
    expect((case.work / "precious.txt").read_text() == "mine" and run_file.is_symlink(), "it was followed")
    code, out, err = case.run("check", "hangs.c", "--run-file", "fermata-run.json")
    expect(code == 10 and err == "" and "fermata-run/1" in (case.work / "precious.txt").read_text(), "a link that is named is followed", code, err)
    run_file.unlink()
    os.mkfifo(run_file)
    code, out, err = case.run("check", "hangs.c")
    expect(code == 10 and "fermata-run.json: error: it is no ordinary file" in err, code, out, err)
    run_file.unlink()
    os.link(case.work / "hangs.c", run_file)
    code, out, err = case.run("check", "hangs.c")
    expect(code == 10 and "fermata-run.json: error: it is one of the inputs" in err, code, out, err)
    expect((case.work / "hangs.c").read_text() == HANGS, "it was overwritten")
    run_file.unlink()
    expect(case.run("check", "hangs.c")[0] == 10 and case.run("replay", "fermata-run.json")[0] == 10, "as usual")


def what_cannot_be_written_is_said(case):
    case.write("hangs.c", HANGS)
    full = open("/dev/full", "wb")
    for words in (("check", "hangs.c"), ("check", "hangs.c", "--format", "json"), ("emit", "hangs.c"), ("--help",), ("--version",)):
        code, out, err = case.run(*words, stdout=full)
        expect(code == 2 and "error: stdout cannot be written" in err, words, code, err)
        code, out, err = case.run(*words, preexec_fn=lambda: os.close(1))
        expect(code == 2 and "error: stdout cannot be written" in err, words, "closed", code, err)
    for words in (("check", "hangs.c", "--output", "/dev/full"), ("emit", "hangs.c", "-o", "/dev/full")):
        code, out, err = case.run(*words)
        expect(code == 2 and "/dev/full: error: it cannot be written: No space left on device" in err, words, code, err)
    code, out, err = case.run("check", "hangs.c", "--output", "nowhere/x")
    expect(code == 2 and "nowhere/x: error: it cannot be written: No such file or directory" in err, code, err)
    # The answer is worth more than the run file.
    code, out, err = case.run("check", "hangs.c", "--run-file", "/dev/full")
    expect(code == 10 and "/dev/full: error: it cannot be written" in err and "deadlock" in out, code, err)
    # Nothing that we open takes the place of what is closed.
    code, out, err = case.run("check", "hangs.c", "--output", "x.txt", preexec_fn=lambda: (os.close(0), os.close(1), os.close(2)))
    expect(code == 10 and "deadlock" in (case.work / "x.txt").read_text(), code)


def names_that_are_not_utf8_replay(case):
    name = b"na\xefve \xff.c"
    case.write(name, HANGS.replace("pthread_mutex_lock(&m); }", 'pthread_mutex_lock(&m); /* \xff */ }'))
    code, out, err = case.run("check", name, "--run-file", b"r\xfe.json", "--", b"-DX=\xff")
    expect(code == 10, code, out, err)
    code, out, err = case.run("replay", b"r\xfe.json")
    expect(code == 10 and "deadlock" in out, code, out, err)
    json.loads((case.work / os.fsdecode(b"r\xfe.json")).read_bytes().decode("utf-8"))
    process = case.start("check", name, "--format", "json")
    answer = process.communicate(timeout=PATIENCE)[0]
    expect(json.loads(answer.decode("utf-8"))["verdict"] == "violated", answer)


def a_run_file_may_come_through_a_pipe(case):
    case.write("hangs.c", HANGS)
    expect(case.run("check", "hangs.c")[0] == 10)
    process = subprocess.Popen(["cat", "fermata-run.json"], cwd=case.work, stdout=subprocess.PIPE)
    code, out, err = case.run("replay", "/dev/stdin", stdin=process.stdout)
    process.wait()
    expect(code == 10, code, out, err)


def on_a_terminal(case, kind):
    """What `check` writes to a terminal of this kind."""
    ours, theirs = pty.openpty()
    case.environment["TERM"] = kind
    case.environment.pop("NO_COLOR", None)
    process = case.start("check", "hangs.c", "--run-file", "none", stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 4096) if select.select([ours], [], [], PATIENCE)[0] else b""
        except OSError:  # the other end is closed
            part = b""
        if not part:
            break
        written += part
    os.close(ours)
    process.wait()
    return written


def a_dumb_terminal_has_no_colours(case):
    case.write("hangs.c", HANGS)
    expect(b"\033[" in on_a_terminal(case, "xterm"), "there are colours")
    expect(b"\033[" not in on_a_terminal(case, "dumb"), "there are none")


def main():
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    cases = [f for name, f in list(globals().items())
             if callable(f) and wanted in name and getattr(f, "__code__", None) and f.__code__.co_varnames[:f.__code__.co_argcount] == ("case",)]
    failed = 0
    for function in cases:
        sentence = function.__name__.replace("_", " ")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="fermata-surroundings-"))
        begin = time.time()
        try:
            function(Case(folder))
            print(f"ok      {sentence} ({time.time() - begin:.1f} s)", flush=True)
        except (AssertionError, subprocess.SubprocessError, OSError) as error:
            failed += 1
            print(f"FAILED  {sentence}\n        " + "\n        ".join(str(error).splitlines()), flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    if not cases:
        sys.exit(f"no case has '{wanted}' in its name")
    sys.exit(f"{failed} of {len(cases)} failed" if failed else 0)


main()
