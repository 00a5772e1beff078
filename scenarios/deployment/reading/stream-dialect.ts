/** How a target's stream shows a book, as its profile declares it (D-152, D-153). */
import { jsonIn } from "./json-in.ts";
import { type BookReading, bookOf, isObject } from "./reading.ts";

/** A member of a frame, by names joined by dots, and the value that tells it apart. */
export interface Sign {
  at: string;
  is: string | number | boolean;
}

/** What a profile says of it. Shape: `{market}` in any text stands for a market's id. */
export interface StreamDialect {
  subscribe: Record<string, unknown>;
  channel: Sign;
  seq: string;
  snapshot: Sign;
  levels: string;
}

/** A frame of a book's channel. Shape: what a member should say is null where it does not. */
export interface BookFrame {
  seq: number | null;
  isSnapshot: boolean;
  levels: BookReading | null;
}

/** What a client sends to follow the book of a market. */
export function subscriptionTo({ subscribe }: StreamDialect, marketId: string): string {
  return JSON.stringify(subscribe).replaceAll("{market}", marketId);
}

/** The same with the name of another channel where that of a book's stands. */
export function subscriptionFor({ subscribe }: StreamDialect, channel: string): string {
  return JSON.stringify(subscribe, (_, value) =>
    typeof value === "string" && value.includes("{market}") ? channel : value,
  );
}

/** The frames of that book's channel, in the order they came. */
export function bookFrames(
  frames: readonly string[],
  { channel, snapshot, seq, levels }: StreamDialect,
  marketId: string,
): BookFrame[] {
  return frames
    .map(jsonIn)
    .filter((frame) => bears(frame, channel, marketId))
    .map((frame) => {
      const number = valueAt(frame, seq);
      return {
        seq: typeof number === "number" ? number : null,
        isSnapshot: bears(frame, snapshot, marketId),
        levels: bookOf(valueAt(frame, levels)),
      };
    });
}

function bears(frame: unknown, { at, is }: Sign, marketId: string): boolean {
  const wanted = typeof is === "string" ? is.replaceAll("{market}", marketId) : is;
  return valueAt(frame, at) === wanted;
}

function valueAt(frame: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), frame);
}
