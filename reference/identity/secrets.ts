/** Secrets as the venue keeps them: never themselves, only what proves them. */
import { createHash, timingSafeEqual } from "node:crypto";
import { type HashJob, hashApart } from "./hashing-threads.ts";

/** What is kept of a secret drawn at random; such a one needs no salt. Shape: hex. */
export const digestOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");

/** Whether a secret is the one a digest was made of, in time that tells nothing of it. */
export const proves = (secret: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(digest));

/** What one hash takes, as scrypt takes it (RFC 7914). */
export type HashCost = HashJob["cost"];

/** 32 MiB and about a tenth of a second per guess. */
export const DEAR: HashCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
/** In virtual time, where nobody has a password of his own: some milliseconds. */
export const CHEAP: HashCost = { ...DEAR, N: 2 ** 10 };
const HASH_BYTES = 32;

/** What is kept of a password. */
export interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
}

/** Nobody's password: what a guess at an unknown e-mail is compared with, to take as long. */
export const NO_PASSWORD: PasswordHash = {
  salt: Buffer.alloc(16),
  hash: Buffer.alloc(HASH_BYTES),
};

/** Hashes a new password. */
export async function hashPassword(
  password: string,
  salt: Buffer,
  cost: HashCost,
): Promise<PasswordHash> {
  return { salt, hash: await derive(password, salt, cost) };
}

/** Whether a password is the one that was hashed, at the same cost. */
export async function isPassword(password: string, { salt, hash }: PasswordHash, cost: HashCost) {
  return timingSafeEqual(await derive(password, salt, cost), hash);
}

/** NFKC, so that a password typed on another keyboard layout is the same one. */
function derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  return hashApart({ password: password.normalize("NFKC"), salt, bytes: HASH_BYTES, cost });
}
