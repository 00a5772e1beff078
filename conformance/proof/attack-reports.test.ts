import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { attackFiles, type FileKind } from "../../scenarios/proof/attack-files.ts";
import { pageFaults } from "../../scenarios/proof/files-read.ts";
import { attack, REPORT_KINDS } from "./attack-reports.ts";

test("baselines and runs of others are one line, and bring no markup", async () => {
  const { tried, found } = await attack({ draws: 200, seed: 4 });
  assert.deepEqual([tried, found], [200, []]);
});

test("they begin from good ones", async () => {
  const lone = REPORT_KINDS.flatMap((kind) =>
    kind.examples.map(
      (example): FileKind => ({
        ...kind,
        async read(file, folder) {
          writeFileSync(file, example);
          const { error } = console;
          const told: string[] = [];
          console.error = (text: string) => void told.push(text);
          const wrong = await kind.read(file, folder);
          console.error = error;
          return wrong ?? (told.join("; ") || null);
        },
      }),
    ),
  );
  const { found } = await attackFiles(lone, { draws: lone.length, seed: 1 });
  assert.deepEqual(found, []);
});

test("a page with an element of a stranger's is found", () => {
  assert.deepEqual(pageFaults("<p>fine &#60;base></p>"), []);
  for (const html of ["<base href=x>", '<meta http-equiv="refresh" content="0">', "<x-evil>"]) {
    assert.equal(pageFaults(html).length, 1, html);
  }
});
