#!/usr/bin/env python3
"""Accuracy, speed and memory of `assay check --batch` on AVeriTeC's sample (research data).

    bench/batch.py [--program build/release/assay] [--shared ../shared]

Checks the 200 claims twice: each against its gold documents (qrels.json), and all against the whole
pool. Prints claims per second, the peak resident memory of the largest process, and what
build/release/bench/averitec says of the results (accuracy, macro-F1, confusion, ECE, Brier score).
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def claim_lines(data, pool):
    qrels = json.loads((data / "qrels.json").read_text())
    for claim in json.loads((data / "dev.json").read_text()):
        line = {
            "id": str(claim["id"]),
            "claim": claim["claim"],
            "date": claim["claim_date"],
            "speaker": claim["speaker"],
        }
        gold = [pool[name] for name in qrels.get(str(claim["id"]), [])]
        yield line, {**line, "evidence": gold}


def run(name, command, folder, program, data):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"== {name}: {200 / seconds:.0f} claims/s, peak resident memory {peak:.0f} MB", flush=True)
    scorer = pathlib.Path(program).resolve().parent / "bench" / "averitec"
    subprocess.run([scorer, data, "--results", folder / "results.jsonl"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/release/assay"))
    parser.add_argument("--shared", default=os.environ.get("ASSAY_SHARED", str(ROOT.parent / "shared")))
    options = parser.parse_args()
    data = pathlib.Path(options.shared) / "averitec"
    if not data.is_dir():
        data = pathlib.Path(options.shared) / "data" / "averitec"
    if not data.is_dir():
        sys.exit("batch.py: the research data is not here (set ASSAY_SHARED or lay it at ../shared)")
    pool_file = data / "pool.jsonl"
    pool = {}
    for line in pool_file.read_text().splitlines():
        document = json.loads(line)
        pool[document["id"]] = document
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        with open(folder / "claims.jsonl", "w") as plain, open(folder / "gold.jsonl", "w") as gold:
            for claim, with_gold in claim_lines(data, pool):
                plain.write(json.dumps(claim) + "\n")
                gold.write(json.dumps(with_gold) + "\n")
        base = [options.program, "check", "--labels", "averitec", "--batch"]
        run("gold documents", base + [folder / "gold.jsonl", "--out", folder / "gold"], folder / "gold",
            options.program, data)
        run("whole pool", base + [folder / "claims.jsonl", "--corpus", pool_file, "--out", folder / "pool"],
            folder / "pool", options.program, data)


if __name__ == "__main__":
    main()
