/** How long a spent write budget lasts. Spec: Limits, over limit; D-165. */

import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import {
  cancelAllOf,
  exhaustWrites,
  isLimited,
  retryAfterSeconds,
  volley,
} from "../check/burst.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";

const WAITS_MAX = 2;
const WAIT_SECONDS_MAX = 120;

const passes = that<readonly Exchange[]>(
  `a write that passes after Retry-After, waited for at most ${WAITS_MAX} times`,
  (answers) => !answers.some(isLimited),
  () => `429 after ${WAITS_MAX} waits`,
);

/** Waits the limit out, so what runs after it finds a whole budget. */
export const passesAfterTheWait: Check = {
  title: "after Retry-After a write passes",
  proves: ["LIM-WRITE-06"],
  needs: ["agent", "market", "load"],
  async body(t) {
    await t.alone();
    t.expect("LIM-WRITE-06", await writeAfterWaiting(t), passes);
  },
};

/** The write after the first wait, or after the last one when the first was too short. */
async function writeAfterWaiting(t: CheckContext): Promise<Exchange[]> {
  const ask = cancelAllOf(t.market);
  let limited = await exhaustWrites(t.agent, ask);
  for (let wait = 1; ; wait += 1) {
    await t.pass(waitMsOf(limited));
    const answers = await volley(t.agent, [ask]);
    const again = answers.find(isLimited);
    if (again === undefined || wait === WAITS_MAX) return answers;
    limited = again;
  }
}

/** A client's backoff starts at one second, whatever less a target says. Spec: Limits. */
function waitMsOf(limited: Exchange): number {
  const seconds = retryAfterSeconds(limited);
  if (seconds === null) throw new StandsOn("LIM-429-02", "a 429 without Retry-After in seconds");
  if (seconds > WAIT_SECONDS_MAX) throw new Inconclusive(`told to wait ${seconds} s`);
  return Math.max(seconds, 1) * 1_000;
}
