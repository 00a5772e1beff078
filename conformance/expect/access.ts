/** Demands on answers about credentials: what is given, and what must not be given away. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { plaintextsIn } from "../../scenarios/deployment/reading/made-key.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import { member, mentions, objectsIn } from "../../scenarios/deployment/reading/reading.ts";
import { type Exchange, succeeded } from "../../scenarios/deployment/wire/exchange.ts";
import { allOf, anyOf, type Expectation, odd, that } from "../check/expectation.ts";
import { answerGist, answerThat, http, httpStatusOf, oddHttp } from "./answers.ts";

const SCOPE_REFUSALS = statusesOf("D-130");
const CSRF_REFUSALS = statusesOf("D-137");
const KEY_CHARS_MIN = 32;
const KEY = /^rk_live_([A-Za-z0-9_.~-]+)$/;

/** The ticket in an answer; null where there is none. */
export function ticketIn({ response }: Exchange): string | null {
  const { ticket } = objectOf(response?.body);
  return typeof ticket === "string" && ticket !== "" ? ticket : null;
}

/** Neither a key nor a ticket came with the answer. */
export const givesNothing = answerThat(
  "neither a key nor a ticket in the answer",
  (exchange) => plaintextsIn(exchange.response?.body).length === 0 && ticketIn(exchange) === null,
);

/** Refused for want of a CSRF header, in any of the ways frameworks do it (D-137). */
export const csrfRefused = allOf(http(...CSRF_REFUSALS), givesNothing);

/** Whatever it was answered, not for want of good credentials. */
export const authenticated = answerThat(
  "an answer other than 401 and 403",
  ({ response }) => response !== null && !SCOPE_REFUSALS.includes(response.status),
);

/** Whatever it was answered, not the refusal of a missing CSRF header. */
export const notCsrfRefused = answerThat(
  "no refusal for want of a CSRF header",
  (exchange) => !CSRF_REFUSALS.includes(httpStatusOf(exchange)),
);

/** Whether a refusal says that it is about the CSRF header. */
export function saysCsrf({ response }: Exchange): boolean {
  return /csrf|xsrf|forger/i.test(codeOf(response?.body) ?? "");
}

/** A success status. */
export const succeeds = answerThat("a success status", succeeded);

/** A key was created: 200 or 201, with exactly one plaintext (D-132). */
export const keyCreated: Expectation<Exchange> = allOf(
  http(...statusesOf("D-132")),
  that(
    "exactly one key starting rk_live_ in the answer",
    ({ response }) => plaintextsIn(response?.body).length === 1,
    ({ response }) => `${plaintextsIn(response?.body).length} keys`,
  ),
);

/** Input that gives no key and no ticket (D-002): 400 or 422, another refusal is odd. */
export const nothingForInput: Expectation<Exchange> = allOf(refusedInput(), givesNothing);

function refusedInput(): Expectation<Exchange> {
  const another = answerThat("another 4xx", (exchange) => {
    const status = httpStatusOf(exchange);
    return status > 400 && status < 500 && ![401, 404, 429].includes(status);
  });
  return anyOf(http(422), http(400), odd(another, "wrong input is refused as something else"));
}

/** What may be a list or a text of words, as a list, if it is one. */
const listed = (value: unknown): unknown[][] =>
  Array.isArray(value) ? [value] : typeof value === "string" ? [value.split(/[\s,]+/)] : [];

/**
 * Whether a new key is said to have a scope: under `scopes` or `scope`, else in a list that has `read`,
 * else anywhere. What was asked for, or set aside, may be told beside (D-134).
 */
export function tellsScope({ response }: Exchange, scope: string): boolean {
  const objects = objectsIn(response?.body);
  const named = objects.flatMap((one) =>
    [member(one, "scopes"), member(one, "scope")].flatMap(listed),
  );
  const others = objects.flatMap((one) => Object.values(one)).filter(Array.isArray);
  const lists = named.length > 0 ? named : others.filter((list) => mentions(list, "read"));
  return mentions(lists.length > 0 ? lists : response?.body, scope);
}

/** A scope was not granted: refused, or created with a body that shows a smaller grant (D-134). */
export function notGranted(scope: string): Expectation<Exchange> {
  const refused = answerThat("a refusal", (exchange) => {
    const status = httpStatusOf(exchange);
    return status >= 400 && status < 500;
  });
  const smaller = that<Exchange>(
    `a key without the scope ${scope}`,
    (exchange) => succeeds.judge(exchange).ok && !tellsScope(exchange, scope),
    (exchange) => `${answerGist(exchange)} that names the scope ${scope}`,
  );
  return anyOf(
    allOf(refused, givesNothing),
    odd(
      smaller,
      `a key was created although ${scope} was asked for, which it does not seem to have`,
    ),
  );
}

/** Refused as somebody else's; a 404 hides that it exists, which the spec does not ask for. */
export const foreign: Expectation<Exchange> = allOf(
  anyOf(http(403), oddHttp(404, "404 for what another owner has; the spec says 403")),
  givesNothing,
);

/** Nothing has this id (D-094, D-133). */
export const unknownId: Expectation<Exchange> = allOf(
  http(...statusesOf("D-133", "notForbidden")),
  givesNothing,
);

/** Whether a key has the documented form. Spec: Authentication 2. */
export const keyForm: Expectation<string> = that(
  "rk_live_ and URL-safe characters",
  (key) => KEY.test(key),
  (key) => `${key.length} characters of another form`,
);

/** Long enough not to be guessed. */
export const longKey: Expectation<string> = that(
  `rk_live_ and ${KEY_CHARS_MIN} or more URL-safe characters`,
  (key) => (KEY.exec(key)?.[1]?.length ?? 0) >= KEY_CHARS_MIN,
  (key) => `${key.length} characters in all`,
);

/** What two secrets share is no secret: as much as this has to differ. */
const SECRET_CHARS_LEAST = 8;

/** Who has one of two secrets cannot guess the other, as far as two tell; neither is shown. */
export const farApart: Expectation<readonly string[]> = that(
  `two that differ in ${SECRET_CHARS_LEAST} characters or more`,
  (two) => differences(two) >= SECRET_CHARS_LEAST,
  (two) => `two that differ in ${differences(two)}`,
);

function differences([one = "", two = ""]: readonly string[]): number {
  return [...one].filter((char, index) => char !== two[index]).length;
}

/** Two secrets are not the same; neither is shown. */
export const differ: Expectation<readonly (string | null)[]> = that(
  "two that differ",
  ([one, two]) => one !== two,
  () => "the same twice",
);
