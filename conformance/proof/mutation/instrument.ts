/** Every mutation of a file, each behind a switch in one text. */
import { createHash } from "node:crypto";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type { Mutation } from "./mutation.ts";
import { decisionsAt, openPlaces } from "./open-places.ts";

/** All mutations of these texts, and the texts with a switch for each; `judges` enters the keys. */
export async function mutationsIn(
  texts: ReadonlyMap<string, string>,
  judges: string,
): Promise<{ files: [string, string][]; mutations: Mutation[] }> {
  const given = [...texts].map(([name, content]) => ({ name, mutate: true, content }));
  const { files, mutants } = await new Instrumenter(SILENT).instrument(given, {
    plugins: null,
    excludedMutations: [],
    ignorers: [{ shouldIgnore: descriptionIn }],
  });
  const changing = mutants.filter(({ status }) => status !== "Ignored");
  return {
    files: files.map(({ name, content }) => [name, content.replace(COUNTS, `$&${UNLESS_JUDGED}`)]),
    mutations: [...texts].flatMap(([file, text]) =>
      placed(
        changing.filter(({ fileName }) => fileName === file),
        { text, judges },
      ),
    ),
  };
}

/** Members of a route that pages are made of, and nothing that it does. */
const DESCRIPTIONS = ["responses", "errors", "rules"];

function descriptionIn(path: object): string | undefined {
  const { type, key } = (path as { node: { type: string; key?: { name?: string } } }).node;
  const isOne = type === "ObjectProperty" && DESCRIPTIONS.includes(key?.name ?? "");
  return isOne ? "a description" : undefined;
}

/** Where the instrumenter counts what is passed, which is of no use once checks are chosen. */
const COUNTS = /function cover\(\) \{/;
const UNLESS_JUDGED = " if (ns.isJudged) return;";

const quiet = () => {};
const no = () => false;
const SILENT = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no },
  ...{ isErrorEnabled: no, isFatalEnabled: no },
};

interface SourceLocation {
  line: number;
  column: number;
}

/** What Stryker says of a mutant, lines and columns from zero. */
interface StrykerMutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: SourceLocation; end: SourceLocation };
}

/** What all mutations of a file have in common. */
interface MutatedFile {
  text: string;
  judges: string;
}

function placed(mutants: readonly StrykerMutant[], file: MutatedFile): Mutation[] {
  const places = openPlaces(file.text);
  return mutants.map((mutant) => ({
    ...mutationOf(mutant, file),
    decisions: decisionsAt(places, mutant.location.start.line + 1),
  }));
}

function mutationOf(
  mutant: StrykerMutant,
  { text, judges }: MutatedFile,
): Omit<Mutation, "decisions"> {
  const { start, end } = mutant.location;
  const lines = text.split("\n");
  const offset = ({ line, column }: SourceLocation) =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, column);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const replacement = onOneLine(mutant.replacement);
  return {
    id: mutant.id,
    key: `${mutant.fileName}@${digest}~${judges}:${start.line}:${start.column}:${end.line}:${end.column} ${mutant.mutatorName} ${replacement}`,
    file: mutant.fileName,
    line: start.line + 1,
    mutator: mutant.mutatorName,
    original: onOneLine(text.slice(offset(start), offset(end))),
    replacement,
    before: lines[start.line]?.slice(0, start.column).trim() ?? "",
  };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
