/** One entry of the route table as an operation of the OpenAPI document. */
import type { TObject } from "typebox";
import type { Route, RouteResponse } from "../routes/route.ts";
import type { Components } from "./components.ts";
import { errorResponses } from "./errors.ts";
import { agentHeaderOf, CALLERS, securityOf } from "./security.ts";

/** The path as OpenAPI writes it: parameters in braces. */
export const pathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, "{$1}");

/** Everything a client must know to call the route. */
export function operationOf(route: Route, components: Components): object {
  const answers = Object.entries(route.responses);
  const success = answers.map(([status, answer]) => [status, responseOf(answer, components)]);
  return {
    operationId: idOf(route),
    tags: [route.section],
    summary: answers.map(([, { means }]) => means).join("; "),
    description: descriptionOf(route),
    security: securityOf(route),
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...agentHeaderOf(route),
    ],
    ...(route.body && { requestBody: requestBodyOf(route, route.body, components) }),
    responses: { ...Object.fromEntries(success), ...errorResponses(route, components) },
  };
}

/** Method and path in one word, such as `getOrdersByOrderId`. */
function idOf(route: Route): string {
  const words = route.path.replaceAll(":", "by-").split(/[^a-z]+/);
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return route.method.toLowerCase() + name;
}

function descriptionOf({ section, auth, scope, rules = [], feature }: Route): string {
  const parts = [`Spec: ${section}.`, `Called by ${CALLERS[auth]}.`];
  if (auth === "agent") parts.push(`A key needs the scope \`${scope}\`.`);
  if (feature !== undefined) parts.push(`The operator may switch \`${feature}\` off.`);
  if (rules.length > 0) parts.push(`Rules: ${rules.map((rule) => `\`${rule}\``).join(", ")}.`);
  return parts.join(" ");
}

function parameters(schema: TObject | undefined, place: "path" | "query"): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path",
    schema: property,
  }));
}

const requestBodyOf = (route: Route, body: TObject, components: Components) => ({
  required: !route.bodyMayBeAbsent,
  content: {
    "application/json": {
      schema: components.schema(body),
      ...(route.examples && { examples: route.examples }),
    },
  },
});

function responseOf({ means, body, headers = {} }: RouteResponse, components: Components): object {
  const own = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return {
    description: means,
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...Object.fromEntries(own),
    },
    content: { "application/json": { schema: components.schema(body) } },
  };
}
