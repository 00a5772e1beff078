/**
 * What stands on what, when a run has ended: where a plain request is refused, whatever else was
 * asked by such a request has met that refusal and nothing of its own, and the breach of a plain rule
 * shows in finer ones. One defect is one failure (H-17).
 */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isWatch } from "../check/check.ts";
import { saysCsrf } from "../expect/access.ts";
import { httpStatusOf } from "../expect/answers.ts";
import { tellsWhatWasNotAsked } from "../expect/asked-codes.ts";
import { detailItems } from "../expect/errors.ts";
import { idsAlike, isPlacement, routeIn } from "../expect/listed-routes.ts";
import { BASE } from "../properties/explore.ts";
import { ANSWERING } from "../spec/answering.ts";
import { LISTED_ROUTES } from "../spec/routes.ts";
import { FailedRule, type KindOf, whereOf } from "./failed-rule.ts";
import { isPlay, leftOpen } from "./left-open.ts";
import { ofOddIds } from "./odd-id.ts";
import { ofTheirRoutes, PREFIX_RULES } from "./odd-prefix.ts";
import { ABSENT, type RoutesSeen } from "./routes-seen.ts";
import type { Shown } from "./run.ts";

/** What is known of a run beside its findings. */
export interface Circumstances {
  routes: RoutesSeen;
  kindOf: KindOf;
  /** The plainer rules whose breach shows in a rule too. */
  followedBy(rule: string): readonly string[];
}

/** A rule that others stand on: which refusals are its own. */
interface Base {
  rule: string;
  covers(exchange: Exchange): boolean;
  /** Whether a refusal says the same on every route, if the rule holds nowhere. */
  everywhere?: true;
  /** Whether it is one only where the rule holds nowhere. */
  whole?: true;
}

const ROUTES = "GEN-ROUTE-01";
const isForbidden = (exchange: Exchange) => statusesOf("D-130").includes(httpStatusOf(exchange));
const byKey = ({ request }: Exchange) => "authorization" in request.headers;
const bySession = ({ request }: Exchange) => "cookie" in request.headers;
const isGet = ({ request }: Exchange) => request.method === "GET";

/** Orders of a kind, by the rule that a plain one of it is taken by. */
const ORDERS: readonly [string, (order: Record<string, unknown>) => boolean][] = [
  ["ORD-FIELD-14", ({ type }) => type === "MARKET"],
  ["TIF-PO-01", ({ tif }) => tif === "POST_ONLY"],
  ["TIF-FOK-01", ({ tif }) => tif === "FOK"],
  ["TIF-IOC-05", ({ tif }) => tif === "IOC"],
  ["REJ-RO-03", ({ reduce_only }) => reduce_only === true],
  ["FRESH-IN-01", ({ timestamp_ms }) => timestamp_ms !== undefined],
  ["PERP-LEV-01", ({ leverage }) => leverage !== undefined],
  ["PERP-MM-01", ({ margin_mode }) => margin_mode === "CROSS"],
  ["PERP-MM-02", ({ margin_mode }) => margin_mode === "ISOLATED"],
];

/** Declines that give a reason, by the rules that say of which orders it is not true. */
const REASONS: readonly [string, ...string[]][] = [
  ["PRICE_OUT_OF_RANGE", "REJ-PRICE-05", "BIN-PRICE-01"],
  ["INVALID_LEVERAGE", "PERP-LEV-01", "CLAIM-LEV-01"],
  ["INVALID_MARGIN_MODE", "PERP-MM-01", "PERP-MM-02"],
  ["AGENT_SIDE_COOLDOWN", "REJ-COOL-02", "REJ-COOL-03"],
  ["FAT_FINGER", "REJ-FF-02", "CLAIM-FAT-01"],
  ["POSITION_CAP", "CLAIM-CAP-01", "CLAIM-CAP-04"],
  ["MARKET_NO_LIQUIDITY", "TIF-MKT-01"],
  ["UNKNOWN_MARKET", "TIF-MKT-01"],
  ["INSUFFICIENT_MARGIN", "CLAIM-COLL-01", "CLAIM-IM-01", "CLAIM-COLL-03", "CLAIM-IM-02"],
];

