/** Edits forms and queries where they stand: only the pairs that change are written anew. */

/** A longer text is looked at as a text alone. Units: characters. */
const FORM_LENGTH_MAX = 65_536;
const FORM = /^[^\s=&]+=[^\s&]*(&[^\s=&]+=[^\s&]*)*$/;

/** What to change. */
export interface FormEditor {
  /** What a field holds from now on; the same where nothing changes. */
  value(value: string, name: string): string;
  /** What a field is called from now on. */
  name?(name: string): string;
}

/** Whether a body reads as a form. */
export function isForm(text: string): boolean {
  return text.length <= FORM_LENGTH_MAX && FORM.test(text);
}

/** The fields of a form by name, where a body reads as one. */
export function fieldsIn(text: string): Record<string, string> | undefined {
  return isForm(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** The pairs of a form, or of what follows the `?` of an address, with what the editor changed. */
export function editedForm(text: string, editor: FormEditor): string {
  return text
    .split("&")
    .map((pair) => {
      const cut = pair.indexOf("=");
      const [name, value] = cut < 0 ? [pair, null] : [pair.slice(0, cut), pair.slice(cut + 1)];
      const called = respelled(name, (one) => editor.name?.(one) ?? one);
      if (value === null) return called;
      return `${called}=${respelled(value, (one) => editor.value(one, decoded(name)))}`;
    })
    .join("&");
}

function respelled(raw: string, change: (text: string) => string): string {
  const text = decoded(raw);
  const next = change(text);
  return next === text ? raw : encoded(next);
}

function decoded(raw: string): string {
  const text = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Placeholders stay as they are. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%7B%7B", "{{").replaceAll("%7D%7D", "}}");
}
