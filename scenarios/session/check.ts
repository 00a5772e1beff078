/** Tells whether a session is whole, well-formed and free of secrets. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { say } from "../../reports/render/say.ts";
import { openSession } from "./reader.ts";

const SECRET_LOOKS = [
  ["a key or a ticket", /\br[kw]_live_[A-Za-z0-9_-]{8,}/],
  ["a JSON web token", /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ["a bearer token", /"authorization":"Bearer (?!\{\{)[^"]+/i],
  ["a cookie", /"(set-)?cookie":"[^"=]+=(?!\{\{)[^";{]{8,}/i],
] as const;

/** Prints what is wrong, never the secret itself; returns 0 when nothing is, else 1. */
export async function checked(file: string): Promise<number> {
  const problems = [...(await shapeProblems(file)), ...(await secretsIn(file))];
  for (const problem of problems) say(problem);
  if (problems.length === 0) say(`${file}: whole, and no secret found`);
  return problems.length === 0 ? 0 : 1;
}

async function shapeProblems(file: string): Promise<string[]> {
  const reading = await openSession(file);
  let lines = 0;
  let last = 0;
  const problems: string[] = [];
  for await (const line of reading.lines) {
    lines += 1;
    if (line.n !== lines && problems.length === 0) {
      problems.push(`${file}:${lines + 1}: is numbered ${line.n}, not ${lines}`);
    }
    if (line.at < last) problems.push(`${file}:${lines + 1}: begins before the line before it`);
    last = line.at;
  }
  if (reading.ending === "cut off") problems.push(`${file}: was cut off after ${lines} lines`);
  if (reading.ending === "altered") problems.push(`${file}: was altered after it was written`);
  return [...problems, ...reading.warnings];
}

async function secretsIn(file: string): Promise<string[]> {
  const found: string[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    for (const [what, looks] of SECRET_LOOKS) {
      if (looks.test(line)) found.push(`${file}:${number}: holds what looks like ${what}`);
    }
  }
  return found;
}
