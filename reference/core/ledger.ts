/** Double-entry cash: every movement has two ends, so the sum over the venue is always zero. */
import { assert } from "./money.ts";

/** One account of the ledger. Units: cents. Shape: only the faucet, the house and a perp's clearing
 * account may be below zero. */
export class LedgerAccount {
  readonly name: string;
  cents = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** All accounts of the venue. */
export class Ledger {
  /** @bound as many as agents and markets: trades add none; reference/core/leftovers.test.ts */
  readonly accounts: LedgerAccount[] = [];
  /** Where testnet cash comes from. */
  readonly faucet: LedgerAccount = this.open("faucet");
  /** Takes what rounding leaves, stands behind losses no agent can pay and refunds of VOID. */
  readonly house: LedgerAccount = this.open("house");

  /** Adds an empty account. */
  open(name: string): LedgerAccount {
    const account = new LedgerAccount(name);
    this.accounts.push(account);
    return account;
  }
}

/** Moves cash. Errors: throws on a negative amount or a balance past exact integers. */
export function transfer(from: LedgerAccount, to: LedgerAccount, cents: number): void {
  from.cents -= cents;
  to.cents += cents;
  assert(cents >= 0, "a transfer is not negative");
  assert(Number.isSafeInteger(from.cents), "the payer's balance is an exact integer");
  assert(Number.isSafeInteger(to.cents), "the payee's balance is an exact integer");
}
