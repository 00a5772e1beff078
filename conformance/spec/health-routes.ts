/** Sentences of the table of health routes. */
import { about } from "./sentence.ts";

const PART = "Endpoints, health";

export const HEALTH_ROUTES = [
  about(PART, "GET /health").says("Health: 200", "OPS-HEALTH-01"),
  about(PART, "GET /live").says("Live: 200", "OPS-HEALTH-02"),
  about(PART, "GET /ready").says("Ready: 200", "OPS-HEALTH-03"),
];
