/** Everything the venue knows about who may sign in; members and sessions outlive the process. */
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Journal } from "../store/journal.ts";
import { Flows } from "./flows.ts";
import { LoginGuard } from "./login-guard.ts";
import { Members } from "./members.ts";
import type { RelyingParty } from "./relying-party.ts";
import { Sessions } from "./sessions.ts";
import { Tickets } from "./tickets.ts";

/** The one way to credentials, sessions, tickets and sign-ins. Accounts and keys are the core's. */
export interface Identity {
  members: Members;
  sessions: Sessions;
  tickets: Tickets;
  logins: LoginGuard;
  flows: Flows;
  /** The identity provider as this venue meets it. */
  provider: RelyingParty;
}

/** Who has signed up and in is known from the journal. */
export function createIdentity(
  source: { clock: Clock; entropy: Entropy; journal: Journal },
  provider: RelyingParty,
): Identity {
  return {
    members: new Members(source),
    sessions: new Sessions(source),
    tickets: new Tickets(source),
    logins: new LoginGuard(source.clock),
    flows: new Flows(source),
    provider,
  };
}
