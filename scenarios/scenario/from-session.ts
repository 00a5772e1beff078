/** Turns a session into a scenario as a person would have written it, to be finished by hand. */
import { Document, isMap, type Node, type YAMLMap } from "yaml";
import { sayData } from "../../reports/render/say.ts";
import { onOneLine } from "../../reports/render/text.ts";
import type { SessionHeader, SessionLine } from "../session/format.ts";
import { shortIds } from "../session/gist.ts";
import { openSession } from "../session/reader.ts";
import type { Action } from "./format.ts";
import { WrittenNames, withoutIdleName } from "./written-names.ts";
import { StepWriter, saidIn } from "./written-step.ts";

const HEAD = "# yaml-language-server: $schema=docs/schemas/scenario.schema.json\n";
/** A scenario of more steps nobody reads. */
const STEPS_MAX = 200;
/** Longer steps take several lines. Units: characters. */
const STEP_CHARS_MAX = 84;
const NOTE_CHARS_MAX = 88;

/** Prints the scenario; returns the exit code. */
export async function scenarioOf(file: string): Promise<number> {
  sayData(await scenarioText(file));
  return 0;
}

/** The scenario of a session. Errors: SessionError. */
export async function scenarioText(file: string): Promise<string> {
  const clientIds = await repeatedClientIds(file);
  const { header, lines } = await openSession(file);
  const writer = new ScenarioWriter(header, clientIds);
  for await (const line of lines) writer.line(line);
  return HEAD + writer.text();
}

/** Client ids that come twice: of a retry, which is known by them. */
async function repeatedClientIds(file: string): Promise<Set<string>> {
  const { lines } = await openSession(file);
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for await (const line of lines) {
    const id = "request" in line ? Object(saidIn(line.request)).client_order_id : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) repeated.add(id);
    if (seen.size < STEPS_MAX) seen.add(id);
  }
  return repeated;
}

/** A step with what is said above it. */
interface WrittenLine {
  who: string;
  action: Action;
  notes: string[];
}

class ScenarioWriter {
  readonly #names: WrittenNames;
  readonly #header: SessionHeader;
  readonly #writer: StepWriter;
  readonly #steps: WrittenLine[] = [];
  /** What was left out since the last step. */
  #notes: string[] = [];
  #heard = 0;
  #beyond = 0;
  readonly #open = new Map<string, string>();

  constructor(header: SessionHeader, clientIds: ReadonlySet<string>) {
    this.#header = header;
    this.#names = new WrittenNames(header);
    this.#writer = new StepWriter(header, this.#names, clientIds);
  }

  line(line: SessionLine): void {
    if (this.#steps.length >= STEPS_MAX) this.#beyond += 1;
    else if ("request" in line) this.#exchange(line);
    else if ("control" in line) this.#control(line);
    else if ("open" in line && line.status === 101 && line.actor !== null) {
      this.#add(this.#names.actor(line.actor), { open_stream: line.stream });
      this.#open.set(line.stream, this.#names.actor(line.actor));
    } else if ("close" in line && this.#open.has(line.stream)) {
      this.#add(this.#open.get(line.stream)!, { close_stream: line.stream });
    } else if ("send" in line || "receive" in line) this.#heard += 1;
  }

  #exchange(line: Extract<SessionLine, { request: unknown }>): void {
    const written = this.#writer.step(line);
    if ("action" in written) this.#add(this.#names.actor(line.actor), written.action);
    else {
      const { method, path } = line.request;
      const status = line.response?.status ?? "no answer";
      this.#notes.push(`Left out: ${method} ${shortIds(path)} -> ${status}: ${written.leftOut}`);
    }
  }

