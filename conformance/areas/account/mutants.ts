/** Venues that serve the wrong people, or mix wallets. */

import { changeAnswer, fieldsOf, keyOf, matches } from "../../interposer/changes.ts";
import {
  changeStatus,
  hasBearer,
  hasSession,
  unguarded,
  withAuthorization,
} from "../../interposer/credentials.ts";
import { agentsOfOwner } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

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
        wire: changeStatus(`GET ${path}`, 200, 204, ""),
      },
      {
        name: `${name}-unguarded`,
        breaks: [`${rules}-02`],
        // That rule is of every route about one caller, so of this one too.
        alsoBreaks: ["AUTH-BEAR-02"],
        defect: `GET ${path} is answered 200 without credentials.`,
        wire: unguarded(`GET ${path}`),
      },
    ];
  }),
  {
    name: "positions-of-siblings",
    breaks: ["ACC-ISO-01"],
    defect: "GET /positions lists those of the owner's other agents too.",
    wire: () => {
      const keys = new Map<unknown, string>();
      return changeAnswer("GET /positions", async (given, request, venue) => {
        if (given.status !== 200 || !hasBearer(request)) return given;
        const agents = await agentsOfOwner({ request, venue });
        for (const one of agents) if (one["calling"]) keys.set(one["agent_id"], keyOf(request));
        const known = agents.flatMap(({ calling, agent_id }) => {
          const key = keys.get(agent_id);
          return calling || key === undefined ? [] : [key];
        });
        const others = await Promise.all(
          known.map((key) => venue(withAuthorization(request, key))),
        );
        const positions = [given, ...others].flatMap(
          ({ body }) => fieldsOf(body)["positions"] ?? [],
        );
        return { ...given, body: { positions, count: positions.length } };
      });
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
        const isEmptied =
          matches(request, "GET /positions") && hasBearer(request) && !traders.has(keyOf(request));
        return isEmptied && given.status === 200
          ? { ...given, body: { positions: [], count: 0 } }
          : given;
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
        return hasSession(request) && given.status === 200
          ? { ...given, body: { ...body, free_cents } }
          : given;
      }),
  },
];
