#!/usr/bin/env python3
"""Page extraction beside trafilatura, both on one core, over the research data's pages.

    python3 -m venv /tmp/peer && /tmp/peer/bin/pip install trafilatura==2.0.0 lxml_html_clean
    /tmp/peer/bin/python bench/compare/extraction.py

Prints for each: pages a second (best of three rounds), the slowest page, peak memory, and the score: F1 over the strings
that a page's text must and must not hold, the share of right dates and titles (letter by letter, and in any case of
letters). Assay is the built program, so its start and its worker count; its slowest page is that of extract run alone,
less the start. ASSAY_PROGRAM (build/release/assay) and ASSAY_SHARED (../shared) may be set.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("ASSAY_PROGRAM", os.path.join(ROOT, "build/release/assay"))
DATA = os.path.join(os.environ.get("ASSAY_SHARED", os.path.join(ROOT, "../shared")), "data/extraction")
ROUNDS = 3


def one_line(text):
    return " ".join((text or "").split())


def score(pages, articles):
    found = wanted = wrong = 0
    right = {"date": [], "title": [], "title, any case": []}
    for page in pages:
        article = articles.get(page["file"], {})
        text = one_line(article.get("text"))
        wanted += len(page["with"])
        found += sum(one_line(s) in text for s in page["with"])
        wrong += sum(one_line(s) in text for s in page["without"])
        if "date" in page:
            right["date"].append(page["date"] == article.get("date"))
        if "title" in page:
            want, got = one_line(page["title"]), one_line(article.get("title"))
            right["title"].append(want == got)
            right["title, any case"].append(want.lower() == got.lower())
    precision, recall = found / (found + wrong), found / wanted
    shares = ", ".join(f"{name} {sum(r) / len(r):.3f}" for name, r in right.items())
    return f"F1 {2 * precision * recall / (precision + recall):.3f}, {shares}"


def peer(pages):
    """In a process of its own, for its memory: a JSON object on stdout."""
    import trafilatura

    files = {p["file"]: open(os.path.join(DATA, "html", p["file"]), "rb").read() for p in pages}
    best, slowest, articles = 1e9, ("", 0.0), {}
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        slowest = ("", 0.0)
        for name, html in files.items():
            start = time.perf_counter()
            document = trafilatura.bare_extraction(html, with_metadata=True)
            slowest = max(slowest, (name, time.perf_counter() - start), key=lambda x: x[1])
            if document:
                articles[name] = {"text": document.text, "title": document.title, "date": document.date}
        best = min(best, time.perf_counter() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    json.dump({"seconds": best, "slowest": slowest, "memory": memory, "articles": articles}, sys.stdout)


def assay(pages):
    names = [p["file"] for p in pages]
    folder = os.path.join(DATA, "html")

    def run(files):
        with tempfile.TemporaryFile() as out:
            start = time.perf_counter()
            process = subprocess.Popen([PROGRAM, "extract", "--json", *files], cwd=folder, stdout=out,
                                       stderr=subprocess.DEVNULL)
            _, _, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            out.seek(0)
            return seconds, usage.ru_maxrss / 1024, out.read().decode()

    best, memory, lines = 1e9, 0.0, ""
    for _ in range(ROUNDS):
        seconds, used, lines = run(names)
        best, memory = min(best, seconds), max(memory, used)
    articles = {}
    for line in lines.splitlines():
        page = json.loads(line)
        if "text" in page:
            articles[page["file"]] = {"text": page["text"], "title": page["title"], "date": page["published"]}
    alone = {name: min(run([name])[0] for _ in range(2)) for name in names}
    start = min(alone.values())
    slowest = max(alone.items(), key=lambda x: x[1])
    return {"seconds": best, "slowest": (slowest[0], slowest[1] - start), "memory": memory, "articles": articles}


def main():
    pages = json.load(open(os.path.join(DATA, "annotations.json")))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if sys.argv[1:] == ["peer"]:
        return peer(pages)
    other = json.loads(subprocess.run([sys.executable, __file__, "peer"], check=True, stdout=subprocess.PIPE).stdout)
    own = assay(pages)
    for name, result in (("trafilatura", other), ("assay extract", own)):
        print(f"{name}: {len(pages) / result['seconds']:.1f} pages/s, slowest {result['slowest'][0]} "
              f"{result['slowest'][1] * 1000:.0f} ms, peak memory {result['memory']:.0f} MB; "
              f"{score(pages, result['articles'])}")
    print(f"assay: {other['seconds'] / own['seconds']:.1f} times as fast")


if __name__ == "__main__":
    main()
