/** What actors do on the stream in a scenario. */
import { mentions } from "../deployment/reading/reading.ts";
import { subscriptionTo } from "../deployment/reading/stream-dialect.ts";
import { escaped } from "../deployment/secrets/placeholders.ts";
import {
  type StreamSocket,
  shakeHands,
  streamAddressOf,
} from "../deployment/wire/stream-socket.ts";
import { Unplayable } from "../session/assign.ts";
import { sessionBody } from "../session/writer.ts";
import type { Action } from "./format.ts";
import type { ScenarioRun } from "./scenario-run.ts";
import type { StepResult } from "./step-result.ts";

/** Mints a ticket and opens the stream with it. */
export async function openStream(
  run: ScenarioRun,
  who: string,
  action: Action,
): Promise<StepResult> {
  const name = action.open_stream ?? "";
  const minted = await run.send(who, {
    ...{ method: "POST", path: "/auth/ws-ticket" },
    body: { agent_id: run.idOf(who) },
  });
  const { ticket = "" } = Object(minted.response?.body) as { ticket?: string };
  const { profile, redactor } = run.deployment;
  const { url, guessed } = streamAddressOf(profile);
  const { status, socket } = await shakeHands(url, ticket, run.deployment.clock.ending);
  const open = { path: "/stream", query: { ticket: redactor.text(ticket) } };
  run.note({ stream: name, actor: who, open, status: status ?? 0 });
  if (socket === null && guessed) {
    throw new Unplayable("needs stream_url in the profile: the stream is not where the routes are");
  }
  if (socket !== null) run.streams.set(name, socket);
  return { said: `stream ${name}`, http: socket === null ? (status ?? 0) : 200 };
}

/** Says something on a connection. */
export async function say(run: ScenarioRun, _who: string, action: Action): Promise<StepResult> {
  const { on, json } = action.say ?? { on: "", json: null };
  speak(run, on, JSON.stringify(json));
  return { said: `said on ${on}` };
}

/** Follows the book of a market, in the words the profile declares. */
export async function follow(run: ScenarioRun, _who: string, action: Action): Promise<StepResult> {
  const { on, book } = action.follow ?? { on: "", book: "" };
  const dialect = run.deployment.profile.stream;
  if (dialect === null) throw new Unplayable("needs stream in the profile: how its books are told");
  speak(run, on, subscriptionTo(dialect, run.idOf(book)));
  return { said: `followed ${book} on ${on}` };
}

/** Looks whether a frame came, about something if asked. */
export async function hear(run: ScenarioRun, _who: string, action: Action): Promise<StepResult> {
  const { on, about } = action.hear ?? { on: "" };
  const { frames } = connection(run, on);
  const wanted = about === undefined ? null : run.idOf(about);
  const heard = frames.some((frame) => wanted === null || mentions(jsonOf(frame), wanted));
  const what = about === undefined ? "a frame" : `a frame about ${about}`;
  return { said: heard ? `heard ${what}` : `no ${what} on ${on} so far`, http: heard ? 200 : 0 };
}

/** Closes a connection. */
export async function closeStream(
  run: ScenarioRun,
  _who: string,
  action: Action,
): Promise<StepResult> {
  const name = action.close_stream ?? "";
  const socket = connection(run, name);
  for (const frame of socket.frames) run.note({ stream: name, receive: body(run, frame) });
  await socket.close();
  run.note({ stream: name, close: { code: 1000 } });
  run.streams.delete(name);
  return { said: `closed ${name}` };
}

function speak(run: ScenarioRun, name: string, text: string): void {
  connection(run, name).say(text);
  run.note({ stream: name, send: body(run, text) });
}

function body({ deployment: { redactor } }: ScenarioRun, text: string) {
  return sessionBody(redactor.text(escaped(text)));
}

function connection({ streams }: ScenarioRun, name: string): StreamSocket {
  const socket = streams.get(name);
  if (socket === undefined) throw new Unplayable(`needs the stream ${name}, which did not open`);
  return socket;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
