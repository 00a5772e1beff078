/** Keeps secrets out of everything that is written down: each is replaced by its placeholder. */
import { base64Forms } from "./encodings.ts";
import { KnownValues } from "./known-values.ts";
import { layersOf } from "./layers.ts";
import { isSecretHeader, isSecretName } from "./names.ts";
import { escaped } from "./placeholders.ts";
import { hidesNothing, mayBePlain } from "./plain-text.ts";
import { bearsSecret, type FoundSecret, secretsAt, secretsSaid } from "./search.ts";

/** A secret and the name that stands for it, `{{placeholder}}`, wherever it would be written. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
}

/** A shorter text stands in plain words too: it is no secret that could be searched for. */
export const SEARCHED_LENGTH_MIN = 6;
/** A longer text is hidden by its place alone. Units: characters. */
const SEARCHED_LENGTH_MAX = 65_536;
/** Values with a placeholder. With more of them no text is written any more. */
const VALUES_MAX = 200_000;
/** Values a text may bring that were never seen before; one with more of them is withheld. */
export const NEW_IN_A_TEXT_MAX = 1_000;
/** Stands for every text once there are too many values to look for. */
export const WITHHELD = "{{secret.withheld}}";
/** Stand beside secrets, in credentials and records of them, and are none. */
const PLAIN_WORDS = /^(bearer|basic|digest|negotiate|public|private|undefined|string|active)$/i;
/** What stands before credentials says how they are meant. */
const SCHEME = /^(bearer|basic|digest|token) +/i;
const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;
const TOKEN = /^[\w.~+/=-]+$/;

/**
 * Replaces secrets by placeholders. Known values are found anywhere, whatever encoding they stand
 * in; values that look like a key, a ticket or a token, or have a name that says so, become
 * `{{secret.N}}`, the same value always the same N, so that a written session still shows which
 * two were equal. Every step takes time in proportion to the text.
 */
export class Redactor {
  /** By value. @bound {VALUES_MAX} values: from then on texts are withheld; scenarios/deployment/secrets/redact.test.ts */
  readonly #placeholders = new Map<string, string>();
  /** @bound as many as values: with them; scenarios/deployment/secrets/redact.test.ts */
  readonly #names = new Set<string>();
  #unnamed = 0;
  readonly #known = new KnownValues();
  /** Those that may stand in a text which hides nothing. */
  readonly #plain = new KnownValues();
  /** Values that are looked for from the next search on. @bound as many as values: with them; scenarios/deployment/secrets/redact.test.ts */
  #due: { value: string; hasFragments: boolean }[] = [];

