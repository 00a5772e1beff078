/**
 * Writes what the documentation's site is made of into a folder: the pages of `docs` and the root,
 * a page a rule, the API, examples, schemas, and a sidebar: `npx tsx .ci/site-pages.ts DIR`, from `.ci/site`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { RULES } from "../conformance/catalogue/rules.ts";
import { ruleListPage, rulePage } from "../conformance/tables/rule-pages.ts";
import { apiPage } from "./site-api.ts";
import { sidebar } from "./site-sidebar.ts";
import { globFiles } from "./tidy/files.ts";

/** Pages that stand elsewhere on the site than in the repository; `docs/` is its root. */
const MOVED: Record<string, string> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "docs/index.md": "documentation.md",
  "docs/tables/rules.md": "rules/index.md",
  "docs/examples": "examples/index.md",
};

const EXAMPLES = globFiles(".ts").filter((file) => file.startsWith("docs/examples/"));
const SCHEMAS = "docs/schemas/";
const IMAGES = "docs/images/";
const IDS = new Set(RULES.map(({ id }) => id));

const { repository } = JSON.parse(readFileSync("package.json", "utf8")) as {
  repository: { url: string };
};
const SOURCES = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/`;

/** Tables that prove or measure something: they name everything, and would be found for any word. */
const UNSEARCHED = /^tables\/(?!decisions|reject-codes|routes|history|bounds)/;

/** Written over the page that README becomes. */
const HOME = readFileSync("docs/site/home.yaml", "utf8");

const [, , out] = process.argv;
if (out === undefined) throw new Error("usage: npx tsx .ci/site-pages.ts DIR");
const texts = new Map([
  ...[...Object.keys(MOVED), ...globFiles(".md")]
    .filter((file) => file.endsWith(".md") && file !== "docs/tables/rules.md")
    .map((file) => [siteOf(file)!, linked(readFileSync(file, "utf8"), file)] as const),
  ...RULES.map((rule) => [`rules/${rule.id}.md`, linkedRules(rulePage(rule), "./")] as const),
  ["rules/index.md", linkedRules(ruleListPage(), "./")] as const,
  ["examples/index.md", examplesPage()] as const,
  ["api.md", linkedRules(apiPage(), "./rules/")] as const,
]);
texts.set("index.md", `---\n${HOME}---\n\n${texts.get("index.md")!.replace(/^# .*\n/, "")}`);

for (const [file, text] of texts) {
  keep(join("pages", file), UNSEARCHED.test(file) ? `---\nsearch: false\n---\n\n${text}` : text);
}
cpSync(IMAGES, join(out, "pages/images"), { recursive: true });
cpSync(SCHEMAS, join(out, "pages/public/schemas"), { recursive: true });
keep(".vitepress/sidebar.json", JSON.stringify(sidebar(siteOf, texts)));
console.log(`${texts.size} pages, ${RULES.length} of them of a rule`);

function keep(file: string, text: string): void {
  mkdirSync(dirname(join(out!, file)), { recursive: true });
  writeFileSync(join(out!, file), text);
}

/** Where a file of the repository stands on the site; null for one that is not there. */
function siteOf(file: string): string | null {
  const path = file.replace(/\/$/, "");
  if (Object.hasOwn(MOVED, path)) return MOVED[path]!;
  return /^docs\/.*\.md$/.test(path) ? path.slice("docs/".length) : null;
}

/** A page with its links as the site wants them. */
function linked(text: string, file: string): string {
  const here = dirname(siteOf(file)!);
  const withLinks = text.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label, link) => {
    const isPath = link === label || link.startsWith(`${label}#`);
    return `[${isPath ? titleOf(join(dirname(file), label)) : label}](${linkFrom(here, file, link)})`;
  });
  return linkedRules(withLinks, `${relativeTo(here, "rules")}/`);
}

/** A page is named by its path in the repository, and on the site by its heading. */
function titleOf(file: string): string {
  return /^# (.+)$/m.exec(existsSync(file) ? readFileSync(file, "utf8") : "")?.[1] ?? file;
}

function linkFrom(here: string, file: string, link: string): string {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  const named = normalize(join(dirname(file), path));
  const to = siteOf(named);
  if (to !== null) return `${relativeTo(here, to)}${anchor === undefined ? "" : `#${anchor}`}`;
  if (named.startsWith(SCHEMAS)) return `/schemas/${basename(named)}`;
  if (named.startsWith(IMAGES)) return relativeTo(here, named.slice("docs/".length));
  if (EXAMPLES.includes(named)) return `${relativeTo(here, "examples/index.md")}#${idOf(named)}`;
  return SOURCES + named;
}

function relativeTo(here: string, to: string): string {
  return `./${relative(here, to)}`;
}

/** Each id of a rule leads to its page, but in headings, fences, links and longer pieces of code. */
function linkedRules(text: string, folder: string): string {
  let isFenced = false;
  const link = (id: string) => (IDS.has(id) ? `[${id}](${folder}${id}.md)` : id);
  const outside = (line: string) =>
    line.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)|\b[A-Z]+-[A-Z0-9]+-\d\d\b/g, (piece) =>
      piece.startsWith("[") ? piece : link(piece.replace(/^`([A-Z0-9-]+)`$/, "$1")),
    );
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*```/.test(line)) isFenced = !isFenced;
      return isFenced || line.startsWith("#") ? line : outside(line);
    })
    .join("\n");
}

/** The heading of an example, as the site makes ids. */
function idOf(file: string): string {
  return basename(file).replaceAll(".", "");
}

function examplesPage(): string {
  const parts = EXAMPLES.map((file) => {
    const code = readFileSync(file, "utf8");
    return `## ${basename(file)}\n\n\`\`\`ts\n${code}\`\`\`\n`;
  });
  return `# Examples\n\nEach is compiled and run against the packed package.\n\n${parts.join("\n")}`;
}
