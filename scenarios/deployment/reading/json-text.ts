/** Edits JSON where it stands: of a text that somebody wrote, only what changes is written anew. */
import { jsonIn } from "./json-in.ts";

/** Some programs begin a text with it; JSON itself does not know it. */
const BYTE_ORDER_MARK = "\uFEFF";
const CONTAINER = /^\uFEFF?\s*[[{]/;
const BEYOND_ASCII = /[^\0-\x7f]/g;

/** A text or a number, and how it is written. */
export interface JsonLeaf {
  value: string | number;
  raw: string;
}

/** What to change. Shape: `Context` is what an editor knows of the place that it looks at. */
export interface JsonEditor<Context> {
  /** What stands here from now on; the same value where nothing changes. */
  leaf(leaf: JsonLeaf, context: Context): string | number;
  /** What is known of the members of a record, by their names. */
  members(record: object, context: Context): (name: string) => Context;
  /** What a member is called from now on. */
  name?(name: string): string;
}

/** What a text says, a byte order mark before it or not; undefined where it is no JSON. */
export function valueIn(text: string): unknown {
  return jsonIn(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
}

/** Whether a text begins as the JSON of a list or a record does. */
export function isContainer(text: string): boolean {
  return CONTAINER.test(text);
}

/** The list or record that a text within JSON is itself the JSON of; else undefined. */
export function containerIn(text: string): object | undefined {
  return isContainer(text) ? (valueIn(text) as object | undefined) : undefined;
}

/** The text with what the editor changed; undefined where it is no JSON. */
export function editedJson<Context>(
  text: string,
  editor: JsonEditor<Context>,
  context: Context,
): string | undefined {
  if (valueIn(text) === undefined) return undefined;
  const edits = new JsonEdits(text);
  edits.walk(new JsonScan(text).value(), editor, context);
  return edits.text;
}

/** A value with its place. Shape: of a name twice in a record, both are members. */
interface JsonValueAt {
  from: number;
  to: number;
  value: unknown;
  items: JsonValueAt[];
  members: { name: JsonValueAt; member: JsonValueAt }[];
}

/** Where each value of a text stands that is known to be JSON. */
class JsonScan {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  }

  value(): JsonValueAt {
    const sign = this.#sign();
    if (sign === "[") return this.#list();
    return sign === "{" ? this.#record() : this.#leaf();
  }

  #list(): JsonValueAt {
    const from = this.#at;
    const items: JsonValueAt[] = [];
    this.#at += 1;
    while (this.#sign() !== "]") {
      if (this.#sign() === ",") this.#at += 1;
      items.push(this.value());
    }
    this.#at += 1;
    return { from, to: this.#at, value: items.map(({ value }) => value), items, members: [] };
  }

  #record(): JsonValueAt {
    const from = this.#at;
    const members: JsonValueAt["members"] = [];
    this.#at += 1;
    while (this.#sign() !== "}") {
      if (this.#sign() === ",") this.#at += 1;
      const name = this.value();
      // Past the colon.
      if (this.#sign() === ":") this.#at += 1;
      members.push({ name, member: this.value() });
    }
    this.#at += 1;
    const entries = members.map(({ name, member }) => [name.value, member.value]);
    return { from, to: this.#at, value: Object.fromEntries(entries), items: [], members };
  }

  #leaf(): JsonValueAt {
    const from = this.#at;
    if (this.#text[from] === '"') this.#passText();
    else while (/[^\s,:\]}]/.test(this.#text[this.#at] ?? " ")) this.#at += 1;
    const value: unknown = JSON.parse(this.#text.slice(from, this.#at));
    return { from, to: this.#at, value, items: [], members: [] };
  }

  #passText(): void {
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      if (this.#text[this.#at] === "\\") this.#at += 1;
    }
    this.#at += 1;
  }

  /** The next sign that is no space. */
  #sign(): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
    return this.#text[this.#at];
  }
}

/** A text in the making. */
class JsonEdits {
  readonly #from: string;
  readonly #isAscii: boolean;
  #kept = 0;
  #made: string[] = [];

  constructor(text: string) {
    this.#from = text;
    this.#isAscii = text.search(BEYOND_ASCII) < 0;
  }

  get text(): string {
    return this.#made.join("") + this.#from.slice(this.#kept);
  }

  walk<Context>(place: JsonValueAt, editor: JsonEditor<Context>, context: Context): void {
    const { value } = place;
    if (typeof value === "string" || typeof value === "number") {
      const raw = this.#from.slice(place.from, place.to);
      this.#put(place, editor.leaf({ value, raw }, context));
    }
    for (const item of place.items) this.walk(item, editor, context);
    if (place.members.length === 0) return;
    const within = editor.members(Object(value), context);
    for (const { name, member } of place.members) {
      const called = String(name.value);
      this.#put(name, editor.name?.(called) ?? called);
      this.walk(member, editor, within(called));
    }
  }

  #put({ from, to, value }: JsonValueAt, next: string | number): void {
    if (next === value) return;
    this.#made.push(this.#from.slice(this.#kept, from), this.#written(next));
    this.#kept = to;
  }

  /** A text that keeps to ASCII goes on doing so. */
  #written(value: string | number): string {
    const text = JSON.stringify(value);
    if (!this.#isAscii) return text;
    return text.replace(
      BEYOND_ASCII,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
}
