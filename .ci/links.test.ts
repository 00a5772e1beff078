/** Every link between the project's own pages leads somewhere, anchors included. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { globFiles } from "./tidy/files.ts";

const PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globFiles(".md")];

/** As GitHub makes them: lower case, spaces to hyphens, other punctuation dropped. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const anchorsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

test("finds pages to look at", () => {
  assert.ok(PAGES.length > 10);
});

for (const page of PAGES) {
  const text = readFileSync(page, "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  const own = links.filter((link) => !/^[a-z]+:/.test(link));
  if (own.length === 0) continue;
  test(`${page} links to what is there`, () => {
    for (const link of own) {
      const [path = "", anchor] = link.split("#");
      const file = path === "" ? page : normalize(join(dirname(page), path));
      assert.ok(existsSync(file), `${link} leads nowhere`);
      if (anchor === undefined || !file.endsWith(".md")) continue;
      assert.ok(anchorsIn(readFileSync(file, "utf8")).has(anchor), `${link}: no such heading`);
    }
  });
}
