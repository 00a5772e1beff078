/** Keeps secrets out of everything that is written down: each is replaced by its placeholder. */
import { ENCODINGS } from "./encodings.ts";
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
const SHAPES = new RegExp(`${KEY_SHAPE}|${JWT_SHAPE}|${TOKEN_SHAPE}`, "g");
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const SEARCHED_LENGTH_MIN = 6;
/** Encodings within encodings are looked into this deep. */
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

  /** Makes a value known. The first placeholder of a value stays; an empty value is no secret. */
  add(placeholder: string, value: string): void {
    if (value === "" || this.#placeholders.has(value)) return;
    for (const form of writtenForms(value)) this.#learn(form, placeholder);
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
    return ENCODINGS.reduce((so, { run, decoded }) => {
      const isBearer = (one: string) => this.bears(one, DEPTH_MAX - 1);
      return so.replace(run, (found) => (decoded(found).some(isBearer) ? this.mask(found) : found));
    }, shaped);
  }

  /** Whether a secret stands in the text, as it is or encoded. */
  bears(text: string, depth = DEPTH_MAX): boolean {
    if (this.#searched.areIn(text) || (text.match(SHAPES) ?? []).some(hasSecretShape)) return true;
    if (depth === 0) return false;
    return ENCODINGS.some(({ run, decoded }) =>
      (text.match(run) ?? []).flatMap(decoded).some((one) => this.bears(one, depth - 1)),
    );
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
    return value
      .split("\n")
      .map((line) => line.replace(/^[^;]*/, (pair) => this.#cookie(pair)))
      .map((line) => this.text(line))
      .join("\n");
  }

  #cookie(pair: string): string {
    const cut = pair.indexOf("=") + 1;
    return pair.slice(0, cut) + this.mask(pair.slice(cut));
  }

  // Short unnamed values (a cookie `theme=dark`) are not searched for: they would eat plain words.
  #name(value: string): void {
    const placeholder = `secret.${++this.#unnamed}`;
    if (value.length >= SEARCHED_LENGTH_MIN) this.add(placeholder, value);
    else this.#placeholders.set(value, placeholder);
  }

  #learn(form: string, placeholder: string): void {
    if (this.#placeholders.has(form)) return;
    this.#placeholders.set(form, placeholder);
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
