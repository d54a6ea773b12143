#!/usr/bin/env python3
"""Recall on AVeriTeC's pool with the claim as query: BM25, vectors, both fused, reranked; lazy beside full.

    recall.py ASSAY EMBEDDING [--reranking SPEC] [--folder ../shared/data/averitec] [--peer]

ASSAY is the program, EMBEDDING a spec (llama:minilm.gguf). --peer adds sentence-transformers with
scikit-learn's nearest neighbours (how DEFAME does it), from a venv that has both; MODEL names its folder.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time


def read(folder):
    gold = json.loads((folder / "qrels.json").read_text())
    claims = {}
    for claim in json.loads((folder / "dev.json").read_text()):
        if gold.get(str(claim["id"])):
            claims[str(claim["id"])] = claim["claim"]
    return claims, gold


def measures(found, gold):
    ten = hundred = reciprocal = 0.0
    for claim, hits in found.items():
        wanted = set(gold[claim])
        ten += len(wanted & set(hits[:10])) / len(wanted)
        hundred += len(wanted & set(hits[:100])) / len(wanted)
        first = next((i for i, hit in enumerate(hits) if hit in wanted), None)
        reciprocal += 0 if first is None else 1 / (first + 1)
    return ten / len(found), hundred / len(found), reciprocal / len(found)


def search(assay, store, queries, options):
    start = time.monotonic()
    answers = subprocess.run([assay, "index", "search", store, "--passages", "--queries", queries, "--top", "100",
                              *options], check=True, capture_output=True, text=True).stdout
    seconds = time.monotonic() - start
    found = {}
    for line in answers.splitlines():
        answer = json.loads(line)
        found[answer["id"]] = [hit["id"] for hit in answer["hits"]]
    return found, seconds


def show(name, found, gold, seconds):
    ten, hundred, reciprocal = measures(found, gold)
    print(f"{name:<52} {ten:9.4f} {hundred:10.4f} {reciprocal:7.4f} {seconds:8.1f} s", flush=True)


def overlap(one, other):
    return sum(len(set(one[claim][:10]) & set(other[claim][:10])) / 10 for claim in one) / len(one)


def same_order(one, other):
    return sum(one[claim][:10] == other[claim][:10] for claim in one) / len(one)


def peer(folder, claims, gold):
    from sentence_transformers import SentenceTransformer
    from sklearn.neighbors import NearestNeighbors
    model = SentenceTransformer(os.environ["MODEL"], device="cpu")
    documents = [json.loads(line) for line in (folder / "pool.jsonl").read_text().splitlines()]
    start = time.monotonic()
    vectors = model.encode([d["text"] for d in documents], normalize_embeddings=True, batch_size=32)
    nearest = NearestNeighbors(n_neighbors=100, metric="cosine").fit(vectors)
    queries = model.encode(list(claims.values()), normalize_embeddings=True, batch_size=32)
    _, rows = nearest.kneighbors(queries)
    found = {claim: [documents[i]["id"] for i in row] for claim, row in zip(claims, rows)}
    show("sentence-transformers, nearest neighbours", found, gold, time.monotonic() - start)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("assay")
    options.add_argument("embedding")
    options.add_argument("--reranking")
    options.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("../shared/data/averitec"))
    options.add_argument("--peer", action="store_true")
    options = options.parse_args()
    claims, gold = read(options.folder)
    with tempfile.TemporaryDirectory() as work:
        store, queries = work + "/store", work + "/queries.jsonl"
        subprocess.run([options.assay, "index", "build", "--out", store, str(options.folder / "pool.jsonl")], check=True,
                       stdout=subprocess.DEVNULL)
        with open(queries, "w", encoding="utf-8") as out:
            for claim, text in claims.items():
                out.write(json.dumps({"id": claim, "query": text}) + "\n")
        print(f"{len(claims)} claims with gold documents")
        print(f"{'':<52} {'recall@10':>9} {'recall@100':>10} {'MRR':>7}")
        embedding = ["--embedding", options.embedding]
        words, seconds = search(options.assay, store, queries, ["--embedding", "none"])
        show("BM25", words, gold, seconds)
        lazy = {}
        for depth in (100, 200, 400):
            lazy[depth], seconds = search(options.assay, store, queries, [*embedding, "--lazy", str(depth)])
            show(f"fused, vectors of the {depth} that the words find", lazy[depth], gold, seconds)
        full, seconds = search(options.assay, store, queries, [*embedding, "--vectors", "full"])
        show("fused, vectors of all", full, gold, seconds)
        nearest, seconds = search(options.assay, store, queries, [*embedding, "--vectors", "full", "--no-words"])
        show("vectors alone", nearest, gold, seconds)
        for depth, found in lazy.items():
            print(f"the first 10 of lazy ({depth}) and full: {overlap(found, full):.3f} the same, "
                  f"{same_order(found, full):.3f} of the claims in the same order")
        if options.reranking:
            found, seconds = search(options.assay, store, queries,
                                    [*embedding, "--vectors", "full", "--reranking", options.reranking])
            show("fused and reranked", found, gold, seconds)
    if options.peer:
        peer(options.folder, claims, gold)


if __name__ == "__main__":
    main()
