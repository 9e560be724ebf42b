#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Damaged input of every form that Fermata reads: bitcode, LLVM assembly, ir, Boogie, run files. Whatever is in a file, the answer is one of
# the documented exit codes with a sentence that says why, within the limits; never a signal, never an internal error.
#
#   tests/mutants/run_mutants.py build/release/bin/fermata                      some of each form
#   tests/mutants/run_mutants.py build/release/bin/fermata --mutants 5000 --seed 7 --form bc --keep /tmp/bad
#
# hostile/ holds files made by hand: what is allowed by the letter, and makes no sense.
#
# A mutant that can still be read may have any verdict: it is another program.

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIMITS = ["--time", "2s", "--memory", "512M", "--threads", "1", "--progress", "never", "--run-file", "none"]
PATIENCE = 15  # seconds: a busy machine is no reason to fail
ADDRESS_SPACE = 8 << 30  # bytes; a mutant that asks for more than that must not take the machine down

NUMBERS = ["0", "1", "-1", "7", "63", "64", "65", "127", "128", "129", "255", "256", "65535", "65536", "2147483647", "2147483648",
           "4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615",
           "18446744073709551616", "340282366920938463463374607431768211456", "0xffffffffffffffff", "1e308", "1e999", "0.0"]
JSON_VALUES = [None, True, False, 0, -1, 1, 255, 256, 2**31, 2**32, 2**53, 2**63, 2**64 - 1, 2**64, 10**40, 0.5, -0.0, "", "hang", "safety",
               "a" * 5000, "\u0000", [], {}, [[]], [0], [1, 2, 3], {"bytes": "6"}, {"bytes": "ff"}, {"": {}}]


def run(command, folder, timeout=PATIENCE):
    def limited():
        import resource
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    # A session of its own: what is left of it afterwards can be seen.
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=limited, start_new_session=True)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, b"", b""
    return process.returncode, out, err


def complaint(code, out, err):
    """What is wrong with this answer, or nothing."""
    if code is None:
        return f"no answer within {PATIENCE} s, with a limit of 2 s"
    if code < 0:
        return f"it ended with signal {-code}"
    if code not in (0, 2, 3, 5, 10):
        return f"exit code {code}"
    if code == 2 and b"error: " not in err:
        return "exit code 2, and no error on stderr"
    if code == 3 and b"error: " not in err and b"not modelled" not in out:
        return "exit code 3, without a reason"
    if code in (0, 5, 10) and not out.strip():
        return f"exit code {code}, and no report"
    for line in err.splitlines():
        if line.rstrip().endswith(b"error:"):
            return "an error without a sentence"
    return None


# Mutations. Each takes bytes, or lines, and gives others.


def damage_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 1, 2, 3, 8])):
        if not data:
            break
        at = r.randrange(len(data))
        size = min(len(data) - at, r.choice([1, 4, 4, 16, 64, 512]))
        kind = r.randrange(7)
        if kind <= 1:
            data[at] ^= 1 << r.randrange(8)
        elif kind == 2:
            data[at] = r.randrange(256)
        elif kind == 3:
            del data[at:at + size]
        elif kind == 4:
            data[at:at] = data[at:at + size]
        elif kind == 5:
            other = r.randrange(len(data) - size + 1)
            data[at:at + size], data[other:other + size] = data[other:other + size], data[at:at + size]
        elif r.randrange(4) == 0:
            del data[at:]
    return bytes(data)


def words_of(line):
    """The line in pieces: words and numbers, everything else character by character."""
    pieces, word = [], ""
    for c in line:
        if c.isalnum() or c in "_%@.$-":
            word += c
            continue
        if word:
            pieces.append(word)
            word = ""
        pieces.append(c)
    return pieces + ([word] if word else [])


def sort_of(word):
    return "number" if word.lstrip("-")[:1].isdigit() else word[0] if word[0] in "%@!\"" else "word" if word[0].isalpha() else "sign"


def another_of_its_sort(r, word, line, lines):
    """From a line nearby: most mutants should get past the first look at them."""
    nearby = [p for l in lines[max(0, line - 12):line + 12] for p in words_of(l) if p.strip() and sort_of(p) == sort_of(word)]
    if sort_of(word) == "number" and r.randrange(2):
        return r.choice(NUMBERS)
    return r.choice(nearby)


def damage_lines(r, data):
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
        if not lines:
            break
        at, other = r.randrange(len(lines)), r.randrange(len(lines))
        kind = r.randrange(18)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(other, lines[at])
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3 and r.randrange(4) == 0:
            del lines[at:]
        else:
            pieces = words_of(lines[at])
            words = [i for i, p in enumerate(pieces) if p.strip()]
            if not words:
                continue
            i = r.choice(words)
            if kind == 4:
                del pieces[i]
            elif kind == 5:
                numbers = [j for j in words if pieces[j].lstrip("-%@")[:1].isdigit()]
                pieces[r.choice(numbers or words)] = r.choice(NUMBERS)
            elif kind == 6:
                j = r.choice(words)
                pieces[i], pieces[j] = pieces[j], pieces[i]
            elif kind >= 9:
                pieces[i] = another_of_its_sort(r, pieces[i], at, lines)
            elif kind == 7:
                strange = [p for p in words_of(lines[other]) if p.strip()]
                pieces[i] = r.choice(strange or [" "])
            else:
                pieces.insert(i, r.choice(["(", ")", "[", "]", "{", "}", ",", ":", "\"", "#", "=", "-", "\0", "\\", "\udcff"]))
            lines[at] = "".join(pieces)
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, path + (key,))


