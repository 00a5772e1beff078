/** The files of the terminal, a page for people who trade: whoever serves a venue serves them beside it. */
import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { htmlPage, type ServedFile, servedFile } from "../wire/served-file.ts";

/** The package has the script made already, and packed; a clone makes it. */
const MADE = new URL("made/page.js.br", new URL(".", import.meta.url));

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

let made: Promise<Uint8Array> | null = null;

async function script(): Promise<Uint8Array> {
  if (existsSync(MADE)) return brotliDecompressSync(readFileSync(MADE));
  const { bundlePage } = await import("./bundle.ts");
  return bundlePage();
}

/** Files by path, and packed for who takes it so. @bound two files, each packed or not: no other path leads to one; reference/terminal/terminal-files.test.ts */
const files = new Map<string, ServedFile>();

/** What a request says of who asks. */
export interface FileRequest {
  path: string;
  host: string | undefined;
  acceptEncoding: string | undefined;
  /** Stands before the names of the venue's cookies, where another serves the page for it. */
  cookiePrefix?: string;
}

/**
 * The file at a path; null where none is.
 * Errors: rejects where the script cannot be made, as in a clone without esbuild.
 */
export async function terminalFile({
  path,
  host,
  acceptEncoding,
  cookiePrefix,
}: FileRequest): Promise<ServedFile | null> {
  if (path === "/terminal") return page(host, cookiePrefix);
  if (path !== "/terminal/page.js" && path !== "/terminal/page.css") return null;
  const isPacked = /\bgzip\b/.test(acceptEncoding ?? "");
  const name = `${path}${isPacked ? " gzip" : ""}`;
  const known = files.get(name);
  if (known !== undefined) return known;
  const file = await fileAt(path, isPacked);
  files.set(name, file);
  return file;
}

async function fileAt(path: string, isPacked: boolean): Promise<ServedFile> {
  const isScript = path.endsWith(".js");
  if (isScript) made ??= script();
  const bytes = isScript ? Buffer.from(await made!) : read("page.css");
  const file = servedFile(
    isScript ? "text/javascript" : "text/css",
    isPacked ? gzipSync(bytes, { level: 9 }) : bytes,
  );
  file.headers.push("Vary", "Accept-Encoding");
  if (isPacked) file.headers.push("Content-Encoding", "gzip");
  return file;
}

/** Only files of this venue, and its stream under the name that the browser knows it by. */
function page(host: string | undefined, cookiePrefix = ""): ServedFile {
  const text = read("page.html").toString().replace("{cookie-prefix}", cookiePrefix);
  const named = /^[\w.[\]:-]+$/.test(host ?? "") ? ` ws://${host} wss://${host}` : "";
  const { bytes, headers } = htmlPage(text, [
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${named}`,
  ]);
  return { bytes, headers, tag: "" };
}
