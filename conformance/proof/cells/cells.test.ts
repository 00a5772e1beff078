import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { RULES } from "../../catalogue/rules.ts";
import { learning } from "../../interposer/changes.ts";
import type { Behind, WireRequest } from "../../interposer/interposer.ts";
import { drawn } from "../drawn.ts";
import { cellMutants, nameOf } from "./cell-mutants.ts";
import { rangeRow, ranges } from "./cells-page.ts";
import { confined } from "./confined.ts";
import { RequestCells } from "./request-cell.ts";

const MARKET = "11111111-1111-4111-8111-111111111111";

function request(method: string, path: string, body?: object, prefix = "/v1"): WireRequest {
  const headers = { authorization: "Bearer k" };
  return { method, prefix, path, query: {}, headers, body, raw: Buffer.alloc(0) };
}

const venue: Behind = async ({ path }) => ({
  ...{ status: 200, headers: {} },
  body: path.startsWith("/markets") ? { kind: "BTC_PARLAY", status: "OPEN" } : { order_id: "o-1" },
});

describe("the cell of a request", () => {
  it("is told by prefix, route, caller, market and order", async () => {
    const order = { market_id: MARKET, side: "SELL", type: "LIMIT", price: 1, qty: 1 };
    assert.deepEqual(await new RequestCells().of(request("POST", "/orders", order), venue), {
      ...{ side: "SELL", type: "LIMIT", tif: "GTC", prefix: "/v1", route: "POST /orders" },
      ...{ caller: "key", kind: "BTC_PARLAY", status: "OPEN" },
    });
  });

  it("is that of the order which a cancel names", async () => {
    const cells = new RequestCells();
    const placing = request("POST", "/orders", { market_id: MARKET, side: "BUY", type: "LIMIT" });
    await cells.answered(placing, await cells.of(placing, venue), await venue(placing));
    const cancel = await cells.of(request("DELETE", "/orders/o-1"), venue);
    assert.equal(cancel.kind, "BTC_PARLAY");
    assert.equal(cancel.side, "BUY");
    assert.equal(cancel.route, "DELETE /orders/{order_id}");
  });
});

describe("a mutant confined to a cell", () => {
  const mutant = {
    ...{ name: "teapot", breaks: ["TIF-GTC-01"], defect: "Answers 418." },
    wire: () => async () => ({ status: 418, headers: {}, body: {} }),
  };

  it("is wrong there and nowhere else, and says whether it was", async () => {
    const there = confined(mutant, { prefix: "/api" });
    const variant = there?.mutant.wire?.();
    assert.ok(there && variant);
    assert.equal((await variant(request("GET", "/account"), venue)).status, 200);
    assert.equal(there.reached(), false);
    assert.equal((await variant(request("GET", "/account", undefined, "/api"), venue)).status, 418);
    assert.equal(there.reached(), true);
  });

  it("learns from what passes elsewhere", async () => {
    const heard: string[] = [];
    const wire = () => learning(({ prefix }) => heard.push(prefix), mutant.wire());
    const variant = confined({ ...mutant, wire }, { prefix: "/api" })?.mutant.wire?.();
    await variant?.(request("GET", "/account"), venue);
    await variant?.(request("GET", "/account", undefined, "/api"), venue);
    assert.deepEqual(heard, ["/v1"]);
  });

  it("may call tickets by other names, and not be a defect of the stream", () => {
    const named = { ...mutant, stream: { ticketOf: (told: string) => told } };
    assert.ok(confined(named, { prefix: "/api" }));
    const decided = { ...mutant, stream: { decide: () => "refuse" as const } };
    assert.equal(confined(decided, { prefix: "/api" }), null);
  });

  it("is not made of what is not on the wire", () => {
    const { wire: _, ...bare } = mutant;
    assert.equal(confined({ ...bare, venue: {} }, { prefix: "/api" }), null);
  });
});

describe("the sample of mutants of single cells", () => {
  const names = (seed: string) => drawn(cellMutants(), { count: 20, seed, nameOf }).map(nameOf);

  it("follows from the seed", () => {
    assert.deepEqual(names("a"), names("a"));
    assert.notDeepEqual(names("a"), names("b"));
    assert.equal(new Set(names("a")).size, 20);
  });
});

describe("the page of cells", () => {
  it("has every rule that ranges over something, and its range", () => {
    const page = readFileSync(new URL("../../../docs/tables/cells.md", import.meta.url), "utf8");
    for (const rule of RULES.filter(ranges)) {
      assert.ok(page.includes(`| ${rangeRow(rule)} |`), `run npm run prove: ${rangeRow(rule)}`);
    }
  });
});
