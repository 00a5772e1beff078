/** Which requests a venue takes for its own: by the host they name, and by the page that sends them. */
import type { IncomingHttpHeaders } from "node:http";
import { Refused } from "./refused.ts";

/** Whether a host is this machine and no other. */
export const isLoopback = (host: string): boolean =>
  /^((.+\.)?localhost|\[?::1\]?|127(\.\d+){3})$/.test(host);

/**
 * The names of one venue. On a loopback address it answers to names of this machine and to that of
 * its base URL, since a page from anywhere may give its own name this machine's address; elsewhere it
 * is reached by names that it cannot know.
 */
export class OwnHosts {
  readonly #urls: () => { listensAt: string; baseUrl: string };
  /** The last that was right: most requests name one host. */
  #right: string | null = null;

  constructor(urls: () => { listensAt: string; baseUrl: string }) {
    this.#urls = urls;
  }

  /** Errors: FORBIDDEN for another host, and for what a page of another host sends. */
  assertOwn({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): void {
    if (host !== undefined && host !== this.#right) {
      if (!this.#answersTo(hostnameOf(`http://${host}`))) {
        throw new Refused(
          "FORBIDDEN",
          "this venue does not answer to that Host: name it with --base-url",
        );
      }
      this.#right = host;
    }
    if (origin === undefined) return;
    const page = hostnameOf(origin);
    if (page === null || !(this.#isNamed(page) || page === hostnameOf(`http://${host}`))) {
      throw new Refused("FORBIDDEN", "a page of another site may ask for nothing here");
    }
  }

  /** Whether a request is for this venue, and from nowhere else. */
  areOf(headers: Pick<IncomingHttpHeaders, "host" | "origin">): boolean {
    try {
      this.assertOwn(headers);
      return true;
    } catch {
      return false;
    }
  }

  #answersTo(hostname: string | null): boolean {
    if (hostname === null) return false;
    return !isLoopback(new URL(this.#urls().listensAt).hostname) || this.#isNamed(hostname);
  }

  #isNamed(hostname: string): boolean {
    const { listensAt, baseUrl } = this.#urls();
    const isLocal = isLoopback(new URL(listensAt).hostname);
    return hostname === new URL(baseUrl).hostname || (isLocal && isLoopback(hostname));
  }
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
