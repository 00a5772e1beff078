/** Long results, kept to be read in pieces or at leisure by their addresses. */
import type { LinkedText } from "./tool.ts";

/** Texts and characters that are kept. */
const TEXTS_MAX = 200;
const CHARACTERS_MAX = 64 * 1024 * 1024;

/** A kept text with its address. */
export interface KeptText extends LinkedText {
  text: string;
}

/** The long results of one connection. */
export class KeptTexts {
  /**
   * By address, oldest first.
   * @bound {TEXTS_MAX} texts and 64 Mi characters: the oldest go; conformance/bridge/kept-texts.test.ts
   */
  readonly #texts = new Map<string, KeptText>();
  #characters = 0;
  #numbered = 0;

  /** Keeps a text under its address; an older one there gives way. */
  keep(kept: KeptText): LinkedText {
    this.#forget(kept.uri);
    this.#texts.set(kept.uri, kept);
    this.#characters += kept.text.length;
    for (const uri of this.#texts.keys()) {
      const fits = this.#texts.size <= TEXTS_MAX && this.#characters <= CHARACTERS_MAX;
      if (fits || uri === kept.uri) break;
      this.#forget(uri);
    }
    const { text: _, ...link } = kept;
    return link;
  }

  /** Keeps an answer that has no address of its own, under a numbered one. */
  keepAnswer(name: string, text: string): LinkedText {
    this.#numbered += 1;
    const uri = `touchstone://answers/${this.#numbered}-${name}.json`;
    return this.keep({ uri, name: `${name}.json`, mimeType: "application/json", text });
  }

  /** The text at an address; null where none is, or no longer. */
  at(uri: string): KeptText | null {
    return this.#texts.get(uri) ?? null;
  }

  /** Everything that is kept, oldest first. */
  get all(): KeptText[] {
    return [...this.#texts.values()];
  }

  #forget(uri: string): void {
    this.#characters -= this.#texts.get(uri)?.text.length ?? 0;
    this.#texts.delete(uri);
  }
}
