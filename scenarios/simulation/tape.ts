/** What was done to a venue, one entry after another: enough to do it again. */
import type { Command } from "../../reference/index.ts";

/** Units: epoch ms. */
export const START_MS = Date.UTC(2026, 0, 5);

/** A command as it reached the venue. Units: epoch ms. */
export interface CommandEntry {
  at: number;
  command: Command;
}

/** A snapshot was kept. */
export interface SnapshotEntry {
  at: number;
  snapshot: true;
}

/**
 * The venue ended and was started again.
 * Shape: `lost` counts the last commands that no commit held; with `tornAt` a page of them was being
 * written, and so many bytes of it arrived.
 */
export interface CrashEntry {
  at: number;
  crash: { lost: number; tornAt: number | null };
}

export type TapeEntry = CommandEntry | SnapshotEntry | CrashEntry;
