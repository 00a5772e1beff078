/** Restarts PostgreSQL under a venue under load, in order and by force. */
import { after, before, describe, it } from "node:test";
import { postgresPrograms, startPostgres, type TestPostgres } from "../store/postgres.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";
import { outliveOutages } from "./outage-under-load.fixture.ts";

const programs = await postgresPrograms();

describe("a venue on PostgreSQL", { skip: programs === null && "PostgreSQL is missing" }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres(programs!);
  });
  after(() => server.stop());

  it("loses nothing when its database stops, is killed and comes back", async () => {
    const mortal = new Mortal(await server.create());
    await outliveOutages(mortal, [
      { takeAway: () => server.halt("fast"), giveBack: () => server.resume() },
      { takeAway: () => server.halt("immediate"), giveBack: () => server.resume() },
    ]);
    await mortal.kill();
  });
});
