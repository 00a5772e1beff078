/** API keys: kept as digests, each opening one agent until it is revoked. */
import { createHmac } from "node:crypto";
import type { Draw } from "../draw.ts";
import type { Agent } from "../trading/account.ts";

/** What a key may be allowed. */
export const SCOPES = ["read", "trade"] as const;

/** One of them. */
export type Scope = (typeof SCOPES)[number];

/** A key without its plaintext. */
export interface Key {
  id: string;
  name: string;
  agent: Agent;
  scopes: readonly Scope[];
}

/** A key as it is handed out, once. */
export interface MintedKey {
  key: Key;
  plaintext: string;
}

/** All keys that still open something. */
export class Keyring {
  readonly #byDigest = new Map<string, Key>();
  readonly #draw: Draw;
  readonly #pepper: string;

  constructor(draw: Draw) {
    this.#draw = draw;
    this.#pepper = draw.hex(32);
  }

  /** A new key of the agent. */
  mint(agent: Agent, scopes: readonly Scope[] = SCOPES, name = "first"): MintedKey {
    const plaintext = `rk_live_${this.#draw.hex(40)}`;
    const key = { id: this.#draw.uuid(), name, agent, scopes };
    this.#byDigest.set(this.#digest(plaintext), key);
    return { key, plaintext };
  }

  /** The key behind a plaintext, unless it was revoked or never was. */
  find(plaintext: string): Key | undefined {
    return this.#byDigest.get(this.#digest(plaintext));
  }

  /** Ends an agent's key at once; false when the agent has no such key. */
  revoke(agent: Agent, keyId: string): boolean {
    const held = [...this.#byDigest].find(([, key]) => key.agent === agent && key.id === keyId);
    return held !== undefined && this.#byDigest.delete(held[0]);
  }

  #digest(plaintext: string): string {
    return createHmac("sha256", this.#pepper).update(plaintext).digest("hex");
  }
}
