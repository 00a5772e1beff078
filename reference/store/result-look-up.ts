/** Reads results back that have left the venue's memory. */
import type { OrderRequest, RecallResults } from "../core/commands.ts";
import type { PlaceResult } from "../core/outcomes.ts";
import type { KeptHistory } from "./history/kept-history.ts";
import type { StoredRow } from "./history/rows.ts";

/** A result as the venue takes it back. */
export type RecalledResult = RecallResults["results"][number];

/** Who asks for what. */
interface AskedResult {
  agentId: string;
  clientOrderId: string;
  answer: (result: RecalledResult | null) => void;
  fail: (error: unknown) => void;
}

/** How many ids a statement asks for. */
const IDS_A_STATEMENT = 200;

/** Whatever is asked for in one turn of the event loop is asked for by one statement. */
export class ResultLookUp {
  readonly #history: () => Promise<KeptHistory>;
  /** @bound requests under way, with at most 50 ids each: they wait for the store; reference/store/results.test.ts */
  #asked: AskedResult[] = [];

  constructor(history: () => Promise<KeptHistory>) {
    this.#history = history;
  }

  /** Those of an agent that the store has. Errors: what the database throws. */
  async find(agentId: string, clientOrderIds: readonly string[]): Promise<RecalledResult[]> {
    const found = await Promise.all(clientOrderIds.map((id) => this.#ask(agentId, id)));
    return found.filter((one) => one !== null);
  }

  #ask(agentId: string, clientOrderId: string): Promise<RecalledResult | null> {
    return new Promise((answer, fail) => {
      if (this.#asked.length === 0) setImmediate(() => this.#readAll());
      this.#asked.push({ agentId, clientOrderId, answer, fail });
    });
  }

  #readAll(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let from = 0; from < asked.length; from += IDS_A_STATEMENT) {
      const some = asked.slice(from, from + IDS_A_STATEMENT);
      this.#read(some).catch((error) => {
        for (const { fail } of some) fail(error);
      });
    }
  }

  async #read(questions: readonly AskedResult[]): Promise<void> {
    const history = await this.#history();
    const rows = await history.results(
      questions.map(({ agentId, clientOrderId }) => [agentId, clientOrderId]),
    );
    for (const { agentId, clientOrderId, answer } of questions) {
      const row = rows.find(
        (one) => one["agent_id"] === agentId && one["client_order_id"] === clientOrderId,
      );
      answer(row === undefined ? null : recalled(clientOrderId, row));
    }
  }
}

function recalled(clientOrderId: string, row: StoredRow): RecalledResult {
  const request = JSON.parse(String(row["request"])) as OrderRequest;
  const result = JSON.parse(String(row["result"])) as PlaceResult;
  return { clientOrderId, request, result };
}
