/** What goes in a circle: folders that import each other, and files that load each other. */
import type { Import } from "./imports.ts";

/** Pairs of folders that import each other, by top folders and by those below them. */
export function mutualPairs(imports: readonly Import[]): string[] {
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
export function loops(imports: readonly Import[]): string[] {
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
