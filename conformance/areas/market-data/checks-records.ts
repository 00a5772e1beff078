/** What is said of a market, in listings and alone. Spec: Gaps, States; D-069, D-102, D-103. */

import {
  geometryOf,
  type Json,
  listOf,
  mentions,
  objectsIn,
  recordOf,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { MARKET_KINDS, MARKET_STATUSES } from "../../../scenarios/deployment/vocabulary.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { isUuid, UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, odd, show, that } from "../../check/expectation.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { onlyWith } from "../../expect/pages.ts";
import { contextPath, listedSeries, marketIdOf, readData } from "../data-route.ts";
import { judgePages } from "../defaults.ts";
import { oneDigitOff } from "../one-digit-off.ts";

const STATUSES: readonly unknown[] = MARKET_STATUSES;
const KINDS: readonly unknown[] = MARKET_KINDS;
const ACTIVE_DEFAULT = 50;

/** A demand on the records of markets that the run is shown, in listings and alone. */
function recordWatch(parts: { rule: string; title: string; demand: Expectation<Exchange> }): Watch {
  return {
    title: parts.title,
    proves: [parts.rule],
    needs: ["agent"],
    selects: (exchange) => recordsIn(exchange).length > 0,
    expects: parts.demand,
    async body(t) {
      const [first = {}] = await listed(t);
      await t.agent.get(`/markets/${idOf(first)}`);
    },
  };
}

/** Every record of an answer for which `holds`; those for which it does not are shown. */
function everyRecord(
  says: string,
  holds: (record: Json) => boolean,
  shown: (record: Json) => unknown,
): Expectation<Exchange> {
  return that(
    says,
    (exchange) => recordsIn(exchange).every(holds),
    (exchange) =>
      show([
        ...new Set(
          recordsIn(exchange)
            .filter((one) => !holds(one))
            .map(shown),
        ),
      ]),
  );
}

/** A member whose absence is another rule's business: one defect is one failure. */
function oneOf(name: string, values: readonly unknown[]): Expectation<Exchange> {
  const holds = (record: Json) => typeof record[name] !== "string" || values.includes(record[name]);
  return everyRecord(`${name} ${values.join(", ")}`, holds, (record) => record[name]);
}

function withMembers(...names: string[]): Expectation<Exchange> {
  const has = (record: Json, name: string) =>
    typeof record[name] === "string" && record[name] !== "";
  return everyRecord(
    `${names.join(", ")} as texts in each record`,
    (record) => names.every((name) => has(record, name)),
    (record) => `no ${names.filter((name) => !has(record, name)).join(", ")}`,
  );
}

const complete = recordWatch({
  rule: "MKT-REC-01",
  title: "every market, listed or read alone, has id, status and kind",
  demand: anyOf(
    withMembers("id", "status", "kind"),
    odd(withMembers("market_id", "status", "kind"), "the id of a market is under market_id"),
  ),
});

const statuses = recordWatch({
  rule: "MKT-REC-02",
  title: "every market, listed or read alone, has a documented status",
  demand: oneOf("status", STATUSES),
});

const kinds = recordWatch({
  rule: "MKT-REC-03",
  title: "every market, listed or read alone, has a documented kind",
  demand: oneOf("kind", KINDS),
});

const inContext: Check = {
  title: "a market that the context of a series tells of has a documented status",
  proves: ["MKT-REC-02"],
  needs: ["shared-key"],
  async body(t) {
    const told: Json[] = [];
    for (const series of await listedSeries(t)) {
      const { response } = await readData(t, contextPath(series));
      told.push(...objectsIn(response?.body).filter(isMarket));
    }
    if (told.length === 0) throw new Missing("needs markets in the context of a series");
    t.expect("MKT-REC-02", await knownAmong(t, told), documentedStatuses);
  },
};

const isMarket = (record: Json) =>
  isUuid(idOf(record)) && KINDS.includes(record["kind"]) && typeof record["status"] === "string";

/**
 * Those with a documented status, and of the others those that have one by their own record: what the
 * context tells is not shown (D-109), so what is no market yet may have a status of its own there.
 */
async function knownAmong(t: CheckContext, told: readonly Json[]): Promise<Json[]> {
  const known: Json[] = [];
  for (const market of told)
    if (hasDocumented(market) || hasDocumented(await ownRecord(t, market))) known.push(market);
  return known;
}

async function ownRecord(t: CheckContext, market: Json): Promise<Json | null> {
  const id = idOf(market);
  return recordOf((await readData(t, `/markets/${id}`)).response?.body, id);
}

const hasDocumented = (market: Json | null) => STATUSES.includes(market?.["status"]);

const documentedStatuses = that<Json[]>(
  `status ${STATUSES.join(", ")}`,
  (markets) => markets.every(hasDocumented),
  (markets) => show([...new Set(markets.map(({ status }) => status))]),
);

const geometry: Check = {
  title: "whether a market's record carries its geometry",
  proves: ["MKT-REC-04"],
  needs: ["shared-key"],
  async body(t) {
    const records = await listed(t);
    t.observe("MKT-REC-04", {
      geometry: records.every((record) => "geometry" in record),
      band_and_tick_readable: records.every((record) => geometryOf(record)?.tick != null),
    });
  },
};

const active: Check = {
  title: "GET /markets/active gives at most 50 markets, or as many as limit says, all of them OPEN",
  proves: ["MKT-ACT-01", "MKT-ACT-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const path = "/markets/active";
    await judgePages(t, "MKT-ACT-01", { path, byDefault: ACTIVE_DEFAULT });
    t.expect("MKT-ACT-02", await t.agent.get(path), onlyWith("status", "OPEN"));
  },
};

/** Records asked for one by one, beside one of the kind that is looked at. */
const ASKED_MAX = 3;

const readAlone: Check = {
  title: "GET of a market of a kind, listed or known, answers 200 with its id and kind",
  proves: ["MKT-GET-01"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const { id, kind } = t.market.info;
    const alike = (await listed(t)).filter((record) => (record["kind"] ?? kind) === kind);
    for (const record of [{ id, kind }, ...alike.slice(0, ASKED_MAX)]) {
      const alone = await t.agent.get(`/markets/${idOf(record)}`);
      t.expect("MKT-GET-01", alone, allOf(http(200), sameMarketAs(record)));
    }
  },
};

function sameMarketAs(listedAs: Json): Expectation<Exchange> {
  const id = idOf(listedAs);
  return answerThat("the id and kind it is listed with", ({ response }) => {
    // A record without a kind is another rule's business, in a listing and alone.
    const kind = recordOf(response?.body, id)?.["kind"] ?? listedAs["kind"];
    const hasKind = typeof kind !== "string" || mentions(response?.body, kind);
    return mentions(response?.body, id) && hasKind && kind === (listedAs["kind"] ?? kind);
  });
}

const unknown: Check = {
  title: "GET of a market that does not exist is answered 404",
  proves: ["MKT-GET-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const [first = {}] = await listed(t);
    for (const id of [UNKNOWN_UUID, await oneDigitOff(t, idOf(first))]) {
      t.expect("MKT-GET-02", await t.agent.get(`/markets/${id}`), http(404));
    }
  },
};

/** Records of a listing of markets, or of one that is read alone; none of any other answer. */
function recordsIn({ request, response }: Exchange): Json[] {
  if (request.method !== "GET" || response?.status !== 200) return [];
  const route = routeOf(request.path);
  if (/^\/markets(\/active)?$/.test(route)) return listOf(response.body) ?? [];
  const id = request.path.split("/").at(-1);
  return route === "/markets/{id}" && isUuid(id) ? recordAlone(response.body, id) : [];
}

const hasStatusAndKind = (record: Json) =>
  ["status", "kind"].every((name) => typeof record[name] === "string");

/** The record of a market read alone; none where what it lacks may be told beside it. */
function recordAlone(body: unknown, id: string): Json[] {
  const told = objectsIn(body);
  const own = told.filter((one) => idOf(one).toLowerCase() === id.toLowerCase());
  const whole = own.find(hasStatusAndKind);
  if (whole !== undefined) return [whole];
  const isBeside = told.some((one) => !own.includes(one) && ("status" in one || "kind" in one));
  return isBeside ? [] : own.slice(0, 1);
}

/** Listed markets with an id. Errors: Missing where none can be read. */
async function listed({ agent }: CheckContext): Promise<Json[]> {
  const records = recordsIn(await agent.get("/markets", { limit: "20" }));
  const found = records.filter((record) => isUuid(idOf(record)));
  if (found.length === 0) throw new Missing("no record of a market could be read on GET /markets");
  return found;
}

function idOf(record: Json): string {
  return String(marketIdOf(record));
}

/** Checks of market records. */
export const records: readonly Check[] = [
  complete,
  statuses,
  inContext,
  kinds,
  geometry,
  active,
  readAlone,
  unknown,
];
