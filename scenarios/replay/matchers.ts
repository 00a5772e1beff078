/** Places that are not compared, by route and member: counted, so that lists of them do not rot. */
import { readFile } from "node:fs/promises";
import picomatch from "picomatch";
import { UsageError } from "../deployment/usage-error.ts";
import { yamlIn } from "../deployment/yaml-in.ts";

/** One place. Shape: both are globs; `at` has members joined by `/`, list items are `*`. */
export interface Matcher {
  route: string;
  at: string;
  why: string;
}

/** What comes from outside the venue or tells of a moment: no replay can have it again. */
const ALWAYS: readonly Matcher[] = [
  { route: "GET /feed/**", at: "**", why: "the price of bitcoin is the world's" },
  { route: "GET /series/**", at: "**", why: "the series of a venue run by its clock" },
  { route: "GET /{health,live,ready}", at: "**", why: "health tells of a moment" },
  { route: "GET /auth/idp/login", at: "**", why: "a sign-in has one-time values" },
];

/** Groups that repeat, such as `+(a|aa)`, may take for ever. */
const PLAIN = { noextglob: true };

interface AppliedMatcher {
  matcher: Matcher;
  count: number;
  onRoute(route: string): boolean;
  fits(at: string): boolean;
}

/** The matchers of a run, with how often each applied. */
export class Matchers {
  readonly #all: AppliedMatcher[];
  readonly #given: number;
  readonly #byRoute = new Map<string, AppliedMatcher[]>();

  constructor(given: readonly Matcher[] = []) {
    this.#given = given.length;
    this.#all = [...given, ...ALWAYS].map((matcher) => {
      const onRoute = picomatch(matcher.route, PLAIN);
      return { matcher, count: 0, onRoute, fits: picomatch(matcher.at, { ...PLAIN, dot: true }) };
    });
  }

  /** Whether a place is passed over; counts it. */
  readonly ignores = (route: string, at: string): boolean => {
    const candidates = this.#on(route);
    if (candidates.length === 0 || at.length > PLACE_CHARS_MAX) return false;
    const place = at === "" ? "." : at.replaceAll(".", "/").replace(/\[\d+\]/g, "/*");
    const found = candidates.find(({ fits }) => fits(place));
    if (found !== undefined) found.count += 1;
    return found !== undefined;
  };

  #on(route: string): AppliedMatcher[] {
    const known = this.#byRoute.get(route);
    if (known !== undefined) return known;
    const found = this.#all.filter(({ onRoute }) => onRoute(route));
    this.#byRoute.set(route, found);
    return found;
  }

  /** Those that applied. */
  get applied(): (Matcher & { count: number })[] {
    return this.#all
      .filter(({ count }) => count > 0)
      .map(({ matcher, count }) => ({ ...matcher, count }));
  }

  /** Given ones that never applied. */
  get idle(): Matcher[] {
    return this.#all
      .slice(0, this.#given)
      .filter(({ count }) => count === 0)
      .map(({ matcher }) => matcher);
  }
}

/** Reads matchers from YAML. Errors: UsageError that names the file. */
export async function readMatchers(file: string): Promise<Matcher[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: cannot be read (${error.code})`);
  });
  const listed: unknown = Object(yamlIn(file, text)).ignore;
  const isMatcher = (one: unknown): one is Matcher =>
    ["route", "at", "why"].every((name) => typeof Object(one)[name] === "string");
  if (!Array.isArray(listed) || !listed.every(isMatcher)) {
    throw new UsageError(`${file}: needs a list \`ignore\` of entries with route, at and why`);
  }
  if (listed.length > MATCHERS_MAX) {
    throw new UsageError(`${file}: ${listed.length} entries; ${MATCHERS_MAX} at most`);
  }
  const wrong = listed.findIndex(({ route, at }) => !isPattern(route) || !isPattern(at));
  if (wrong < 0) return listed;
  throw new UsageError(
    `${file}: entry ${wrong + 1}: route and at are patterns, such as GET /feed/**, with two stars a part at most`,
  );
}

/** Patterns with more of them may take for ever. */
const STARS_MAX = { part: 2, deep: 3 };
const PATTERN_CHARS_MAX = 200;
const MATCHERS_MAX = 1_000;
/** A longer place is compared. Units: characters. */
const PLACE_CHARS_MAX = 1_000;

function isPattern(text: string): boolean {
  const parts = text.split("/");
  const isSlow = parts.some((part) => (part.match(/\*+|\?/g) ?? []).length > STARS_MAX.part);
  const deep = text.match(/\*\*/g) ?? [];
  if (isSlow || deep.length > STARS_MAX.deep || text.length > PATTERN_CHARS_MAX) return false;
  try {
    picomatch(text, PLAIN);
    return true;
  } catch {
    return false;
  }
}
