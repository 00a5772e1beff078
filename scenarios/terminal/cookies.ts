/** Cookies of a venue under another address: renamed on the way in, and named as before on the way back. */
import { createHash } from "node:crypto";
import type { RawHeaders } from "../record/passed.ts";

/**
 * What stands before the venue's names. A browser keeps one jar for all ports of a machine: without it
 * a venue would be sent the cookies of whatever else runs there.
 */
export const cookiePrefix = (target: string): string =>
  `t${createHash("sha256").update(target).digest("hex").slice(0, 8)}.`;

/** The venue's own cookies under their own names, and no others. */
export function cookiesBack(header: string, prefix: string): string {
  return header
    .split(/; */)
    .filter((cookie) => cookie.startsWith(prefix))
    .map((cookie) => cookie.slice(prefix.length))
    .join("; ");
}

/**
 * A Set-Cookie as this address may set it: under its prefix, for this host alone, and without what
 * wants https, which a page of this machine does not have.
 */
export function cookieHere(header: string, prefix: string, basePath: string): string {
  const [cookie = "", ...attributes] = header.split(/; */);
  const kept = attributes.flatMap((attribute) => {
    const [name = "", value = ""] = attribute.split("=");
    switch (name.trim().toLowerCase()) {
      case "domain":
      case "secure":
      case "partitioned":
        return [];
      case "samesite":
        return [value.trim().toLowerCase() === "none" ? "SameSite=Lax" : attribute];
      case "path":
        return [`Path=${pathHere(value.trim(), basePath)}`];
      default:
        return [attribute];
    }
  });
  return [`${prefix}${cookie.trim()}`, ...kept].join("; ");
}

/** A path below that of the venue, as it is called here. */
export function pathHere(path: string, basePath: string): string {
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  return (isBelow ? path.slice(basePath.length) : path) || "/";
}

/** Each value of a header, changed; a header whose value is null goes. */
export function editHeaders(
  headers: RawHeaders,
  edit: (name: string, value: string) => string | null,
): string[] {
  return headers.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const value = edit(name.toLowerCase(), headers[at + 1] ?? "");
    return value === null ? [] : [name, value];
  });
}
