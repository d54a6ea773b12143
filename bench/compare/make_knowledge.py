#!/usr/bin/env python3
"""Writes a knowledge store of AVeriTeC's shape, its texts drawn from the sentences of a pool.

    make_knowledge.py POOL.jsonl DEV.json OUT [--claims 500] [--documents 1000] [--characters 6000]

OUT/ID.json holds one document a line. Each document is sentences drawn at random (fixed seed, 1) until
it has about that many characters. As in the real store some documents repeat another one (2 %), some
have no text (5 %). OUT/../claims.json lists the claims: DEV's texts, over and over.
"""
import argparse
import json
import pathlib
import random


def sentences_of(pool):
    sentences = []
    with open(pool, encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)["text"]
            sentences += [part.strip() for part in text.replace("\n", ". ").split(". ") if len(part) > 20]
    return sentences


def document(draw, sentences, characters):
    chosen, size = [], 0
    while size < characters:
        sentence = sentences[int(draw.random() * len(sentences))]
        chosen.append(sentence + ".")
        size += len(sentence) + 2
    return chosen


def write_claim(path, number, draw, sentences, options):
    earlier = []
    with open(path, "w", encoding="utf-8") as out:
        for i in range(options.documents):
            kind = draw.random()
            if kind < 0.05:
                text = []
            elif kind < 0.07 and earlier:
                text = draw.choice(earlier)
            else:
                text = document(draw, sentences, options.characters)
                earlier.append(text)
            line = {"claim_id": number, "type": "question", "query": sentences[(number * 31 + i) % len(sentences)][:80],
                    "url": f"https://site{i % 97}.example/{number}/{i}", "url2text": text}
            out.write(json.dumps(line) + "\n")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pool")
    options.add_argument("dev")
    options.add_argument("out")
    options.add_argument("--claims", type=int, default=500)
    options.add_argument("--documents", type=int, default=1000)
    options.add_argument("--characters", type=int, default=6000)
    options = options.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True)
    sentences = sentences_of(options.pool)
    claims = json.loads(pathlib.Path(options.dev).read_text(encoding="utf-8"))
    draw = random.Random(1)
    for number in range(options.claims):
        write_claim(out / f"{number}.json", number, draw, sentences, options)
    listed = [{"claim": claims[number % len(claims)]["claim"]} for number in range(options.claims)]
    (out.parent / "claims.json").write_text(json.dumps(listed), encoding="utf-8")


if __name__ == "__main__":
    main()
