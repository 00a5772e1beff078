/** Tells a story on a target, step by step, until it ends or goes another way. */
import { ControlError } from "../../conformance/target/control.ts";
import { Inconclusive } from "../../conformance/verdict.ts";
import { Unplayable } from "../replay/cast.ts";
import type { Ground } from "../replay/ground.ts";
import { sessionText } from "../session/writer.ts";
import { shortfall } from "./expect.ts";
import { type ActorVerb, type Step, type Story, VENUE, type VenueVerb } from "./format.ts";
import { Telling } from "./telling.ts";
import { VENUE_VERBS } from "./venue-verbs.ts";
import { VERBS } from "./verbs.ts";

/** How a story went. Shape: `detail` and `step` are null when it passed. */
export interface Told {
  result: "pass" | "fail" | "skipped" | "inconclusive";
  step: Step | null;
  detail: string | null;
  /** What happened, as a session; null when nothing did. */
  session: string | null;
}

const PATIENCE_MS = 3_000;
const PAUSE_MS = 50;
/** What may show only a moment later (D-098). */
const LATE: readonly string[] = ["read", "hear"];

/** Never throws for what a target does. */
export async function tell(story: Story, ground: Ground): Promise<Told> {
  const telling = new Telling(story, ground);
  let current: Step | null = null;
  const end = (result: Told["result"], detail: string | null): Told => ({
    result,
    step: result === "pass" ? null : current,
    detail: detail === null ? null : ground.redactor.text(detail),
    session: telling.lines.length === 0 ? null : sessionText(telling.header(), telling.lines),
  });
  try {
    await telling.open();
    for (const step of story.steps) {
      current = step;
      const wrong = await taken(step, telling);
      if (wrong !== null) return end("fail", wrong);
    }
    return end("pass", null);
  } catch (error) {
    if (error instanceof Unplayable) return end("skipped", error.message);
    if (error instanceof Inconclusive || error instanceof ControlError) {
      return end("inconclusive", error.message);
    }
    throw error;
  } finally {
    await leave(telling);
  }
}

/** Takes a step; what is wrong with what came of it, or null. */
async function taken(step: Step, telling: Telling): Promise<string | null> {
  const { who, verb, action } = step;
  if (who === VENUE) {
    await VENUE_VERBS[verb as VenueVerb](telling, action);
    return null;
  }
  const act = () => VERBS[verb as ActorVerb](telling, who, action);
  for (let time = 1; time < (action.times ?? 1); time += 1) await act();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const wrong = shortfall(step, await act(), telling);
    if (wrong === null || !LATE.includes(verb) || performance.now() > deadline) return wrong;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Leaves nothing behind that another story would meet. */
async function leave(telling: Telling): Promise<void> {
  for (const socket of telling.streams.values()) await socket.close();
  if (telling.ground.fresh) return;
  const placers = new Set(
    telling.story.steps
      .filter(({ verb }) => verb === "place" || verb === "send")
      .map(({ who }) => who),
  );
  for (const who of placers) {
    if (!(who in telling.story.actors)) continue;
    for (const market of telling.cast.markets.values()) {
      const ask = { method: "DELETE", path: "/orders", query: { market_id: market } };
      await telling.send(who, ask).catch(() => {});
    }
  }
}
