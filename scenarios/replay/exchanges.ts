/** Plays the exchanges of a session: says each again, and judges the answer by the recorded one. */
import { type Credentials, credentialHeaders } from "../deployment/profile/credentials.ts";
import { isContainer } from "../deployment/reading/json-text.ts";
import { secretsIn } from "../deployment/secrets/secrets-in.ts";
import { askedOf } from "../session/asked.ts";
import { bodyValue } from "../session/body-value.ts";
import type { SessionExchange } from "../session/format.ts";
import { RecordedResponse } from "./answer.ts";
import { cookiesHanded, Fading } from "./bindings.ts";
import type { Comparison } from "./compare.ts";
import { type Consequences, subjectsOf } from "./consequences.ts";
import {
  isAboutEverybody,
  type JudgedExchange,
  judge,
  routeNamed,
  strictJudgement,
} from "./judge.ts";
import { allowed, ambiguous, inconclusive, type ReplayJudgement } from "./judgement.ts";
import type { Matchers } from "./matchers.ts";
import { pairedIn } from "./paired-texts.ts";
import type { Delivered } from "./raw-client.ts";
import type { ReplayRun } from "./replay-run.ts";
import { isStamped, rewritten } from "./rewrite.ts";

/** How answers are judged. */
export interface Strictness {
  strict: boolean;
  matchers: Matchers;
}

const GOOD = { why: null, differences: [], isTurn: false };
const UNHEARD = "nobody heard the recorded answer: whether the venue took it is not known";
const UNSAID = "the recording does not have what was sent";
const UNKEPT = "the recording does not have the body of the answer";
const LATE_MS_MAX = 3_000;
const LATE_PAUSE_MS = 100;
/** Answers that are remembered, to be known again. */
const BOUND_KEPT = 64;
/** Deleted things that are remembered. */
const DELETED_KEPT = 50_000;

export class Exchanges {
  readonly #run: ReplayRun;
  readonly #how: Strictness;
  readonly #consequences: Consequences;
  /** What was told last, word for word as recorded and bound, by what was asked. */
  readonly #boundLast = new Fading<RecordedResponse>(BOUND_KEPT);
  readonly #deleted = new Fading<true>(DELETED_KEPT);

  constructor(run: ReplayRun, how: Strictness, consequences: Consequences) {
    this.#run = run;
    this.#how = how;
    this.#consequences = consequences;
  }

  /** Asks; a read that differs on a deployment is asked again, as it may lag (D-098). */
  async judged(line: SessionExchange): Promise<JudgedExchange> {
    const deadline = performance.now() + LATE_MS_MAX;
    for (;;) {
      const judged = await this.#once(line);
      const mayLag = line.request.method === "GET" && !this.#run.deployment.fresh;
      const isLate = mayLag && judged.judgement.verdict === "different";
      if (!isLate || performance.now() > deadline) return this.#over(line, judged);
      if (this.#consequences.causeOf(subjectsOf(line)) !== null) return judged;
      await new Promise((resolve) => setTimeout(resolve, LATE_PAUSE_MS));
    }
  }

  #over({ request, response }: SessionExchange, judged: JudgedExchange): JudgedExchange {
    const isDone = request.method === "DELETE" && (response?.status ?? 500) < 300;
    if (isDone) this.#deleted.set(request.path, true);
    return judged;
  }

  async #once(line: SessionExchange): Promise<JudgedExchange> {
    if (line.request.body_left_out !== undefined) {
      return { judgement: inconclusive(UNSAID), comparison: null };
    }
    const recorded = RecordedResponse.recorded(line);
    const delivered = await this.#sent(line);
    const { response: live } = delivered;
    if (live !== null) this.#hear(recorded, live);
    if (recorded === null && live !== null && !isRead(line)) {
      return { judgement: ambiguous(UNHEARD), comparison: null };
    }
    const isKept = line.response?.body_left_out === undefined;
    if (!isKept && recorded?.status === live?.status) {
      return { judgement: allowed(UNKEPT), comparison: null };
    }
    const same = recorded !== null && live !== null ? this.#same(line, recorded, live) : null;
    if (same !== null) return same;
    for (const secret of secretsIn(live?.body)) this.#run.deployment.redactor.learn(secret);
    const { judgement, comparison } = this.#weighed(line, recorded, delivered);
    return { judgement: this.#strictly(judgement, recorded, live), comparison };
  }

  async #sent(line: SessionExchange): Promise<Delivered> {
    const { actor, request, response } = line;
    const { assigned, sender } = this.#run;
    const credentials = actor === null ? null : await assigned.credentialsOf(actor);
    const ask = { method: request.method, tolerates: response?.status === 429 ? [429] : [] };
    return sender.withinLimits(credentials, ask, () => this.#said(line, credentials));
  }

