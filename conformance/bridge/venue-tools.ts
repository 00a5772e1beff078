/** The venue's reads as tools: markets and their data for anybody, account data for a key that may read. */
import Type from "typebox";
import { bookOf } from "../../scenarios/deployment/reading/reading.ts";
import type { BridgeContext } from "./bridge-context.ts";
import { shortened } from "./shortened.ts";
import { type BridgeTool, bridgeTool, type ToolCall, type ToolNeed } from "./tool.ts";

const TEXT_MAX = 200;
const closed = { additionalProperties: false } as const;
const Id = (description: string) => Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description });
const Word = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_MAX, description });
const Whole = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, description });
export const MarketId = Id("id of a market, as the markets tool tells it");

/** A read of one route; what its arguments become is the query. */
interface ReadRoute {
  name: string;
  title: string;
  description: string;
  needs: ToolNeed;
  input: Type.TObject;
  path(args: Record<string, unknown>): string;
  /** Arguments that are in the path, and not in the query. */
  inPath?: readonly string[];
}

const inMarket = (part: string) => (args: Record<string, unknown>) =>
  `/markets/${args["market_id"]}/${part}`;

const ROUTES: readonly ReadRoute[] = [
  {
    name: "markets",
    title: "Markets",
    description: "Lists the venue's markets with kind, status and geometry.",
    needs: "none",
    input: Type.Object(
      {
        status: Type.Optional(Word("OPEN, EXPIRED, RESOLVED or VOID")),
        kind: Type.Optional(Word("BTC_BINARY, BTC_PERP or BTC_PARLAY")),
        limit: Type.Optional(Whole(200, "most markets to tell")),
        offset: Type.Optional(Type.Integer({ minimum: 0, description: "markets to pass over" })),
      },
      closed,
    ),
    path: () => "/markets",
  },
  {
    name: "trades",
    title: "Trades",
    description: "The last trades of a market.",
    needs: "none",
    input: Type.Object(
      { market_id: MarketId, limit: Type.Optional(Whole(1_000, "most trades to tell")) },
      closed,
    ),
    path: inMarket("trades"),
    inPath: ["market_id"],
  },
  {
    name: "candles",
    title: "Candles",
    description: "Open, high, low and close of a market, by period.",
    needs: "none",
    input: Type.Object(
      {
        market_id: MarketId,
        period_seconds: Type.Optional(Whole(86_400, "length of a period, in seconds")),
        limit: Type.Optional(Whole(1_000, "most candles to tell")),
      },
      closed,
    ),
    path: inMarket("candles"),
    inPath: ["market_id"],
  },
  {
    name: "positions",
    title: "Positions",
    description: "The positions of the agent whose key the bridge has.",
    needs: "read",
    input: Type.Object({}, closed),
    path: () => "/positions",
  },
  {
    name: "wallet",
    title: "Wallet",
    description: "The wallet of the agent whose key the bridge has: testnet cash.",
    needs: "read",
    input: Type.Object({}, closed),
    path: () => "/me/wallet",
  },
  {
    name: "open_orders",
    title: "Open orders",
    description: "The agent's orders that rest in a book.",
    needs: "read",
    input: Type.Object({ market_id: Type.Optional(MarketId) }, closed),
    path: () => "/orders/open",
  },
  {
    name: "order",
    title: "Order",
    description: "One order of the agent, as it stands now.",
    needs: "read",
    input: Type.Object({ order_id: Id("id of the order") }, closed),
    path: ({ order_id }) => `/orders/${order_id}`,
    inPath: ["order_id"],
  },
];

/** The reads, in the order in which they are listed. */
export function venueTools(context: BridgeContext): BridgeTool[] {
  return [...ROUTES.map((route) => readTool(route, context)), bookTool(context)];
}

function readTool(route: ReadRoute, { caller, texts }: BridgeContext): BridgeTool {
  const { path, inPath = [], ...tool } = route;
  return {
    ...tool,
    effect: "reads",
    run: async (args, { signal }) => {
      const query = Object.entries(args).filter(([name]) => !inPath.includes(name));
      const asked = {
        ...{ method: "GET", path: path(args) },
        query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
      };
      return shortened(route.name, await caller.ask(asked, signal), texts);
    },
  };
}

/** Levels a side that are told where nobody says how many. */
const DEPTH = 10;

function bookTool({ caller, texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "book",
    title: "Order book",
    description: "Price levels of a market, best first: [price, qty] of bids and asks.",
    needs: "none",
    effect: "reads",
    input: Type.Object(
      { market_id: MarketId, depth: Type.Optional(Whole(200, `levels a side; default ${DEPTH}`)) },
      closed,
    ),
    async run({ market_id, depth = DEPTH }, { signal }: ToolCall) {
      const query = { depth: String(depth) };
      const asked = { method: "GET", path: `/markets/${market_id}/book`, query };
      const answer = await caller.ask(asked, signal);
      const book = answer.status < 400 ? bookOf(answer.answer) : null;
      if (book === null) return shortened("book", answer, texts);
      const pairs = (levels: typeof book.bids) => levels.map(({ price, qty }) => [price, qty]);
      const levels = { bids: pairs(book.bids), asks: pairs(book.asks) };
      return { data: { http_status: answer.status, ...levels } };
    },
  });
}
