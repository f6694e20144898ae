/** Every digest that any format serves or compares; all are computed while the bytes are stored. */
export const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** Bytes in the blob store, with their digests as lower-case hex. */
export interface StoredContent {
  readonly storeKey: string;
  readonly size: number;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  readonly sha512: string;
}
