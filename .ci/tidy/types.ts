/** Rule 8: a name of a type means one thing. */
import { filesOf, isProduction, type Tree } from "./tree.ts";

const DECLARED =
  /^(export )?(?:declare )?(?:abstract )?(?:interface|class|type) ([A-Z][A-Za-z0-9]*)/gm;

/** The independent venue shares nothing with the others, words included: so it is a second opinion. */
const NOUNS_OF_ITS_OWN = /^conformance\/proof\/independent-venue\//;

/** Names that stand in more than one file, exported or not. */
const TWICE_MAX = 50;

interface Declared {
  name: string;
  file: string;
  isExported: boolean;
}

/** No exported name twice, no private type under an exported name, and few names said again. */
export function types(tree: Tree): string[] {
  const files = new Map<string, Declared[]>();
  for (const one of declaredIn(tree)) files.set(one.name, [...(files.get(one.name) ?? []), one]);
  const again = [...files.values()].filter((all) => new Set(all.map(fileOf)).size > 1);
  return [...again.flatMap(clashing), ...tooMany(again)];
}

const fileOf = ({ file }: Declared): string => file;

function declaredIn(tree: Tree): Declared[] {
  const files = filesOf(tree, (file) => isProduction(file) && !NOUNS_OF_ITS_OWN.test(file));
  return files.flatMap(([file, text]) =>
    [...text.matchAll(DECLARED)].map(([, isExported, name]) => {
      return { name: name!, file, isExported: isExported !== undefined };
    }),
  );
}

/** Told once a name; private types of two files may agree by chance. */
function clashing(all: readonly Declared[]): string[] {
  const { name } = all[0]!;
  const exporting = all.filter(({ isExported }) => isExported).map(fileOf);
  const hidden = all.filter(({ isExported }) => !isExported).map(fileOf);
  if (exporting.length === 0) return [];
  const beside = hidden.length === 0 ? "" : `, private in ${hidden.join(", ")}`;
  return [`${name}: exported by ${exporting.join(", ")}${beside}; name what each of them is`];
}

function tooMany(again: readonly (readonly Declared[])[]): string[] {
  if (again.length < TWICE_MAX) return [];
  return [`types: ${again.length} names in more than one file, under ${TWICE_MAX} allowed`];
}
