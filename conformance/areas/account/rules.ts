/** Rules on account, positions and wallet. */
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";
import { EACH_CALLER } from "../caller.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("ACC-ACC-01", "GET /account answers every caller of an agent 200", {
    section: "Account",
    over: { caller: EACH_CALLER, prefix: PREFIXES },
    decisions: ["D-120"],
    fix:
      "Answer 200 with the account as JSON. A lazily made account must exist before its " +
      "first read.",
  }),
  must("ACC-ACC-02", "GET /account without credentials is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: { prefix: PREFIXES },
    decisions: ["D-131"],
    fix:
      "Require credentials on the route itself, and answer 401. Optional authentication with " +
      "an empty guest account is the usual cause.",
  }),
  must("ACC-POS-01", "GET /positions answers every caller of an agent 200", {
    section: "Account",
    follows: ["GEN-JSON-01"],
    over: { caller: EACH_CALLER, prefix: PREFIXES, kind: KINDS, side: SIDES },
    decisions: ["D-120"],
    fix: "Answer 200 and an empty list when flat, not 204 or 404.",
  }),
  must("ACC-POS-02", "GET /positions without credentials is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: { prefix: PREFIXES },
    decisions: ["D-131"],
    fix: "Require credentials on the route itself and answer 401, rather than an empty list.",
  }),
  open("ACC-POS-03", "Whether a fill shows in /positions with the market's id", {
    section: "(silent)",
    over: { kind: KINDS, side: SIDES, position: ["long", "short"] },
    decisions: ["D-120"],
  }),
  must("ACC-WAL-01", "GET /me/wallet answers every caller of an agent 200", {
    section: "Account",
    over: { caller: EACH_CALLER, prefix: PREFIXES },
    decisions: ["D-120"],
    fix:
      "Answer 200 with the wallet as JSON from the agent's first moment, before its first " +
      "trade.",
  }),
  must("ACC-WAL-02", "GET /me/wallet without credentials is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: { prefix: PREFIXES },
    decisions: ["D-131"],
    fix: "Require credentials on the route itself and answer 401, rather than an empty wallet.",
  }),
  must("ACC-ISO-01", "Orders and positions of two agents are separate", {
    section: "What the service does",
    over: ORDERS,
    fix:
      "Scope every query by the agent of the credentials, and put the agent into every cache " +
      "key. A cache keyed by path serves the first caller's data to all.",
  }),
  either("ACC-SHARE-01", "The session and the key of one agent see the same wallet", {
    section: "What the service does",
    decisions: ["D-124"],
    fix:
      "Let session and key resolve to the same agent before anything is read. Two paths to " +
      "the wallet, one of them cached, drift apart.",
  }),
  must("ACC-SHARE-02", "Two keys of one agent see the same positions and the same wallet", {
    section: "What the service does",
    follows: ["ACC-ISO-01"],
    over: { kind: KINDS, position: ["long", "short"] },
    decisions: ["D-120"],
    fix: "Keep positions and cash by agent: a key is a way to an agent, not a wallet of its own.",
  }),
];
