/** Bundles programs for Node: what several of them need is in chunks that they share. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { lineMap } from "./line-map.ts";

/**
 * Loads in a tenth of the time when bundled: it is hundreds of files. Every other package stays one,
 * where its users see it, audit it and bring it up to date.
 */
const BUNDLED = "typebox";

/**
 * CommonJS throughout, and needed before a venue answers: `import` would read each of their files for
 * the names that it exports, which takes as long as to run them.
 */
const REQUIRED = ["@koa/router", "commander", "koa", "ws"];

/** How everything is bundled. */
export const IN_CHUNKS = {
  bundle: true,
  splitting: true,
  chunkNames: "chunk-[hash]",
  format: "esm",
  platform: "node",
  target: "node20.19",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
} as const;

/**
 * All output lies flat in `out`, a chunk for what is shared; where each program had its place there is a
 * file that loads it. Maps lead to lines. Paths are relative to the working directory.
 */
export async function bundle(programs: readonly string[], out: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: programs.map((file) => ({ in: file, out: flat(file) })),
    ...IN_CHUNKS,
    ...{ outdir: out, metafile: true, legalComments: "eof" },
    plugins: [packagesRequired, packagesStay, placesStay],
  });
  for (const program of programs.filter((file) => file.includes("/"))) {
    const place = join(out, compiled(program));
    const from = relative(dirname(place), out).replaceAll(sep, "/");
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, `export * from "${from}/${flat(program)}.js";\n`);
  }
  refuseDefaults(programs, metafile);
  for (const file of Object.keys(metafile.outputs).filter((name) => name.endsWith(".map"))) {
    writeFileSync(file, lineMap(readFileSync(file, "utf8")));
  }
}

const compiled = (file: string): string => file.replace(/\.ts$/, ".js");

const flat = (file: string): string => file.replace(/\.\w+$/, "").replaceAll("/", ".");

/** Each a module of the names that it has when it is imported. */
const packagesRequired: Plugin = {
  name: "packages required",
  setup(building) {
    const filter = new RegExp(`^(${REQUIRED.join("|")})$`);
    building.onResolve({ filter }, ({ path }) => ({ path, namespace: "required" }));
    building.onLoad({ filter, namespace: "required" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) =>
        /^(?!default$)\w+$/.test(name),
      );
      const contents = `import { createRequire } from "node:module";
        const all = createRequire(import.meta.url)(${JSON.stringify(path)});
        export default all;
        export const { ${names.join(", ")} } = all;`;
      return { contents };
    });
  },
};

/** But for the one that is bundled. */
export const packagesStay: Plugin = {
  name: "packages stay packages",
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === "entry-point" || path === BUNDLED || path.startsWith(`${BUNDLED}/`)) return null;
      return { path, external: true };
    });
  },
};

/** What a module finds beside itself it finds beside where it would lie unbundled. */
const placesStay: Plugin = {
  name: "places stay",
  setup(building) {
    building.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (path.includes("node_modules") || !text.includes("import.meta.url")) return null;
      const place = JSON.stringify(`./${compiled(relative("", path).replaceAll(sep, "/"))}`);
      const contents = text.replaceAll(
        "import.meta.url",
        `new URL(${place}, import.meta.url).href`,
      );
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/** Errors: a program that exports a default, which what loads it would not pass on. */
function refuseDefaults(programs: readonly string[], { outputs }: Metafile): void {
  for (const { entryPoint = "", exports } of Object.values(outputs)) {
    if (programs.includes(entryPoint) && exports.includes("default")) {
      throw new Error(`${entryPoint}: a default export is lost`);
    }
  }
}
