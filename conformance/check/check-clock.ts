/** The time of a check: the target's clock, and waiting on it or in real time. */
import type { Deployment } from "../../scenarios/deployment/connect.ts";

const HOURS_MS = 3 * 3_600_000;
/** Longer than anything that a check waits for beside time itself. */
const LONG_MS = 10_000;

export class CheckClock {
  readonly #deployment: Pick<Deployment, "client" | "clock" | "control" | "profile">;
  readonly #title: string;
  readonly #beforeLong: () => void;
  #readAt = performance.now();

  /** `title` says to who watches whose clock it is; `beforeLong` is told of each wait of many seconds. */
  constructor(
    deployment: Pick<Deployment, "client" | "clock" | "control" | "profile">,
    title: string,
    beforeLong = () => {},
  ) {
    this.#deployment = deployment;
    this.#title = title;
    this.#beforeLong = beforeLong;
  }

  /**
   * Waits in real time; `why` completes "waits 41 s". Units: ms. Errors: Inconclusive once the run has
   * ended.
   */
  sleep(ms: number, why = `for: ${this.#title}`): Promise<void> {
    if (ms >= LONG_MS) this.#beforeLong();
    return this.#deployment.clock.sleep(ms, why);
  }

  /** Whether control moves the target's clock: then its time is known exactly. */
  get moves(): boolean {
    return this.#deployment.control?.can("clock") ?? false;
  }

  /** Lets the target's clock move on: by control where allowed, else by waiting. Units: ms. */
  async pass(ms: number, why?: string): Promise<void> {
    const { control } = this.#deployment;
    if (control?.can("clock")) await control.advance(ms);
    else await this.sleep(ms, why);
  }

  /** Lets more time pass than a cache or a table of the latest keeps, where control moves the clock. */
  passHours(): Promise<void> {
    return this.pass(HOURS_MS);
  }

  /**
   * Target time in epoch milliseconds (H-07). Control says the time of a clock it moves: the Date
   * header may be the machine's. Else what that header says, to within half a second; ours, where
   * no answer has one.
   */
  async serverNow(): Promise<number> {
    this.#readAt = performance.now();
    const { client, profile } = this.#deployment;
    const told = await this.told();
    if (told !== null) return told;
    const answer = await client.send({ method: "GET", path: `${profile.prefix}/health` });
    const date = Date.parse(answer.response?.headers["date"] ?? "");
    return Number.isNaN(date) ? Date.now() : date + 500;
  }

  /** The time of a clock that control moves, epoch milliseconds; null where it moves none. */
  async told(): Promise<number | null> {
    const { control } = this.#deployment;
    return control?.can("clock") ? control.advance(0) : null;
  }

  /** Since the target's clock was last read. Units: ms. */
  get ageMs(): number {
    return performance.now() - this.#readAt;
  }
}
