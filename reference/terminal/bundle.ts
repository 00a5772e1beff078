/** Makes one file of the page's script: in a clone when it is first asked for, else when it is packed. */
import { fileURLToPath } from "node:url";

const START = new URL("page/main.ts", import.meta.url);

/** The script, small, with the licences of what is in it. Errors: throws where esbuild is missing. */
export async function bundlePage(): Promise<Uint8Array> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(START)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "eof",
    logLevel: "silent",
  });
  return outputFiles[0]!.contents;
}
