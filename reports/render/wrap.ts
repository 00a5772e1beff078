/** Text that hangs at a column of the terminal. Units: columns. */

/** Every line but the first begins at this column. */
export function indented(text: string, columns: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(columns)}`);
}

/** `wrapped`, in at most so many lines; what is left out is an ellipsis. */
export function clipped(
  text: string,
  { columns, width, lines }: { columns: number; width: number; lines: number },
): string {
  const room = width - columns;
  const all = wrapped(text, 0, room).split("\n");
  const kept = all.slice(0, lines).map((line) => cut(line, room));
  const last = kept.length - 1;
  if (all.length > lines) kept[last] = cut(`${kept[last]} …`, room);
  return indented(kept.join("\n"), columns);
}

/** The text, or so much of it that an ellipsis ends it at that width. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
}

/** Breaks at spaces; a word longer than the line stays whole, so that it can be copied. */
export function wrapped(text: string, columns: number, width: number): string {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (columns + line.length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return indented(lines.join("\n"), columns);
}
