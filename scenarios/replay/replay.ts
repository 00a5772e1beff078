/** Plays a session on a target again, and judges every answer by the recorded one. */
import type { Exchange } from "../../conformance/target/exchange.ts";
import type {
  SessionControl,
  SessionExchange,
  SessionHeader,
  SessionLine,
  SessionReceive,
} from "../session/format.ts";
import type { SessionReading } from "../session/reader.ts";
import { bodyText } from "../session/writer.ts";
import { Bindings } from "./bindings.ts";
import { Cast } from "./cast.ts";
import { clientIdFor } from "./client-ids.ts";
import { Clocks } from "./clocks.ts";
import { idsIn } from "./compare.ts";
import { Consequences } from "./consequences.ts";
import { Frames } from "./frames.ts";
import type { Ground } from "./ground.ts";
import { type Answer, type Judged, judge } from "./judge.ts";
import { inOrderOfAnswers, type PlacedLine, type Reordering } from "./line-order.ts";
import type { Matchers } from "./matchers.ts";
import { inconclusive, type Opinion } from "./opinion.ts";
import { play } from "./play.ts";
import { rewritten, type Vocabulary, value } from "./rewrite.ts";
import { routeNamed } from "./routes.ts";
import { strictOpinion } from "./strict.ts";
import { Tally } from "./tally.ts";

/** How a session is played. */
export interface ReplayOptions {
  /** Equal to the byte, or different. */
  strict: boolean;
  /** Times the recorded pace; `max` waits for nothing but answers. */
  speed: number | "max";
  matchers: Matchers;
  moves?: Reordering;
  progress?(played: number): void;
}

const LATE_MS_MAX = 3_000;
const LATE_PAUSE_MS = 100;

/** Plays every line. Errors: Unplayable where the target lacks what the session needs. */
export async function replay(
  reading: SessionReading,
  ground: Ground,
  options: ReplayOptions,
): Promise<Tally> {
  const run = new Replay(reading.header, ground, options);
  await run.open();
  try {
    for await (const placed of inOrderOfAnswers(reading.lines, options.moves ?? new Map())) {
      await run.line(placed);
    }
    return run.tally;
  } finally {
    await run.close();
  }
}

class Replay {
  readonly tally = new Tally();
  readonly #header: SessionHeader;
  readonly #ground: Ground;
  readonly #options: ReplayOptions;
  readonly #cast: Cast;
  readonly #clocks: Clocks;
  readonly #frames: Frames;
  readonly #bindings = new Bindings();
  readonly #consequences = new Consequences(this.#bindings);
  readonly #deleted = new Set<string>();
  #blind: string | null = null;
  #played = 0;

  constructor(header: SessionHeader, ground: Ground, options: ReplayOptions) {
    this.#header = header;
    this.#ground = ground;
    this.#options = options;
    this.#cast = new Cast(ground, header);
    this.#clocks = new Clocks(header, ground);
    this.#frames = new Frames(ground);
  }

