/** What this page has sent since it started the venue over, one command after the other. */
import { signal } from "@preact/signals";
import { COMMANDS_MAX } from "./packing.ts";
import { commandOf, type PageCommand } from "./sendable.ts";

/** The way from a seed to where the venue is now. Shape: `problem` says why no link leads there. */
export interface SinceStart {
  seed: number;
  commands: readonly PageCommand[];
  problem: string;
}

/** Null before the venue was started over. */
export const recording = signal<SinceStart | null>(null);

/** Begins at a seed. */
export function beginRecording(seed: number): void {
  recording.value = { seed, commands: [], problem: "" };
}

/** From now on no link leads here. */
export function spoilRecording(problem: string): void {
  const { value } = recording;
  if (value !== null) recording.value = { ...value, commands: [], problem };
}

let turn: Promise<unknown> = Promise.resolve();

/** While commands are kept, one waits for the answer to the one before: so their order is known. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (recording.value === null) return work();
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}

/** What is not of the way: it is repeated in another manner. */
const APART = /^\/(v1\/)?auth\/|^\/_control\/reset$/;
/** Answers to what was not done at all. */
const NOT_DONE = [401, 403, 429];

/** Keeps what was sent; `status` is null where no answer came. */
export function keepSent(url: URL, init: RequestInit, status: number | null): void {
  const { value } = recording;
  if (value === null || value.problem !== "" || APART.test(url.pathname)) return;
  if (status !== null && NOT_DONE.includes(status)) return;
  const agent = new Headers(init.headers).get("X-Agent-Id");
  const command = commandOf(init.method ?? "GET", url, { agent, body: init.body ?? null });
  if (command === null) spoilRecording("Something was sent that no link can hold.");
  else if (value.commands.length === COMMANDS_MAX) spoilRecording(TOO_MANY);
  else recording.value = { ...value, commands: [...value.commands, command] };
}

const TOO_MANY = `More than ${COMMANDS_MAX} commands: for so many, record a session with “touchstone record”.`;
