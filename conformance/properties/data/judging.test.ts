import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { deviationOf, type Readings } from "./judging.ts";
import { LISTS, partOf, type ReadList } from "./lists.ts";

/** Some agent. */
const AGENT = {} as AgentClient;
const ORDERS = LISTS.find(({ narrowedBy }) => narrowedBy !== undefined)!;

const answer = (statuses: readonly string[], status = 200): Exchange => {
  const orders = statuses.map((one, at) => ({ order_id: `order-${at}`, status: one }));
  const request = { method: "GET", path: "/orders", query: {}, headers: {}, bodyText: null };
  const body = { orders };
  const response = { status, headers: {}, bodyText: JSON.stringify(body), body };
  const common = { at: 0, took: 0, actor: null, failure: null, class: null };
  return { ...common, request, response } as Exchange;
};

/** Of three orders a part, as it is asked for. */
function readings(part: { limit: number; only?: number }, came: readonly string[]): Readings {
  const whole = answer(["NEW", "FILLED", "NEW"]);
  const asked = partOf(ORDERS, part.limit, part.only ?? -1)!;
  return { before: whole, whole, after: whole, by: AGENT, part: { ...asked, of: answer(came) } };
}

describe("a part of a list", () => {
  const [, filled] = ["NEW", "FILLED"].map((status) => ORDERS.narrowedBy!.values.indexOf(status));

  it("has as many rows as were asked for", () => {
    const { actual } = deviationOf(ORDERS, readings({ limit: 1 }, ["NEW", "FILLED"]))!;
    assert.equal(actual, "2");
  });

  it("has rows of the list alone", () => {
    assert.equal(deviationOf(ORDERS, readings({ limit: 2 }, ["NEW", "FILLED"])), null);
    const foreign = answer(["NEW"]);
    Object.assign((foreign.response!.body as { orders: object[] }).orders[0]!, {
      order_id: "other",
    });
    const { part, ...rest } = readings({ limit: 1 }, []);
    const wrong = deviationOf(ORDERS, { ...rest, part: { ...part!, of: foreign } });
    assert.match(wrong!.expected, /that are there without a limit/);
  });

  it("has the rows of a status alone, where that is asked for", () => {
    const none = deviationOf(ORDERS, readings({ limit: 9, only: filled! }, []))!;
    assert.match(none.expected, /1 of 1 rows/);
  });

  it("is not judged where rows tell their status in other words", () => {
    const { part, ...rest } = readings({ limit: 9, only: filled! }, []);
    const whole = answer(["open", "done"]);
    assert.equal(deviationOf(ORDERS, { ...rest, before: whole, whole, after: whole, part }), null);
  });
});

it("a part of a list that is cut off itself is not judged by its status", () => {
  const whole = answer(Array.from({ length: 200 }, () => "NEW"));
  const asked = partOf(ORDERS, 300, ORDERS.narrowedBy!.values.indexOf("NEW"))!;
  const part = { ...asked, of: answer(Array.from({ length: 250 }, () => "NEW")) };
  assert.equal(deviationOf(ORDERS, { before: whole, whole, after: whole, part, by: AGENT }), null);
});

describe("a list", () => {
  const whole = answer(["NEW"]);

  it("is there for everybody", () => {
    const refused = answer([], 404);
    const readings = { before: whole, whole: refused, after: whole, part: null, by: AGENT };
    const { aspect } = deviationOf(ORDERS, readings)!;
    assert.equal(aspect, "answers");
  });

  it("may be away for one read where it comes from an outside source, and for no other reason", () => {
    const feed = LISTS.find(({ ofUpstream }) => ofUpstream)!;
    const seen = (list: ReadList, status: number) =>
      deviationOf(list, {
        ...{ before: whole, whole: answer([], status), after: whole },
        ...{ part: null, by: AGENT },
      });
    assert.equal(seen(feed, 502), null);
    assert.equal(seen(feed, 500)?.aspect, "answers");
    assert.equal(seen(ORDERS, 502)?.aspect, "answers");
  });

  it("has no fewer rows than are read plainly, but while it changes", () => {
    const fewer = answer([]);
    assert.equal(
      deviationOf(ORDERS, { before: whole, whole: fewer, after: whole, part: null, by: AGENT })
        ?.aspect,
      "state",
    );
    assert.equal(
      deviationOf(ORDERS, { before: fewer, whole, after: whole, part: null, by: AGENT }),
      null,
    );
  });
});

it("a list has the rows that are read plainly, for agents, in any order", () => {
  const orders = (...ids: string[]) => rows(ids.map((order_id) => ({ order_id })));
  const shown = (ids: string[], by: AgentClient | undefined, after = orders("a", "b")) =>
    deviationOf(ORDERS, { before: orders("a", "b"), whole: orders(...ids), after, part: null, by });
  assert.equal(shown(["a", "c"], AGENT)?.actual, "others");
  assert.equal(shown(["b", "a"], AGENT), null);
  assert.equal(shown(["a", "c"], AGENT, orders("a", "c")), null);
  assert.equal(shown(["a", "c"], undefined), null);
});

const rows = (list: readonly object[]): Exchange => {
  const given = answer([]);
  return { ...given, response: { ...given.response!, body: list } };
};

describe("a list of which rows at its beginning can be left out", () => {
  const markets = LISTS.find(({ turned }) => turned === true)!;
  const whole = rows(["a", "b", "c"].map((market_id) => ({ market_id })));
  const page = (ids: readonly string[], after = whole) => {
    const part = { ...partOf(markets, 1, 0)!, of: rows(ids.map((market_id) => ({ market_id }))) };
    return deviationOf(markets, { before: whole, whole, after, part, by: AGENT });
  };

  it("goes on with the row after them", () => {
    assert.equal(page(["b"]), null);
    assert.match(page(["a"])!.expected, /that are there without a limit/);
  });

  it("is not judged while it changes", () => {
    const grown = rows(["z", "a", "b"].map((market_id) => ({ market_id })));
    assert.equal(page(["a"], grown), null);
  });
});

describe("a row of a list", () => {
  const trades = LISTS.find((list) => list.path("m").endsWith("/trades"))!;
  const at = (price: number) => rows([{ trade_id: "t", price }]);
  const shown = (before: Exchange, whole: Exchange, after: Exchange) =>
    deviationOf(trades, { before, whole, after, part: null, by: undefined });

  it("has the price that it has before and after, for guests too", () => {
    assert.equal(shown(at(50), at(50), at(50)), null);
    assert.equal(shown(at(50), at(51), at(50))?.aspect, "state");
  });

  it("is not judged while its price moves, or where it has none", () => {
    assert.equal(shown(at(50), at(51), at(52)), null);
    assert.equal(shown(at(50), rows([{ trade_id: "t" }]), at(50)), null);
  });

  it("is not told from others by what all of them have", () => {
    const orders = (...prices: number[]) =>
      rows(prices.map((price, index) => ({ id: `o${index}`, market_id: "m", limit_price: price })));
    assert.equal(shown(orders(10, 11), orders(10, 11), orders(10, 11)), null);
    const nameless = rows([10, 11].map((price) => ({ market_id: "m", price })));
    assert.equal(shown(nameless, nameless, nameless), null);
  });
});
