/** The areas of the catalogue: a folder each under `areas`, to which the prefixes of ids lead. */

/** A group of rules that stand, are checked and are broken in one folder. */
export interface Area {
  /** Name of its folder. */
  folder: string;
  /** First words of its rules' ids. */
  prefixes: readonly string[];
  /** In a reader's words, one for each prefix. */
  names: readonly string[];
}

/** In the spec's order, which tables and reports keep. */
export const AREAS: readonly Area[] = [
  { folder: "general", prefixes: ["GEN"], names: ["Prefixes and formats"] },
  { folder: "order-fields", prefixes: ["ORD"], names: ["Fields of an order"] },
  { folder: "order-result", prefixes: ["RES"], names: ["The result of an order"] },
  { folder: "matching", prefixes: ["MATCH"], names: ["Matching"] },
  { folder: "time-in-force", prefixes: ["TIF"], names: ["Time in force"] },
  { folder: "idempotency", prefixes: ["IDEM"], names: ["Idempotency"] },
  { folder: "freshness", prefixes: ["FRESH"], names: ["Freshness"] },
  { folder: "rejects", prefixes: ["REJ"], names: ["Reject codes and risk"] },
  { folder: "kinds", prefixes: ["BIN", "PERP", "PARLAY"], names: ["Binaries", "Perps", "Parlays"] },
  { folder: "order-endpoints", prefixes: ["OAPI"], names: ["Listing and cancelling"] },
  { folder: "market-data", prefixes: ["MKT"], names: ["Markets and their data"] },
  { folder: "spot", prefixes: ["SPOT"], names: ["The reference feed"] },
  { folder: "account", prefixes: ["ACC"], names: ["Account and wallet"] },
  { folder: "leaderboard", prefixes: ["LEAD"], names: ["Leaderboard"] },
  { folder: "authentication", prefixes: ["AUTH"], names: ["Bearer keys in use"] },
  { folder: "sessions", prefixes: ["SESS"], names: ["Sessions"] },
  { folder: "keys", prefixes: ["KEY"], names: ["Making and revoking keys"] },
  { folder: "tickets", prefixes: ["TKT"], names: ["Stream tickets"] },
  { folder: "stream", prefixes: ["STRM"], names: ["The stream"] },
  { folder: "errors", prefixes: ["ERR"], names: ["Error envelopes"] },
  { folder: "limits", prefixes: ["LIM"], names: ["Rate limits"] },
  {
    folder: "operations",
    prefixes: ["OPS", "STATE", "VER"],
    names: ["Health and kill switch", "Life cycles", "Version"],
  },
  { folder: "claims", prefixes: ["CLAIM"], names: ["Claims of the venue"] },
  { folder: "properties", prefixes: ["PROP"], names: ["Properties"] },
];

/** The area of a rule; null for an id whose prefix is none of the catalogue's. */
export function areaOf(ruleId: string): Area | null {
  const [prefix = ""] = ruleId.split("-");
  return AREAS.find(({ prefixes }) => prefixes.includes(prefix)) ?? null;
}

/** The name of the area that a prefix leads to; null for a prefix that is none of the catalogue's. */
export function areaName(prefix: string): string | null {
  const area = AREAS.find(({ prefixes }) => prefixes.includes(prefix));
  return area?.names[area.prefixes.indexOf(prefix)] ?? null;
}
