/** The table of bounds as a page of `docs/tables`. */
import { type Bound, boundsIn } from "./bound-tags.ts";
import type { Tree } from "./tree.ts";

const HEAD = `# Bounds

Whatever others can make grow has a limit: each queue, cache, buffer, list, time and rate, what happens
at it, and the test that goes there. Read from the tags \`@bound\` of the sources by \`npm run tables\`;
a test finds a container of the server, the proxy, the bridge and the ground floor of the harness that
has none.
`;

const SECTIONS: [title: string, files: RegExp][] = [
  ["Server: HTTP, identity, feed and series", /^reference\/(?!core|store|stream)/],
  ["Server: stream", /^reference\/stream\//],
  ["Server: state and store", /^reference\/(core|store)\//],
  ["Recording proxy", /^scenarios\/record\//],
  ["Bridge", /^conformance\/bridge\//],
  ["Harness", /^(scenarios\/(deployment|replay)|conformance\/(?!bridge))/],
  ["Load test", /^loadtest\//],
];

/** The page's text. */
export function boundsPage(tree: Tree): string {
  const all = boundsIn(tree);
  const sections = SECTIONS.map(([title, files]): [string, Bound[]] => [
    title,
    all.filter(({ file }) => files.test(file)),
  ]);
  return [HEAD, ...sections.filter(([, found]) => found.length > 0).map(section)].join("\n");
}

const COLUMNS = "| what | limit | what happens at it | test |\n| --- | --- | --- | --- |\n";

const section = ([title, found]: [string, Bound[]]): string =>
  `## ${title}\n\n${COLUMNS}${found.map(row).join("")}`;

function row({ file, name, what, limit, outcome, test }: Bound): string {
  const where = `\`${file}\`: \`${name}\``;
  const cells = [what === "" ? where : `${what}<br>${where}`, limit, outcome, `\`${test}\``];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}
