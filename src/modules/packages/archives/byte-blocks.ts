import type { Readable } from 'node:stream';
import { buffer as collect } from 'node:stream/consumers';

/** Bytes at hand by their position, as the blob store has them; both ends of a range are counted. */
export interface ArchiveSource {
  readonly size: number;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

const BLOCK_BYTES = 256 * 1024;

/** The last block that was read of a source: small reads one behind the other cost one read of the source. */
export class ByteBlocks {
  private start = 0;
  private block = Buffer.alloc(0);

  constructor(private readonly source: ArchiveSource) {}

  /** Copies these bytes into the target; false where the source ends before. */
  async copy(position: number, length: number, target: Buffer, offset: number): Promise<boolean> {
    if (position + length > this.source.size) {
      return false;
    }
    if (position < this.start || position + length > this.start + this.block.length) {
      await this.load(position, Math.max(length, BLOCK_BYTES));
    }
    const from = position - this.start;
    return this.block.copy(target, offset, from, from + length) === length;
  }

  private async load(start: number, length: number): Promise<void> {
    const end = Math.min(start + length, this.source.size) - 1;
    this.block = end < start ? Buffer.alloc(0) : await collect(await this.source.read({ start, end }));
    this.start = start;
  }
}
