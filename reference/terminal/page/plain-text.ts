/** Texts of a venue, made harmless to look at: nothing invisible, nothing that turns the line round. */

/** Longest text of a venue that is shown. Units: characters. */
const CHARS_MAX = 200;

/** Controls, marks that change direction, what has no width, private and unpaired code points. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu;
/** More marks on one letter than any language has: they grow over the lines beside. */
const PILES = /(\p{M}{3})\p{M}+/gu;

/** The text with unseen characters told by their number, and cut where it is too long. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const cut = text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text;
  return cut.replace(PILES, "$1").replace(UNSEEN, numberOf);
}

const numberOf = (character: string): string =>
  `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
