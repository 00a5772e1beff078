/** Prints a session for people: one line an exchange, frame or command. */
import { printable, valueText } from "../../reports/render/text.ts";
import type { SessionBody, SessionLine } from "./format.ts";
import { openSession } from "./reader.ts";

const BODY_CHARS_MAX = 100;

/** Prints; returns the exit code. */
export async function shown(file: string): Promise<number> {
  const reading = await openSession(file);
  const { target, recorded_by, started_at, actors, markets } = reading.header;
  const named = Object.entries(actors).map(([name, { owner }]) => `${name} (${owner})`);
  console.log(printable(`${target.name}, ${started_at}, by ${recorded_by}`));
  console.log(printable(`actors: ${named.join(", ") || "none"}`));
  for (const [id, { kind, status, band, tick }] of Object.entries(markets)) {
    console.log(printable(`market ${id}: ${kind} ${status} ${band.join("..")} by ${tick}`));
  }
  for await (const line of reading.lines) console.log(lineText(line));
  for (const warning of reading.warnings) console.error(warning);
  console.log(reading.ending === "whole" ? "whole" : `${reading.ending}: see session check`);
  return 0;
}

/** One line of a session in a terminal's width or so. */
export function lineText(line: SessionLine): string {
  const head = `${String(line.n).padStart(6)} ${seconds(line.at)}`;
  return printable(`${head}  ${gist(line)}`);
}

function gist(line: SessionLine): string {
  if ("request" in line) {
    const { request, response, failure, actor, took } = line;
    const query = new URLSearchParams(request.query).toString();
    const path = query === "" ? request.path : `${request.path}?${query}`;
    const answer = response ? `${response.status} ${bodyGist(response)}` : `no answer: ${failure}`;
    const asked = `${request.method} ${path} ${bodyGist(request)}`.trim();
    return `${actor ?? "nobody"}: ${asked} -> ${answer} (${took} ms)`;
  }
  if ("control" in line) {
    const { method, path, body } = line.control;
    return `operator: ${method} ${path} ${shortened(valueText(body))}`;
  }
  if ("open" in line) return `${line.actor ?? "nobody"}: opens ${line.stream} -> ${line.status}`;
  if ("send" in line) return `${line.stream} > ${bodyGist(line.send)}`;
  if ("receive" in line) return `${line.stream} < ${bodyGist(line.receive)}`;
  return `${line.stream} closes: ${line.close.code} ${line.close.reason ?? ""}`.trim();
}

function bodyGist({ body, body_text, body_base64 }: SessionBody): string {
  if (body !== undefined) return shortened(JSON.stringify(body));
  return shortened(body_text ?? (body_base64 === undefined ? "" : "(bytes)"));
}

function shortened(text: string): string {
  return text.length > BODY_CHARS_MAX ? `${text.slice(0, BODY_CHARS_MAX - 3)}...` : text;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3).padStart(9)}s`;
}
