/** Holds a recorded body against a live one, value by value. */

import { containerIn } from "../deployment/reading/json-text.ts";
import { filled, placeholderIn } from "../deployment/secrets/placeholders.ts";
import { isAssigned } from "../deployment/wire/uuid.ts";
import { type Bindings, channelIn } from "./bindings.ts";
import { type ClockPair, sameMoment, timeIn } from "./clocks.ts";
import { pairedIn } from "./paired-texts.ts";

/**
 * One place where the two are not the same.
 * Shape: `hard` differences are of values and types; `form` ones any venue may have: another
 * wording, a member more, null left out, another order of a list.
 */
export interface Difference {
  at: string;
  recorded: unknown;
  live: unknown;
  weight: "hard" | "form";
  /** The recorded member is not there, or is of another type. */
  reshaped?: true;
}

/** What a comparison goes by. */
export interface Basis {
  bindings: Bindings;
  now: ClockPair;
  /** What a client id of the recording is called in this run. */
  clientId(recorded: string): string;
  /** Whether a place is not compared; counts it. */
  ignores(at: string): boolean;
}

/** What a comparison found. Shape: `pairs` and `secrets` are to be bound if the answer is taken. */
export interface Comparison {
  differences: Difference[];
  pairs: [recorded: string, live: string][];
  secrets: [placeholder: string, live: string][];
  /** Recorded ids that nothing live stands for. */
  unmatched: string[];
}

/** Members that hold prose, which is no contract. */
const PROSE = /(^|\.)(message|reject_message|msg|title|description|reason_text|detail)$/;
/** Members that name one request or hint at a secret, and are other ones each time. */
const CORRELATION = /(^|\.)(request_id|trace_id|cursor|next_cursor|prefix)$/;

/** Members that hold what a client called its order. */
const CLIENT_ID = /client_?(order_?)?id$/i;

/** Members that hold what a venue calls a fill or a trade, whatever its form. */
const ASSIGNED_NAME = /(?:^|\.)((?:fill|trade|match|exec|execution|event|public)_id)$/;

/** Compares two bodies; undefined stands for none. */
export function compare(recorded: unknown, live: unknown, basis: Basis): Comparison {
  const walk = new JsonWalk(basis);
  walk.values(recorded, live, "");
  return walk.found;
}

class JsonWalk {
  readonly found: Comparison = { differences: [], pairs: [], secrets: [], unmatched: [] };
  readonly #basis: Basis;

  constructor(basis: Basis) {
    this.#basis = basis;
  }

