/**
 * Bundles test files, and what they share in chunks: read one by one, and translated as they are read,
 * the hundreds of modules behind a test take longer than most tests do.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { IN_CHUNKS, packagesStay } from "./bundle.ts";

/** Paths of the bundled files in `out`: what they find beside themselves lies beside their sources. */
export async function bundleTests(files: readonly string[], out: string): Promise<string[]> {
  const names = files.map((file) => file.replace(/\.ts$/, ""));
  await build({
    entryPoints: files.map((file, at) => ({ in: file, out: names[at]! })),
    ...IN_CHUNKS,
    outdir: out,
    define: Object.fromEntries(Object.entries(PLACES).map(([meta, { name }]) => [meta, name])),
    plugins: [packagesStay, placesOfSources],
  });
  return names.map((name) => join(out, `${name}.js`));
}

/** What a module knows of its place, by the names that it has in a bundle. */
const PLACES: Record<string, { name: string; of: (path: string) => string }> = {
  "import.meta.url": { name: "SOURCE_URL", of: (path) => pathToFileURL(path).href },
  "import.meta.dirname": { name: "SOURCE_DIRNAME", of: dirname },
  "import.meta.filename": { name: "SOURCE_FILENAME", of: (path) => path },
};

const placesOfSources: Plugin = {
  name: "places of sources",
  setup(building) {
    building.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (path.includes("node_modules") || !text.includes("import.meta.")) return null;
      const places = Object.values(PLACES).map(
        ({ name, of }) => `const ${name} = ${JSON.stringify(of(path))};`,
      );
      // On the first line: the others keep their numbers.
      const contents = `${places.join(" ")} ${text}`;
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};
