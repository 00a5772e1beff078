/** What is measured of a run before anybody judges it. */
import type { LoadPercentiles, LoadReport } from "../../reports/schema/load.ts";

/** The measured part of a report. */
export type Measured = Pick<
  LoadReport,
  "totals" | "flows" | "endpoints" | "reasons" | "series" | "stream" | "limits" | "first_limited_s"
> & {
  dropped: number;
  lag: LoadPercentiles | null;
  duplicates: number;
  ticketsReused: number;
};
