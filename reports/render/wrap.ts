/** Text that hangs at a column of the terminal. Units: columns. */

/** Every line but the first begins at this column. */
export function indented(text: string, columns: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(columns)}`);
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
