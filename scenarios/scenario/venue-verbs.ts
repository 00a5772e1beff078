/** What the venue's operator does in a story, on the control protocol. */
import type { Action, VenueVerb } from "./format.ts";
import type { ScenarioRun } from "./scenario-run.ts";

/** What each verb does. Errors: Unplayable where the target offers no such control. */
export const VENUE_VERBS: Readonly<
  Record<VenueVerb, (telling: ScenarioRun, action: Action) => Promise<void>>
> = {
  expire: (telling, { expire = "" }) => market(telling, expire, { status: "EXPIRED" }),
  void: (telling, action) => market(telling, action.void ?? "", { status: "VOID" }),
  resolve: (telling, { resolve }) =>
    market(telling, resolve?.market ?? "", { status: "RESOLVED", outcome: resolve?.outcome }),
  mark: (telling, { mark }) => market(telling, mark?.market ?? "", { mark_price: mark?.price }),
  freeze: (telling, { freeze }) => telling.operate("PUT", "/freeze", { frozen: freeze }),
  feed: (telling, { feed }) => telling.operate("PUT", "/upstream", { reachable: feed === "back" }),
  gate: (telling, { gate }) =>
    telling.operate("PUT", `/gates/${gate?.name}`, { closed: gate?.closed }),
  pass: (telling, { pass }) => telling.pass(pass?.seconds ?? 0),
};

function market(
  telling: ScenarioRun,
  name: string,
  change: Record<string, unknown>,
): Promise<void> {
  return telling.operate("PATCH", `/markets/${telling.idOf(name)}`, change);
}
