/** Brings a venue to a state: starts it over from a seed, repeats commands, and compares its digest. */
import { signal } from "@preact/signals";
import { ask, controlAgain, offered, pause } from "./control.ts";
import { commandCount } from "./figures.ts";
import { hashOf, linkIn, type StateLink, type VenueDigest } from "./packing.ts";
import { beginRecording, inTurn, recording, type SinceStart, spoilRecording } from "./recording.ts";
import { isControl, type PageCommand } from "./sendable.ts";
import { enterAnew } from "./session.ts";
import { marketId } from "./state.ts";
import { sendAgain } from "./venue.ts";
import { problemOf, type SpokenProblem } from "./words.ts";

/** A link in the address, and how far it is. */
export type GivenLink =
  | { kind: "none" }
  | { kind: "bad"; problem: string }
  | { kind: "asked" | "ended"; link: StateLink; verdict: string }
  | { kind: "under way"; link: StateLink; done: number };

/** The one that this page was opened with. */
export const given = signal<GivenLink>({ kind: "none" });

/** Whether the venue is being started over. */
export const isStarting = signal(false);

/** What went wrong with it. */
export const startProblem = signal<SpokenProblem | null>(null);

/** A venue that asks to wait is asked so often. */
const TRIES = 4;
const WAIT_SECONDS = 1;

/** Reads the address; a link in it is shown and nothing is sent. */
export async function readAddress(): Promise<void> {
  const { hash } = location;
  if (given.value.kind === "under way") return;
  try {
    const link = await linkIn(hash);
    if (link !== null) given.value = { kind: "asked", link, verdict: "" };
  } catch (error) {
    dropLink();
    given.value = { kind: "bad", problem: (error as Error).message };
  }
}

/** Goes on without it. */
export function dropLink(): void {
  given.value = { kind: "none" };
  const named = new URLSearchParams(location.hash.slice(1));
  for (const name of ["seed", "did", "is"]) named.delete(name);
  history.replaceState(null, "", `${location.pathname}#${named}`);
}

/** Starts the venue over, with an account that is opened for it. Returns whether it was done. */
export async function startOver(seed: number): Promise<boolean> {
  if (isStarting.value) return false;
  isStarting.value = true;
  startProblem.value = null;
  pause();
  try {
    await enterAnew(async () => {
      await ask("POST", "/reset", { seed });
      beginRecording(seed);
    });
    return true;
  } catch (error) {
    startProblem.value = problemOf(error);
    return false;
  } finally {
    isStarting.value = false;
  }
}

/** Does what the link says, and tells whether that led to the same state. */
export async function followLink(link: StateLink): Promise<void> {
  const { market, seed, commands } = link;
  history.replaceState(
    null,
    "",
    `${location.pathname}#${market ? new URLSearchParams({ market }) : ""}`,
  );
  given.value = { kind: "under way", link, done: 0 };
  if (!(await startOver(seed))) {
    given.value = { kind: "asked", link, verdict: "" };
    return;
  }
  const stopped = await repeat(commands, (done) => {
    given.value = { kind: "under way", link, done };
  });
  const verdict = stopped ?? (await verdictOf(link.digest));
  given.value = { kind: "ended", link, verdict };
}

/** Repeats them in order; returns why it stopped, null where it did not. */
async function repeat(
  commands: readonly PageCommand[],
  tell: (done: number) => void,
): Promise<string | null> {
  for (const [at, command] of commands.entries()) {
    const problem = await again(command);
    if (problem !== null) {
      spoilRecording("Not all commands of a link were repeated.");
      return `Stopped after ${at} of ${commands.length} commands: ${problem}.`;
    }
    tell(at + 1);
  }
  return null;
}

async function again(command: PageCommand): Promise<string | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const { status, headers } = await (isControl(command) ? controlAgain : sendAgain)(command);
      if (status === 401) return "nobody is signed in, or the token is not good any more";
      if (status !== 429) return null;
      const seconds = Number(headers.get("Retry-After") ?? WAIT_SECONDS);
      await new Promise((done) => setTimeout(done, 1_000 * seconds));
    } catch (error) {
      return problemOf(error).text;
    }
  }
  return "the venue asks to wait, again and again";
}

const has = (capability: string): boolean =>
  offered.value?.capabilities.includes(capability) === true;

/** Whether the venue's time is held, so that times can come again. */
export const isVirtual = (): boolean => has("clock");

async function digestNow(): Promise<VenueDigest | null> {
  if (!has("digest")) return null;
  const { commands, sha256 } = Object(await ask("GET", "/digest")) as Partial<VenueDigest>;
  const isOne = Number.isSafeInteger(commands) && /^[0-9a-f]{64}$/.test(sha256 ?? "");
  return isOne ? { commands: commands!, sha256: sha256! } : null;
}

async function verdictOf(wanted: VenueDigest | null): Promise<string> {
  if (wanted === null)
    return "Whether it is the same state nobody can tell: the link has no digest.";
  const found = await digestNow().catch(() => null);
  if (found === null)
    return "Whether it is the same state nobody can tell: the venue tells no digest.";
  const text = ({ commands, sha256 }: VenueDigest) => `${commandCount(commands)}, sha256 ${sha256}`;
  if (found.sha256 === wanted.sha256) return `The same state: ${text(found)}.`;
  const why = isVirtual()
    ? "others have sent commands too, then or now, or the venue is of another kind or version"
    : "this venue runs in real time, so its times differ";
  return `Another state: ${text(found)}; the link has ${text(wanted)}. Probably ${why}.`;
}

/** The address that leads back here. Errors: rejects with what is wrong. */
export async function linkHere(): Promise<{ link: string; of: SinceStart }> {
  const digest = await inTurn(digestNow);
  const { value } = recording;
  if (value === null) throw new Error("the venue was not started over");
  const { seed, commands } = value;
  const hash = await hashOf({ seed, commands, digest, market: marketId.value });
  return { link: `${location.origin}${location.pathname}#${hash}`, of: value };
}
