/** API keys as the venue holds them: only HMAC digests, so a leaked state opens nothing. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** Every key starts so. Spec: Authentication 2. */
export const KEY_PREFIX = "rk_live_";

/** Computes and compares digests under one venue's pepper. */
export class Keyring {
  readonly #pepper: KeyObject;

  constructor(pepper: Buffer) {
    this.#pepper = createSecretKey(pepper);
  }

  /** The digest the venue keeps of a key. Shape: hex. */
  digest(key: string): string {
    return createHmac("sha256", this.#pepper).update(key).digest("hex");
  }
}

/** Compares two secrets of equal length in time that does not tell where they differ. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
