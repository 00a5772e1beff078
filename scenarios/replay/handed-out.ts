/** Finds what an answer hands out in the places where the recorded one has placeholders. */
import { placeholderIn } from "../session/placeholders.ts";

/** A placeholder with what it stands for now. */
export type Handed = [placeholder: string, live: string];

/** Members of a body. */
export function handedIn(recorded: unknown, live: unknown): Handed[] {
  if (typeof recorded === "string" && typeof live === "string") {
    const name = placeholderIn(recorded);
    return name === undefined ? [] : [[name, live]];
  }
  if (typeof recorded !== "object" || recorded === null) return [];
  return Object.entries(recorded).flatMap(([key, one]) => handedIn(one, Object(live)[key]));
}

/** Cookies, in the order they are set. */
export function cookiesHanded(recorded = "", live = ""): Handed[] {
  const lives = live.split("\n").map(cookieValue);
  return recorded.split("\n").flatMap((line, index) => {
    const name = placeholderIn(cookieValue(line));
    const value = lives[index];
    return name === undefined || !value ? [] : [[name, value] as Handed];
  });
}

function cookieValue(line: string): string {
  const [pair = ""] = line.split(";");
  return pair.slice(pair.indexOf("=") + 1).trim();
}
