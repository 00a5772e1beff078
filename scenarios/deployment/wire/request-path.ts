/** A path as it may stand in the first line of a request, whatever ids a target or a file put in it. */
import { Unsendable } from "./transport.ts";

/** What no request line carries as it is: spaces, line breaks, quotes, and all beyond ASCII. */
const UNFIT = /[^\x21-\x7e]|["#<>`]/gu;

/**
 * The path with what may not stand in it percent-encoded; what is encoded already stays.
 * Errors: Unsendable for one that does not begin with `/`: it would name another host.
 */
export function requestPath(path: string): string {
  if (path === "" || path.startsWith("/")) return path.replace(UNFIT, (char) => encoded(char));
  throw new Unsendable("a path begins with /");
}

function encoded(char: string): string {
  const bytes = [...Buffer.from(char)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `%${bytes.join("%")}`.toUpperCase();
}
