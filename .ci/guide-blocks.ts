/** Writes the TypeScript that the guides show into a folder, a file a page, for the compiler. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { globFiles } from "./tidy/files.ts";

const BLOCK = /^```ts\n([\s\S]*?)^```$/gm;

const [, , out] = process.argv;
if (out === undefined) throw new Error("usage: npx tsx .ci/guide-blocks.ts DIR");
for (const page of globFiles(".md").filter((file) => file.startsWith("docs/guides/"))) {
  const blocks = [...readFileSync(page, "utf8").matchAll(BLOCK)].map(([, text]) => text);
  if (blocks.length > 0) writeFileSync(join(out, `${basename(page, ".md")}.ts`), blocks.join("\n"));
}