  values(recorded: unknown, live: unknown, at: string): void {
    if (this.#basis.ignores(at)) return;
    if (Array.isArray(recorded) && Array.isArray(live)) this.#lists(recorded, live, at);
    else if (isRecord(recorded) && isRecord(live)) this.#objects(recorded, live, at);
    else if (!this.#isSame(recorded, live, at)) this.#differ(recorded, live, at);
  }

  #objects(recorded: JsonValue, live: JsonValue, at: string): void {
    for (const [name, value] of Object.entries(recorded)) {
      const place = at === "" ? name : `${at}.${name}`;
      if (Object.hasOwn(live, name)) this.values(value, live[name], place);
      else if (value === null) this.#form(place, value, undefined);
      else this.#differ(value, undefined, place);
    }
    for (const name of Object.keys(live)) {
      if (Object.hasOwn(recorded, name)) continue;
      this.#form(at === "" ? name : `${at}.${name}`, undefined, live[name]);
    }
  }

  #lists(recorded: unknown[], live: unknown[], at: string): void {
    const ordered = this.#inRecordedOrder(recorded, live);
    if (ordered !== null) this.#form(at, "this order", "another order");
    const other = ordered ?? live;
    for (const [index, value] of recorded.entries()) {
      const place = `${at}[${index}]`;
      if (index < other.length) this.values(value, other[index], place);
      else this.#differ(value, undefined, place, false);
    }
    for (let index = recorded.length; index < other.length; index += 1) {
      if (this.#basis.ignores(`${at}[${index}]`)) continue;
      this.#hard({ at: `${at}[${index}]`, recorded: undefined, live: other[index] });
    }
  }

  /** The live list by the ids of the recorded one; null where it stands so already. */
  #inRecordedOrder(recorded: unknown[], live: unknown[]): unknown[] | null {
    const places = recorded.map((item, index) => {
      const id = idsIn(item).find((one) => this.#basis.bindings.liveOf(one) !== undefined);
      const wanted = id && this.#basis.bindings.liveOf(id);
      if (wanted && idsIn(live[index]).includes(wanted)) return index;
      return wanted ? live.findIndex((one) => idsIn(one).includes(wanted)) : -1;
    });
    if (places.some((place) => place < 0) || new Set(places).size < places.length) return null;
    if (places.every((place, index) => place === index)) return null;
    const rest = live.filter((_, index) => !places.includes(index));
    return [...places.map((place) => live[place]), ...rest];
  }

  #isSame(recorded: unknown, live: unknown, at: string): boolean {
    if (typeof recorded === "string" && typeof live === "string") {
      const placeholder = placeholderIn(recorded);
      if (placeholder !== undefined) return this.#keepSecret(placeholder, live);
      if (CORRELATION.test(at)) return true;
      if (isAssigned(recorded) && isAssigned(live)) return this.#pair(recorded, live);
      const [then, now] = [channelIn(recorded), channelIn(live)];
      if (then !== null && then.name === now?.name) return this.#pair(then.id, now.id);
      if (CLIENT_ID.test(at)) return this.#basis.clientId(recorded) === live;
      const [, member] = ASSIGNED_NAME.exec(at) ?? [];
      if (member !== undefined) return this.#pair(`${member} ${recorded}`, `${member} ${live}`);
    }
    const meant = typeof recorded === "string" ? filled(recorded, () => undefined) : recorded;
    if (meant === live) return true;
    if (typeof recorded === "string" && typeof live === "string") {
      const within = this.#within(recorded, live, at);
      if (within !== null) return within;
    }
    return this.#areSameTime(recorded, live, at);
  }

  /** Texts that hold JSON, or ids; null where they hold neither. */
  #within(recorded: string, live: string, at: string): boolean | null {
    const [then, now] = [containerIn(recorded), containerIn(live)];
    if (then !== undefined && now !== undefined) {
      this.values(then, now, at);
      return true;
    }
    const pairs = pairedIn(recorded, live, this.#basis.bindings);
    return pairs === null ? null : pairs.every(([from, to]) => this.#pair(from, to));
  }

  #keepSecret(placeholder: string, live: string): boolean {
    this.found.secrets.push([placeholder, live]);
    return true;
  }

  #pair(recorded: string, live: string): boolean {
    const { pairs } = this.found;
    const [from, to] = [recorded.toLowerCase(), live.toLowerCase()];
    if (!this.#basis.bindings.fits(from, to)) return false;
    if (pairs.some((pair) => (pair[0] === from) !== (pair[1] === to))) return false;
    pairs.push([from, to]);
    return true;
  }

  #areSameTime(recorded: unknown, live: unknown, at: string): boolean {
    const { now } = this.#basis;
    const name = at.slice(at.lastIndexOf(".") + 1);
    const then = timeIn(recorded, name, now.recordedMs);
    const today = timeIn(live, name, now.liveMs);
    return then !== null && today !== null && sameMoment(then, today, now);
  }

  #differ(recorded: unknown, live: unknown, at: string, mayReshape = true): void {
    if (PROSE.test(at) && typeof recorded !== "object") {
      this.#form(at, recorded, live);
      return;
    }
    this.found.unmatched.push(...idsIn(recorded));
    const kinds = new Set([recorded, live].map(kindOf));
    const reshaped = mayReshape && kinds.size === 2 && !kinds.has("null");
    this.#hard({ at, recorded, live, ...(reshaped && { reshaped }) });
  }

  #hard(difference: Omit<Difference, "weight">): void {
    this.found.differences.push({ ...difference, weight: "hard" });
  }

  #form(at: string, recorded: unknown, live: unknown): void {
    this.found.differences.push({ at, recorded, live, weight: "form" });
  }
}

type JsonValue = Record<string, unknown>;

function isRecord(value: unknown): value is JsonValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}

/** Every assigned id in a value, in the order they stand there, in lower case. */
export function idsIn(value: unknown): string[] {
  if (typeof value === "string") {
    return isAssigned(value) ? [value.toLowerCase()] : idsIn(containerIn(value));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
