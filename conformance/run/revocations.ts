/** Revokes the keys that a check made, whoever made them and however the check ended (H-12). */

import { keyIdIn, plaintextsIn } from "../../scenarios/deployment/reading/made-key.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { Clients } from "../check/clients.ts";
import type { HumanClient } from "../check/human-client.ts";

const KEYS_PATH = /\/agents\/([^/]+)\/keys$/;

export class Revocations {
  /** Path of every key made and not yet revoked, relative to the prefix. */
  readonly #paths = new Set<string>();

  /** To be called with every exchange of the check. */
  saw({ request, response }: Exchange): void {
    const success = response !== null && response.status >= 200 && response.status < 300;
    if (!success) return;
    const agentId = KEYS_PATH.exec(request.path)?.[1];
    if (request.method === "POST" && agentId !== undefined) {
      const keyId = keyIdIn(response.body, agentId);
      const made = plaintextsIn(response.body).length > 0;
      if (made && keyId !== null) this.#paths.add(`/me/agents/${agentId}/keys/${keyId}`);
    }
    if (request.method === "DELETE") {
      for (const path of this.#paths) if (request.path.endsWith(path)) this.#paths.delete(path);
    }
  }

  /** Tries humans first, as keys cannot revoke keys; trouble here never changes a verdict. */
  async run({ human, otherHuman, agent, other, reader }: Partial<Clients>): Promise<void> {
    const anybody = [human, otherHuman, agent, other, reader].filter((one) => one !== undefined);
    try {
      for (const path of [...this.#paths]) await this.#revoke(path, anybody);
    } catch {
      // The target is in trouble; the check's own exchanges have shown that already.
    }
  }

  async #revoke(path: string, anybody: readonly (HumanClient | AgentClient)[]): Promise<void> {
    const ask: ApiRequest = { method: "DELETE", path };
    for (const one of anybody) if (this.#paths.has(path)) await one.request(ask);
  }
}
