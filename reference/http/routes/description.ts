/** The venue described for machines, loaded when it is first asked for. Spec: Versioning; D-175. */
import { Type } from "typebox";
import { ok, type Route, route } from "./route.ts";

const facts = {
  method: "GET",
  auth: "public",
  scope: "read",
  rules: ["VER-DOC-*"],
  section: "Versioning",
} as const;

const Document = Type.Record(Type.String(), Type.Unknown());

/** `routes` are asked for at the first request, since those of here are among them. */
export function descriptionRoutes(routes: () => readonly Route[]): Route[] {
  let written: object | null = null;
  const requests = route({
    ...facts,
    path: "/openapi.json",
    responses: { 200: { means: "the OpenAPI document", body: Document } },
    async handle() {
      const { openapi } = await import("../openapi/openapi.ts");
      written ??= openapi(routes());
      return ok(written);
    },
  });
  const stream = route({
    ...facts,
    path: "/asyncapi.json",
    responses: { 200: { means: "the AsyncAPI document of the stream", body: Document } },
    async handle({ services }) {
      const { asyncapi } = await import("../openapi/asyncapi.ts");
      return ok(asyncapi(services.baseUrl()));
    },
  });
  return [requests, stream];
}
