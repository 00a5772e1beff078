/** What programs import from the package, as a page of the site: each export with its docstring. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "@babel/parser";
import type { ClassDeclaration, Declaration, Statement } from "@babel/types";

/** An export. Shape: `text` is its declaration without bodies. */
interface ApiEntry {
  name: string;
  doc: string;
  text: string;
}

const HEAD = `# The API of the package

What programs import, by the door they import it from, as the sources declare it. The guides show it in
use: [venue in a test](guides/test-a-bot.md), [own rules](guides/conform.md), [histories](guides/linear.md);
what the venue serves over HTTP is in [its routes](tables/routes.md).
`;

/** The page: a section a door of \`package.json\`, in its order. */
export function apiPage(): string {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, { types?: string }>;
  };
  const sections = Object.entries(exports).flatMap(([path, { types }]) => {
    if (types === undefined) return [];
    const source = types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts");
    const entries = [...exportsOf(source).values()].map(shown);
    return `\n## ${join("touchstone", path)}\n\n${entries.join("\n")}`;
  });
  return HEAD + sections.join("");
}

const shown = ({ name, doc, text }: ApiEntry): string =>
  `### ${name}\n\n${doc}\n\n\`\`\`ts\n${text}\n\`\`\`\n`;

/** By the name that is exported; what a module exports of others is read there. */
function exportsOf(file: string): Map<string, ApiEntry> {
  const source = readFileSync(file, "utf8");
  const { program } = parse(source, { sourceType: "module", plugins: ["typescript"] });
  const found = new Map<string, ApiEntry>();
  for (const statement of program.body) {
    for (const entry of entriesOf(statement, source, file)) found.set(entry.name, entry);
  }
  return found;
}

function entriesOf(statement: Statement, source: string, file: string): ApiEntry[] {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportAllDeclaration";
  if (!isExport) return [];
  const from = statement.source ? exportsOf(join(dirname(file), statement.source.value)) : null;
  if (statement.type === "ExportAllDeclaration") return [...from!.values()];
  if (statement.declaration) {
    const doc = docOf(statement.leadingComments?.at(-1)?.value ?? "");
    const { text, name } = declared(statement.declaration, source);
    return [{ name, doc, text }];
  }
  return statement.specifiers.flatMap((one) => {
    if (one.type !== "ExportSpecifier" || one.exported.type !== "Identifier") return [];
    const entry = from?.get(one.local.name);
    if (entry === undefined) throw new Error(`${file}: ${one.local.name} is exported from nowhere`);
    return [{ ...entry, name: one.exported.name }];
  });
}

/** The text of a docstring, whose lines begin with a star. */
function docOf(comment: string): string {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*+ ?/, ""));
  return lines.join("\n").trim().replaceAll("<", "&lt;");
}

function declared(declaration: Declaration, source: string): { name: string; text: string } {
  const slice = (from: number, to: number) => source.slice(from, to).trim();
  const { start, end } = declaration as { start: number; end: number };
  if (declaration.type === "VariableDeclaration") {
    const [{ id, init }] = declaration.declarations as [(typeof declaration.declarations)[0]];
    const isShort = source.slice(start, end).split("\n").length < 12;
    const text = isShort ? slice(start, end) : `${slice(start, init!.start!)} …`;
    return { name: id.type === "Identifier" ? id.name : "", text };
  }
  const name = "id" in declaration && declaration.id?.type === "Identifier" && declaration.id.name;
  if (!name) throw new Error(`an export without a name: ${declaration.type}`);
  if (declaration.type === "ClassDeclaration")
    return { name, text: classText(declaration, source) };
  const isFunction = declaration.type === "FunctionDeclaration";
  return { name, text: slice(start, isFunction ? declaration.body.start! : end) };
}

/** The class as its users see it: no bodies, and nothing private. */
function classText({ start, body }: ClassDeclaration, source: string): string {
  const members = body.body.flatMap((member) => {
    const isHidden = member.type.startsWith("ClassPrivate") || member.type === "StaticBlock";
    if (isHidden || ("accessibility" in member && member.accessibility === "private")) return [];
    const to = member.type === "ClassMethod" ? member.body.start! : member.end!;
    const doc = member.leadingComments?.at(-1);
    const begin = doc?.type === "CommentBlock" ? doc.start! : member.start!;
    return `  ${source.slice(begin, to).trim().replace(/;$/, "")};`;
  });
  return `${source.slice(start!, body.start! + 1)}\n${members.join("\n")}\n}`;
}
