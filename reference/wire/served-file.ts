/** Files that a browser is sent: their bytes, and headers that keep everything foreign out. */
import { createHash } from "node:crypto";

/** A file ready to be sent; `tag` is its ETag. */
export interface ServedFile {
  bytes: Buffer;
  headers: string[];
  tag: string;
}

/** A file that a browser asks for anew each time, and is not sent again while it is the same. */
export function servedFile(type: string, bytes: Buffer): ServedFile {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const headers = [
    ...["Content-Type", `${type}; charset=utf-8`, "Content-Length", String(bytes.length)],
    ...["ETag", tag, "Cache-Control", "no-cache", "X-Content-Type-Options", "nosniff"],
  ];
  return { bytes, headers, tag };
}

/** What is answered to who has a file already, or does not: status, headers, body. */
export function answerOf({ bytes, headers, tag }: ServedFile, ifNoneMatch: string | undefined) {
  if (ifNoneMatch !== tag) return { status: 200, headers, body: bytes };
  return { status: 304, headers: ["ETag", tag, "Cache-Control", "no-cache"], body: undefined };
}

/** A page ready to be sent: its bytes, and its headers. */
export interface ServedPage {
  bytes: Buffer;
  headers: string[];
}

/**
 * A page that may call this venue alone. What runs in it is the script and the style of its text,
 * unless `sources` names others: directives of the policy.
 */
export function htmlPage(text: string, sources = ownSources(text)): ServedPage {
  const bytes = Buffer.from(text);
  const policy = [
    "default-src 'none'",
    ...sources,
    ...(sources.some((one) => one.startsWith("connect-src")) ? [] : ["connect-src 'self'"]),
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  const headers = [
    ...["Content-Type", "text/html; charset=utf-8"],
    ...["Content-Length", String(bytes.length)],
    ...["Content-Security-Policy", policy],
    ...["X-Content-Type-Options", "nosniff"],
    ...["Referrer-Policy", "no-referrer"],
    ...["Cache-Control", "no-cache"],
  ];
  return { bytes, headers };
}

const ownSources = (text: string): string[] => [
  `script-src ${hashOf("script", text)}`,
  `style-src ${hashOf("style", text)}`,
];

function hashOf(element: string, text: string): string {
  const own = new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(text)?.[1];
  if (own === undefined) return "'none'";
  return `'sha256-${createHash("sha256").update(own).digest("base64")}'`;
}
