/** Orders that somebody means to place: each is sent until it is answered, and placed once. */
import { signal } from "@preact/signals";
import type { Records } from "../../client/client.ts";
import { call } from "./venue.ts";
import { isUncertain, problemOf, type SpokenProblem, spoken } from "./words.ts";

/** What is sent. */
export type PlacedBody = Records["OrderPlaceRequest"];

/** One order somebody means to place. Shape: body and id stay as they are, however often it is sent. */
export interface Intention {
  body: PlacedBody & { client_order_id: string };
  state: "sending" | "unknown" | "declined" | "placed";
  problem: SpokenProblem | null;
  result: Records["OrderPlaceResult"] | null;
}

/** Tries without being asked. */
const TRIES = 3;
const WAIT_MS = 700;
/** A second click so soon after an answer means the same order. */
const DOUBLE_MS = 700;
/** Random digits of a name, all of them hex. */
const ID_DIGITS = 20;
/** Intentions that are kept. */
const KEPT_MAX = 8;

/** The newest first. @bound {KEPT_MAX} intentions: the oldest goes, unless nobody knows what became of it; reference/terminal/bad-venue.test.ts */
export const intentions = signal<Intention[]>([]);

let last: { text: string; answeredMs: number } | null = null;

/** A name for one intention: how long it may be is the venue's own, so it is short. */
export const newOrderId = (): string =>
  `page-${crypto.randomUUID().replaceAll("-", "").slice(0, ID_DIGITS)}`;

/** Whether an order is on its way. */
export const isSending = (): boolean => intentions.value.some(({ state }) => state === "sending");

/**
 * Places an order once. Shape: null where the same order is on its way, or was answered just now.
 */
export async function place(wanted: PlacedBody): Promise<Intention | null> {
  const { client_order_id: named, timestamp_ms: _, ...same } = wanted;
  const text = JSON.stringify({ ...same, named });
  const isDouble = last?.text === text && performance.now() - last.answeredMs < DOUBLE_MS;
  if (isSending() || isDouble) return null;
  const body = { ...wanted, client_order_id: named ?? newOrderId() };
  const intention: Intention = { body, state: "sending", problem: null, result: null };
  keep(intention);
  const ended = await send(intention);
  last = { text, answeredMs: performance.now() };
  return ended;
}

/** Sends the same again, to learn what became of it. */
export async function askAgain(intention: Intention): Promise<Intention> {
  return send(change(intention, { state: "sending" }));
}

/** Places what was declined as a slip, since it is meant so. */
export async function confirm({ body }: Intention): Promise<Intention | null> {
  const client_order_id = `${body.client_order_id.slice(0, 61)}:ok`;
  return place({ ...body, client_order_id, confirm_fat_finger: true });
}

async function send(intention: Intention): Promise<Intention> {
  const { body } = intention;
  let problem = spoken("NO_ANSWER");
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise((done) => setTimeout(done, WAIT_MS * 2 ** (tries - 1)));
    try {
      const result = await call("POST /orders", { body });
      return answered(intention, result);
    } catch (error) {
      problem = problemOf(error);

      if (!isUncertain(error)) {
        return change(intention, { state: "declined", problem });
      }
    }
  }
  return change(intention, { state: "unknown", problem });
}

function answered(intention: Intention, result: Records["OrderPlaceResult"]): Intention {
  if (typeof result.order_id !== "string" || typeof result.status !== "string") {
    return change(intention, { state: "unknown", problem: spoken("UNREADABLE") });
  }
  if (result.status !== "REJECTED") return change(intention, { state: "placed", result });
  const problem = spoken(String(result.reject_reason), result.reject_message);
  return change(intention, { state: "declined", problem, result });
}

function keep(intention: Intention): void {
  const others = intentions.value.filter(
    ({ state }, at) => state === "unknown" || state === "sending" || at < KEPT_MAX - 1,
  );
  intentions.value = [intention, ...others];
}

function change(intention: Intention, to: Partial<Intention>): Intention {
  const changed = { ...intention, problem: null, ...to };
  const isIt = ({ body }: Intention) => body.client_order_id === intention.body.client_order_id;
  intentions.value = intentions.value.map((one) => (isIt(one) ? changed : one));
  return changed;
}
