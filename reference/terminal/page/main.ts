/** Starts the page. */
import { h, render } from "preact";
import { Page } from "./page.ts";
import { begin } from "./session.ts";
import { readAddress } from "./state-link.ts";

render(h(Page, null), document.getElementById("terminal")!);
addEventListener("hashchange", () => void readAddress());
void readAddress();
void begin();
