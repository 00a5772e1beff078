/** What the reference price of bitcoin looks like on the wire. Units: USD. */
import { type Static, Type } from "typebox";
import { nullable } from "./records.ts";

const Ms = Type.Integer({ description: "epoch ms" });
const Usd = Type.Number({ description: "USD" });

/** D-110. */
export const SpotPointRecord = Type.Object({ ts_ms: Ms, price: Usd }, { title: "SpotPoint" });
export type SpotPointRecord = Static<typeof SpotPointRecord>;

/** D-110. */
export const SpotCandleRecord = Type.Object(
  { start_ts_ms: Ms, open: Usd, high: Usd, low: Usd, close: Usd },
  { title: "SpotCandle" },
);
export type SpotCandleRecord = Static<typeof SpotCandleRecord>;

/** D-111. */
export const FeedHealthRecord = Type.Object(
  {
    status: Type.Enum(["OK", "STALE", "DOWN"]),
    source: Type.String(),
    age_ms: nullable(Type.Integer()),
    last_price: nullable(Usd),
    last_ts_ms: nullable(Ms),
  },
  { title: "FeedHealth" },
);
export type FeedHealthRecord = Static<typeof FeedHealthRecord>;
