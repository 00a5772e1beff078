/** Tickets minted and used at the same moment: each is new, and opens one stream. Spec: States 5. */
import fc from "fast-check";
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { Broken } from "./broken.ts";
import { explore } from "./explore.ts";

/** How many tickets are minted at once, and by how many sockets each is tried. */
interface Rush {
  tickets: number;
  sockets: number;
}

const rush = fc.record({
  tickets: fc.integer({ min: 2, max: 3 }),
  sockets: fc.integer({ min: 2, max: 3 }),
});

async function mint(t: CheckContext): Promise<string> {
  const exchange = await t.agent.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
  const { ticket } = objectOf(exchange.response?.body);
  if (typeof ticket === "string") return ticket;
  throw new Inconclusive(`a ticket was answered HTTP ${exchange.response?.status}`);
}

async function play(t: CheckContext, { tickets, sockets }: Rush): Promise<void> {
  const minted = await Promise.all(Array.from({ length: tickets }, () => mint(t)));
  const different = new Set(minted).size;
  if (different !== tickets) {
    const expected = `${tickets} different tickets`;
    throw new Broken("answers", { expected, actual: `${different}` }, t.sent.latest);
  }
  const opened = await Promise.all(minted.map((ticket) => t.stream.race(ticket, sockets)));
  if (opened.every((count) => count <= 1)) return;
  const expected = "each ticket to open one stream at most";
  throw new Broken("state", { expected, actual: `${opened.join(" and ")} streams` }, t.sent.latest);
}

/** The check of a rule on ticket against ticket. */
export function raceTickets(rule: string): Check {
  return {
    title: "tickets minted and used at once are different, and open one stream each",
    proves: [rule],
    needs: ["agent", "market", "stream"],
    body: (t) =>
      explore<Rush>(t, {
        rules: { answers: rule, state: rule },
        scripts: fc.array(rush, { minLength: 1, maxLength: 2, size: "max" }),
        plays: { own: 2, shared: 1 },
        async play(_, script) {
          for (const one of script) await play(t, one);
        },
      }),
  };
}
