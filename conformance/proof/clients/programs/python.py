"""Does the exchanges with a library of Python: `python.py requests|httpx|aiohttp|urllib`."""

import asyncio
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request


def with_requests():
    import requests

    session = requests.Session()
    return lambda method, url, headers, body: session.request(method, url, headers=headers, json=body).text


def with_httpx():
    import httpx

    client = httpx.Client()
    return lambda method, url, headers, body: client.request(method, url, headers=headers, json=body).text


def with_aiohttp():
    import aiohttp

    loop = asyncio.new_event_loop()

    async def send(method, url, headers, body):
        async with aiohttp.ClientSession() as session:
            async with session.request(method, url, headers=headers, json=body) as answer:
                return await answer.text()

    return lambda *asked: loop.run_until_complete(send(*asked))


def with_urllib():
    def send(method, url, headers, body):
        data = None if body is None else json.dumps(body).encode()
        typed = headers if data is None else {**headers, "Content-Type": "application/json"}
        try:
            asked = urllib.request.Request(url, data, typed, method=method)
            return urllib.request.urlopen(asked).read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()

    return send


def main():
    send = {"requests": with_requests, "httpx": with_httpx, "aiohttp": with_aiohttp, "urllib": with_urllib}[sys.argv[1]]()
    kept = {"market": os.environ["MARKET"]}
    stream = None
    for line in open(os.environ["EXCHANGES"], encoding="utf-8"):
        if line.startswith("#"):
            continue
        now = int(time.time() * 1000)
        kept.update(now=str(now), past=str(now - 30_000))
        for name, value in kept.items():
            line = line.replace(f"${name}", value)
        who, method, path, body, keep = (line.rstrip("\n").split("\t") + ["", ""])[:5]
        if method == "OPEN":
            from websockets.sync.client import connect

            stream = connect(os.environ["BASE"].replace("http", "ws") + path)
        elif method == "HEAR":
            while path not in stream.recv(timeout=5):
                pass
        elif method == "CLOSE":
            stream.close()
        else:
            key = os.environ.get(f"{who.upper()}_KEY")
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            answer = send(method, os.environ["BASE"] + path, headers, json.loads(body) if body else None)
            if keep:
                name, member = keep.split("=")
                kept[name] = re.search(rf'"{member}"\s*:\s*"([^"]+)"', answer)[1]


main()
