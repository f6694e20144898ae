/** Callers without a proven credential have a share of their own, so that they never use up that of the others. */
export type BodyOwner = 'anonymous' | 'known';

/** So much of every body is never refused: sign-in, tokens and most calls of the API are no longer. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** A quarter of the memory; all of the routes that take large bodies can be called with it. */
const ANONYMOUS_SHARE = 0.25;

/** Bytes of request bodies that the process holds at once, over all connections. */
export class BodyMemory {
  private readonly held = { anonymous: 0, known: 0 };
  private readonly most: Readonly<Record<BodyOwner, number>>;

  constructor(bytes: number) {
    const anonymous = Math.floor(bytes * ANONYMOUS_SHARE);
    this.most = { anonymous, known: bytes - anonymous };
  }

  /** False when there is no memory left for so many bytes; then nothing is held. */
  reserve(owner: BodyOwner, bytes: number): boolean {
    if (this.held[owner] + bytes > this.most[owner]) {
      return false;
    }
    this.held[owner] += bytes;
    return true;
  }

  release(owner: BodyOwner, bytes: number): void {
    this.held[owner] -= bytes;
  }
}
