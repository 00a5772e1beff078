/** The areas of the catalogue: a folder each under `areas`, to which the prefixes of ids lead. */

/** A group of rules that stand, are checked and are broken in one folder. */
export interface Area {
  /** Name of its folder. */
  folder: string;
  /** First words of its rules' ids. */
  prefixes: readonly string[];
  /** In a reader's words. */
  title: string;
}

/** In the spec's order, which tables and reports keep. */
export const AREAS: readonly Area[] = [
  { folder: "general", prefixes: ["GEN"], title: "Prefixes and formats" },
  { folder: "order-fields", prefixes: ["ORD"], title: "Fields of an order" },
  { folder: "order-result", prefixes: ["RES"], title: "The result of an order" },
  { folder: "matching", prefixes: ["MATCH"], title: "Matching" },
  { folder: "time-in-force", prefixes: ["TIF"], title: "Time in force" },
  { folder: "idempotency", prefixes: ["IDEM"], title: "Idempotency" },
  { folder: "freshness", prefixes: ["FRESH"], title: "Freshness" },
  { folder: "rejects", prefixes: ["REJ"], title: "Reject codes and risk" },
  { folder: "kinds", prefixes: ["BIN", "PERP", "PARLAY"], title: "Binaries, perps, parlays" },
  { folder: "order-endpoints", prefixes: ["OAPI"], title: "Listing and cancelling orders" },
  { folder: "market-data", prefixes: ["MKT"], title: "Markets and their data" },
  { folder: "spot", prefixes: ["SPOT"], title: "The reference feed" },
  { folder: "account", prefixes: ["ACC"], title: "Account, positions, wallet" },
  { folder: "leaderboard", prefixes: ["LEAD"], title: "Leaderboard" },
  { folder: "authentication", prefixes: ["AUTH"], title: "Bearer keys in use" },
  { folder: "sessions", prefixes: ["SESS"], title: "Sessions" },
  { folder: "keys", prefixes: ["KEY"], title: "Making and revoking keys" },
  { folder: "tickets", prefixes: ["TKT"], title: "Stream tickets" },
  { folder: "stream", prefixes: ["STRM"], title: "The stream" },
  { folder: "errors", prefixes: ["ERR"], title: "Error envelopes" },
  { folder: "limits", prefixes: ["LIM"], title: "Rate limits" },
  {
    folder: "operations",
    prefixes: ["OPS", "STATE", "VER"],
    title: "Health, kill switch, feature gates, life cycles, version",
  },
  { folder: "claims", prefixes: ["CLAIM"], title: "What the venue claims of itself" },
  { folder: "properties", prefixes: ["PROP"], title: "Properties: any sequence, any overlap" },
];

/** The area of a rule; null for an id whose prefix is none of the catalogue's. */
export function areaOf(ruleId: string): Area | null {
  const [prefix = ""] = ruleId.split("-");
  return AREAS.find(({ prefixes }) => prefixes.includes(prefix)) ?? null;
}
