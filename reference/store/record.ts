/** Records of the journal: commands and facts, each a line of JSON with the time it happened. */
import type { Command } from "../core/commands.ts";
import { encodeCommand } from "../core/record.ts";
import { type Fact, isFactType } from "./facts.ts";
import type { JournalPage } from "./page.ts";

/** A fact and when it was noted. Units: epoch ms. */
export type FactRecord = Fact & { at: number };

/** A record as it is read back. Shape: a command of the core, or a fact, with its time. */
export type JournalRecord = FactRecord | (Command & { at: number });

/** A record as one line of JSON. Units: epoch ms. */
export function encodeRecord(entry: Command | Fact, at: number): string {
  return isFactType(entry.type)
    ? JSON.stringify({ at, ...entry })
    : encodeCommand(entry as Command, at);
}

/** The records of a page that is whole. */
export const recordsOf = (page: JournalPage): JournalRecord[] =>
  JSON.parse(page.records) as JournalRecord[];

export const isFact = (record: JournalRecord): record is FactRecord => isFactType(record.type);

/** The command as it was applied, for those that the core keeps as they are. */
export function commandOf(record: Command & { at: number }): Command {
  if (record.type === "place" || record.type === "cancel") return record;
  const { at: _, ...command } = record;
  return command;
}
