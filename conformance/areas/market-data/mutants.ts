/** Venues that list the wrong markets, or say the wrong things of one. */

import { answerInstead, envelope } from "../../interposer/changes.ts";
import { changeStatus } from "../../interposer/credentials.ts";
import { ignores, isNoNumber, lengthByDefault, rowsOf } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { data } from "./mutants-data.ts";
import { ofDefaults } from "./mutants-defaults.ts";

const LIST = "GET /markets";
const ACTIVE = "GET /markets/active";
const ONE = "GET /markets/*";

const isAlone = (path: string) => path.length === "/markets/".length + 36;

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "market-list-unknown",
    breaks: ["MKT-LIST-01"],
    defect: "GET /markets is answered 404.",
    wire: () => answerInstead(LIST, () => envelope(404, "ROUTE_NOT_FOUND")),
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
    wire: ignores(LIST, "limit", (value) => !isNoNumber(value)),
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
    defect: "Listed markets have their id as a number, under every name.",
    wire: rowsOf(LIST, (rows) =>
      rows.map((market, index) => ({ ...market, id: index, market_id: index })),
    ),
  },
  {
    name: "open-markets-active",
    breaks: ["MKT-REC-02"],
    defect: "Listed markets that are OPEN have the status ACTIVE.",
    wire: rowsOf(LIST, (rows) =>
      rows.map((market) =>
        market["status"] === "OPEN" ? { ...market, status: "ACTIVE" } : market,
      ),
    ),
  },
  {
    name: "kinds-without-prefix",
    breaks: ["MKT-REC-03"],
    defect: "Listed markets have the kinds BINARY, PERP and PARLAY.",
    wire: rowsOf(LIST, (rows) =>
      rows.map((market) => ({ ...market, kind: String(market["kind"]).slice(4) })),
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
    name: "active-is-a-market-id",
    breaks: ["MKT-ACT-01"],
    defect: "GET /markets/active is read as a request for the market active.",
    wire: () => answerInstead(ACTIVE, () => envelope(404, "UNKNOWN_MARKET")),
  },
  {
    name: "market-of-another-kind",
    breaks: ["MKT-GET-01"],
    defect: "A market read alone is a parlay.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const alone = request.method === "GET" && isAlone(request.path);
      if (!alone || given.status !== 200) return given;
      return { ...given, body: { ...(given.body as object), kind: "PARLAY" } };
    },
  },
  {
    name: "listed-market-unknown",
    breaks: ["MKT-GET-01"],
    defect: "GET of a market is answered 404.",
    wire: () =>
      answerInstead(ONE, ({ path }) => (isAlone(path) ? envelope(404, "UNKNOWN_MARKET") : null)),
  },
  {
    name: "unknown-market-is-null",
    breaks: ["MKT-GET-02"],
    defect: "GET of a market that does not exist is answered 200 with null.",
    wire: changeStatus(ONE, 404, 200, { market: null }),
  },
  ...data,
  ...ofDefaults,
];
