/** Venues that count one request as two. */

import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { fieldsOf, matches } from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { limited, UNLIMITED } from "../../interposer/rate-limits.ts";

/** Defects of what a budget pays. */
export const doublyCounted: readonly Mutant[] = [
  {
    name: "market-orders-count-twice",
    breaks: ["LIM-WRITE-01"],
    controlled: true,
    defect: "A MARKET order draws on the budget of writes as two orders do.",
    venue: UNLIMITED,
    wire: () => limited({ weighs: ({ body }) => (fieldsOf(body)["type"] === "MARKET" ? 2 : 1) }),
  },
  {
    name: "fok-orders-to-sell-count-twice",
    breaks: ["LIM-WRITE-01"],
    controlled: true,
    defect: "A FOK order that sells draws on the budget of writes as two orders do.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        weighs: ({ body }) => {
          const { side, tif } = fieldsOf(body);
          return side === "SELL" && tif === "FOK" ? 2 : 1;
        },
      }),
  },
  {
    name: "orders-to-no-market-count-twice",
    breaks: ["LIM-WRITE-01"],
    controlled: true,
    defect: "An order to a market that there is not draws on the budget of writes as two do.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        weighs: ({ body }) => (fieldsOf(body)["market_id"] === UNKNOWN_UUID ? 2 : 1),
      }),
  },
  {
    name: "books-count-twice",
    breaks: ["LIM-READ-01"],
    defect: "Reading a book draws on the budget twice.",
    venue: UNLIMITED,
    wire: () => limited({ weighs: (ask) => (matches(ask, "GET /markets/*/book") ? 2 : 1) }),
  },
];
