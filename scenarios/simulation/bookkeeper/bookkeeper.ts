/** An observer of the venue: given each command, its events and its outcome, it believes none. */
import type { Command, Outcomes, PlaceOutcome, VenueEvent } from "../../../reference/index.ts";
import type { Coverage } from "../coverage.ts";
import { violate } from "../violation.ts";
import { auditAll, auditCash, auditPosition, auditTouch, type Readable } from "./audit.ts";
import { BookChanges } from "./changes.ts";
import { EventReader } from "./events.ts";
import { Markets } from "./markets.ts";
import { Placements } from "./placement.ts";
import { Shadow } from "./shadow.ts";

/** A command as it was applied. Units: epoch ms. */
export interface Applied {
  command: Command;
  at: number;
  outcome: Outcomes[Command["type"]];
  events: readonly VenueEvent[];
}

/** Keeps records of its own, and objects to whatever they do not explain. */
export class Bookkeeper {
  readonly shadow = new Shadow();
  readonly #reader: EventReader;
  readonly #placements: Placements;
  readonly #changes: BookChanges;
  readonly #markets: Markets;

  constructor(coverage: Coverage) {
    this.#reader = new EventReader(this.shadow, coverage);
    this.#placements = new Placements(this.#reader);
    this.#changes = new BookChanges(this.#reader, this.#placements);
    this.#markets = new Markets(this.#reader, this.#placements);
  }

  /** Books a command, then reads whatever it touched. Errors: throws a Violation. */
  book(applied: Applied, venue: Readable): void {
    const reader = this.#reader;
    reader.start(applied.events);
    this.#dispatch(applied);
    reader.takeAll();
    for (const market of reader.touched.markets) auditTouch(venue, market);
    for (const agent of reader.touched.agents) auditCash(venue.cash(agent.agentId), agent);
    for (const position of reader.touched.positions) auditPosition(venue, position);
  }

  /** Reads everything, and returns how many things that were. Errors: throws a Violation. */
  audit(venue: Readable): number {
    return auditAll(venue, this.shadow);
  }

  #dispatch({ command, at, outcome }: Applied) {
    switch (command.type) {
      case "place":
        return this.#place(command, outcome as PlaceOutcome, at);
      case "cancel":
        return this.#changes.cancel(command, outcome as Outcomes["cancel"]);
      case "cancel-all":
        return this.#changes.cancelAll(command, outcome as Outcomes["cancel-all"]);
      case "replace-ladder":
        return this.#changes.ladder(command, outcome as Outcomes["replace-ladder"], at);
      case "amend":
        return this.#changes.amend(command, outcome as Outcomes["amend"], at);
      case "create-market":
        return this.#markets.create(command, outcome as Outcomes["create-market"]);
      case "update-market":
        return this.#markets.update(command, outcome as Outcomes["update-market"]);
      case "open-agent":
        return this.#openAgent(command, outcome as Outcomes["open-agent"]);
      case "freeze":
        this.shadow.frozen = command.frozen;
        return;
      default:
        if ("code" in outcome) this.#reader.coverage.code(outcome.code);
    }
  }

  #place(command: Extract<Command, { type: "place" }>, outcome: PlaceOutcome, at: number) {
    const { agentId, orderId, request } = command;
    const agent = this.shadow.agents.get(agentId);
    if (agent !== undefined) return this.#placements.book({ agent, orderId, request, at }, outcome);
    const code = outcome.kind === "refused" ? outcome.code : "a result";
    if (code !== "AGENT_NOT_FOUND") violate("verdict", `${code} for an unknown agent`);
    this.#reader.coverage.code(code);
  }

  #openAgent(
    { agentId, cashCents }: Extract<Command, { type: "open-agent" }>,
    outcome: Outcomes["open-agent"],
  ) {
    if (outcome.kind === "refused") return this.#reader.coverage.code(outcome.code);
    this.shadow.agents.set(agentId, {
      agentId,
      cashCents,
      fundedCents: cashCents,
      slackCents: 0,
      reservedLeast: 0,
      reservedMost: 0,
      unsettled: [],
      isTouched: false,
      positions: new Map(),
      answered: new Map(),
    });
  }
}
