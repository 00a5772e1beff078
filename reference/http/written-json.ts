/** A body of JSON that is written already, in pieces that many answers share. */
export class WrittenJson {
  readonly pieces: readonly Buffer[];
  /** Of all pieces together. */
  readonly byteLength: number;

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
    this.byteLength = pieces.reduce((sum, { length }) => sum + length, 0);
  }
}
