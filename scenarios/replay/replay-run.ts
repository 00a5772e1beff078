/** What a session under way knows: who plays in it, the two clocks, and what recorded names stand for. */

import { Sender } from "../deployment/send.ts";
import { playing } from "../deployment/send-policy.ts";
import { Assignment } from "../session/assign.ts";
import type { SessionHeader } from "../session/format.ts";
import { Bindings, type Handed } from "./bindings.ts";
import { Clocks } from "./clocks.ts";
import { idsIn } from "./compare.ts";
import type { ReplayDeployment } from "./deployment.ts";
import type { JudgedExchange } from "./judge.ts";
import { clientIdFor, invented, type Vocabulary } from "./rewrite.ts";

export class ReplayRun {
  readonly header: SessionHeader;
  readonly deployment: ReplayDeployment;
  readonly assigned: Assignment;
  readonly clocks: Clocks;
  readonly sender: Sender;
  readonly bindings = new Bindings();

  constructor(header: SessionHeader, deployment: ReplayDeployment) {
    this.header = header;
    this.deployment = deployment;
    this.assigned = new Assignment(deployment, header);
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

  /** Words for a request with this stamp, by who has this cookie. */
  words(stamp: number | null = null, cookie: string | null = null): Vocabulary {
    const { bindings, clientId } = this;
    const secretOf = (name: string) => this.assigned.secretOf(name);
    return { stamp, cookie, bindings, clientId, secretOf, secretFor: this.#secretFor };
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
  lose(body: unknown, n: number): void {
    for (const id of idsIn(body)) this.bindings.lose(id, n);
  }

  /** What placeholders stand for from here on. */
  learn(handed: readonly Handed[]): void {
    for (const [placeholder, live] of handed) {
      if (this.assigned.secrets.has(placeholder)) continue;
      this.assigned.secrets.set(placeholder, live);
      this.deployment.redactor.add(placeholder, live);
    }
  }

  readonly #secretFor = (name: string, member: string): string | undefined => {
    const known = this.assigned.secretOf(name);
    const made = known ?? invented(name, member, this.deployment.runId);
    if (known === undefined && made !== undefined) this.learn([[name, made]]);
    return made;
  };
}
