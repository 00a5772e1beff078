/** What the reference price of bitcoin looks like on the wire. Units: USD. */
import { type Static, Type } from "typebox";
import { nullable } from "./records.ts";

const Ms = Type.Integer({ description: "epoch ms" });
const Usd = Type.Number({ description: "USD" });

/** D-110. */
export const SpotPoint = Type.Object({ ts_ms: Ms, price: Usd }, { title: "SpotPoint" });
export type SpotPoint = Static<typeof SpotPoint>;

/** D-110. */
export const SpotCandle = Type.Object(
  { start_ts_ms: Ms, open: Usd, high: Usd, low: Usd, close: Usd },
  { title: "SpotCandle" },
);
export type SpotCandle = Static<typeof SpotCandle>;

/** D-111. */
export const FeedHealth = Type.Object(
  {
    status: Type.Enum(["OK", "STALE", "DOWN"]),
    source: Type.String(),
    age_ms: nullable(Type.Integer()),
    last_price: nullable(Usd),
    last_ts_ms: nullable(Ms),
  },
  { title: "FeedHealth" },
);
export type FeedHealth = Static<typeof FeedHealth>;
