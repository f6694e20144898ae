import type { Readable } from 'node:stream';
import { buffer as collect } from 'node:stream/consumers';

/** Bytes that can be read at any position, as the blob store provides them; ranges include both ends. */
export interface ArchiveSource {
  readonly size: number;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

const BLOCK_BYTES = 256 * 1024;

/** Caches the last block read from a source, so that consecutive small reads cost one read of it. */
export class ByteBlocks {
  private start = 0;
  private block = Buffer.alloc(0);

  constructor(private readonly source: ArchiveSource) {}

  /** Copies the bytes into the target; returns false if the source ends before them. */
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
