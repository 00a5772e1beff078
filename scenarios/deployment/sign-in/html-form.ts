/** The forms of an HTML page that need no script: what they hold, and what a person makes of them. */

/** What a person types or picks, by the name of a form's field. */
export type FormAnswers = Readonly<Record<string, string>>;

/** Texts are typed, kept fields sent as they are; a choice is sent where it is picked, and one button. */
interface FormField {
  kind: "text" | "kept" | "choice" | "button";
  name: string;
  value: string;
}

/** A form as its page has it. Shape: `action` is null where it goes to the page's own address. */
export interface HtmlForm {
  method: "GET" | "POST";
  action: string | null;
  fields: readonly FormField[];
}

/** What no reader sees, and where tags would mean nothing. */
const UNREAD = /<!--.*?(?:-->|$)|<(script|style|template|noscript)\b.*?(?:<\/\1\s*>|$)/gis;
const FORM = /<form\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>(.*?)(?:<\/form\s*>|$)/gis;
const FIELD =
  /<(input|button|textarea)\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>(?:([^<]*)<\/textarea\s*>)?/gis;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const ENTITY = /&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">" },
  ...{ quot: '"', apos: "'" },
};

/** The forms of a page in its order, without those whose body is of another type than a plain form's. */
export function formsIn(html: string): HtmlForm[] {
  return [...html.replace(UNREAD, "").matchAll(FORM)].flatMap(([, said = "", inner = ""]) => {
    const { method, action, enctype = PLAIN } = attributesIn(said);
    if (enctype.toLowerCase() !== PLAIN) return [];
    const fields = [...inner.matchAll(FIELD)].flatMap(([, tag = "", of = "", text]) =>
      fieldOf(tag.toLowerCase(), attributesIn(of), text),
    );
    const isPost = method?.toLowerCase() === "post";
    return [{ method: isPost ? "POST" : "GET", action: action || null, fields }];
  });
}

const PLAIN = "application/x-www-form-urlencoded";

/** Controls of other kinds, or without a name, are sent by nobody. */
function fieldOf(
  tag: string,
  { name = "", value, type = tag === "button" ? "submit" : "text", ...rest }: Attributes,
  text = "",
): FormField[] {
  if ("disabled" in rest) return [];
  const kind = tag === "textarea" ? "text" : kindOf(type.toLowerCase(), "checked" in rest);
  if (kind === null || (name === "" && kind !== "button")) return [];
  const given = tag === "textarea" ? decoded(text) : value;
  return [{ kind, name, value: given ?? (kind === "choice" ? "on" : "") }];
}

function kindOf(type: string, isChecked: boolean): FormField["kind"] | null {
  if (/^(button|reset|file)$/.test(type)) return null;
  if (/^(submit|image)$/.test(type)) return "button";
  if (/^(checkbox|radio)$/.test(type)) return isChecked ? "kept" : "choice";
  return type === "hidden" ? "kept" : "text";
}

type Attributes = Partial<
  Record<"name" | "value" | "type" | "method" | "action" | "enctype", string>
>;

/** Shape: names in lower case; of a name that stands twice the first counts. */
function attributesIn(text: string): Attributes {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = "", ...values]) => [
    name.toLowerCase(),
    decoded(values.find((one) => one !== undefined) ?? ""),
  ]);
  return Object.fromEntries(pairs.toReversed()) as Attributes;
}

function decoded(text: string): string {
  return text.replace(ENTITY, (_, decimal, hex, name: string) => {
    if (name) return NAMED[name.toLowerCase()]!;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
  });
}

/** The names of the texts that a form asks for. */
export function textsOf({ fields }: HtmlForm): string[] {
  return fields.filter(({ kind }) => kind === "text").map(({ name }) => name);
}

/** The form a person goes on by: one that asks for what he answers, else the first that asks for nothing. */
export function formFor(forms: readonly HtmlForm[], answers: FormAnswers): HtmlForm | undefined {
  const isAnswered = ({ fields }: HtmlForm) =>
    fields.some(({ name }) => Object.hasOwn(answers, name));
  return forms.find(isAnswered) ?? forms.find((form) => textsOf(form).length === 0);
}

/** What is sent: by the button whose value the person names, else by the first one. */
export function filledIn({ fields }: HtmlForm, answers: FormAnswers): URLSearchParams {
  const picks = ({ name, value }: FormField) =>
    Object.hasOwn(answers, name) && answers[name] === value;
  const buttons = fields.filter(({ kind }) => kind === "button");
  const pressed = buttons.find(picks) ?? buttons[0];
  const sent = new URLSearchParams();
  for (const field of fields) {
    const { kind, name, value } = field;
    const isSent =
      (kind === "choice" && picks(field)) ||
      (kind === "button" && field === pressed && name !== "");
    const isTyped = kind === "text" && Object.hasOwn(answers, name);
    if (kind === "text") sent.append(name, isTyped ? answers[name]! : value);
    else if (kind === "kept" || isSent) sent.append(name, value);
  }
  return sent;
}
