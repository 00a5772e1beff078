/** Where sessions are played: on a new venue each, or on one deployment that goes on living. */
import {
  connectToEmbedded,
  connectToLasting,
  type Deployment,
  demandControl,
  profileNamed,
} from "../deployment/connect.ts";
import type { TargetFlags } from "../deployment/flags.ts";
import type { Profile } from "../deployment/profile/profile.ts";
import { tellLeftBehind } from "../deployment/undo/left-behind.ts";
import type { SessionHeader } from "../session/format.ts";
import { RawClient } from "./raw-client.ts";

/** A deployment that a session is played on. */
export interface ReplayDeployment extends Deployment {
  raw: RawClient;
  /** Began as the recorded venue did, and was asked for nothing since: it assigns the same ids. */
  sameSeed: boolean;
  /** Whether files may act as its operator: on the tool's own venue always. */
  allowsControl: boolean;
}

/** The flags that name where files are played, and what they may do there. */
export interface PlayFlags extends TargetFlags {
  allowControl?: boolean;
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
export async function deploymentNamed(flags: PlayFlags): Promise<OpenDeployment> {
  const profile = await profileNamed(flags);
  if (profile === null) return embedded;
  tellLeftBehind(profile, flags);
  return lasting(profile, { allowsControl: flags.allowControl ?? false });
}

/** A new embedded reference on a virtual clock; for a recording of a served one its equal. */
export async function embedded(seed: number, header?: SessionHeader): Promise<ReplayDeployment> {
  const sameSeed = header !== undefined && isOfServed(header);
  const deployment = await connectToEmbedded(seed, { makers: sameSeed });
  // Being connected to was a request, and took an id.
  if (sameSeed) await deployment.control?.reset(seed);
  return replayable(deployment, { sameSeed, allowsControl: true });
}

/** A deployment that goes on living between sessions. Errors: UsageError for a bad control. */
export function lasting(
  profile: Profile,
  { allowsControl }: Pick<ReplayDeployment, "allowsControl">,
): OpenDeployment {
  return async () => {
    const deployment = await connectToLasting(profile);
    await demandControl(deployment);
    return replayable(deployment, { sameSeed: false, allowsControl });
  };
}

/** Whether a proxy saw all that a served reference of a known seed was ever asked. */
function isOfServed({ recorded_by, seed, clock }: SessionHeader): boolean {
  return recorded_by === "proxy" && seed !== null && clock === "virtual";
}

function replayable(
  deployment: Deployment,
  how: Pick<ReplayDeployment, "sameSeed" | "allowsControl">,
): ReplayDeployment {
  const raw = new RawClient(deployment.profile.baseUrl);
  const close = async () => {
    await raw.close();
    await deployment.close();
  };
  return { ...deployment, ...how, raw, close };
}