  #control({ control: { method, path, body } }: Extract<SessionLine, { control: unknown }>): void {
    const market = this.#names.of(path.slice(path.lastIndexOf("/") + 1));
    const action = operatorAction(Object(body), market);
    if (action !== null) this.#add("venue", action);
    else if (method !== "GET")
      this.#notes.push(`Left out: the operator's ${method} ${shortIds(path)}`);
  }

  #add(who: string, action: Action): void {
    this.#steps.push({ who, action, notes: this.#notes });
    this.#notes = [];
  }

  text(): string {
    const { target, started_at } = this.#header;
    const document = new Document({ story: this.#story(), shows: this.#shows() });
    document.commentBefore = ` Of ${onOneLine(target.name)}, ${onOneLine(started_at)}. Say what happens, and which rules it shows.`;
    const flow = (value: unknown) => document.createNode(value, { flow: true });
    document.set("shows", flow(this.#shows()));
    const blocks = { actors: this.#names.actors, markets: this.#names.markets };
    for (const [name, members] of Object.entries(blocks)) {
      const map = document.createNode({}) as YAMLMap;
      for (const [key, one] of Object.entries(members)) map.set(key, flow(one));
      if (map.items.length > 0 || name === "actors") document.set(name, map);
      map.flow = map.items.length === 0;
    }
    const steps = document.createNode([]) as unknown as { items: Node[]; comment?: string };
    for (const { who, action, notes } of this.#steps) {
      const node = stepNode(document, who, withoutIdleName(action, this.#names));
      if (notes.length > 0) node.commentBefore = commentOf(notes);
      steps.items.push(node);
    }
    const last = this.#beyond > 0 ? [`Left out: ${this.#beyond} lines; replay --until cuts`] : [];
    const rest = this.#heard > 0 ? [`Left out: ${this.#heard} messages of streams`] : [];
    const end = [...this.#notes, ...rest, ...last];
    if (end.length > 0) steps.comment = commentOf(end);
    document.set("steps", steps);
    return document.toString({ lineWidth: 0, flowCollectionPadding: true });
  }

  #story(): string {
    const actors = Object.keys(this.#names.actors).join(", ") || "nobody";
    const [orders, trades] = [this.#count((one) => one.place), this.#count(isTrade)];
    const said =
      orders === 0
        ? `${this.#steps.length} requests`
        : `${orders} orders, ${trades} of them trade at once`;
    return `What ${actors} did: ${said}`;
  }

  #shows(): string[] {
    const shown = [
      this.#count(isTrade) > 0 && "MATCH-CROSS-01",
      this.#count((one) => one.expect?.same_as) > 0 && "IDEM-REPLAY-01",
    ].filter((id) => id !== false);
    return shown.length > 0 ? shown : ["RES-HTTP-01"];
  }

  #count(is: (action: Action) => unknown): number {
    return this.#steps.filter(({ action }) => is(action)).length;
  }
}

function isTrade({ place, expect }: Action): boolean {
  return place !== undefined && (expect?.filled ?? 0) > 0;
}

function stepNode(document: Document, who: string, action: Action): Node {
  const isShort = JSON.stringify({ [who]: action }).length <= STEP_CHARS_MAX;
  const written = document.createNode(action, { flow: isShort }) as YAMLMap;
  for (const { value } of written.items) if (isMap(value)) value.flow = true;
  return document.createNode({ [who]: written });
}

/** Shape: nothing of a session's begins a line of its own. */
function commentOf(notes: readonly string[]): string {
  return notes.map((note) => ` ${onOneLine(note).slice(0, NOTE_CHARS_MAX)}`).join("\n");
}

/** What an operator's call is in a scenario; null for what scenarios have no word for. */
function operatorAction(body: Record<string, unknown>, market: string | undefined): Action | null {
  const { advance_ms: ms, frozen, reachable, status, outcome, mark_price: price } = body;
  if (typeof ms === "number") return { pass: { seconds: Math.max(1, Math.round(ms / 1_000)) } };
  if (typeof frozen === "boolean") return { freeze: frozen };
  if (typeof reachable === "boolean") return { feed: reachable ? "back" : "lost" };
  if (market === undefined) return null;
  if (status === "RESOLVED") return { resolve: { market, outcome: outcome as "YES" } };
  if (status === "EXPIRED") return { expire: market };
  if (status === "VOID") return { void: market };
  return price === undefined ? null : { mark: { market, price: price as number } };
}
