/** Unauthenticated callers have a budget of their own, so that they never use up the budget of the others. */
export type BodyOwner = 'anonymous' | 'known';

/** The first bytes of every body are never refused: sign-in, tokens and most API calls are no longer than this. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** A quarter of the memory is enough to call every route that takes large bodies. */
const ANONYMOUS_SHARE = 0.25;

/** Bytes of request bodies that the process holds at once, over all connections. */
export class BodyMemory {
  private readonly held = { anonymous: 0, known: 0 };
  private readonly most: Readonly<Record<BodyOwner, number>>;

  constructor(bytes: number) {
    const anonymous = Math.floor(bytes * ANONYMOUS_SHARE);
    this.most = { anonymous, known: bytes - anonymous };
  }

  /** Returns false, and reserves nothing, when too little memory is left. */
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
