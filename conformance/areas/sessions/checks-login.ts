/** Login: which password opens it, and how it is answered. Spec: HTTP statuses. */
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, odd, that } from "../../check/expectation.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { logOut } from "../credentials.ts";
import {
  browserHeaders,
  demandSignedUp,
  login,
  memberOf,
  type Newcomer,
  newcomer,
  opensSession,
  post,
  signedUp,
  trader,
} from "../newcomers.ts";

const failedLogin: Check = {
  title: "a login nobody can have is refused",
  proves: ["SESS-LOGIN-01"],
  needs: [],
  over: { prefix: PREFIXES },
  each: true,
  plain: true,
  async body(t) {
    t.expect("SESS-LOGIN-01", await strangersLogin(t), loginRefused);
  },
};

/** With an e-mail of its own: who mistypes one again and again may be locked out. */
const strangersLogin = (t: CheckContext, headers: Record<string, string> = {}): Promise<Exchange> =>
  t.anonymously(login(newcomer(t), headers));

const failedBesideKey: Check = {
  title: "a failed login is INVALID_CREDENTIALS too where a good key comes along",
  proves: ["SESS-LOGIN-01"],
  needs: ["agent"],
  over: { prefix: PREFIXES },
  async body(t) {
    const authorization = `Bearer ${t.agent.credentials.apiKey}`;
    const answer = await strangersLogin(t, { authorization });
    const asShown = (one: Exchange) => failedAsShown.judge(one).ok;
    // Other bodies fail otherwise, and who fails often from one address may be locked out.
    if (!asShown(answer) && !asShown(await strangersLogin(t))) {
      throw new Missing("needs a login whose failure is told as INVALID_CREDENTIALS");
    }
    if (!asShown(answer)) await demandLoginBeside(t, authorization);
    t.expect("SESS-LOGIN-01", answer, failedAsShown);
  },
};

/** Errors: Missing where keys are kept off the routes of browsers, as far as it can be tried. */
async function demandLoginBeside(t: CheckContext, authorization: string): Promise<void> {
  const { response } = await t.anonymously(login(await memberOf(t), { authorization }));
  if (response?.status !== 200) throw new Missing("needs a login that succeeds beside a key");
}

const answeredAsShown: Check = {
  title: "a login that opens a session is answered 200",
  proves: ["SESS-LOGIN-03"],
  needs: [],
  plain: true,
  async body(t) {
    const one = newcomer(t);
    demandSignedUp(await t.anonymously(post("/auth/signup", one)));
    const answer = await t.anonymously(login(one));
    if (!(await opensSession(t, answer))) throw new Missing("needs a login that opens a session");
    t.expect("SESS-LOGIN-03", answer, http(200));
  },
};

const afterLogout: Check = {
  title: "a login that opens a session is answered 200 after a logout too",
  proves: ["SESS-LOGIN-03"],
  needs: ["browser"],
  once: true,
  over: {},
  plain: true,
  async body(t) {
    const member = await memberOf(t);
    await logOut(await signedUp(t, member));
    const answer = await t.anonymously(login(member));
    if (!(await opensSession(t, answer))) throw new Missing("needs a login that opens a session");
    t.expect("SESS-LOGIN-03", answer, http(200));
  },
};

const together: Check = {
  title: "of two logins at the same time by the right password neither is told that it is wrong",
  proves: ["SESS-LOGIN-03"],
  needs: [],
  plain: true,
  async body(t) {
    const member = await memberOf(t);
    const ask = () => t.anonymously(login(member));
    const both = await Promise.all([ask(), ask()]);
    // A venue may have one session at a time, or so few logins.
    if (!both.every(isRight) && !(isRight(await ask()) && isRight(await ask())))
      throw new Missing("needs somebody who may log in several times");
    for (const answer of both) t.expect("SESS-LOGIN-03", answer, notWrong);
  },
};

const notWrong = answerThat(
  "no refusal of the right password",
  ({ response }) => response?.status !== 401,
);
const isRight = (answer: Exchange): boolean => notWrong.judge(answer).ok;

