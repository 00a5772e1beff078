/** Rule 13: what is printed leaves through one file, which spells out what a terminal would obey. */
import { filesOf, isProduction, placesOf, type Tree } from "./tree.ts";

const PRINTS = /\bconsole\.(log|error|warn|info)\(|\bstd(out|err)\.write\(/g;

/** The one place, and what may import nothing of it or only moves the cursor. */
const AT_HOME =
  /^reports\/render\/say\.ts$|^reference\/|\/proof\/|^scenarios\/simulation\/run-seeds\.ts$/;

/** Files that print past it. */
export function terminal(tree: Tree): string[] {
  return filesOf(tree, (file) => isProduction(file) && !AT_HOME.test(file)).flatMap(
    ([file, text]) =>
      placesOf(text, PRINTS).map(([line]) => `${file}:${line}: prints; use reports/render/say.ts`),
  );
}
