/** Where a rule's check is written, found by reading the check files of its area. */
import { readdirSync, readFileSync } from "node:fs";
import { areaOf } from "./areas.ts";

const FOLDER = new URL("../areas/", import.meta.url);

const read = new Map<string, readonly CheckFile[]>();

interface CheckFile {
  path: string;
  lines: readonly string[];
}

/**
 * The first line that names the rule in a check file of its area.
 * Shape: `conformance/areas/idempotency/checks.ts:18`, relative to the package; null for a rule of
 * an owner's own, whose checks are not in the package.
 */
export function checkSource(ruleId: string): string | null {
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
  const names = readdirSync(new URL(`${folder}/`, FOLDER))
    .filter((name) => /^checks(-[a-z-]+)?\.ts$/.test(name))
    .sort();
  const files = names.map((name) => ({
    path: `conformance/areas/${folder}/${name}`,
    lines: readFileSync(new URL(`${folder}/${name}`, FOLDER), "utf8").split("\n"),
  }));
  read.set(folder, files);
  return files;
}