/** From the first that a request meets to the last. */
const BASES: readonly Base[] = [
  {
    rule: "ERR-5XX-01",
    covers: (exchange) => httpStatusOf(exchange) === 500,
    everywhere: true,
  },
  ...PREFIX_RULES.map(([rule, under]) => ({
    rule,
    covers: (exchange: Exchange) =>
      under.test(exchange.request.path) && ABSENT.includes(httpStatusOf(exchange)),
    everywhere: true as const,
  })),
  {
    rule: "SESS-CSRF-05",
    covers: (exchange) => byKey(exchange) && !isGet(exchange) && isForbidden(exchange),
    everywhere: true,
    whole: true,
  },
  {
    rule: "SESS-CSRF-03",
    covers: (exchange) => bySession(exchange) && !isGet(exchange) && saysCsrf(exchange),
    everywhere: true,
  },
  {
    rule: "SESS-CSRF-04",
    covers: (exchange) => bySession(exchange) && isGet(exchange) && saysCsrf(exchange),
    everywhere: true,
  },
  { rule: "AUTH-BEAR-01", covers: (exchange) => byKey(exchange) && isForbidden(exchange) },
  { rule: "REJ-VOCAB-02", covers: tellsWhatWasNotAsked },
  ...Object.entries(ANSWERING).map(([route, rule]) => ({
    rule,
    covers: (exchange: Exchange) => routeIn(exchange) === idsAlike(route) && isRefusal(exchange),
  })),
  ...ORDERS.map(([rule, isSuch]) => ({
    rule,
    covers: (exchange: Exchange) => isRefusal(exchange) && isSuch(orderIn(exchange)),
  })),
  ...REASONS.flatMap(([reason, ...rules]) =>
    rules.map((rule) => ({
      rule,
      covers: (exchange: Exchange) => isRefusal(exchange) && reasonIn(exchange) === reason,
    })),
  ),
];

/** What was shown, with failures that are another rule's left open and standing on it. */
export function standing(shown: readonly Shown[], known: Circumstances): Shown[] {
  const inItself = wrongInItself(ofOddIds(refused(onRoutes(shown, known), known)));
  return ofTheirRoutes(following(inItself, known));
}

/** What many rules read of an answer: a watch says of which form it is, wherever it is met. */
interface AnswerForm {
  watches: RegExp;
  /** The rules that read just that of it. */
  readers: RegExp;
  /** The answers that are to have it, where others than the watch selects are. */
  selects?(exchange: Exchange): boolean;
  /** Whether another answer has to lack it too: what one alone lacks is the failure of its own rule. */
  isCommon?: true;
}

const FORMS: readonly AnswerForm[] = [
  // By which members and words a result says what has become of an order.
  { watches: /^RES-SHAPE-0[14]$/, readers: /^(?!RES-SHAPE-|GEN-INT-)/ },
  // What a result says was filled and is left, by which id, and in which state that leaves it.
  {
    watches: /^(GEN-INT-01|RES-SHAPE-0[2567]|RES-STATE-0[123])$/,
    readers: /^(TIF|MATCH|PARLAY|CLAIM)-/,
  },
  // By which code an error says what it is.
  {
    watches: /^ERR-ENV-01$/,
    readers: /^(?!ERR-)/,
    selects: (exchange) => httpStatusOf(exchange) >= 400 && detailItems(exchange) === null,
    isCommon: true,
  },
];

/** Failures of rules that read what the answer that decided them has in no possible form. */
function wrongInItself(shown: readonly Shown[]): Shown[] {
  const broken = shown.flatMap(({ check, finding: { rule, result }, evidence }) => {
    const form = FORMS.find(({ watches }) => watches.test(rule));
    return form && result === "fail" && isWatch(check) ? [{ rule, form, check, evidence }] : [];
  });
  return shown.map((one) => {
    if (one.finding.result !== "fail" || one.evidence === null) return one;
    const { deciding } = one.evidence;
    const found = broken.find(({ form, check, evidence }) => {
      const { readers, selects = check.selects, isCommon } = form;
      if (!readers.test(one.finding.rule)) return false;
      const isElsewhere = evidence && saying(evidence.deciding, true) !== saying(deciding, true);
      if (isCommon && !isElsewhere) return false;
      return selects(deciding) && !check.expects.judge(deciding).ok;
    });
    return found === undefined ? one : leftOpen(one, found.rule);
  });
}

/** A route is missed by whoever asks for it: all that are not there are one thing to mend. */
function onRoutes(shown: readonly Shown[], { routes }: Circumstances): Shown[] {
  if (!shown.some(({ finding }) => finding.rule === ROUTES && finding.result === "fail")) {
    return [...shown];
  }
  const absent = routes.absent();
  const detail = `${absent.length} of ${LISTED_ROUTES.length} routes are not there: ${absent.join(", ")}`;
  return shown.map((one) => {
    if (one.finding.result !== "fail") return one;
    if (one.finding.rule === ROUTES)
      return { ...one, finding: { ...one.finding, detail, actual: detail } };
    return one.evidence && routes.isAbsent(one.evidence.deciding) ? leftOpen(one, ROUTES) : one;
  });
}

