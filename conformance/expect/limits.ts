/** Demands on rate limits and on the answers they give. Spec: Limits. */

import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type Burst, isLimited, retryAfterSeconds } from "../check/burst.ts";
import { anyOf, type Expectation, odd, that } from "../check/expectation.ts";
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

/** A 429 came before more than this many successes inside 60 s (D-163). */
export function limitedWithin(most: number): Expectation<Burst> {
  return that(
    `a 429 after at most ${most} successes inside 60 s`,
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

const RETRY_AFTER_SECONDS_USUAL = 120;

/** Retry-After as an integer of seconds; zero, very long and date forms are odd (D-165). */
export const retryAfter: Expectation<Exchange> = anyOf(
  retryAfterThat("a positive integer", (seconds) => {
    return seconds !== null && seconds > 0 && seconds <= RETRY_AFTER_SECONDS_USUAL;
  }),
  odd(
    retryAfterThat("0", (seconds) => seconds === 0),
    "a Retry-After of 0 invites an immediate repeat",
  ),
  odd(
    retryAfterThat(`above ${RETRY_AFTER_SECONDS_USUAL}`, (seconds) => seconds !== null),
    "the wait is longer than two windows of 60 s",
  ),
  odd(
    that("Retry-After a date", isDate, shownRetryAfter),
    "Retry-After is a date; seconds are documented",
  ),
);

function retryAfterThat(
  says: string,
  holds: (seconds: number | null) => boolean,
): Expectation<Exchange> {
  const name = `Retry-After ${says}`;
  return that(name, (exchange) => holds(retryAfterSeconds(exchange)), shownRetryAfter);
}

function isDate({ response }: Exchange): boolean {
  const text = response?.headers["retry-after"] ?? "";
  return /^[A-Z][a-z]{2}, /.test(text) && !Number.isNaN(Date.parse(text));
}

function shownRetryAfter({ response }: Exchange): string {
  return `Retry-After ${response?.headers["retry-after"] ?? "absent"}`;
}
