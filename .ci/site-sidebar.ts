/** What stands beside the pages of the site: the groups of `docs/index.md`, and rules by area. */
import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { ruleGroups } from "../conformance/tables/rule-pages.ts";

interface SidebarItem {
  text: string;
  link?: string;
  collapsed?: boolean;
  items?: SidebarItem[];
}

/** Paths of the site by the beginnings that share one. */
type Sidebars = Record<string, SidebarItem[]>;

/** The groups of headings and rows of `docs/index.md`, which thereby have to name every page. */
export function sidebar(
  siteOf: (file: string) => string | null,
  texts: ReadonlyMap<string, string>,
): Sidebars {
  const [, ...sections] = readFileSync("docs/index.md", "utf8").split(/^## /m);
  const named = new Set<string>();
  const groups = sections.map((section) => {
    const links = [...section.matchAll(/\]\(([^)#]+)/g)].map(([, path]) => path!);
    const pages = links.map((path) => siteOf(normalize(join("docs", path)))).filter(isNew(named));
    const items = pages.map((page) => ({ text: headingOf(texts, page), link: `/${page}` }));
    return { text: section.split("\n")[0]!, collapsed: /generated|Work/.test(section), items };
  });
  mustBeNamed(named, texts);
  const ofPages = groups.filter(({ items }) => items.length > 0);
  return { ...rules(), "/": ofPages };
}

/** Keeps pages at their first mention. */
function isNew(named: Set<string>): (page: string | null) => page is string {
  return (page): page is string => {
    if (page === null || named.has(page)) return false;
    named.add(page);
    return true;
  };
}

function headingOf(texts: ReadonlyMap<string, string>, page: string): string {
  const [, heading] = /^# (.+)$/m.exec(texts.get(page) ?? "") ?? [];
  if (heading === undefined) throw new Error(`${page}: a page without a heading`);
  return heading.replaceAll("`", "");
}

function mustBeNamed(named: ReadonlySet<string>, texts: ReadonlyMap<string, string>): void {
  const ownWays = /^(index|documentation|changelog|api)\.md$|^rules\//;
  const lost = [...texts.keys()].filter((page) => !named.has(page) && !ownWays.test(page));
  if (lost.length > 0) throw new Error(`docs/index.md names no way to ${lost.join(", ")}`);
}

/** One for each area: its own rules, and the ways to the others. */
function rules(): Sidebars {
  const groups = ruleGroups();
  const areas = groups.map(({ name, rules: [first] }) => ({
    text: name,
    link: `/rules/${first!.id}`,
  }));
  const others: SidebarItem = { text: "All areas", collapsed: true, items: areas };
  const all: SidebarItem = { text: "All rules", link: "/rules/" };
  const ofAreas = groups.map(({ prefix, name, rules }) => {
    const items = rules.map(({ id }) => ({ text: id, link: `/rules/${id}` }));
    return [`/rules/${prefix}-`, [all, { text: name, items }, others]] as const;
  });
  return { ...Object.fromEntries(ofAreas), "/rules/": [all, { text: "By area", items: areas }] };
}
