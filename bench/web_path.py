#!/usr/bin/env python3
"""What Assay adds to the time of models, searches and pages over HTTP, the program's start included.

    python3 bench/web_path.py [build/release/assay] [TURNS]

One server speaks for a model (200 ms a call), a search service and the pages of nine hosts (100 ms each); the
program checks a claim in one turn of 3 searches with 3 pages each. The longest chain of what depends on each other
is plan, search, page, summary, opinion of the site, develop, judge, justify: 1.4 s. robots.txt of each host is one request more before
its page; it is answered at once, as one that is known already would be.
"""

import http.server
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

CALL, SEARCH, PAGE = 0.2, 0.1, 0.1
IDEAL = 6 * CALL + SEARCH + PAGE
ONE_BY_ONE = (4 + 9 + 9) * CALL + 3 * SEARCH + 9 * PAGE


def answer(prompt):
    if "# Step: plan" in prompt:
        return json.dumps({"reasoning": "r", "actions": [
            {"tool": "web_search", "argument": f"query {i}", "reason": "r"} for i in range(3)]})
    if "# Step: read one" in prompt:
        return '{"relevant": true, "takeaways": "The page says it.", "quotations": []}'
    if "# Step: weigh" in prompt:
        return '{"analysis": "All say it [E1].", "findings": [], "missing": []}'
    if "# Step: judge a site" in prompt:
        return '{"class": "unsure", "reason": "Not known."}'
    if "# Step: judge" in prompt:
        return '{"key_findings": "All say it [E1].", "verdict": "supported", "confidence": 0.9}'
    return "All sources say it [E1]."


def page_of(host):
    """120 sentences that no other host has: what two have in common counts as one source."""
    chance = random.Random(host)
    syllables = ["ba", "de", "fi", "go", "lu", "ma", "ne", "pi", "ro", "su", "ta", "ve"]
    word = lambda: "".join(chance.choices(syllables, k=chance.randint(2, 4)))
    return " ".join(f"The {word()} of {word()} {word()} says that the {word()} is {word()}." for _ in range(120))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def reply(self, body, kind, began, after, status=200):
        time.sleep(max(0, began + after - time.perf_counter()))
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        began = time.perf_counter()
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = json.dumps(asked["messages"], ensure_ascii=False)
        self.reply(json.dumps({
            "model": "m", "usage": {"prompt_tokens": 1000, "completion_tokens": 100},
            "choices": [{"finish_reason": "stop", "message": {
                "role": "assistant", "content": answer(prompt)}}]}), "application/json", began, CALL)

    def do_GET(self):
        began = time.perf_counter()
        if self.path.startswith("/search?"):
            query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
            number = re.sub(r"\D", "", query["q"][0])
            results = [{"url": f"http://host{number}{i}.org/page", "title": "t"}
                       for i in range(8)]
            self.reply(json.dumps({"results": results}), "application/json", began, SEARCH)
        elif self.path.endswith("/robots.txt"):
            self.reply("", "text/plain", began, 0, 404)
        else:
            host = urllib.parse.urlparse(self.path).hostname
            words = page_of(host)
            self.reply(f"<html><title>Page of {host}</title><article><h1>Page</h1><p>{words}</p>"
                       "</article></html>", "text/html", began, PAGE)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 256


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/release/assay")
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    times = []
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/assay.toml", "w") as file:
            file.write(f'[search]\nprovider = "searxng"\nresults = 8\nurls = {{ searxng = "{url}" }}\n'
                       f'[web]\nproxy = "{url}"\ncache = false\n[cache]\nanswers = false\n')
        for turn in range(turns + 1):
            began = time.perf_counter()
            result = json.loads(subprocess.check_output(
                [program, "check", "The claim is so.", "--config", f"{folder}/assay.toml", "--model",
                 f"openai:m@{url}/v1", "--json", "--out", f"{folder}/run{turn}"],
                env=dict(os.environ, OPENAI_API_KEY="none", XDG_CACHE_HOME=f"{folder}/cache{turn}"), stderr=subprocess.DEVNULL))
            times.append(time.perf_counter() - began)
            assert result["verdict"] == "supported" and len(result["evidence"]) == 9, result
    times = times[1:]  # the first finds everything cold
    median = statistics.median(times)
    print(f"critical path {IDEAL:.2f} s; the whole program {median:.3f} s (median of {turns}; {min(times):.3f} to "
          f"{max(times):.3f}): {median / IDEAL:.3f} x; one after another {ONE_BY_ONE:.1f} s")


if __name__ == "__main__":
    main()
