/** Ways to write a text so that it does not look like itself, and to read it all the same. */
import type { Random } from "../../simulation/random.ts";

type Encoding = (text: string, random: Random) => string;

const bytesOf = (text: string) => [...Buffer.from(text)];
const hexOf = (number: number, digits = 2) => number.toString(16).padStart(digits, "0");
const unitsOf = (text: string) => Array.from(text, (_, at) => text.charCodeAt(at));

/** Letter case first: what is encoded afterwards is not to be changed. */
export const CASES: Record<string, Encoding> = {
  as_it_is: (text) => text,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
};

/** Each can be taken off by whoever reads the file. */
export const ENCODINGS: Record<string, Encoding> = {
  percent: encodeURIComponent,
  percent_all: (text) =>
    bytesOf(text)
      .map((byte) => `%${hexOf(byte)}`)
      .join(""),
  percent_some: (text, random) =>
    bytesOf(text)
      .map((byte) =>
        byte > 126 || byte < 33 || random.chance(0.3)
          ? `%${hexOf(byte).toUpperCase()}`
          : byte === 37
            ? "%25"
            : String.fromCharCode(byte),
      )
      .join(""),
  unicode: (text) =>
    unitsOf(text)
      .map((unit) => `\\u${hexOf(unit, 4)}`)
      .join(""),
  backslash_x: (text) =>
    unitsOf(text)
      .map((unit) => (unit < 256 ? `\\x${hexOf(unit)}` : `\\u${hexOf(unit, 4)}`))
      .join(""),
  json: (text) => JSON.stringify(text).slice(1, -1),
  json_twice: (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  entities: (text) => [...text].map((char) => `&#${char.codePointAt(0)};`).join(""),
  entities_hex: (text) => [...text].map((char) => `&#x${hexOf(char.codePointAt(0)!, 1)};`).join(""),
  markup: (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;"),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  base64_within: (text, random) =>
    Buffer.from(`${"said: ".slice(random.below(6))}${text} again`).toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  hex_upper: (text) => Buffer.from(text).toString("hex").toUpperCase(),
};

/** What a reader finds who takes everything off that can be taken off, twice. */
export function readings(text: string): string[] {
  const offs = [percentOff, backslashesOff, entitiesOff];
  const once = [text, ...offs.map((off) => off(text)).filter((one) => one !== text)];
  const twice = once.flatMap((one) => offs.map((off) => off(one)));
  const runs = [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) => [
    ...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), "base64").toString()),
    ...[0, 1].map((start) => Buffer.from(run.slice(start), "hex").toString()),
  ]);
  return [...new Set([...once, ...twice]), ...runs];
}

function percentOff(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}

function backslashesOff(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi, (_, u, x, char) =>
    char === undefined ? String.fromCharCode(Number.parseInt(u ?? x, 16)) : char,
  );
}

function entitiesOff(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
