/** `session import` and `session export`: HAR files in and out. */
import { isUtf8 } from "node:buffer";
import { readFile, stat, writeFile } from "node:fs/promises";
import { Command } from "commander";
import { say, tell } from "../../reports/render/say.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { openSession } from "../session/reader.ts";
import { sessionToHar } from "./export.ts";
import { harToSession } from "./import.ts";

/** `touchstone session import FILE.har`. */
export function importCommand(): Command {
  return new Command("import")
    .description("make a session of a HAR file that a browser exported")
    .argument("<file>", "HAR file")
    .option("--base <url>", "the venue's address, where the file has others too")
    .option("--actor <name>", "who made the requests, where the file has no credentials")
    .option("--out <file>", "session to write; else beside the HAR file")
    .action(async (file: string, flags: { base?: string; actor?: string; out?: string }) => {
      const { base, actor, out = `${file.replace(/\.har$/i, "")}.session.jsonl` } = flags;
      if (base !== undefined && !URL.canParse(base)) {
        throw new UsageError(`--base: ${base} is no address; give http://host or https://host`);
      }
      const known = { file, ...(base && { base }), ...(actor && { actor }) };
      const { session, notes } = harToSession(await textOf(file), known);
      await written(out, session);
      for (const note of notes) tell(note);
      say(`wrote ${out}; touchstone replay ${out}`);
    });
}

/** `touchstone session export FILE`. */
export function exportCommand(): Command {
  return new Command("export")
    .description("make a HAR file of a session, for viewers that know no sessions")
    .argument("<file>", "session")
    .option("--out <file>", "HAR file to write; else beside the session")
    .action(async (file: string, flags: { out?: string }) => {
      const { out = `${file.replace(/\.session\.jsonl$/, "")}.har` } = flags;
      const { header, lines } = await openSession(file);
      await written(out, await sessionToHar(header, lines));
      say(`wrote ${out}`);
    });
}

/** A longer file does not fit in memory as what it says. Units: bytes. */
const HAR_BYTES_MAX = 256 * 1024 * 1024;

async function textOf(file: string): Promise<string> {
  const bytes = await bytesOf(file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof UsageError) throw error;
    const { code } = error;
    throw new UsageError(
      code === "ENOENT" ? `${file}: no such file` : `${file}: cannot be read (${code})`,
    );
  });
  if (!isUtf8(bytes)) throw new UsageError(`${file}: is not a HAR file: it is not UTF-8`);
  return bytes.toString().replace(/^\uFEFF/, "");
}

async function bytesOf(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size <= HAR_BYTES_MAX) return readFile(file);
  throw new UsageError(
    `${file}: is longer than ${HAR_BYTES_MAX} bytes: export fewer requests at a time`,
  );
}

async function written(out: string, text: string): Promise<void> {
  try {
    await writeFile(out, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new UsageError(
      exists ? `--out: ${out} exists already; name another` : `--out: cannot write ${out}`,
    );
  }
}
