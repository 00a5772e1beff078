/** API keys as the venue holds them: only HMAC digests, so a leaked state opens nothing. */
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from "node:crypto";
import type { KeyHolder } from "../core/outcomes.ts";

/** Every key starts so. Spec: Authentication 2. */
export const KEY_PREFIX = "rk_live_";

/** Digests beyond this many are computed again. */
const REMEMBERED_MAX = 10_000;

/** Computes and compares digests under one venue's pepper. */
export class Keyring {
  readonly #pepper: KeyObject;
  /** Digests of good keys by plain hash, since a keyed digest costs several times a plain one. */
  readonly #remembered = new Map<string, string>();

  constructor(pepper: Buffer) {
    this.#pepper = createSecretKey(pepper);
  }

  /** The digest the venue keeps of a key. Shape: hex. */
  digest(key: string): string {
    return createHmac("sha256", this.#pepper).update(key).digest("hex");
  }

  /** Who holds a presented key, by what `lookUp` finds under its digest; null for a bad key. */
  holder(key: string, lookUp: (digest: string) => KeyHolder | null): KeyHolder | null {
    const plain = hash("sha256", key);
    const remembered = this.#remembered.get(plain);
    const digest = remembered ?? this.digest(key);
    const holder = lookUp(digest);
    if (holder === null || !sameSecret(holder.digest, digest)) return null;
    if (remembered === undefined && this.#remembered.size < REMEMBERED_MAX) {
      this.#remembered.set(plain, digest);
    }
    return holder;
  }
}

/** Compares in time that does not tell where two digests differ. */
function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
