/** What a session under way knows: its cast, the two clocks, and what recorded names stand for. */

import { Assignment } from "../session/assign.ts";
import type { SessionHeader } from "../session/format.ts";
import { Bindings, type Handed } from "./bindings.ts";
import { Clocks } from "./clocks.ts";
import { idsIn } from "./compare.ts";
import type { Ground } from "./ground.ts";
import type { JudgedExchange } from "./judge.ts";
import { clientIdFor, invented, type Vocabulary } from "./rewrite.ts";

export class ReplayRun {
  readonly header: SessionHeader;
  readonly ground: Ground;
  readonly cast: Assignment;
  readonly clocks: Clocks;
  readonly bindings = new Bindings();

  constructor(header: SessionHeader, ground: Ground) {
    this.header = header;
    this.ground = ground;
    this.cast = new Assignment(ground, header);
    this.clocks = new Clocks(header, ground);
  }

  /** Brings the cast together. Errors: Unplayable. */
  async open(): Promise<void> {
    if (this.ground.twin) await this.cast.assume(this.header);
    else await this.cast.open(this.header);
    for (const [recorded, live] of [...this.cast.markets, ...this.cast.agents]) {
      this.bindings.bind(recorded, live);
    }
  }

  /** Whether the venue began as the recorded one did: nothing that others do can differ. */
  get isAlone(): boolean {
    return this.header.seed !== null && this.header.seed === this.ground.seed;
  }

  /** What a client id of the recording is called in this run. */
  readonly clientId = (recorded: string): string =>
    this.ground.fresh ? recorded : clientIdFor(this.ground.runId, recorded);

  /** Words for a request with this stamp, by who has this cookie. */
  words(stamp: number | null = null, cookie: string | null = null): Vocabulary {
    const { bindings, clientId } = this;
    const secretOf = (name: string) => this.cast.secretOf(name);
    return { stamp, cookie, bindings, clientId, secretOf, secretFor: this.#secretFor };
  }

  /** Binds what an answer assigned, unless it was another answer altogether. */
  take(n: number, { opinion, comparison }: JudgedExchange): void {
    if (comparison === null) return;
    this.learn(comparison.secrets);
    const isTaken = opinion.verdict !== "different";
    for (const [recorded, live] of comparison.pairs) {
      if (isTaken) this.bindings.bind(recorded, live);
      else this.bindings.lose(recorded, n);
    }
    if (!opinion.isTurn) return;
    for (const recorded of comparison.unmatched) this.bindings.lose(recorded, n);
  }

  /** The ids of a recorded body have no counterpart. */
  lose(body: unknown, n: number): void {
    for (const id of idsIn(body)) this.bindings.lose(id, n);
  }

  /** What placeholders stand for from here on. */
  learn(handed: readonly Handed[]): void {
    for (const [placeholder, live] of handed) {
      if (this.cast.secrets.has(placeholder)) continue;
      this.cast.secrets.set(placeholder, live);
      this.ground.redactor.add(placeholder, live);
    }
  }

  readonly #secretFor = (name: string, member: string): string | undefined => {
    const known = this.cast.secretOf(name);
    const made = known ?? invented(name, member, this.ground.runId);
    if (known === undefined && made !== undefined) this.learn([[name, made]]);
    return made;
  };
}
