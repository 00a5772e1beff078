/** Where a rule's check is written, found by reading the check files of its area. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { areaOf } from "./areas.ts";

const FOLDER = new URL("../areas/", import.meta.url);
/** What was found when the package was made, which has no sources to look into. */
const FOUND = new URL("check-sources.json", new URL(".", import.meta.url));

const read = new Map<string, readonly CheckFile[]>();
let found: Record<string, string | null> | null | undefined;

interface CheckFile {
  path: string;
  lines: readonly string[];
}

/**
 * The first line that names the rule in a check file of its area.
 * Shape: `conformance/areas/idempotency/checks.ts:18`, relative to the repository; null for a rule
 * of an owner's own, whose checks are not in it.
 */
export function checkSource(ruleId: string): string | null {
  if (found === undefined) {
    found = existsSync(FOUND) ? JSON.parse(readFileSync(FOUND, "utf8")) : null;
  }
  return found ? (found[ruleId] ?? null) : lookUp(ruleId);
}

function lookUp(ruleId: string): string | null {
  const area = areaOf(ruleId);
  const files = area === null ? [] : checkFiles(area.folder);
  for (const { path, lines } of files) {
    const at = lines.findIndex((line) => line.includes(`"${ruleId}"`));
    if (at >= 0) return `${path}:${at + 1}`;
  }
  return null;
}

function checkFiles(folder: string): readonly CheckFile[] {
  const known = read.get(folder);
  if (known !== undefined) return known;
  const place = new URL(`${folder}/`, FOLDER);
  const files = readdirSync(place)
    .filter((name) => /^checks(-[a-z-]+)?\.ts$/.test(name))
    .sort()
    .map((name) => ({
      path: `conformance/areas/${folder}/${name}`,
      lines: readFileSync(new URL(name, place), "utf8").split("\n"),
    }));
  read.set(folder, files);
  return files;
}
