/** Finds many known values in a text at once, however many there are. */

/** Values are looked up by how they begin; a shorter one is not found. */
const HEAD_CHARS = 4;
const SIEVE_SIZE = 1 << 16;

/** A set of texts to look for, each with the name that stands for it. */
export class KnownValues {
  readonly #byHead = new Map<string, string[]>();
  /** Marks the heads there are, so that almost all places of a text cost next to nothing. */
  readonly #sieve = new Uint8Array(SIEVE_SIZE);

  add(value: string): void {
    const head = value.slice(0, HEAD_CHARS);
    const group = [...(this.#byHead.get(head) ?? []), value];
    this.#byHead.set(
      head,
      group.sort((a, b) => b.length - a.length),
    );
    this.#sieve[hashAt(value, 0)] = 1;
  }

  /** The text with every value replaced, of overlapping ones the first and then the longest. */
  replace(text: string, named: (value: string) => string): string {
    let out = "";
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const found = this.#at(text, at);
      if (found === undefined) {
        at += 1;
        continue;
      }
      out += text.slice(from, at) + named(found);
      at += found.length;
      from = at;
    }
    return from === 0 ? text : out + text.slice(from);
  }

  /** Whether any value stands in the text. */
  areIn(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) if (this.#at(text, at) !== undefined) return true;
    return false;
  }

  #at(text: string, at: number): string | undefined {
    if (this.#sieve[hashAt(text, at)] !== 1) return undefined;
    const group = this.#byHead.get(text.substring(at, at + HEAD_CHARS));
    return group?.find((value) => text.startsWith(value, at));
  }
}

function hashAt(text: string, at: number): number {
  const low = text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5);
  return (low ^ (text.charCodeAt(at + 2) << 9) ^ (text.charCodeAt(at + 3) << 3)) & (SIEVE_SIZE - 1);
}
