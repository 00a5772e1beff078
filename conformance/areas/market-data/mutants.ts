/** Venues that list the wrong markets, or say the wrong things of one. */

import {
  answer,
  answerInstead,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import { members, refused } from "../../interposer/credentials.ts";
import { ignores, lengthByDefault, rowsOf } from "../../interposer/lists.ts";
import { marketOf, nearlyNamed } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines } from "../../interposer/refusals.ts";
import { data } from "./mutants-data.ts";
import { ofDefaults } from "./mutants-defaults.ts";
import { sizes } from "./mutants-sizes.ts";

const LIST = "GET /markets";
const ACTIVE = "GET /markets/active";
const ONE = "GET /markets/*";

const OTHER_KIND: Readonly<Record<string, string>> = {
  BTC_BINARY: "BTC_PERP",
  BTC_PERP: "BTC_PARLAY",
  BTC_PARLAY: "BTC_BINARY",
};

const OTHER_STATUS: Readonly<Record<string, string>> = { OPEN: "TRADING", RESOLVED: "SETTLED" };

const isAlone = (path: string) => path.length === "/markets/".length + 36;

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "market-list-forbidden",
    breaks: ["MKT-LIST-01"],
    defect: "GET /markets is answered 403.",
    wire: refused(LIST, { status: 403, code: "FORBIDDEN" }),
  },
  {
    name: "market-list-default-of-60",
    breaks: ["MKT-LIST-02"],
    defect: "GET /markets without limit gives 60 markets.",
    wire: lengthByDefault(LIST, 60),
  },
  {
    name: "market-list-limit-ignored",
    breaks: ["MKT-LIST-02"],
    defect: "GET /markets ignores limit.",
    wire: ignores(LIST, "limit"),
  },
  {
    name: "market-list-status-ignored",
    breaks: ["MKT-LIST-04"],
    defect: "GET /markets ignores status.",
    wire: ignores(LIST, "status"),
  },
  {
    name: "market-list-status-unknown",
    breaks: ["MKT-LIST-04"],
    defect: "GET /markets refuses the status VOID.",
    wire: () =>
      answerInstead(LIST, ({ query }) =>
        query["status"] === "VOID" ? envelope(400, "VALIDATION_ERROR") : null,
      ),
  },
  {
    name: "market-list-kind-ignored",
    breaks: ["MKT-LIST-05"],
    defect: "GET /markets ignores kind.",
    wire: ignores(LIST, "kind"),
  },
  {
    name: "markets-without-kind",
    breaks: ["MKT-REC-01"],
    defect: "Listed markets have no kind.",
    wire: rowsOf(LIST, (rows) => rows.map(({ kind: _, ...market }) => market)),
  },
  {
    name: "market-ids-as-numbers",
    breaks: ["MKT-REC-01"],
    // A number is no UUID.
    alsoBreaks: ["GEN-UUID-01"],
    defect: "Listed markets have a number for id, and their id as uuid.",
    wire: rowsOf(LIST, (rows) =>
      rows.map((market) => {
        const uuid = String(market["id"]);
        const id = Number.parseInt(uuid.slice(0, 8), 16);
        return { ...market, uuid, id, market_id: id };
      }),
    ),
  },
  {
    name: "open-markets-active",
    breaks: ["MKT-REC-02"],
    defect: "Markets listed without a status are ACTIVE where they are OPEN.",
    wire: rowsOf(LIST, (rows, { query }) =>
      rows.map((market) =>
        market["status"] === "OPEN" && query["status"] === undefined
          ? { ...market, status: "ACTIVE" }
          : market,
      ),
    ),
  },
  {
    name: "market-alone-settled",
    breaks: ["MKT-REC-02"],
    defect: "A market read alone is TRADING where it is OPEN, and SETTLED where it is RESOLVED.",
    wire: members(ONE, (market) => ({
      ...market,
      ...("id" in market && { status: OTHER_STATUS[String(market["status"])] ?? market["status"] }),
    })),
  },
  {
    name: "market-alone-without-status",
    breaks: ["MKT-REC-01"],
    defect: "A market read alone has no status.",
    wire: members(ONE, ({ status, ...market }) =>
      "id" in market ? market : { status, ...market },
    ),
  },
  {
    name: "coming-markets-upcoming",
    breaks: ["MKT-REC-02"],
    defect: "In the context of a series coming markets have the status UPCOMING.",
    wire: () =>
      changeAnswer("GET /series/*/context", (given) => {
        const { upcoming } = fieldsOf(given.body);
        if (!Array.isArray(upcoming)) return given;
        const renamed = upcoming.map((market: Fields) => ({ ...market, status: "UPCOMING" }));
        return { ...given, body: { ...fieldsOf(given.body), upcoming: renamed } };
      }),
  },
  {
    name: "kinds-without-prefix",
    breaks: ["MKT-REC-03"],
    // A market read alone has the kind in full.
    alsoBreaks: ["MKT-GET-01"],
    defect: "Markets listed without a kind have the kinds BINARY, PERP and PARLAY.",
    wire: rowsOf(LIST, (rows, { query }) =>
      rows.map((market) =>
        query["kind"] === undefined ? { ...market, kind: String(market["kind"]).slice(4) } : market,
      ),
    ),
  },
  {
    name: "active-markets-default-of-60",
    breaks: ["MKT-ACT-01"],
    defect: "GET /markets/active without limit gives 60 markets.",
    wire: lengthByDefault(ACTIVE, 60),
  },
  {
    name: "active-markets-limit-ignored",
    breaks: ["MKT-ACT-01"],
    defect: "GET /markets/active ignores limit.",
    wire: ignores(ACTIVE, "limit"),
  },
  {
    name: "active-markets-limit-counts-one-more",
    breaks: ["MKT-ACT-01"],
    defect: "A limit of GET /markets/active counts a market that is over, which is left out then.",
    wire: rowsOf(ACTIVE, (rows, { query }) => {
      const limit = Number(query["limit"] ?? 50);
      return limit > 1 && limit < 50 ? rows.slice(0, limit - 1) : rows;
    }),
  },
  {
    name: "active-is-a-market-id",
    breaks: ["MKT-ACT-01"],
    defect: "GET /markets/active is refused, since active is no UUID.",
    wire: () => answerInstead(ACTIVE, () => envelope(400, "VALIDATION_ERROR")),
  },
  {
    name: "market-of-another-kind",
    breaks: ["MKT-GET-01"],
    defect: "A market read alone is of another kind.",
    wire: members(ONE, (market) => ({
      ...market,
      ...("id" in market && { kind: OTHER_KIND[String(market["kind"])] }),
    })),
  },
  {
    name: "listed-market-forbidden",
    breaks: ["MKT-GET-01"],
    defect: "GET of a market is answered 403.",
    wire: refused(ONE, { status: 403, code: "FORBIDDEN" }, ({ path }) => isAlone(path)),
  },
  {
    name: "unknown-market-is-null",
    breaks: ["MKT-GET-02"],
    defect: "GET of a market that does not exist is answered 200 with null.",
    wire: () =>
      changeAnswer(ONE, (given, { path }) =>
        given.status === 404 && isAlone(path) ? answer(200, { market: null }) : given,
      ),
  },
  {
    name: "market-one-digit-off-is-served",
    breaks: ["MKT-GET-02"],
    defect:
      "GET of an id that differs from a market's in its last digit is answered by that market.",
    wire: () =>
      changeAnswer(ONE, async (given, request, venue) => {
        if (given.status !== 404 || !isAlone(request.path)) return given;
        const near = await nearlyNamed(request.path.split("/").at(-1)!, { request, venue });
        return near === null ? given : venue({ ...request, path: `/markets/${near}` });
      }),
  },
  {
    name: "ended-market-told-as-open",
    breaks: ["MKT-REC-05"],
    // An operator ends markets.
    controlled: true,
    defect: "GET of a market that has ended says OPEN.",
    wire: members(ONE, (market) =>
      typeof market["status"] === "string" ? { ...market, status: "OPEN" } : market,
    ),
  },
  {
    name: "active-list-kept-past-the-end",
    breaks: ["MKT-REC-05"],
    // An operator ends markets.
    controlled: true,
    defect: "GET /markets/active goes on with a market that has ended, as it was: OPEN.",
    wire: () => {
      const shown = new Map<unknown, Fields>();
      return changeAnswer(ACTIVE, async (given, request, venue) => {
        const { markets = [], ...body } = fieldsOf(given.body);
        const over: Fields[] = [];
        for (const [market_id, market] of shown) {
          const { status } = await marketOf({ market_id }, { request, venue });
          if (status !== "OPEN") over.push(market);
        }
        for (const market of markets as Fields[]) shown.set(market["id"], market);
        return given.status === 200
          ? { ...given, body: { ...body, markets: [...over, ...(markets as Fields[])] } }
          : given;
      });
    },
  },
  {
    name: "expired-and-listed-as-open",
    breaks: ["MKT-REC-05"],
    // An operator ends markets.
    controlled: true,
    defect: "GET /markets tells markets that have expired as OPEN, unless it is asked for them.",
    wire: rowsOf(LIST, (rows, { query }) =>
      rows.map((market) =>
        market["status"] === "EXPIRED" && query["status"] !== "EXPIRED"
          ? { ...market, status: "OPEN" }
          : market,
      ),
    ),
  },
  {
    name: "parlay-closed-with-its-first-leg",
    breaks: ["MKT-REC-05"],
    // An operator makes parlays, and ends their legs.
    controlled: true,
    defect: "A parlay that is OPEN declines orders as closed once one of its legs has ended.",
    wire: () =>
      declines("MARKET_CLOSED", async (order, arriving) => {
        const { status: own, legs = [] } = await marketOf(order, arriving);
        if (own !== "OPEN") return false;
        const markets = (legs as unknown[]).map((leg) => marketOf({ market_id: leg }, arriving));
        return (await Promise.all(markets)).some(({ status }) => status !== "OPEN");
      }),
  },
  ...data,
  ...ofDefaults,
  ...sizes,
];
