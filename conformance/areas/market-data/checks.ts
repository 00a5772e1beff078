/** GET /markets: its page, its filters, its parameters. Spec: Markets and data; D-100, D-101. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { listOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { answerGist, http, unusual } from "../../expect/answers.ts";
import { atMostRows, onlyWith } from "../../expect/pages.ts";
import { bookAndTrades } from "./checks-book.ts";
import { events } from "./checks-events.ts";
import { history } from "./checks-history.ts";
import { records } from "./checks-records.ts";

const LIMIT_DEFAULT = 50;
const STATUSES = ["OPEN", "EXPIRED", "RESOLVED", "VOID"];
const KINDS = ["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"];

const pages: Check = {
  title: "GET /markets answers 200, with at most 50 markets or as many as limit says",
  proves: ["MKT-LIST-01", "MKT-LIST-02"],
  needs: ["agent"],
  async body(t) {
    const whole = await t.agent.get("/markets");
    t.expect("MKT-LIST-01", whole, http(200));
    t.expect("MKT-LIST-02", whole, atMostRows(LIMIT_DEFAULT));
    t.expect("MKT-LIST-02", await t.agent.get("/markets", { limit: "1" }), atMostRows(1));
  },
};

const offsetMoves: Check = {
  title: "whether offset=1 moves the page of GET /markets by one",
  proves: ["MKT-LIST-03"],
  needs: ["agent"],
  async body(t) {
    await t.eventually("MKT-LIST-03", () => firstAndSecond(t), differ);
  },
};

/** Ids on the pages of one at offset 0 and 1. Errors: Missing without two readable markets. */
async function firstAndSecond({ agent }: CheckContext): Promise<readonly unknown[]> {
  const at = async (offset: string) => {
    const { response } = await agent.get("/markets", { limit: "1", offset });
    return listOf(response?.body)?.map((record) => record["id"] ?? record["market_id"]) ?? [];
  };
  const [first, second] = [await at("0"), await at("1")];
  if (first.length > 0 && second.length > 0) return [...first, ...second];
  throw new Missing("needs two markets on GET /markets whose records can be read");
}

const differ: Expectation<readonly unknown[]> = that(
  "no market on both pages",
  (ids) => new Set(ids).size === ids.length,
  () => "a market on both pages",
);

const byStatus: Check = {
  title: "GET /markets with a documented status gives markets in it alone",
  proves: ["MKT-LIST-04"],
  needs: ["agent"],
  async body(t) {
    for (const status of STATUSES) {
      const listing = await t.agent.get("/markets", { status });
      t.expect("MKT-LIST-04", listing, onlyWith("status", status));
    }
  },
};

const byKind: Check = {
  title: "GET /markets with a kind gives markets of that kind alone",
  proves: ["MKT-LIST-05"],
  needs: ["agent"],
  async body(t) {
    for (const kind of KINDS) {
      const listing = await t.agent.get("/markets", { kind });
      t.expect("MKT-LIST-05", listing, onlyWith("kind", kind));
    }
  },
};

const unknownValues: Check = {
  title: "GET /markets with an unknown status or kind",
  proves: ["MKT-LIST-06"],
  needs: ["agent"],
  async body(t) {
    const status = await t.agent.get("/markets", { status: "SLEEPING" });
    const kind = await t.agent.get("/markets", { kind: "BTC_TULIP" });
    const seen = { status: shown(status), kind: shown(kind) };
    const usual = statusesOf("D-101");
    t.observe("MKT-LIST-06", seen, unusual(status, ...usual) ?? unusual(kind, ...usual));
  },
};

function shown(listing: Exchange): string {
  const isEmpty = listOf(listing.response?.body)?.length === 0;
  return `${answerGist(listing)}${isEmpty ? ", an empty list" : ""}`;
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  pages,
  offsetMoves,
  byStatus,
  byKind,
  unknownValues,
  ...records,
  ...bookAndTrades,
  ...history,
  ...events,
];
