/** A copy of the project in which something can be broken. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Replacement } from "./defect.ts";

const COPIED = [
  ...["reference", "scenarios", "conformance", "reports", "loadtest"],
  ...["package.json", "touchstone.ts", "touchstone.mjs"],
];

/** Lies in a temporary folder until it is removed. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "touchstone-broken-"));

  constructor() {
    for (const name of COPIED) cpSync(name, join(this.folder, name), { recursive: true });
    symlinkSync(resolve("node_modules"), join(this.folder, "node_modules"));
  }

  /** Plants a defect, and returns what takes it out again. */
  plant({ file, find, replace }: Replacement): () => void {
    const path = join(this.folder, "reference", file);
    const sound = readFileSync(path, "utf8");
    writeFileSync(
      path,
      sound.replace(find, () => replace),
    );
    return () => writeFileSync(path, sound);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
