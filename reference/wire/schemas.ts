/** Schemas that several routes share: one definition gives type, run-time check and document. */
import { type Static, Type } from "typebox";
import { PERIODS_S } from "../data/candles.ts";

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** An identifier of a market, order or agent. Spec: Resources. */
export const Uuid = Type.String({ pattern: UUID.source });

/** Whether a text from elsewhere than body, path or query is one. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** An integer that JSON carries exactly; the sign is the engine's business. D-010, D-067. */
export const ExactInt = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** A `limit` parameter. D-113. */
export const limitOf = (fallback: number) =>
  Type.Integer({ minimum: 1, maximum: 1000, default: fallback });

/** An `offset` parameter. D-113. */
export const Offset = Type.Integer({ minimum: 0, maximum: 100_000, default: 0 });

/** A `period_seconds` parameter of candles. D-106. */
export const periodOf = (fallback: (typeof PERIODS_S)[number]) =>
  Type.Integer({ enum: PERIODS_S, default: fallback });

/** Narrows a list to a market; an unknown one gives an empty list. D-097. */
export const MarketFilter = Type.Optional(Type.String());

/** Path parameters. */
export const OrderPath = Type.Object({ order_id: Uuid });
export const MarketPath = Type.Object({ market_id: Uuid });
export const AgentPath = Type.Object({ agent_id: Uuid });
export const KeyPath = Type.Object({ agent_id: Uuid, key_id: Uuid });

const orderFields = {
  side: Type.Enum(["BUY", "SELL"]),
  type: Type.Enum(["LIMIT", "MARKET"]),
  tif: Type.Optional(Type.Enum(["GTC", "IOC", "FOK", "POST_ONLY"])),
  price: Type.Optional(ExactInt),
  qty: ExactInt,
  client_order_id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_:.-]{1,64}$" })),
  timestamp_ms: Type.Optional(ExactInt),
  recv_window_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),
  reduce_only: Type.Optional(Type.Boolean()),
  slippage_cap_cents: Type.Optional(ExactInt),
  slippage_cap_bps: Type.Optional(ExactInt),
  leverage: Type.Optional(ExactInt),
  margin_mode: Type.Optional(Type.Enum(["CROSS", "ISOLATED"])),
  confirm_fat_finger: Type.Optional(Type.Boolean()),
};

/** LIMIT requires price; the freshness fields come together. Spec: Behaviour 1, 3; D-052. */
const orderRules = {
  if: { properties: { type: { const: "LIMIT" } }, required: ["type"] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword, nothing awaits it
  then: { properties: { price: {} }, required: ["price"] },
  dependentRequired: { timestamp_ms: ["recv_window_ms"], recv_window_ms: ["timestamp_ms"] },
};

/** Spec: Order place request. Unknown fields are ignored. */
export const PlaceOrderBody = Type.Object(
  { market_id: Uuid, ...orderFields },
  { ...orderRules, title: "OrderPlaceRequest" },
);
export type PlaceOrderBody = Static<typeof PlaceOrderBody>;

/** D-031: place requests of one market, which need not repeat it. */
export const LadderBody = Type.Object(
  {
    market_id: Uuid,
    side: Type.Optional(Type.Enum(["BUY", "SELL"])),
    orders: Type.Array(Type.Object({ market_id: Type.Optional(Uuid), ...orderFields }, orderRules)),
  },
  { title: "LadderRequest" },
);

/** D-030: at least one of the two. */
export const AmendBody = Type.Object(
  { price: Type.Optional(ExactInt), qty: Type.Optional(ExactInt) },
  { minProperties: 1, title: "OrderAmendRequest" },
);
