/** Venues that go wrong where somebody signs in with the identity provider. */
import {
  ask,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import {
  changeCookies,
  cookieOf,
  hasSession,
  members,
  sessionSet,
  withCsrf,
} from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const CALLBACK = "GET /auth/idp/callback";

const LOGOUT = "POST /auth/logout";

const isOfPage = ({ headers }: WireRequest) => headers["accept"]?.includes("text/html") ?? false;
const accountIn = ({ body }: WireAnswer) => fieldsOf(fieldsOf(body)["account"]);

/** Callbacks of who is there for the first time, changed. */
function ofNewcomers(change: (given: WireAnswer, request: WireRequest) => WireAnswer): WireVariant {
  const known = new Set<unknown>();
  return changeAnswer(CALLBACK, (given, request) => {
    const { account_id } = accountIn(given);
    if (given.status !== 200 || known.has(account_id)) return given;
    known.add(account_id);
    return change(given, request);
  });
}

/** Who comes back is given the session of who came first by the same name, as that is told apart. */
function sharingSessions(nameOf: (displayName: string) => string): WireVariant {
  const first = new Map<string, string>();
  return changeAnswer(CALLBACK, (given) => {
    const cookies = given.headers["set-cookie"];
    if (given.status !== 200 || cookies === undefined) return given;
    const name = nameOf(String(accountIn(given)["display_name"]));
    if (!first.has(name)) first.set(name, cookies);
    return { ...given, headers: { ...given.headers, "set-cookie": first.get(name)! } };
  });
}

/** Cookies of a callback, each changed where `when` holds of its request. */
function cookiesOfCallback(
  change: (cookie: string) => string,
  when: (request: WireRequest) => boolean = () => true,
): WireVariant {
  const changed = changeCookies(change);
  return (request, venue) =>
    matches(request, CALLBACK) && when(request) ? changed(request, venue) : venue(request);
}

/** The sessions that came from the provider, each with its CSRF value, and what a variant does of them. */
function knowingSessions(
  variant: (known: ReadonlyMap<string, string>) => WireVariant,
): WireVariant {
  const known = new Map<string, string>();
  const remember = (request: WireRequest, { headers }: WireAnswer) => {
    if (!matches(request, CALLBACK)) return;
    const set = (name: string) =>
      new RegExp(`(?:^|\\n)${name}=([^;]*)`).exec(headers["set-cookie"] ?? "")?.[1] ?? "";
    known.set(set("sid"), set("csrf"));
  };
  return learning(remember, variant(known));
}

/** A session that came from the provider goes on after its logout. */
const outlivingLogout = () =>
  knowingSessions((known) => (request, venue) => {
    const isOfProvider = known.has(cookieOf(request, "sid"));
    const needsHeader = request.headers["x-service-csrf"] === undefined;
    if (!matches(request, LOGOUT) || !isOfProvider || needsHeader) return venue(request);
    return Promise.resolve({ status: 200, headers: {}, body: { authenticated: false } });
  });

/** A session that came from the provider needs no CSRF header. */
const unguarded = () =>
  knowingSessions((known) => (request, venue) => {
    const csrf = known.get(cookieOf(request, "sid"));
    const isBare = request.method !== "GET" && request.headers["x-service-csrf"] === undefined;
    return venue(csrf !== undefined && isBare ? withCsrf(request, csrf) : request);
  });

/** The known-bad venues of sign-in with the provider. */
export const ofProvider: readonly Mutant[] = [
  {
    name: "newcomer-from-provider-created",
    breaks: ["SESS-IDP-04"],
    defect: "The callback of somebody who comes for the first time is answered 201.",
    wire: () => ofNewcomers((given) => ({ ...given, status: 201 })),
  },
  {
    name: "newcomer-from-provider-refused-under-api",
    breaks: ["SESS-IDP-04"],
    defect: "A callback under /api or /api/v1 is refused where somebody comes for the first time.",
    wire: () =>
      ofNewcomers((given, { prefix }) =>
        prefix.startsWith("/api") ? envelope(400, "NOT_KNOWN") : given,
      ),
  },
  {
    name: "page-from-provider-not-signed-in",
    breaks: ["SESS-IDP-05"],
    // So it has no cookies that could be looked at.
    defect: "A browser's page that comes back from the provider is sent on without a session.",
    wire: () =>
      changeAnswer(CALLBACK, (given, request) => {
        const { "set-cookie": _, ...headers } = given.headers;
        return isOfPage(request) ? { ...given, headers } : given;
      }),
  },
  {
    name: "session-tells-another-account",
    breaks: ["SESS-IDP-05"],
    defect: "GET /auth/session tells another account than GET /auth/me.",
    wire: members("GET /auth/session", (body) => ({
      ...body,
      account: { ...fieldsOf(body["account"]), account_id: crypto.randomUUID() },
    })),
  },
  {
    name: "everybody-from-provider-is-the-first",
    breaks: ["SESS-IDP-06"],
    defect: "Whoever comes back from the provider is signed in as who came first.",
    wire: () => sharingSessions(() => ""),
  },
  {
    name: "people-of-provider-alike-but-for-case",
    breaks: ["SESS-IDP-06"],
    defect: "Two people whom the provider tells apart by capitals alone are in one account.",
    wire: () => sharingSessions((name) => name.toLowerCase()),
  },
  {
    name: "person-of-provider-new-each-time",
    breaks: ["SESS-IDP-06"],
    defect: "Who comes back from the provider again is in a new account.",
    wire: members("GET /account", () => ({ account_id: crypto.randomUUID(), agents: [] })),
  },
  {
    name: "page-from-provider-may-read-its-session",
    breaks: ["SESS-COOK-01"],
    defect: "The session cookie of a page that comes back from the provider is not HttpOnly.",
    wire: () => cookiesOfCallback((cookie) => cookie.replace(/; *HttpOnly/i, ""), isOfPage),
  },
  {
    name: "who-comes-from-provider-again-may-read-its-session",
    breaks: ["SESS-COOK-01"],
    defect: "The session cookie of who is signed in as he comes back is not HttpOnly.",
    wire: () => cookiesOfCallback((cookie) => cookie.replace(/; *HttpOnly/i, ""), hasSession),
  },
  {
    name: "who-holds-a-perp-comes-back-in-vain",
    breaks: ["SESS-IDP-04"],
    // Nobody is signed in then.
    alsoBreaks: ["SESS-IDP-05"],
    defect: "A callback of who holds a position on a perp is answered 400, and signs nobody in.",
    wire: () =>
      changeAnswer(CALLBACK, async (given, request, venue) => {
        const session = sessionSet(given);
        if (session === undefined) return given;
        const headers = { ...request.headers, cookie: `sid=${session}` };
        const arriving = { request: { ...request, headers }, venue };
        const { positions = [] } = fieldsOf((await ask(arriving, "GET /positions")).body);
        const holds = (positions as Fields[]).some(({ kind, qty }) => kind === "BTC_PERP" && qty);
        return holds ? envelope(400, "INVALID_CALLBACK") : given;
      }),
  },
  {
    name: "csrf-cookie-from-provider-unreadable",
    breaks: ["SESS-COOK-02"],
    defect: "The CSRF cookie of who comes back from the provider is HttpOnly.",
    wire: () =>
      cookiesOfCallback((cookie) => (cookie.startsWith("csrf=") ? `${cookie}; HttpOnly` : cookie)),
  },
  {
    name: "cookies-from-provider-for-their-prefix",
    breaks: ["SESS-COOK-03"],
    // What is not sent opens nothing.
    alsoBreaks: ["SESS-IDP-05"],
    defect: "The cookies of who comes back from the provider are for paths under /auth alone.",
    wire: () => cookiesOfCallback((cookie) => cookie.replace(/Path=\/(?=;|$)/, "Path=/auth")),
  },
  {
    name: "session-from-provider-outlives-logout",
    breaks: ["SESS-OUT-03"],
    defect: "A session that came from the provider goes on after its logout.",
    wire: outlivingLogout,
  },
  {
    name: "no-csrf-header-of-sessions-from-provider",
    breaks: ["SESS-CSRF-01"],
    defect: "A session that came from the provider needs no X-Service-CSRF.",
    wire: unguarded,
  },
];
