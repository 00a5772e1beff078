/** Keeps secrets out of everything that is written down: each is replaced by its placeholder. */
import { base64Forms, ENCODINGS } from "./encodings.ts";
import { KnownValues } from "./known-values.ts";

/** A secret and the name that stands for it, `{{placeholder}}`, wherever it would be written. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
}

const KEY_SHAPE = "r[kw]_live_[A-Za-z0-9_-]+";
const WHOLE_KEY = new RegExp(`^${KEY_SHAPE}$`);
const JWT_SHAPE = "eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*";
const TOKEN_SHAPE = "[A-Za-z0-9_-]{40,}";
const SHAPES = new RegExp(`${KEY_SHAPE}|(?<![\\w-])(?:${JWT_SHAPE}|${TOKEN_SHAPE})`, "g");
/** Keys and tickets in base64: known by how they begin. */
const ENCODED_SIGN = new RegExp(["rk_live_", "rw_live_"].flatMap(base64Forms).join("|"));
const ENCODED_KEY = new RegExp(`[A-Za-z0-9+/_-]*(?:${ENCODED_SIGN.source})[A-Za-z0-9+/_-]*`, "g");
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** A shorter text stands in plain words too: it is no secret that could be searched for. */
export const SEARCHED_LENGTH_MIN = 6;
/** An encoding within an encoding is looked into this deep. */
const DEPTH_MAX = 2;
const SECRET_HEADERS = new Set(["authorization", "cookie", "set-cookie", "x-service-csrf"]);

/**
 * Replaces secrets by placeholders. Known values are found anywhere, also JSON-escaped,
 * URL-encoded or in base64; values that look like a key, a ticket or a token become
 * `{{secret.N}}`, the same value always the same N, so that a written session still shows which
 * two were equal.
 * Spec: H-18.
 */
export class Redactor {
  readonly #placeholders = new Map<string, string>();
  #unnamed = 0;
  readonly #searched = new KnownValues();

  /**
   * Makes a value known. The first placeholder of a value stays; an empty value is no secret, and
   * one of less than `SEARCHED_LENGTH_MIN` characters is only known where it is secret by its place.
   */
  add(placeholder: string, value: string): void {
    if (value === "" || this.#placeholders.has(value)) return;
    for (const form of writtenForms(value)) this.#learn(form, placeholder);
    // What fills in a placeholder is plain text: what stands for its encoding is another one.
    if (value.length < SEARCHED_LENGTH_MIN) return;
    for (const form of base64Forms(value)) this.#learn(form, `${placeholder}.base64`);
  }

  /** Makes a value known that has no name of its own: it becomes `{{secret.N}}`. */
  learn(value: string): void {
    if (value !== "" && !this.#placeholders.has(value)) this.#name(value);
  }

  /** The text with every secret replaced. */
  text(text: string): string {
    const known = this.#searched.replace(text, (found) => this.mask(found));
    const shaped = known.replace(SHAPES, (found) =>
      hasSecretShape(found) ? this.mask(found) : found,
    );
    const plain = ENCODED_SIGN.test(shaped)
      ? shaped.replace(ENCODED_KEY, (found) => this.mask(found))
      : shaped;
    return ENCODINGS.reduce((so, { sign, run, decoded }) => {
      if (!so.includes(sign)) return so;
      return so.replace(run, (found) => (this.bears(decoded(found)) ? this.mask(found) : found));
    }, plain);
  }

  /** Whether a secret stands in the text, as it is or encoded. */
  bears(text: string, depth = DEPTH_MAX): boolean {
    if (this.#searched.areIn(text) || text.match(SHAPES)?.some(hasSecretShape)) return true;
    if (ENCODED_SIGN.test(text)) return true;
    if (depth === 0) return false;
    return ENCODINGS.some(({ sign, run, decoded }) => {
      const runs = text.includes(sign) ? (text.match(run) ?? []) : [];
      return runs.some((one) => this.bears(decoded(one), depth - 1));
    });
  }

  /** What stands for a value that is secret by its place, whatever its looks. */
  mask(value: string): string {
    if (value === "" || /^\{\{[^{}]+\}\}$/.test(value)) return value;
    if (!this.#placeholders.has(value)) this.#name(value);
    return `{{${this.#placeholders.get(value)}}}`;
  }

  /**
   * A header value with every secret replaced; what credential headers carry is secret whatever
   * its looks.
   * Shape: an authorization scheme, cookie names and cookie attributes stay readable.
   */
  header(name: string, value: string): string {
    const lower = name.toLowerCase();
    if (!SECRET_HEADERS.has(lower)) return this.text(value);
    if (lower === "authorization") return this.#credentials(value);
    if (lower === "cookie")
      return value
        .split(/; */)
        .map((pair) => this.#cookie(pair))
        .join("; ");
    if (lower === "set-cookie") return this.#setCookies(value);
    return this.mask(value);
  }

  #credentials(value: string): string {
    const [, scheme, rest] = /^(\S+ +)(.+)$/.exec(value) ?? [];
    if (scheme !== undefined && rest !== undefined) return scheme + this.mask(rest);
    return /^(bearer|basic)?$/i.test(value) ? value : this.mask(value);
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

  #name(value: string): void {
    this.add(`secret.${++this.#unnamed}`, value);
  }

  #learn(form: string, placeholder: string): void {
    if (this.#placeholders.has(form)) return;
    this.#placeholders.set(form, placeholder);
    // A short value (a cookie `theme=dark`, a token `a`) would eat plain words.
    if (form.length < SEARCHED_LENGTH_MIN) return;
    // Keys and tickets are found by their shape: a longer one is not taken for a known shorter one.
    if (!WHOLE_KEY.test(form)) this.#searched.add(form);
  }
}

/** Keys, tickets and JSON web tokens, and what is long and random but no id. */
function hasSecretShape(text: string): boolean {
  if (/^(r[kw]_live_|eyJ[^.]+\.)/.test(text)) return true;
  const rest = text.replaceAll(UUIDS, "");
  return rest.length >= 40 && /[A-Z]/.test(rest) && /[a-z]/.test(rest) && /\d/.test(rest);
}

function writtenForms(value: string): Set<string> {
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  try {
    forms.push(decodeURIComponent(value));
  } catch {
    // A lone % is not an encoding: the value as it stands is all there is.
  }
  return new Set(forms.filter((form) => form !== ""));
}
