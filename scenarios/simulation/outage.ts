/** Ends a venue over HTTP while its store refuses: nobody may be told what no commit holds. */
import type { Reach } from "./coverage.ts";
import type { HttpVenue } from "./http-venue.ts";
import type { CommandEntry } from "./tape.ts";
import { violate } from "./violation.ts";

/** Asks for all of it at once while the store fails, then kills the venue and starts it again. */
export async function sufferOutage(
  stage: HttpVenue,
  entries: readonly CommandEntry[],
  reach: Reach,
): Promise<void> {
  await quietly(async () => {
    stage.failStore();
    const asked = await Promise.all(entries.map((entry) => stage.perform(entry)));
    for (const performed of asked) {
      if (performed === null) continue;
      const { status, body } = performed.answer;
      if (status < 400) violate("recovery", `answered ${status} while nothing was committed`);
      if (status === 503) reach.code((JSON.parse(body) as { code: string }).code);
    }
    await stage.crash();
  });
}

/** A venue complains when its store fails; here it is meant. */
async function quietly(act: () => Promise<void>): Promise<void> {
  const { error } = console;
  console.error = () => {};
  try {
    await act();
  } finally {
    console.error = error;
  }
}