  async open(): Promise<void> {
    if (this.#ground.twin) await this.#cast.assume(this.#header);
    else await this.#cast.open(this.#header);
    for (const [recorded, live] of [...this.#cast.markets, ...this.#cast.agents]) {
      this.#bindings.bind(recorded, live);
    }
  }

  close(): Promise<void> {
    return this.#frames.end();
  }

  async line(placed: PlacedLine): Promise<void> {
    const { line } = placed;
    this.#played += 1;
    this.#options.progress?.(this.#played);
    await this.#clocks.reach(line, this.#options.speed);
    if ("request" in line) await this.#exchange(line, placed.overlaps);
    else if ("control" in line) await this.#control(line);
    else if ("open" in line) this.#count(line, await this.#frames.open(line, this.#words(null)));
    else if ("send" in line) this.#frames.say(line, this.#words(null));
    else if ("close" in line) this.#count(line, await this.#frames.close(line));
    else await this.#receive(line);
  }

  async #exchange(line: SessionExchange, overlaps: readonly number[]): Promise<void> {
    const judged = await this.#asked(line);
    const { opinion, comparison } = judged;
    const subjects = subjectsOf(line);
    const cause = opinion.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    this.#take(line.n, judged);
    if (opinion.isTurn) this.#consequences.spread(subjects, cause ?? line.n);
    const told = { n: line.n, what: said(line), overlaps };
    if (cause !== null) this.tally.follows(told, opinion, cause);
    else this.tally.add(told, this.#seen(opinion));
    const isDone = line.request.method === "DELETE" && (line.response?.status ?? 500) < 300;
    if (isDone) this.#deleted.add(line.request.path);
    if (comparison === null && opinion.isTurn) this.#lose(line.response?.body, line.n);
  }

  /** Where the target could not follow an operator's hand, nothing after is a difference. */
  #seen(opinion: Opinion): Opinion {
    if (this.#blind === null || opinion.verdict !== "different") return opinion;
    return inconclusive(`${this.#blind}: ${opinion.why}`);
  }

  /** Asks; a read that differs on a deployment is asked again, as it may lag (D-098). */
  async #asked(line: SessionExchange): Promise<Judged> {
    const deadline = performance.now() + LATE_MS_MAX;
    for (;;) {
      const judged = await this.#once(line);
      const mayLag = line.request.method === "GET" && !this.#ground.fresh;
      const isLate = mayLag && judged.opinion.verdict === "different";
      if (!isLate || performance.now() > deadline) return judged;
      if (this.#consequences.causeOf(subjectsOf(line)) !== null) return judged;
      await new Promise((resolve) => setTimeout(resolve, LATE_PAUSE_MS));
    }
  }

  async #once(line: SessionExchange): Promise<Judged> {
    const { actor, request, response } = line;
    const player = actor === null ? null : await this.#cast.player(actor);
    const stamped = Object(request.body).timestamp_ms;
    const date = response?.headers["date"];
    const stamp =
      typeof stamped === "number" ? await this.#clocks.stamp(stamped, line, date) : null;
    const words = this.#words(stamp, player?.credentials["cookie"]);
    const exchange = await play(this.#ground, rewritten(request, words), {
      ...{ name: actor, player },
      expects429: response?.status === 429,
    });
    this.#clocks.heard(exchange.response?.headers["date"]);
    const recorded = recordedAnswer(line);
    const now = this.#clocks.moment(line, date, exchange.response?.headers["date"]);
    const { headers, method, path, query = {} } = request;
    const judged = judge(
      {
        ...{ route: routeNamed(method, path), query, now, recorded, failure: exchange.failure },
        hasCredentials: "authorization" in headers || "cookie" in headers,
        sent: request.body,
        live: liveAnswer(exchange),
        isReplay: this.#isReplay(recorded),
        isOver: this.#deleted.has(path) || [404, 409].includes(response?.status ?? 0),
      },
      {
        ...{ bindings: this.#bindings, clientId: this.#clientId },
        alone: this.#header.seed !== null && this.#header.seed === this.#ground.seed,
        ignores: this.#options.matchers.ignores,
      },
    );
    return this.#options.strict ? { ...judged, opinion: strictOpinion(line, exchange) } : judged;
  }

  /** The recorded answer says so, or speaks of an order that is known already. */
  #isReplay(recorded: Answer | null): boolean {
    if (recorded === null) return false;
    const { order_id: id } = Object(recorded.body);
    if ("idempotent-replayed" in recorded.headers || recorded.status === 409) return true;
    return typeof id === "string" && this.#bindings.liveOf(id) !== undefined;
  }

