/** What callers of one agent see alike: its wallet and its positions. Spec: What the service does. */

import { freeCash } from "../../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { that } from "../../check/expectation.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { demandSameAgent } from "../caller.ts";

const sameWallet: Check = {
  title:
    "the session and a key of one agent see the same wallet, also while an order of the key rests",
  proves: ["ACC-SHARE-01"],
  needs: ["browser", "agent", "market"],
  async body(t) {
    const { human, market } = t;
    await demandSameAgent(human);
    const { caller } = await human.newKey();
    await t.eventually("ACC-SHARE-01", () => balances(human, caller), equal);
    // Of an agent that has no cash for it the wallet is the same as before.
    await caller.place(market.resting());
    await t.eventually("ACC-SHARE-01", () => balances(human, caller), equal);
    await caller.cancelAll(market.id);
  },
};

/** Free cash as the session and as the key see it. Errors: Missing where one is unreadable. */
async function balances(human: HumanClient, caller: AgentClient): Promise<readonly number[]> {
  const seen = freeCash((await human.get("/me/wallet")).response?.body);
  const ofKey = await caller.freeCash();
  return [readable(seen, "the wallet of a session"), readable(ofKey, "the wallet of a key")];
}

const equal = that<readonly number[]>("equal free cash", ([one, two]) => one === two);

const sameByBoth = that<readonly (number | null)[]>(
  "the same by both keys",
  ([one, two]) => one === two,
);

const sameForKeys: Check = {
  title: "two keys of one agent see the same position and the same wallet",
  proves: ["ACC-SHARE-02"],
  needs: ["agent", "second-key", "market", "two-owners", "quiet"],
  over: { kind: KINDS, position: ["long", "short"] },
  async body(t) {
    const { agent, market } = t;
    const key = agent.credentials.secondApiKey;
    const positions = async () => [
      await agent.position(market),
      await agent.position(market, { key }),
    ];
    await t.eventually("ACC-SHARE-02", positions, sameByBoth);
    const cash = async () => [
      readable(await agent.freeCash(), "the wallet of a key"),
      freeCash((await agent.get("/me/wallet", {}, { key })).response?.body),
    ];
    await t.eventually("ACC-SHARE-02", cash, sameByBoth);
  },
};

/** Checks of what is one agent's, whoever of its callers asks. */
export const shared: readonly Check[] = [sameWallet, sameForKeys];
