/** Properties: what holds of every sequence of commands, however they are chosen or overlap. */

import { KINDS } from "../../check/cell.ts";
import { claimed, must, open, type Rule } from "../../check/rule.ts";

const ORDERS = "Endpoints, behaviour of POST /orders";

const EVERY_KIND = { kind: KINDS } as const;

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("PROP-STATEFUL-01", "Every answer to a random sequence of commands is a documented one", {
    section: "Order place request",
    over: EVERY_KIND,
    decisions: ["D-021", "D-022", "D-023", "D-026"],
    fix:
      "Play the shrunk sequence again by the command shown, and look at its last step. Such " +
      "defects depend on what an agent did before: counters, flags left set, reused objects.",
  }),
  must("PROP-STATEFUL-02", "Orders, positions and book after it are what its answers say", {
    section: "States 3",
    over: EVERY_KIND,
    decisions: ["D-090", "D-104", "D-120"],
    fix:
      "Compare the stores that the last step should have changed: record, lists, positions " +
      "and book must follow from the same events. Fixed-size buffers and lost signs are the " +
      "usual causes.",
  }),
  open("PROP-STATEFUL-03", "Whether price, then time decides in every trade of it", {
    section: "What the service does",
    over: EVERY_KIND,
    decisions: ["D-026"],
  }),
  must("PROP-STATEFUL-04", "Every answer to random commands in two markets is a documented one", {
    section: "What the service does",
    follows: ["PROP-STATEFUL-01", "PROP-STATEFUL-02"],
    over: EVERY_KIND,
    decisions: ["D-021", "D-022", "D-023", "D-026", "D-027", "D-044", "D-046", "D-094"],
    fix:
      "Look what the last step of the shrunk sequence shares with an earlier one: a market's " +
      "state kept under the agent alone, an agent's under its owner, an id under its market.",
  }),
  must("PROP-STATEFUL-05", "Orders, positions and books of two markets are what the answers say", {
    section: "What the service does",
    follows: ["PROP-STATEFUL-01", "PROP-STATEFUL-02"],
    over: EVERY_KIND,
    decisions: ["D-030", "D-031", "D-090", "D-104", "D-120"],
    fix:
      "Keep everything under agent and market together, and let amends, ladders and cancel-alls " +
      "change it as placing and cancelling do: what one of them leaves as it was shows at the next.",
  }),
  claimed("PROP-STATEFUL-06", "Free cash is less by what was traded and what rests, nothing else", {
    claim: "fees",
    section: "(silent)",
    follows: ["PROP-STATEFUL-05"],
    over: EVERY_KIND,
    decisions: ["D-074"],
    fix:
      "Derive what is earmarked from the orders that rest, or give it back on every way out: " +
      "filled, cancelled alone, with all others or by a ladder, and amended down.",
  }),
  must("PROP-FIELDS-01", "Members that change nothing do so in random orders, however sent", {
    section: "Order place request",
    follows: ["PROP-STATEFUL-01", "PROP-STATEFUL-02"],
    over: EVERY_KIND,
    decisions: ["D-010", "D-012", "D-021", "D-022", "D-023", "D-024", "D-026"],
    fix:
      "Read an order once, into one form with every default filled in, and decide on that form " +
      "alone: not on which members were there.",
  }),
  must("PROP-FIELDS-02", "An order with a flaw is refused among random ones, however sent", {
    section: "Behaviour 4",
    over: EVERY_KIND,
    decisions: ["D-001", "D-002", "D-010"],
    fix:
      "Validate every order by one schema, before side, type, time in force, prefix or caller " +
      "are looked at: a branch for one of them has lost the demand that is named.",
  }),
  must(
    "PROP-ACCESS-01",
    "A good key, session or ticket opens what it opened, whatever others did",
    {
      section: "Authentication",
      decisions: ["D-124", "D-130", "D-132", "D-133", "D-147", "D-158"],
      fix:
        "Keep each credential as a record of its own, and decide by that record alone. What was " +
        "ended, minted or traded before the last step of the shrunk sequence has changed another one.",
    },
  ),
  must("PROP-ACCESS-02", "What has ended, or may not, opens nothing at any moment", {
    section: "States 4",
    decisions: ["D-130", "D-135", "D-137"],
    fix:
      "Look the credential up on every request, before orders, markets or other keys are looked " +
      "at: the last step of the shrunk sequence went by a branch that does not.",
  }),
  must("PROP-DATA-01", "Public data and an agent's lists are there for every caller, always", {
    section: "Endpoints, Markets and data",
    follows: ["PROP-ACCESS-01"],
    over: EVERY_KIND,
    decisions: ["D-112"],
    fix:
      "Serve public data by the market alone, and an agent's lists by the agent alone: not by what " +
      "its caller holds, which key was sent, or whether the market has ended.",
  }),
  must("PROP-DATA-02", "A limit, which is a number, cuts the same list for every caller", {
    section: "Endpoints, Markets and data",
    follows: ["PROP-DATA-01", "LIM-SIZE-01"],
    over: EVERY_KIND,
    decisions: ["D-105", "D-106", "D-107"],
    fix:
      "Read the parameter in one place, and apply it to the whole list last: a cache, a kind of " +
      "market or a kind of caller has a way of its own there.",
  }),
  must("PROP-IDEM-01", "An order repeated later, under any prefix, changes nothing", {
    section: `${ORDERS} 2`,
    over: EVERY_KIND,
    decisions: ["D-040", "D-046", "D-048"],
    fix:
      "Keep every id, not only the latest few, and store the result as it was answered. " +
      "Caches with a maximum size forget under load.",
  }),
  must("PROP-IDEM-02", "An order repeated later, by another key of its agent, changes nothing", {
    section: `${ORDERS} 2`,
    follows: ["PROP-IDEM-01"],
    over: EVERY_KIND,
    decisions: ["D-040", "D-046", "D-048"],
    fix:
      "Key by agent in every state of an order. Look for a second store, for finished orders " +
      "say, that is keyed otherwise.",
  }),
  must("PROP-META-01", "A sequence under changing prefixes comes to the same", {
    section: "Endpoints",
    over: EVERY_KIND,
    fix:
      "Send all prefixes through the same handlers. A legacy router that keeps state of its " +
      "own for one of them acts on nothing.",
  }),
  must("PROP-META-02", "A sequence with unknown fields in its orders comes to the same", {
    section: "Order place request",
    follows: ["PROP-FIELDS-01"],
    over: EVERY_KIND,
    decisions: ["D-012"],
    fix:
      "Remove aliases and fallbacks nobody documents, such as quantity for qty: a client's " +
      "comment becomes an order.",
  }),
  must("PROP-META-03", "A sequence with its orders sent in two parts has the same totals", {
    section: "What the service does",
    over: EVERY_KIND,
    decisions: ["D-026", "D-036"],
    fix:
      "Make the outcome depend on quantities alone. Look for merging, deduplication or " +
      "rounding per order.",
  }),
  must("PROP-META-04", "The mirror image of a sequence has the mirrored outcome", {
    section: "Order place request",
    over: EVERY_KIND,
    decisions: ["D-026", "D-074"],
    fix:
      "Write each comparison once, with the side as an argument. The side that fails in the " +
      "shrunk sequence has a branch of its own.",
  }),
  must("PROP-META-05", "Cancel-all leaves what cancelling each order leaves", {
    section: "Endpoints, Orders",
    follows: ["OAPI-ALL-01"],
    over: EVERY_KIND,
    decisions: ["D-028", "D-093"],
    fix:
      "Let cancel-all call the same cancel for NEW and PARTIAL orders. A list that holds NEW " +
      "ones alone skips what was filled in part.",
  }),
  must("PROP-CONC-01", "An order sent several times at once, as it meets another, is one order", {
    section: `${ORDERS} 2`,
    over: EVERY_KIND,
    decisions: ["D-045"],
    fix:
      "Claim the id before matching and in one atomic step. Under load the second request " +
      "arrives while the first is still trading.",
  }),
  must("PROP-CONC-02", "Orders at once for one that rests have an order that explains them", {
    section: "What the service does",
    over: EVERY_KIND,
    decisions: ["D-036"],
    fix:
      "Let one writer per market decide, and build each answer from its own outcome. Shared " +
      "result objects and reads outside of the lock mix them up.",
  }),
  must("PROP-CONC-03", "A cancel and a fill at once have an order that explains them", {
    section: "Endpoints, Orders",
    over: EVERY_KIND,
    decisions: ["D-028", "D-029"],
    fix:
      "Put cancels into the same queue as orders. A cancel that finds the order locked must " +
      "wait, rather than be answered and dropped.",
  }),
  must("PROP-CONC-04", "A ladder and a fill at once have an order that explains them", {
    section: "Endpoints, Orders",
    over: EVERY_KIND,
    decisions: ["D-031"],
    fix:
      "Make cancelling and placing of a ladder one command for the engine, or report per " +
      "rung what really happened.",
  }),
  must("PROP-CONC-05", "Tickets minted and used at once are different and open one stream each", {
    section: "States 5",
    decisions: ["D-150", "D-151"],
    fix:
      "Mint and consume tickets atomically, and draw randomness per request: seeding it by " +
      "the time gives twins in the same millisecond.",
  }),
  must("PROP-LOST-01", "An order whose answer is lost is placed once or not at all", {
    section: `${ORDERS} 2`,
    follows: ["PROP-CONC-01"],
    over: EVERY_KIND,
    decisions: ["D-040", "D-042", "D-045"],
    fix:
      "Record the id in the same transaction as the order, before the answer goes out. " +
      "Writing it afterwards leaves a gap for the retry.",
  }),
];