/** Failures that have met the refusal of a base, where that base does not hold. */
function refused(shown: readonly Shown[], { kindOf }: Circumstances): Shown[] {
  const ofRoutes = underMany(shown, kindOf);
  const isOfRoute = (rule: string, exchange: Exchange) =>
    PREFIX_RULES.some(([id]) => id === rule) && ofRoutes.has(saying(exchange, true));
  const bases = BASES.flatMap(({ everywhere, whole, ...base }) => {
    const failed = new FailedRule(base.rule, shown, kindOf);
    if (whole && !failed.isWhole) return [];
    const says = (exchange: Exchange) => saying(exchange, everywhere !== true || !failed.isWhole);
    const own = failed.deciding.filter((exchange) => !isOfRoute(base.rule, exchange));
    return { ...base, failed, says, refusals: new Set(own.map(says)) };
  });
  return shown.map((one) => {
    const { finding, evidence } = one;
    if (finding.result !== "fail" || evidence === null) return one;
    const { deciding } = evidence;
    const own = bases.findIndex(
      ({ rule, covers }) => rule === finding.rule && covers(deciding) && !isOfRoute(rule, deciding),
    );
    const found = bases
      .slice(0, own < 0 ? bases.length : own)
      .filter(({ covers, says, refusals }) => covers(deciding) && refusals.has(says(deciding)))
      .find(({ failed }) => failed.failsAt(whereOf(one, kindOf)));
    return found === undefined ? one : leftOpen(one, found.rule);
  });
}

/** Refusals that are met under prefixes which no venue loses together: they are the route's. */
function underMany(shown: readonly Shown[], kindOf: KindOf): ReadonlySet<string> {
  const under = new Map<string, string[]>();
  for (const [rule] of PREFIX_RULES) {
    const { deciding } = new FailedRule(rule, shown, kindOf);
    for (const one of new Set(deciding.map((exchange) => saying(exchange, true)))) {
      under.set(one, [...(under.get(one) ?? []), rule]);
    }
  }
  const isOfPrefixes = (rules: readonly string[]) =>
    LOST_TOGETHER.some((some) => rules.every((rule) => some.includes(rule)));
  return new Set([...under].flatMap(([one, rules]) => (isOfPrefixes(rules) ? [] : [one])));
}

/** The prefixes without a version, those with one, and those below /api, by their rules. */
const LOST_TOGETHER: readonly (readonly string[])[] = [
  ["GEN-PREFIX-01", "GEN-PREFIX-03"],
  ["GEN-PREFIX-02", "GEN-PREFIX-04"],
  ["GEN-PREFIX-03", "GEN-PREFIX-04"],
];

/**
 * Failures that a plainer rule's breach shows in. A play of many orders shows every breach: that of
 * a rule which has no failure of its own but those that stand elsewhere stands there too.
 */
function following(shown: readonly Shown[], { kindOf, followedBy }: Circumstances): Shown[] {
  const failing = shown.filter((one) => one.finding.result === "fail");
  const idsOf = (some: readonly Shown[]) => [...new Set(some.map(({ finding }) => finding.rule))];
  const failed = new Map(idsOf(failing).map((id) => [id, new FailedRule(id, shown, kindOf)]));
  const ids = idsOf(failing.filter((one) => !isPlay(one)));
  const seenInPlays = ids.find((id) => BASE.test(id));
  const moved = new Map(
    shown.flatMap((one) => {
      const { rule, stands } = one.finding;
      return stands === undefined || isPlay(one) || ids.includes(rule) ? [] : [[rule, stands]];
    }),
  );
  return shown.map((one) => {
    if (one.finding.result !== "fail") return one;
    const where = whereOf(one, kindOf);
    const { rule, conditions } = one.finding;
    const plainer = followedBy(rule).find((id) => failed.get(id)?.failsAt(where, conditions));
    const stands = plainer ?? (isPlay(one) ? (moved.get(rule) ?? seenInPlays) : undefined);
    return stands === undefined || stands === rule ? one : leftOpen(one, stands);
  });
}

/** What an answer says, and where: two refusals with the same words are one. */
function saying(exchange: Exchange, onRoute: boolean): string {
  const status = httpStatusOf(exchange);
  return `${onRoute ? routeIn(exchange) : ""} ${status} ${reasonIn(exchange)}`;
}

/** The code of an error, or why an order was declined; empty where neither is told. */
function reasonIn({ response }: Exchange): string {
  return String(codeOf(response?.body) ?? objectOf(response?.body)["reject_reason"] ?? "");
}

/** The order of a request to place one; no members for any other. */
function orderIn(exchange: Exchange): Record<string, unknown> {
  return isPlacement(exchange) ? objectOf(jsonIn(exchange.request.bodyText ?? "")) : {};
}

/** An error, or an order that was declined. */
function isRefusal(exchange: Exchange): boolean {
  const { status } = objectOf(exchange.response?.body);
  return httpStatusOf(exchange) >= 400 || status === "REJECTED";
}
