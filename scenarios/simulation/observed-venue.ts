/** A venue with its observer and its disk: everything done to it is judged and kept on a tape. */
import type { Command, Outcomes, VenueEvent } from "../../reference/index.ts";
import {
  bindPage,
  encodeRecord,
  GENESIS,
  type Head,
  recover,
  takeSnapshot,
  Venue,
} from "../../reference/testing.ts";
import { Bookkeeper } from "./bookkeeper/bookkeeper.ts";
import type { Coverage } from "./coverage.ts";
import { Disk } from "./disk.ts";
import type { CommandOutcome } from "./simulation-context.ts";
import type { CommandEntry, CrashEntry, TapeEntry } from "./tape.ts";
import { Violation, violate } from "./violation.ts";
import { ending, STRETCH } from "./watchdog.ts";

/** Full reads are so many commands apart; more, where there are many positions and orders. */
const AUDIT_EVERY = 1_000;
/** Commands that pay together for reading one position or order. */
const COMMANDS_PER_READ = 4;

/** What it is made with; `onEvents` hears of the events of each command once it was judged. */
export interface ObservedVenueOptions {
  coverage: Coverage;
  onEvents?: (events: readonly VenueEvent[]) => void;
}

/** One venue over its crashes. */
export class ObservedVenue {
  readonly tape: TapeEntry[] = [];
  /** Commands, and the events they made. */
  events = 0;
  readonly #coverage: Coverage;
  readonly #onEvents: (events: readonly VenueEvent[]) => void;
  #venue: Venue;
  #bookkeeper: Bookkeeper;
  #disk = new Disk();
  #head: Head = GENESIS;
  /** Commands that were applied and not lost, and what came of each. */
  #applied: CommandEntry[] = [];
  #outcomes: CommandOutcome[] = [];
  /** How many of them are on the disk. */
  #written = 0;
  /** Commands until everything is read again. */
  #untilAudit = AUDIT_EVERY;
  #emitted: VenueEvent[] = [];

  constructor({ coverage, onEvents = () => {} }: ObservedVenueOptions) {
    this.#coverage = coverage;
    this.#onEvents = onEvents;
    this.#venue = new Venue({ emit: (event) => this.#emitted.push(event) });
    this.#bookkeeper = new Bookkeeper(coverage);
  }

  /** Equal for two that came to the same. */
  get digest(): string {
    return this.#venue.digest().sha256;
  }

  /** What was done last, in a word. */
  get last(): string {
    const entry = this.tape.at(-1);
    return entry !== undefined && "command" in entry ? entry.command.type : "a snapshot";
  }

  /** What anybody may read. */
  get venue(): Venue {
    return this.#venue;
  }

  /** The observer's records. */
  get shadow() {
    return this.#bookkeeper.shadow;
  }

  /** What was applied and not lost, with what came of it. */
  get judged(): (CommandEntry & { outcome: CommandOutcome })[] {
    return this.#applied.map((entry, index) => ({ ...entry, outcome: this.#outcomes[index]! }));
  }

  /** Applies a command. Errors: throws a Violation at the first law that does not hold. */
  apply<C extends Command>(command: C, at: number): Outcomes[C["type"]] {
    const entry = { at, command };
    this.tape.push(entry);
    const outcome = this.#judged(entry);
    this.#applied.push(entry);
    this.#outcomes.push(outcome);
    this.#onEvents(this.#emitted);
    return outcome as Outcomes[C["type"]];
  }

