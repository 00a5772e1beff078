"""A bot's day: quotes two markets through 24 hours of the venue's time, and listens to its own fills."""

import json
import os
import random

import requests
from websockets.sync.client import connect

BASE = os.environ["BASE"]
ORDERS = int(os.environ.get("ORDERS", "10000"))
ORDERS_PER_ROUND = 4
ROUNDS = ORDERS // ORDERS_PER_ROUND
DAY_MS = 24 * 60 * 60 * 1000
chance = random.Random(7)


class Agent:
    def __init__(self, name):
        self.name = name
        self.http = requests.Session()
        self.http.headers["Authorization"] = f"Bearer {os.environ[f'{name.upper()}_KEY']}"
        self.count = 0

    def ask(self, method, path, body=None, **query):
        return self.http.request(method, f"{BASE}/v1{path}", json=body, params=query)

    def place(self, market, side, price, qty, now, **more):
        self.count += 1
        order = {
            "market_id": market,
            "side": side,
            "type": "LIMIT",
            "price": price,
            "qty": qty,
            "client_order_id": f"{self.name}-{self.count}",
            "timestamp_ms": now,
            "recv_window_ms": 5000,
            **more,
        }
        return order, self.ask("POST", "/orders", order).json()


def advance(ms):
    headers = {"Authorization": f"Bearer {os.environ['CONTROL_TOKEN']}"}
    answer = requests.post(f"{BASE}/_control/clock", json={"advance_ms": ms}, headers=headers)
    return answer.json()["now_ms"]


def listen(agent, market):
    ticket = agent.ask("POST", "/auth/ws-ticket").json()["ticket"]
    stream = connect(f"{BASE.replace('http', 'ws')}/v1/stream?ticket={ticket}")
    stream.send(json.dumps({"op": "subscribe", "id": 1, "channels": [f"trades:{market}"]}))
    return stream


def drain(stream, number):
    """What has come meanwhile: all of it stands before the answer to a ping."""
    stream.send(json.dumps({"op": "ping", "id": number}))
    while json.loads(stream.recv(timeout=10)).get("type") != "pong":
        pass


def look_around(maker, taker, market, number):
    """What a bot reads now and then, and its mistakes."""
    if number % 10 == 0:
        maker.ask("GET", "/orders/open", market_id=market)
    if number % 25 == 0:
        taker.ask("GET", "/positions")
        maker.ask("GET", "/me/wallet")
        maker.ask("GET", f"/markets/{market}/book", depth=5)
    if number % 100 == 0:
        maker.ask("GET", "/orders", limit=200)
        maker.ask("GET", f"/markets/{market}/trades", limit=50)
        maker.ask("GET", "/markets/active", limit=10)
    if number % 250 == 0:
        maker.ask("POST", "/orders", {"market_id": market, "side": "BUY", "type": "LIMIT", "price": "ten", "qty": 1})


def main():
    maker, taker = Agent("maker"), Agent("taker")
    market, perp = os.environ["MARKET"], os.environ["PERP"]
    mark = maker.ask("GET", f"/markets/{perp}").json()["mark_price"]
    stream = listen(maker, market)
    mid, held, resting = 50, 0, []
    for number in range(ROUNDS):
        now = advance(DAY_MS // ROUNDS)
        mid = min(70, max(30, mid + chance.choice((-1, 0, 0, 1))))
        for order_id in resting:
            maker.ask("DELETE", f"/orders/{order_id}")
        bid, bidden = maker.place(market, "BUY", mid - 1, chance.randint(5, 9), now)
        _, asked = maker.place(market, "SELL", mid + 1, chance.randint(5, 9), now)
        if number % 50 == 0:
            maker.ask("POST", "/orders", bid)
        side = "BUY" if held <= 0 else "SELL"
        qty = chance.randint(1, 4)
        price = mid + 1 if side == "BUY" else mid - 1
        _, taken = taker.place(market, side, price, qty, now - 60_000 if number % 200 == 199 else now, tif="IOC")
        held += taken.get("filled_qty", 0) * (1 if side == "BUY" else -1)
        _, far = maker.place(perp, "BUY", mark * 9 // 10, 1, now, tif="POST_ONLY", leverage=5)
        resting = [one["order_id"] for one in (bidden, asked, far) if one.get("status") in ("NEW", "PARTIAL")]
        look_around(maker, taker, market, number)
        drain(stream, number)
    maker.ask("DELETE", "/orders")
    stream.close()


main()
