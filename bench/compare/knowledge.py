#!/usr/bin/env python3
"""A generated knowledge store of the real shape (make_knowledge.py): built and searched, beside the Python way.

    knowledge.py ASSAY KB CLAIMS.json EMBEDDING [--fts 50] [--peer]

ASSAY is the program, KB the folder of ID.json, EMBEDDING a spec (llama:minilm.gguf). Measured: building all of
it, its size and memory; FTS5 (SQLite's, porter, contentless, no journal, no syncs) on the
texts of the first --fts claims, which are in memory already and whose parsing does not count, in one database and
in one for each claim; a claim's first
result, cold (caches dropped, where this may be done) and warm; a warm search with all vectors of a claim; with
--peer sentence-transformers (MODEL names its folder) with scikit-learn's nearest neighbours (how DEFAME does it)
and with FAISS, on the same passages.
"""
import argparse
import json
import os
import pathlib
import resource
import sqlite3
import statistics
import subprocess
import tempfile
import time


def run(command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate()
    _ = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        raise SystemExit(err.decode())
    return time.monotonic() - start, out.decode()


def run_measured(command):
    """Seconds, and megabytes of memory at most."""
    start = time.monotonic()
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
                                       (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"failed: {command}")
    return time.monotonic() - start, usage.ru_maxrss / 1000, usage.ru_utime + usage.ru_stime


def size_of(folder):
    return sum(f.stat().st_size for f in pathlib.Path(folder).rglob("*") if f.is_file())


def build(options, store):
    seconds, memory, cpu = run_measured([options.assay, "index", "build", "--from", "averitec-kb", options.kb, "--out",
                                         store, "--claims", options.claims])
    info = json.loads(run([options.assay, "index", "info", store, "--json"])[1])
    count = info["documents"]
    print(f"built: {len(info['claims'])} claims, {count} documents, {info['passages']} passages in {seconds:.1f} s "
          f"({count / seconds:.0f} documents/s; processor time {cpu:.1f} s), {memory:.0f} MB of memory at most, "
          f"{size_of(store) / 1e9:.2f} GB on disk for {info['text_bytes'] / 1e9:.2f} GB of text")
    again, _, _ = run_measured([options.assay, "index", "build", "--from", "averitec-kb", options.kb, "--out", store,
                                "--claims", options.claims])
    print(f"built again, unchanged: {again:.1f} s")
    return count / seconds, info


def open_fts5(path):
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=OFF")
    base.execute("PRAGMA synchronous=OFF")
    base.execute("PRAGMA cache_size=-200000")
    base.execute("CREATE VIRTUAL TABLE t USING fts5(text, content='', tokenize='porter')")
    return base


def texts_of(path):
    with open(path, encoding="utf-8") as lines:
        texts = ("\n".join(json.loads(line)["url2text"]) for line in lines)
        return [(text,) for text in texts if text]


def fts5(options):
    """Documents a second: of one database of all, and of one for each claim."""
    one = many = documents = 0
    with tempfile.TemporaryDirectory() as folder:
        base = open_fts5(folder + "/all.db")
        for number in range(options.fts):
            texts = texts_of(pathlib.Path(options.kb) / f"{number}.json")
            documents += len(texts)
            start = time.monotonic()
            base.executemany("INSERT INTO t(text) VALUES (?)", texts)
            one += time.monotonic() - start
            start = time.monotonic()
            own = open_fts5(f"{folder}/{number}.db")
            own.executemany("INSERT INTO t(text) VALUES (?)", texts)
            own.commit()
            own.close()
            many += time.monotonic() - start
        start = time.monotonic()
        base.commit()
        base.close()
        one += time.monotonic() - start
    print(f"FTS5, {documents} documents with text: one database {documents / one:.0f} documents/s, one for each claim "
          f"{documents / many:.0f}")
    return documents / one, documents / many


def drop_caches():
    try:
        subprocess.run(["sync"], check=True)
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
            file.write("3")
        return True
    except OSError:
        return False


def first_results(options, store, info):
    some = [claim["claim"] for claim in info["claims"]][::max(1, len(info["claims"]) // 20)][:20]
    command = [options.assay, "index", "search", store, "--embedding", "none", "--json", "--claim"]
    cold, warm = [], []
    dropped = True
    for claim in some:
        dropped = drop_caches() and dropped
        cold.append(run(command + [claim])[0])
        warm.append(run(command + [claim])[0])
    print(f"a claim's top 10 by BM25, a process each: cold {statistics.median(cold):.3f} s (most {max(cold):.3f}"
          f"{'' if dropped else '; caches could not be dropped'}), warm {statistics.median(warm):.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        one = pathlib.Path(folder) / "kb"
        one.mkdir()
        os.link(pathlib.Path(options.kb) / f"{some[0]}.json", one / f"{some[0]}.json")
        drop_caches()
        start = time.monotonic()
        run([options.assay, "index", "build", "--from", "averitec-kb", str(one), "--out", folder + "/store", "--claims",
             options.claims])
        run([options.assay, "index", "search", folder + "/store", "--embedding", "none", "--json", "--claim", some[0]])
        print(f"one claim from its raw file to its top 10, nothing prepared: {time.monotonic() - start:.3f} s")


def queries_file(folder, claims, claim, count):
    path = folder + "/queries.jsonl"
    with open(path, "w", encoding="utf-8") as out:
        for i in range(count):
            out.write(json.dumps({"id": i, "claim": claim, "query": claims[i % len(claims)]["claim"]}) + "\n")
    return path


def warm_searches(options, store, claim):
    """Seconds a search, of one process that has begun: the difference of many searches and few."""
    claims = json.loads(pathlib.Path(options.claims).read_text(encoding="utf-8"))
    base = [options.assay, "index", "search", store, "--jobs", "1"]
    models = ["--embedding", options.embedding, "--vectors", "full"]
    with tempfile.TemporaryDirectory() as folder:
        first = run(base + models + ["--claim", claim, "--json"])[0]
        print(f"one claim with vectors of all its passages, first search (makes them): {first:.1f} s")
        lazy = tempfile.mkdtemp(dir=folder)
        few, many = 8, 208
        for name, extra in (("words alone", ["--embedding", "none"]), ("words and vectors, fused", models)):
            times = {}
            for count in (few, many):
                path = queries_file(lazy, claims, claim, count)
                times[count] = min(run(base + extra + ["--queries", path])[0] for _ in range(3))
            print(f"warm search, {name}: {1000 * (times[many] - times[few]) / (many - few):.2f} ms")
    return first


def lazy_search(options, store, claim):
    seconds = run([options.assay, "index", "search", store, "--embedding", options.embedding, "--claim", claim,
                   "--json"])[0]
    print(f"one claim with vectors of what its words find, first search: {seconds:.2f} s")


def passages(options, store, claim):
    """The texts of a claim's passages, by asking for all of them."""
    answer = json.loads(run([options.assay, "index", "search", store, "the of and to in a is that was for", "--claim",
                             claim, "--embedding", "none", "--top", "100000", "--candidates", "100000", "--json"])[1])
    return [hit["text"] for hit in answer["hits"]]


def peer(options, store, claim, ours):
    import faiss
    from sentence_transformers import SentenceTransformer
    from sklearn.neighbors import NearestNeighbors
    model = SentenceTransformer(os.environ["MODEL"], device="cpu")
    texts = passages(options, store, claim)
    start = time.monotonic()
    vectors = model.encode(texts, normalize_embeddings=True, batch_size=32)
    seconds = time.monotonic() - start
    print(f"sentence-transformers: {len(texts)} passages in {seconds:.1f} s ({len(texts) / seconds:.1f}/s); "
          f"assay is {seconds / ours:.2f} times as fast, its process and search included")
    claims = [claim["claim"] for claim in json.loads(pathlib.Path(options.claims).read_text(encoding="utf-8"))][:200]
    nearest = NearestNeighbors(n_neighbors=10, metric="cosine").fit(vectors)
    flat = faiss.IndexFlatIP(vectors.shape[1])
    flat.add(vectors)
    for name, search in (("scikit-learn", lambda v: nearest.kneighbors(v)), ("FAISS, flat", lambda v: flat.search(v, 10))):
        start = time.monotonic()
        for text in claims:
            search(model.encode([text], normalize_embeddings=True))
        print(f"warm search, sentence-transformers and {name}: {1000 * (time.monotonic() - start) / len(claims):.2f} ms")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("assay")
    options.add_argument("kb")
    options.add_argument("claims")
    options.add_argument("embedding")
    options.add_argument("--fts", type=int, default=100)
    options.add_argument("--peer", action="store_true")
    options = options.parse_args()
    options.assay = os.path.abspath(options.assay)
    with tempfile.TemporaryDirectory() as folder:
        store = folder + "/store"
        ours, info = build(options, store)
        one, many = fts5(options)
        print(f"assay, all of it, is {ours / one:.2f} times as fast as FTS5's indexing alone into one database, "
              f"{ours / many:.2f} times as into one for each claim")
        first_results(options, store, info)
        claim = info["claims"][0]["claim"]
        lazy_search(options, store, info["claims"][1]["claim"])
        seconds = warm_searches(options, store, claim)
        if options.peer:
            peer(options, store, claim, seconds)


if __name__ == "__main__":
    main()
