/** Secrets as the venue keeps them: never themselves, only what proves them. */
import { createHash, timingSafeEqual } from "node:crypto";

/** What is kept of a secret drawn at random; such a one needs no salt. Shape: hex. */
export const digestOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");

/** Whether a secret is the one a digest was made of, in time that tells nothing of it. */
export const proves = (secret: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(digest));
