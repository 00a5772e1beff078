/** Rules 8 and 9: a name of a type means one thing, and words that left stay away. */
import { basename } from "node:path";
import { filesOf, isProduction, isSource, placesOf, type Tree } from "./tree.ts";

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

/** Words of the theatre, and what the field says instead. */
const LEFT: Record<string, string> = {
  World: "Pool, MarketState or ObservedVenue",
  Stage: "RunState or HttpVenue",
  Scene: "ReplayRun or StepContext",
  Place: "Deployment",
  Cast: "Assignment",
  Ground: "Deployment",
  Floor: "PropertyRun",
  Setting: "SimulationContext",
  Site: "Deployment",
  House: "VenueParts or series",
  Told: "ScenarioResult, VenueRequest or StreamEvidence",
  Telling: "ScenarioRun",
  Quarry: "MutantResult",
  Seat: "Credentials",
  Temperament: "strategy",
  Stranger: "independent venue, third party or other owner",
  Story: "scenario",
};

/** Of the others a plural is another word: settings are what one sets. */
const PLURALS: Record<string, string> = { Strangers: "Stranger", Stories: "Story", Seats: "Seat" };

/** A rate's stage is k6's own word. */
const FINE = new Set(["RateStage"]);

/** What one does to an order: as a part of other names it is the field's. */
const ALONE = new Set(["Place"]);

const TYPE_NAME =
  /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|type) ([A-Z][A-Za-z0-9]*)/gm;

/** No folder, file or declared type has one of those words in its name. */
export function words(tree: Tree): string[] {
  return filesOf(tree, isSource).flatMap(([file, text]) => [
    ...inPath(file),
    ...declared(file, text),
  ]);
}

function inPath(file: string): string[] {
  const stem = basename(file).split(".")[0]!;
  const names = [...file.split("/").slice(0, -1), stem];
  const left = names.flatMap((name) => leftIn(name.split("-").map(capitalised)));
  return left.map((word) => `${file}: "${word}" in its path; say ${LEFT[word]}`);
}

function declared(file: string, text: string): string[] {
  return placesOf(text, TYPE_NAME)
    .filter(([, match]) => !FINE.has(match[1]!))
    .flatMap(([line, match]) =>
      leftIn(match[1]!.match(/[A-Z][a-z0-9]*/g) ?? []).map(
        (word) => `${file}:${line}: ${match[1]}; say ${LEFT[word]}`,
      ),
    );
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The words of a name that left. */
function leftIn(said: readonly string[]): string[] {
  const left = said
    .map((word) => PLURALS[word] ?? word)
    .filter((word) => Object.hasOwn(LEFT, word));
  return left.filter((word) => said.length === 1 || !ALONE.has(word));
}
