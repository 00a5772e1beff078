/** Everything the venue knows about who may sign in; members and sessions outlive the process. */
import { type Clock, VirtualClock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Journal } from "../store/journal.ts";
import { Flows } from "./flows.ts";
import { HASHES_AT_ONCE } from "./hashing-threads.ts";
import { LoginGuard } from "./login-guard.ts";
import { Members } from "./members.ts";
import type { RelyingParty } from "./relying-party.ts";
import { CHEAP, DEAR, type HashCost } from "./secrets.ts";
import { Sessions } from "./sessions.ts";
import { Tickets } from "./tickets.ts";
import { WorkTurns } from "./turns.ts";

/** @bound {HASHES_WAITING} wait: the next sign-up or login is answered 429; reference/identity/turns.test.ts */
const HASHES_WAITING = 64;
/** Of one address. @bound {HASHES_WAITING_OF_ADDRESS} wait: the next of that address is answered 429; reference/identity/hashing.test.ts */
const HASHES_WAITING_OF_ADDRESS = 16;

/** The one way to credentials, sessions, tickets and sign-ins. Accounts and keys are the core's. */
export interface Identity {
  members: Members;
  sessions: Sessions;
  tickets: Tickets;
  logins: LoginGuard;
  /** Whose password is hashed next. */
  hashing: WorkTurns;
  /** What hashing one takes. Shape: of a venue always the same, as its clock is always of one kind. */
  hashCost: HashCost;
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
    hashing: new WorkTurns({
      atOnce: HASHES_AT_ONCE,
      waiting: HASHES_WAITING,
      waitingOfAddress: HASHES_WAITING_OF_ADDRESS,
    }),
    hashCost: source.clock instanceof VirtualClock ? CHEAP : DEAR,
    flows: new Flows(source),
    provider,
  };
}
