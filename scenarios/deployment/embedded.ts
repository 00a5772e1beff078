/** The reference venue as a target of its own, for a run without one. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReferenceOptions } from "../../reference/index.ts";
import { refuseMissing } from "./optional-package.ts";
import { type Profile, profileOf } from "./profile/profile.ts";
import type { ProfileFile } from "./profile/profile-schema.ts";

/** A running embedded venue and how to reach it. */
export interface EmbeddedTarget {
  profile: Profile;
  close(): Promise<void>;
}

/** How it is started. Shape: `makers` quote its own markets, as they do where it is served. */
export type EmbeddedOptions = Pick<ReferenceOptions, "clock" | "makers" | "rateLimits">;

/**
 * Starts it with the control protocol, and on a virtual clock unless told otherwise, so that
 * nothing waits.
 */
export async function startEmbedded(
  seed: number,
  options: EmbeddedOptions = {},
): Promise<EmbeddedTarget> {
  const { startReference } = await import("../../reference/index.ts").catch(refuseMissing);
  const venue = await startReference(optionsOf(seed, options));
  return { profile: profileOf(venue.profile() as ProfileFile), close: () => venue.close() };
}

const THREAD = new URL("./embedded-thread.mjs", import.meta.url);

/** Threads whose venue was closed: the next one starts there, in a hundredth of the time. */
const idle: Worker[] = [];

/** The same on a thread of its own, beside who judges it. Errors: what kept it from starting. */
export async function startBeside(
  seed: number,
  options: EmbeddedOptions = {},
): Promise<EmbeddedTarget> {
  const thread = idle.pop() ?? new Worker(THREAD);
  thread.ref();
  const profile = (await answer(thread, optionsOf(seed, options)).catch(
    refuseMissing,
  )) as ProfileFile;
  const close = async () => {
    await answer(thread, null);
    thread.unref();
    idle.push(thread);
  };
  return { profile: profileOf(profile), close };
}

/** What a thread says to a message. Errors: whatever ends it. */
async function answer(thread: Worker, message: unknown): Promise<unknown> {
  const answered = once(thread, "message");
  thread.postMessage(message);
  return (await answered)[0];
}

function optionsOf(seed: number, options: EmbeddedOptions): ReferenceOptions {
  const { clock = "virtual", makers = false } = options;
  return { ...options, seed, clock, makers, controlToken: `embedded-${seed}` };
}
