/** A target made ready for sessions to be played on it: connections, operator, clock. */

import { startEmbedded } from "../deployment/embedded.ts";
import {
  loadProfile,
  type Profile,
  profileOfTarget,
  secretsOf,
} from "../deployment/profile/profile.ts";
import { freshRunId, seededRunId } from "../deployment/run-id.ts";
import { Redactor } from "../deployment/secrets/redact.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { Client } from "../deployment/wire/client.ts";
import { Pacer } from "../deployment/wire/pacing.ts";
import type { SessionHeader } from "../session/format.ts";
import { Operator } from "./operator.ts";
import { RawClient } from "./raw-client.ts";

/** A target that a cast can be found or made on, and that stories can be told on. */
export interface Place {
  profile: Profile;
  client: Pick<Client, "send" | "elapsedMs">;
  redactor: Redactor;
  operator: Operator | null;
  pacer: Pacer;
  /** Waits in real time. Units: ms. Errors: Inconclusive where the run ends meanwhile. */
  sleep(ms: number): Promise<void>;
  /** The tool's own venue, new for this session: nothing happened on it before. */
  fresh: boolean;
  /** What the tool's own venue was started from; null for any other. */
  seed: number | null;
  /** Marks what this run makes, so that a later run meets none of it. */
  runId: string;
}

/** Where sessions are played. */
export interface Ground extends Place {
  wire: RawClient;
  /** Began as the recorded venue did, and was asked for nothing since: it assigns the same ids. */
  twin: boolean;
  close(): Promise<void>;
}

/**
 * Opens a place to play on; asked once a session, since the embedded venue is new each time.
 * Shape: `header` is of the session that is to be played, if it is one.
 */
export type OpenGround = (seed: number, header?: SessionHeader) => Promise<Ground>;

const systemClock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * The place that the flags name: the embedded reference, an address, or a profile.
 * Errors: UsageError when they name two, or a profile is bad.
 */
export async function groundOf(flags: { target?: string; profile?: string }): Promise<OpenGround> {
  const { target, profile } = flags;
  if (target !== undefined && profile !== undefined) {
    throw new UsageError("give --target or --profile, not both: a profile names its own base_url");
  }
  if (profile !== undefined) return groundAt(await loadProfile(profile, process.env));
  if (target !== undefined) return groundAt(profileOfTarget(target));
  return embeddedGround;
}

/** A new embedded reference on a virtual clock; for a recording of a served one its twin. */
export async function embeddedGround(seed: number, header?: SessionHeader): Promise<Ground> {
  const twin = header !== undefined && isOfServed(header);
  const venue = await startEmbedded(seed, twin);
  const ground = await connect(venue.profile, {
    ...{ seed, twin, fresh: true, runId: seededRunId(seed) },
  });
  // Being connected to was a request, and took an id.
  if (twin) await ground.operator?.send({ method: "POST", path: "/reset", body: { seed } });
  const close = async () => {
    await ground.close();
    await venue.close();
  };
  return { ...ground, close };
}

/** Whether a proxy saw all that a served reference of a known seed was ever asked. */
function isOfServed({ recorded_by, seed, clock }: SessionHeader): boolean {
  return recorded_by === "proxy" && seed !== null && clock === "virtual";
}

/** A deployment that goes on living between sessions. */
export function groundAt(profile: Profile): OpenGround {
  const facts = { seed: null, twin: false, fresh: false };
  return () => connect(profile, { ...facts, runId: freshRunId() });
}

async function connect(
  profile: Profile,
  facts: Pick<Ground, "seed" | "twin" | "fresh" | "runId">,
): Promise<Ground> {
  const redactor = new Redactor();
  for (const { placeholder, value } of secretsOf(profile)) redactor.add(placeholder, value);
  const client = new Client({ baseUrl: profile.baseUrl, redactor });
  const wire = new RawClient(profile.baseUrl);
  const operator = await Operator.connect(profile, redactor).catch(async (error: Error) => {
    await client.close();
    throw new UsageError(`control: ${error.message}`);
  });
  return {
    ...{ ...facts, profile, client, wire, redactor, operator },
    pacer: new Pacer(profile.limits, systemClock),
    sleep: systemClock.sleep,
    async close() {
      await Promise.all([client.close(), wire.close()]);
      await operator?.close();
    },
  };
}
