const BLOCK_BYTES = 16 * 1024;
/** Shorter pieces are copied: a buffer of its own costs hundreds of bytes in addition to its content. */
const SHORT_BYTES = 4096;

/** Collects the pieces of a body as they arrive, in about as much memory as they have bytes. */
export class GatheredBytes {
  private parts: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;

  add(piece: Buffer): void {
    if (piece.length > SHORT_BYTES) {
      this.closeBlock();
      this.parts.push(piece);
      return;
    }
    if (this.used + piece.length > this.block.length) {
      this.closeBlock();
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    }
    piece.copy(this.block, this.used);
    this.used += piece.length;
  }

  clear(): void {
    this.parts = [];
    this.block = Buffer.alloc(0);
    this.used = 0;
  }

  whole(): Buffer {
    this.closeBlock();
    return Buffer.concat(this.parts);
  }

  private closeBlock(): void {
    if (this.used > 0) {
      this.parts.push(this.block.subarray(0, this.used));
    }
    this.block = Buffer.alloc(0);
    this.used = 0;
  }
}
