/** Starts the page. */
import { h, render } from "preact";
import { Page } from "./page.ts";
import { begin } from "./session.ts";

render(h(Page, null), document.getElementById("terminal")!);
void begin();
