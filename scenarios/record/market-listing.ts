/** Asks a target for its markets before a recording begins, as anybody may. */

import { readsAs } from "../deployment/discover.ts";
import type { Profile } from "../deployment/profile/profile.ts";
import { listOf } from "../deployment/reading/reading.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { Client } from "../deployment/wire/client.ts";
import type { RecordedMarkets } from "./markets.ts";

const PAGE_SIZE = 50;
const PAGES_MAX = 20;

/** Learns every market that is listed. Returns whether the target answered at all. */
export async function learnListing(
  profile: Profile,
  redactor: Redactor,
  markets: RecordedMarkets,
): Promise<boolean> {
  const client = new Client({ baseUrl: profile.baseUrl, redactor });
  const path = `${profile.prefix}/markets`;
  try {
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { limit: PAGE_SIZE, offset: page * PAGE_SIZE };
      const { response } = await client.send({ method: "GET", path, query, ...readsAs(profile) });
      const isNew = markets.learn(path, response?.body) > 0;
      if (response === null || !isNew) return response !== null || page > 0;
      if ((listOf(response.body)?.length ?? 0) < PAGE_SIZE) return true;
    }
    return true;
  } finally {
    await client.close();
  }
}
