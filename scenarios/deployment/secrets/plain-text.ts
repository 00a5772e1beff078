/** Texts in which no secret can stand but one that is known, and that as it is. */

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Words, a number as short as they come, ids: what paths and most parameters are made of. */
const SEGMENT = `(?:[a-z]{1,16}(?:[-_][a-z]{1,16}){0,3}|v1|\\d{1,6}|${UUID})`;
const PATH = new RegExp(`^/?${SEGMENT}(?:/${SEGMENT}){0,8}$`);
const MEDIA_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
/** What stands in every key that tells itself one. */
const KEY_SIGN = "_live_";
/** Units: characters. */
const PLAIN_LENGTH_MAX = 200;

/** Whether a text has no name with a value, nothing that looks like a secret, and no encoding. */
export function hidesNothing(text: string): boolean {
  if (text.length > PLAIN_LENGTH_MAX || text.includes(KEY_SIGN)) return false;
  return PATH.test(text) || MEDIA_TYPE.test(text);
}

/** A digit beside a letter that is no digit of an id: no word, number or id of such a text has both. */
const MIXED = /\d[g-z]|[g-z]\d/i;

/** Whether a value may stand, as it is, in a text that hides nothing. */
export function mayBePlain(value: string): boolean {
  return !MIXED.test(value.replaceAll(/v1/gi, ""));
}
