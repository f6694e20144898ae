const LOOSE_CHUNKS = 256;

/** Starts to write one batch; the next one is gathered while it runs. */
export type Ship = (batch: readonly Uint8Array[]) => Promise<void>;

/**
 * Cuts a stream of chunks into batches of exactly the requested size and writes one at a time: constant memory, and few
 * large writes instead of many small ones. Tiny chunks are copied together, since their objects would otherwise take
 * more memory than their bytes.
 */
export class Batches {
  private packed: Uint8Array[] = [];
  private loose: Uint8Array[] = [];
  private bytes = 0;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly batchBytes: () => number,
    private readonly ship: Ship,
  ) {}

  async add(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (this.bytes + rest.byteLength >= this.batchBytes()) {
      const free = this.batchBytes() - this.bytes;
      this.gather(rest.subarray(0, free));
      rest = rest.subarray(free);
      await this.shipGathered();
    }
    this.gather(rest);
  }

  /** Waits for the running write and returns what is gathered but not written. */
  async rest(): Promise<readonly Uint8Array[]> {
    await this.underWay;
    return this.takeGathered();
  }

  /** Waits until no write is running, whether it failed or not. */
  async stop(): Promise<void> {
    await this.underWay.catch(() => undefined);
  }

  private gather(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) {
      return;
    }
    this.loose.push(chunk);
    this.bytes += chunk.byteLength;
    if (this.loose.length === LOOSE_CHUNKS) {
      this.packed.push(Buffer.concat(this.loose));
      this.loose = [];
    }
  }

  private async shipGathered(): Promise<void> {
    await this.underWay;
    this.underWay = this.ship(this.takeGathered());
    this.underWay.catch(() => undefined); // thrown by the next add or by rest
  }

  private takeGathered(): readonly Uint8Array[] {
    const gathered = [...this.packed, ...this.loose];
    this.packed = [];
    this.loose = [];
    this.bytes = 0;
    return gathered;
  }
}
