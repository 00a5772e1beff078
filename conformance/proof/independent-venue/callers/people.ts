/** Accounts, and the agents they own. */
import type { Draw } from "../draw.ts";
import { type Agent, openAgent } from "../trading/account.ts";

/**
 * Who owns agents. Shape: `publicId` is what the leaderboard shows; `email` and `password` are null
 * where nobody signs in that way; `startCents` is all the cash its agents were given.
 */
export interface Account {
  owner: string;
  publicId: string;
  email: string | null;
  password: string | null;
  agents: Agent[];
  startCents: number;
}

/** Everybody the venue knows. */
export class People {
  readonly accounts: Account[] = [];
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** The account of that owner, opened when there is none. */
  accountOf(owner: string): Account {
    return this.accounts.find((account) => account.owner === owner) ?? this.#open(owner);
  }

  /** The account signed up under an e-mail, in any letter case. */
  byEmail(email: string): Account | undefined {
    return this.accounts.find((account) => account.email === email.toLowerCase());
  }

  /** A new agent of an owner. */
  openAgent(owner: string, name: string, cashCents: number): Agent {
    const account = this.accountOf(owner);
    const agent = openAgent({ id: this.#draw.uuid(), name, owner, cashCents });
    account.agents.push(agent);
    account.startCents += cashCents;
    return agent;
  }

  /** The agent under an id in any letter case. */
  agent(id: string): Agent | undefined {
    const wanted = id.toLowerCase();
    return this.accounts.flatMap(({ agents }) => agents).find((agent) => agent.id === wanted);
  }

  #open(owner: string): Account {
    const publicId = `p-${this.#draw.hex(10)}`;
    const account = { owner, publicId, email: null, password: null, agents: [], startCents: 0 };
    this.accounts.push(account);
    return account;
  }
}
