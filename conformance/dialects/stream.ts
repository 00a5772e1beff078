/** Legal ways to tell a book on the stream. */

import { type Fields, fieldsOf } from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";

/** A frame of a book as this venue tells it. */
function renamed(text: string): string {
  const { type, channel, seq, data, ...others } = fieldsOf(JSON.parse(text));
  if (!String(channel).startsWith("book:")) return text;
  const { bids, asks } = fieldsOf(data);
  const pairs = (levels: unknown) =>
    (levels as Fields[]).map(({ price, qty }) => [String(price), String(qty)]);
  const book = { b: { buy: pairs(bids), sell: pairs(asks) }, u: seq, full: type === "snapshot" };
  const topic = String(channel).replace("book:", "book.");
  return JSON.stringify({ method: "push", params: { topic, ...book, ...others } });
}

/** A subscription of that venue, as the one behind takes it. */
function asked(text: string): string {
  const { method, params } = fieldsOf(JSON.parse(text));
  if (method !== "sub") return text;
  const channels = (params as string[]).map((topic) => topic.replace("book.", "book:"));
  return JSON.stringify({ op: "subscribe", channels });
}

/** Dialects of the stream. */
export const stream: readonly Dialect[] = [
  {
    name: "stream-in-other-words",
    decision: "D-152",
    variant: "The stream has methods and params, levels as pairs of texts, a flag for snapshots.",
    stream: { toCaller: () => renamed, toVenue: asked },
    profile: {
      stream: {
        subscribe: { method: "sub", params: ["book.{market}"] },
        channel: { at: "params.topic", is: "book.{market}" },
        seq: "params.u",
        snapshot: { at: "params.full", is: true },
        levels: "params.b",
      },
    },
  },
  {
    name: "stream-undeclared",
    decision: "D-152",
    variant: "The profile does not say how the stream tells a book.",
    profile: { stream: undefined },
  },
];
