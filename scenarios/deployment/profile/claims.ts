/** What a venue says of itself where the spec leaves it open: judged where claimed, else observed. */
import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const said = (description: string) => ({ description });

const True = (description: string) => Type.Optional(Type.Literal(true, said(description)));
const Whole = (least: number, description: string) =>
  Type.Integer({ minimum: least, ...said(description) });
const Fee = (description: string) => Type.Number(said(description));

const Cap = Type.Union(
  [
    Type.Integer({ minimum: 1 }),
    Type.Object(
      {
        BTC_BINARY: Type.Optional(Type.Integer({ minimum: 1 })),
        BTC_PERP: Type.Optional(Type.Integer({ minimum: 1 })),
        BTC_PARLAY: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      closed,
    ),
  ],
  said("Most contracts of a position, held and working together; one number, or one for a kind."),
);

const Cooldown = Type.Object(
  {
    rejects: Whole(1, "So many declines of an agent on one market and side start it."),
    within_ms: Whole(1, "Declines this far apart or further do not count together."),
    rest_ms: Whole(1, "How long it lasts."),
  },
  { ...closed, ...said("When the cooldown after declines starts and ends.") },
);

const Slippage = Type.Object(
  {
    cents: Type.Optional(Whole(0, "On binaries and parlays, in price units past the touch.")),
    bps: Type.Optional(Whole(0, "On perps, in basis points of the touch.")),
  },
  { ...closed, ...said("How far a MARKET order without a cap of its own reaches.") },
);

/** The members of `claims`, as a profile has them. */
export const CLAIMS_SCHEMA = Type.Object(
  {
    price_time_priority: True("Best price first, at one price the oldest first."),
    trades_at_maker_price: True("Every fill is at the resting order's price."),
    full_collateral: True("Binaries and parlays: BUY reserves price x qty, SELL the rest."),
    payout: Type.Optional(Whole(1, "Cents that a contract of the right side is paid.")),
    initial_margin: True("Perps: notional / leverage, rounded up, is reserved."),
    position_cap: Type.Optional(Cap),
    leverage_cap: Type.Optional(Whole(1, "The most leverage of a perp.")),
    fat_finger_times: Type.Optional(
      Type.Number({ minimum: 1, ...said("Times the mark beyond which a price is FAT_FINGER.") }),
    ),
    cooldown: Type.Optional(Cooldown),
    default_slippage: Type.Optional(Slippage),
    self_trade: Type.Optional(
      Type.Enum(
        ["allow", "cancel-taker", "cancel-maker", "skip"],
        said("What becomes of an order that meets one of the same agent."),
      ),
    ),
    fees: Type.Optional(
      Type.Object(
        { maker_bps: Fee("Of whose order rested."), taker_bps: Fee("Of whose order arrived.") },
        { ...closed, ...said("Basis points of the notional, below zero for a rebate.") },
      ),
    ),
    candles_from_trades: True("Candles tell the trades of the venue, and nothing else."),
  },
  { ...closed, ...said("What the venue says of itself where the spec leaves it open.") },
);

/** What a profile claims, in its own words. */
export type Claims = Static<typeof CLAIMS_SCHEMA>;
export type ClaimName = keyof Claims;

/** Who says how money moves says that nothing else moves it. */
const OF_MONEY = ["full_collateral", "payout", "initial_margin"] as const;

/** Whether a claim is made; claims about money say that there are no fees, unless told. */
export function isClaimed(claims: Claims, name: ClaimName): boolean {
  if (name in claims) return true;
  return name === "fees" && OF_MONEY.some((one) => one in claims);
}
