/** Plays a session on a target again, and judges every answer by the recorded one. */
import { Unsendable } from "../deployment/wire/transport.ts";
import { bodyValue } from "../session/body-value.ts";
import type { SessionExchange, SessionLine, SessionReceive } from "../session/format.ts";
import type { SessionReading } from "../session/reader.ts";
import { SessionError } from "../session/session-error.ts";
import { idsIn } from "./compare.ts";
import { Consequences, type EarlierLine, subjectsOf } from "./consequences.ts";
import { operate } from "./control-lines.ts";
import { Cut, type CutFlags } from "./cut.ts";
import type { ReplayDeployment } from "./deployment.ts";
import { Exchanges } from "./exchanges.ts";
import { Frames } from "./frames.ts";
import { inconclusive, type ReplayJudgement } from "./judgement.ts";
import { AS_RECORDED, type Course, inOrderOfAnswers, type PlacedLine } from "./line-order.ts";
import type { Matchers } from "./matchers.ts";
import { ReplayRun } from "./replay-run.ts";
import { ReplayTally } from "./tally.ts";

/** How a session is played. */
export interface ReplayOptions {
  /** Equal to the byte, or different. */
  strict: boolean;
  /** Times the recorded pace; `max` waits for nothing but answers. */
  speed: number | "max";
  matchers: Matchers;
  course?: Course;
  /** What of it is looked at; default all. */
  cut?: CutFlags;
  progress?(played: number): void;
}

/**
 * Plays every line. Errors: Unplayable where the target lacks what the session needs, Inconclusive
 * where the run ends before.
 */
export async function replay(
  reading: SessionReading,
  deployment: ReplayDeployment,
  options: ReplayOptions,
): Promise<ReplayTally> {
  const { file, header } = reading;
  const cut = new Cut(options.cut ?? {}, { file, header }, (id) => run.knows(id));
  const run: Replay = new Replay(new ReplayRun(cut.header(header), deployment), options);
  await run.open();
  try {
    const { moves, left } = options.course ?? AS_RECORDED;
    for await (const placed of inOrderOfAnswers(cut.upToEnd(reading.lines), moves)) {
      if (deployment.clock.ended !== null) throw deployment.clock.ending.reason;
      const part = left.has(placed.line.n) ? "left" : cut.part(placed.line);
      if (part !== "left") await run.line(placed, part === "quiet").catch(inLine(file, placed));
    }
    return run.tally;
  } finally {
    if (cut.isEarly) reading.ending = "left";
    await run.close();
    reading.warnings.push(...run.notes);
    if (cut.left > 0) reading.warnings.push(`${file}: ${cut.left} lines were left out, as asked`);
  }
}

/** Names the line that nobody can send. */
function inLine(file: string, { line }: PlacedLine): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Unsendable)) throw error;
    throw new SessionError(`${file}:${line.n + 1}: ${error.message}`);
  };
}

class Replay {
  readonly tally: ReplayTally;
  readonly #run: ReplayRun;
  readonly #options: ReplayOptions;
  readonly #consequences: Consequences;
  readonly #exchanges: Exchanges;
  readonly #frames: Frames;
  #blind: string | null = null;
  /** Whether the line that is played is told only where it goes another way. */
  #isQuiet = false;
  #played = 0;

  constructor(run: ReplayRun, options: ReplayOptions) {
    this.#run = run;
    this.#options = options;
    this.tally = new ReplayTally(run.deployment.redactor);
    this.#consequences = new Consequences(run.bindings);
    this.#exchanges = new Exchanges(run, options, this.#consequences);
    this.#frames = new Frames(run.deployment);
  }

  open(): Promise<void> {
    return this.#run.open();
  }

  /** Ends the streams, and switches back what the operator's lines have switched. */
  async close(): Promise<void> {
    await this.#frames.end();
    const { control, fresh } = this.#run.deployment;
    if (!fresh) await this.#run.switches.undo(control);
  }

  /** What a reader of the verdict should know of how it came about. */
  get notes(): string[] {
    return this.#run.notes;
  }

  /** Whether the run has a counterpart for a recorded id. */
  knows(id: string): boolean {
    return this.#run.bindings.liveOf(id) !== undefined;
  }

  async line({ line, overlaps }: PlacedLine, isQuiet: boolean): Promise<void> {
    this.#isQuiet = isQuiet;
    this.#played += 1;
    this.#options.progress?.(this.#played);
    await this.#run.clocks.reach(line, this.#options.speed);
    if ("request" in line) await this.#exchange(line, overlaps);
    else if ("control" in line) await this.#control(line);
    else if ("open" in line) {
      this.#count(line, await this.#frames.open(line, this.#run.words()));
    } else if ("send" in line) this.#frames.say(line, this.#run.words());
    else if ("close" in line) this.#count(line, await this.#frames.close(line));
    else await this.#receive(line);
  }

  async #exchange(line: SessionExchange, overlaps: readonly number[]): Promise<void> {
    const judged = await this.#exchanges.judged(line);
    const { judgement, comparison } = judged;
    if (!judgement.isTurn && judgement.verdict !== "different") {
      this.#run.take(line.n, judged);
      this.#add({ line, overlaps }, judgement, null);
      return;
    }
    const subjects = subjectsOf(line);
    const cause = judgement.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    this.#run.take(line.n, judged);
    if (judgement.isTurn) this.#consequences.spread(subjects, cause?.n ?? line.n);
    this.#add({ line, overlaps }, judgement, cause);
    if (comparison === null && judgement.isTurn) this.#run.lose(line.response, line.n);
  }

  async #control(line: Extract<SessionLine, { control: unknown }>): Promise<void> {
    const operated = await operate(line, this.#run);
    if ("blind" in operated) this.#blind ??= operated.blind;
    else if (this.#options.strict && operated.judgement) this.#count(line, operated.judgement);
  }

  async #receive(line: SessionReceive): Promise<void> {
    const { strict, matchers } = this.#options;
    const judged = await this.#frames.hear(line, {
      ...{ strict, words: this.#run.words(), now: this.#run.clocks.moment(line) },
      ignores: (at) => matchers.ignores("STREAM", at),
    });
    if (judged === null) return;
    this.#run.take(line.n, judged);
    this.#count(line, judged.judgement, idsIn(bodyValue(line.receive)));
  }

  #count(line: SessionLine, judgement: ReplayJudgement, subjects: readonly string[] = []): void {
    const cause = judgement.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    this.#add({ line, overlaps: [] }, judgement, cause);
  }

  #add(placed: PlacedLine, judgement: ReplayJudgement, cause: EarlierLine | null): void {
    const isTold = ["different", "ambiguous"].includes(judgement.verdict);
    if (this.#isQuiet && !isTold) return;
    if (cause !== null) this.tally.follows(placed, judgement, cause);
    else this.tally.add(placed, this.#seen(judgement));
  }

  /** Where the target could not follow an operator's hand, nothing after is a difference. */
  #seen(judgement: ReplayJudgement): ReplayJudgement {
    if (this.#blind === null || judgement.verdict !== "different") return judgement;
    return inconclusive(`${this.#blind}: ${judgement.why}`);
  }
}
