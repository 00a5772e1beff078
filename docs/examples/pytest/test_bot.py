"""An order of a bot, placed and seen."""

import json
import urllib.request

import pytest


@pytest.fixture
def call(venue):
    """Calls the venue as its first agent."""
    key = venue["agents"][0]["api_key"]

    def send(method, path, body=None):
        request = urllib.request.Request(
            venue["base_url"] + "/v1" + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    return send


def test_an_order_rests_until_it_is_cancelled(venue, call):
    market = next(
        market["id"]
        for market in venue["markets"]
        if market["kind"] == "BTC_BINARY" and market["status"] == "OPEN"
    )
    order = {"market_id": market, "side": "BUY", "type": "LIMIT", "price": 1, "qty": 5}
    placed = call("POST", "/orders", order)
    assert placed["status"] == "NEW"
    order_id = placed["order_id"]
    assert [each["order_id"] for each in call("GET", "/orders/open")["orders"]] == [order_id]
    assert call("DELETE", f"/orders/{order_id}")["status"] == "CANCELLED"
    assert call("GET", "/orders/open")["orders"] == []
