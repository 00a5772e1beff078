/** Commands as chance draws them: small numbers that are resolved when they are played. */
import fc from "fast-check";
import { WAYS } from "./ways.ts";

/** Terms of an order to be: indices into sides, price levels and times in force. */
export interface OrderStep {
  do: "order";
  who: number;
  side: number;
  level: number;
  qty: number;
  tif: number;
  /** 1 for one that is reduce-only. */
  reduce?: number;
  /** 1 for one without a client_order_id. */
  unnamed?: number;
  /** Which members it has beside that change nothing. */
  neutral?: number;
  /** The number of what is wrong with it, where it is to be refused. */
  flaw?: number;
  /** Flaws of other orders like it, which are sent at once with it, each in the way of a number. */
  beside?: readonly { flaw: number; way: number }[];
}

/**
 * One command of a script in one market.
 * Shape: `who` is one of the agents; `pick` counts through the orders there are, so that every
 * number means one; members are small whole numbers, and the smaller the simpler.
 */
export type MarketStep =
  | OrderStep
  | { do: "cancel"; who: number; pick: number }
  | { do: "cancel-foreign"; who: number; pick: number }
  | { do: "cancel-all"; who: number }
  | { do: "amend"; who: number; pick: number; qty: number; level: number }
  | { do: "ladder"; who: number; side: number; level: number; qty: number }
  | { do: "repeat"; pick: number; prefix: number; key: number }
  | { do: "lose"; manner: number; order: OrderStep };

/**
 * One command of a script: in the market of that number, the first where absent, or in all; sent in
 * the way of that number, the plain one where absent.
 */
export type PropertyStep =
  | (MarketStep & { market?: number; way?: number })
  | { do: "repeat-elsewhere"; pick: number; market: number }
  | { do: "cancel-everywhere"; who: number; way?: number }
  | { do: "look"; way?: number };

/** A plain order, for a step that finds nothing to act on: no command is wasted. */
export const INSTEAD: OrderStep = { do: "order", who: 0, side: 0, level: 0, qty: 1, tif: 0 };

/** Prices a script trades at, from one tick to the next. */
export const LEVELS = 4;

const who = fc.nat(1);
const pick = fc.nat(7);
const qty = fc.integer({ min: 1, max: 4 });

/** An order; times in force are drawn from the first `tifs` of TIFS. */
export function orders(tifs: number): fc.Arbitrary<OrderStep> {
  const plain = fc.constant(0);
  return fc.record({
    do: fc.constant("order" as const),
    who,
    side: fc.nat(1),
    level: fc.nat(LEVELS - 1),
    qty,
    tif: tifs === 1 ? plain : fc.oneof({ weight: 2, arbitrary: plain }, fc.nat(tifs - 1)),
  });
}

/** Times in force by index; the first ones are never declined. */
export const TIFS = ["GTC", "IOC", "MARKET", "FOK", "POST_ONLY"] as const;

const any = orders(TIFS.length);
/** A BUY for the first agent and a SELL for the second. */
const opposed = any.map((order) => ({ ...order, side: order.who }));

/** Larger BUYs in the lower half of the prices, SELLs in the upper one: these do not meet. */
const quoting = orders(1).map(({ level, qty: some, ...order }) => ({
  ...{
    ...order,
    level: Math.floor(level / 2) + (order.side === 0 ? 0 : LEVELS / 2),
    qty: some + 2,
  },
}));

/** What scripts are made of, and how often. */
export const STEPS = {
  order: { weight: 12, arbitrary: any },
  /** Where both agents take either side, each soon stands in its own way, and little trades. */
  leaning: { weight: 12, arbitrary: fc.oneof(any, opposed, opposed) },
  reducing: { weight: 3, arbitrary: any.map((order) => ({ ...order, reduce: 1 })) },
  amend: {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant("amend" as const), who, pick, qty, level: fc.nat(LEVELS - 1) },
    }),
  },
  cancel: { weight: 3, arbitrary: fc.record({ do: fc.constant("cancel" as const), who, pick }) },
  cancelForeign: {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cancel-foreign" as const), who, pick }),
  },
  cancelAll: { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel-all" as const), who }) },
  look: { weight: 1, arbitrary: fc.record({ do: fc.constant("look" as const) }) },
};

/** What scripts in several markets have beside. */
export const STEPS_ACROSS = {
  quoting: { weight: 12, arbitrary: quoting },
  unnamed: { weight: 3, arbitrary: any.map((order) => ({ ...order, unnamed: 1 })) },
  ladder: {
    weight: 3,
    arbitrary: fc.record({
      ...{
        do: fc.constant("ladder" as const),
        who,
        side: fc.nat(1),
        level: fc.nat(LEVELS - 1),
        qty,
      },
    }),
  },
  repeat: {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant("repeat" as const), pick, prefix: fc.nat(3), key: fc.constant(0) },
    }),
  },
  repeatElsewhere: {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("repeat-elsewhere" as const), pick }),
  },
  cancelEverywhere: {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cancel-everywhere" as const), who }),
  },
};

/** What a script is made of, and how often. */
export interface WeightedStep<T extends object = object> {
  weight: number;
  arbitrary: fc.Arbitrary<T>;
}

/** A step of that name, whose members are small numbers. */
export function deedOf<Do extends string>(
  weight: number,
  name: Do,
  members: Record<string, fc.Arbitrary<number>> = {},
): WeightedStep {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...members }) };
}

/** The same step, sent in any way. */
export function inAnyWay<T extends object>({ weight, arbitrary }: WeightedStep<T>): WeightedStep {
  const sent = fc.tuple(arbitrary, fc.nat(WAYS - 1)).map(([step, way]) => ({ ...step, way }));
  return { weight, arbitrary: sent };
}

/** A script: fast-check's own default would hold ten commands at most. */
export function scriptOf<T>(step: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(step, { minLength: Math.ceil(length / 2), maxLength: length, size: "max" });
}
