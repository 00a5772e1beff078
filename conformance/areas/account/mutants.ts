/** Venues that serve the wrong people, or mix wallets. */

import {
  answer,
  answerInstead,
  changeAnswer,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import { hasSession, withAuthorization } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A route answered like this, whoever asks. */
function always(route: string, status: number, body: unknown): () => WireVariant {
  return () => answerInstead(route, () => answer(status, body));
}

/** A route that serves callers without credentials. */
function unguarded(route: string): () => WireVariant {
  return () => changeAnswer(route, (given) => (given.status === 401 ? answer(200, {}) : given));
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...[
    ["/account", "ACC-ACC"],
    ["/positions", "ACC-POS"],
    ["/me/wallet", "ACC-WAL"],
  ].flatMap(([path = "", rules = ""]): Mutant[] => {
    const name = path.slice(1).replace("/", "-");
    return [
      {
        name: `${name}-empty`,
        breaks: [`${rules}-01`],
        defect: `GET ${path} is answered 204 without a body.`,
        wire: always(`GET ${path}`, 204, ""),
      },
      {
        name: `${name}-unguarded`,
        breaks: [`${rules}-02`],
        defect: `GET ${path} is answered 200 without credentials.`,
        wire: unguarded(`GET ${path}`),
      },
    ];
  }),
  {
    name: "positions-shared",
    breaks: ["ACC-ISO-01"],
    defect: "GET /positions shows everybody the positions of who asked first.",
    wire: () => {
      let first = "";
      return async (request, venue) => {
        const own = await venue(request);
        if (!matches(request, "GET /positions") || own.status !== 200) return own;
        first ||= keyOf(request);
        return first === "" ? own : venue(withAuthorization(request, first));
      };
    },
  },
  {
    name: "positions-by-key",
    breaks: ["ACC-SHARE-02"],
    defect: "GET /positions is empty for a key that has placed no order itself.",
    wire: () => {
      const traders = new Set<string>();
      return async (request, venue) => {
        const given = await venue(request);
        if (matches(request, "POST /orders")) traders.add(keyOf(request));
        const isSpared = !matches(request, "GET /positions") || traders.has(keyOf(request));
        return isSpared || given.status !== 200 ? given : { ...given, body: { positions: [] } };
      };
    },
  },
  {
    name: "session-sees-another-wallet",
    breaks: ["ACC-SHARE-01"],
    defect: "The wallet of a session has a cent more than that of its agent's keys.",
    wire: () =>
      changeAnswer("GET /me/wallet", (given, request) => {
        const body = fieldsOf(given.body);
        const free_cents = Number(body["free_cents"]) + 1;
        return hasSession(request) ? { ...given, body: { ...body, free_cents } } : given;
      }),
  },
];
