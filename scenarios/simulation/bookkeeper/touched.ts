/** What a command may have changed, and is read once the command is booked. */
import type { ShadowAgent, ShadowMarket, ShadowPosition } from "./shadow.ts";

interface Touchable {
  isTouched: boolean;
}

/** Each once, in the order in which it was first touched. */
export class Touched {
  readonly positions: ShadowPosition[] = [];
  readonly agents: ShadowAgent[] = [];
  readonly markets: ShadowMarket[] = [];

  /** A position, its agent and its market. */
  add(position: ShadowPosition): void {
    touch(this.positions, position);
    touch(this.agents, position.agent);
    touch(this.markets, position.market);
  }

  clear(): void {
    untouch(this.positions);
    untouch(this.agents);
    untouch(this.markets);
  }
}

function touch<T extends Touchable>(touched: T[], one: T): void {
  if (one.isTouched) return;
  one.isTouched = true;
  touched.push(one);
}

function untouch(touched: Touchable[]): void {
  for (let one = touched.pop(); one !== undefined; one = touched.pop()) one.isTouched = false;
}
