/** Sign-up: whose e-mail is taken, and what two newcomers share. Spec: HTTP statuses. */
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, odd, that } from "../../check/expectation.ts";
import { succeeds } from "../../expect/access.ts";
import { answerThat, http, httpStatusOf } from "../../expect/answers.ts";
import {
  agentsOf,
  browserHeaders,
  demandSignedUp,
  login,
  memberOf,
  type Newcomer,
  newcomer,
  post,
} from "../newcomers.ts";

const signUp: Check = {
  title: "a sign-up is answered within the allowed set, and once more with 409 and no effect",
  proves: ["SESS-SIGN-01", "SESS-SIGN-02"],
  needs: [],
  each: true,
  plain: true,
  async body(t) {
    const one = newcomer(t);
    const isCapital = t.cell.value === "with capitals";
    const email = isCapital ? `Touch.STONE-${one.email}` : one.email;
    const ask = post("/auth/signup", { ...one, email });
    const first = await t.anonymously(ask);
    t.expect("SESS-SIGN-01", first, http(...statusesOf("D-139")));
    demandSignedUp(first);
    const another = { ...one, email, password: `Another-${one.password}` };
    const again = await t.anonymously(post("/auth/signup", another));
    if (!taken.judge(again).ok) await demandRegistered(t, { ...one, email });
    t.expect("SESS-SIGN-02", again, taken);
    t.expect("SESS-SIGN-02", await t.anonymously(login(another)), opensNothing);
  },
};

const againByItself: Check = {
  title: "who is signed in and signs up once more with the own e-mail is answered 409",
  proves: ["SESS-SIGN-02"],
  needs: ["browser"],
  over: {},
  plain: true,
  async body(t) {
    const member = await memberOf(t);
    const again = post("/auth/signup", { ...newcomer(t), email: member.email });
    const answer = await t.anonymously({ ...again, headers: browserHeaders(t, member) });
    t.expect("SESS-SIGN-02", answer, anyOf(taken, turnedAway));
  },
};

const taken = http(409);

const turnedAway = odd(
  answerThat("a redirect, or another refusal", (exchange) => {
    const status = httpStatusOf(exchange);
    return status >= 300 && status < 500;
  }),
  "who is signed in is not let to the sign-up at all",
);

const opensNothing = answerThat(
  "no login by the password of the sign-up that was refused",
  (exchange) => !succeeds.judge(exchange).ok,
);

/** Errors: Missing where nobody is registered yet, as by a link in a mail: there is no login. */
async function demandRegistered(t: CheckContext, ...any: Newcomer[]): Promise<void> {
  for (const one of any) {
    const { response } = await t.anonymously(login(one));
    if (response?.status === 200) return;
  }
  throw new Missing("did not arise: an e-mail that is registered");
}

const signUpsAtOnce: Check = {
  title: "of two who sign up with one e-mail at the same time, one is accepted at most",
  proves: ["SESS-SIGN-02"],
  needs: [],
  over: { prefix: PREFIXES },
  each: true,
  plain: true,
  async body(t) {
    const first = newcomer(t);
    const rival = { ...newcomer(t), email: first.email };
    const ask = (body: Newcomer) => t.anonymously(post("/auth/signup", body));
    const [one, two] = await Promise.all([ask(first), ask(rival)]);
    const [accepted = one, other = two] = [one, two].toSorted(byStatus);
    demandSignedUp(accepted);
    if (!notAccepted.judge(other).ok) await demandRegistered(t, first, rival);
    t.expect("SESS-SIGN-02", other, notAccepted);
  },
};

const byStatus = (one: Exchange, two: Exchange): number =>
  (one.response?.status ?? 0) - (two.response?.status ?? 0);

const notAccepted = answerThat(
  "no second account for the e-mail",
  ({ response }) => (response?.status ?? 0) >= 400,
);

const namesakes: Check = {
  title: "two who sign up under one display name have no agent in common",
  proves: ["SESS-SIGN-03"],
  needs: [],
  each: true,
  plain: true,
  async body(t) {
    const { display_name } = newcomer(t);
    const namesake = (one: Newcomer) => ({ ...one, display_name });
    const first = await agentsOf(t, await memberOf(t, namesake));
    const second = await agentsOf(t, await memberOf(t, namesake));
    t.expect("SESS-SIGN-03", [first, second], apart);
  },
};

const apart = that<[Set<unknown>, Set<unknown>]>(
  "accounts without a common agent",
  ([one, two]) => [...one].every((agent) => !two.has(agent)),
  () => "an agent that is in both",
);

/** Checks of who may sign up. */
export const signUps: readonly Check[] = [signUp, againByItself, signUpsAtOnce, namesakes];
