/** Decisions that open no place: what they leave open is less than what the spec states there. */

/** What the spec says, and the decisions beside it. */
interface Stated {
  says: string;
  decisions: string;
}

const STATED: readonly Stated[] = [
  {
    says: "the request is refused or declined, only the form of that is open",
    decisions:
      "D-002 D-004 D-005 D-006 D-007 D-008 D-013 D-025 D-050 D-052 D-053 D-060 D-064 D-067 " +
      "D-068 D-072 D-077 D-131 D-133 D-134 D-135 D-137 D-144 D-148 D-151 D-160 D-170",
  },
  {
    says: "every answer has a request id of its own, and none is a 500",
    decisions: "D-162 D-169",
  },
  {
    says: "a resource of somebody else is answered 403",
    decisions: "D-094 D-15A",
  },
  {
    says: "one client_order_id is one order, and its result, a decline too, stays what it was",
    decisions: "D-040 D-042 D-045 D-046 D-048",
  },
  {
    says: "MARKET orders behave as IOC, and what does not rest is over with its answer",
    decisions: "D-020 D-021 D-022 D-023 D-024 D-029 D-033",
  },
  {
    says: "a slippage cap and a validity window bind to the unit",
    decisions: "D-051 D-065",
  },
  {
    says: "the margin mode applies when opening from flat",
    decisions: "D-079",
  },
  {
    says: "600 writes and 6,000 reads pass, a 429 tells how long to wait, and reads have their own",
    decisions: "D-163 D-164 D-165 D-168",
  },
  {
    says: "parameters have defaults, narrow what is listed, and unknown fields are ignored",
    decisions: "D-012 D-095 D-097 D-100 D-101 D-102 D-104 D-108 D-113 D-114",
  },
  {
    says: "what is unknown has no record, and a cancelled order is answered 200",
    decisions: "D-092 D-109 D-115",
  },
  {
    says: "credentials of either kind count, and a read-only key trades nothing",
    decisions: "D-130 D-142 D-143 D-147",
  },
  {
    says: "a ticket is good for 60 seconds",
    decisions: "D-150",
  },
  {
    says: "the routes stand under their prefixes, and health and live are 200",
    decisions: "D-173 D-174",
  },
];

/** By decision, what the spec states all the same. */
export const STATED_BESIDE: ReadonlyMap<string, string> = new Map(
  STATED.flatMap(({ says, decisions }) => decisions.split(" ").map((id) => [id, says] as const)),
);

/** Whether a decision opens the places that take it: another venue there may be as good. */
export function opens(decision: string): boolean {
  return !STATED_BESIDE.has(decision);
}
