/**
 * A tape of our own, for what the survey's cannot show: there an order is modified and cancelled
 * before the next one comes. Here lives overlap, so who is modified has others waiting behind him.
 */
import { drawn, type Tape } from "./tape.ts";
import { type WireMessage, Workload } from "./workload.ts";

const ORDERS_DRAWN = 20_000;
/** So calm a market that many orders still rest when their modify comes, yet sides meet often. */
const CALM = { volatility: 0.15, swing: 0.002 };
const OVERLAPPING_SEED = 2;
/** So many orders arrive before the first of them is modified or cancelled. */
const LAG = 200;

/** SHA-256 of what is drawn for them. */
const PRICES = "7b03a500ff6f78c6c42d40ca14c6ca57f4d196a4573ad2ef4a7ef51ee046bbba";

/** Shape: its hash is what both published order books of `peer-engines.ts` agree on. */
export const OVERLAPPING: Tape = {
  name: "overlapping",
  reports: "cba3b5e5ed20e7f231fd06e36ae9bb3b048357cb334303a9129345054a0cd83e",
  messages: () => overlapped(drawn(new Workload(CALM, ORDERS_DRAWN, OVERLAPPING_SEED), PRICES)),
};

/** Puts off what follows an order until so many others have come. */
function* overlapped(messages: Iterable<WireMessage>): Generator<WireMessage> {
  const waiting: WireMessage[][] = [];
  for (const message of messages) {
    if (message.type !== "new") {
      waiting.at(-1)!.push(message);
      continue;
    }
    if (waiting.length === LAG) yield* waiting.shift()!;
    yield message;
    waiting.push([]);
  }
  yield* waiting.flat();
}
