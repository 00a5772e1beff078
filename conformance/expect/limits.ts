/** Demands on rate limits and on the answers they give. Spec: Limits. */

import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type Burst, isLimited, retryAfterSeconds } from "../check/burst.ts";
import { anyOf, type Expectation, that } from "../check/expectation.ts";
import { answerThat } from "./answers.ts";

/** None of the answers is a 429. */
export const neverLimited: Expectation<readonly Exchange[]> = that(
  "no 429",
  (exchanges) => !exchanges.some(isLimited),
  (exchanges) => `${exchanges.filter(isLimited).length} of ${exchanges.length} answered 429`,
);

/** At least one of the answers is a 429: what is sent draws on a spent budget. */
export const limitedToo: Expectation<readonly Exchange[]> = that(
  "a 429 among requests sent at once on a spent budget",
  (exchanges) => exchanges.some(isLimited),
  (exchanges) => `${exchanges.length} of ${exchanges.length} passed`,
);

/** A burst of a whole budget met no 429. */
export const wholeBudget: Expectation<Burst> = that(
  "no 429 within the documented budget",
  ({ limited }) => limited === null,
  ({ successes }) => `a 429 after ${successes} successes`,
);

/** A 429 came before more than this many successes (D-163). */
export function limitedWithin(most: number): Expectation<Burst> {
  return that(
    `a 429 after at most ${most} successes`,
    ({ successes, limited }) => limited !== null && successes <= most,
    ({ successes, limited }) => `${successes} successes ${limited ? "before" : "and never"} a 429`,
  );
}

/** RATE_LIMITED flat or nested under `detail` (D-005). */
export const rateLimitedCode: Expectation<Exchange> = anyOf(
  answerThat(
    "code RATE_LIMITED at top level",
    ({ response }) => objectOf(response?.body)["code"] === "RATE_LIMITED",
  ),
  answerThat(
    "code RATE_LIMITED under detail",
    ({ response }) => objectOf(objectOf(response?.body)["detail"])["code"] === "RATE_LIMITED",
  ),
);

const RETRY_AFTER_SECONDS_MAX = 60;

/** Retry-After as whole seconds from 1 to 60, in digits (D-165). */
export const retryAfter: Expectation<Exchange> = that(
  `Retry-After as a whole number from 1 to ${RETRY_AFTER_SECONDS_MAX}`,
  (exchange) => {
    const seconds = retryAfterSeconds(exchange);
    return seconds !== null && seconds >= 1 && seconds <= RETRY_AFTER_SECONDS_MAX;
  },
  shownRetryAfter,
);

function shownRetryAfter({ response }: Exchange): string {
  return `Retry-After ${response?.headers["retry-after"] ?? "absent"}`;
}
