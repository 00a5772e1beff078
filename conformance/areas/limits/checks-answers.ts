/** What a target says of its limits, and how long they last. Spec: Limits, over limit; D-165. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Inconclusive, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import {
  cancelAllOf,
  exhaust,
  isLimited,
  PROBES,
  readWallet,
  retryAfterSeconds,
  times,
  volley,
} from "../../check/burst.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";
import { rateLimitedCode, retryAfter } from "../../expect/limits.ts";
import { MAY_BE_CLOSED, mayBeClosed, requestTo } from "../../expect/route-request.ts";
import { NUMERIC_PARAMETERS, parameterOf } from "../../spec/route-table.ts";
import { namedSeries, readData } from "../data-route.ts";

const codeOf429: Watch = {
  title: "every 429 has the code RATE_LIMITED",
  proves: ["LIM-429-01"],
  needs: ["agent", "market", "load"],
  selects: limitsAnAgent,
  expects: rateLimitedCode,
  body: meetsTheLimit,
};

const retryAfterOf429: Watch = {
  title: "every 429 says when to come back",
  proves: ["LIM-429-02"],
  needs: ["agent", "market", "load"],
  selects: limitsAnAgent,
  expects: retryAfter,
  body: meetsTheLimit,
};

/** A 429 without credentials may come from anything in front of the venue (D-166). */
function limitsAnAgent(exchange: Exchange): boolean {
  return isLimited(exchange) && exchange.class !== null;
}

async function meetsTheLimit(t: CheckContext): Promise<void> {
  await t.run.alone();
  await exhaust(t.agent, cancelAllOf(t.market));
}

const QUOTA_HEADER = /^(x-)?rate-?limit|^x-(mbx|bapi)-/;

const quotaHeaders: Check = {
  title: "which quota headers an answer carries",
  proves: ["LIM-HDR-01"],
  needs: ["agent"],
  async body(t) {
    const { response } = await t.agent.get("/account");
    const names = Object.keys(response?.headers ?? {}).filter((name) => QUOTA_HEADER.test(name));
    t.observe("LIM-HDR-01", names.sort());
  },
};

/** Sizes and spans that nobody has, or nobody can. */
const ABSURD = ["1000000", "0", "-1"];
/** A size and a span that are nothing out of the way. */
const MODEST = "1";
/** Where an outside source may be away (D-115). */
const UPSTREAM = /^\/feed\/|\/context$/;
const BOUNDED = statusesOf("D-113");
/** What a venue answers that reckoned with one: judged here, as the rule names it. */
const ERRORS = [500];

const absurdPages: Check = {
  title:
    "absurd sizes and spans are cut, served or refused as input, on every route that takes one",
  proves: ["LIM-PAGE-01"],
  needs: ["agent", "market"],
  async body(t) {
    const [series_id] = await namedSeries(t);
    const ids = { market_id: t.market.id, ...(series_id !== undefined && { series_id }) };
    for (const [place, named] of NUMERIC_PARAMETERS.entries()) {
      const { route, parameter } = parameterOf(named);
      const { path } = requestTo(route, { freshId: t.run.freshId(), ids });
      for (const [at, value] of ABSURD.entries()) {
        const prefix = PREFIXES[(place + at) % PREFIXES.length]!;
        await judgeAbsurd(t, { path, name: parameter.name, value, prefix });
      }
    }
  },
};

/** Judges it unless the route is closed, or what it is asked of is not there in any case. */
async function judgeAbsurd(
  t: CheckContext,
  { path, name, value, prefix }: Record<"path" | "name" | "value" | "prefix", string>,
) {
  const tolerates = [...ERRORS, ...MAY_BE_CLOSED];
  const ask = (of: string) => t.agent.get(path, { [name]: of }, { tolerates, prefix });
  const first = await ask(value);
  // A gateway's trouble passes; a closed route is so whatever it is asked.
  const isOff = mayBeClosed(first) && (UPSTREAM.test(path) || mayBeClosed(await ask(MODEST)));
  if (isOff) return;
  const answer = mayBeClosed(first) ? await ask(value) : first;
  const status = answer.response?.status;
  const isThere = async () => (await readData(t, path)).response?.status !== 404;
  if (status !== 404 || (await isThere())) t.expect("LIM-PAGE-01", answer, http(...BOUNDED));
}

