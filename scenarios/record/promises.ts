/** What a recording cannot promise: written into its header, so that nobody takes it for more. */
import { SEARCHED_LENGTH_MIN } from "../deployment/secrets/redact.ts";
import { BODY_BYTES_MAX } from "./kept-body.ts";

/** One sentence each. */
export const NOT_PROMISED = [
  `a body or message of more than ${BODY_BYTES_MAX} bytes passed and is not here; body_left_out says why a body is not`,
  "bytes that are no text, and encodings other than gzip, deflate and br, are left out",
  `a secret of less than ${SEARCHED_LENGTH_MIN} characters is hidden where its name or place says so, and nowhere else`,
  "a secret that was repeated before it was known for one stays; of a key, so do pieces of less than 16 characters",
  "a secret that nothing names, that looks like a word or an id, is not known for one",
  "a secret is found in percent, backslash, entity, hex and base64 encoding, nested or not; encrypted, hashed or compressed within a text it is not",
  "trailers and the head of an opened stream are not written down",
];
