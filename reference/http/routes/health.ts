/** Whether the process lives and the venue takes requests. Spec: Endpoints, Health; D-173. */
import { Type } from "typebox";
import { ok, route } from "./route.ts";

const healthRoute = (path: string, status: string) =>
  route({
    method: "GET",
    path,
    auth: "public",
    scope: "read",
    responses: { 200: { means: status, body: Type.Object({ status: Type.Literal(status) }) } },
    rules: ["OPS-HEALTH-*"],
    section: "Health",
    handle: () => ok({ status }),
  });

/** The venue is seeded before it listens, so it is ready from its first request. */
export const healthRoutes = [
  healthRoute("/health", "ok"),
  healthRoute("/live", "live"),
  healthRoute("/ready", "ready"),
];
