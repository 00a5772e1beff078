/** What a session under way knows: who plays in it, the two clocks, and what recorded names stand for. */

import { Sender } from "../deployment/send.ts";
import { playing } from "../deployment/send-policy.ts";
import { ThrownSwitches } from "../deployment/switches.ts";
import { Assignment } from "../session/assign.ts";
import { bodyValue } from "../session/body-value.ts";
import type { SessionBody, SessionHeader } from "../session/format.ts";
import { Bindings, type Handed } from "./bindings.ts";
import { Clocks } from "./clocks.ts";
import { idsIn } from "./compare.ts";
import type { ReplayDeployment } from "./deployment.ts";
import type { JudgedExchange } from "./judge.ts";
import { clientIdFor, type Vocabulary } from "./rewrite.ts";
import { SaidSecrets } from "./said-secrets.ts";

export class ReplayRun {
  readonly header: SessionHeader;
  readonly deployment: ReplayDeployment;
  readonly assigned: Assignment;
  readonly clocks: Clocks;
  readonly sender: Sender;
  readonly bindings = new Bindings();
  readonly secrets: SaidSecrets;
  readonly switches = new ThrownSwitches();
  #inText = 0;

  constructor(header: SessionHeader, deployment: ReplayDeployment) {
    this.header = header;
    this.deployment = deployment;
    this.assigned = new Assignment(deployment, header);
    this.secrets = new SaidSecrets(
      {
        secretOf: (name) => this.assigned.secretOf(name),
        isCredential: (name) => this.assigned.isCredential(name),
        learn: (name, live) => this.learn([[name, live]]),
      },
      deployment.runId,
    );
    this.clocks = new Clocks(header, deployment);
    const { prefix } = deployment.profile;
    this.sender = new Sender(
      { ...deployment, prefix: () => prefix, record: () => {} },
      playing(deployment),
    );
  }

  /** Finds or makes whom and what the session needs. Errors: Unplayable. */
  async open(): Promise<void> {
    if (this.deployment.sameSeed) await this.assigned.assume(this.header);
    else await this.assigned.open(this.header);
    for (const [recorded, live] of [...this.assigned.markets, ...this.assigned.agents]) {
      this.bindings.bind(recorded, live);
    }
  }

  /** Whether the venue began as the recorded one did: nothing that others do can differ. */
  get isAlone(): boolean {
    return this.header.seed !== null && this.header.seed === this.deployment.seed;
  }

  /** What a client id of the recording is called in this run. */
  readonly clientId = (recorded: string): string =>
    this.deployment.fresh ? recorded : clientIdFor(this.deployment.runId, recorded);

  /** Words for a request that is stamped so much later, by who has this cookie. */
  words(shiftMs: number | null = null, cookie: string | null = null): Vocabulary {
    const { bindings, clientId, secrets, boundInText } = this;
    return { shiftMs, cookie, bindings, clientId, secrets, boundInText };
  }

  /** Counts an id that was bound as a part of a text: nobody said that it is one. */
  readonly boundInText = (): void => {
    this.#inText += 1;
  };

  /** What a reader of the verdict should know of how it came about, a sentence each. */
  get notes(): string[] {
    const said = `${this.#inText} ids were bound as text, within bodies that are no JSON`;
    return [...this.secrets.left, ...(this.#inText === 0 ? [] : [said])];
  }

  /** Binds what an answer assigned, unless it was another answer altogether. */
  take(n: number, { judgement, comparison }: JudgedExchange): void {
    if (comparison === null) return;
    this.learn(comparison.secrets);
    const isTaken = judgement.verdict !== "different";
    for (const [recorded, live] of comparison.pairs) {
      if (isTaken) this.bindings.bind(recorded, live);
      else this.bindings.lose(recorded, n);
    }
    if (!judgement.isTurn) return;
    for (const recorded of comparison.unmatched) this.bindings.lose(recorded, n);
  }

  /** The ids of a recorded body have no counterpart. */
  lose(body: SessionBody | undefined, n: number): void {
    for (const id of idsIn(body && bodyValue(body))) this.bindings.lose(id, n);
  }

  /** What placeholders stand for from here on. */
  learn(handed: readonly Handed[]): void {
    for (const [placeholder, live] of handed) {
      if (this.assigned.secrets.has(placeholder)) continue;
      this.assigned.secrets.set(placeholder, live);
      this.deployment.redactor.add(placeholder, live);
    }
  }
}
