#!/usr/bin/env python3
"""MiniLM by sentence-transformers: the reference values of a test, and the peer of a benchmark.

    python3 -m venv /tmp/peer && /tmp/peer/bin/pip install sentence-transformers
    /tmp/peer/bin/python bench/compare/minilm.py reference >src/models/import/minilm_reference.json
    /tmp/peer/bin/python bench/compare/minilm.py compare MINILM.gguf

THREADS (2) and CHUNKS (1000) may be set in the environment. `compare` runs build/release/bench/llama_throughput on the same chunks with as many threads, in turns,
and says how near the vectors are. The model is where `scripts/models path` says.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

THREADS = int(os.environ.get("THREADS", "2"))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

TEXTS = [
    "The bridge was opened to traffic in May 1937.",
    "Nobody has ever shown that the moon is made of cheese.",
    "a",
    "",
    "Prices rose by 3.5% (year on year), the ministry said; \"that's less than feared\".",
    "Zürich, São Paulo, Kraków and Reykjavík are cities; naïve façades aren't.",
    "Мост открыли для движения весной тысяча девятьсот тридцать седьмого года.",
    "橋は一九三七年に開通した。 这座桥于1937年通车。",
    "تم افتتاح الجسر أمام حركة المرور في عام ألف وتسعمائة وسبعة وثلاثين.",
    "Cafe\u0301 and caf\u00e9 look alike 🙂 – “so” they say… №5 ½ ﬁne",
    "UPPER lower MiXeD snake_case camelCase https://example.org/a?b=c&d=e#f",
    "\tTabs,\nnew lines\r\nand   many    spaces  ",
    " ".join(f"Sentence {i} of a long report says that item {i * 7 % 13} was counted twice."
             for i in range(60)),
]


def folder():
    return os.path.join(subprocess.check_output([f"{ROOT}/scripts/models", "path"], text=True).strip(),
                        "all-minilm-l6-v2")


def model():
    import torch
    torch.set_num_threads(THREADS)
    from sentence_transformers import SentenceTransformer
    return SentenceTransformer(folder(), device="cpu")


def reference():
    vectors = model().encode(TEXTS, normalize_embeddings=True)
    items = [{"text": text, "vector": [round(float(x), 5) for x in vector]}
             for text, vector in zip(TEXTS, vectors)]
    print("[" + ",\n".join(json.dumps(item, ensure_ascii=True, separators=(",", ":"))
                           for item in items) + "]")


def chunks(count=int(os.environ.get("CHUNKS", "1000"))):
    """Passages of 20 to 180 words, as a page is cut into; the same ones every time."""
    words = ("the of to and a in that report city people water bridge year government minister said "
             "photo shows claim million percent election law court hospital vaccine flood fire train "
             "school river north south old new found never always before after during under about "
             "measured published according network evidence archive newspaper").split()
    state, result = 12345, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        length = 20 + state // 65536 % 161
        text = []
        for _ in range(length):
            state = (state * 1103515245 + 12345) % 2**31
            text.append(words[state // 65536 % len(words)])
        result.append(" ".join(text) + ".")
    return result


def compare(gguf):
    import numpy
    peer = model()
    texts = chunks()
    peer.encode(texts[:64])
    ours_best, peer_best = 0.0, 0.0
    with tempfile.TemporaryDirectory() as temporary:
        given, written = os.path.join(temporary, "chunks.json"), os.path.join(temporary, "vectors.json")
        with open(given, "w") as file:
            json.dump(texts, file)
        for turn in range(3):
            began, spent = time.perf_counter(), time.process_time()
            expected = peer.encode(texts, normalize_embeddings=True, batch_size=32)
            peer_rate = len(texts) / (time.perf_counter() - began)
            peer_cpu = (time.process_time() - spent) / len(texts)
            said = json.loads(subprocess.check_output(
                [f"{ROOT}/build/release/bench/llama_throughput", "embed", gguf, given, written, str(THREADS)]))
            print(f"turn {turn + 1}: sentence-transformers {peer_rate:.1f} chunks/s, "
                  f"assay {said['chunks_per_second']:.1f} chunks/s; processor time a chunk: "
                  f"{peer_cpu * 1000:.1f} ms, {said['cpu_seconds_per_chunk'] * 1000:.1f} ms")
            ours_best, peer_best = max(ours_best, said["chunks_per_second"]), max(peer_best, peer_rate)
        with open(written) as file:
            vectors = numpy.array(json.load(file))
    cosines = (vectors * expected).sum(axis=1)
    print(f"best: {ours_best:.1f} against {peer_best:.1f} chunks/s: {ours_best / peer_best:.2f} times; "
          f"cosine {cosines.min():.6f} at least, {cosines.mean():.6f} on average")


if __name__ == "__main__":
    if sys.argv[1:] == ["reference"]:
        reference()
    elif len(sys.argv) == 3 and sys.argv[1] == "compare":
        compare(sys.argv[2])
    else:
        sys.exit(__doc__)