  /** Says it now: a stamp from before a wait would be stale. */
  async #said(line: SessionExchange, credentials: Credentials | null): Promise<Delivered> {
    const { request, response } = line;
    const { clocks, deployment } = this.#run;
    const shiftMs = isStamped(request) ? await clocks.shift(line, response?.headers["date"]) : null;
    const words = this.#run.words(shiftMs, credentials && credentialHeaders(credentials)["cookie"]);
    const said = rewritten(request, words);
    const { method, path, query = {}, payload } = said;
    const sent = { method, path, query, ...(payload !== null && { rawBody: payload }) };
    deployment.undo.sending(credentials, sent);
    const delivered = await (isTorn(line) ? deployment.raw.tear(said) : deployment.raw.send(said));
    deployment.undo.sent(credentials, sent, delivered.response);
    return delivered;
  }

  #hear(recorded: RecordedResponse | null, live: RecordedResponse): void {
    this.#run.clocks.heard(live.headers["date"]);
    const [then, now] = [recorded?.headers["set-cookie"], live.headers["set-cookie"]];
    if (then !== undefined) this.#run.learn(cookiesHanded(then, now));
  }

  /** The same status and, but for ids, the same text; null where it takes more to tell. */
  #same(
    { request }: SessionExchange,
    recorded: RecordedResponse,
    live: RecordedResponse,
  ): JudgedExchange | null {
    if (recorded.status !== live.status) return null;
    const { method, path } = request;
    const { bindings, isAlone } = this.#run;
    const isWordForWord = recorded.saysTheSame(live);
    const isBound = isWordForWord && this.#isBound(`${method} ${path}`, live);
    const pairs = isBound ? [] : pairedIn(recorded.text, live.text, bindings);
    if (pairs === null) return null;
    const isInText = pairs.length > 0 && !isContainer(recorded.text);
    if (isInText) for (const _ of pairs) this.#run.boundInText();
    const binds = isAlone || !isAboutEverybody(routeNamed(method, path));
    if (isWordForWord && binds && !isBound) this.#boundLast.set(`${method} ${path}`, live);
    const comparison: Comparison = { differences: [], secrets: [], unmatched: [], pairs };
    const verdict = pairs.every(([from, to]) => from === to) ? "same" : "equivalent";
    // The copy comes last: members that are added to one cost half a microsecond each.
    return {
      judgement: this.#strictly({ verdict, ...GOOD }, recorded, live),
      comparison: binds ? comparison : null,
    };
  }

  /** Nothing in it is to be bound: its ids stand for themselves, or were bound the last time. */
  #isBound(asked: string, live: RecordedResponse): boolean {
    return this.#how.strict || this.#boundLast.get(asked)?.saysTheSame(live) === true;
  }

  #strictly(
    judgement: ReplayJudgement,
    recorded: RecordedResponse | null,
    live: RecordedResponse | null,
  ): ReplayJudgement {
    if (!this.#how.strict) return judgement;
    return strictJudgement(recorded, live, this.#run.deployment.redactor);
  }

  #weighed(
    line: SessionExchange,
    recorded: RecordedResponse | null,
    delivered: Delivered,
  ): JudgedExchange {
    const { request, response } = line;
    const { bindings, clientId, clocks, isAlone } = this.#run;
    const { headers, method } = request;
    const { path, query } = askedOf(request);
    const { response: live, failure } = delivered;
    const [then, now] = [response?.headers["date"], live?.headers["date"]];
    const pair = {
      ...{ route: routeNamed(method, path), query, recorded, live, failure },
      now: clocks.moment(line, then, now),
      hasCredentials: "authorization" in headers || "cookie" in headers,
      sent: bodyValue(request),
      isReplay: recorded !== null && this.#isReplayed(recorded),
      isOver: this.#deleted.has(path) || [404, 409].includes(response?.status ?? 0),
    };
    const { ignores } = this.#how.matchers;
    return judge(pair, { bindings, clientId, ignores, alone: isAlone });
  }

  /** The recorded answer says so, or speaks of an order that is known already. */
  #isReplayed(recorded: RecordedResponse): boolean {
    if ("idempotent-replayed" in recorded.headers || recorded.status === 409) return true;
    const { order_id: id } = Object(recorded.body);
    return typeof id === "string" && this.#run.bindings.liveOf(id) !== undefined;
  }
}

function isRead({ request: { method } }: SessionExchange): boolean {
  return method === "GET" || method === "HEAD";
}

/** A request that should have had a body, and was cut off before it was there. */
function isTorn({ request, response }: SessionExchange): boolean {
  const hasBody = ["body", "body_text", "body_base64"].some((name) => name in request);
  return response === undefined && !hasBody && "content-type" in request.headers;
}
