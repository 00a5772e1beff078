/** HTTP statuses that stand for each other, route by route, as the decisions list them. */

/** Statuses of one group may stand for each other on routes that match. */
interface Forms {
  route: RegExp;
  group: readonly number[];
  decision: string;
  /** Only where the request or the recording is such. */
  only?: (facts: StatusFacts) => boolean;
}

/** What is known of an exchange whose statuses differ. */
export interface StatusFacts {
  route: string;
  recorded: number;
  live: number;
  query: Record<string, string>;
  /** The recorded answer's code. */
  code: string | null;
  hasCredentials: boolean;
  /** What the request is about was over before: an order done, a key revoked. */
  isOver: boolean;
}

const KEYS = /^(POST|DELETE) \/me\/agents\/\{id\}\/keys/;
const DATA = /^GET \/(markets|series|feed|leaderboard)/;
const SUCCESSES = [200, 202, 204];

const FORMS: readonly Forms[] = [
  { route: /./, group: [400, 422], decision: "D-002" },
  { route: /./, group: [404, 405], decision: "D-161" },
  { route: /^DELETE \/orders\/\{id\}$/, group: SUCCESSES, decision: "D-092" },
  { route: /^DELETE \/orders$/, group: SUCCESSES, decision: "D-092" },
  {
    route: /^DELETE \/orders\/\{id\}$/,
    group: [200, 204, 400, 404, 409, 422],
    decision: "D-028",
    only: ({ isOver }) => isOver,
  },
  { route: /^PATCH \/orders/, group: [200, 400, 404, 405, 409, 422, 503], decision: "D-030" },
  { route: /replace-ladder$/, group: [200, 400, 404, 409, 422, 503], decision: "D-031" },
  {
    route: /./,
    group: [401, 403],
    decision: "D-130",
    only: ({ code }) => /SCOPE/.test(code ?? ""),
  },
  {
    route: /./,
    group: [400, 401, 403, 419, 422],
    decision: "D-137",
    only: ({ code }) => /CSRF/.test(code ?? ""),
  },
  {
    route: DATA,
    group: [200, 401, 403],
    decision: "D-112",
    only: ({ hasCredentials, live }) => !hasCredentials || live < 400,
  },
  { route: DATA, group: [200, 400, 404, 422, 502, 503], decision: "D-104 to D-115, D-171" },
  { route: /^POST \/me\/agents\/\{id\}\/keys$/, group: [200, 201], decision: "D-132" },
  { route: /^DELETE \/me\/agents/, group: SUCCESSES, decision: "D-133" },
  {
    route: /^DELETE \/me\/agents/,
    group: [...SUCCESSES, 404, 409],
    decision: "D-133",
    only: ({ isOver }) => isOver,
  },
  { route: KEYS, group: [401, 403], decision: "D-135" },
  { route: KEYS, group: [403, 404], decision: "D-094" },
  { route: /\/agents\/\{id\}\/keys$/, group: [401, 403, 404, 405], decision: "D-144" },
  { route: /ws-ticket$/, group: [403, 404], decision: "D-15A" },
  { route: /^GET \/ready$/, group: [200, 503], decision: "D-173" },
  { route: /^GET \/auth\/(session|me|config)$/, group: [200, 401, 403], decision: "D-142, D-143" },
  {
    route: /^GET \/auth\/idp\/login$/,
    group: [200, 302, 303, 307, 404, 501, 503],
    decision: "D-140",
  },
  {
    route: /^GET \/auth\/idp\/callback$/,
    group: [200, 302, 303, 307, 400, 401, 403, 404, 422, 501, 502, 503],
    decision: "D-141",
  },
  {
    route: /^POST \/auth\/(signup|login)$/,
    group: [400, 401, 403, 404, 405, 409, 422, 503],
    decision: "D-138, D-139",
  },
  { route: /^POST \/auth\/signup$/, group: [201, 503], decision: "D-139" },
  {
    route: /^GET \/orders/,
    group: [200, 400, 422],
    decision: "D-091, D-113",
    only: ({ query }) => Object.keys(query).length > 0,
  },
  {
    route: /^GET \/orders\/\{id\}$/,
    group: [400, 403, 404, 422],
    decision: "D-009",
    only: ({ code }) => code !== "FORBIDDEN",
  },
];

/** The decision by which two statuses stand for each other; null where none does. */
export function formOf(facts: StatusFacts): string | null {
  const form = FORMS.find(
    ({ route, group, only }) =>
      route.test(facts.route) &&
      group.includes(facts.recorded) &&
      group.includes(facts.live) &&
      (only?.(facts) ?? true),
  );
  return form?.decision ?? null;
}