def damage_json(r, data):
    if r.randrange(3) == 0:
        return damage_bytes(r, data)
    value = json.loads(data)
    deep = r.choice([2, 10, 100, 500])  # 500: deeper than most readers like
    for _ in range(r.choice([1, 1, 2, 4])):
        path = r.choice([p for p in places(value) if p] or [()])
        if not path:
            break
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        kind = r.randrange(5)
        if kind == 0:
            del holder[path[-1]]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(r.randrange(len(holder) + 1), holder[path[-1]])
        elif kind == 2:
            for _ in range(deep):
                holder[path[-1]] = [holder[path[-1]]]
            break
        elif kind == 3 and isinstance(holder[path[-1]], int):
            holder[path[-1]] = r.choice([0, 1, 2, 3, 255, 65535, 2**32 - 1, 2**64 - 1])
        else:
            holder[path[-1]] = r.choice(JSON_VALUES)
    return json.dumps(value).encode()


DAMAGE = {"bc": damage_bytes, "ll": damage_lines, "ir": damage_lines, "bpl": damage_lines, "run": damage_json}


def healthy_files(fermata, folder):
    """Of each form: what mutants are made of."""
    found = {form: [] for form in DAMAGE}
    for source in sorted(HERE.glob("*.bpl")):
        subprocess.run([fermata, "emit", str(source), "-o", str(folder / "healthy.ir")], check=True)
        found["bpl"].append(source.read_bytes())
    for source in sorted(HERE.glob("*.c")) + sorted(HERE.glob("*.cpp")):
        clang = ["clang++-19", "-std=c++20"] if source.suffix == ".cpp" else ["clang-19"]
        build = clang + ["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm"]
        for form, flags in (("bc", ["-c"]), ("ll", ["-S"])):
            made = folder / f"{source.stem}.{form}"
            subprocess.run(build + flags + [str(source), "-o", str(made)], check=True)
            found[form].append(made.read_bytes())
        ir = folder / f"{source.stem}.ir"
        subprocess.run([fermata, "emit", str(source), "-o", str(ir)], check=True)
        found["ir"].append(ir.read_bytes())
        if run([fermata, "check", ir.name, *LIMITS[:-1], f"{source.stem}.json"], folder)[0] == 10:
            found["run"].append((folder / f"{source.stem}.json").read_bytes())
    for form, files in found.items():
        if not files:
            sys.exit(f"there is no healthy file of the form {form}")
    return found


def try_one(fermata, found, form, seed, folder, keep):
    r = random.Random(f"{form} {seed}")
    data = DAMAGE[form](r, r.choice(found[form]))
    name = f"mutant-{form}-{seed}" + (".run.json" if form == "run" else f".{form}")
    (folder / name).write_bytes(data)
    command = [fermata, "replay", name] if form == "run" else [fermata, "check", name, *LIMITS]
    code, out, err = run(command, folder)
    wrong = complaint(code, out, err)
    if wrong and keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / name).write_bytes(data)
    (folder / name).unlink()
    return form, seed, code, wrong, (out + err).decode("utf-8", "replace")


def try_hostile(fermata, path, folder):
    code, out, err = run([fermata, "check", str(path), *LIMITS], folder)
    return "hostile", path.name, code, complaint(code, out, err), (out + err).decode("utf-8", "replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fermata")
    parser.add_argument("--mutants", type=int, default=80, help="of each form")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--form", choices=list(DAMAGE))
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave those that are answered wrongly")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    fermata = str(pathlib.Path(args.fermata).resolve())
    wrong, codes = 0, {}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        found = healthy_files(fermata, folder)
        jobs = [pool.submit(try_one, fermata, found, form, seed, folder, args.keep)
                for form in DAMAGE if args.form in (None, form) for seed in range(args.seed, args.seed + args.mutants)]
        if args.form is None:
            jobs += [pool.submit(try_hostile, fermata, path, folder) for path in sorted((HERE / "hostile").glob("*.ir"))]
        for job in concurrent.futures.as_completed(jobs):
            form, seed, code, what, said = job.result()
            codes.setdefault(form, {}).setdefault(code, 0)
            codes[form][code] += 1
            if what:
                wrong += 1
                print(f"{form} {seed}: {what}\n    " + "\n    ".join(said.splitlines()[:6]), flush=True)
    for form, counts in codes.items():
        print(f"{form}: " + ", ".join(f"{n} × exit {code}" for code, n in sorted(counts.items(), key=str)))
    if wrong:
        sys.exit(f"{wrong} mutants were answered wrongly")


main()
