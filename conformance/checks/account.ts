/** Account, positions and wallet: served to a key, refused without one. Spec: Account. */
import type { Check } from "../check/check.ts";
import { answerThat, http } from "../expect/answers.ts";

const okJson = answerThat(
  "HTTP 200 with JSON",
  ({ response }) => response?.status === 200 && response.body !== undefined,
);

function served(path: string, rule: string): Check {
  return {
    title: `GET ${path} answers a key`,
    proves: [rule],
    needs: ["agent"],
    async body(t) {
      t.expect(rule, await t.agent.get(path), okJson);
    },
  };
}

function refused(path: string, rule: string): Check {
  return {
    title: `GET ${path} refuses a caller without credentials`,
    proves: [rule],
    needs: [],
    async body(t) {
      t.expect(rule, await t.anonymously({ method: "GET", path }), http(401));
    },
  };
}

export const account: readonly Check[] = [
  served("/account", "ACC-ACC-01"),
  refused("/account", "ACC-ACC-02"),
  served("/positions", "ACC-POS-01"),
  refused("/positions", "ACC-POS-02"),
  served("/me/wallet", "ACC-WAL-01"),
  refused("/me/wallet", "ACC-WAL-02"),
];
