/** What a browser session opens, and how it ends. Spec: Authentication and session. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import { http } from "../expect/answers.ts";

const me: Check = {
  title: "GET /auth/me answers 200 with a session and 401 without credentials",
  proves: ["SESS-ME-01"],
  needs: ["browser"],
  async body(t) {
    t.expect("SESS-ME-01", await t.human.get("/auth/me"), http(200));
    const nobody = await t.anonymously({ method: "GET", path: "/auth/me" });
    t.expect("SESS-ME-01", nobody, http(401));
  },
};

const session: Check = {
  title: "GET /auth/session answers 200 with a session, and 200 or 401 without",
  proves: ["SESS-SES-01"],
  needs: ["browser"],
  async body(t) {
    const mine = await t.human.get("/auth/session");
    t.expect("SESS-SES-01", mine, { ...http(200), says: "HTTP 200 with a session" });
    const nobodys = await t.anonymously({ method: "GET", path: "/auth/session" });
    t.expect("SESS-SES-01", nobodys, http(...statusesOf("D-142")));
  },
};

const config: Check = {
  title: "GET /auth/config answers 200 without credentials, or wants some",
  proves: ["SESS-CFG-01"],
  needs: [],
  async body(t) {
    const answer = await t.anonymously({ method: "GET", path: "/auth/config" });
    t.expect("SESS-CFG-01", answer, http(...statusesOf("D-142")));
  },
};

const readsNeedNoHeader: Check = {
  title: "session reads need no CSRF header",
  proves: ["SESS-CSRF-04"],
  needs: ["browser"],
  async body(t) {
    for (const path of ["/account", "/orders"]) {
      const withHeader = await t.human.request({ method: "GET", path }, { csrf: true });
      if (withHeader.response?.status !== 200) {
        throw new StandsOn("SESS-ME-01", `a session GET of ${path} did not answer 200`);
      }
      t.expect("SESS-CSRF-04", await t.human.get(path), http(200));
    }
  },
};

const logout: Check = {
  title: "logout answers 200 and the session is dead afterwards",
  proves: ["SESS-OUT-01", "SESS-OUT-02"],
  needs: ["browser", "spare-session"],
  async body(t) {
    t.expect("SESS-OUT-01", await t.human.post("/auth/logout", undefined), http(200));
    t.expect("SESS-OUT-02", await t.human.get("/auth/me"), http(401));
  },
};

/** Checks of what a session opens and of its end. */
export const sessions: readonly Check[] = [me, session, config, readsNeedNoHeader, logout];
