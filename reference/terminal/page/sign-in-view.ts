/** Where somebody signs in. */
import { signal } from "@preact/signals";
import { type ComponentChild, h, type TargetedSubmitEvent } from "preact";
import { field, problemLine } from "./parts.ts";
import { signIn, signUp } from "./session.ts";
import { signInConfig } from "./state.ts";
import { problemOf, type SpokenProblem } from "./words.ts";

const problem = signal<SpokenProblem | null>(null);
const isBusy = signal(false);

async function submit(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
  event.preventDefault();
  if (isBusy.value) return;
  const form = new FormData(event.currentTarget);
  const isNew = (event.submitter as HTMLButtonElement | null)?.value === "new";
  isBusy.value = true;
  problem.value = null;
  try {
    const [email, password] = [String(form.get("email")), String(form.get("password"))];
    await (isNew ? signUp(email, password) : signIn(email, password));
  } catch (error) {
    problem.value = problemOf(error);
  } finally {
    isBusy.value = false;
  }
}

/** A path of this venue and nothing else. */
const isOwnPath = (path: unknown): path is string =>
  typeof path === "string" && /^\/(?![/\\])/.test(path);

/** The way in: by password, or by the provider that the venue names. */
export function SignIn({ note }: { note: string }): ComponentChild {
  const config = signInConfig.value;
  const path = config?.idp_login_path;
  const ways = {
    type: "email",
    name: "email",
    autocomplete: "username",
    required: true,
    maxLength: 254,
  };
  return h(
    "main",
    { class: "sign-in" },
    h("h1", null, "Trade on this venue"),
    note && h("p", { role: "status" }, note),
    isOwnPath(path) &&
      h("p", null, h("a", { class: "button primary", href: path }, "Sign in with the provider")),
    h(
      "form",
      { onSubmit: submit },
      field("E-mail", h("input", ways)),
      field(
        "Password",
        h("input", {
          ...{ type: "password", name: "password", autocomplete: "current-password" },
          ...{ required: true, minLength: 8 },
        }),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { "aria-disabled": isBusy.value }, "Sign in"),
        config?.signup === true &&
          h("button", { value: "new", "aria-disabled": isBusy.value }, "Open an account"),
      ),
      h("p", { role: "alert" }, problem.value && problemLine(problem.value)),
    ),
    h("p", { class: "quiet" }, h("a", { href: "/" }, "The venue's first page"), " has API keys."),
  );
}