  /**
   * Makes a value known. The first placeholder of a value stays; an empty value is no secret, and
   * one of less than `SEARCHED_LENGTH_MIN` characters is only known where it is secret by its place.
   */
  add(placeholder: string, value: string): void {
    if (value === "" || this.#placeholders.has(value)) return;
    this.#look(placeholder, value);
    if (value.length < SEARCHED_LENGTH_MIN) return;
    // What fills in a placeholder is plain text: what stands for its encoding is another one.
    for (const form of base64Forms(value)) this.#name(`${placeholder}.base64`, form);
    if (TOKEN.test(value)) this.#due.push({ value, hasFragments: true });
  }

  /** What is looked for. Many values are never looked for: their forms are made when something is. */
  get #searched(): KnownValues {
    for (const { value, hasFragments } of this.#due) {
      if (hasFragments) this.#known.addFragments(value);
      else addForms(this.#known, value);
    }
    if (this.#due.length > 0) this.#due = [];
    return this.#known;
  }

  /** Makes a value known that has no name of its own: it becomes `{{secret.N}}`. */
  learn(said: string): void {
    const value = said.replace(SCHEME, "");
    if (value.length < SEARCHED_LENGTH_MIN || this.#placeholders.has(value)) return;
    if (PLAIN_WORDS.test(value) || isSecretName(value) || this.#names.has(inner(value))) return;
    this.#look(`secret.${++this.#unnamed}`, value);
  }

  /**
   * Learns what a text, in whatever encoding, says to be secret: by its name or by its looks.
   * Shape: not all of it where there is so much that the text is withheld.
   */
  learnFrom(text: string | Uint8Array): void {
    const before = this.#placeholders.size;
    for (const value of secretsSaid(bytesOf(text))) {
      this.learn(value);
      if (this.#placeholders.size - before > NEW_IN_A_TEXT_MAX) return;
    }
  }

  /** Whether there are more secrets than can be looked for: no text is written any more. */
  get isFull(): boolean {
    return this.#placeholders.size > VALUES_MAX;
  }

  /** The text with every secret replaced; placeholders in it stay. */
  text(text: string): string {
    if (text.length < SEARCHED_LENGTH_MIN) return text;
    if (this.isFull) return WITHHELD;
    if (!text.includes("{{")) return this.#redacted(text);
    let from = 0;
    let out = "";
    for (const { index, 0: found, 1: name } of text.matchAll(PLACEHOLDER)) {
      if (!this.#names.has(name!)) continue;
      out += this.#redacted(text.slice(from, index)) + found;
      from = index + found.length;
    }
    return out + this.#redacted(text.slice(from));
  }

  /** The same for bytes that are no text. */
  bytes(bytes: Buffer): Buffer {
    if (this.isFull) return Buffer.from(WITHHELD);
    const found = secretsAt(bytes, this.#searched);
    return found.length === 0 ? bytes : this.#without(bytes, found);
  }

  /** Whether nothing in the bytes would be replaced. */
  isClean(bytes: Buffer): boolean {
    return !this.isFull && secretsAt(bytes, this.#searched).length === 0;
  }

  /** Whether a secret stands in the text, as it is or encoded; the names of placeholders do not. */
  bears(text: string | Uint8Array): boolean {
    const plain =
      typeof text === "string"
        ? text.replace(PLACEHOLDER, (found, name: string) => (this.#names.has(name) ? "\n" : found))
        : text;
    return bearsSecret(bytesOf(plain), this.#searched);
  }

  /** What stands for a value that is secret by its place, whatever its looks. */
  mask(value: string): string {
    if (value === "" || value === WITHHELD || this.#names.has(inner(value))) return value;
    this.learn(value);
    return this.#named(value);
  }

  /**
   * A header value with every secret replaced; what credential headers carry is secret whatever
   * its looks.
   * Shape: an authorization scheme, cookie names and cookie attributes stay readable.
   */
  header(name: string, value: string): string {
    const lower = name.toLowerCase();
    if (/^(proxy-)?authorization$/.test(lower)) return this.#credentials(value);
    if (lower === "set-cookie") return this.#setCookies(value);
    if (lower !== "cookie") return isSecretHeader(lower) ? this.mask(value) : this.text(value);
    const pairs = value.split(/; */).map((pair) => this.#cookie(pair));
    return pairs.join("; ");
  }

  #credentials(value: string): string {
    const [, scheme, rest] = /^(\S+ +)(.+)$/s.exec(value) ?? [];
    if (scheme === undefined || rest === undefined) {
      return /^(bearer|basic)?$/i.test(value) ? value : this.mask(value);
    }
    if (/^basic /i.test(scheme)) {
      const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, "base64").toString()) ?? [];
      this.learn(password ?? "");
    }
    return scheme + this.mask(rest);
  }

  #setCookies(value: string): string {
    const line = (one: string) => {
      const [pair = "", ...attributes] = one.split(";");
      return [this.#cookie(pair), ...attributes.map((attribute) => this.text(attribute))].join(";");
    };
    return value.split("\n").map(line).join("\n");
  }

  #cookie(pair: string): string {
    const cut = pair.indexOf("=") + 1;
    return this.text(pair.slice(0, cut)) + this.mask(pair.slice(cut));
  }

  #redacted(text: string): string {
    const bytes = Buffer.from(text);
    if (hidesNothing(text) && this.#plain.spansIn(bytes).length === 0) return text;
    const found = secretsAt(bytes, this.#searched);
    return found.length === 0 ? text : this.#without(bytes, found).toString();
  }

  #without(bytes: Buffer, found: readonly FoundSecret[]): Buffer {
    const pieces: Buffer[] = [];
    let over = 0;
    const before = this.#placeholders.size;
    for (const { from, to, isItself } of found) {
      const [start, end] = [characterAt(bytes, from, -1), characterAt(bytes, to, 1)];
      const secret = bytes.toString("utf8", start, end);
      const name = isItself ? this.mask(secret) : this.#named(secret);
      pieces.push(bytes.subarray(over, start), Buffer.from(name));
      over = end;
      if (this.#placeholders.size - before > NEW_IN_A_TEXT_MAX) return Buffer.from(WITHHELD);
    }
    return Buffer.concat([...pieces, bytes.subarray(over)]);
  }

  #named(value: string): string {
    if (!this.#placeholders.has(value)) {
      if (this.isFull || value.length > SEARCHED_LENGTH_MAX) return WITHHELD;
      this.#name(`secret.${++this.#unnamed}`, value);
    }
    return `{{${this.#placeholders.get(value)}}}`;
  }

  #look(placeholder: string, value: string): void {
    if (value.length > SEARCHED_LENGTH_MAX || this.isFull) return;
    const isPlain = mayBePlain(value);
    for (const form of writtenForms(value)) {
      this.#name(placeholder, form);
      if (isPlain && form.length >= SEARCHED_LENGTH_MIN) this.#plain.add(form);
    }
    this.#due.push({ value, hasFragments: false });
  }

  #name(placeholder: string, value: string): void {
    if (!this.#placeholders.has(value)) this.#placeholders.set(value, placeholder);
    this.#names.add(placeholder);
  }
}

/** Everything that a value may be written as. */
function addForms(known: KnownValues, value: string): void {
  // A short value (a cookie `theme=dark`, a token `a`) would eat plain words.
  for (const form of writtenForms(value)) {
    if (form.length >= SEARCHED_LENGTH_MIN) known.add(form);
  }
  if (value.length < SEARCHED_LENGTH_MIN) return;
  // Where layers are mixed, some of the value's own signs are taken off with them.
  for (const { bytes } of layersOf(Buffer.from(value), undefined, 0)) known.add(bytes.toString());
  const plain = [value, decoded(value)];
  const cases = plain.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);
  for (const one of new Set(cases)) {
    // Letters beyond ASCII have a case as well.
    if (one.length !== Buffer.byteLength(one)) known.add(one);
    for (const form of base64Forms(one)) known.add(form);
    known.add(Buffer.from(one).toString("hex"));
  }
}

function bytesOf(text: string | Uint8Array): Buffer {
  return typeof text === "string"
    ? Buffer.from(text)
    : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}

/** What a text that is one placeholder is called; else the text. */
function inner(text: string): string {
  return text.startsWith("{{") && text.endsWith("}}") ? text.slice(2, -2) : "";
}

/** Where the character begins or ends that a byte is within. */
function characterAt(bytes: Buffer, from: number, step: -1 | 1): number {
  let at = from;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at += step;
  return at;
}

function writtenForms(value: string): Set<string> {
  // A lone surrogate is no text that can be encoded; what stands for it is.
  const sent = Buffer.from(value).toString();
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [value, sent, json, decoded(value), encodeURIComponent(sent)];
  return new Set([...forms, ...forms.map(escaped)].filter((form) => form !== ""));
}

/** A lone % is no encoding: the value as it stands is all there is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
