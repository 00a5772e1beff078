/** Plays a session on a target again, and judges every answer by the recorded one. */
import type { SessionExchange, SessionLine, SessionReceive } from "../session/format.ts";
import type { SessionReading } from "../session/reader.ts";
import { idsIn } from "./compare.ts";
import { Consequences, said, subjectsOf } from "./consequences.ts";
import { operate } from "./control-lines.ts";
import { Exchanges } from "./exchanges.ts";
import { Frames } from "./frames.ts";
import type { Ground } from "./ground.ts";
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
  progress?(played: number): void;
}

/** Plays every line. Errors: Unplayable where the target lacks what the session needs. */
export async function replay(
  reading: SessionReading,
  ground: Ground,
  options: ReplayOptions,
): Promise<ReplayTally> {
  const run = new Replay(new ReplayRun(reading.header, ground), options);
  await run.open();
  try {
    const { moves, left } = options.course ?? AS_RECORDED;
    for await (const placed of inOrderOfAnswers(reading.lines, moves)) {
      if (!left.has(placed.line.n)) await run.line(placed);
    }
    return run.tally;
  } finally {
    await run.close();
  }
}

class Replay {
  readonly tally: ReplayTally;
  readonly #scene: ReplayRun;
  readonly #options: ReplayOptions;
  readonly #consequences: Consequences;
  readonly #exchanges: Exchanges;
  readonly #frames: Frames;
  #blind: string | null = null;
  #played = 0;

  constructor(scene: ReplayRun, options: ReplayOptions) {
    this.#scene = scene;
    this.#options = options;
    this.tally = new ReplayTally(scene.ground.redactor);
    this.#consequences = new Consequences(scene.bindings);
    this.#exchanges = new Exchanges(scene, options, this.#consequences);
    this.#frames = new Frames(scene.ground);
  }

  open(): Promise<void> {
    return this.#scene.open();
  }

  close(): Promise<void> {
    return this.#frames.end();
  }

  async line({ line, overlaps }: PlacedLine): Promise<void> {
    this.#played += 1;
    this.#options.progress?.(this.#played);
    await this.#scene.clocks.reach(line, this.#options.speed);
    if ("request" in line) await this.#exchange(line, overlaps);
    else if ("control" in line) await this.#control(line);
    else if ("open" in line) {
      this.#count(line, await this.#frames.open(line, this.#scene.words()));
    } else if ("send" in line) this.#frames.say(line, this.#scene.words());
    else if ("close" in line) this.#count(line, await this.#frames.close(line));
    else await this.#receive(line);
  }

  async #exchange(line: SessionExchange, overlaps: readonly number[]): Promise<void> {
    const judged = await this.#exchanges.judged(line);
    const { opinion, comparison } = judged;
    if (!opinion.isTurn && opinion.verdict !== "different") {
      this.#scene.take(line.n, judged);
      this.tally.add({ n: line.n, what: () => said(line), overlaps }, opinion);
      return;
    }
    const subjects = subjectsOf(line);
    const cause = opinion.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    this.#scene.take(line.n, judged);
    if (opinion.isTurn) this.#consequences.spread(subjects, cause ?? line.n);
    this.#tell({ n: line.n, what: () => said(line), overlaps }, opinion, cause);
    if (comparison === null && opinion.isTurn) this.#scene.lose(line.response?.body, line.n);
  }

  async #control(line: Extract<SessionLine, { control: unknown }>): Promise<void> {
    const operated = await operate(line, this.#scene);
    if ("blind" in operated) this.#blind ??= operated.blind;
    else if (this.#options.strict && operated.opinion) this.#count(line, operated.opinion);
  }

  async #receive(line: SessionReceive): Promise<void> {
    const { strict, matchers } = this.#options;
    const judged = await this.#frames.hear(line, {
      ...{ strict, words: this.#scene.words(), now: this.#scene.clocks.moment(line) },
      ignores: (at) => matchers.ignores("STREAM", at),
    });
    if (judged === null) return;
    this.#scene.take(line.n, judged);
    this.#count(line, judged.opinion, idsIn(line.receive.body));
  }

  #count(line: SessionLine, opinion: ReplayJudgement, subjects: readonly string[] = []): void {
    const cause = opinion.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    this.#tell({ n: line.n, what: () => said(line), overlaps: [] }, opinion, cause);
  }

  #tell(
    told: Parameters<ReplayTally["add"]>[0],
    opinion: ReplayJudgement,
    cause: number | null,
  ): void {
    if (cause !== null) this.tally.follows(told, opinion, cause);
    else this.tally.add(told, this.#seen(opinion));
  }

  /** Where the target could not follow an operator's hand, nothing after is a difference. */
  #seen(opinion: ReplayJudgement): ReplayJudgement {
    if (this.#blind === null || opinion.verdict !== "different") return opinion;
    return inconclusive(`${this.#blind}: ${opinion.why}`);
  }
}