  /** Puts a snapshot on the disk. */
  keepSnapshot(at: number): void {
    this.tape.push({ at, snapshot: true });
    this.#write(this.#applied.length);
    const { seq, pieces } = takeSnapshot(this.#head, { venue: this.#venue, facts: [], atMs: at });
    this.#disk.keepSnapshot(seq, [...pieces]);
  }

  /** Ends the venue and recovers it. Errors: throws a Violation when it is not the same. */
  async crash(entry: CrashEntry): Promise<void> {
    this.tape.push(entry);
    const { lost, tornAt } = entry.crash;
    const kept = Math.max(this.#written, this.#applied.length - lost);
    const torn = this.#applied.slice(kept);
    this.#write(kept);
    if (tornAt !== null && torn.length > 0) {
      const page = bindPage(this.#head, torn.map(lineOf));
      this.#disk.tear(page, Math.min(tornAt, page.records.length - 1));
      this.#coverage.rule("recovered-torn");
    }
    // Where nothing was lost, the venue that ended is to be recovered, and its observer goes on.
    const witness = torn.length === 0 ? this.#venue : this.#replay(kept);
    const recovered = await this.#recover();
    if (recovered.head.lastSeq !== kept) {
      violate("recovery", `${recovered.head.lastSeq} records recovered of ${kept}`);
    }
    if (recovered.snapshotSeq > 0) this.#coverage.rule("recovered-snapshot");
    if (!recovered.venue.hasDigestOf(witness)) {
      violate("recovery", "the recovered venue is not the one that was acknowledged");
    }
    this.#venue = recovered.venue;
    this.#venue.listen((event) => this.#emitted.push(event));
    this.#bookkeeper.audit(this.#venue);
  }

  /** Does again what is on a tape. */
  async perform(entries: readonly TapeEntry[]): Promise<void> {
    for (let next = 0; next < entries.length; ) {
      const entry = entries[next]!;
      if ("crash" in entry) {
        await this.crash(entry);
        next++;
      } else {
        next = this.#performStretch(entries, next);
      }
    }
  }

  /** Reads everything, and replays the journal. Errors: throws a Violation. */
  finish(): void {
    this.#bookkeeper.audit(this.#venue);
    const replayed = new Venue();
    for (const { command, at } of this.#applied) replayed.apply(command, at);
    if (!replayed.hasDigestOf(this.#venue)) {
      violate("digest", "a replay of the journal has another digest");
    }
  }

  /** Does again what no crash divides. Returns where it stopped. */
  #performStretch(entries: readonly TapeEntry[], start: number): number {
    let next = start;
    const end = Math.min(entries.length, start + STRETCH);
    const act = () => {
      for (; next < end; next++) {
        const entry = entries[next]!;
        if ("crash" in entry) return;
        if ("command" in entry) this.apply(entry.command, entry.at);
        else this.keepSnapshot(entry.at);
      }
    };
    ending({ act, size: end - start, last: () => this.last });
    return next;
  }

  #judged({ command, at }: CommandEntry): CommandOutcome {
    if (this.#emitted.length > 0) this.#emitted = [];
    const outcome = this.#applyTo(this.#venue, { command, at });
    const events = this.#emitted;
    this.events += 1 + events.length;
    this.#bookkeeper.book({ command, at, outcome, events }, this.#venue);
    if (--this.#untilAudit === 0) {
      const reads = this.#bookkeeper.audit(this.#venue);
      this.#untilAudit = Math.max(AUDIT_EVERY, COMMANDS_PER_READ * reads);
    }
    return outcome;
  }

  #applyTo(venue: Venue, { command, at }: CommandEntry): CommandOutcome {
    try {
      return venue.apply(command, at);
    } catch (error) {
      return violate("crash", `${command.type} throws: ${(error as Error).message}`);
    }
  }

  /** Replays what was kept under a new observer; every answer must be the one that was given. */
  #replay(kept: number): Venue {
    this.#applied = this.#applied.slice(0, kept);
    this.#outcomes = this.#outcomes.slice(0, kept);
    this.#venue = new Venue({ emit: (event) => this.#emitted.push(event) });
    this.#bookkeeper = new Bookkeeper(this.#coverage);
    this.#applied.forEach((entry, index) => {
      if (summaryOf(this.#judged(entry)) !== summaryOf(this.#outcomes[index]!)) {
        violate("recovery", `command ${index + 1} has another outcome when it is replayed`);
      }
    });
    return this.#venue;
  }

  async #recover() {
    try {
      return await recover(this.#disk, { notify: () => {} });
    } catch (error) {
      if (error instanceof Violation) throw error;
      return violate("recovery", `no recovery: ${(error as Error).message}`);
    }
  }

  #write(upTo: number): void {
    if (upTo <= this.#written) return;
    const page = bindPage(this.#head, this.#applied.slice(this.#written, upTo).map(lineOf));
    this.#disk.write(page);
    this.#head = page;
    this.#written = upTo;
  }
}

const lineOf = ({ command, at }: CommandEntry): string => encodeRecord(command, at);

/** Enough of an outcome to know it again. */
function summaryOf(outcome: CommandOutcome): string {
  if (outcome.kind === "refused") return outcome.code;
  if (outcome.kind !== "result") return outcome.kind;
  const { orderId, status, filledQty, rejectReason } = outcome.result;
  return `${orderId} ${rejectReason ?? status} ${filledQty}`;
}
