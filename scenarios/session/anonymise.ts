/** Gives a session other ids, owners and client ids, the same ones the same everywhere. */
import { createHash, randomBytes } from "node:crypto";
import { UUIDS } from "../deployment/wire/uuid.ts";
import type { SessionHeader, SessionLine } from "./format.ts";
import { openSession } from "./reader.ts";
import { SessionWriter } from "./writer.ts";

const ZERO = /^[0-]+$/;
const DROPPED = new Set(["user-agent", "x-forwarded-for", "forwarded", "via", "referer", "origin"]);

/** Prints the session; returns the exit code. Shape: still replays, as bindings are kept. */
export async function anonymised(file: string): Promise<number> {
  const reading = await openSession(file);
  const names = new GivenNames(reading.header);
  const writer = new SessionWriter();
  process.stdout.write(writer.header(names.header(reading.header)));
  for await (const line of reading.lines) {
    const { n: _, ...rest } = names.line(line);
    process.stdout.write(writer.line(rest));
  }
  process.stdout.write(writer.end());
  return 0;
}

/** One to one, and not to be guessed back: the salt is thrown away. */
class GivenNames {
  readonly #salt = randomBytes(16);
  readonly #owners: Map<string, string>;

  constructor({ actors }: SessionHeader) {
    const owners = [...new Set(Object.values(actors).map(({ owner }) => owner))];
    this.#owners = new Map(owners.map((owner, index) => [owner, `owner-${index + 1}`]));
  }

  header(header: SessionHeader): SessionHeader {
    const actors = Object.entries(header.actors).map(([name, actor]) => {
      const agent = actor.agent_id === undefined ? {} : { agent_id: this.#text(actor.agent_id) };
      return [name, { ...actor, owner: this.#owners.get(actor.owner)!, ...agent }];
    });
    const markets = Object.entries(header.markets).map(([id, market]) => [this.#text(id), market]);
    return {
      ...header,
      target: { name: "target", prefix: header.target.prefix },
      actors: Object.fromEntries(actors),
      markets: Object.fromEntries(markets),
    };
  }

  line(line: SessionLine): SessionLine {
    return this.#value(line, "") as SessionLine;
  }

  #value(value: unknown, name: string): unknown {
    if (typeof value === "string") return this.#named(value, name);
    if (Array.isArray(value)) return value.map((item) => this.#value(item, name));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value)
      .filter(([key]) => name !== "headers" || !DROPPED.has(key))
      .map(([key, one]) => [key, this.#value(one, key)]);
    return Object.fromEntries(members);
  }

  #named(text: string, name: string): string {
    if (name === "client_order_id") return this.#digest(text).slice(0, text.length);
    if (name === "owner") return this.#owners.get(text) ?? "owner";
    return this.#text(text);
  }

  #text(text: string): string {
    return text.replace(UUIDS, (id) => (ZERO.test(id) ? id : this.#uuid(id.toLowerCase())));
  }

  #uuid(id: string): string {
    const hex = this.#digest(id);
    const cuts = [0, 8, 12, 16, 20, 32];
    return cuts
      .slice(1)
      .map((to, index) => hex.slice(cuts[index], to))
      .join("-");
  }

  #digest(text: string): string {
    return createHash("sha256").update(this.#salt).update(text).digest("hex");
  }
}
