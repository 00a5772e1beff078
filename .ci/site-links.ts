/**
 * Every link within the built site leads to a file of it, and to a heading that is there:
 * `npx tsx .ci/site-links.ts DIR`, from `.ci/site`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const [, , dist] = process.argv;
if (dist === undefined) throw new Error("usage: npx tsx .ci/site-links.ts DIR");
const base = process.env["SITE_BASE"] ?? "/";

const pages = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html"))
  .map((file) => join(dist, file));
const texts = new Map(pages.map((page) => [page, readFileSync(page, "utf8")]));
const ids = new Map([...texts].map(([page, text]) => [page, idsIn(text)]));

let count = 0;
const dead = new Set<string>();
for (const [page, text] of texts) {
  for (const [, link] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    if (/^([a-z]+:|\/\/)/.test(link!)) continue;
    count += 1;
    const [path = "", anchor] = decodeURI(link!).split("#");
    const file = path === "" ? page : fileOf(page, path);
    const isThere = anchor ? ids.get(file)?.has(anchor) : existsSync(file);
    if (!isThere) dead.add(`${relative(dist, page)}: ${link} leads nowhere`);
  }
}
for (const line of dead) console.error(line);
console.log(`${count} links of ${pages.length} pages, ${dead.size} dead`);
process.exit(dead.size === 0 && count > 0 ? 0 : 1);

/** The file that a server of static files gives. */
function fileOf(page: string, path: string): string {
  const isFromRoot = path.startsWith("/");
  if (isFromRoot && !path.startsWith(base)) return `${path} (outside of ${base})`;
  const file = isFromRoot ? join(dist!, path.slice(base.length)) : join(dirname(page), path);
  return path.endsWith("/") ? join(file, "index.html") : file;
}

function idsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!));
}
