/** What the long sessions of real clients came to, as it was kept when they were recorded. */
import { existsSync, readFileSync } from "node:fs";
import type { ReplayFileResult } from "../../../reports/schema/replay.ts";
import { type ClientVenue, placeOf } from "./venues.fixture.ts";

/** A session's lines, and what they came to on each venue that it was played on. */
export interface LongVerdicts {
  lines: number;
  venues: Partial<Record<ClientVenue, LongVerdict>>;
}

/** Units: the most memory of the replay's process in MB. */
export interface LongVerdict extends Pick<ReplayFileResult, "result" | "verdict" | "counts"> {
  seconds: number;
  memoryMb: number;
}

/** By the name of the session. */
export function longVerdicts(): Record<string, LongVerdicts> {
  const place = placeOf("long/verdicts.json");
  return existsSync(place) ? JSON.parse(readFileSync(place, "utf8")) : {};
}
