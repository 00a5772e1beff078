/** Starts a venue in a process of its own, and ends it in order or by force. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ReferenceOptions } from "../start.ts";
import type { StartedVenue, Usage } from "./run-venue.ts";

/** Quotas that no load reaches. */
export const UNLIMITED = { writesPerMinute: 1e9, readsPerMinute: 1e9 };

/** What is known of the venue; the profile is as `touchstone serve --profile-out` writes it. */
export interface ProfileFacts {
  agents: { agent_id: string; api_key: string }[];
  markets: { id: string; kind: string; status: string }[];
}

/** A venue that runs elsewhere. */
export interface VenueProcess {
  url: string;
  profile: ProfileFacts;
  child: ChildProcess;
  usage(): Promise<Usage>;
  /** Ends it in order. */
  close(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
}

/** `program` calls `runVenue`. Errors: rejects when the venue does not start. */
export async function spawnVenue(
  options: ReferenceOptions,
  program = new URL("venue-process.ts", import.meta.url),
): Promise<VenueProcess> {
  const path = fileURLToPath(program);
  const child = fork(path, [JSON.stringify(options)], { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the venue ended with ${code}`);
  });
  const [started] = (await Promise.race([once(child, "message"), ended])) as [StartedVenue];
  ended.catch(() => {}); // its end is expected from now on
  const end = async (how: () => void) => {
    const gone = once(child, "exit");
    how();
    await gone;
  };
  return {
    url: started.url,
    profile: started.profile as ProfileFacts,
    child,
    async usage() {
      child.send("usage");
      return ((await once(child, "message")) as [Usage])[0];
    },
    close: () => end(() => child.send("close")),
    kill: () => end(() => child.kill("SIGKILL")),
  };
}