const WAIT_SECONDS_MAX = 120;
/** How late the write after the wait may be sent. */
const LATE_MS_MAX = 5_000;
/** Fewer than are refused afterwards: where those count too, it shows. */
const OLDER = PROBES / 2;
/**
 * More than a second, or all writes would have left when that wait is over; and a good half of one
 * more, so that neither rounding down nor to the nearest is enough.
 */
const OLDER_MS = 1_630;

const passes = that<readonly Exchange[]>(
  "a request that passes after Retry-After",
  (answers) => !answers.some(isLimited),
  () => "another 429",
);

/** Waits the limit out, so what runs after it finds a whole budget. */
export const passesAfterTheWait: Check = {
  title: "after Retry-After a write passes",
  proves: ["LIM-WRITE-06"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    const goOn = await t.run.alone();
    const ask = cancelAllOf(market);
    for (let window = 0; window < (t.clock.moves ? WINDOWS : 1); window += 1) {
      await someOlder(t, ask);
      await exhaust(agent, ask);
      // Where refused requests count too, the last refusal says how long it is.
      const told = await volley(agent, times(PROBES, ask));
      t.expect("LIM-WRITE-06", await afterTheWait(t, { ask, told, goOn }), passes);
    }
  },
};

/** The same of reads, where no minute has to pass. */
export const readPassesAfterTheWait: Check = {
  title: "after Retry-After a read passes",
  proves: ["LIM-WRITE-06"],
  needs: ["agent", "load", "moved-clock"],
  async body(t) {
    const { agent } = t;
    const goOn = await t.run.alone();
    await exhaust(agent, readWallet);
    const told = await volley(agent, times(PROBES, readWallet));
    t.expect("LIM-WRITE-06", await afterTheWait(t, { ask: readWallet, told, goOn }), passes);
  },
};

/** How often a budget is spent, and the wait waited, where time can be moved. */
const WINDOWS = 2;

/** Where time can be moved, a few writes are older than the rest: the wait is theirs. */
async function someOlder({ agent, clock }: CheckContext, ask: ApiRequest): Promise<void> {
  if (!clock.moves) return;
  await agent.rested("write", 0);
  await volley(agent, times(OLDER, ask));
  await clock.pass(OLDER_MS);
}

/**
 * Waits as long as the refusals among `told` say, and sends a write. One that passed beside them may
 * have taken what they promised: then the wait that this write is told is the one that counts.
 */
async function afterTheWait(
  t: CheckContext,
  { ask, told, goOn }: { ask: ApiRequest; told: readonly Exchange[]; goOn(): void },
): Promise<readonly Exchange[]> {
  const { agent, clock } = t;
  const waitMs = longestWaitMs(told.filter(isLimited));
  if (!clock.moves) {
    // What is regained first is for the write that is judged.
    agent.keepsBack("write", waitMs + LATE_MS_MAX);
    goOn();
  }
  await clock.pass(waitMs);
  const met = await volley(agent, [ask]);
  const isOver = !met.some(isLimited);
  if (isOver) agent.holdsNothingBack("write");
  const isSure = told.every(isLimited) || isOver;
  return isSure ? met : afterTheWait(t, { ask, told: met, goOn });
}

function longestWaitMs(refusals: readonly Exchange[]): number {
  if (refusals.length === 0) throw new Inconclusive("the limit lifted before it said how long");
  return Math.max(...refusals.map(waitMsOf));
}

/** A client's backoff starts at one second, whatever less a target says. Spec: Limits. */
function waitMsOf(limited: Exchange): number {
  const seconds = retryAfterSeconds(limited);
  if (seconds === null) throw new StandsOn("LIM-429-02", "a 429 without Retry-After in seconds");
  if (seconds > WAIT_SECONDS_MAX) throw new Inconclusive(`told to wait ${seconds} s`);
  return Math.max(seconds, 1) * 1_000;
}

/** Checks of what a 429 says. */
export const refusals: readonly Check[] = [codeOf429, retryAfterOf429];

/** Checks of what else is said of limits. */
export const statements: readonly Check[] = [quotaHeaders, absurdPages];
