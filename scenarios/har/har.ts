/** The parts of HAR 1.2 that sessions need, with what browsers add for WebSockets. */

/** A header, a query parameter or a form field. */
export interface HarPair {
  name: string;
  value: string;
}

/** A message on a WebSocket. Units: `time` since 1970, in seconds (in some files ms); `opcode` 1 text, 2 base64. */
export interface HarMessage {
  type: "send" | "receive";
  time: number;
  opcode: number;
  data: string;
}

/** One request and its response. Units: `time` in ms; -1 stands for unknown. */
export interface HarEntry {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    headers: HarPair[];
    cookies: HarPair[];
    queryString: HarPair[];
    postData?: { mimeType: string; text?: string; params?: HarPair[] };
    headersSize: number;
    bodySize: number;
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: HarPair[];
    cookies: HarPair[];
    content: { size: number; mimeType: string; text?: string; encoding?: string };
    redirectURL: string;
    headersSize: number;
    bodySize: number;
    _error?: string;
  };
  cache: object;
  timings: { send: number; wait: number; receive: number };
  _resourceType?: string;
  _fromCache?: string;
  _webSocketMessages?: HarMessage[];
}

/** The file. */
export interface Har {
  log: {
    version: string;
    creator: { name: string; version: string };
    entries: HarEntry[];
  };
}
