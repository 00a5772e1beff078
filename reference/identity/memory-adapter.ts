/** Where the embedded provider keeps its codes, grants and sessions: in memory, bounded. */
import type { Adapter, AdapterPayload } from "oidc-provider";

/** Records kept of each kind; beyond it the oldest goes. */
const RECORDS_MAX = 1_000;

/** Makes the store of one provider. Shape: the provider calls it once per kind of record. */
export function memoryAdapter(): (kind: string) => Adapter {
  /**
   * @bound {RECORDS_MAX} records of a kind: the oldest goes;
   * reference/identity/memory-adapter.test.ts
   */
  const kinds = new Map<string, Map<string, AdapterPayload>>();
  return (kind) => {
    const records = kinds.get(kind) ?? new Map<string, AdapterPayload>();
    kinds.set(kind, records);
    return adapterOf(records);
  };
}

function adapterOf(records: Map<string, AdapterPayload>): Adapter {
  const findBy = (matches: (record: AdapterPayload) => boolean) =>
    [...records.values()].find(matches);
  return {
    async upsert(id, payload) {
      records.set(id, payload);
      if (records.size > RECORDS_MAX) records.delete(records.keys().next().value!);
    },
    find: async (id) => records.get(id),
    findByUid: async (uid) => findBy((record) => record.uid === uid),
    findByUserCode: async (userCode) => findBy((record) => record.userCode === userCode),
    async consume(id) {
      const record = records.get(id);
      if (record !== undefined) record.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      records.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, record] of records) if (record.grantId === grantId) records.delete(id);
    },
  };
}
