/** Emits the declarations of the library's three doors, and of nothing they do not reach. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, normalize } from "node:path";

const OUT = "types";
const DOORS = ["conformance/library.d.ts", "conformance/linear/index.d.ts", "reference/index.d.ts"];

rmSync(OUT, { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.types.json"], { stdio: "inherit" });

const reached = new Set<string>();
const waiting = DOORS.map((door) => join(OUT, door));
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(
    /(?:from|import\() ?"(\.[^"]+)\.ts"/g,
  )) {
    waiting.push(normalize(join(file, "..", `${path}.d.ts`)));
  }
}
for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(file)) rmSync(file);
}
console.log(`${reached.size} declarations in ${OUT}/`);
