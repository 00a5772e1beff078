/** Which defects are no TypeScript: those say nothing of a venue that somebody might run. */
import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Copy } from "../../../scenarios/proof/copy.ts";
import type { HeldOutDefect } from "./defect.ts";
import { plantAll } from "./plant.ts";

/** What a slip leaves unused is no mistake of its own. */
const SETTINGS = {
  extends: "./tsconfig.json",
  include: ["reference/index.ts"],
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
};
const FILE = "tsconfig.planted.json";

/** Ids of the defects that do not compile, each planted alone. */
export async function uncompiled(defects: readonly HeldOutDefect[]): Promise<Set<string>> {
  const copy = new Copy();
  try {
    cpSync("tsconfig.json", join(copy.folder, "tsconfig.json"));
    writeFileSync(join(copy.folder, FILE), JSON.stringify(SETTINGS));
    const wrong: string[] = [];
    for (const layer of layersOf(defects)) {
      if (await compiles(copy, layer)) continue;
      for (const defect of layer) if (!(await compiles(copy, [defect]))) wrong.push(defect.id);
    }
    return new Set(wrong);
  } finally {
    copy.remove();
  }
}

/** Layers of defects in files of their own, since a compilation takes its time. */
function layersOf(defects: readonly HeldOutDefect[]): HeldOutDefect[][] {
  const layers: HeldOutDefect[][] = [];
  for (const defect of defects) {
    const free = layers.find((layer) => layer.every(({ file }) => file !== defect.file));
    if (free === undefined) layers.push([defect]);
    else free.push(defect);
  }
  return layers;
}

function compiles(copy: Copy, defects: readonly HeldOutDefect[]): Promise<boolean> {
  const takeOut = plantAll(copy, defects);
  const compiler = join("node_modules", ".bin", "tsc");
  return new Promise((resolve) => {
    execFile(compiler, ["-p", FILE], { cwd: copy.folder }, (error) => {
      takeOut();
      resolve(error === null);
    });
  });
}
