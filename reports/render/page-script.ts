/** The script of every page: filter, search, deep links, keys, theme, copying. */

/** JavaScript text. Shape: works on the page alone and keeps nothing. */
export const PAGE_SCRIPT = `
const byId = (id) => document.getElementById(id);
const search = byId("search");
const buttons = [...document.querySelectorAll("[data-show]")];
const rules = [...document.querySelectorAll("[data-result]")];
const texts = new Map(rules.map((rule) => [rule, rule.textContent.toLowerCase()]));
// Evidence folds too, but is no group: it is shown and hidden with its rule alone.
const groups = [...document.querySelectorAll(".rules, .rules .fold, .rules .reason")];
const folds = groups.filter((group) => group.tagName === "DETAILS");
let show = "all";
let before = null;

function unfold(opens) {
  before ??= new Map(folds.map((fold) => [fold, fold.open]));
  for (const fold of folds) fold.open = before.get(fold) || opens(fold);
}

function foldAgain() {
  for (const [fold, open] of before ?? []) fold.open = open;
  before = null;
}

function apply() {
  const words = (search?.value ?? "").toLowerCase().split(/\\s+/).filter(Boolean);
  for (const rule of rules) {
    const wanted = show === "all" || rule.dataset.result === show;
    rule.hidden = !wanted || !words.every((word) => texts.get(rule).includes(word));
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-result]:not([hidden])");
  for (const button of buttons)
    button.setAttribute("aria-pressed", String(button.dataset.show === show));
  if (words.length > 0) unfold(() => true);
  else if (show !== "all") unfold((fold) => fold.classList.contains("fold"));
  else foldAgain();
  if (byId("none")) byId("none").hidden = rules.some((rule) => !rule.hidden);
}

function everything() {
  show = "all";
  if (search) search.value = "";
  apply();
}

const current = () => document.querySelector("[aria-current]");

function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function reveal(hash) {
  const target = byId(named(hash));
  if (!target) return;
  if (target.hidden) everything();
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  current()?.removeAttribute("aria-current");
  target.setAttribute("aria-current", "location");
  target.scrollIntoView();
}

function step(by) {
  const seen = rules.filter((rule) => rule.getClientRects().length > 0);
  const at = seen.findIndex((rule) => "#" + rule.id === location.hash);
  const next = seen[at < 0 ? 0 : Math.min(seen.length - 1, Math.max(0, at + by))];
  if (!next) return;
  history.replaceState(null, "", "#" + next.id);
  reveal(location.hash);
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const toggle = () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; };
const help = () => byId("help").showModal();

const keys = {
  "/": () => search?.focus(),
  j: () => step(1),
  k: () => step(-1),
  t: toggle,
  "?": help,
  Escape: () => { everything(); search?.blur(); },
};

addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const typing = target.closest("input, dialog") && key !== "Escape";
  if (typing || ctrlKey || metaKey || altKey || byId("help").open || !keys[key]) return;
  event.preventDefault();
  keys[key]();
});

async function copy(button) {
  const source = button.parentElement.querySelector("pre");
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = "copied";
  } catch {
    getSelection().selectAllChildren(source);
    button.textContent = "selected";
  }
}

search?.addEventListener("input", apply);
byId("theme").addEventListener("click", toggle);
byId("keys").addEventListener("click", help);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.show) { show = button.dataset.show; apply(); }
  if (button?.dataset.copy !== undefined) copy(button);
  const link = target.closest('a[href^="#"]');
  if (link) reveal(link.hash);
});
// The event comes late: by then a reader may have filtered what was revealed at the click.
addEventListener("hashchange", () => {
  if (location.hash !== "#" + current()?.id) reveal(location.hash);
});
const closed = [];
addEventListener("beforeprint", () => {
  closed.push(...document.querySelectorAll("details:not([open])"));
  for (const fold of closed) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of closed.splice(0)) fold.open = false;
});
if (location.hash) reveal(location.hash);
`;
