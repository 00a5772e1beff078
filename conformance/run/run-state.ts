/** What all checks of one run share: the deployment, the settings, what was learned so far. */

import type { LeftBehind, Report } from "../../reports/schema/report.ts";
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { ControlSilent } from "../../scenarios/deployment/control-endpoint.ts";
import type { Lease, Wish } from "../../scenarios/deployment/lease.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { SurveyedDeployment } from "../../scenarios/deployment/survey.ts";
import type { TargetChange } from "../../scenarios/deployment/undo/change.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Check, Watch } from "../check/check.ts";
import { Patience } from "../check/patience.ts";
import { type Rule, under } from "../check/rule.ts";
import type { Effort } from "./cell-plan.ts";
import { PositionsHeld } from "./positions-held.ts";
import { RoutesSeen } from "./routes-seen.ts";
import { Traces } from "./traces.ts";
import { Watching } from "./watching.ts";

/** The settings of one run. */
export interface RunSettings {
  deployment: SurveyedDeployment;
  /** Longest a reading is polled before it is judged (H-09). Milliseconds. */
  patienceMs: number;
  /** What properties draw their commands from. */
  seed: number;
  /** Whether a broken property is judged by the script that was found, however long. */
  asFound: boolean;
  /** How many cells of each check are looked into. */
  effort: Effort;
}

/** Whether a run that has looked found this undone; of a key without an id it knows nothing. */
function isPutBack(change: TargetChange, left: readonly LeftBehind[]): boolean {
  if (change.what === "switch") return false;
  if (change.what === "key") return change.id !== null && left.every(({ id }) => id !== change.id);
  const isThere = ({ what, market, id }: LeftBehind) =>
    change.market === null || change.market === (what === "position" ? id : market);
  return !left.some((one) => one.what !== "key" && isThere(one));
}

/** One after another; what was under way together counts once. */
const SILENCES_MAX = 4;

/** So many characters count the ids of a run, in base 36: more than a million. */
const ID_WIDTH = 4;

export class RunState {
  readonly deployment: SurveyedDeployment;
  readonly seed: number;
  readonly asFound: boolean;
  readonly effort: Effort;
  readonly patience: Patience;
  readonly watching = new Watching();
  readonly routes = new RoutesSeen();
  /** Rules that a check has shown not to hold so far. */
  readonly failed = new Set<string>();
  /** Agents and markets that a check has found flat. */
  readonly foundFlat = new Set<string>();
  /** Every market that a check was given, by id: a session describes them. */
  readonly markets = new Map<string, MarketInfo>();
  readonly traces: Traces;
  readonly positions: PositionsHeld;
  /** In how many conditions checks were run, and which came to a verdict without theirs alone. */
  readonly conditions: Report["conditions"] = { tried: 0, lacking: [] };
  /** What the run could not undo, once it is over. */
  left: readonly LeftBehind[] = [];
  readonly #own = new Map<string, Rule>();
  #silences = 0;
  #silentUntil = 0;
  #orders = 0;

  constructor({ deployment, patienceMs, seed, asFound, effort }: RunSettings) {
    this.deployment = deployment;
    this.seed = seed;
    this.asFound = asFound;
    this.effort = effort;
    this.positions = new PositionsHeld(deployment);
    this.traces = new Traces(deployment, this.markets);
    this.patience = new Patience(patienceMs, deployment.clock);
  }

  /** Why no further check is started; null while the run goes on. */
  get stopped(): string | null {
    return this.deployment.clock.ended;
  }

  /** Lets the checks of this run judge rules beside the catalogue's: an owner's own. */
  admit(own: readonly Rule[]): void {
    for (const rule of own) this.#own.set(rule.id, rule);
  }

  /** These rules by id. Errors: throws for one that nothing of this run may judge. */
  rulesOf(ids: readonly string[]): ReadonlyMap<string, Rule> {
    return new Map(ids.map((id) => [id, this.ruleOf(id)]));
  }

  /** The rule as the deployment's claims make it. */
  asClaimed(rule: Rule): Rule {
    return under(this.deployment.profile.claims, rule);
  }

  /** How long a check waits for what should show: not long again once it waited for nothing. */
  patienceWith({ proves }: Check, failedElsewhere: boolean): Patience {
    const inVain = failedElsewhere || proves.some((id) => this.failed.has(id));
    return inVain ? this.patience.short : this.patience;
  }

  /** Starts watching; exchanges before this are not judged. */
  watch(watch: Watch): void {
    const [id = ""] = watch.proves;
    this.watching.add(watch, this.ruleOf(id));
  }

  /** A rule of this run by its id. Errors: throws for one that nothing of this run may judge. */
  ruleOf(id: string): Rule {
    return this.asClaimed(this.#own.get(id) ?? ruleById(id));
  }

  /** Leases what a check wishes for. */
  async lease(wish: Wish): Promise<Lease> {
    const lease = await this.deployment.pool.lease(wish);
    const { market, secondMarket, endingMarket, closed } = lease;
    for (const one of [market, secondMarket, endingMarket, ...closed.values()]) {
      if (one !== undefined) this.markets.set(one.id, one);
    }
    return lease;
  }

  /** Undoes what checks could not, and keeps what is left after that. */
  async sweep(): Promise<void> {
    const undone = await this.traces.sweep();
    this.left = [...undone, ...(await this.positions.changed(this.traces, this.markets))];
    this.deployment.undo.settle((change) => isPutBack(change, this.left));
  }

  /** Rules that have been seen not to hold so far, by a check or by a watch. */
  failedRules(): string[] {
    return [...this.failed, ...this.watching.failed()];
  }

  /**
   * A client_order_id nobody used before; at most 32 characters. None begins another: a recorder
   * that hides one of them as somebody's name hides no part of the others.
   */
  freshId(): string {
    this.#orders += 1;
    return `${this.deployment.runId}-${this.#orders.toString(36).padStart(ID_WIDTH, "0")}`;
  }

  /** The deployment as a scenario plays on it: others have been there before. */
  forScenario(): Deployment {
    return { ...this.deployment, runId: this.freshId(), fresh: false, seed: null };
  }

  /** Watches over an exchange, and stops the run when the target has fallen silent. */
  saw(exchange: Exchange, soFar: readonly Exchange[]): void {
    this.watching.saw(exchange, soFar);
    this.routes.saw(exchange);
    if (exchange.response !== null) this.#silences = 0;
    else this.#unanswered(exchange.at, exchange.failure ?? "other");
  }

  /** The error as a verdict sees it: an operator's endpoint that is silent is no defect. */
  excused(error: unknown): unknown {
    if (!(error instanceof ControlSilent)) return error;
    this.#unanswered(this.deployment.client.elapsedMs, error.failure);
    return new Inconclusive(error.message);
  }

  #unanswered(sentAt: number, failure: string): void {
    if (sentAt < this.#silentUntil) return;
    this.#silentUntil = this.deployment.client.elapsedMs;
    this.#silences += 1;
    if (this.#silences < SILENCES_MAX) return;
    this.deployment.clock.end(`the target stopped answering (${failure})`);
  }
}
