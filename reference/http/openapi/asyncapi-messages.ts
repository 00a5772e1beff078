/** The messages of the stream: what a client says, and every frame it is told. D-152 to D-154. */
import { type TSchema, Type } from "typebox";
import type { StreamErrorCode } from "../../stream/requests.ts";
import { SpotPointRecord } from "../../wire/feed-records.ts";
import * as Wire from "../../wire/records.ts";

/** A message: what it means, and its schema. */
export interface DocumentedMessage {
  summary: string;
  payload: TSchema;
}

const RequestId = Type.Union([Type.String({ maxLength: 64 }), Type.Number(), Type.Null()]);
const Names = Type.Array(Type.String(), { minItems: 1 });
const Ms = Type.Integer({ description: "epoch ms" });

const request = (op: string, more: Record<string, TSchema> = {}): TSchema =>
  Type.Object({ op: Type.Literal(op), id: Type.Optional(RequestId), ...more });

/** What a client says. */
export const REQUESTS: Record<string, DocumentedMessage> = {
  subscribe: {
    summary: "Follows channels; all of them or, with an error, none.",
    payload: request("subscribe", { channels: Names }),
  },
  unsubscribe: {
    summary: "Ends following channels.",
    payload: request("unsubscribe", { channels: Names }),
  },
  ping: { summary: "Asks for a pong.", payload: request("ping") },
};

const frame = (type: string, members: Record<string, TSchema>): TSchema =>
  Type.Object({ type: Type.Literal(type), ...members, ts_ms: Ms });

const ERROR_CODES = [
  "NOT_JSON",
  "INVALID_REQUEST",
  "UNKNOWN_OP",
  "UNKNOWN_CHANNEL",
  "TOO_MANY_SUBSCRIPTIONS",
] as const satisfies readonly StreamErrorCode[];

/** What the venue says of the connection itself. */
export const FRAMES: Record<string, DocumentedMessage> = {
  hello: {
    summary: "The first frame: whose stream it is, and the channels it follows from the start.",
    payload: frame("hello", {
      agent_id: Wire.Id,
      channels: Names,
      heartbeat_ms: Type.Integer(),
    }),
  },
  subscribed: {
    summary: "Answers subscribe; a snapshot of each channel comes next.",
    payload: frame("subscribed", { id: RequestId, channels: Names }),
  },
  unsubscribed: {
    summary: "Answers unsubscribe.",
    payload: frame("unsubscribed", { id: RequestId, channels: Names }),
  },
  pong: {
    summary: "Answers ping, after everything said before.",
    payload: frame("pong", { id: RequestId }),
  },
  heartbeat: { summary: "Nothing else was told for a while.", payload: frame("heartbeat", {}) },
  error: {
    summary: "The message had no effect.",
    payload: frame("error", {
      id: RequestId,
      code: Type.Enum(ERROR_CODES),
      message: Type.String(),
    }),
  },
};

/** A channel's snapshot and its updates have one shape; `seq` rises by one. D-153. */
const framed = (channel: TSchema, data: TSchema): TSchema =>
  Type.Object({
    type: Type.Enum(["snapshot", "update"]),
    channel,
    seq: Type.Integer({ minimum: 1 }),
    data,
  });

const ofMarket = (name: string) =>
  Type.String({ pattern: `^${name}:[0-9a-fA-F-]{36}$`, description: `${name}:{market}` });

/** What channels tell. */
export const CHANNELS: Record<string, DocumentedMessage> = {
  book: {
    summary: "All levels, then those that changed; qty 0 removes one.",
    payload: framed(ofMarket("book"), Wire.BookRecord),
  },
  trades: {
    summary: "Trades as they happen, oldest first.",
    payload: framed(ofMarket("trades"), Type.Object({ trades: Type.Array(Wire.TradeRecord) })),
  },
  market: {
    summary: "The market, again when status, mark price or touch changed.",
    payload: framed(ofMarket("market"), Wire.MarketRecord),
  },
  spot: {
    summary: "The price of bitcoin and the state of its feed, again when either changed.",
    payload: framed(
      Type.Literal("spot"),
      Type.Object({
        status: Type.Enum(["OK", "STALE", "DOWN"]),
        last: Wire.nullable(SpotPointRecord),
      }),
    ),
  },
  orders: {
    summary: "The agent's resting orders, then every order that came, changed or ended.",
    payload: framed(Type.Literal("orders"), Type.Object({ orders: Type.Array(Wire.OrderRecord) })),
  },
  fills: {
    summary: "The agent's side of each trade as it happens, oldest first.",
    payload: framed(Type.Literal("fills"), Type.Object({ fills: Type.Array(Wire.OwnFillRecord) })),
  },
  positions: {
    summary: "The agent's positions, then those that changed; one that is gone has qty 0.",
    payload: framed(
      Type.Literal("positions"),
      Type.Object({ positions: Type.Array(Wire.PositionRecord) }),
    ),
  },
  wallet: {
    summary: "The agent's wallet, again when it changed.",
    payload: framed(Type.Literal("wallet"), Wire.WalletRecord),
  },
};
