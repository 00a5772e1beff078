/** Gives a session other ids, names and client ids, the same ones the same everywhere. */
import { sayData } from "../../reports/render/say.ts";
import { editedJson, type JsonEditor } from "../deployment/reading/json-text.ts";
import type { SessionHeader, SessionLine } from "./format.ts";
import { GivenNames } from "./given-names.ts";
import { isNobodys, PersonalNames, personalKind } from "./personal-names.ts";
import { openSession } from "./reader.ts";
import { SessionWriter } from "./writer.ts";

/** Headers that say where somebody is, and with what. */
const DROPPED =
  /^(user-agent|forwarded|via|referer|origin|from|x-real-ip|x-client-ip|true-client-ip|x-forwarded-.*|x-original-.*|cf-.*|fly-client-ip|fastly-client-ip|x-cluster-client-ip|x-envoy-.*|x-amzn-trace-id|sec-ch-.*|accept-language|dnt)$/;

const BYTES = "bytes that are no text are left out of an anonymous session";

/** Prints the session; returns the exit code. Shape: still replays, as bindings are kept. */
export async function anonymised(file: string): Promise<number> {
  const names = await personalNames(file);
  const reading = await openSession(file);
  const given = new GivenNames(names);
  const writer = new SessionWriter();
  sayData(writer.header(anonymousHeader(reading.header, given)));
  for await (const line of reading.lines) {
    const { n: _, ...rest } = anonymousLine(line, given);
    sayData(writer.line(rest));
  }
  sayData(writer.end());
  return 0;
}

/** Read beforehand: what is said by name in one place may be said without it in another. */
async function personalNames(file: string): Promise<PersonalNames> {
  const reading = await openSession(file);
  const names = new PersonalNames();
  names.learnActors(reading.header.actors);
  for await (const line of reading.lines) names.learn(line);
  return names;
}

function anonymousHeader(header: SessionHeader, given: GivenNames): SessionHeader {
  const actors = Object.entries(header.actors).map(([name, actor]) => {
    const agent = actor.agent_id === undefined ? {} : { agent_id: given.text(actor.agent_id) };
    return [given.actor(name), { ...actor, owner: given.name(actor.owner), ...agent }];
  });
  const markets = Object.entries(header.markets).map(([id, market]) => {
    const legs =
      market.legs === undefined ? {} : { legs: market.legs.map((leg) => given.text(leg)) };
    return [given.text(id), { ...market, ...legs }];
  });
  return {
    ...header,
    target: { name: "target", prefix: header.target.prefix },
    actors: Object.fromEntries(actors),
    markets: Object.fromEntries(markets),
  };
}

function anonymousLine(line: SessionLine, given: GivenNames): SessionLine {
  const said = anonymousValue(line, "", given) as SessionLine;
  const hasActor = "actor" in line && line.actor !== null;
  return hasActor ? ({ ...said, actor: given.actor(line.actor!) } as SessionLine) : said;
}

/** A body that is kept as text may be JSON all the same. */
function anonymousText(text: string, given: GivenNames): string {
  const editor: JsonEditor<{ name: string; isName: boolean }> = {
    leaf({ value }, { name, isName }) {
      if (typeof value === "number") return value;
      return isName ? given.name(value) : String(anonymousValue(value, name, given));
    },
    members(record) {
      const isPersonal = !isNobodys(record);
      return (name) => ({ name, isName: isPersonal && personalKind(name) !== null });
    },
    name: (name) => given.text(name),
  };
  return editedJson(text, editor, { name: "", isName: false }) ?? given.text(text);
}

function anonymousValue(value: unknown, name: string, given: GivenNames): unknown {
  if (typeof value === "string") {
    return name === "client_order_id" ? given.clientId(value) : given.text(value);
  }
  if (Array.isArray(value)) return value.map((item) => anonymousValue(item, name, given));
  if (typeof value !== "object" || value === null) return value;
  const isPersonal = !isNobodys(value);
  const members = Object.entries(value)
    .filter(([key]) => name !== "headers" || !DROPPED.test(key))
    .map(([key, one]) => {
      if (key === "body_base64") return ["body_left_out", BYTES];
      if (key === "body_text") return [key, anonymousText(String(one), given)];
      const isName = isPersonal && typeof one === "string" && personalKind(key) !== null;
      return [given.text(key), isName ? given.name(one) : anonymousValue(one, key, given)];
    });
  return Object.fromEntries(members);
}
