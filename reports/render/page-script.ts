/** The script of index.html: filter by result and text; a deep link always shows its rule. */

/** JavaScript text. Shape: works on the page alone and keeps nothing. */
export const PAGE_SCRIPT = `
const search = document.getElementById("search");
const buttons = [...document.querySelectorAll("[data-show]")];
const rules = [...document.querySelectorAll("article")];
let show = "all";

function apply() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    const wanted = show === "all" || rule.dataset.result === show;
    rule.hidden = !wanted || !words.every((word) => text.includes(word));
  }
  for (const section of document.querySelectorAll("section"))
    section.hidden = !section.querySelector("article:not([hidden])");
  for (const button of buttons)
    button.setAttribute("aria-pressed", String(button.dataset.show === show));
  document.getElementById("none").hidden = rules.some((rule) => !rule.hidden);
}

function reveal(hash) {
  const target = document.getElementById(hash.slice(1));
  if (!target || !target.hidden) return;
  show = "all";
  search.value = "";
  apply();
}

search.addEventListener("input", apply);
for (const button of buttons)
  button.addEventListener("click", () => {
    show = button.dataset.show;
    apply();
  });
document.addEventListener("click", ({ target }) => {
  const link = target.closest('a[href^="#"]');
  if (link) reveal(link.hash);
});
addEventListener("hashchange", () => {
  reveal(location.hash);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
apply();
`;
