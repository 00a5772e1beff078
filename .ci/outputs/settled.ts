/** Texts without what differs between two equal runs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What differs, and what stands for it. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/("(?:started_at|generated_at|recorded_at)": ?)"[^"]*"/g, '$1"TIME"'],
  [/("(?:duration_ms|tookMs)": ?)[\d.]+/g, "$10"],
  [/("version": ?)"[^"]*"/g, '$1"VERSION"'],
  [/ time="[\d.]+"/g, ' time="0"'],
  [/ timestamp="[^"]*"/g, ' timestamp="TIME"'],
  [/\b127\.0\.0\.1:\d+/g, "ADDRESS"],
  [/\b\d+(?:\.\d+)? (?:m?s|min)\b/g, "N s"],
  [/[\d,]+ events\/s|[\d.]+ times as fast/g, "N"],
  [/^(?:(?:opening|\d+\/\d+ \w+), )?N s.*\n/gm, ""], // told every few seconds
];

/** What differs when a variant answers by itself, in real time and with ids of its own. */
const CHANGING_IN_SESSIONS: readonly (readonly [RegExp, string])[] = [
  [/("(?:at|took)":)[\d.]+/g, "$10"],
  [/("end":\d+,"sha256":)"[^"]*"/g, '$1"DIGEST"'],
  [/("prefix":)"[\w-]{6}"/g, '$1"KEY"'],
  [/("(?:date|x-request-id|request_id|sec-websocket-accept)":)"[^"]*"/g, '$1"ONE"'],
];

/** How often a wrong venue is polled until a demand is given up depends on the machine. */
const POLLED: readonly (readonly [RegExp, string])[] = [
  [/("(?:reads|writes)": )\d+/g, "$10"],
  [/\d+ reads, \d+ writes?/g, "N reads"],
];

/** The text with times, addresses, versions, and names of the folder put in their place. */
export function settled(text: string, folder?: string): string {
  const own = folder === undefined ? text : text.replaceAll(folder, "FOLDER");
  return replaced(own, CHANGING);
}

/** Drawn one after another, and so moved by every poll before; told apart by where they first stand. */
const DRAWN: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "id"],
  [/\bt(?!ransfer)[0-9a-z]{7}-\w+/g, "run"],
  [/\bsecret\.\d+|\bSECRET_\d+/g, "secret"],
];

/** The same for what was said to a wrong venue. */
export function settledVariant(text: string, folder: string): string {
  const left = replaced(settled(text, folder), [...CHANGING_IN_SESSIONS, ...POLLED]);
  return DRAWN.reduce((so, [what, name]) => numbered(so, what, name), left);
}

function numbered(text: string, what: RegExp, name: string): string {
  const seen: string[] = [];
  return text.replace(what, (one) => {
    if (!seen.includes(one)) seen.push(one);
    return `${name}-${seen.indexOf(one) + 1}`;
  });
}

/** The lines in an order of their own: worlds that end in another order count in another order. */
export function sorted(text: string, folder: string): string {
  const lines = settled(text, folder).split("\n");
  return lines
    .map((line) => line.replace(/,$/, ""))
    .sort()
    .join("\n");
}

function replaced(text: string, by: readonly (readonly [RegExp, string])[]): string {
  return by.reduce((left, [what, instead]) => left.replace(what, instead), text);
}

/** The files of a report; the slashes of names become dots. */
export function reportFiles(dir: string): [name: string, text: string][] {
  const failures = join(dir, "failures");
  const sessions = existsSync(failures) ? readdirSync(failures).sort() : [];
  const files = ["report.json", "junit.xml", ...sessions.map((name) => join("failures", name))];
  return files.map((file) => [file.replaceAll("/", "."), readFileSync(join(dir, file), "utf8")]);
}
