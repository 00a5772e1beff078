/** Where sessions are played: on a new venue each, or on one deployment that goes on living. */
import {
  connectTo,
  connectToEmbedded,
  type Deployment,
  demandControl,
} from "../deployment/connect.ts";
import { demandOneTarget, type TargetFlags } from "../deployment/flags.ts";
import { loadProfile, type Profile, profileOfTarget } from "../deployment/profile/profile.ts";
import type { SessionHeader } from "../session/format.ts";
import { RawClient } from "./raw-client.ts";

/** A deployment that a session is played on. */
export interface ReplayDeployment extends Deployment {
  raw: RawClient;
  /** Began as the recorded venue did, and was asked for nothing since: it assigns the same ids. */
  sameSeed: boolean;
}

/**
 * Opens a deployment to play on; asked once a session, since the embedded venue is new each time.
 * Shape: `header` is of the session that is to be played, if it is one.
 */
export type OpenDeployment = (seed: number, header?: SessionHeader) => Promise<ReplayDeployment>;

/**
 * What the flags name: the embedded reference, an address, or a profile.
 * Errors: UsageError when they name two, or a profile is bad.
 */
export async function deploymentNamed(flags: TargetFlags): Promise<OpenDeployment> {
  demandOneTarget(flags);
  const { target, profile } = flags;
  if (profile !== undefined) return lasting(await loadProfile(profile, process.env));
  return target === undefined ? embedded : lasting(profileOfTarget(target));
}

/** A new embedded reference on a virtual clock; for a recording of a served one its equal. */
export async function embedded(seed: number, header?: SessionHeader): Promise<ReplayDeployment> {
  const sameSeed = header !== undefined && isOfServed(header);
  const deployment = await connectToEmbedded(seed, { makers: sameSeed });
  // Being connected to was a request, and took an id.
  if (sameSeed) await deployment.control?.reset(seed);
  return replayable(deployment, sameSeed);
}

/** A deployment that goes on living between sessions. Errors: UsageError for a bad control. */
export function lasting(profile: Profile): OpenDeployment {
  return async () => {
    const deployment = await connectTo(profile);
    await demandControl(deployment);
    return replayable(deployment, false);
  };
}

/** Whether a proxy saw all that a served reference of a known seed was ever asked. */
function isOfServed({ recorded_by, seed, clock }: SessionHeader): boolean {
  return recorded_by === "proxy" && seed !== null && clock === "virtual";
}

function replayable(deployment: Deployment, sameSeed: boolean): ReplayDeployment {
  const raw = new RawClient(deployment.profile.baseUrl);
  const close = async () => {
    await raw.close();
    await deployment.close();
  };
  return { ...deployment, raw, sameSeed, close };
}
