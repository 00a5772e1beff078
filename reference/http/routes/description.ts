/** The venue described for machines. Spec: Versioning; D-175. */
import { Type } from "typebox";
import { openapi } from "../openapi.ts";
import { ok, type Route, route } from "./route.ts";

const Document = Type.Record(Type.String(), Type.Unknown());

/** `routes` are asked for at the first request, since the described routes are among them. */
export function descriptionRoutes(routes: () => readonly Route[]): Route[] {
  return [described("/openapi.json", "the OpenAPI document", () => openapi(routes()))];
}

function described(path: string, means: string, write: () => object): Route {
  let document: object | null = null;
  return route({
    method: "GET",
    path,
    auth: "public",
    scope: "read",
    responses: { 200: { means, body: Document } },
    rules: ["VER-DOC-*"],
    section: "Versioning",
    handle() {
      document ??= write();
      return ok(document);
    },
  });
}
