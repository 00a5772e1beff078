/** Revokes the keys that a check made, whoever made them and however the check ended (H-12). */

import type { LeftBehind } from "../../reports/schema/report.ts";
import {
  KEY_PATH,
  KEYS_PATH,
  keyIdIn,
  plaintextsIn,
} from "../../scenarios/deployment/reading/made-key.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { type Exchange, isSuccess } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { Clients } from "../check/clients.ts";
import type { HumanClient } from "../check/human-client.ts";

const UNTRIED = "nobody who may revoke it was at hand";

export class Revocations {
  /** Of every key made and not yet revoked its path, relative to the prefix, and why it is there. */
  readonly #paths = new Map<string, string>();

  /** The keys that are still there. */
  get left(): LeftBehind[] {
    return [...this.#paths].map(([path, why]) => {
      const [, agent = "", id = ""] = KEY_PATH.exec(path) ?? [];
      return { what: "key", id, agent, why };
    });
  }

  /** To be called with every exchange of the check. */
  saw(exchange: Exchange): void {
    const { request, response } = exchange;
    if (response === null || !isSuccess(response.status)) return;
    const agentId = KEYS_PATH.exec(request.path)?.[1];
    if (request.method === "POST" && agentId !== undefined) {
      const keyId = keyIdIn(response.body, agentId);
      const made = plaintextsIn(response.body).length > 0;
      if (made && keyId !== null) this.#paths.set(`/me/agents/${agentId}/keys/${keyId}`, UNTRIED);
    }
    if (request.method === "DELETE") {
      for (const path of this.#paths.keys()) {
        if (request.path.endsWith(path)) this.#paths.delete(path);
      }
    }
  }

  /** Tries humans first, as keys cannot revoke keys; trouble here never changes a verdict. */
  async run({ human, otherHuman, agent, other, reader }: Partial<Clients>): Promise<void> {
    const anybody = [human, otherHuman, agent, other, reader].filter((one) => one !== undefined);
    for (const path of [...this.#paths.keys()]) await this.#revoke(path, anybody);
  }

  async #revoke(path: string, anybody: readonly (HumanClient | AgentClient)[]): Promise<void> {
    const ask: ApiRequest = { method: "DELETE", path };
    const answers: string[] = [];
    for (const one of anybody) {
      answers.push(await one.request(ask).then(gistOf, troubleOf));
      if (!this.#paths.has(path)) return;
    }
    // Whoever may revoke it comes first.
    this.#paths.set(path, answers[0] ?? UNTRIED);
  }
}

function gistOf({ response }: Exchange): string {
  return `its revocation was answered ${response?.status}`;
}

function troubleOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
