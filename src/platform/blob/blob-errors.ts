/** There is no object under this key, or it is incomplete. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor(
    readonly key: string,
    fault = 'does not exist',
  ) {
    super(`blob ${key} ${fault}`);
  }
}

/** The source had more bytes than the caller allowed. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`source is larger than ${maxBytes} bytes`);
  }
}

/** The range begins beyond the last byte. */
export class BlobRangeError extends Error {
  override readonly name = 'BlobRangeError';

  constructor(readonly key: string) {
    super(`range is outside of blob ${key}`);
  }
}

/** The storage of the bytes failed. */
export class BlobStoreFault extends Error {
  /** Whether the store is unavailable as a whole: the same operation may succeed later. */
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { readonly isAway: boolean }) {
    super(message);
    this.isAway = isAway;
  }
}

/** Whether the error means that the store is unavailable. */
export const isStoreAway = (error: unknown): error is BlobStoreFault => error instanceof BlobStoreFault && error.isAway;
