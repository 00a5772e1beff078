/** Venues that go wrong where requests overlap. */

import { answer, ask, type Fields, fieldsOf, matches } from "../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";
import { crosses } from "../interposer/look-around.ts";
import type { Mutant } from "../interposer/mutant.ts";

/** An order so long under way meets whatever is sent at the same moment. */
const SLOW_MS = 15;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const anew = ({ client_order_id: _, ...order }: Fields) => order;

/** What becomes of a request sent while an order is under way; null leaves it to the venue. */
type Meanwhile = (
  request: WireRequest,
  venue: Behind,
  first: { request: WireRequest; given: Promise<WireAnswer> },
) => Promise<WireAnswer | null>;

/** Treats requests in its own way while an order is under way. */
function whileUnderWay(route: string, meanwhile: Meanwhile): () => WireVariant {
  return () => {
    let first: { request: WireRequest; given: Promise<WireAnswer> } | null = null;
    return async (request, venue) => {
      if (first !== null && matches(request, route)) {
        return (await meanwhile(request, venue, first)) ?? venue(request);
      }
      if (!matches(request, "POST /orders") || first !== null) return venue(request);
      const given = wait(SLOW_MS).then(() => venue(request));
      first = { request, given };
      return given.finally(() => {
        first = null;
      });
    };
  };
}

/** Tickets minted while another is, all the same. */
function oneTicketAtOnce(): WireVariant {
  let underWay: Promise<WireAnswer> | null = null;
  return async (request, venue) => {
    if (!matches(request, "POST /auth/ws-ticket")) return venue(request);
    underWay ??= wait(SLOW_MS)
      .then(() => venue(request))
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
}

/** Defects of overlapping requests. */
export const races: readonly Mutant[] = [
  {
    name: "id-raced-as-it-trades",
    breaks: ["PROP-CONC-01"],
    defect: "An order that trades is placed again for each of the same id sent at that moment.",
    wire: whileUnderWay("POST /orders", async (request, venue) => {
      const order = fieldsOf(request.body);
      const trades = await crosses(order, { request, venue });
      return trades ? ask({ request, venue }, "POST /orders", anew(order)) : null;
    }),
  },
  {
    name: "maker-sold-twice",
    breaks: ["PROP-CONC-02"],
    defect: "Of two orders at once for one that rests, the second is told what the first was.",
    wire: whileUnderWay("POST /orders", async (request, venue, { given }) => {
      const told = fieldsOf((await given).body);
      const own = await venue(request);
      const qty = Number(fieldsOf(request.body)["qty"]);
      const filled = Math.min(Number(told["filled_qty"]), qty);
      if (filled === 0) return own;
      const status = filled === qty ? "FILLED" : "PARTIAL";
      const claim = { status, filled_qty: filled, remaining_qty: qty - filled };
      return { ...own, body: { ...fieldsOf(own.body), ...claim } };
    }),
  },
  {
    name: "cancel-lost-in-a-fill",
    breaks: ["PROP-CONC-03"],
    defect: "A cancel while an order is under way is answered and forgotten.",
    wire: whileUnderWay("DELETE /orders/*", async (_, __, { given }) => {
      await given;
      return answer(200, {});
    }),
  },
  {
    name: "ladder-keeps-its-rungs-in-a-fill",
    breaks: ["PROP-CONC-04"],
    defect: "A ladder replaced while an order is under way adds rungs and removes none.",
    wire: whileUnderWay("POST /orders/replace-ladder", async (request, venue) => {
      const { orders = [] } = fieldsOf(request.body);
      for (const order of orders as Fields[]) await ask({ request, venue }, "POST /orders", order);
      return answer(200, { cancelled: [], results: [] });
    }),
  },
  {
    name: "tickets-shared",
    breaks: ["PROP-CONC-05"],
    defect: "Tickets minted at the same moment are one ticket.",
    wire: () => oneTicketAtOnce(),
  },
];
