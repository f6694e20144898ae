/** Reads lines and counted bytes from a stream, taking no more than is asked for. */
export class ByteReader {
  private held: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the text up to the next line end, without it; null at the end of the stream. */
  async line(): Promise<string | null> {
    for (let searched = 0; ;) {
      const end = this.held.indexOf(10, searched);
      if (end >= 0) {
        return this.take(end, 1).toString('utf8');
      }
      searched = this.held.length;
      if (!(await this.more())) {
        return this.held.length === 0 ? null : this.take(this.held.length, 0).toString('utf8');
      }
    }
  }

  /** Returns exactly `count` bytes; throws when the stream ends earlier. */
  async bytes(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > this.held.length) {
      parts.push(this.held);
      missing -= this.held.length;
      this.held = Buffer.alloc(0);
      if (!(await this.more())) {
        throw new Error('The stream ended too early.');
      }
    }
    parts.push(this.take(missing, 0));
    return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  }

  /** Yields the next `count` bytes piece by piece, as they arrive. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      if (this.held.length === 0 && !(await this.more())) {
        throw new Error('The stream ended too early.');
      }
      const piece = this.take(Math.min(missing, this.held.length), 0);
      missing -= piece.length;
      yield piece;
    }
  }

  async skip(count: number): Promise<void> {
    const pieces = this.pieces(count);
    while ((await pieces.next()).done !== true) {
      // skips the bytes
    }
  }

  private take(count: number, behind: number): Buffer {
    const taken = this.held.subarray(0, count);
    this.held = this.held.subarray(count + behind);
    return taken;
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) {
      return false;
    }
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
    return true;
  }
}
