/** The bounds of the simulator: what it drives, driven by what a simulation drove it with, and nothing else. */
import type { SocketlessRequest } from "../../reference/index.ts";
import { Venue } from "../../reference/testing.ts";
import { HttpVenue } from "./http-venue.ts";
import type { CommandEntry, TapeEntry } from "./tape.ts";

const OPTIONS = { seed: 1, prefix: "/v1", isMortal: false };

/** The core takes the commands of a tape; its events are heard by nobody. Units: seconds of CPU. */
export function coreAlone(tape: readonly TapeEntry[]): Promise<number> {
  const venue = new Venue({ emit: () => {} });
  const commands = tape.filter(isCommand);
  return cpuSeconds(async () => {
    for (const { command, at } of commands) venue.apply(command, at);
  });
}

/** The application takes the requests that a tape becomes, made before. Units: seconds of CPU. */
export async function shellAlone(tape: readonly TapeEntry[]): Promise<number> {
  const said = await requestsOf(tape);
  const { reference } = await HttpVenue.open(OPTIONS);
  const statuses: number[] = [];
  const seconds = await cpuSeconds(async () => {
    for (const { request } of said) statuses.push((await reference.handle(request)).status);
  });
  await reference.close();
  if (said.some(({ status }, n) => status !== statuses[n])) throw new Error("answered otherwise");
  return seconds;
}

interface Said {
  request: SocketlessRequest;
  status: number;
}

/** Equal venues assign equal ids and keys, so that the requests to one fit the next. */
async function requestsOf(tape: readonly TapeEntry[]): Promise<Said[]> {
  const said: Said[] = [];
  const http = await HttpVenue.open(OPTIONS);
  const handle = http.reference.handle;
  http.reference.handle = async (request) => {
    const answer = await handle(request);
    said.push({ request, status: answer.status });
    return answer;
  };
  const commands = tape.filter(isCommand);
  await http.bringOn(commands);
  for (const entry of commands) await http.perform(entry);
  await http.close();
  return said;
}

const isCommand = (entry: TapeEntry): entry is CommandEntry => "command" in entry;

async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
