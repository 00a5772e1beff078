/**
 * Compiles what users run into `dist/`, for `npm pack`: few files, which load in a fraction of the
 * time that as many as the sources take. What the package's doors and workers are found by, what is
 * read at run time and the declarations of the doors have the places of their sources.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { checkSource } from "../conformance/catalogue/check-source.ts";
import { RULES } from "../conformance/catalogue/rules.ts";
import { scriptFiles } from "../loadtest/emit/script-files.ts";
import { bundlePage } from "../reference/terminal/bundle.ts";
import { bundle } from "./bundle.ts";
import { globFiles } from "./tidy/files.ts";

const OUT = "dist";
/** Read at run time, from beside those that read them. */
const DATA = [".html", ".css", ".json", ".yaml"].flatMap(globFiles);
/** What the page at `/docs` runs, whose package is too large to depend on; its licence comes with it. */
const SWAGGER_UI = "node_modules/swagger-ui-dist";
const SWAGGER_UI_SERVED = ["swagger-ui-bundle.js", "swagger-ui.css"];
const SWAGGER_UI_LICENCES = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];
const NO_DATA = /^(docs|\.ci)\/|\/proof\/|tsconfig/;
/** k6 runs it, and `load --emit` copies the files that it imports: not bundled. */
const K6_SCRIPT = "k6/venue.js";

interface Manifest {
  name: string;
  version: string;
  type: string;
  exports: Record<string, { types?: string }>;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const { name, version, type, exports } = readJson("package.json") as Manifest;
const { files: programs } = readJson("tsconfig.dist.json") as { files: string[] };

rmSync(OUT, { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.dist.json"], { stdio: "inherit" });
const declarations = declarationsOf(Object.values(exports).flatMap(({ types }) => types ?? []));
keepOnly(
  new Set([
    ...declarations,
    ...scriptFiles(`${OUT}/loadtest`, K6_SCRIPT).map(({ path }) => join(OUT, "loadtest", path)),
  ]),
);
for (const file of declarations) nameNoTypebox(file);
copy(".ci/schema-types.ts", join(OUT, "schema-types.d.ts"));
await bundle(
  programs.filter((file) => !file.startsWith("loadtest/k6/")),
  OUT,
);
for (const file of DATA.filter((path) => !NO_DATA.test(path))) copy(file, join(OUT, file));
const docsPage = join(OUT, "reference/http/openapi/swagger-ui");
for (const file of SWAGGER_UI_LICENCES) copy(join(SWAGGER_UI, file), join(docsPage, file));
for (const file of SWAGGER_UI_SERVED) {
  writePacked(join(docsPage, file), readFileSync(join(SWAGGER_UI, file)));
}
copy("node_modules/typebox/license", join(OUT, "typebox.LICENSE"));
mkdirSync(join(OUT, "reference/terminal/made"));
writePacked(join(OUT, "reference/terminal/made/page.js"), await bundlePage());
writeJson("package.json", { name, version, type });
writeJson(
  "conformance/catalogue/check-sources.json",
  Object.fromEntries(RULES.map(({ id }) => [id, checkSource(id)])),
);

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(file, to);
}

/** What few read lies packed, and is unpacked when it is first read. */
function writePacked(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(OUT, file), JSON.stringify(value));
}

/** Those of the doors, and of what they reach. */
function declarationsOf(doors: readonly string[]): Set<string> {
  const reached = new Set(doors.map((door) => normalize(door)));
  for (const file of reached) {
    const paths = readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)\.ts"/g);
    for (const [, path] of paths) reached.add(normalize(join(file, "..", `${path}.d.ts`)));
  }
  return reached;
}

/** Whoever installs the package has not installed what is bundled. */
function nameNoTypebox(file: string): void {
  const to = relative(dirname(file), join(OUT, "schema-types.ts")).replaceAll(sep, "/");
  const text = readFileSync(file, "utf8").replace('from "typebox"', `from "${to}"`);
  writeFileSync(file, text);
}

function keepOnly(kept: ReadonlySet<string>): void {
  for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
}
