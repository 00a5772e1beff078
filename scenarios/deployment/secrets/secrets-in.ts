/** Secrets a body gives away by their place or their looks, whatever the venue calls the rest. */
import { isDescribing, isSecretName, OPERATIONS, signInMember } from "./names.ts";

const SECRET_LOOKS = /^r[kw]_live_./;
const LETTER_R = 0x72;

/** What may make another member of the same record secret. */
const TELLING = new Set(["name", "key", "field", ...OPERATIONS]);

/** Every text in a JSON body that must not be written down. Shape: in the order of the body. */
export function secretsIn(body: unknown): string[] {
  const found: string[] = [];
  if (typeof body !== "object" && typeof body !== "string") return found;
  // Walked by lists of its own, as a body may be nested deeper than calls may be.
  const ahead: unknown[] = [body];
  const areSecret: boolean[] = [false];
  while (ahead.length > 0) {
    const value = ahead.pop();
    const isSecret = areSecret.pop()!;
    if (typeof value === "string") {
      if (isSecret || looksSecret(value)) found.push(value);
    } else if (Array.isArray(value)) {
      const isHidden = isSecret ? membersOfSecret(value) : null;
      for (let at = value.length - 1; at >= 0; at -= 1) {
        if (!mayHold(value[at])) continue;
        ahead.push(value[at]);
        areSecret.push(isHidden?.(String(at)) ?? false);
      }
    } else if (typeof value === "object" && value !== null) {
      const names = Object.keys(value);
      const isHidden = isSecret ? membersOfSecret(value) : secretNames(value, names);
      for (let at = names.length - 1; at >= 0; at -= 1) {
        const member = (value as Record<string, unknown>)[names[at]!];
        if (!mayHold(member)) continue;
        ahead.push(member);
        areSecret.push(isHidden(names[at]!));
      }
    }
  }
  return found;
}

function mayHold(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

function looksSecret(value: string): boolean {
  return value.charCodeAt(0) === LETTER_R && SECRET_LOOKS.test(value);
}

function secretNames(record: object, names: readonly string[]): (name: string) => boolean {
  return names.some(isTelling) ? secretMembers(record) : isSecretName;
}

function isTelling(name: string): boolean {
  return TELLING.has(name);
}

/** Which members of a record that is secret itself are so: all but words that describe it. */
export function membersOfSecret(record: object): (name: string) => boolean {
  return (name) => !isDescribing(name) || !isPlain((record as Record<string, unknown>)[name]);
}

function isPlain(value: unknown): boolean {
  return [value].flat().every((one) => typeof one !== "object");
}

/** Which members of a record are secret: by their names, by what it is for, or as a pair. */
export function secretMembers(record: object): (name: string) => boolean {
  const { name, key, field } = record as Record<string, unknown>;
  const called = [name, key, field].find((one) => typeof one === "string");
  const isPair = typeof called === "string" && "value" in record && isSecretName(called);
  const signsIn = signInMember(record);
  return (member) => {
    if (signsIn !== null) return member !== signsIn && member !== "id" && member !== "req_id";
    return isSecretName(member) || (isPair && member === "value");
  };
}
