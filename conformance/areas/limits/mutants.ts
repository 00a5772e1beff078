/** Venues that limit too early, too late, the wrong callers, or without saying so. */

import { envelope, fieldsOf, keyOf, matches } from "../../interposer/changes.ts";
import { END_KEY, hasSession } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { limited, type Meter, rateLimited, UNLIMITED } from "../../interposer/rate-limits.ts";
import { doublyCounted } from "./mutants-doubly-counted.ts";
import { ofSizes } from "./mutants-sizes.ts";
import { uncounted } from "./mutants-uncounted.ts";

/** Answers of any route with status 429, changed. */
function changeRefusals(
  change: (given: WireAnswer, request: WireRequest) => WireAnswer,
): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    return given.status === 429 ? change(given, request) : given;
  };
}

/** A rolling minute whose counts are all dropped once a thousand of them are old. */
function droppedByTheThousand(limit: number): Meter {
  let [times, old]: [number[], number] = [[], 0];
  return (nowMs) => {
    while (old < times.length && nowMs - times[old]! >= 60_000) old += 1;
    if (old > 1_000) [times, old] = [[], 0];
    if (times.length - old < limit) return times.push(nowMs) && 0;
    return Math.ceil((60_000 - (nowMs - times[old]!)) / 1_000);
  };
}

/** Who is limited by requests like these is refused all others, too. */
function limitStopsOthers(isSpent: (request: WireRequest) => boolean): () => WireVariant {
  return () => {
    const stoppedUntil = new Map<string, number>();
    return async (request, venue) => {
      const key = keyOf(request);
      const until = stoppedUntil.get(key);
      if (!isSpent(request) && until !== undefined) {
        const waitMs = until - (await venueNow({ request, venue }));
        if (waitMs > 0) return rateLimited(Math.ceil(waitMs / 1_000));
      }
      const given = await venue(request);
      if (given.status !== 429 || !isSpent(request)) return given;
      const waitMs = Number(given.headers["retry-after"]) * 1_000;
      stoppedUntil.set(key, (await venueNow({ request, venue })) + waitMs);
      return given;
    };
  };
}

