/** Moves virtual time; announced only where time is virtual. */
import { Type } from "typebox";
import { VirtualClock } from "../injected/clock.ts";
import { Refused } from "../wire/refused.ts";
import { controlCall } from "./call.ts";

/** Longest step. Units: ms (a year). */
const ADVANCE_MS_MAX = 366 * 24 * 3600 * 1000;

export const clockCalls = [
  controlCall({
    capability: "clock",
    method: "POST",
    path: "clock",
    body: Type.Object({ advance_ms: Type.Integer({ minimum: 0, maximum: ADVANCE_MS_MAX }) }),
    handle({ services, body }) {
      if (!(services.clock instanceof VirtualClock)) {
        throw new Refused("ROUTE_NOT_FOUND", "this venue runs on real time");
      }
      const nowMs = services.clock.advance(body.advance_ms);
      services.journal.note({ type: "clock" }, nowMs);
      services.schedule.runDue(nowMs);
      services.streams.pass(body.advance_ms);
      return { now_ms: nowMs };
    },
  }),
];
