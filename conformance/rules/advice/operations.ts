/** How to fix a venue that fails a rule on health, kill switch and feature gates. */

/** By rule id, in the catalogue's order. */
export const OPERATIONS_ADVICE: Readonly<Record<string, string>> = {
  "OPS-HEALTH-01":
    "Serve /health outside of authentication and rate limits: load balancers have no key.",
  "OPS-HEALTH-02":
    "Serve /live outside of authentication, and let it depend on nothing but the process.",
  "OPS-HEALTH-03": "Serve /ready outside of authentication: 200 when warm, 503 until then.",
  "OPS-KILL-01":
    "Check the kill switch before admission and answer 503 EXCHANGE_FROZEN. A freeze built by " +
    "closing markets gives another code.",
  "OPS-KILL-04":
    "Make release undo all that freezing did, on every node, and test it: a switch is used in " +
    "the worst hour.",
  "OPS-GATE-01":
    "Render the refusal of a closed feature gate by the common error renderer, with a code that" +
    " names the feature gate.",
};
