/** What an operator's calls switch for everybody on a venue, so that it can be switched back. */
import type { Control, ControlCall } from "./control.ts";
import { switchedBy } from "./undo/change.ts";

/** The switches that one run has thrown. */
export class ThrownSwitches {
  /** Undoing calls by path. @bound {SWITCHES_MAX} switches of a run: a further one is refused; scenarios/deployment/switches.test.ts */
  readonly #thrown = new Map<string, ControlCall>();

  /** Remembers what a call switches, before it is made. Returns false for one too many. */
  note(call: ControlCall): boolean {
    const switched = switchedBy(call);
    if (switched === null) return true;
    const { change, isBack } = switched;
    if (isBack) this.#thrown.delete(change.path);
    else if (this.#thrown.size >= SWITCHES_MAX) return false;
    else this.#thrown.set(change.path, { method: "PUT", path: change.path, body: change.body });
    return true;
  }

  /** Puts back whatever is still thrown. Never throws: an endpoint that is gone undoes nothing. */
  async undo(control: Pick<Control, "send"> | null): Promise<void> {
    for (const call of this.#thrown.values()) await control?.send(call).catch(() => {});
    this.#thrown.clear();
  }
}

/** Kill switch, feed and gates; no venue has so many gates. */
const SWITCHES_MAX = 100;
