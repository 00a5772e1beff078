import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { declineOf, envelope, fieldsOf, matches } from "../interposer/changes.ts";
import type { Behind, WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { lostAnswers } from "./lost-answers.ts";

const RULE = "PROP-LOST-01";

/** What the property comes to on a venue with this in front. */
async function judged(wire: () => WireVariant) {
  const check = { ...lostAnswers(RULE), over: { kind: ["BTC_BINARY"] } } as const;
  const venue = await startVariant({ wire }, { control: true, seed: 1 });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks: [check], asFound: true });
    return rules.find(({ id }) => id === RULE);
  } finally {
    await venue.close();
  }
}

/** Passes each order on when its id is new, and answers it again in its own way. */
function again(
  first: (request: WireRequest, venue: Behind) => Promise<WireAnswer>,
  repeated: (request: WireRequest, given: Promise<WireAnswer>) => WireAnswer | Promise<WireAnswer>,
): () => WireVariant {
  return () => {
    const answers = new Map<unknown, Promise<WireAnswer>>();
    return async (request, venue) => {
      if (!matches(request, "POST /orders")) return venue(request);
      const { client_order_id: id } = fieldsOf(request.body);
      const known = answers.get(id);
      if (known !== undefined) return repeated(request, known);
      const given = first(request, venue);
      answers.set(id, given);
      return given;
    };
  };
}

const SLOW_MS = 120;
const PENDING = Symbol("under way");
const inProgress = () => envelope(409, "IN_PROGRESS");
const duplicate = ({ body }: WireRequest) => declineOf(fieldsOf(body), "DUPLICATE");

describe("an order whose answer is lost", () => {
  it("may still be under way when it is sent again, for a while", async () => {
    const slow = again(
      async (request, venue) => {
        await wait(SLOW_MS);
        return venue(request);
      },
      async (_, given) => {
        const met = await Promise.race([given, PENDING]);
        return met === PENDING ? inProgress() : (met as WireAnswer);
      },
    );
    assert.equal((await judged(slow))?.result, "pass");
  });

  it("is not under way for good", async () => {
    const rule = await judged(again((request, venue) => venue(request), inProgress));
    assert.equal(rule?.result, "fail");
    assert.match(String(rule?.detail), /saw HTTP 409 IN_PROGRESS/);
  });

  it("may be a duplicate where it was declined for risk", async () => {
    const risky = again(
      async (request, venue) =>
        Number(fieldsOf(request.body)["qty"]) > 3
          ? declineOf(fieldsOf(request.body), "FAT_FINGER")
          : venue(request),
      async (request, given) => {
        const { status } = fieldsOf((await given).body);
        return status === "REJECTED" ? duplicate(request) : given;
      },
    );
    assert.equal((await judged(risky))?.result, "pass");
  });

  it("is no duplicate where it was placed", async () => {
    const placed = again((request, venue) => venue(request), duplicate);
    const rule = await judged(placed);
    assert.equal(rule?.result, "fail");
    assert.match(String(rule?.detail), /saw REJECTED DUPLICATE/);
  });
});
