/** Rule 12: whatever others can make grow has a limit, which is told with a test that goes there. */
import { boundsIn, isTagged } from "./bound-tags.ts";
import { containersOf } from "./containers.ts";
import { parsed } from "./syntax.ts";
import { filesOf, isProduction, type Tree } from "./tree.ts";

/** The server, the proxy, and what of the harness a target's answers can fill. */
const FILLED =
  /^(reference|scenarios\/record|scenarios\/deployment\/(wire|secrets)|conformance\/bridge)\//;

/** Tags are whole, and each container that is held longer than a call has one. */
export function bounds(tree: Tree): string[] {
  return [...wrongTags(tree), ...untold(tree)];
}

function wrongTags(tree: Tree): string[] {
  return boundsIn(tree)
    .filter(({ problem }) => problem !== null)
    .map(
      ({ file, name, line, problem }) => `${file}: @bound of ${name} (line ${line}): ${problem}`,
    );
}

function untold(tree: Tree): string[] {
  return filesOf(tree, (file) => isProduction(file) && FILLED.test(file))
    .filter(([file]) => !file.includes("/proof/"))
    .flatMap(([file, text]) =>
      containersOf(parsed(text))
        .filter(({ comment }) => !isTagged(comment))
        .map(({ name, line }) => `${file}: ${name} (line ${line}) grows; ${FIX}`),
    );
}

const FIX = "bound it, and say so: /** … @bound LIMIT: WHAT HAPPENS AT IT; TEST FILE */";
