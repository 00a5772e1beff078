/** Whether the process lives and the venue takes requests. Spec: Endpoints, Health; D-173. */
import { ok, route } from "./route.ts";

const healthRoute = (path: string, status: string) =>
  route({
    method: "GET",
    path,
    auth: "public",
    scope: "read",
    responses: { 200: status },
    section: "Health",
    handle: () => ok({ status }),
  });

/** The venue is seeded before it listens, so it is ready from its first request. */
export const healthRoutes = [
  healthRoute("/health", "ok"),
  healthRoute("/live", "live"),
  healthRoute("/ready", "ready"),
];
