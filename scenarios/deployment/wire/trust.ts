/** Certificate authorities that this process trusts beside those of Node: of targets that sign their own. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { rootCertificates } from "node:tls";
import { UsageError } from "../usage-error.ts";

/** By file. @bound one of the flag and one of each profile that a run reads: nothing of a target is added; scenarios/deployment/wire/trust.test.ts */
const trusted = new Map<string, string>();

/**
 * Trusts the authorities of a PEM file from here on; `place` says where the file is named.
 * Errors: UsageError where it cannot be read, or holds no certificate.
 */
export function trust(file: string, place: string): void {
  const path = resolve(file);
  try {
    const pem = readFileSync(path, "utf8");
    new X509Certificate(pem);
    trusted.set(path, pem);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "no such file" : message;
    throw new UsageError(`${place}: ${file} is no certificate in PEM: ${why}`);
  }
}

/** What a connection by TLS is told of it; nothing where none was added. */
export function trustOptions(): { ca?: string[] } {
  return trusted.size === 0 ? {} : { ca: [...rootCertificates, ...trusted.values()] };
}

/** Where the last of them stands, for a program that reads such a file itself; null for none. */
export function trustedFile(): string | null {
  return [...trusted.keys()].at(-1) ?? null;
}
