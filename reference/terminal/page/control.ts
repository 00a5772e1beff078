/** The control protocol of a venue, by an operator's token that is kept in memory alone. */
import { signal } from "@preact/signals";
import { VenueError } from "../../client/client.ts";
import { type PageCommand, requestOf } from "./sendable.ts";
import { recorded } from "./venue.ts";
import { isUncertain, problemOf, type SpokenProblem } from "./words.ts";

/** What the venue lets its operator do; null before the token was taken. */
export const offered = signal<{ capabilities: string[]; gates: string[] } | null>(null);

/** What the last command came to. */
export const controlNote = signal("");
/** What went wrong with it. */
export const controlProblem = signal<SpokenProblem | null>(null);

/** Whether the clock is led on by this page, a second each second. */
export const isFollowing = signal(false);

const STEP_MS = 1_000;

let token = "";
let timer: ReturnType<typeof setInterval> | undefined;

/** Takes a token and asks what it is good for. */
export async function takeToken(text: string): Promise<void> {
  token = text.trim();
  await told("", async () => {
    const answer = await ask("GET", "");
    const texts = (name: string) => stringsIn((Object(answer) as Record<string, unknown>)[name]);
    offered.value = { capabilities: texts("capabilities"), gates: texts("gates") };
    return "The token is good.";
  });
}

/** Forgets it. */
export function dropToken(): void {
  token = "";
  pause();
  offered.value = null;
  controlNote.value = "";
}

/** Sends a command and tells what came of it. */
export const command = (method: string, path: string, body: object): Promise<void> =>
  told(`${path.slice(1)}: `, async () => JSON.stringify(await ask(method, path, body)));

/** Moves the clock. Units: ms. */
export const advance = (ms: number): Promise<void> => command("POST", "/clock", { advance_ms: ms });

/** Lets the clock run with the time of this page. */
export function follow(): void {
  isFollowing.value = true;
  timer ??= setInterval(() => void advance(STEP_MS), STEP_MS);
}

/** Holds it. */
export function pause(): void {
  isFollowing.value = false;
  clearInterval(timer);
  timer = undefined;
}

async function told(before: string, work: () => Promise<string>): Promise<void> {
  controlProblem.value = null;
  try {
    controlNote.value = `${before}${await work()}`;
  } catch (error) {
    pause();
    controlNote.value = isUncertain(error) ? "Nobody knows whether it was done." : "";
    controlProblem.value = problemOf(error);
  }
}

/** Asks the protocol. Errors: VenueError where the venue refuses, another where no answer comes. */
export async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await send(method, `/_control${path}`, body);
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok || said === null) throw new VenueError(`${method} ${path}`, answer, said);
  return said;
}

function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return recorded(`${location.origin}${path}`, {
    ...{ method, headers, credentials: "omit" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Sends a command of the operator again, as it was. Errors: where no answer comes. */
export function controlAgain(command: PageCommand): Promise<Response> {
  const { method, path } = requestOf(command);
  return send(method, path, command.body ?? undefined);
}

const stringsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
