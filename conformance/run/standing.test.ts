import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Cell } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { RoutesSeen } from "./routes-seen.ts";
import type { Shown } from "./run.ts";
import { standing } from "./standing.ts";

const BINARY = "b-1";
const PERP = "p-1";
const check = { title: "a check", proves: [], needs: [] } as unknown as Check;

interface Said {
  status: number;
  code?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function exchange(method: string, path: string, { status, code, body, headers = {} }: Said) {
  const bodyText = body === undefined ? null : JSON.stringify(body);
  const request = { method, path, query: {}, headers, bodyText };
  return { request, response: { status, body: { code }, headers: {} } } as unknown as Exchange;
}

const byKey = { authorization: "Bearer {{maker.key}}" };

function failure(rule: string, deciding: Exchange, cell: Cell = {}): Shown {
  const finding = { rule, cell, result: "fail", detail: null, observed: null, actual: "a refusal" };
  return { finding, check, evidence: { exchanges: [deciding], deciding } } as Shown;
}

function pass(rule: string, cell: Cell = {}): Shown {
  const finding = { rule, cell, result: "pass", detail: null, observed: null };
  return { finding, check, evidence: null } as Shown;
}

const followedBy = (rule: string) => (rule === "FRESH-EDGE-02" ? ["FRESH-OLD-01"] : []);

/** Each rule with the one that it stands on in the end; its result where it stands on none. */
function settled(shown: readonly Shown[], seen: readonly Exchange[] = []) {
  const routes = new RoutesSeen();
  for (const one of [...seen, ...shown.flatMap(({ evidence }) => evidence?.exchanges ?? [])]) {
    routes.saw(one);
  }
  const kindOf = (id: string) =>
    ({ [BINARY]: "BTC_BINARY", [PERP]: "BTC_PERP" })[id] as Cell["kind"];
  return Object.fromEntries(
    standing(shown, { routes, kindOf, followedBy }).map(({ finding }) => [
      finding.rule,
      finding.stands ?? finding.result,
    ]),
  );
}

const order = (market_id: string) => ({ market_id, side: "BUY" });
const refused = (market: string, code: string) =>
  exchange("POST", "/v1/orders", { status: 422, code, body: order(market) });
const taken = exchange("POST", "/v1/orders", { status: 201, body: order(PERP) });

describe("a failure", () => {
  it("stands on the rule of the routes where its route has never been there", () => {
    const [positions, wallet] = ["/v1/positions", "/api/me/wallet"].map((path) =>
      exchange("GET", path, { status: 404 }),
    ) as [Exchange, Exchange];
    const shown = [failure("GEN-ROUTE-01", positions), failure("ACC-WAL-01", wallet)];
    assert.deepEqual(settled(shown), { "GEN-ROUTE-01": "fail", "ACC-WAL-01": "GEN-ROUTE-01" });
    const answered = exchange("GET", "/v1/me/wallet", { status: 200 });
    assert.equal(settled(shown, [answered])["ACC-WAL-01"], "fail");
  });

  it("under one prefix alone stands on the rule of its route, if that fails by the same status", () => {
    const open = (prefix: string, status: number) =>
      exchange("GET", `${prefix}/orders/open`, { status });
    const odd = open("/api/v1", 404);
    const all = [open("/v1", 200), open("", 200), open("/api", 200), odd];
    const alike = failure("GEN-PREFIX-05", all[0]!);
    alike.evidence!.exchanges = all;
    assert.equal(settled([alike, failure("OAPI-OPEN-01", odd)])["GEN-PREFIX-05"], "OAPI-OPEN-01");
    const another = failure("OAPI-OPEN-01", open("/api/v1", 200));
    assert.equal(settled([alike, another])["GEN-PREFIX-05"], "fail");
  });

  it("is the prefixes' where a route is missing under such as a venue loses together", () => {
    const missing = (path: string) => exchange("GET", path, { status: 404 });
    const wallet = (...failing: [rule: string, path: string][]) =>
      settled([
        ...failing.map(([rule, path]) => failure(rule, missing(path))),
        failure("ACC-WAL-01", missing(failing[0]![1])),
      ])["ACC-WAL-01"];
    const none: [string, string] = ["GEN-PREFIX-01", "/me/wallet"];
    const v1: [string, string] = ["GEN-PREFIX-02", "/v1/me/wallet"];
    const api: [string, string] = ["GEN-PREFIX-03", "/api/me/wallet"];
    const apiV1: [string, string] = ["GEN-PREFIX-04", "/api/v1/me/wallet"];
    assert.equal(wallet(none), "GEN-PREFIX-01");
    assert.equal(wallet(none, api), "GEN-PREFIX-01");
    assert.equal(wallet(v1, apiV1), "GEN-PREFIX-02");
    assert.equal(wallet(api, apiV1), "GEN-PREFIX-03");
    assert.equal(wallet(v1, api), "fail");
    assert.equal(wallet(none, v1, api, apiV1), "fail");
  });

  it("stands on a rule of form that the answer which decided it breaks", () => {
    const watch = {
      ...check,
      selects: () => true,
      expects: {
        says: "200",
        judge: ({ response }: Exchange) => ({ ok: response?.status === 200 }),
      },
    } as unknown as Check;
    const [odd, plain] = [201, 200].map((status) => exchange("GET", "/v1/orders", { status }));
    for (const form of ["RES-SHAPE-05", "RES-STATE-01"]) {
      const shown = [
        { ...failure(form, odd!), check: watch },
        failure("TIF-IOC-03", odd!),
        failure("TIF-IOC-04", plain!),
      ];
      const expected = { [form]: "fail", "TIF-IOC-03": form, "TIF-IOC-04": "fail" };
      assert.deepEqual(settled(shown), expected);
    }
  });

  it("stands on the envelope of errors where its own answer lacks it, and others do too", () => {
    const watch = {
      ...check,
      selects: () => true,
      expects: { judge: () => ({ ok: false }) },
    } as unknown as Check;
    const frozen = exchange("POST", "/v1/orders", { status: 503 });
    const shown = (bare: Exchange) => [
      { ...failure("ERR-ENV-01", bare), check: watch } as Shown,
      failure("OPS-KILL-01", frozen),
    ];
    const ladder = exchange("POST", "/api/orders/replace-ladder", { status: 400 });
    assert.equal(settled(shown(ladder))["OPS-KILL-01"], "ERR-ENV-01");
    assert.equal(settled(shown(frozen))["OPS-KILL-01"], "fail");
  });

  it("stands on a route's own rule where it met the same refusal", () => {
    const shown = [
      failure("TIF-GTC-01", refused(BINARY, "INVALID_TICK")),
      failure("FRESH-IN-01", refused(BINARY, "INVALID_TICK")),
      failure("FRESH-FUT-02", refused(BINARY, "STALE")),
    ];
    assert.deepEqual(settled(shown), {
      "TIF-GTC-01": "fail",
      "FRESH-IN-01": "TIF-GTC-01",
      "FRESH-FUT-02": "fail",
    });
  });

  it("that takes conditions stands on what fails without them, and is its own where nothing does", () => {
    const plain = failure("TIF-IOC-03", taken);
    const set = failure("ACC-POS-01", exchange("GET", "/v1/positions", { status: 200 }));
    const inConditions = { ...set, finding: { ...set.finding, conditions: "after a fill" } };
    assert.equal(settled([plain, inConditions])["ACC-POS-01"], "TIF-IOC-03");
    assert.equal(settled([inConditions])["ACC-POS-01"], "fail");
  });

  it("is its own where the other rule holds in its kind", () => {
    const shown = [
      failure("TIF-GTC-01", refused(BINARY, "INVALID_TICK"), { kind: "BTC_BINARY" }),
      pass("TIF-GTC-01", { kind: "BTC_PERP" }),
      failure("FRESH-IN-01", refused(PERP, "INVALID_TICK")),
    ];
    assert.equal(settled(shown, [taken])["FRESH-IN-01"], "fail");
  });

  it("of a base rule stands on what a request meets before it", () => {
    const forbidden = { status: 403, code: "FORBIDDEN", headers: byKey };
    const cancel = exchange("DELETE", "/v1/orders/0d9c7c6e", forbidden);
    const place = exchange("POST", "/v1/orders", forbidden);
    const shown = [
      failure("TIF-GTC-01", place),
      failure("AUTH-BEAR-01", place),
      failure("SESS-CSRF-05", cancel),
    ];
    assert.deepEqual(settled(shown), {
      "TIF-GTC-01": "SESS-CSRF-05",
      "AUTH-BEAR-01": "SESS-CSRF-05",
      "SESS-CSRF-05": "fail",
    });
  });

  it("stands on the rule of faults where its answer is one, on whatever route", () => {
    const fault = { status: 500, code: "INTERNAL" };
    const shown = [
      failure("ERR-5XX-01", exchange("GET", "/v1/orders/open", fault)),
      failure("OAPI-CXL-01", exchange("DELETE", "/v1/orders/0d9c7c6e", fault)),
      failure("OAPI-GET-01", exchange("GET", "/v1/orders/0d9c7c6e", { status: 404 })),
    ];
    assert.deepEqual(settled(shown), {
      "ERR-5XX-01": "fail",
      "OAPI-CXL-01": "ERR-5XX-01",
      "OAPI-GET-01": "fail",
    });
  });

  it("is its own on a route where the plainer rule holds", () => {
    const [orders, wallet] = [{ route: "GET /orders" }, { route: "GET /me/wallet" }];
    const shown = [
      failure("FRESH-OLD-01", taken, orders),
      pass("FRESH-OLD-01", wallet),
      failure("FRESH-EDGE-02", taken, wallet),
    ];
    assert.equal(settled(shown)["FRESH-EDGE-02"], "fail");
  });

  it("of an order of a kind stands on the rule that such an order is taken by", () => {
    const market = { ...order(BINARY), type: "MARKET" };
    const sweep = exchange("POST", "/orders", { status: 422, code: "NO_PRICE", body: market });
    const shown = [failure("TIF-MKT-01", sweep), failure("ORD-FIELD-14", sweep)];
    assert.deepEqual(settled(shown), { "TIF-MKT-01": "ORD-FIELD-14", "ORD-FIELD-14": "fail" });
  });

  it("of one route alone is no want of a CSRF header", () => {
    const forbidden = exchange("POST", "/v1/orders", { status: 403, headers: byKey });
    const shown = [
      pass("SESS-CSRF-05"),
      failure("AUTH-BEAR-01", forbidden),
      failure("SESS-CSRF-05", forbidden),
    ];
    assert.equal(settled(shown)["SESS-CSRF-05"], "AUTH-BEAR-01");
  });

  it("stands on the rule of codes where its order did not ask for what was refused", () => {
    const violation = (reduce_only?: boolean) =>
      exchange("POST", "/v1/orders", {
        ...{ status: 422, code: "REDUCE_ONLY_VIOLATION" },
        body: { ...order(BINARY), reduce_only },
      });
    const shown = [
      failure("TIF-GTC-01", violation()),
      failure("REJ-VOCAB-02", violation()),
      failure("MATCH-PART-01", violation(false)),
    ];
    assert.deepEqual(settled(shown), {
      "TIF-GTC-01": "REJ-VOCAB-02",
      "REJ-VOCAB-02": "fail",
      "MATCH-PART-01": "REJ-VOCAB-02",
    });
    const asked = failure("REJ-RO-03", violation(true));
    assert.equal(settled([failure("REJ-VOCAB-02", violation()), asked])["REJ-RO-03"], "fail");
  });

  it("stands on a plainer rule whose breach shows in it, in the kinds that have it", () => {
    const old = failure("FRESH-OLD-01", taken, { kind: "BTC_PERP" });
    const edge = failure("FRESH-EDGE-02", taken, { kind: "BTC_PERP" });
    assert.equal(settled([edge, old])["FRESH-EDGE-02"], "FRESH-OLD-01");
    const elsewhere = [edge, pass("FRESH-OLD-01", { kind: "BTC_PERP" })];
    const binary = failure("FRESH-OLD-01", refused(BINARY, "STALE"), { kind: "BTC_BINARY" });
    assert.equal(settled([...elsewhere, binary])["FRESH-EDGE-02"], "fail");
  });

  it("stands on a plainer rule that takes the same conditions to fail, wherever that was seen", () => {
    const late = (one: Shown): Shown => ({
      ...one,
      finding: { ...one.finding, conditions: "two minutes later" },
    });
    const edge = failure("FRESH-EDGE-02", taken, { prefix: "/v1" });
    const plainer = late(failure("FRESH-OLD-01", taken, { prefix: "/api" }));
    const held = pass("FRESH-OLD-01", { prefix: "/v1" });
    assert.equal(settled([late(edge), plainer, held])["FRESH-EDGE-02"], "FRESH-OLD-01");
    assert.equal(settled([edge, plainer, held])["FRESH-EDGE-02"], "fail");
  });

  it("stands on a plainer rule where more than one dimension tells its failures apart", () => {
    const edge = failure("FRESH-EDGE-02", taken, { prefix: "/v1" });
    const plainer = [
      failure("FRESH-OLD-01", taken, { value: "late", prefix: "/api" }),
      pass("FRESH-OLD-01", { value: "in time", prefix: "/v1" }),
    ];
    assert.equal(settled([edge, ...plainer])["FRESH-EDGE-02"], "FRESH-OLD-01");
  });

  it("stands on a plainer rule that a check which failed nowhere has found to hold there", () => {
    const edge = failure("FRESH-EDGE-02", taken, { kind: "BTC_PERP" });
    const plainer = failure("FRESH-OLD-01", refused(BINARY, "STALE"), { kind: "BTC_BINARY" });
    const held = pass("FRESH-OLD-01", { kind: "BTC_PERP" });
    assert.equal(settled([edge, plainer, held])["FRESH-EDGE-02"], "fail");
    const another = { ...held, check: { ...check } } as Shown;
    assert.equal(settled([edge, plainer, another])["FRESH-EDGE-02"], "FRESH-OLD-01");
  });

  it("stands on the rule of the reason that its order was declined for", () => {
    const declined = refused(BINARY, "PRICE_OUT_OF_RANGE");
    const shown = [failure("FRESH-NONE-01", declined), failure("BIN-PRICE-01", declined)];
    assert.equal(settled(shown)["FRESH-NONE-01"], "BIN-PRICE-01");
  });

  it("of a base rule stands on another one where its refusal is not what it covers", () => {
    const bySession = { status: 400, code: "VALIDATION_ERROR", headers: { cookie: "s=1" } };
    const order = exchange("POST", "/v1/orders", bySession);
    const shown = [failure("SESS-CSRF-03", order), failure("TIF-GTC-01", order)];
    assert.equal(settled(shown)["SESS-CSRF-03"], "TIF-GTC-01");
  });

  it("of a play of many orders stands on what failed by itself", () => {
    const played = failure("PROP-STATEFUL-01", taken);
    assert.equal(settled([played])["PROP-STATEFUL-01"], "fail");
    const both = settled([played, failure("REJ-RO-02", taken)]);
    assert.deepEqual(both, { "PROP-STATEFUL-01": "REJ-RO-02", "REJ-RO-02": "fail" });
  });

  it("of a play stands where the failures of its rule stand that were no play", () => {
    const forbidden = exchange("POST", "/v1/orders", { status: 403, headers: byKey });
    const played = { ...failure("TIF-GTC-01", taken), check: { ...check, scenario: {} } } as Shown;
    const shown = [failure("SESS-CSRF-05", forbidden), failure("TIF-GTC-01", forbidden), played];
    assert.equal(settled(shown)["TIF-GTC-01"], "SESS-CSRF-05");
    assert.equal(settled([played])["TIF-GTC-01"], "fail");
  });

  it("stays where the rule that it could stand on holds", () => {
    const shown = [pass("TIF-GTC-01"), failure("FRESH-IN-01", refused(BINARY, "STALE"))];
    assert.equal(settled(shown)["FRESH-IN-01"], "fail");
  });
});

it("the rule of the routes names all that are not there", () => {
  const absent = exchange("GET", "/v1/positions", { status: 405 });
  const routes = new RoutesSeen();
  routes.saw(absent);
  const known = { routes, kindOf: () => undefined, followedBy };
  const [shown] = standing([failure("GEN-ROUTE-01", absent)], known);
  assert.match(shown?.finding.detail ?? "", /^1 of \d+ routes are not there: GET \/positions$/);
});
