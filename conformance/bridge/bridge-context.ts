/** What the tools of one connection work with. */
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import type { VenueCaller } from "./caller.ts";
import type { KeptRuns } from "./kept-runs.ts";
import type { KeptTexts } from "./kept-texts.ts";

/** One connection of a client. */
export interface BridgeContext {
  caller: VenueCaller;
  texts: KeptTexts;
  runs: KeptRuns;
  /** What the harness proves and plays on; null is an embedded reference, new for each run. */
  runsOn(): Promise<Profile | null>;
  /** Whether the client is on this machine itself: it may name files, and run what takes time. */
  isLocal: boolean;
}
