/** The venue as a whole: its time, its switches, its beginning, and a digest of all of it. */
import { Type } from "typebox";
import { isFeature } from "../http/parts.ts";
import { VirtualClock } from "../injected/clock.ts";
import { granted, Refused } from "../wire/refused.ts";
import { controlRoute } from "./call.ts";

/** Longest step. Units: ms (a year). */
const ADVANCE_MS_MAX = 366 * 24 * 3600 * 1000;

/** Moves virtual time; announced only where time is virtual. */
const clock = controlRoute({
  capability: "clock",
  method: "POST",
  path: "clock",
  body: Type.Object({ advance_ms: Type.Integer({ minimum: 0, maximum: ADVANCE_MS_MAX }) }),
  handle({ parts, body }) {
    if (!(parts.clock instanceof VirtualClock)) {
      throw new Refused("ROUTE_NOT_FOUND", "this venue runs on real time");
    }
    const nowMs = parts.clock.advance(body.advance_ms);
    parts.journal.note({ type: "clock" }, nowMs);
    parts.schedule.runDue(nowMs);
    parts.streams.pass(body.advance_ms);
    return { now_ms: nowMs };
  },
});

/** Pulls and releases the kill switch. D-170. */
const freeze = controlRoute({
  capability: "freeze",
  method: "PUT",
  path: "freeze",
  body: Type.Object({ frozen: Type.Boolean() }),
  handle({ parts, body }) {
    const { frozen } = body;
    granted(parts.journaled.apply({ type: "freeze", frozen }, parts.clock.nowMs()));
    return { frozen: parts.venue.frozen };
  },
});

/** Cuts the reference price off and brings it back. D-115. */
const upstream = controlRoute({
  capability: "upstream",
  method: "PUT",
  path: "upstream",
  body: Type.Object({ reachable: Type.Boolean() }),
  handle({ parts, body }) {
    const cut = !body.reachable;
    parts.feed.isCut = cut;
    parts.journal.note({ type: "feed", cut }, parts.clock.nowMs());
    return { reachable: parts.feed.isReachable };
  },
});

/** Closes and opens feature gates. D-171. */
const featureGates = controlRoute({
  capability: "gates",
  method: "PUT",
  path: "gates/*",
  body: Type.Object({ closed: Type.Boolean() }),
  handle({ parts, name, body }) {
    if (!isFeature(name)) throw new Refused("ROUTE_NOT_FOUND", `no gate is named ${name}`);
    if (body.closed) parts.closedFeatures.add(name);
    else parts.closedFeatures.delete(name);
    const fact = { type: "feature", name, closed: body.closed } as const;
    parts.journal.note(fact, parts.clock.nowMs());
    return { closed: body.closed };
  },
});

/** Starts the venue over from a seed: state, ids, keys, quotas, and virtual time. */
const reset = controlRoute({
  capability: "reset",
  method: "POST",
  path: "reset",
  body: Type.Object({ seed: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }),
  handle({ reset, body }) {
    reset(body.seed);
    return { seed: body.seed };
  },
});

/** Tells the digest of the venue's whole state, by which two runs are compared. */
const digest = controlRoute({
  capability: "digest",
  method: "GET",
  path: "digest",
  handle: ({ parts }) => parts.venue.digest(),
});

export const venueCalls = [clock, freeze, upstream, featureGates, reset, digest];
