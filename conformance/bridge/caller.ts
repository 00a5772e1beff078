/** Who calls through the bridge: a key at a venue, what it may do there, and a polite way to ask. */
import { connectTo, type Deployment } from "../../scenarios/deployment/connect.ts";
import { type ShownScopes, shownScopes } from "../../scenarios/deployment/key-trial.ts";
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { RunClock } from "../../scenarios/deployment/run-clock.ts";
import { type ApiRequest, Sender } from "../../scenarios/deployment/send.ts";
import type { SendPolicy } from "../../scenarios/deployment/send-policy.ts";
import { UndoLog } from "../../scenarios/deployment/undo/undo-log.ts";
import { effectOf } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ToolError } from "./tool.ts";

/** Longest that a call waits for a limit: who asks would rather know. Units: ms. */
const WAIT_MS_MAX = 5_000;
const TRIES_MAX = 3;

/** What came of a request. Shape: `answer` is without secrets; undefined where it is no JSON. */
export interface VenueAnswer {
  status: number;
  answer: unknown;
  exchange: Exchange;
}

/** Nothing is known of a key that cannot be tried. */
const NOTHING: ShownScopes = { read: false, trade: false, isSure: false };
const NOBODY: ShownScopes = { read: false, trade: false, isSure: true };

export class VenueCaller {
  readonly deployment: Deployment;
  readonly credentials: AgentCredentials | null;
  #scopes: Promise<ShownScopes> | null = null;

  private constructor(deployment: Deployment, credentials: AgentCredentials | null) {
    this.deployment = deployment;
    this.credentials = credentials;
  }

  /** Connects; sends nothing yet. */
  static async at(profile: Profile, credentials: AgentCredentials | null): Promise<VenueCaller> {
    const agents = credentials === null ? [] : [credentials];
    const own = { ...profile, agents, browser: null, control: null };
    return new VenueCaller(await connectTo(own), credentials);
  }

  /** What the key may do, as the venue shows it; asked again as long as the venue does not say. */
  async scopes(): Promise<ShownScopes> {
    const { credentials, deployment } = this;
    if (credentials === null) return NOBODY;
    this.#scopes ??= shownScopes(deployment.profile, deployment.client, credentials);
    const shown = await this.#scopes.catch(() => NOTHING);
    if (!shown.isSure) this.#scopes = null;
    return shown;
  }

  /**
   * Sends with the caller's key, inside the limits; an order is repeated under its client_order_id
   * where its answer is lost. Errors: ToolError where no answer came, or a limit leaves no room;
   * once the signal is aborted nothing is sent any more.
   */
  async ask(request: ApiRequest, signal: AbortSignal): Promise<VenueAnswer> {
    const { client, pacer, profile } = this.deployment;
    const clock = new RunClock();
    clock.endWith(signal, "cancelled");
    const sender = new Sender(
      {
        ...{ client, pacer, clock },
        prefix: () => profile.prefix,
        record: () => {},
        undo: UndoLog.ofNothing(),
      },
      this.#policy(clock),
    );
    this.#demandRoom(request);
    const exchange = await sender.send(this.credentials, request);
    const { response, failure } = exchange;
    if (response === null) throw new ToolError(`the venue gave no answer: ${failure}`);
    return { status: response.status, answer: jsonIn(response.bodyText), exchange };
  }

  close(): Promise<void> {
    return this.deployment.close();
  }

  #demandRoom({ method }: ApiRequest): void {
    if (this.credentials === null) return;
    demandShort(this.deployment.pacer.roomFor(this.credentials, effectOf(method), 1));
  }

  #policy(clock: RunClock): SendPolicy {
    return {
      paces: () => true,
      waitsOut: (_ms, { waits }) => waits < 1,
      wait: async (ms, { method }, { credentials }) => {
        if (credentials !== null) {
          this.deployment.pacer.limited(credentials, effectOf(method), ms);
        }
        demandShort(ms);
        await clock.sleep(ms);
      },
      triesMax: TRIES_MAX,
      objection: () => null,
    };
  }
}

/** Errors: ToolError where a limit is to be waited for longer than a call may take. */
function demandShort(waitMs: number): void {
  if (waitMs <= WAIT_MS_MAX) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new ToolError(`the venue's limit leaves no room: nothing was done; again in ${seconds} s`);
}
