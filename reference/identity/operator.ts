/** The operator's token, which may be short: so few guesses are looked at. */
import { type Clock, systemClock } from "../injected/clock.ts";
import { tooMany } from "../wire/refused.ts";
import { LoginGuard } from "./login-guard.ts";
import { digestOf, proves } from "./secrets.ts";

/** Longest wait after wrong tokens. Units: ms. @bound {WAIT_MS_MAX} ms: the next token of that address is looked at; reference/identity/operator.test.ts */
const WAIT_MS_MAX = 60_000;

/** Who holds the control token of a venue. */
export class Operator {
  readonly #digest: string;
  readonly #guesses: LoginGuard;

  /** Waits are in real time: the venue's own may stand still until an operator moves it. */
  constructor(token: string, clock: Clock = systemClock) {
    this.#digest = digestOf(token);
    this.#guesses = new LoginGuard(clock, WAIT_MS_MAX);
  }

  /** Whether a secret is the token. */
  holds(secret: string): boolean {
    return proves(secret, this.#digest);
  }

  /**
   * Whether an address names the token: after five wrong ones it must wait, each time twice as long.
   * Errors: RATE_LIMITED.
   */
  admits(secret: string, address: string): boolean {
    const resetSeconds = this.#guesses.enter("", address);
    if (resetSeconds > 0) throw tooMany("too many wrong tokens", { resetSeconds });
    const isRight = this.holds(secret);
    if (isRight) this.#guesses.succeed("", address);
    return isRight;
  }
}
