/** The ninth round, drawn by lot: data, envelopes and the description of the service. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const NINTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "description",
    id: "the-description-is-of-the-first-version",
    wrong: "the machine-readable description declares version 1.0.0",
    against: "Versioning: the machine-readable description declares version 0.1.0",
    file: "http/openapi/openapi.ts",
    find: "      version: API_VERSION,",
    replace: '      version: "1.0.0",',
  },
  {
    ...stated,
    area: "envelopes",
    id: "who-names-his-request-names-it-twice",
    wrong: "requests that are sent with one X-Request-Id share it as their request id",
    against: "Error envelope, request_id: request correlation id; two requests never share one",
    confined: "X-Request-Id=sent",
    file: "http/middleware/answer.ts",
    find: "    const requestId = parts.entropy.requestId();",
    replace:
      '    const requestId = String(ctx.req.headers["x-request-id"] ?? parts.entropy.requestId());',
  },
  {
    ...stated,
    area: "trades",
    id: "a-parlay-tells-fifty-trades",
    wrong: "the list of a parlay's trades ends at fifty",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100)",
    confined: "kind=BTC_PARLAY",
    file: "http/routes/market-history.ts",
    find: "    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);",
    replace: `    const most = parts.venue.market(marketId)!.kind === "BTC_PARLAY" ? Math.min(limit, 50) : limit;
    const list = (await parts.history.trades(marketId, most)).map(tradeRecord);`,
  },
  {
    ...stated,
    area: "markets",
    id: "every-page-of-parlays-is-the-first",
    wrong: "asked for parlays, the list begins with the first one whatever its offset",
    against: "Endpoints, GET /markets: kind (string), offset (int, 0)",
    confined: "kind=BTC_PARLAY",
    file: "http/routes/markets.ts",
    find: "      .slice(offset, offset + limit)",
    replace: `      .slice(kind === "BTC_PARLAY" ? 0 : offset)
      .slice(0, limit)`,
  },
  {
    ...stated,
    area: "malformed bodies",
    id: "what-is-no-json-is-a-parameter",
    wrong: "a body that is no JSON is refused with the code INVALID_PARAMETER",
    against: "Behaviour rules 4: a malformed body returns the envelope with code VALIDATION_ERROR",
    confined: "body=no JSON",
    file: "http/body.ts",
    find: `throw invalidBody(\`the body is not acceptable JSON: \${(error as Error).message}\`);`,
    replace: `throw new Refused("INVALID_PARAMETER", \`no JSON: \${(error as Error).message}\`);`,
  },
  {
    ...stated,
    area: "envelopes",
    id: "what-is-forbidden-goes-unsaid",
    wrong: "who reaches for another agent's things is told a code, and no message",
    against: "Errors: a flat envelope with code, message, request_id and optional details",
    confined: "caller=sibling agent or other owner, status=403",
    file: "wire/refused.ts",
    find: "const envelope = { code, message, request_id: requestId, ...(details && { details }) };",
    replace: `const said = code === "FORBIDDEN" ? {} : { message };
    const envelope = { code, ...said, request_id: requestId, ...(details && { details }) };`,
  },
];
