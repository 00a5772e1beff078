/** API keys as the venue holds them: only HMAC digests, so a leaked state opens nothing. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { KeyHolder } from "../core/outcomes.ts";

/** Every key starts so. Spec: Authentication 2. */
export const KEY_PREFIX = "rk_live_";

/** The few characters of a key that may be shown later, by which people tell keys apart. */
export const publicPart = (key: string): string => key.slice(KEY_PREFIX.length).slice(0, 6);

/** The key a connection sent last, for as long as the connection lives. */
interface Presented {
  key: Buffer;
  digest: string;
}

/** Computes and compares digests under one venue's pepper. */
export class Keyring {
  readonly #pepper: KeyObject;
  readonly #presented = new WeakMap<object, Presented>();

  constructor(pepper: Buffer) {
    this.#pepper = createSecretKey(pepper);
  }

  /** The digest the venue keeps of a key. Shape: hex. */
  digest(key: string): string {
    return createHmac("sha256", this.#pepper).update(key).digest("hex");
  }

  /**
   * Who holds the key that a connection presents, by what `lookUp` finds under its digest; null
   * for a bad key. A bot that keeps its connection is hashed once, yet looked up every time, so
   * that a revoked key ends at once.
   */
  holder(
    connection: object,
    key: string,
    lookUp: (digest: string) => KeyHolder | null,
  ): KeyHolder | null {
    const sent = Buffer.from(key);
    const last = this.#presented.get(connection);
    if (last !== undefined && same(last.key, sent)) return lookUp(last.digest);
    const digest = this.digest(key);
    const holder = lookUp(digest);
    if (holder === null || !same(Buffer.from(holder.digest), Buffer.from(digest))) return null;
    this.#presented.set(connection, { key: sent, digest });
    return holder;
  }
}

/** Compares in time that does not tell where two secrets differ. */
const same = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
