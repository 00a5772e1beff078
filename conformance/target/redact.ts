/** Keeps secrets out of everything that is written down: each is replaced by its placeholder. */

/** A secret and the name that stands for it, `{{placeholder}}`, wherever it would be written. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
}

const SHAPE = "r[kw]_live_[A-Za-z0-9_-]+";
const WHOLE_SHAPE = new RegExp(`^${SHAPE}$`);
const SEARCHED_LENGTH_MIN = 16;
const SECRET_HEADERS = new Set(["authorization", "cookie", "set-cookie", "x-service-csrf"]);

/**
 * Replaces secrets by placeholders. Known values are found anywhere, also JSON-escaped or
 * URL-encoded; values that look like a key or a ticket become `{{secret.N}}`, the same value
 * always the same N, so that a written session still shows which two were equal.
 * Spec: H-18.
 */
export class Redactor {
  readonly #placeholders = new Map<string, string>();
  #unnamed = 0;
  readonly #searched: string[] = [];
  #pattern = new RegExp(SHAPE, "g");

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
    return text.replace(this.#pattern, (found) => this.#mask(found));
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
    return this.#mask(value);
  }

  #credentials(value: string): string {
    const [, scheme, rest] = /^(\S+ +)(.+)$/.exec(value) ?? [];
    if (scheme !== undefined && rest !== undefined) return scheme + this.#mask(rest);
    return /^(bearer|basic)?$/i.test(value) ? value : this.#mask(value);
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
    return pair.slice(0, cut) + this.#mask(pair.slice(cut));
  }

  #mask(value: string): string {
    if (value === "" || /^\{\{[^{}]+\}\}$/.test(value)) return value;
    if (!this.#placeholders.has(value)) this.#name(value);
    return `{{${this.#placeholders.get(value)}}}`;
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
    if (WHOLE_SHAPE.test(form)) return;
    this.#searched.push(form);
    this.#searched.sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp([...this.#searched.map(literally), SHAPE].join("|"), "g");
  }
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
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
