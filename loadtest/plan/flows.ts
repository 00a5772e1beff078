/** The flows as data: what each sends, what it costs an agent, and its share of a plan's rate. */

/** One kind of traffic, with an arrival rate and a schedule of its own. */
export type FlowName =
  | "read"
  | "rest-and-cancel"
  | "cross"
  | "decline"
  | "replay-key"
  | "ticket"
  | "session";

/** Every request a flow can make, by the short name that reports and objectives use. */
export const ENDPOINTS = {
  markets: "GET /markets",
  book: "GET /markets/{id}/book",
  trades: "GET /markets/{id}/trades",
  candles: "GET /markets/{id}/candles",
  account: "GET /account",
  wallet: "GET /me/wallet",
  place: "POST /orders",
  replay: "POST /orders, sent again",
  cancel: "DELETE /orders/{id}",
  "cancel-all": "DELETE /orders",
  ticket: "POST /auth/ws-ticket",
  other: "any other route of a session",
} as const;

/** Short name of a request. */
export type LoadEndpoint = keyof typeof ENDPOINTS;

/** What a flow is. Units: requests per iteration; `weight` in shares of the plan's rate. */
export interface LoadFlow {
  weight: number;
  writes: number;
  reads: number;
  endpoints: readonly LoadEndpoint[];
  /** What it cannot do without; read does without agents on public routes. */
  needs: { agents: number; market: boolean };
}

/** The flows that follow an arrival rate. */
export const FLOWS: Record<FlowName, LoadFlow> = {
  read: {
    weight: 50,
    writes: 0,
    reads: 1,
    endpoints: ["markets", "book", "trades", "candles", "account"],
    needs: { agents: 0, market: false },
  },
  "rest-and-cancel": {
    weight: 20,
    writes: 2,
    reads: 0,
    endpoints: ["place", "cancel"],
    needs: { agents: 1, market: true },
  },
  cross: {
    weight: 10,
    writes: 3,
    reads: 0,
    endpoints: ["place", "cancel"],
    needs: { agents: 2, market: true },
  },
  decline: {
    weight: 10,
    writes: 1,
    reads: 0,
    endpoints: ["place"],
    needs: { agents: 1, market: true },
  },
  "replay-key": {
    weight: 5,
    writes: 3,
    reads: 0,
    endpoints: ["place", "replay", "cancel"],
    needs: { agents: 1, market: true },
  },
  ticket: {
    weight: 5,
    writes: 1,
    reads: 0,
    endpoints: ["ticket"],
    needs: { agents: 1, market: false },
  },
  session: {
    weight: 0,
    writes: 0,
    reads: 0,
    endpoints: ["place", "cancel", "cancel-all", "markets", "book", "account", "ticket", "other"],
    needs: { agents: 1, market: false },
  },
};

/** Flows of an ordinary run, in the order reports show them. */
export const MIX: readonly FlowName[] = (Object.keys(FLOWS) as FlowName[]).filter(
  (name) => FLOWS[name].weight > 0,
);

/** Writes per second that one followed stream costs its agent: an order and its cancel, now and then. */
export const STREAM_WRITES_PER_SECOND = 1;

/** What the read flow asks for, a fixed round: books most, as watchers do. */
export const READ_MIX: readonly LoadEndpoint[] = [
  ...(["book", "book", "book", "book", "markets"] as const),
  ...(["trades", "trades", "candles", "account", "account"] as const),
];

/** Path below the prefix. Shape: answers stay small, so that sending is measured, not parsing. */
export function pathOf(endpoint: LoadEndpoint, marketId: string): string {
  if (endpoint === "account") return "/account";
  const rest = OF_A_MARKET[endpoint];
  return rest === undefined ? "/markets?limit=10" : `/markets/${marketId}/${rest}`;
}

const OF_A_MARKET: Partial<Record<LoadEndpoint, string>> = {
  book: "book?depth=20",
  trades: "trades?limit=20",
  candles: "candles?limit=20",
};
