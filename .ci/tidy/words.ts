/** Rule 9: words that left stay away. */
import { basename } from "node:path";
import { filesOf, isSource, placesOf, type Tree } from "./tree.ts";

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

const DECLARED =
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
  return placesOf(text, DECLARED)
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
