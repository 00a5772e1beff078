/** Venues that serve the wrong people, or mix wallets. */

import {
  type Arriving,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import {
  changeStatus,
  hasBearer,
  hasSession,
  knowingLogins,
  unguarded,
  withAuthorization,
} from "../../interposer/credentials.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";
import { agentsOfOwner } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Each agent's positions as they were told last, told to whoever names that agent. */
function positionsOfTheNamed(): WireVariant {
  const told = new Map<unknown, WireAnswer>();
  return changeAnswer("GET /positions", async (given, request, venue) => {
    const { agent_id } = request.query;
    if (agent_id !== undefined) return told.get(agent_id) ?? given;
    const agents = await agentsOfOwner({ request, venue });
    told.set(agents.find((one) => one["calling"])?.["agent_id"], given);
    return given;
  });
}

/** A session that names an agent is told that one's wallet, as it was told last. */
function walletOfTheNamed(): WireVariant {
  const told = new Map<unknown, WireAnswer>();
  return learning(
    (request, given) => {
      const isTold = matches(request, "GET /me/wallet") && given.status === 200;
      if (isTold) told.set(fieldsOf(given.body)["agent_id"], given);
    },
    changeAnswer("GET /me/wallet", (given, request) => {
      const named = hasSession(request) ? told.get(request.query["agent_id"]) : undefined;
      return named ?? given;
    }),
  );
}

/** Whoever has logged in has no wallet. */
function noneForMembers(): WireVariant {
  return knowingLogins((isByLogin) =>
    changeAnswer("GET /me/wallet", (given, request) =>
      isByLogin(request) ? envelope(404, "WALLET_NOT_FOUND") : given,
    ),
  );
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
    defect: "GET /positions lists those of the owner's other agents too, once somebody has traded.",
    wire: positionsOfSiblings,
  },
  {
    name: "positions-of-the-agent-that-is-named",
    breaks: ["ACC-ISO-01"],
    defect: "GET /positions?agent_id= tells those of another agent, as that one was told last.",
    wire: positionsOfTheNamed,
  },
  {
    name: "wallet-of-the-agent-that-a-session-names",
    breaks: ["ACC-ISO-01"],
    defect: "GET /me/wallet?agent_id= tells a session the wallet of that agent, whosever it is.",
    wire: walletOfTheNamed,
  },
  {
    name: "no-wallet-for-newcomers",
    breaks: ["ACC-WAL-01"],
    defect: "GET /me/wallet is answered 404 to a session that was opened by a login.",
    wire: noneForMembers,
  },
  {
    name: "account-of-whoever-asked-before",
    breaks: ["ACC-ISO-01"],
    defect: "GET /account by a key is answered from a cache by path: as the key before it was.",
    wire: () => {
      let kept: WireAnswer | null = null;
      return changeAnswer("GET /account", (given, request) => {
        if (given.status !== 200 || !hasBearer(request)) return given;
        const before = kept;
        kept = given;
        return before ?? given;
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
    name: "what-rests-is-free-to-a-session",
    breaks: ["ACC-SHARE-01"],
    defect: "The wallet of a session has nothing reserved, whatever its agent's keys have resting.",
    wire: () =>
      changeAnswer("GET /me/wallet", (given, request) => {
        const body = fieldsOf(given.body);
        const all = { reserved_cents: 0, free_cents: body["cash_cents"] };
        return hasSession(request) && given.status === 200
          ? { ...given, body: { ...body, ...all } }
          : given;
      }),
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

/**
 * Whoever asks again after somebody's trade is told of the owner's other agents that have asked too.
 * With no trade between it is the venue's answer: who is whose costs the caller a read of the limit.
 */
function positionsOfSiblings(): WireVariant {
  const tradesSeen = new Map<string, number>();
  const owned = new Map<string, Promise<Fields[]>>();
  let trades = 0;
  const agentsOf = (key: string, { request, venue }: Arriving): Promise<Fields[]> => {
    const asked =
      owned.get(key) ?? agentsOfOwner({ request: withAuthorization(request, key), venue });
    owned.set(key, asked);
    return asked;
  };
  const told = changeAnswer("GET /positions", async (given, request, venue) => {
    if (given.status !== 200 || !hasBearer(request)) return given;
    const own = keyOf(request);
    const isMoved = (tradesSeen.get(own) ?? trades) !== trades;
    tradesSeen.set(own, trades);
    if (!isMoved) return given;
    const siblings = (await agentsOf(own, { request, venue })).filter(({ calling }) => !calling);
    const answers = [given];
    for (const key of tradesSeen.keys()) {
      const caller = (await agentsOf(key, { request, venue })).find(({ calling }) => calling);
      const isSibling = siblings.some(({ agent_id }) => agent_id === caller?.["agent_id"]);
      if (isSibling) answers.push(await venue(withAuthorization(request, key)));
    }
    const positions = answers.flatMap(({ body }) => fieldsOf(body)["positions"] ?? []);
    return { ...given, body: { positions, count: positions.length } };
  });
  return learning((request, { body }) => {
    const { filled_qty } = fieldsOf(body);
    if (matches(request, "POST /orders") && Number(filled_qty) > 0) trades += 1;
  }, told);
}