/** An order that is answered 429 uses its id up. */
function limitedIdsAreTaken(): WireVariant {
  const taken = new Set<string>();
  return async (request, venue) => {
    if (!matches(request, "POST /orders")) return venue(request);
    const id = `${keyOf(request)} ${fieldsOf(request.body)["client_order_id"]}`;
    const given = await venue(request);
    if (given.status === 429) taken.add(id);
    const isTaken = given.status === 201 && taken.has(id);
    return isTaken ? envelope(409, "CLIENT_ORDER_ID_CONFLICT") : given;
  };
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "writes-limited-at-590",
    breaks: ["LIM-WRITE-01"],
    defect: "590 writes in 60 s meet the limit.",
    venue: { rateLimits: { writesPerMinute: 590 } },
  },
  {
    name: "writes-unlimited",
    breaks: ["LIM-WRITE-02"],
    defect: "Writes are not limited.",
    venue: { rateLimits: { writesPerMinute: 1e6 } },
  },
  {
    name: "counts-dropped-by-the-thousand",
    // A minute of real time each would be too long.
    controlled: true,
    breaks: ["LIM-WRITE-02"],
    defect: "When a thousand counts have left the minute, those still in it are dropped with them.",
    venue: UNLIMITED,
    wire: () => limited({ meter: droppedByTheThousand }),
  },
  {
    name: "reads-limited-at-5900",
    breaks: ["LIM-READ-01"],
    defect: "5900 reads in 60 s meet the limit.",
    venue: { rateLimits: { readsPerMinute: 5_900 } },
  },
  {
    name: "reads-unlimited",
    breaks: ["LIM-READ-02"],
    defect: "Reads are not limited.",
    venue: { rateLimits: { readsPerMinute: 1e6 } },
  },
  {
    name: "placing-not-counted",
    breaks: ["LIM-WRITE-08"],
    // Of the mixed writes a third goes uncounted.
    alsoBreaks: ["LIM-WRITE-02"],
    defect: "Placing an order draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => matches(request, "POST /orders") }),
  },
  {
    name: "amendments-not-counted",
    breaks: ["LIM-WRITE-08"],
    defect: "An amendment draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => matches(request, "PATCH /orders/*") }),
  },
  {
    name: "positions-not-counted",
    breaks: ["LIM-READ-03"],
    alsoBreaks: ["LIM-READ-02"],
    defect: "Reading positions draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => matches(request, "GET /positions") }),
  },
  {
    name: "limits-per-key",
    breaks: ["LIM-WRITE-03"],
    defect: "Each key has a rate budget of its own.",
    venue: UNLIMITED,
    wire: () => limited({ bucket: ({ key }) => key }),
  },
  ...(
    [
      ["PATCH /orders/*", "amends"],
      ["POST /orders", "orders"],
    ] as const
  ).map(
    ([route, what]): Mutant => ({
      name: `browsers-${what}-not-counted`,
      breaks: ["LIM-WRITE-03"],
      defect: `${route} with a session draws on no budget.`,
      venue: UNLIMITED,
      wire: () => limited({ spares: (request) => hasSession(request) && matches(request, route) }),
    }),
  ),
  {
    name: "limits-for-all-agents",
    breaks: ["LIM-WRITE-04"],
    defect: "All agents share one rate budget.",
    venue: UNLIMITED,
    wire: () => limited({ bucket: () => "all" }),
  },
  {
    name: "reads-limited-per-key",
    breaks: ["LIM-READ-04"],
    defect: "Each key has a budget of reads of its own.",
    venue: UNLIMITED,
    wire: () =>
      limited({ bucket: ({ agent, key, rateClass }) => (rateClass === "read" ? key : agent) }),
  },
  {
    name: "reads-limited-for-all-agents",
    breaks: ["LIM-READ-05"],
    defect: "All agents share one budget of reads.",
    venue: UNLIMITED,
    wire: () =>
      limited({ bucket: ({ agent, rateClass }) => (rateClass === "read" ? "all" : agent) }),
  },
  {
    name: "write-limit-stops-reads",
    breaks: ["LIM-WRITE-05"],
    defect: "A write-limited agent may not read either.",
    wire: limitStopsOthers(({ method }) => method !== "GET"),
  },
  {
    name: "read-limit-stops-writes",
    breaks: ["LIM-WRITE-05"],
    defect: "A read-limited agent may not write either.",
    wire: limitStopsOthers(({ method }) => method === "GET"),
  },
  {
    name: "limited-orders-use-their-id-up",
    controlled: true,
    breaks: ["LIM-WRITE-07"],
    defect: "The client_order_id of an order that was answered 429 is answered 409 from then on.",
    wire: limitedIdsAreTaken,
  },
  {
    name: "cancels-not-counted",
    breaks: ["LIM-WRITE-08"],
    // Of the mixed writes a sixth goes uncounted.
    alsoBreaks: ["LIM-WRITE-02"],
    controlled: true,
    defect: "Cancelling an order draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => matches(request, "DELETE /orders/*") }),
  },
  {
    name: "revoking-not-counted",
    breaks: ["LIM-WRITE-08"],
    controlled: true,
    defect: "Revoking a key draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => matches(request, END_KEY) }),
  },
  {
    name: "browser-reads-not-counted",
    breaks: ["LIM-READ-04"],
    defect: "A read with a session draws on no budget.",
    venue: UNLIMITED,
    wire: () => limited({ spares: (request) => hasSession(request) && request.method === "GET" }),
  },
  {
    name: "reads-limited-per-prefix",
    breaks: ["LIM-READ-03"],
    defect: "Each prefix has a budget of reads of its own.",
    venue: UNLIMITED,
    wire: () =>
      limited({ bucket: (by) => (by.rateClass === "read" ? by.agent + by.prefix : by.agent) }),
  },
  {
    name: "retry-after-too-short-for-reads",
    // Without control no read is waited for.
    controlled: true,
    breaks: ["LIM-WRITE-06"],
    defect: "Retry-After of a read is 1, though the limit lasts longer.",
    wire: changeRefusals((given, { method }) =>
      method === "GET" ? { ...given, headers: { ...given.headers, "retry-after": "1" } } : given,
    ),
  },
  {
    name: "limited-writes-carried-out",
    breaks: ["LIM-WRITE-07"],
    defect: "A write that is answered 429 is carried out: the limiter looks at answers.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        refuse: async (waitSeconds, _, pass) => {
          await pass();
          return rateLimited(waitSeconds);
        },
      }),
  },
  {
    name: "limited-cancels-carried-out",
    breaks: ["LIM-WRITE-07"],
    controlled: true,
    defect: "A cancel that is answered 429 is carried out.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        refuse: async (waitSeconds, request, pass) => {
          if (matches(request, "DELETE /orders/*")) await pass();
          return rateLimited(waitSeconds);
        },
      }),
  },
  {
    name: "retry-after-too-short",
    breaks: ["LIM-WRITE-06"],
    defect: "Retry-After is 1, though the limit lasts longer.",
    wire: changeRefusals((given) => ({
      ...given,
      headers: { ...given.headers, "retry-after": "1" },
    })),
  },
  {
    name: "limit-called-too-many-requests",
    breaks: ["LIM-429-01"],
    defect: "A 429 has the code TOO_MANY_REQUESTS.",
    wire: changeRefusals(({ headers }) => ({ ...envelope(429, "TOO_MANY_REQUESTS"), headers })),
  },
  {
    name: "no-retry-after",
    breaks: ["LIM-429-02"],
    defect: "A 429 has no Retry-After.",
    wire: changeRefusals((given) => {
      const { "retry-after": _, ...headers } = given.headers;
      return { ...given, headers };
    }),
  },
  {
    name: "retry-after-a-date",
    breaks: ["LIM-429-02"],
    defect: "Retry-After is a date.",
    wire: changeRefusals((given) => ({
      ...given,
      headers: { ...given.headers, "retry-after": new Date(Date.now() + 60_000).toUTCString() },
    })),
  },
  ...doublyCounted,
  ...uncounted,
  ...ofSizes,
];
