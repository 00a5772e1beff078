/** Rule 2: who may import whom. */
import {
  areaOf,
  type Import,
  importsIn,
  isSource,
  isTest,
  PARTS,
  partOf,
  type Tree,
} from "./tree.ts";

/** Folders of each part; one imports itself and what stands before it, those of one rank never. */
const LINES = `
reports:     schema < render < compare < root
reference:   client, core, injected < data < feed, store < wire < identity < series, stream, terminal < http < control < root < proof
scenarios:   decisions < deployment < session < record, scenario < har, replay, simulation, terminal < root < proof
conformance: spec, linear, model, check < expect < properties, interposer, narrow < areas < dialects, catalogue < run < explain, proof < tables, bridge < root
loadtest:    plan < session < k6 < run < compare, emit < root
`;

/** What a part may import of others; `doors` are those of the reference. */
const OTHERS = `
reports:
reference:
scenarios:   doors reports
conformance: doors reports scenarios
loadtest:    reference/index.ts reports scenarios
`;

const DOORS = ["reference/index.ts", "reference/testing.ts"];

/** Rank of each folder in the line of its part. */
const RANKS = new Map(
  linesOf(LINES).map(([part, line]) => [
    part,
    new Map(
      line.split("<").flatMap((rank, at) => rank.split(",").map((folder) => [folder.trim(), at])),
    ),
  ]),
);

const ALLOWED = new Map(
  linesOf(OTHERS).map(([part, line]) => [
    part,
    line.split(" ").flatMap((one) => (one === "doors" ? DOORS : one)),
  ]),
);

function linesOf(text: string): [part: string, line: string][] {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split(":"));
  return lines.map(([part = "", line = ""]) => [part.trim(), line.trim()]);
}

/** Imports follow the lines above, no loop, no two folders that import each other. */
export function directions(tree: Tree): string[] {
  const all = importsIn(tree, () => true);
  const own = all.filter(({ from }) => !isTest(from));
  return [
    ...all.flatMap(throughTheWall),
    ...own.flatMap(against),
    ...unknownFolders(tree),
    ...mutualPairs(own),
    ...loops(own),
  ];
}

/** Outside of the reference only its doors; what checks and starts the project may look further. */
function throughTheWall({ from, to }: Import): string[] {
  const isFree = partOf(from) === ".ci" || from === "touchstone.ts" || partOf(from) === "reference";
  if (isFree || partOf(to) !== "reference" || DOORS.includes(to)) return [];
  return [`${from}: imports ${to}; go through ${DOORS.join(" or ")}`];
}

function against({ from, to }: Import): string[] {
  if (!RANKS.has(partOf(from)) || partOf(to) === "docs") return [];
  return partOf(from) === partOf(to) ? inPart(from, to) : acrossParts(from, to);
}

function inPart(from: string, to: string): string[] {
  const [one, other] = [areaOf(from), areaOf(to)];
  const ranks = RANKS.get(partOf(from))!;
  const [rank, below] = [ranks.get(one), ranks.get(other)];
  if (rank === undefined || one === other || (below !== undefined && below < rank)) return [];
  return [`${from}: ${one} imports ${to}; move what is shared below both`];
}

function acrossParts(from: string, to: string): string[] {
  if ((PARTS as readonly string[]).includes(partOf(to)) && isAllowed(from, to)) return [];
  return [`${from}: imports ${to} of another part; go through what its line allows`];
}

/** Doors are the wall's own matter: below them it objects already. */
function isAllowed(from: string, to: string): boolean {
  const isRow = from.endsWith(".bench.ts") && to.startsWith("reports/schema/");
  const allowed = ALLOWED.get(partOf(from))!;
  return isRow || allowed.some((one) => to === one || to.startsWith(`${one}/`));
}

/** Folders that no line names. */
function unknownFolders(tree: Tree): string[] {
  const sources = [...tree.keys()].filter((file) => isSource(file) && !isTest(file));
  return sources
    .filter((file) => RANKS.get(partOf(file))?.has(areaOf(file)) === false)
    .map((file) => `${file}: no line has ${areaOf(file)}; move it, or give the folder its place`);
}

/** Pairs of folders that import each other, by top folders and by those below them. */
function mutualPairs(imports: readonly Import[]): string[] {
  return [1, 2].flatMap((depth) => {
    const edges = new Map<string, Import>();
    for (const one of imports) {
      const edge = `${folder(one.from, depth)} ${folder(one.to, depth)}`;
      if (!edges.has(edge)) edges.set(edge, one);
    }
    return [...edges].flatMap(([edge, there]) => {
      const back = edges.get(edge.split(" ").reverse().join(" "));
      if (back === undefined || there.from >= back.from || isSame(edge)) return [];
      const [one, other] = edge.split(" ");
      const seen = `${there.from} imports ${there.to}, ${back.from} imports ${back.to}`;
      return [`${one} and ${other}: import each other (${seen}); one of them stands below`];
    });
  });
}

const isSame = (edge: string): boolean => new Set(edge.split(" ")).size === 1;

const folder = (file: string, depth: number): string =>
  file.split("/").slice(0, -1).slice(0, depth).join("/") || ".";

/** Files that load each other, each circle told once; types and late imports load nothing. */
function loops(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, isType, isLate } of imports) {
    if (!isType && !isLate) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const circles = new Map<string, string>();
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) keep(circles, path.slice(at));
    if (at >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return [...circles.values()];
}

function keep(circles: Map<string, string>, files: readonly string[]): void {
  const said = [...files, files[0]].join(" -> ");
  circles.set(files.toSorted().join(" "), `${said}: a circle of imports; part one of the files`);
}
