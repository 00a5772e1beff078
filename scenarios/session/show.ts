/** Prints a session for people: who and where, then one line an exchange, frame or command. */
import { say, tell } from "../../reports/render/say.ts";
import { onOneLine } from "../../reports/render/text.ts";
import type { SessionHeader } from "./format.ts";
import { lineText } from "./gist.ts";
import { openSession } from "./reader.ts";

/** More actors or markets are counted. */
const NAMED_MAX = 8;

/** Prints; returns the exit code. On a terminal no line is wider than it is. */
export async function shown(file: string): Promise<number> {
  const reading = await openSession(file);
  const width = process.stdout.isTTY === true ? process.stdout.columns : undefined;
  for (const line of headerLines(reading.header)) say(line);
  for await (const line of reading.lines) say(lineText(line, width));
  for (const warning of reading.warnings) tell(warning);
  say(reading.ending === "whole" ? "whole" : `${reading.ending}: see session check`);
  return 0;
}

function headerLines({ target, recorded_by, started_at, actors, markets }: SessionHeader) {
  const named = Object.entries(actors).map(([name, { owner, caller }]) =>
    caller === "session" ? `${name} (${owner}, signed in)` : `${name} (${owner})`,
  );
  const described = Object.entries(markets).map(
    ([id, { kind, status, band, tick }]) =>
      `market ${id}: ${kind} ${status} ${band.join("..")} by ${tick}`,
  );
  return [
    `${target.name}, ${started_at}, by ${recorded_by}`,
    `actors: ${few(named).join(", ") || "none"}`,
    ...few(described),
  ].map(onOneLine);
}

function few(texts: readonly string[]): string[] {
  const rest = texts.length - NAMED_MAX;
  return rest > 0 ? [...texts.slice(0, NAMED_MAX), `and ${rest} more`] : [...texts];
}
