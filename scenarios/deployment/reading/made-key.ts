/** Finds the key in the answer to its creation, whose body the spec leaves open (D-132). */
import { objectsIn } from "./reading.ts";

/** Where keys are made and listed, and where one is revoked; a prefix may stand before it. */
export const KEYS_PATH = /\/agents\/([^/]+)\/keys$/;
export const KEY_PATH = /\/agents\/([^/]+)\/keys\/([^/]+)$/;

const KEY_START = "rk_live_";
/** What stands for the hidden part of a key that is only hinted at. */
const MASKED = /\*|…|\.\.\./;
const HINT = /prefix|hint|mask|preview|start/i;
const ID_NAMES = ["keyid", "apikeyid", "id", "uuid"];

/**
 * The plaintext keys in a body, each once.
 * Shape: masks (`rk_live_ab…yz`), hints by name, and the beginning of another key are no keys.
 */
export function plaintextsIn(body: unknown): string[] {
  const texts = new Set(textsIn(body).filter((text) => text.startsWith(KEY_START)));
  const whole = [...texts].filter((text) => text !== KEY_START && !MASKED.test(text));
  return whole.filter((text) => !whole.some((other) => other !== text && other.startsWith(text)));
}

/** The id a created key can be revoked by; null where none is recognisable. */
export function keyIdIn(body: unknown, agentId: string): string | null {
  const objects = objectsIn(body);
  for (const name of ID_NAMES) {
    for (const object of objects) {
      const id = Object.entries(object).find(([key]) => plain(key) === name)?.[1];
      const usable = typeof id === "string" || typeof id === "number";
      if (usable && String(id) !== agentId) return String(id);
    }
  }
  return null;
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function textsIn(body: unknown): string[] {
  if (typeof body === "string") return [body];
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => (HINT.test(name) ? [] : textsIn(value)));
}