  /** Binds what an answer assigned, unless it was another answer altogether. */
  #take(n: number, { opinion, comparison }: Judged): void {
    if (comparison === null) return;
    for (const [placeholder, live] of comparison.secrets) this.#learn(placeholder, live);
    if (opinion.verdict !== "different") {
      for (const [recorded, live] of comparison.pairs) this.#bindings.bind(recorded, live);
    } else {
      for (const [recorded] of comparison.pairs) this.#bindings.lose(recorded, n);
    }
    if (!opinion.isTurn) return;
    for (const recorded of comparison.unmatched) this.#bindings.lose(recorded, n);
  }

  #lose(body: unknown, n: number): void {
    for (const id of idsIn(body)) this.#bindings.lose(id, n);
  }

  #learn(placeholder: string, live: string): void {
    if (this.#cast.secrets.has(placeholder)) return;
    this.#cast.secrets.set(placeholder, live);
    this.#ground.redactor.add(placeholder, live);
  }

  readonly #clientId = (recorded: string): string =>
    this.#ground.fresh ? recorded : clientIdFor(this.#ground.runId, recorded);

  #words(stamp: number | null, cookie: string | null = null): Vocabulary {
    return {
      ...{ stamp, cookie, bindings: this.#bindings, clientId: this.#clientId },
      secretOf: (name) => this.#cast.secretOf(name),
    };
  }

  async #control(line: SessionControl): Promise<void> {
    const { method, path, body } = line.control;
    const words = this.#words(null);
    const live = { method, path: rewrittenPath(path, words), body: value(body, "", words) };
    const { operator, fresh } = this.#ground;
    if (operator === null || !operator.offers(live) || (path === "/reset" && !fresh)) {
      this.#blind ??= `the target cannot follow ${method} ${path} of line ${line.n}`;
      return;
    }
    const { response } = await operator.send(live);
    const told = response?.body;
    if (typeof Object(told).now_ms === "number") this.#clocks.moved(Object(told).now_ms);
    const recorded = line.response?.body;
    const pairs = idsIn(recorded).map((id, index) => [id, idsIn(told)[index]] as const);
    for (const [then, now] of pairs) if (now !== undefined) this.#bindings.bind(then, now);
    for (const [name, secret] of secretsOf(recorded, told)) this.#learn(name, secret);
    if (this.#options.strict && line.response) this.#count(line, sameControl(recorded, told));
  }

  async #receive(line: SessionReceive): Promise<void> {
    const now = this.#clocks.moment(line);
    const ignores = (at: string) => this.#options.matchers.ignores("STREAM", at);
    const judged = await this.#frames.hear(line, { words: this.#words(null), now, ignores });
    if (judged === null) return;
    this.#take(line.n, judged);
    this.#count(line, judged.opinion, idsIn(line.receive.body));
  }

  #count(line: SessionLine, opinion: Opinion, subjects: readonly string[] = []): void {
    const told = { n: line.n, what: said(line), overlaps: [] };
    const cause = opinion.verdict === "different" ? this.#consequences.causeOf(subjects) : null;
    if (cause !== null) this.tally.follows(told, opinion, cause);
    else this.tally.add(told, this.#seen(opinion));
  }
}

function recordedAnswer({ response }: SessionExchange): Answer | null {
  if (response === undefined) return null;
  const { status, headers, body } = response;
  const parsed = body === undefined ? jsonIn(bodyText(response)) : body;
  const received = { status, headers, bodyText: "", body: parsed };
  return { status, headers, body: parsed, exchange: exchangeOf(received) };
}

function liveAnswer(exchange: Exchange): Answer | null {
  const { response } = exchange;
  if (response === null) return null;
  const { status, headers, body, bodyText: text } = response;
  return { status, headers, body: body ?? (text === "" ? undefined : text), exchange };
}

function exchangeOf(response: NonNullable<Exchange["response"]>): Exchange {
  const request = { method: "", path: "", query: {}, headers: {}, bodyText: null };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: null };
}

function jsonIn(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The actor, and every id of the request. */
function subjectsOf({ actor, request }: SessionExchange): string[] {
  const inPath = request.path.split("/").flatMap(idsIn);
  return [
    ...(actor === null ? [] : [`actor ${actor}`]),
    ...inPath,
    ...idsIn(request.query),
    ...idsIn(request.body),
  ];
}

function said(line: SessionLine): string {
  if ("request" in line) {
    const { method, path } = line.request;
    return `${method} ${path}${line.actor === null ? "" : ` as ${line.actor}`}`;
  }
  if ("control" in line) return `control ${line.control.method} ${line.control.path}`;
  if ("open" in line) return `stream ${line.stream} opens`;
  return `stream ${line.stream} ${"receive" in line ? "hears" : "closes"}`;
}

function rewrittenPath(path: string, words: Vocabulary): string {
  return path
    .split("/")
    .map((segment) => String(value(segment, "", words)))
    .join("/");
}

/** Placeholders of a recorded answer with what stands in their places now. */
function secretsOf(recorded: unknown, live: unknown): [string, string][] {
  if (typeof recorded === "string" && typeof live === "string") {
    const name = /^\{\{([^{}]+)\}\}$/.exec(recorded)?.[1];
    return name === undefined ? [] : [[name, live]];
  }
  if (typeof recorded !== "object" || recorded === null) return [];
  return Object.entries(recorded).flatMap(([key, one]) => secretsOf(one, Object(live)[key]));
}

function sameControl(recorded: unknown, live: unknown): Opinion {
  const names = ["sha256", "commands", "market_id", "agent_id", "now_ms"];
  const wrong = names.find((name) => Object(recorded)[name] !== Object(live)[name]);
  const why = wrong === undefined ? null : `${wrong} differs`;
  return { verdict: why ? "different" : "same", why, differences: [], isTurn: false };
}
