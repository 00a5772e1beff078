/** Reads what a venue says when it sets a cookie. */

import type { Cookie } from "../profile/credentials.ts";
import type { Exchange } from "./exchange.ts";

/** A cookie being set. Shape: attribute names in lower case; a bare attribute is "". */
export interface CookieSet extends Cookie {
  attributes: ReadonlyMap<string, string>;
}

/** The cookies an answer sets, in its order. */
export function cookiesSet({ response }: Exchange): CookieSet[] {
  return (response?.setCookies ?? []).map((line) => {
    const [pair = "", ...attributes] = line.split(";");
    const [name, value] = halves(pair);
    return { name, value, attributes: new Map(attributes.map((one) => lower(halves(one)))) };
  });
}

/** A `Cookie` header of these. */
export function cookieHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function halves(pair: string): [string, string] {
  const cut = pair.indexOf("=");
  return cut < 0 ? [pair.trim(), ""] : [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()];
}

function lower([name, value]: [string, string]): [string, string] {
  return [name.toLowerCase(), value];
}
