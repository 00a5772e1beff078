/** The OpenAPI document of the venue, written from its route table. Spec: Versioning; D-175. */
import type { Route } from "../routes/route.ts";
import { Components } from "./components.ts";
import { operationOf, pathOf } from "./operation.ts";
import { SECURITY_SCHEMES } from "./security.ts";

/** Spec: Versioning. */
export const API_VERSION = "0.1.0";

const DESCRIPTION = `A venue for binaries, perpetuals and parlays on the price of bitcoin.

Money is in cents, prices are integers in the market's price units, moments are epoch milliseconds
unless they say otherwise. In a request unknown fields are ignored, and null counts as absent. The
four servers are one venue. A human who has signed in at [/](/) creates keys there. What the venue
tells as it happens is described in [asyncapi.json](asyncapi.json).

Rules named here, such as \`OAPI-LIST-*\`, are those that \`touchstone conform --only\` takes.`;

const HEADERS = {
  RequestId: {
    description: "Names this request in the venue's log.",
    schema: { type: "string", format: "uuid" },
  },
  RetryAfter: {
    description: "Seconds until a request will do again.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
};

/** Shape: OpenAPI 3.1; every route, each with all its answers and errors. */
export function openapi(routes: readonly Route[]) {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, components),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Touchstone reference venue",
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: ["/", "/v1", "/api", "/api/v1"].map((url) => ({ url })),
    tags: [...new Set(routes.map(({ section }) => section))].map((name) => ({
      name,
      description: `Part of the specification: ${name}.`,
    })),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The document as a value. */
export type OpenApi = ReturnType<typeof openapi>;
