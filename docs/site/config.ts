/** How VitePress makes the site of the pages that `.ci/site-pages.ts` writes. */
import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const sidebar = JSON.parse(readFileSync(new URL("sidebar.json", import.meta.url), "utf8"));

/** As GitHub makes them: links between pages then lead to the same headings here and there. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

export default defineConfig({
  lang: "en",
  title: "Touchstone",
  description: "Proves trading venues: conformance rule by rule, against any deployment by URL",
  base: process.env.SITE_BASE ?? "/",
  srcDir: "pages",
  outDir: "dist",
  metaChunk: true,
  head: [
    ["link", { rel: "icon", href: "data:," }],
    ["style", {}, ".vp-doc td:first-child > a { white-space: nowrap }"],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    config: ({ renderer, utils }) => {
      // What stands in two braces is ours to show, and no expression of Vue.
      renderer.rules.code_inline = (tokens, at) =>
        `<code v-pre>${utils.escapeHtml(tokens[at]!.content)}</code>`;
    },
  },
  themeConfig: {
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Guides", link: "/documentation" },
      { text: "Rules", link: "/rules/", activeMatch: "/rules/" },
      { text: "API", link: "/api" },
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
});
