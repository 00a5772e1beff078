/** Ways in which a value may stand in a text so that it is not seen: escaped or encoded. */

/** Runs of a text that may be encoded, and what each stands for. */
interface Encoding {
  /** Without this no run is in a text. */
  sign: string;
  run: RegExp;
  decoded(run: string): string;
}

/** Percent-encoding and JSON escapes. Shape: runs are replaced whole. */
export const ENCODINGS: readonly Encoding[] = [
  {
    sign: "%",
    run: /[^\s"'&?=/#]*%[0-9A-Fa-f]{2}[^\s"'&?=/#]*/g,
    decoded: (run) => Buffer.from(chars(run, /%([0-9A-Fa-f]{2})/g), "latin1").toString(),
  },
  {
    sign: "\\u",
    run: /[^\s"]*\\u[0-9A-Fa-f]{4}[^\s"]*/g,
    decoded: (run) => chars(run, /\\u([0-9A-Fa-f]{4})/g),
  },
];

function chars(run: string, code: RegExp): string {
  return run.replace(code, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const GROUP_BYTES = 3;

/**
 * What base64, of either alphabet, of any text with this value in it has in it.
 * Shape: one for each place in a group of bytes where the value may begin; what depends on its
 * neighbours is left off.
 */
export function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const forms = Array.from({ length: GROUP_BYTES }, (_, shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const wholeChars = Math.floor((padded.length * 4) / GROUP_BYTES);
    return padded.toString("base64").slice(Math.ceil((shift * 4) / GROUP_BYTES), wholeChars);
  });
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}
