/** Properties: what holds of every sequence of commands, however they are chosen or overlap. */
import { must, open, type Rule } from "../check/rule.ts";

const ORDERS = "Endpoints, behaviour of POST /orders";

/** Ids are permanent. */
export const PROPERTIES_RULES: readonly Rule[] = [
  must("PROP-STATEFUL-01", "Every answer to a random sequence of commands is a documented one", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-021", "D-022", "D-023", "D-026"],
  }),
  must("PROP-STATEFUL-02", "Orders, positions and book after it are what its answers say", {
    section: "States 3",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-090", "D-104", "D-120"],
  }),
  open("PROP-STATEFUL-03", "Whether price, then time decides in every trade of it", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026"],
  }),
  must("PROP-IDEM-01", "An order repeated later, under any prefix, changes nothing", {
    section: `${ORDERS} 2`,
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-040", "D-046", "D-048"],
  }),
  must("PROP-IDEM-02", "An order repeated later, by another key of its agent, changes nothing", {
    section: `${ORDERS} 2`,
    needs: ["two-owners", "second-key", "binary", "quiet"],
    decisions: ["D-040", "D-046", "D-048"],
  }),
  must("PROP-META-01", "A sequence under changing prefixes comes to the same", {
    section: "Endpoints",
    needs: ["two-owners", "binary", "quiet"],
  }),
  must("PROP-META-02", "A sequence with unknown fields in its orders comes to the same", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-012"],
  }),
  must("PROP-META-03", "A sequence with its orders sent in two parts has the same totals", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026", "D-036"],
  }),
  must("PROP-META-04", "The mirror image of a sequence has the mirrored outcome", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-026", "D-074"],
  }),
  must("PROP-META-05", "Cancel-all leaves what cancelling each order leaves", {
    section: "Endpoints, Orders",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-028", "D-093"],
  }),
  must("PROP-CONC-01", "An order sent several times at once, as it meets another, is one order", {
    section: `${ORDERS} 2`,
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-045"],
  }),
  must("PROP-CONC-02", "Orders at once for one that rests have an order that explains them", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-036"],
  }),
  must("PROP-CONC-03", "A cancel and a fill at once have an order that explains them", {
    section: "Endpoints, Orders",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-028", "D-029"],
  }),
  must("PROP-CONC-04", "A ladder and a fill at once have an order that explains them", {
    section: "Endpoints, Orders",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-031"],
  }),
  must("PROP-CONC-05", "Tickets minted and used at once are different and open one stream each", {
    section: "States 5",
    needs: ["agent", "market", "stream"],
    decisions: ["D-150", "D-151"],
  }),
  must("PROP-LOST-01", "An order whose answer is lost is placed once or not at all", {
    section: `${ORDERS} 2`,
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-040", "D-045"],
  }),
];
