/** The two clocks of a replay: what time it was when a line was recorded, and what time it is. */
import type { SessionHeader, SessionLine } from "../session/format.ts";
import type { ReplayDeployment } from "./deployment.ts";

/** Steps in which a virtual clock follows the recorded one. Units: ms. */
const STEP_MS = 250;

export class Clocks {
  readonly #header: SessionHeader;
  readonly #deployment: ReplayDeployment;
  readonly #startedMs: number;
  readonly #startMs = performance.now();
  /** Whether the target has a clock that can be asked. */
  readonly #tells: boolean;
  readonly #drives: boolean;
  #liveMs: number | null = null;
  /** Whether `Date` headers stay with a clock that the operator does not move. */
  #isDatedElsewhere = false;
  #drivenMs = 0;

  constructor(header: SessionHeader, deployment: ReplayDeployment) {
    this.#header = header;
    this.#deployment = deployment;
    this.#startedMs = Date.parse(header.started_at) || 0;
    this.#tells = deployment.control?.can("clock") ?? false;
    this.#drives = this.#tells && deployment.allowsControl;
  }

  /**
   * Brings the target's clock to where it was, or waits, before a line is played. Errors:
   * Inconclusive where the run ends meanwhile.
   */
  async reach(line: SessionLine, speed: number | "max"): Promise<void> {
    if (this.#drives && this.#header.clock === "system") await this.#drive(line.at);
    if (this.#drives && this.#header.clock === "virtual") await this.#follow(line);
    if (speed !== "max") await this.#keepPace(line.at / speed);
  }

  /** Tells of a clock that a control line has moved. */
  moved(nowMs: number, byMs: number): void {
    this.#liveMs = nowMs;
    this.#deployment.clock.moved(byMs);
  }

  /** Tells of the date of a live answer. Asking for the time would itself be a request. */
  heard(liveDate: string | undefined): void {
    const ms = dated(liveDate);
    if (!this.#tells || ms === null) return;
    const isOff = this.#liveMs !== null && this.#liveMs - ms > TOLERANCE_MS;
    if (isOff) this.#isDatedElsewhere = true;
    else this.#liveMs = ms;
  }

  /** Now, on both sides, as far as the answers show. */
  moment(line: SessionLine, recordedDate?: string, liveDate?: string): ClockPair {
    return {
      recordedMs: dated(recordedDate) ?? this.#recordedMs(line.at),
      liveMs: this.#isDatedElsewhere
        ? this.#liveMs!
        : (dated(liveDate) ?? this.#liveMs ?? Date.now()),
    };
  }

  /**
   * How much later a client stamps now, so that it is as far from the venue's time as it was; null
   * where the venue has the time that it had. Units: ms.
   */
  async shift(line: SessionLine, recordedDate?: string): Promise<number | null> {
    if (this.#drives && this.#deployment.fresh && this.#header.clock === "virtual") return null;
    const { recordedMs } = this.moment(line, this.#isVirtual ? recordedDate : undefined);
    const now = this.#tells ? await this.#deployment.control!.advance(0) : Date.now();
    return (now ?? Date.now()) - recordedMs;
  }

  get #isVirtual(): boolean {
    return this.#header.clock === "virtual";
  }

  #recordedMs(at: number): number {
    return this.#startedMs + at;
  }

  async #drive(at: number): Promise<void> {
    const owed = Math.floor(at - this.#drivenMs);
    if (owed < STEP_MS) return;
    this.#drivenMs += owed;
    await this.#advance(owed);
  }

  /** Time that passed between recorded lines by a hand that is not in the recording. */
  async #follow(line: SessionLine): Promise<void> {
    if (!("request" in line) || !this.#deployment.fresh) return;
    const then = dated(line.response?.headers["date"]);
    if (then === null) return;
    const owed = then - Math.floor((this.#liveMs ?? then) / 1_000) * 1_000;
    if (owed >= 1_000) await this.#advance(owed);
  }

  async #advance(ms: number): Promise<void> {
    this.#liveMs = await this.#deployment.control!.advance(ms);
    this.#deployment.clock.moved(ms);
  }

  async #keepPace(dueMs: number): Promise<void> {
    const waitMs = dueMs - (performance.now() - this.#startMs);
    if (waitMs > 1) await this.#deployment.clock.sleep(waitMs);
  }
}

/** Every answer of a second has the same header, and each is asked for three times. */
const lastDated = { header: "", ms: Number.NaN };

function dated(header = ""): number | null {
  if (header !== lastDated.header) Object.assign(lastDated, { header, ms: Date.parse(header) });
  return Number.isNaN(lastDated.ms) ? null : lastDated.ms;
}

/** Now, on both sides. Units: epoch ms. */
export interface ClockPair {
  recordedMs: number;
  liveMs: number;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/;
const SECONDS_NAMES = /^(t|ts|time|start|end|.*_(ts|time|at|start|end))$/;
const YEARS_MS = 20 * 365 * 86_400_000;
const TOLERANCE_MS = 5_000;

/** The epoch milliseconds of a value that is a time; null for any other. */
export function timeIn(value: unknown, name: string, nowMs: number): number | null {
  if (typeof value === "string") return ISO.test(value) ? finite(Date.parse(zoned(value))) : null;
  if (typeof value !== "number") return null;
  if (isNear(value, nowMs) && value > 1e12) return value;
  return SECONDS_NAMES.test(name) && isNear(value * 1_000, nowMs) ? value * 1_000 : null;
}

/**
 * Whether both lie as far from now; what lies in the past may lie elsewhere in it, as a replay
 * passes faster than what was recorded.
 */
export function sameMoment(recorded: number, live: number, now: ClockPair): boolean {
  const [then, today] = [recorded - now.recordedMs, live - now.liveMs];
  if (Math.abs(then - today) <= TOLERANCE_MS) return true;
  return then < 0 && today <= TOLERANCE_MS;
}

function isNear(ms: number, nowMs: number): boolean {
  return Math.abs(ms - nowMs) < YEARS_MS;
}

function finite(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}

/** A time without a zone is UTC (D-150). */
function zoned(text: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
}