const besideKeys: Check = {
  title: "a login that succeeds beside one key of an agent does so beside its other one",
  proves: ["SESS-LOGIN-02"],
  needs: ["second-key"],
  async body(t) {
    const member = await memberOf(t);
    const { apiKey, secondApiKey } = t.agent.credentials;
    const beside = (key: string | null) =>
      t.anonymously(login(member, { authorization: `Bearer ${key}` }));
    const first = await beside(apiKey);
    // A venue may keep keys off the routes of browsers, or have one session at a time.
    if (first.response?.status !== 200)
      throw new Missing("needs a login that succeeds beside a key");
    const second = await beside(secondApiKey);
    // Or so few sessions at a time that there is none left.
    if (second.response?.status !== 200 && (await beside(apiKey)).response?.status !== 200)
      throw new Missing("needs somebody who may log in several times");
    t.expect("SESS-LOGIN-02", second, http(200));
  },
};

const saysInvalidCredentials = that<Exchange>(
  "code INVALID_CREDENTIALS",
  ({ response }) => codeOf(response?.body) === "INVALID_CREDENTIALS",
  ({ response }) => `code ${codeOf(response?.body)}`,
);

const failedAsShown = allOf(http(401), saysInvalidCredentials);

const failed = anyOf(
  failedAsShown,
  odd(http(401), "401 with another code than INVALID_CREDENTIALS"),
);
const loginRefused = anyOf(failed, http(...statusesOf("D-138")));

const WRONG: Readonly<Record<string, (password: string) => string>> = {
  "something else": () => "Wrong-horse-battery-staple-0!",
  "the right one but for its last character": (password) => `${password.slice(0, -1)}?`,
};

const wrongPassword: Check = {
  title: "who has logged in is refused with another password afterwards",
  proves: ["SESS-LOGIN-01"],
  needs: [],
  each: true,
  plain: true,
  async body(t) {
    const { email, password } = await memberOf(t, wordy);
    const wrong = WRONG[t.cell.value ?? ""]?.(password);
    const answer = await t.anonymously(login({ email, password: wrong }));
    t.expect("SESS-LOGIN-01", answer, failed);
    t.expect("SESS-LOGIN-01", await strangersLogin(t), failed);
  },
};

const whoTrades: Check = {
  title: "who holds a position and has an order at rest logs in by his password alone",
  proves: ["SESS-LOGIN-01", "SESS-LOGIN-03"],
  needs: ["two-owners", "browser", "market", "operator"],
  over: { side: SIDES },
  once: true,
  async body(t) {
    const member = await trader(t);
    const answer = await t.anonymously(login(mistyped(member)));
    // How many sessions somebody may have is not shown, and who fails often may be locked out.
    t.expect("SESS-LOGIN-03", await t.anonymously(login(member)), notWrong);
    t.expect("SESS-LOGIN-01", answer, await failedAsOthers(t));
  },
};

/** A venue that calls a failed login what the spec does calls every one so. */
async function failedAsOthers(t: CheckContext): Promise<Expectation<Exchange>> {
  return failedAsShown.judge(await strangersLogin(t)).ok ? failedAsShown : failed;
}

const mistyped = (member: Newcomer): Newcomer => ({
  ...member,
  password: WRONG["something else"]!(member.password),
});

const whileSignedIn: Check = {
  title: "who is signed in is refused with another password as everybody is",
  proves: ["SESS-LOGIN-01"],
  needs: ["browser"],
  over: { prefix: PREFIXES },
  each: true,
  plain: true,
  async body(t) {
    const member = await memberOf(t);
    const browser = browserHeaders(t, member);
    const answer = await t.anonymously(login(mistyped(member), browser));
    const again = await t.anonymously(login(member, browser));
    if (again.response?.status !== 200) throw new Missing("needs a login while signed in");
    const isAnyTaken = (await strangersLogin(t, browser)).response?.status === 200;
    if (isAnyTaken)
      throw new Missing("needs a login that is not answered by the session beside it");
    t.expect("SESS-LOGIN-01", answer, await failedAsOthers(t));
  },
};

/** With a password that is longer than what some ways to keep one look at. */
const wordy = (one: Newcomer): Newcomer => ({ ...one, password: one.password.padEnd(100, "-9!") });

/** Checks of who may log in. */
export const logins: readonly Check[] = [
  failedLogin,
  failedBesideKey,
  besideKeys,
  answeredAsShown,
  afterLogout,
  together,
  wrongPassword,
  whoTrades,
  whileSignedIn,
];
