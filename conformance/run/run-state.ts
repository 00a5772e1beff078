/** What all trials of one run share: the way to the target, its clock, what was learned of it. */

import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { ControlSilent } from "../../scenarios/deployment/control-endpoint.ts";
import type { Lease } from "../../scenarios/deployment/lease.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { SurveyedDeployment } from "../../scenarios/deployment/survey.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Watch } from "../check/check.ts";
import type { Rule, RuleLevel } from "../check/rule.ts";
import { Watching } from "./watching.ts";

/** The settings of one run. */
export interface RunStateParts {
  deployment: SurveyedDeployment;
  /** Longest a contains or excludes rule is polled (H-09). Milliseconds. */
  patienceMs: number;
  /** What properties draw their commands from. */
  seed: number;
  /** Whether a broken property is judged by the script that was found, however long. */
  asFound: boolean;
}

/** One after another; what was under way together counts once. */
const SILENCES_MAX = 4;

export class RunState {
  readonly parts: RunStateParts;
  readonly watching = new Watching();
  /** Rules that a check has shown not to hold so far. */
  readonly failed = new Set<string>();
  /** Agents and markets that a check has found flat. */
  readonly foundFlat = new Set<string>();
  /** Every market that a check was given, by id. */
  readonly markets = new Map<string, MarketInfo>();
  /** Longest delay seen between a write and the reads that show it. Milliseconds. */
  lagMs = 0;
  readonly #own = new Map<string, Rule>();
  #silences = 0;
  #silentUntil = 0;
  #orders = 0;

  constructor(parts: RunStateParts) {
    this.parts = parts;
  }

  /** Why no further check is started; null while the run goes on. */
  get stopped(): string | null {
    return this.parts.deployment.clock.ended;
  }

  /** Lets the checks of this run judge rules beside the catalogue's: an owner's own. */
  admit(own: readonly Rule[]): void {
    for (const rule of own) this.#own.set(rule.id, rule);
  }

  /** The level of each of these rules. Errors: throws for one that nothing of this run may judge. */
  levelsOf(ids: readonly string[]): ReadonlyMap<string, RuleLevel> {
    return new Map(ids.map((id) => [id, this.#ruleOf(id).level]));
  }

  /** Starts watching; exchanges before this are not judged. */
  watch(watch: Watch): void {
    const [id = ""] = watch.proves;
    this.watching.add(watch, this.#ruleOf(id));
  }

  #ruleOf(id: string): Rule {
    return this.#own.get(id) ?? ruleById(id);
  }

  /** A client_order_id nobody used before; at most 32 characters. */
  freshId(): string {
    this.#orders += 1;
    return `${this.parts.deployment.runId}-${this.#orders.toString(36)}`;
  }

  /** The deployment as a scenario plays on it: others have been there before. */
  forScenario(): Deployment {
    return { ...this.parts.deployment, runId: this.freshId(), fresh: false, seed: null };
  }

  /** Lets the target's clock move on: by control where allowed, else by waiting. */
  async pass(ms: number): Promise<void> {
    const { clock, control } = this.parts.deployment;
    if (control?.can("clock")) await control.advance(ms);
    else await clock.sleep(ms);
  }

  /**
   * Target time in epoch milliseconds. Control tells a clock it moves: the Date header may be the
   * machine's. Else what that header says, to within half a second.
   */
  async serverNow(): Promise<number> {
    const { client, control, profile } = this.parts.deployment;
    const told = control?.can("clock") ? await control.advance(0) : null;
    if (typeof told === "number") return told;
    const answer = await client.send({ method: "GET", path: `${profile.prefix}/health` });
    const date = Date.parse(answer.response?.headers["date"] ?? "");
    return Number.isNaN(date) ? Date.now() : date + 500;
  }

  /** Watches over an exchange, and stops the run when the target has fallen silent. */
  saw(exchange: Exchange, trial: readonly Exchange[]): void {
    this.watching.saw(exchange, trial);
    if (exchange.response !== null) this.#silences = 0;
    else this.#unanswered(exchange.at, exchange.failure ?? "other");
  }

  /** The error as a verdict sees it: an operator's endpoint that is silent is no defect. */
  excused(error: unknown): unknown {
    if (!(error instanceof ControlSilent)) return error;
    this.#unanswered(this.parts.deployment.client.elapsedMs, error.failure);
    return new Inconclusive(error.message);
  }

  #unanswered(sentAt: number, failure: string): void {
    if (sentAt < this.#silentUntil) return;
    this.#silentUntil = this.parts.deployment.client.elapsedMs;
    this.#silences += 1;
    if (this.#silences < SILENCES_MAX) return;
    this.parts.deployment.clock.end(`the target stopped answering (${failure})`);
  }

  /** Remembers which markets a check was given: a session describes them. */
  remember({ market, secondMarket, closed }: Lease): void {
    for (const seat of [market, secondMarket, ...closed.values()]) {
      if (seat !== undefined) this.markets.set(seat.id, seat);
    }
  }

  /** Remembers how long a write took to show in reads. */
  noteLag(ms: number): void {
    this.lagMs = Math.max(this.lagMs, ms);
  }
}
